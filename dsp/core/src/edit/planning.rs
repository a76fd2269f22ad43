//! Loudness of the kept parts of a cut list: reads them once, or twice where the limiter would act.

use crate::decode::Decoder;
use crate::pcm::PcmBlock;
use crate::source::ByteSource;
use crate::voice::loudness::{LoudnessPlan, Planner, Trial};
use crate::voice::{Chain, Stage, VoiceTools};

use super::cut_list::CutList;
use super::error::CutError;
use super::joining::Joining;

/// A plan in the making. Memory does not depend on the length but for 20 bytes a second.
pub struct LoudnessSession<'s> {
    reading: Reading<'s>,
    list: CutList,
    before: VoiceTools,
    pass: Pass,
}

enum Pass {
    First(Box<Planner>),
    Second(Box<Trial>, LoudnessPlan),
    Done(LoudnessPlan),
}

/// Kept regions, as the tools before loudness leave them.
struct Reading<'s> {
    joining: Joining<'s>,
    chain: Chain,
    joined: PcmBlock,
    processed: PcmBlock,
}

impl<'s> Reading<'s> {
    fn new(decoder: Decoder<'s>, list: &CutList, before: &VoiceTools) -> Self {
        let chain = Chain::new(
            before,
            &list.ranges(),
            decoder.sample_rate_hz(),
            decoder.channels(),
        );
        Self {
            joining: Joining::new(decoder, list),
            chain,
            joined: PcmBlock::new(),
            processed: PcmBlock::new(),
        }
    }

    /// One block for `take`; `false` after the last.
    fn step(&mut self, mut take: impl FnMut(&PcmBlock)) -> Result<bool, CutError> {
        let Self {
            joining,
            chain,
            joined,
            processed,
        } = self;
        let more = joining.step(&mut |planes| {
            joined.reset(planes.len(), 0);
            joined.append(planes);
            processed.reset(planes.len(), 0);
            chain.push(joined, processed);
            take(processed);
            Ok(())
        })?;
        if !more {
            processed.reset(joining.decoder().channels(), 0);
            chain.finish(processed);
            take(processed);
        }
        Ok(more)
    }
}

impl<'s> LoudnessSession<'s> {
    /// For `regions` in seconds. Of `tools`, those count that come before loudness.
    pub fn new<S: ByteSource + 's>(
        source: S,
        regions: &[(f64, f64)],
        tools: &VoiceTools,
    ) -> Result<Self, CutError> {
        let decoder = Decoder::open(source)?;
        let list = CutList::new(regions, decoder.sample_rate_hz())?;
        let before = tools.before_loudness();
        let planner = Planner::new(&list.ranges(), decoder.sample_rate_hz(), decoder.channels());
        Ok(Self {
            reading: Reading::new(decoder, &list, &before),
            list,
            before,
            pass: Pass::First(Box::new(planner)),
        })
    }

    /// Looks at one block; `false` when the plan is made.
    pub fn step(&mut self) -> Result<bool, CutError> {
        let more = match &mut self.pass {
            Pass::First(planner) => self.reading.step(|block| planner.push(block))?,
            Pass::Second(trial, _) => self.reading.step(|block| trial.push(block))?,
            Pass::Done(_) => return Ok(false),
        };
        if more {
            return Ok(true);
        }
        let nothing = LoudnessPlan::nothing(self.reading.joining.decoder().channels());
        match core::mem::replace(&mut self.pass, Pass::Done(nothing)) {
            Pass::First(planner) => match planner.finish() {
                (plan, None) => self.pass = Pass::Done(plan),
                (plan, Some(trial)) => {
                    let source = self.reading.joining.decoder().source();
                    let again = Decoder::open(source)?;
                    self.reading = Reading::new(again, &self.list, &self.before);
                    self.pass = Pass::Second(Box::new(trial), plan);
                }
            },
            Pass::Second(trial, mut plan) => {
                trial.finish(self.reading.joining.decoder().channels(), &mut plan);
                self.pass = Pass::Done(plan);
            }
            Pass::Done(plan) => self.pass = Pass::Done(plan),
        }
        Ok(!matches!(self.pass, Pass::Done(_)))
    }

    /// Part of the work that is done, as if there always were two passes.
    pub fn fraction(&self) -> f64 {
        let half = self.reading.joining.fraction() / 2.0;
        match self.pass {
            Pass::First(_) => half,
            Pass::Second(..) => 0.5 + half,
            Pass::Done(_) => 1.0,
        }
    }

    /// The plan, once it is made.
    pub fn plan(&self) -> Option<&LoudnessPlan> {
        match &self.pass {
            Pass::Done(plan) => Some(plan),
            _ => None,
        }
    }
}
