//! The small copy of a recording, for listeners with little data: one channel, MP3 at half of the usual sampling rate.

use crate::codec::mp3::encode::{Config, Encoder, Mp3Error};
use crate::pcm::resample::Resampler;
use crate::pcm::{PcmBlock, Planar};

use super::sink::{Sink, SinkEnd};

/// Its rate. 22.05 kHz would leave out what lies above 10.4 kHz, which ViSQOL counts 0.1 worse.
const RATE_HZ: u32 = 24_000;

/// MP3 of MPEG-2 at a constant bitrate, with the length of the source. Two channels become their mean.
pub struct SmallSink {
    encoder: Encoder,
    resampler: Resampler,
    resampled: PcmBlock,
    /// The mean of two channels.
    mixed: Vec<f32>,
}

impl SmallSink {
    /// A sink for blocks of any rate with one or two channels.
    pub fn new(from_hz: u32, bitrate_kbps: u32) -> Result<Self, Mp3Error> {
        Ok(Self {
            encoder: Encoder::new(Config {
                sample_rate_hz: RATE_HZ,
                channels: 1,
                bitrate_kbps,
            })?,
            resampler: Resampler::new(from_hz, RATE_HZ, 1),
            resampled: PcmBlock::new(),
            mixed: Vec::new(),
        })
    }
}

impl Sink for SmallSink {
    fn begin(&mut self, _out: &mut Vec<u8>) {}

    fn write(&mut self, pcm: Planar<'_>, out: &mut Vec<u8>) -> Result<(), Mp3Error> {
        match pcm {
            [left, right] => {
                self.mixed.clear();
                let pairs = left.iter().zip(*right);
                self.mixed
                    .extend(pairs.map(|(left, right)| 0.5 * (left + right)));
                self.resampler.push(&[&self.mixed], &mut self.resampled);
            }
            _ => self.resampler.push(pcm, &mut self.resampled),
        }
        self.encoder.encode(&self.resampled.planes(), out)
    }

    fn finish(mut self: Box<Self>, out: &mut Vec<u8>) -> Result<SinkEnd, Mp3Error> {
        self.resampler.finish(&mut self.resampled);
        self.encoder.encode(&self.resampled.planes(), out)?;
        Ok(self.encoder.finish(out)?.into())
    }

    fn sample_rate_hz(&self) -> u32 {
        RATE_HZ
    }

    fn channels(&self) -> usize {
        1
    }
}
