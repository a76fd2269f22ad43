//! A cut to MP3 in runs of segments, each made on its own, so that several workers can share it. The bytes
//! of all runs in order, behind the first frame that [`crate::codec::mp3::encode::parallel::join`] makes, are the
//! bytes of [`super::CutSession`].

use super::cut::{CutError, Joining};
use super::cut_list::CutList;
use super::sink::{mp3_config, Sink, SinkEnd};
use crate::codec::mp3::encode::segments::{self, RunFinish, SegmentEncoder};
use crate::codec::mp3::encode::{Config, Mp3Error};
use crate::decode::Decoder;
use crate::pcm::Planar;
use crate::source::ByteSource;

/// Longest cut that is shared: a list without an end would be more segments than anybody waits for.
const MOST_SECONDS: u64 = 24 * 3_600;
/// Bytes that pile up before `on_step` is called.
const STEP_BYTES: usize = 128 * 1024;

/// A cut whose segments can be asked for in any order; in rising order nothing is read twice. Memory does not
/// depend on the length of the source or of the regions.
pub struct CutRuns<'s> {
    joining: Joining<'s, RunSink>,
    config: Config,
    segments: u64,
}

impl<'s> CutRuns<'s> {
    /// Opens `source` and gets ready to keep `regions` (start and end in seconds).
    pub fn new<S: ByteSource + 's>(
        source: S,
        regions: &[(f64, f64)],
        bitrate_kbps: u32,
    ) -> Result<Self, CutError> {
        let decoder = Decoder::open(source)?;
        let rate = decoder.sample_rate_hz();
        let list = CutList::new(regions, rate)?;
        let config = mp3_config(rate, decoder.channels(), bitrate_kbps);
        let is_shared =
            config.sample_rate_hz == rate && list.frames() <= MOST_SECONDS * u64::from(rate);
        let segments = if is_shared {
            segments::segments_of(list.frames())
        } else {
            1
        };
        let sink = Box::new(RunSink::new(config, 0, 1, 0)?);
        Ok(Self {
            joining: Joining::new(decoder, list, sink),
            config,
            segments,
        })
    }

    /// Segments at most: 1 is a cut that cannot be shared (its rate is converted, or it is too short).
    pub fn segments(&self) -> u64 {
        self.segments
    }

    /// What the segments are encoded to.
    pub fn config(&self) -> Config {
        self.config
    }

    /// Bytes of the first frame, which stands before the first run.
    pub fn head_bytes(&self) -> usize {
        segments::first_frame_bytes(self.config).unwrap_or(0)
    }

    /// Appends segments `first … end` (that one left out) to `out`. Once 128 KiB are there, `on_step` is
    /// called with the part of the work that is done, and is to take them away.
    pub fn encode(
        &mut self,
        first: u64,
        end: u64,
        out: &mut Vec<u8>,
        mut on_step: impl FnMut(&mut Vec<u8>, f64),
    ) -> Result<RunFinish, CutError> {
        let start = segments::segment_start(first);
        let frames = segments::segment_start(end).saturating_sub(start).max(1);
        let from = self.joining.enter(start);
        *self.joining.sink = RunSink::new(self.config, first, end, start - from)?;
        while !self.joining.sink.encoder.is_done() && self.joining.step(out)? {
            if out.len() >= STEP_BYTES {
                let done = self.joining.written().saturating_sub(start);
                on_step(out, (done as f64 / frames as f64).min(1.0));
            }
        }
        let fresh = RunSink::new(self.config, 0, 1, 0)?;
        Ok(core::mem::replace(&mut *self.joining.sink, fresh).end(out)?)
    }
}

/// The run's encoder behind the samples that come too early.
struct RunSink {
    encoder: SegmentEncoder,
    sample_rate_hz: u32,
    skip: u64,
}

impl RunSink {
    fn new(config: Config, first: u64, end: u64, skip: u64) -> Result<Self, Mp3Error> {
        Ok(Self {
            encoder: SegmentEncoder::new(config, first, end)?,
            sample_rate_hz: config.sample_rate_hz,
            skip,
        })
    }

    fn end(self, out: &mut Vec<u8>) -> Result<RunFinish, Mp3Error> {
        self.encoder.finish(out)
    }
}

impl Sink for RunSink {
    fn begin(&mut self, _out: &mut Vec<u8>) {}

    fn write(&mut self, pcm: Planar<'_>, out: &mut Vec<u8>) -> Result<(), Mp3Error> {
        let frames = pcm.first().map_or(0, |plane| plane.len());
        let early = usize::try_from(self.skip).unwrap_or(usize::MAX).min(frames);
        self.skip -= early as u64;
        let rest: Vec<&[f32]> = pcm.iter().map(|plane| &plane[early..]).collect();
        self.encoder.encode(&rest, out)
    }

    fn finish(self: Box<Self>, out: &mut Vec<u8>) -> Result<SinkEnd, Mp3Error> {
        let run = self.end(out)?;
        Ok(SinkEnd {
            patches: Vec::new(),
            frames: run.pcm_frames.unwrap_or(0),
        })
    }

    fn sample_rate_hz(&self) -> u32 {
        self.sample_rate_hz
    }
}
