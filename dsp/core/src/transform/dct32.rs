//! DCT-II and DCT-III of 32 points, the matrixing of the polyphase filterbanks (ISO 11172-3 §C.1.3,
//! §2.4.3.2.2): four transforms at once, one per lane.

use crate::lanes::F32x4;

/// Both transforms of 32 points, by Lee's recursion; no signal is kept.
pub struct Dct32 {
    // 1 / (2 cos((2i+1)π / 2N)) for each size N.
    n32: [f32; 16],
    n16: [f32; 8],
    n8: [f32; 4],
    n4: [f32; 2],
    n2: [f32; 1],
}

fn secants<const HALF: usize>() -> [f32; HALF] {
    core::array::from_fn(|i| {
        let angle = (2 * i + 1) as f64 * core::f64::consts::PI / (4 * HALF) as f64;
        (0.5 / libm::cos(angle)) as f32
    })
}

/// One step of the DCT-III: out[i] = Σ in[k]·cos((2i+1)kπ/2N) from two transforms of half size.
macro_rules! dct3_step {
    ($name:ident, $half_name:ident, $table:ident, $size:literal, $half:literal) => {
        #[inline(always)]
        fn $name(&self, input: [F32x4; $size]) -> [F32x4; $size] {
            let even: [F32x4; $half] = core::array::from_fn(|m| input[2 * m]);
            let odd: [F32x4; $half] = core::array::from_fn(|m| {
                if m == 0 {
                    input[1]
                } else {
                    input[2 * m + 1].add(input[2 * m - 1])
                }
            });
            let even = self.$half_name(even);
            let odd = self.$half_name(odd);
            let mut out = [F32x4::splat(0.0); $size];
            for i in 0..$half {
                let scaled = odd[i].mul(F32x4::splat(self.$table[i]));
                out[i] = even[i].add(scaled);
                out[$size - 1 - i] = even[i].sub(scaled);
            }
            out
        }
    };
}

/// One step of the DCT-II: out[k] = Σ in[i]·cos((2i+1)kπ/2N) from two transforms of half size, the
/// steps of the DCT-III turned round.
macro_rules! dct2_step {
    ($name:ident, $half_name:ident, $table:ident, $size:literal, $half:literal) => {
        #[inline(always)]
        fn $name(&self, input: [F32x4; $size]) -> [F32x4; $size] {
            let even: [F32x4; $half] = core::array::from_fn(|i| input[i].add(input[$size - 1 - i]));
            let odd: [F32x4; $half] = core::array::from_fn(|i| {
                input[i]
                    .sub(input[$size - 1 - i])
                    .mul(F32x4::splat(self.$table[i]))
            });
            let even = self.$half_name(even);
            let odd = self.$half_name(odd);
            core::array::from_fn(|k| {
                if k % 2 == 0 {
                    even[k / 2]
                } else if k + 1 < $size {
                    odd[k / 2].add(odd[k / 2 + 1])
                } else {
                    odd[k / 2]
                }
            })
        }
    };
}

impl Dct32 {
    /// Computes the tables.
    pub fn new() -> Self {
        Self {
            n32: secants(),
            n16: secants(),
            n8: secants(),
            n4: secants(),
            n2: secants(),
        }
    }

    #[inline(always)]
    fn dct3_1(&self, input: [F32x4; 1]) -> [F32x4; 1] {
        input
    }

    dct3_step!(dct3_2, dct3_1, n2, 2, 1);
    dct3_step!(dct3_4, dct3_2, n4, 4, 2);
    dct3_step!(dct3_8, dct3_4, n8, 8, 4);
    dct3_step!(dct3_16, dct3_8, n16, 16, 8);
    dct3_step!(dct3_32, dct3_16, n32, 32, 16);

    /// out[i] = Σ in[k]·cos((2i+1)kπ/64).
    #[inline(always)]
    pub fn dct3(&self, input: [F32x4; 32]) -> [F32x4; 32] {
        self.dct3_32(input)
    }

    #[inline(always)]
    fn dct2_1(&self, input: [F32x4; 1]) -> [F32x4; 1] {
        input
    }

    dct2_step!(dct2_2, dct2_1, n2, 2, 1);
    dct2_step!(dct2_4, dct2_2, n4, 4, 2);
    dct2_step!(dct2_8, dct2_4, n8, 8, 4);
    dct2_step!(dct2_16, dct2_8, n16, 16, 8);
    dct2_step!(dct2_32, dct2_16, n32, 32, 16);

    /// out[k] = Σ in[i]·cos((2i+1)kπ/64).
    #[inline(always)]
    pub fn dct2(&self, input: [F32x4; 32]) -> [F32x4; 32] {
        self.dct2_32(input)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn input() -> [F32x4; 32] {
        core::array::from_fn(|k| {
            F32x4::new([0, 1, 2, 3].map(|lane| ((k * 7 + lane * 5) % 13) as f32 - 6.0))
        })
    }

    fn holds(out: [F32x4; 32], kernel: impl Fn(usize, usize) -> f64) {
        for (i, got) in out.iter().enumerate() {
            for lane in 0..4 {
                let want: f64 = input()
                    .iter()
                    .enumerate()
                    .map(|(k, value)| f64::from(value.to_array()[lane]) * kernel(i, k))
                    .sum();
                let got = f64::from(got.to_array()[lane]);
                assert!((got - want).abs() < 1e-4, "{i}/{lane}: {got} for {want}");
            }
        }
    }

    #[test]
    fn both_kinds_match_their_definitions() {
        let angle = |odd: usize, k: usize| {
            libm::cos(((2 * odd + 1) * k) as f64 * core::f64::consts::PI / 64.0)
        };
        holds(Dct32::new().dct3(input()), angle);
        holds(Dct32::new().dct2(input()), |k, i| angle(i, k));
    }
}
