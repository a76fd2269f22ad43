//! What one pair of the pyramid is made from: the smallest, the largest and the squares of a run of
//! samples, looked at once. Each sample's square has a lane by its place in the run, so that the sum does
//! not depend on the pieces the run came in.

use crate::lanes::F32x4;

const LANES: usize = 4;

/// A run that is being taken in; starts empty (min > max).
#[derive(Debug, Clone, Copy)]
pub(super) struct Run {
    min: f32,
    max: f32,
    /// Sums of squares of the first channel and of the others.
    squares: [F32x4; 2],
    channels: usize,
}

impl Default for Run {
    fn default() -> Self {
        Self {
            min: f32::INFINITY,
            max: f32::NEG_INFINITY,
            squares: [F32x4::splat(0.0); 2],
            channels: 0,
        }
    }
}

impl Run {
    /// Adds `samples` of a channel, the first of which stands `at` frames after the run's beginning.
    /// Values that are not a number have no effect.
    pub fn include(&mut self, channel: usize, at: usize, samples: &[f32]) {
        self.channels = self.channels.max(channel + 1);
        let before = self.squares[channel.min(1)];
        let ahead = (LANES - at % LANES) % LANES;
        let (head, body) = samples.split_at(ahead.min(samples.len()));
        let (fours, tail) = body.as_chunks::<LANES>();
        let mut squares = self.include_singly(before, at, head);
        let mut min = F32x4::splat(f32::INFINITY);
        let mut max = F32x4::splat(f32::NEG_INFINITY);
        for four in fours {
            let four = F32x4::new(*four);
            min = min.min(four);
            max = max.max(four);
            squares = squares.add(four.mul(four));
        }
        for (min, max) in min.to_array().into_iter().zip(max.to_array()) {
            self.widen(min, max);
        }
        squares = self.include_singly(squares, at + samples.len() - tail.len(), tail);
        let finite = squares.to_array().iter().all(|lane| lane.is_finite());
        self.squares[channel.min(1)] = if finite {
            squares
        } else {
            tamed(before, at, samples)
        };
    }

    fn include_singly(&mut self, squares: F32x4, at: usize, samples: &[f32]) -> F32x4 {
        if samples.is_empty() {
            return squares;
        }
        let mut lanes = squares.to_array();
        for (place, &x) in samples.iter().enumerate() {
            self.widen(x, x);
            lanes[(at + place) % LANES] += x * x;
        }
        F32x4::new(lanes)
    }

    /// A NaN is neither smaller nor larger than anything.
    fn widen(&mut self, min: f32, max: f32) {
        if min < self.min {
            self.min = min;
        }
        if max > self.max {
            self.max = max;
        }
    }

    /// Smallest and largest, full scale ±1 as -128 … 127, rounded towards zero as audiowaveform does.
    pub fn pair(&self) -> [i8; 2] {
        if self.min > self.max {
            return [0, 0];
        }
        [(self.min * 128.0) as i8, (self.max * 128.0) as i8]
    }

    /// The root of the RMS over this many frames, full scale as 255: a byte then holds 96 dB, and quiet
    /// sound keeps its steps.
    pub fn rms(&self, frames: usize) -> u8 {
        let samples = (frames * self.channels).max(1) as f32;
        let [a, b, c, d] = self.squares[0].add(self.squares[1]).to_array();
        let mean_square = ((a + b) + (c + d)) / samples;
        (mean_square.sqrt().sqrt() * 255.0 + 0.5) as u8
    }
}

/// The squares where some samples are not finite: NaN counts as silence, the rest up to full scale.
fn tamed(squares: F32x4, at: usize, samples: &[f32]) -> F32x4 {
    let mut lanes = squares.to_array();
    for (place, &x) in samples.iter().enumerate() {
        let x = if x.is_nan() { 0.0 } else { x.clamp(-1.0, 1.0) };
        lanes[(at + place) % LANES] += x * x;
    }
    F32x4::new(lanes)
}
