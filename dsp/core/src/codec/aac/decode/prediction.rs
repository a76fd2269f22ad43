//! Backward-adaptive prediction of Main (ISO 14496-3 §4.6.6): each line is predicted by a lattice of
//! order 2 from its own past. The predictors' state has 16 bits, so that encoder and
//! decoder never drift apart.

use crate::codec::aac::syntax::ics_info::{Prediction, RESET_GROUPS};
use crate::codec::aac::syntax::scale_factor_bands::Bands;

/// Lines that may be predicted.
const MAX_PREDICTED: usize = 672;
/// Attenuation a of the lattice, and α of its averages (§4.6.6.3.2).
const A: f32 = 61.0 / 64.0;
const ALPHA: f32 = 29.0 / 32.0;

#[derive(Debug, Clone, Copy)]
struct Predictor {
    r: [f32; 2],
    correlation: [f32; 2],
    variance: [f32; 2],
}

const FRESH: Predictor = Predictor {
    r: [0.0; 2],
    correlation: [0.0; 2],
    variance: [1.0; 2],
};

/// The predictors of one channel.
pub struct Predictors(Vec<Predictor>);

impl Predictors {
    /// Predictors in their initial state.
    pub fn new() -> Self {
        Self(vec![FRESH; MAX_PREDICTED])
    }

    /// Forgets everything.
    pub fn reset(&mut self) {
        self.0.fill(FRESH);
    }

    /// Adds the prediction of a long block to `spectrum` where `prediction` asks for it, and learns from
    /// the result.
    pub fn apply(&mut self, prediction: Option<Prediction>, bands: &Bands, spectrum: &mut [f32]) {
        let used = prediction.map_or(0, |prediction| prediction.used);
        let offsets = bands.offsets(false);
        for band in 0..usize::from(bands.predicted).min(offsets.len() - 1) {
            let range = usize::from(offsets[band])..usize::from(offsets[band + 1]);
            let lines = spectrum.get_mut(range.clone()).unwrap_or(&mut []);
            let predictors = self.0.get_mut(range).unwrap_or(&mut []);
            for (predictor, line) in predictors.iter_mut().zip(lines) {
                predictor.step(line, used >> band & 1 == 1);
            }
        }
        let group = prediction.map_or(0, |prediction| prediction.reset_group);
        if group > 0 {
            let first = usize::from(group) - 1;
            let all = self.0.iter_mut().skip(first);
            all.step_by(usize::from(RESET_GROUPS))
                .for_each(|predictor| *predictor = FRESH);
        }
    }
}

impl Predictor {
    fn step(&mut self, line: &mut f32, add: bool) {
        let Self {
            r: [r0, r1],
            correlation: [cor0, cor1],
            variance: [var0, var1],
        } = *self;
        let gain = |correlation: f32, variance: f32| {
            if variance > 1.0 {
                correlation * rounded_to_even(A / variance)
            } else {
                0.0
            }
        };
        let (k0, k1) = (gain(cor0, var0), gain(cor1, var1));
        let predicted = rounded(k0 * r0 + k1 * r1);
        if add {
            *line += predicted;
        }
        let e0 = *line;
        let e1 = e0 - k0 * r0;
        *self = Self {
            r: [truncated(A * e0), truncated(A * (r0 - k0 * e0))],
            correlation: [
                truncated(ALPHA * cor0 + r0 * e0),
                truncated(ALPHA * cor1 + r1 * e1),
            ],
            variance: [
                truncated(ALPHA * var0 + 0.5 * (r0 * r0 + e0 * e0)),
                truncated(ALPHA * var1 + 0.5 * (r1 * r1 + e1 * e1)),
            ],
        };
    }
}

/// The upper 16 bits of a number (§4.6.6.3.2: truncated to 16 bits).
fn truncated(value: f32) -> f32 {
    f32::from_bits(value.to_bits() & 0xFFFF_0000)
}

/// Rounded to 16 bits, halves away from zero.
fn rounded(value: f32) -> f32 {
    truncated(f32::from_bits(value.to_bits().wrapping_add(0x8000)))
}

/// Rounded to 16 bits, halves to even.
fn rounded_to_even(value: f32) -> f32 {
    let bits = value.to_bits();
    truncated(f32::from_bits(bits.wrapping_add(0x7FFF + (bits >> 16 & 1))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_16_bits_are_rounded_as_the_standard_says() {
        let number = |bits: u32| f32::from_bits(bits);
        assert_eq!(truncated(number(0x3F80_FFFF)), number(0x3F80_0000));
        assert_eq!(rounded(number(0x3F80_8000)), number(0x3F81_0000));
        assert_eq!(rounded(number(0xBF80_7FFF)), number(0xBF80_0000));
        assert_eq!(rounded_to_even(number(0x3F80_8000)), number(0x3F80_0000));
        assert_eq!(rounded_to_even(number(0x3F81_8000)), number(0x3F82_0000));
    }

    #[test]
    fn repetition_is_predicted_and_reset_groups_start_over() {
        let bands = Bands::new(48_000, 1_024);
        let mut predictors = Predictors::new();
        let mut spectrum = [0.0; 1_024];
        for block in 0..40 {
            // A second-order predictor finds a line whose sign alternates from block to block.
            spectrum.fill(if block % 2 == 0 { 1_000.0 } else { -1_000.0 });
            predictors.apply(None, &bands, &mut spectrum);
        }
        let all = Prediction {
            reset_group: 7,
            used: !0,
        };
        let mut missing = [0.0; 1_024];
        predictors.apply(Some(all), &bands, &mut missing);
        assert!(missing[..672]
            .iter()
            .all(|line| (500.0..1_000.0).contains(line)));
        assert!(missing[672..].iter().all(|&line| line == 0.0));
        let mut after = [0.0; 1_024];
        predictors.apply(Some(all), &bands, &mut after);
        for (index, line) in after[..672].iter().enumerate() {
            assert_eq!(*line == 0.0, index % 30 == 6, "{index}: {line}");
        }
    }
}
