//! True peak: the largest magnitude between the samples, by four-fold interpolation
//! (ITU-R BS.1770-5 Annex 2).

use crate::lanes::F32x4;

/// Taps per phase.
pub const TAPS: usize = 12;

/// The interpolation filter of BS.1770-5 Annex 2, the four phases of each tap together.
#[rustfmt::skip]
const FILTER: [[f32; 4]; TAPS] = [
    [ 0.001_708_984_4, -0.029_174_805,  -0.018_920_898,  -0.008_300_781],
    [ 0.010_986_328,    0.029_296_875,   0.033_081_055,   0.014_892_578],
    [-0.019_653_32,    -0.051_757_813,  -0.058_227_54,   -0.026_611_328],
    [ 0.033_203_125,    0.089_111_33,    0.101_562_5,     0.047_607_42 ],
    [-0.059_448_242,   -0.166_503_9,    -0.200_317_38,   -0.102_294_92 ],
    [ 0.137_329_1,      0.465_087_9,     0.779_785_16,    0.972_167_97 ],
    [ 0.972_167_97,     0.779_785_16,    0.465_087_9,     0.137_329_1  ],
    [-0.102_294_92,    -0.200_317_38,   -0.166_503_9,    -0.059_448_242],
    [ 0.047_607_42,     0.101_562_5,     0.089_111_33,    0.033_203_125],
    [-0.026_611_328,   -0.058_227_54,   -0.051_757_813,  -0.019_653_32 ],
    [ 0.014_892_578,    0.033_081_055,   0.029_296_875,   0.010_986_328],
    [-0.008_300_781,   -0.018_920_898,  -0.029_174_805,   0.001_708_984_4],
];

/// No phase can raise a magnitude by more than the sum of its taps' magnitudes (2.03 at most), so
/// frames around which everything stays under peak/2.04 need no filtering.
pub const MAX_GAIN: f32 = 2.04;

/// Frames that are looked at together, and those of them that are skipped or filtered together.
const STRETCH: usize = 64;
const GROUP: usize = 16;

/// Even and odd part of a pair of phases that mirror each other (0 and 3, 1 and 2): with s and d the
/// sum and difference of mirrored samples, E = Σ even·s and O = Σ odd·d, the phases are E + O and
/// E - O, and the larger magnitude of the two is |E| + |O|.
struct PhasePair {
    even: [f32; TAPS / 2],
    odd: [f32; TAPS / 2],
}

const fn phase_pair(phase: usize) -> PhasePair {
    let (mut even, mut odd) = ([0.0; TAPS / 2], [0.0; TAPS / 2]);
    let mut k = 0;
    while k < TAPS / 2 {
        even[k] = 0.5 * (FILTER[k][phase] + FILTER[TAPS - 1 - k][phase]);
        odd[k] = 0.5 * (FILTER[k][phase] - FILTER[TAPS - 1 - k][phase]);
        k += 1;
    }
    PhasePair { even, odd }
}

const PHASE_PAIRS: [PhasePair; 2] = [phase_pair(0), phase_pair(1)];

/// The running true peak of one channel.
#[derive(Debug, Clone)]
pub struct TruePeak {
    /// The last frames of the stretch before, then the stretch.
    recent: [f32; TAPS - 1 + STRETCH],
    filled: usize,
    peak: f32,
}

impl TruePeak {
    pub fn new() -> Self {
        Self {
            recent: [0.0; TAPS - 1 + STRETCH],
            filled: 0,
            peak: 0.0,
        }
    }

    pub fn push(&mut self, mut samples: &[f32]) {
        while !samples.is_empty() {
            let take = samples.len().min(STRETCH - self.filled);
            let (head, rest) = samples.split_at(take);
            self.recent[TAPS - 1 + self.filled..][..take].copy_from_slice(head);
            self.filled += take;
            samples = rest;
            if self.filled == STRETCH {
                self.look();
            }
        }
    }

    /// Linear, full scale is 1. The filter's tail past the last sample is included.
    pub fn finish(mut self) -> f32 {
        self.push(&[0.0; TAPS]);
        self.recent[TAPS - 1 + self.filled..].fill(0.0);
        self.look();
        self.peak
    }

    fn look(&mut self) {
        self.peak = larger(self.peak, loudest_of(&mut self.recent));
        for group in (0..STRETCH).step_by(GROUP) {
            let around = &self.recent[group..group + GROUP + TAPS - 1];
            if loudest(around) * MAX_GAIN > self.peak {
                let mut highest = F32x4::splat(0.0);
                for at in (0..GROUP).step_by(4) {
                    highest = highest.max(between(around, at));
                }
                for magnitude in highest.to_array() {
                    self.peak = larger(self.peak, magnitude);
                }
            }
        }
        self.recent.copy_within(STRETCH.., 0);
        self.filled = 0;
    }
}

/// Largest magnitude of the four phases, for the windows of [`TAPS`] samples from `at` to `at + 3`.
#[inline(always)]
pub fn between(samples: &[f32], at: usize) -> F32x4 {
    let taps: [F32x4; TAPS] = core::array::from_fn(|tap| F32x4::load(samples, at + TAPS - 1 - tap));
    let mut largest = F32x4::splat(0.0);
    for PhasePair { even, odd } in &PHASE_PAIRS {
        let (mut e, mut o) = (F32x4::splat(0.0), F32x4::splat(0.0));
        for k in 0..TAPS / 2 {
            let (x, mirrored) = (taps[k], taps[TAPS - 1 - k]);
            e = e.add(F32x4::splat(even[k]).mul(x.add(mirrored)));
            o = o.add(F32x4::splat(odd[k]).mul(x.sub(mirrored)));
        }
        largest = largest.max(e.abs().add(o.abs()));
    }
    largest
}

/// `f32::max` is a call in wasm. NaN is not larger.
fn larger(a: f32, b: f32) -> f32 {
    if b > a {
        b
    } else {
        a
    }
}

/// Largest magnitude; values that are not a number have none.
pub fn loudest(samples: &[f32]) -> f32 {
    let mut four = F32x4::splat(0.0);
    for at in (0..samples.len()).step_by(4) {
        four = four.max(F32x4::load_padded(samples, at).abs());
    }
    four.to_array().into_iter().fold(0.0, larger)
}

/// Largest magnitude. A sample that is not finite is made silent: one would drown the whole file.
fn loudest_of(samples: &mut [f32]) -> f32 {
    let found = loudest(samples);
    if found.is_finite() {
        return found;
    }
    for sample in samples.iter_mut().filter(|sample| !sample.is_finite()) {
        *sample = 0.0;
    }
    loudest(samples)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_the_peak_between_the_samples() {
        // A quarter of the sample rate, 45° off: every sample is 0.707, the wave reaches 1.
        let samples: Vec<f32> = (0..4000)
            .map(|n| (core::f32::consts::FRAC_PI_2 * (n as f32 + 0.5)).sin() * 0.5)
            .collect();
        for piece in [1, 63, 64, 65, 4000] {
            let mut peak = TruePeak::new();
            samples.chunks(piece).for_each(|part| peak.push(part));
            let decibels = 20.0 * (peak.finish() / 0.5).log10();
            // EBU Tech 3341 allows +0.2 / -0.4 dB.
            assert!(
                (-0.4..=0.2).contains(&decibels),
                "{decibels} dB, pieces of {piece}"
            );
        }
    }

    #[test]
    fn samples_that_are_not_finite_are_silent() {
        let mut peak = TruePeak::new();
        peak.push(&[f32::INFINITY, 0.25, f32::NAN, f32::NEG_INFINITY]);
        peak.push(&[0.0; 200]);
        assert!((0.2..0.6).contains(&peak.finish()));
    }

    #[test]
    fn phases_mirror_each_other() {
        for (k, taps) in FILTER.iter().enumerate() {
            let mut mirrored = FILTER[TAPS - 1 - k];
            mirrored.reverse();
            assert_eq!(taps, &mirrored);
        }
    }

    #[test]
    fn the_bound_covers_every_phase_and_skipping_changes_nothing() {
        for phase in 0..4 {
            let gain: f32 = FILTER.iter().map(|taps| taps[phase].abs()).sum();
            assert!(gain < MAX_GAIN, "phase {phase}: {gain}");
        }
        let mut seed = 5u32;
        let samples: Vec<f32> = (0..5000)
            .map(|n| {
                seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                let noise = (seed >> 8) as f32 / (1 << 23) as f32 - 1.0;
                noise * if n / 700 % 2 == 0 { 0.9 } else { 0.3 }
            })
            .collect();
        let mut padded = vec![0.0; TAPS - 1];
        padded.extend_from_slice(&samples);
        padded.extend_from_slice(&[0.0; TAPS]);
        let mut slow = samples.iter().fold(0.0f32, |peak, x| peak.max(x.abs()));
        for window in padded.windows(TAPS) {
            for phase in 0..4 {
                let sum: f32 = (0..TAPS)
                    .map(|k| FILTER[k][phase] * window[TAPS - 1 - k])
                    .sum();
                slow = slow.max(sum.abs());
            }
        }
        let mut fast = TruePeak::new();
        fast.push(&samples);
        assert!((fast.finish() - slow).abs() < 1e-5);
    }
}
