//! The kept spans as one stream, behind the tools.

use crate::decode::Decoder;
use crate::pcm::PcmBlock;
use crate::voice::{Chain, Stage};

use super::error::CutError;
use super::joining::{Joining, Taker};

/// Seconds before a frame that the tools hear when they are entered there. The slowest mean, to which plosives are
/// compared, then no longer knows where it began.
const RUN_IN_SECONDS: u64 = 10;

/// Decodes, joins and processes, a block at a time.
pub struct Processing<'s> {
    joining: Joining<'s>,
    /// Empty where no tool is used: then samples go from the decoder to the taker without a copy.
    chain: Chain,
    joined: PcmBlock,
    processed: PcmBlock,
    /// Frames that the tools don't get.
    early: u64,
    /// Frames that the taker doesn't get.
    run_in: u64,
}

impl<'s> Processing<'s> {
    /// From the first frame on.
    pub fn new(joining: Joining<'s>, chain: Chain) -> Self {
        Self {
            joining,
            chain,
            joined: PcmBlock::new(),
            processed: PcmBlock::new(),
            early: 0,
            run_in: 0,
        }
    }

    /// Continues with frame `at` of the stream as if everything before it were taken. `chain`: the tools anew, with a grid.
    pub fn enter(&mut self, at: u64, chain: Chain) {
        let run_in = if chain.is_empty() {
            0
        } else {
            RUN_IN_SECONDS * u64::from(self.decoder().sample_rate_hz())
        };
        let before = at.saturating_sub(run_in);
        let from = before - before % chain.grid().unwrap_or(u64::MAX);
        self.early = from - self.joining.enter(from);
        self.run_in = at - from;
        self.chain = chain;
        self.chain.enter(from);
    }

    /// One block. `false` when the last one is taken.
    pub fn step(&mut self, take: Taker<'_>) -> Result<bool, CutError> {
        let Self {
            joining,
            chain,
            joined,
            processed,
            early,
            run_in,
        } = self;
        let more = joining.step(&mut |planes| {
            let planes = without(early, planes);
            if chain.is_empty() {
                return take(&planes);
            }
            joined.reset(planes.len(), 0);
            joined.append(&planes);
            processed.reset(planes.len(), 0);
            chain.push(joined, processed);
            take(&without(run_in, &processed.planes()))
        })?;
        if !more && !chain.is_empty() {
            processed.reset(joining.decoder().channels(), 0);
            chain.finish(processed);
            take(&without(run_in, &processed.planes()))?;
        }
        Ok(more)
    }

    /// Frames of the stream that were decoded, all before them included.
    pub fn read(&self) -> u64 {
        self.joining.written()
    }

    /// The decoder.
    pub fn decoder(&self) -> &Decoder<'s> {
        self.joining.decoder()
    }

    /// Part of the work that is done.
    pub fn fraction(&self) -> f64 {
        self.joining.fraction()
    }
}

/// `planes` without their first `skipped` frames, of which those that are there are counted off.
fn without<'p>(skipped: &mut u64, planes: &[&'p [f32]]) -> Vec<&'p [f32]> {
    let frames = planes.first().map_or(0, |plane| plane.len());
    let skip = usize::try_from(*skipped).unwrap_or(usize::MAX).min(frames);
    *skipped -= skip as u64;
    planes.iter().map(|plane| &plane[skip..]).collect()
}
