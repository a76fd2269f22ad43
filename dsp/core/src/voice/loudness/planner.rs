//! Makes a plan from one pass over the kept audio.

use core::ops::Range;

use super::leveller::Leveller;
use super::lift::{corners, lift_of, STEPS_PER_SECOND};
use super::peaks::Peaks;
use super::plan::{in_source, LiftPoint, LoudnessPlan};
use super::steps::Steps;
use crate::analysis::loudness::{integrated_of, LoudnessMeter};
use crate::pcm::PcmBlock;

/// Largest gain for the whole take, dB: audio that needs more is noise.
const MAX_GAIN_DB: f64 = 30.0;
/// Gains beyond the first guess that are tried together, dB: the limiter's reduction is added before it.
const TRIED_DB: [f64; 4] = [0.0, 1.0, 2.5, 5.0];

/// Loudness and peaks over time.
pub struct Planner {
    meter: LoudnessMeter,
    steps: Steps,
    peaks: Peaks,
    kept: Vec<Range<u64>>,
    sample_rate_hz: u32,
    channels: usize,
}

impl Planner {
    /// For the frames `kept` of a source, one range after the other.
    pub fn new(kept: &[Range<u64>], sample_rate_hz: u32, channels: usize) -> Self {
        let meter = LoudnessMeter::followed(sample_rate_hz);
        Self {
            peaks: Peaks::new(meter.step_frames()),
            meter,
            steps: Steps::default(),
            kept: kept.to_vec(),
            sample_rate_hz,
            channels,
        }
    }

    /// Adds the next frames.
    pub fn push(&mut self, block: &PcmBlock) {
        self.peaks.push(block);
        self.meter.push(block);
        for energy in self.meter.take_steps() {
            self.steps.add(energy);
        }
    }

    /// The plan.
    pub fn finish(self) -> LoudnessPlan {
        let measured = self.meter.finish();
        let mut plan = LoudnessPlan {
            measured_lufs: measured.integrated_lufs,
            true_peak_dbtp: measured.true_peak_dbtp,
            ..LoudnessPlan::nothing(self.channels)
        };
        let Some(lufs) = measured.integrated_lufs else {
            return plan;
        };
        let lift = lift_of(&self.steps, lufs);
        let rate = f64::from(self.sample_rate_hz);
        plan.lift = corners(&lift)
            .iter()
            .map(|&(step, db)| {
                let frame = (step as f64 + 0.5) / STEPS_PER_SECOND * rate;
                LiftPoint {
                    at_seconds: in_source(&self.kept, frame.round() as u64) as f64 / rate,
                    db: (f64::from(db) * 100.0).round() / 100.0,
                }
            })
            .collect();
        let lifted = |step: usize, db: f64| self.steps.energy(step) * libm::pow(10.0, db / 10.0);
        let raised = lift.iter().enumerate();
        let raised = raised.map(|(step, &db)| lifted(step, f64::from(db)));
        plan.gain_db = (plan.target_lufs - integrated_of(raised).unwrap_or(lufs)).min(MAX_GAIN_DB);
        let highest = plan.lift.iter().map(|point| point.db).fold(0.0, f64::max);
        let peak = measured.true_peak_dbtp.unwrap_or(f64::NEG_INFINITY) + plan.gain_db + highest;
        if peak <= Leveller::limited_above_dbtp() {
            return plan;
        }
        let mut results: Vec<(f64, f64)> = Vec::new();
        for gain in TRIED_DB.map(|more| plan.gain_db + more) {
            let gains: Vec<f64> = lift.iter().map(|&db| f64::from(db) + gain).collect();
            let left = self.peaks.left(&gains).zip(&gains).enumerate();
            let limited = left.map(|(step, (share, &db))| share * lifted(step, db));
            if let Some(lufs) = integrated_of(limited) {
                results.push((gain, lufs));
            }
        }
        plan.gain_db = gain_for(&results, plan.target_lufs).unwrap_or(plan.gain_db);
        plan
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
