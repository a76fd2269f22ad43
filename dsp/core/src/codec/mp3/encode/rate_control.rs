//! Constant bitrate from constant quality: one shift of all steps is held for the whole stream and
//! drifts slowly with the fill of the bit reservoir, so that loud and quiet frames share bits.

use super::math::{larger, smaller};

/// Finest shift: 36 dB below the masking thresholds.
pub const FINEST_SHIFT: i32 = -48;
/// Coarsest shift tried before a granule is given up as silence.
pub const COARSEST_SHIFT: i32 = 120;
/// Part of the reservoir that is kept filled on average.
const FILL_TARGET: f32 = 0.6;
/// Frames over which the reservoir is filled at the start of a piece and emptied before its end:
/// slow enough to take only some 2 % of the bits.
const RAMP_FRAMES: u64 = 40;

/// Budget of one frame, in bits of main data.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Budget {
    /// Fewer would overflow the reservoir and be stuffed.
    pub least: u32,
    /// More is spent only to keep noise under the thresholds: it would empty the reservoir for
    /// inaudible quality while the next frame may need it.
    pub usual: u32,
    /// More would not fit.
    pub most: u32,
}

/// The controller. Shifts are in steps of `global_gain` relative to the masking thresholds.
pub struct RateControl {
    settled: f32,
    /// Bits a frame loses per step of shift.
    slope: f32,
    shift: f32,
    /// Frames since the reservoir was empty, and frames until it must be again.
    since_start: u64,
    until_end: Option<u64>,
    /// Frames that have taught the settled shift.
    learnt: u32,
}

impl RateControl {
    /// Starts at the thresholds.
    pub fn new() -> Self {
        Self {
            settled: 0.0,
            slope: 100.0,
            shift: 0.0,
            since_start: 0,
            until_end: None,
            learnt: 0,
        }
    }

    /// Shift to try first for the next frame.
    pub fn first_shift(&self) -> i32 {
        let rounded = if self.shift < 0.0 {
            self.shift - 0.5
        } else {
            self.shift + 0.5
        };
        (rounded as i32).clamp(FINEST_SHIFT, COARSEST_SHIFT)
    }

    /// Step from `shift`, at which `bits` were needed, towards `wanted` bits; never 0.
    pub fn correction(&self, bits: u32, wanted: u32) -> i32 {
        let difference = bits as f32 - wanted as f32;
        let steps = (difference / self.slope) as i32;
        if difference > 0.0 {
            steps.clamp(1, 40)
        } else {
            steps.clamp(-40, -1)
        }
    }

    /// Learns from two tries of one frame.
    pub fn learn_slope(&mut self, (shift_a, bits_a): (i32, u32), (shift_b, bits_b): (i32, u32)) {
        if shift_a == shift_b {
            return;
        }
        let slope = (bits_b as f32 - bits_a as f32) / (shift_a - shift_b) as f32;
        if slope > 5.0 {
            self.slope += 0.25 * (slope.min(2000.0) - self.slope);
        }
    }

    /// The reservoir is empty from here on: a piece begins.
    pub fn restart(&mut self) {
        self.since_start = 0;
        self.shift = self.settled;
    }

    /// Frames to come, this one counted, before the reservoir must be empty again; `None` when
    /// nothing follows or the end is not known.
    pub fn announce_end(&mut self, frames: Option<u64>) {
        self.until_end = frames;
    }

    /// Notes the shift a frame was coded at.
    pub fn used(&mut self, shift: i32) {
        // The first frames teach fast, later ones slowly.
        if shift <= FINEST_SHIFT {
            // Silence is no measure of the quality that sound can have.
            return;
        }
        let weight = smaller(0.5, larger(0.02, 2.0 / (self.learnt + 2) as f32));
        self.learnt = self.learnt.saturating_add(1);
        self.settled += weight * (shift as f32 - self.shift);
    }

    /// Closes a frame: `left` bits remain in the reservoir of `limit` bits.
    pub fn close_frame(&mut self, left: u32, limit: u32) {
        self.since_start += 1;
        let ramp = self
            .until_end
            .map_or(self.since_start, |frames| {
                frames.saturating_sub(1).min(self.since_start)
            })
            .min(RAMP_FRAMES);
        let target = FILL_TARGET * limit as f32 * ramp as f32 / RAMP_FRAMES as f32;
        let error = (target - left as f32) / self.slope;
        self.settled += 0.02 * error;
        self.settled = self
            .settled
            .clamp(FINEST_SHIFT as f32, COARSEST_SHIFT as f32);
        self.shift = self.settled + 0.15 * error;
    }
}
