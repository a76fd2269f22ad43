//! What the limiter will do to the loudness of a take, told from the peak and the energy of every 5 ms, so that the take
//! need not be read again to try it.

use super::leveller::Leveller;
use super::limiter::RELEASE_SECONDS;
use crate::pcm::PcmBlock;

/// Blocks of 5 ms, the limiter's look-ahead, in a step of 100 ms.
const BLOCKS_PER_STEP: usize = 20;
const BLOCK_SECONDS: f64 = 0.005;
/// Levels are kept in halves of a decibel above this.
const LOWEST_DB: f64 = -100.0;
/// Assumed height of the true peak above the sample peak. It is 0 in vowels and up to 2 dB in consonants.
const BETWEEN_DB: f64 = 0.5;

/// One block, as levels.
#[derive(Debug, Clone, Copy)]
struct Block {
    peak: u8,
    energy: u8,
}

/// Peaks and energies over time, 400 bytes a second.
pub struct Peaks {
    step_frames: usize,
    blocks: Vec<Block>,
    /// Frames of the block that is being filled, its highest sample and its sum of squares.
    filled: usize,
    highest: f32,
    energy: f64,
}

impl Peaks {
    /// For steps of `step_frames`.
    pub fn new(step_frames: usize) -> Self {
        Self {
            // Below 5 Hz there would be none, and blocks without end.
            step_frames: step_frames.max(1),
            blocks: Vec::new(),
            filled: 0,
            highest: 0.0,
            energy: 0.0,
        }
    }

    /// Adds the next frames.
    pub fn push(&mut self, block: &PcmBlock) {
        let mut from = 0;
        while from < block.frames() {
            let index = self.blocks.len() % BLOCKS_PER_STEP;
            let edge = |index: usize| index * self.step_frames / BLOCKS_PER_STEP;
            let length = edge(index + 1) - edge(index);
            let take = length
                .saturating_sub(self.filled)
                .min(block.frames() - from);
            for channel in 0..block.channel_count() {
                for &sample in &block.channel(channel)[from..from + take] {
                    self.highest = self.highest.max(sample.abs());
                    self.energy += f64::from(sample * sample);
                }
            }
            from += take;
            self.filled += take;
            if self.filled >= length {
                let peak = f64::from(self.highest);
                self.blocks.push(Block {
                    peak: level(peak * peak),
                    energy: level(self.energy),
                });
                (self.filled, self.highest, self.energy) = (0, 0.0, 0.0);
            }
        }
    }

    /// The share of its energy that the limiter leaves each step, where the steps get `gains_db` before it.
    pub fn left<'a>(&'a self, gains_db: &'a [f64]) -> impl Iterator<Item = f64> + 'a {
        // The gain that a block's peak needs.
        let needed = |block: usize| match self.blocks.get(block) {
            Some(here) => {
                let gain = gains_db.get(block / BLOCKS_PER_STEP).copied();
                let peak = decibels(here.peak) + BETWEEN_DB + gain.unwrap_or(0.0);
                let over = peak - Leveller::limited_above_dbtp();
                libm::pow(10.0, -over.max(0.0) / 20.0)
            }
            None => 1.0,
        };
        let release = 1.0 - libm::exp(-BLOCK_SECONDS / RELEASE_SECONDS);
        let mut next = needed(0);
        let mut held = next;
        (0..gains_db.len()).map(move |step| {
            let (mut before, mut after) = (0.0, 0.0);
            let first = step * BLOCKS_PER_STEP;
            for block in first..first + BLOCKS_PER_STEP {
                // The gain falls while the peak is still ahead, and returns slowly.
                let here = core::mem::replace(&mut next, needed(block + 1));
                let least = here.min(next);
                let follows = if least < held {
                    least
                } else {
                    held + (least - held) * release
                };
                let gain = (held + follows) / 2.0;
                held = follows;
                let energy = self
                    .blocks
                    .get(block)
                    .map_or(0.0, |block| power(block.energy));
                before += energy;
                after += energy * gain * gain;
            }
            if before > 0.0 {
                after / before
            } else {
                1.0
            }
        })
    }
}

/// `as` saturates: absurd powers stay levels.
fn level(power: f64) -> u8 {
    (2.0 * (10.0 * libm::log10(power.max(1e-30)) - LOWEST_DB)).round() as u8
}

fn decibels(level: u8) -> f64 {
    f64::from(level) / 2.0 + LOWEST_DB
}

fn power(level: u8) -> f64 {
    libm::pow(10.0, decibels(level) / 10.0)
}
