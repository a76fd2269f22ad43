//! Subtracts the hum that a survey learned. That needs no state: a part sounds as in the whole take.

use core::ops::Range;

use super::super::stage::Stage;
use super::findings::HumTrack;
use super::hum::HARMONICS;
use super::hum_track::{Complex, Lines, PART_POINTS, POINT_SECONDS};
use crate::lanes::F32x4;
use crate::pcm::PcmBlock;

/// Frames between two exact phases.
const GRID: usize = 64;

impl HumTrack {
    fn parts(&self) -> usize {
        self.phases.len().div_ceil(PART_POINTS)
    }

    /// Between which of `count` values a place is, and how far from the first of them.
    fn between(place: f64, count: usize) -> (usize, usize, f64) {
        let last = count.saturating_sub(1);
        let place = place.clamp(0.0, last as f64);
        let index = (place as usize).min(last);
        (index, (index + 1).min(last), place - index as f64)
    }

    /// The relative phase at a time, and its rate of change.
    fn ahead(&self, seconds: f64) -> (f64, f64) {
        let place = (seconds - self.start_seconds) / POINT_SECONDS;
        let (a, b, share) = Self::between(place, self.phases.len());
        let at = |index: usize| {
            self.phases
                .get(index)
                .map_or(0.0, |&phase| f64::from(phase))
        };
        let step = at(b) - at(a);
        (at(a) + share * step, step / POINT_SECONDS)
    }

    /// Amplitudes of a channel at a time.
    fn amplitudes(&self, seconds: f64, channel: usize) -> Lines<Complex> {
        let parts = self.parts();
        let channels = (self.lines.len() / (2 * HARMONICS * parts.max(1))).max(1);
        let middle = (PART_POINTS as f64 - 1.0) / 2.0;
        let place = ((seconds - self.start_seconds) / POINT_SECONDS - middle) / PART_POINTS as f64;
        let (a, b, share) = Self::between(place, parts);
        let at = |part: usize, k: usize| -> Complex {
            let first = ((part * channels + channel.min(channels - 1)) * HARMONICS + k) * 2;
            let value = |index: usize| self.lines.get(index).map_or(0.0, |&x| f64::from(x));
            Complex {
                re: value(first),
                im: value(first + 1),
            }
        };
        core::array::from_fn(|k| {
            let (a, b) = (at(a, k), at(b, k));
            Complex::default().plus(a, 1.0 - share).plus(b, share)
        })
    }
}

/// Subtracts a known hum; a stage without latency or state.
#[derive(Debug)]
pub struct HumRemover {
    hz: f64,
    track: HumTrack,
    /// Frames of the source, one range after the other.
    kept: Vec<Range<u64>>,
    /// The range at work, and its next frame.
    range: usize,
    frame: u64,
    sample_rate_hz: f64,
    /// The hum of each channel in a cell of the source, so that blocks of any length give the same samples.
    cell: Option<u64>,
    hum: Vec<[f32; GRID]>,
    cleaned: PcmBlock,
}

impl HumRemover {
    /// For the frames `kept` of the source; without ranges for all of them.
    pub fn new(
        hz: f64,
        track: &HumTrack,
        kept: &[Range<u64>],
        sample_rate_hz: u32,
        channels: usize,
    ) -> Self {
        Self {
            hz,
            track: track.clone(),
            frame: kept.first().map_or(0, |range| range.start),
            kept: kept.to_vec(),
            range: 0,
            sample_rate_hz: f64::from(sample_rate_hz.max(1)),
            cell: None,
            hum: vec![[0.0; GRID]; channels],
            cleaned: PcmBlock::new(),
        }
    }

    fn make(&mut self, cell: u64) {
        let seconds = (cell * GRID as u64) as f64 / self.sample_rate_hz;
        let (ahead, rate) = self.track.ahead(seconds);
        let tau = core::f64::consts::TAU;
        let turns = powers(Complex::turn(tau * (self.hz * seconds).fract() + ahead));
        let steps = powers(Complex::turn((tau * self.hz + rate) / self.sample_rate_hz));
        let (step_re, step_im) = lanes(&steps);
        for (index, hum) in self.hum.iter_mut().enumerate() {
            let amplitudes = self.track.amplitudes(seconds, index);
            let first: Lines<Complex> = core::array::from_fn(|k| amplitudes[k].times(turns[k]));
            let (mut re, mut im) = lanes(&first);
            for sample in hum.iter_mut() {
                let sum = re.iter().fold(F32x4::splat(0.0), |sum, re| sum.add(*re));
                let [a, b, c, d] = sum.to_array();
                *sample = a + b + c + d;
                for k in 0..re.len() {
                    let (x, y) = (re[k], im[k]);
                    re[k] = x.mul(step_re[k]).sub(y.mul(step_im[k]));
                    im[k] = x.mul(step_im[k]).add(y.mul(step_re[k]));
                }
            }
        }
        self.cell = Some(cell);
    }
}

/// A turn once, twice and so on.
fn powers(turn: Complex) -> Lines<Complex> {
    let mut power = Complex { re: 1.0, im: 0.0 };
    core::array::from_fn(|_| {
        power = power.times(turn);
        power
    })
}

type Groups = [F32x4; HARMONICS / 4];

fn lanes(of: &Lines<Complex>) -> (Groups, Groups) {
    let group = |part: fn(&Complex) -> f64| -> Groups {
        core::array::from_fn(|group| {
            F32x4::new(core::array::from_fn(|lane| {
                part(&of[4 * group + lane]) as f32
            }))
        })
    };
    (group(|value| value.re), group(|value| value.im))
}

impl Stage for HumRemover {
    fn push(&mut self, block: &PcmBlock, out: &mut PcmBlock) {
        self.cleaned.reset(block.channel_count(), 0);
        self.cleaned.append(&block.planes());
        let mut from = 0;
        while from < block.frames() {
            while self.range + 1 < self.kept.len() && self.frame >= self.kept[self.range].end {
                self.range += 1;
                self.frame = self.kept[self.range].start;
            }
            let (cell, within) = (
                self.frame / GRID as u64,
                (self.frame % GRID as u64) as usize,
            );
            if self.cell != Some(cell) {
                self.make(cell);
            }
            let in_range = match self.kept.get(self.range) {
                Some(range) if self.range + 1 < self.kept.len() => range.end - self.frame,
                _ => GRID as u64,
            };
            let count = (GRID - within)
                .min(usize::try_from(in_range).unwrap_or(GRID))
                .min(block.frames() - from);
            for (index, hum) in self.hum.iter().enumerate() {
                let samples = &mut self.cleaned.channel_mut(index)[from..from + count];
                for (sample, hum) in samples.iter_mut().zip(&hum[within..]) {
                    *sample = if sample.is_finite() {
                        *sample - hum
                    } else {
                        0.0
                    };
                }
            }
            self.frame += count as u64;
            from += count;
        }
        out.append(&self.cleaned.planes());
    }

    fn finish(&mut self, _out: &mut PcmBlock) {}

    fn grid(&self) -> Option<u64> {
        Some(1)
    }

    fn enter(&mut self, frame: u64) {
        let mut left = frame;
        self.range = 0;
        let lengths = self.kept.iter().map(|range| range.end - range.start);
        for length in lengths.take(self.kept.len().saturating_sub(1)) {
            if left < length {
                break;
            }
            left -= length;
            self.range += 1;
        }
        self.frame = self.kept.get(self.range).map_or(0, |range| range.start) + left;
    }
}
