//! A cut to MP3 in runs of segments, each made separately, so that several workers can share it. The bytes
//! of all runs in order, after the first frame that [`crate::codec::mp3::encode::parallel::join`] makes, are the
//! bytes of [`super::CutSession`].

use core::ops::Range;

use super::cut_list::CutList;
use super::error::CutError;
use super::joining::Joining;
use super::processing::Processing;
use super::sink::mp3_config;
use crate::codec::mp3::encode::segments::{self, RunFinish, SegmentEncoder};
use crate::codec::mp3::encode::Config;
use crate::decode::Decoder;
use crate::source::ByteSource;
use crate::voice::{Chain, Stage, VoiceTools};

/// Longest cut that is shared: an endless list would have too many segments to wait for.
const MAX_SECONDS: u64 = 24 * 3_600;
/// Bytes that pile up before `on_step` is called.
const STEP_BYTES: usize = 128 * 1024;

/// A cut whose segments can be asked for in any order; in rising order nothing is read twice but what the tools hear before
/// a run. Memory does not depend on the length of the source or of the regions.
pub struct CutRuns<'s> {
    processing: Processing<'s>,
    kept: Vec<Range<u64>>,
    tools: VoiceTools,
    config: Config,
    segments: u64,
}

impl<'s> CutRuns<'s> {
    /// Opens `source` and gets ready to keep `regions` (start and end in seconds), changed by `tools`.
    pub fn new<S: ByteSource + 's>(
        source: S,
        regions: &[(f64, f64)],
        bitrate_kbps: u32,
        tools: &VoiceTools,
    ) -> Result<Self, CutError> {
        let decoder = Decoder::open(source)?;
        let (rate, channels) = (decoder.sample_rate_hz(), decoder.channels());
        let list = CutList::new(regions, rate)?;
        let kept = list.ranges();
        let config = mp3_config(rate, channels, bitrate_kbps);
        let chain = Chain::new(tools, &kept, rate, channels);
        let is_shared = config.sample_rate_hz == rate
            && list.frames() <= MAX_SECONDS * u64::from(rate)
            && chain.grid().is_some();
        let segments = if is_shared {
            segments::segments_of(list.frames())
        } else {
            1
        };
        Ok(Self {
            processing: Processing::new(Joining::new(decoder, &list), chain),
            kept,
            tools: tools.clone(),
            config,
            segments,
        })
    }

    /// Segments at most: 1 is a cut that cannot be shared (its rate is converted, a tool needs all of it, or it is too short).
    pub fn segments(&self) -> u64 {
        self.segments
    }

    /// The encoded segments.
    pub fn config(&self) -> Config {
        self.config
    }

    /// Bytes of the first frame, which precedes the first run.
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
        let mut encoder = SegmentEncoder::new(self.config, first, end)?;
        let decoder = self.processing.decoder();
        let (rate, channels) = (decoder.sample_rate_hz(), decoder.channels());
        let chain = Chain::new(&self.tools, &self.kept, rate, channels);
        self.processing.enter(start, chain);
        while !encoder.is_done() {
            let more = self
                .processing
                .step(&mut |planes| Ok(encoder.encode(planes, out)?))?;
            if !more {
                break;
            }
            if out.len() >= STEP_BYTES {
                let done = self.processing.read().saturating_sub(start);
                on_step(out, (done as f64 / frames as f64).min(1.0));
            }
        }
        Ok(encoder.finish(out)?)
    }
}
