//! The encoder: collects samples, has them encoded frame by frame, and closes the stream with the
//! tag that makes its length exact.

use super::attack::{ZONE_FRAMES, ZONE_START_FRAMES};
use super::bit_reservoir::BitReservoir;
use super::frame::Format;
use super::info_tag::{crc16, tag_frame, tag_frame_bytes, TagFacts};
use super::stages::{lowpass_hz, Stages, PAST_FRAMES};
use super::{Config, Mp3Error};
use crate::codec::mp3::tables::{bitrates_kbps, sample_rate_hz};
use crate::pcm::Planar;

/// Samples needed after the frame, for the block switching of the granule that follows.
pub(super) const AHEAD_FRAMES: usize = ZONE_FRAMES - ZONE_START_FRAMES;
/// Filterbank (481) and MDCT overlap (576), less the 529 every decoder adds of its own.
const DELAY_FRAMES: u64 = 528;
/// A frame of fewer bits has no room for what is not sound.
const LEAST_KBPS: u32 = 32;
/// Rates with bands of their own in the tables, from 44.1 to 24 kHz.
const RATES: usize = 5;
/// Decoder delay, which gapless players take off both ends.
const DECODER_DELAY_FRAMES: u64 = 529;

/// Totals known when the stream ends.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finish {
    /// Final bytes of the first frame, to be written at offset 0 of the stream.
    pub first_frame: Vec<u8>,
    /// Audio frames in the stream, the first (tag) frame not counted.
    pub audio_frames: u64,
    /// Bytes of the whole stream.
    pub total_bytes: u64,
    /// Samples per channel that were given and will be decoded.
    pub pcm_frames: u64,
}

/// Streaming encoder for one file.
pub struct Encoder {
    format: Format,
    stages: Stages,
    /// Per channel: [`PAST_FRAMES`] samples before the next frame, then the new samples.
    pcm: Vec<Vec<f32>>,
    pcm_frames: u64,
    audio_frames: u64,
    emitted_bytes: u64,
    music_crc: u16,
    reservoir: BitReservoir,
    tag_written: bool,
    extent: Extent,
}

/// Which frames of the stream an encoder writes. The ones before are encoded and thrown away, so
/// that the first one written starts from the state it would have in a serial run.
#[derive(Debug, Clone, Copy)]
pub(super) struct Extent {
    /// First frame encoded.
    pub start: u64,
    /// First frame written; its reservoir is empty.
    pub first: u64,
    /// One past the last frame, where it is known.
    pub end: Option<u64>,
    /// Another piece follows.
    pub followed: bool,
}

impl Extent {
    /// End of a piece that another follows; the end of the stream itself asks for nothing.
    fn piece_end(&self) -> Option<u64> {
        self.end.filter(|_| self.followed)
    }
}

/// Output of one run, for joining.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Written {
    pub frames: u64,
    pub bytes: u64,
    pub crc: u16,
}

impl Encoder {
    /// An encoder for one stream, or the reason it cannot be.
    pub fn new(config: Config) -> Result<Self, Mp3Error> {
        let whole = Extent {
            start: 0,
            first: 0,
            end: None,
            followed: false,
        };
        let mut encoder = Self::for_extent(config, whole)?;
        encoder.tag_written = false;
        Ok(encoder)
    }

    /// An encoder that writes `extent` only, without a tag. Its samples begin with frame
    /// `extent.start`, [`PAST_FRAMES`] samples earlier unless that is the first.
    #[inline(never)]
    pub(super) fn for_extent(config: Config, extent: Extent) -> Result<Self, Mp3Error> {
        let format = format(config)?;
        let past = if extent.start == 0 { PAST_FRAMES } else { 0 };
        Ok(Self {
            format,
            stages: Stages::new(&format),
            pcm: vec![vec![0.0; past]; format.channels],
            pcm_frames: 0,
            audio_frames: extent.start,
            emitted_bytes: 0,
            music_crc: 0,
            reservoir: BitReservoir::new(&format),
            tag_written: true,
            extent,
        })
    }

    /// Takes a block of any length and appends the frames it completes to `out`. Full scale is
    /// ±1.0; values that are not finite count as silence.
    #[inline(never)]
    pub fn encode(&mut self, pcm: Planar<'_>, out: &mut Vec<u8>) -> Result<(), Mp3Error> {
        let frames = pcm.first().map_or(0, |plane| plane.len());
        if pcm.len() != self.format.channels || pcm.iter().any(|plane| plane.len() != frames) {
            return Err(Mp3Error::BlockShape);
        }
        let mut at = 0;
        while at < frames {
            // A frame's worth at a time keeps the memory constant for any block.
            let to = frames.min(at + self.format.frames());
            for (plane, store) in pcm.iter().zip(&mut self.pcm) {
                store.extend(plane[at..to].iter().map(|&sample| clean(sample)));
            }
            self.pcm_frames += (to - at) as u64;
            at = to;
            self.encode_complete(out)?;
        }
        Ok(())
    }

    /// Encodes the remaining samples and appends the last frames. The first frame must then be replaced by
    /// [`Finish::first_frame`].
    pub fn finish(self, out: &mut Vec<u8>) -> Result<Finish, Mp3Error> {
        let (format, pcm_frames) = (self.format, self.pcm_frames);
        let tag_bytes = tag_frame_bytes(&format) as u64;
        let mut written = self.finish_extent(audio_frames(format.frames(), pcm_frames), out)?;
        written.bytes -= tag_bytes;
        finish(&format, pcm_frames, written)
    }

    /// Encodes up to frame `end`, with silence where samples are missing, and fills the last slot.
    #[inline(never)]
    pub(super) fn finish_extent(
        mut self,
        end: u64,
        out: &mut Vec<u8>,
    ) -> Result<Written, Mp3Error> {
        self.extent.end = Some(end);
        self.encode_complete(out)?;
        while self.audio_frames < end {
            for store in &mut self.pcm {
                let needed = PAST_FRAMES + self.format.frames() + AHEAD_FRAMES;
                if store.len() < needed {
                    store.resize(needed, 0.0);
                }
            }
            self.encode_complete(out)?;
        }
        let start = out.len();
        self.reservoir.finish(out);
        self.account(out, start)?;
        Ok(Written {
            frames: end - self.extent.first,
            bytes: self.emitted_bytes,
            crc: self.music_crc,
        })
    }

    #[inline(never)]
    fn encode_complete(&mut self, out: &mut Vec<u8>) -> Result<(), Mp3Error> {
        if !self.tag_written {
            self.tag_written = true;
            let placeholder = vec![0; tag_frame_bytes(&self.format)];
            self.emitted_bytes += placeholder.len() as u64;
            out.extend_from_slice(&placeholder);
        }
        while self.pcm[0].len() >= PAST_FRAMES + self.format.frames() + AHEAD_FRAMES
            && self.extent.end.is_none_or(|end| self.audio_frames < end)
        {
            let start = out.len();
            if self.audio_frames == self.extent.first {
                self.reservoir = BitReservoir::new(&self.format);
                self.stages.rate_control.restart();
            }
            let to_come = self.extent.piece_end().map(|end| end - self.audio_frames);
            self.stages.rate_control.announce_end(to_come);
            let padded = self.format.is_padded(self.audio_frames);
            self.stages
                .encode_frame(&self.format, padded, &self.pcm, &mut self.reservoir, out);
            for store in &mut self.pcm {
                store.drain(..self.format.frames());
            }
            self.audio_frames += 1;
            if self.audio_frames <= self.extent.first {
                out.truncate(start);
            }
            self.account(out, start)?;
        }
        Ok(())
    }

    fn account(&mut self, out: &[u8], start: usize) -> Result<(), Mp3Error> {
        self.music_crc = crc16(self.music_crc, &out[start..]);
        self.emitted_bytes += (out.len() - start) as u64;
        if self.emitted_bytes > u64::from(u32::MAX) {
            return Err(Mp3Error::LimitExceeded);
        }
        Ok(())
    }
}

/// Frames of `frame_frames` samples that a stream of `pcm_frames` needs, so that a decoder gives all of them back.
pub(super) fn audio_frames(frame_frames: usize, pcm_frames: u64) -> u64 {
    (DELAY_FRAMES + pcm_frames + DECODER_DELAY_FRAMES).div_ceil(frame_frames as u64)
}

/// The closing facts of a stream whose audio frames are `written`.
pub(super) fn finish(
    format: &Format,
    pcm_frames: u64,
    written: Written,
) -> Result<Finish, Mp3Error> {
    let total_bytes = written.bytes + tag_frame_bytes(format) as u64;
    let facts = TagFacts {
        frames: u32::try_from(written.frames).map_err(|_| Mp3Error::LimitExceeded)?,
        bytes: u32::try_from(total_bytes).map_err(|_| Mp3Error::LimitExceeded)?,
        delay_frames: DELAY_FRAMES as u16,
        padding_frames: (written.frames * format.frames() as u64 - DELAY_FRAMES - pcm_frames)
            as u16,
        music_crc: written.crc,
        lowpass_hz: lowpass_hz(format),
    };
    Ok(Finish {
        first_frame: tag_frame(format, &facts),
        audio_frames: written.frames,
        total_bytes,
        pcm_frames,
    })
}

/// Header indices of a configuration, or why it is refused.
pub(super) fn format(config: Config) -> Result<Format, Mp3Error> {
    let rate_index = (0..RATES)
        .find(|&rate| sample_rate_hz(rate) == config.sample_rate_hz)
        .ok_or(Mp3Error::UnsupportedSampleRate {
            sample_rate_hz: config.sample_rate_hz,
        })?;
    if !(1..=2).contains(&config.channels) {
        return Err(Mp3Error::UnsupportedChannels {
            channels: config.channels,
        });
    }
    let bitrate_index = bitrates_kbps(rate_index)
        .iter()
        .position(|&rate| rate == config.bitrate_kbps && rate >= LEAST_KBPS)
        .ok_or(Mp3Error::UnsupportedBitrate {
            bitrate_kbps: config.bitrate_kbps,
        })?;
    Ok(Format {
        rate_index,
        bitrate_index,
        channels: usize::from(config.channels),
    })
}

fn clean(sample: f32) -> f32 {
    if sample.is_finite() {
        sample.clamp(-2.0, 2.0)
    } else {
        0.0
    }
}
