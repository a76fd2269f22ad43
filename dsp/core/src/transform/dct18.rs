//! DCT-IV, the core of the MDCT and of its inverse: four transforms at once, one per lane.

use crate::lanes::F32x4;

/// cos(π/4n·(2i+1)(2k+1)): the kernel of a DCT-IV of `size` points.
pub fn cosine(i: usize, k: usize, size: usize) -> f64 {
    let product = ((2 * i + 1) * (2 * k + 1)) as f64;
    libm::cos(core::f64::consts::PI / (4 * size) as f64 * product)
}

/// DCT-IV of 18 points, four transforms at once: Lee's step to a DCT-III of 18, another to two of
/// 9, and those by their definition.
pub struct Dct4x18 {
    outer: [f32; 18],
    inner: [f32; 9],
    cosines: [[f32; 9]; 9],
}

impl Dct4x18 {
    /// Computes the tables.
    pub fn new() -> Self {
        let pi = core::f64::consts::PI;
        Self {
            outer: core::array::from_fn(|i| {
                (0.5 / libm::cos((2 * i + 1) as f64 * pi / 72.0)) as f32
            }),
            inner: core::array::from_fn(|i| {
                (0.5 / libm::cos((2 * i + 1) as f64 * pi / 36.0)) as f32
            }),
            cosines: core::array::from_fn(|i| {
                core::array::from_fn(|k| libm::cos(((2 * i + 1) * k) as f64 * pi / 18.0) as f32)
            }),
        }
    }

    /// out[i] = Σ in[k]·cos(π/72·(2i+1)(2k+1)).
    #[inline(always)]
    pub fn transform(&self, input: [F32x4; 18]) -> [F32x4; 18] {
        let z: [F32x4; 18] = core::array::from_fn(|m| {
            if m == 0 {
                input[0]
            } else {
                input[m].add(input[m - 1])
            }
        });
        let even = self.dct3_9(core::array::from_fn(|m| z[2 * m]));
        let odd = self.dct3_9(core::array::from_fn(|m| {
            if m == 0 {
                z[1]
            } else {
                z[2 * m + 1].add(z[2 * m - 1])
            }
        }));
        let mut out = [F32x4::splat(0.0); 18];
        for i in 0..9 {
            let scaled = odd[i].mul(F32x4::splat(self.inner[i]));
            out[i] = even[i].add(scaled).mul(F32x4::splat(self.outer[i]));
            out[17 - i] = even[i].sub(scaled).mul(F32x4::splat(self.outer[17 - i]));
        }
        out
    }

    /// out[i] = Σ in[k]·cos((2i+1)kπ/18); rows i and 8 − i share their even and odd halves.
    #[inline(always)]
    fn dct3_9(&self, input: [F32x4; 9]) -> [F32x4; 9] {
        let mut out = [input[0]; 9];
        for i in 0..5 {
            let row = &self.cosines[i];
            let mut even = input[0];
            let mut odd = input[1].mul(F32x4::splat(row[1]));
            for k in (2..9).step_by(2) {
                even = even.add(input[k].mul(F32x4::splat(row[k])));
            }
            for k in (3..9).step_by(2) {
                odd = odd.add(input[k].mul(F32x4::splat(row[k])));
            }
            out[i] = even.add(odd);
            out[8 - i] = even.sub(odd);
        }
        out[4] = {
            let row = &self.cosines[4];
            let mut even = input[0];
            for k in (2..9).step_by(2) {
                even = even.add(input[k].mul(F32x4::splat(row[k])));
            }
            even
        };
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn eighteen_points_match_the_definition() {
        let input: [F32x4; 18] = core::array::from_fn(|k| {
            F32x4::new([0, 1, 2, 3].map(|lane| ((k * 7 + lane * 5) % 11) as f32 - 5.0))
        });
        let out = Dct4x18::new().transform(input);
        for (i, got) in out.iter().enumerate() {
            for lane in 0..4 {
                let want: f64 = (0..18)
                    .map(|k| f64::from(input[k].to_array()[lane]) * cosine(i, k, 18))
                    .sum();
                let got = f64::from(got.to_array()[lane]);
                assert!((got - want).abs() < 2e-5, "{i}/{lane}: {got} for {want}");
            }
        }
    }
}
