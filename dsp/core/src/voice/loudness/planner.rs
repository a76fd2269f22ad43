//! Makes a plan from two passes over the kept audio.

use core::ops::Range;

use super::super::stage::Stage;
use super::leveller::Leveller;
use super::lift::{corners, lift_of, STEPS_PER_SECOND};
use super::plan::{in_source, LiftPoint, LoudnessPlan};
use super::steps::Steps;
use crate::analysis::loudness::{integrated_of, LoudnessMeter};
use crate::pcm::PcmBlock;

/// Largest gain for the whole take, dB: audio that needs more is noise.
const MAX_GAIN_DB: f64 = 30.0;
/// Gains beyond the first guess that are tried together, dB: the limiter's reduction is added before it.
const TRIED_DB: [f64; 4] = [0.0, 1.0, 2.5, 5.0];

/// The first pass: loudness over time.
pub struct Planner {
    meter: LoudnessMeter,
    steps: Steps,
    kept: Vec<Range<u64>>,
    sample_rate_hz: u32,
    channels: usize,
}

impl Planner {
    /// For the frames `kept` of a source, one range after the other.
    pub fn new(kept: &[Range<u64>], sample_rate_hz: u32, channels: usize) -> Self {
        Self {
            meter: LoudnessMeter::followed(sample_rate_hz),
            steps: Steps::default(),
            kept: kept.to_vec(),
            sample_rate_hz,
            channels,
        }
    }

    /// Adds the next frames.
    pub fn push(&mut self, block: &PcmBlock) {
        self.meter.push(block);
        for energy in self.meter.take_steps() {
            self.steps.add(energy);
        }
    }

    /// The plan, and the second pass where the limiter would act on it.
    pub fn finish(self) -> (LoudnessPlan, Option<Trial>) {
        let measured = self.meter.finish();
        let mut plan = LoudnessPlan {
            measured_lufs: measured.integrated_lufs,
            true_peak_dbtp: measured.true_peak_dbtp,
            ..LoudnessPlan::nothing(self.channels)
        };
        let Some(lufs) = measured.integrated_lufs else {
            return (plan, None);
        };
        let lift = lift_of(&self.steps, lufs);
        let lifted = lift
            .iter()
            .enumerate()
            .map(|(step, &db)| self.steps.energy(step) * libm::pow(10.0, f64::from(db) / 10.0));
        let lifted_lufs = integrated_of(lifted).unwrap_or(lufs);
        plan.gain_db = (plan.target_lufs - lifted_lufs).min(MAX_GAIN_DB);
        let rate = f64::from(self.sample_rate_hz);
        let points = corners(&lift);
        plan.lift = points
            .iter()
            .map(|&(step, db)| {
                let frame = (step as f64 + 0.5) / STEPS_PER_SECOND * rate;
                LiftPoint {
                    at_seconds: in_source(&self.kept, frame.round() as u64) as f64 / rate,
                    db: (f64::from(db) * 100.0).round() / 100.0,
                }
            })
            .collect();
        let highest = plan.lift.iter().map(|point| point.db).fold(0.0, f64::max);
        let peak = measured.true_peak_dbtp.unwrap_or(f64::NEG_INFINITY) + plan.gain_db + highest;
        let trial = (peak > Leveller::limited_above_dbtp())
            .then(|| Trial::new(&plan, &self.kept, self.sample_rate_hz));
        (plan, trial)
    }
}

/// The second pass: the limiter's result for several gains.
pub struct Trial {
    tried: Vec<(f64, Leveller, LoudnessMeter)>,
    target_lufs: f64,
    limited: PcmBlock,
}

impl Trial {
    fn new(plan: &LoudnessPlan, kept: &[Range<u64>], sample_rate_hz: u32) -> Self {
        let tried = TRIED_DB.map(|more| {
            let tried = LoudnessPlan {
                gain_db: plan.gain_db + more,
                ..plan.clone()
            };
            let leveller = Leveller::new(&tried, kept, sample_rate_hz);
            (
                tried.gain_db,
                leveller,
                LoudnessMeter::of(sample_rate_hz, true, false),
            )
        });
        Self {
            tried: tried.into(),
            target_lufs: plan.target_lufs,
            limited: PcmBlock::new(),
        }
    }

    /// Adds the next frames, the same as in the first pass.
    pub fn push(&mut self, block: &PcmBlock) {
        for (_, leveller, meter) in &mut self.tried {
            self.limited.reset(block.channel_count(), 0);
            leveller.push(block, &mut self.limited);
            meter.push(&self.limited);
        }
    }

    /// The gain that reaches the target, stored in the plan.
    pub fn finish(mut self, channels: usize, plan: &mut LoudnessPlan) {
        let mut results: Vec<(f64, f64)> = Vec::new();
        for (gain, mut leveller, mut meter) in self.tried.drain(..) {
            self.limited.reset(channels, 0);
            leveller.finish(&mut self.limited);
            meter.push(&self.limited);
            if let Some(lufs) = meter.finish().integrated_lufs {
                results.push((gain, lufs));
            }
        }
        plan.gain_db = gain_for(&results, self.target_lufs).unwrap_or(plan.gain_db);
    }
}

/// Between the two gains whose results are around the target; the nearest where none are.
fn gain_for(results: &[(f64, f64)], target: f64) -> Option<f64> {
    let around = results
        .windows(2)
        .find(|pair| pair[0].1 <= target && target <= pair[1].1);
    if let Some([a, b]) = around {
        let share = if b.1 > a.1 {
            (target - a.1) / (b.1 - a.1)
        } else {
            0.0
        };
        return Some(a.0 + share * (b.0 - a.0));
    }
    results
        .iter()
        .min_by(|a, b| (a.1 - target).abs().total_cmp(&(b.1 - target).abs()))
        .map(|nearest| nearest.0)
}
