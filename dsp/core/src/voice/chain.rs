//! The tools in their order.

use core::ops::Range;

use super::area_gains::{AreaGain, AreaGains};
use super::fades::Fading;
use super::loudness::{Leveller, Limiter};
use super::persona::Persona;
use super::stage::Stage;
use super::tools::VoiceTools;
use crate::pcm::PcmBlock;

/// The limiter behind raised areas lets no peak above this level, dB. It does not change lower ones.
const FULL_SCALE_DB: f64 = 0.0;

/// Stages one after the other; a stage itself.
pub struct Chain {
    stages: Vec<Box<dyn Stage>>,
    /// Between two stages: input and output.
    passing: PcmBlock,
    passed: PcmBlock,
}

impl Chain {
    /// The chain of `tools` for audio that consists of the frames `kept` of its source, one range after the other.
    pub fn new(
        tools: &VoiceTools,
        kept: &[Range<u64>],
        sample_rate_hz: u32,
        channels: usize,
    ) -> Self {
        let mut stages: Vec<Box<dyn Stage>> = Vec::new();
        #[cfg(feature = "cleanup")]
        if let Some(wanted) = &tools.cleanup {
            stages = super::cleanup::stages(wanted, kept, sample_rate_hz, channels);
        }
        if let Some(key) = &tools.persona {
            stages.push(Box::new(Persona::new(key, sample_rate_hz, channels)));
        }
        if !tools.area_gains.is_empty() {
            let gains = AreaGains::new(&tools.area_gains, kept, sample_rate_hz);
            stages.push(Box::new(gains));
            if tools.area_gains.iter().any(AreaGain::raises) {
                stages.push(Box::new(Limiter::new(FULL_SCALE_DB, sample_rate_hz)));
            }
        }
        if let Some(plan) = tools
            .loudness
            .as_ref()
            .filter(|plan| plan.measured_lufs.is_some())
        {
            stages.push(Box::new(Leveller::new(plan, kept, sample_rate_hz)));
        }
        if let Some(fades) = tools.fades.filter(|fades| !fades.is_none()) {
            stages.push(Box::new(Fading::new(fades, sample_rate_hz)));
        }
        Self {
            stages,
            passing: PcmBlock::new(),
            passed: PcmBlock::new(),
        }
    }

    /// Whether it changes nothing.
    pub fn is_empty(&self) -> bool {
        self.stages.is_empty()
    }

    /// Takes `passing` through all stages, their ends included when it is the last there is.
    fn run(&mut self, channels: usize, is_last: bool, out: &mut PcmBlock) {
        for stage in &mut self.stages {
            self.passed.reset(channels, 0);
            if self.passing.frames() > 0 {
                stage.push(&self.passing, &mut self.passed);
            }
            if is_last {
                stage.finish(&mut self.passed);
            }
            core::mem::swap(&mut self.passing, &mut self.passed);
        }
        out.append(&self.passing.planes());
    }
}

impl Stage for Chain {
    fn push(&mut self, block: &PcmBlock, out: &mut PcmBlock) {
        self.passing.reset(block.channel_count(), 0);
        self.passing.append(&block.planes());
        self.run(block.channel_count(), false, out);
    }

    fn finish(&mut self, out: &mut PcmBlock) {
        let channels = out.channel_count();
        self.passing.reset(channels, 0);
        self.run(channels, true, out);
    }

    fn grid(&self) -> Option<u64> {
        self.stages.iter().try_fold(1, |all, stage| {
            let grid = stage.grid()?;
            Some(all / common_divisor(all, grid) * grid)
        })
    }

    fn enter(&mut self, frame: u64) {
        for stage in &mut self.stages {
            stage.enter(frame);
        }
    }
}

/// The greatest common divisor, by Euclid's algorithm.
fn common_divisor(a: u64, b: u64) -> u64 {
    if b == 0 {
        a
    } else {
        common_divisor(b, a % b)
    }
}
