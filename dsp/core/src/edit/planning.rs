//! Loudness of the kept parts of a cut list: reads them once.

use crate::decode::Decoder;
use crate::pcm::PcmBlock;
use crate::source::ByteSource;
use crate::voice::loudness::{LoudnessPlan, Planner};
use crate::voice::persona::LevelChange;
use crate::voice::{Chain, VoiceTools};

use super::cut_list::CutList;
use super::error::CutError;
use super::joining::Joining;
use super::processing::Processing;

/// A plan in the making. Memory does not depend on the length but for 420 bytes a second.
pub struct LoudnessSession<'s> {
    processing: Processing<'s>,
    heard: PcmBlock,
    planner: Option<Box<Planner>>,
    persona: Option<Box<LevelChange>>,
    plan: Option<LoudnessPlan>,
}

impl<'s> LoudnessSession<'s> {
    /// For `regions` in seconds. Of `tools`, those count that come before loudness. A persona is heard in parts of a
    /// long take only: the plan is that of the take without it, moved by the change of level.
    pub fn new<S: ByteSource + 's>(
        source: S,
        regions: &[(f64, f64)],
        tools: &VoiceTools,
    ) -> Result<Self, CutError> {
        let decoder = Decoder::open(source)?;
        let list = CutList::new(regions, decoder.sample_rate_hz())?;
        let (ranges, rate, channels) =
            (list.ranges(), decoder.sample_rate_hz(), decoder.channels());
        let chain = Chain::new(&tools.before_persona(), &ranges, rate, channels);
        Ok(Self {
            processing: Processing::new(Joining::new(decoder, &list), chain),
            heard: PcmBlock::new(),
            planner: Some(Box::new(Planner::new(&ranges, rate, channels))),
            persona: tools
                .persona
                .as_ref()
                .map(|key| Box::new(LevelChange::new(key, rate))),
            plan: None,
        })
    }

    /// Looks at one block; `false` when the plan is made.
    pub fn step(&mut self) -> Result<bool, CutError> {
        let Self {
            processing,
            heard,
            planner,
            persona,
            plan,
        } = self;
        let Some(measuring) = planner else {
            return Ok(false);
        };
        let more = processing.step(&mut |planes| {
            heard.reset(planes.len(), 0);
            heard.append(planes);
            measuring.push(heard);
            if let Some(persona) = persona {
                persona.push(heard);
            }
            Ok(())
        })?;
        if !more {
            let change_db = persona.take().map_or(0.0, |persona| persona.finish());
            *plan = planner
                .take()
                .map(|planner| planner.finish().moved(change_db));
        }
        Ok(more)
    }

    /// Part of the work that is done.
    pub fn fraction(&self) -> f64 {
        match self.plan {
            None => self.processing.fraction(),
            Some(_) => 1.0,
        }
    }

    /// The plan, once it is made.
    pub fn plan(&self) -> Option<&LoudnessPlan> {
        self.plan.as_ref()
    }
}
