//! Where edited samples go: a WAVE or MP3 stream, written forward, with bytes to patch at the end.

use crate::codec::mp3::encode::segments::{self, SegmentEncoder};
use crate::codec::mp3::encode::{self, Mp3Error};
use crate::container::riff::{HeaderPatch, WavHeader, WavSpec};
use crate::container::PcmFormat;
use crate::pcm::convert::append_i16;
use crate::pcm::resample::Resampler;
use crate::pcm::{PcmBlock, Planar};

/// The remaining writes after all samples.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SinkEnd {
    /// Bytes to write over the beginning of the stream.
    pub patches: Vec<HeaderPatch>,
    /// Frames in the finished stream.
    pub frames: u64,
}

impl From<encode::Finish> for SinkEnd {
    fn from(end: encode::Finish) -> Self {
        Self {
            patches: vec![HeaderPatch {
                offset: 0,
                bytes: end.first_frame,
            }],
            frames: end.pcm_frames,
        }
    }
}

/// Takes planar blocks and appends bytes of a file format.
pub trait Sink {
    /// Appends the bytes before the samples.
    fn begin(&mut self, out: &mut Vec<u8>);

    /// Appends `pcm`, which has the channels and rate the sink was made for.
    fn write(&mut self, pcm: Planar<'_>, out: &mut Vec<u8>) -> Result<(), Mp3Error>;

    /// Appends the bytes after the samples.
    fn finish(self: Box<Self>, out: &mut Vec<u8>) -> Result<SinkEnd, Mp3Error>;

    /// Rate of the finished stream in Hz.
    fn sample_rate_hz(&self) -> u32;

    /// Channels of the finished stream.
    fn channels(&self) -> usize;
}

/// 16-bit PCM WAVE; RF64 past 4 GiB. See [`crate::pcm::convert`] for rounding.
pub struct WavSink {
    header: WavHeader,
    spec: WavSpec,
    data_bytes: u64,
}

impl WavSink {
    /// A sink for `channels` at `sample_rate_hz`. A bound on the frames keeps the header plain.
    pub fn new(sample_rate_hz: u32, channels: usize, most_frames: Option<u64>) -> Self {
        let channels = channels as u16;
        let spec = WavSpec {
            format: PcmFormat::S16,
            channels,
            sample_rate_hz,
        };
        let most_bytes = most_frames.and_then(|frames| frames.checked_mul(spec.block_bytes()));
        Self {
            header: WavHeader::new(spec, most_bytes),
            spec,
            data_bytes: 0,
        }
    }

    /// [`Sink::write`], which for WAVE cannot fail.
    pub fn append(&mut self, pcm: Planar<'_>, out: &mut Vec<u8>) {
        let before = out.len();
        append_i16(pcm, out);
        self.data_bytes += (out.len() - before) as u64;
    }

    /// [`Sink::finish`], which for WAVE cannot fail.
    pub fn end(&self, out: &mut Vec<u8>) -> SinkEnd {
        let (patch, padding) = self.header.finish(self.data_bytes);
        out.extend_from_slice(padding);
        let frames = self.data_bytes / self.spec.block_bytes();
        SinkEnd {
            patches: vec![patch],
            frames,
        }
    }
}

impl Sink for WavSink {
    fn begin(&mut self, out: &mut Vec<u8>) {
        out.extend_from_slice(&self.header.provisional());
    }

    fn write(&mut self, pcm: Planar<'_>, out: &mut Vec<u8>) -> Result<(), Mp3Error> {
        self.append(pcm, out);
        Ok(())
    }

    fn finish(self: Box<Self>, out: &mut Vec<u8>) -> Result<SinkEnd, Mp3Error> {
        Ok(self.end(out))
    }

    fn sample_rate_hz(&self) -> u32 {
        self.spec.sample_rate_hz
    }

    fn channels(&self) -> usize {
        self.spec.channels.into()
    }
}

/// How audio of `from_hz` is encoded: at its own rate where MPEG-1 has it.
pub(super) fn mp3_config(from_hz: u32, channels: usize, bitrate_kbps: u32) -> encode::Config {
    let sample_rate_hz = match from_hz {
        32_000 | 44_100 | 48_000 => from_hz,
        family if family % 11_025 == 0 => 44_100,
        _ => 48_000,
    };
    encode::Config {
        sample_rate_hz,
        channels: channels as u16,
        bitrate_kbps,
    }
}

/// MP3 at a constant bitrate, in the segments that several workers would write. Rates outside MPEG-1 are
/// converted: the family of 11,025 Hz to 44,100, every other to 48,000.
pub struct Mp3Sink {
    config: encode::Config,
    encoder: SegmentEncoder,
    resampler: Option<Resampler>,
    resampled: PcmBlock,
    sample_rate_hz: u32,
}

impl Mp3Sink {
    /// A sink for `channels` (1 or 2) at any rate.
    pub fn new(from_hz: u32, channels: usize, bitrate_kbps: u32) -> Result<Self, Mp3Error> {
        let config = mp3_config(from_hz, channels, bitrate_kbps);
        let sample_rate_hz = config.sample_rate_hz;
        let resampler =
            (from_hz != sample_rate_hz).then(|| Resampler::new(from_hz, sample_rate_hz, channels));
        Ok(Self {
            encoder: SegmentEncoder::new(config, 0, u64::MAX)?,
            config,
            resampler,
            resampled: PcmBlock::new(),
            sample_rate_hz,
        })
    }
}

impl Sink for Mp3Sink {
    fn begin(&mut self, out: &mut Vec<u8>) {
        let head = segments::first_frame_bytes(self.config).unwrap_or(0);
        out.resize(out.len() + head, 0);
    }

    fn write(&mut self, pcm: Planar<'_>, out: &mut Vec<u8>) -> Result<(), Mp3Error> {
        match &mut self.resampler {
            None => self.encoder.encode(pcm, out),
            Some(resampler) => {
                resampler.push(pcm, &mut self.resampled);
                self.encoder.encode(&self.resampled.planes(), out)
            }
        }
    }

    fn finish(mut self: Box<Self>, out: &mut Vec<u8>) -> Result<SinkEnd, Mp3Error> {
        if let Some(resampler) = &mut self.resampler {
            resampler.finish(&mut self.resampled);
            self.encoder.encode(&self.resampled.planes(), out)?;
        }
        let run = self.encoder.finish(out)?;
        Ok(segments::finish_stream(self.config, &run)?.into())
    }

    fn sample_rate_hz(&self) -> u32 {
        self.sample_rate_hz
    }

    fn channels(&self) -> usize {
        self.config.channels.into()
    }
}
