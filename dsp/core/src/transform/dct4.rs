//! The DCT-IV, through a complex FFT of half as many points: y_n = s·Σ x_k cos(π/M·(n + ½)(k + ½)).

use super::complex_fft::{ComplexFft, Split};
use super::complex_lanes::Lanes;
use crate::lanes::F32x4;

/// A DCT-IV of one size with its tables and work space.
#[derive(Debug, Clone)]
pub struct Dct4 {
    points: usize,
    /// √s·exp(−iπ(n + ⅛)/M), before and after the FFT.
    twiddles: Split,
    fft: ComplexFft,
}

impl Dct4 {
    /// A transform of `points` values times `scale`. `points` is a multiple of 8 without prime factors
    /// above 5.
    pub fn new(points: usize, scale: f64) -> Self {
        let fft = ComplexFft::new(points / 2);
        let mut twiddles = fft.work.clone();
        let root = scale.sqrt();
        for n in 0..points / 2 {
            let angle = -core::f64::consts::PI * (n as f64 + 0.125) / points as f64;
            twiddles.re[n] = (root * libm::cos(angle)) as f32;
            twiddles.im[n] = (root * libm::sin(angle)) as f32;
        }
        Self {
            points,
            twiddles,
            fft,
        }
    }

    /// Transforms the first `points` of `input` into those of `output`.
    #[inline(never)]
    pub fn transform(&mut self, input: &[f32], output: &mut [f32]) {
        let half = self.points / 2;
        let Some(input) = input.get(..self.points) else {
            return;
        };
        let Some(output) = output.get_mut(..self.points) else {
            return;
        };
        let (points, twiddles) = (self.points, &self.twiddles);
        self.fft.transform(|n| {
            let value = if n + 4 <= half {
                let (front, back) = (2 * n, points - 8 - 2 * n);
                let [re, _] =
                    F32x4::deinterleave(F32x4::load(input, front), F32x4::load(input, front + 4));
                let [_, im] =
                    F32x4::deinterleave(F32x4::load(input, back), F32x4::load(input, back + 4));
                Lanes {
                    re,
                    im: im.reverse(),
                }
            } else {
                // The last four of a number of points that is no multiple of 16.
                let at = |index: Option<usize>| index.and_then(|index| input.get(index)).copied();
                let each = |index: &dyn Fn(usize) -> Option<usize>| {
                    F32x4::new(core::array::from_fn(|lane| {
                        at(index(n + lane)).unwrap_or(0.0)
                    }))
                };
                Lanes {
                    re: each(&|n| Some(2 * n)),
                    im: each(&|n| (points - 1).checked_sub(2 * n)),
                }
            };
            value.mul(twiddles.load(n))
        });
        // y_2n is the real part, y_(M−1−2n) less the imaginary one.
        let zero = F32x4::splat(0.0);
        for n in (0..half).step_by(4) {
            let turned = |n| self.fft.work.load(n).mul(twiddles.load(n));
            let (even, odd) = (turned(n).re, zero.sub(turned(half - 4 - n).im).reverse());
            let [low, high] = F32x4::interleave(even, odd);
            low.store(output, 2 * n);
            high.store(output, 2 * n + 4);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_size_matches_the_formula() {
        for points in [128, 120, 960, 1_024] {
            let input: Vec<f32> = (0..points as u32)
                .map(|i| (i.wrapping_mul(2_654_435_761) >> 8) as f32 / 8_388_608.0 - 1.0)
                .collect();
            let mut output = vec![0.0; points];
            let mut dct = Dct4::new(points, 0.25);
            dct.transform(&input, &mut output);
            for (n, &got) in output.iter().enumerate() {
                let want: f64 = (0..)
                    .zip(&input)
                    .map(|(k, &x)| {
                        let angle = core::f64::consts::PI / (4 * points) as f64;
                        let turn = ((2 * n + 1) * (2 * k + 1) % (8 * points)) as f64;
                        f64::from(x) * (angle * turn).cos()
                    })
                    .sum();
                let far = (f64::from(got) - 0.25 * want).abs();
                assert!(far < 1e-5, "{n} of {points}: {far}");
            }
        }
    }
}
