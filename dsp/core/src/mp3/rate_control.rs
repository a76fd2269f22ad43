//! Constant bitrate from constant quality: one shift of all steps is held for the whole stream and
//! drifts slowly with the fill of the bit reservoir, so that loud and quiet frames share bits.

/// Finest shift: 36 dB below the masking thresholds.
pub const FINEST_SHIFT: i32 = -48;
/// Coarsest shift tried before a granule is given up as silence.
pub const COARSEST_SHIFT: i32 = 120;
/// Part of the reservoir that is kept filled on average.
const FILL_TARGET: f32 = 0.6;

/// What one frame may spend, in bits of main data.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Budget {
    /// Fewer would overflow the reservoir and be stuffed.
    pub least: u32,
    /// More would not fit.
    pub most: u32,
}

/// The controller. Shifts are in steps of `global_gain` relative to the masking thresholds.
pub struct RateControl {
    settled: f32,
    /// Bits a frame loses per step of shift.
    slope: f32,
    shift: f32,
}

impl RateControl {
    /// Starts at the thresholds.
    pub fn new() -> Self {
        Self {
            settled: 0.0,
            slope: 100.0,
            shift: 0.0,
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

    /// Notes the shift a frame was coded at.
    pub fn used(&mut self, shift: i32) {
        self.settled += 0.02 * (shift as f32 - self.shift);
    }

    /// Closes a frame: `left` bits remain in the reservoir of `limit` bits.
    pub fn close_frame(&mut self, left: u32, limit: u32) {
        let error = (FILL_TARGET * limit as f32 - left as f32) / self.slope;
        self.settled += 0.02 * error;
        self.settled = self
            .settled
            .clamp(FINEST_SHIFT as f32, COARSEST_SHIFT as f32);
        self.shift = self.settled + 0.15 * error;
    }
}
