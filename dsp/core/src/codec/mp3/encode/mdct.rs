//! Hybrid filterbank, second half: MDCT of 18 or 3 × 6 lines per subband with the four window
//! shapes, then the alias butterflies (ISO 11172-3 §C.1.5.3.3, §2.4.3.4.10). Scaled so that a
//! decoder's inverse gives unity.

use super::subband_analysis::SUBBANDS;
use crate::codec::mp3::tables::ALIAS_C;
use crate::codec::mp3::window_shapes::{long_windows, short_window};
use crate::lanes::F32x4;
use crate::transform::dct18::{cosine, Dct4x18};

/// Lines per granule and channel.
pub const LINES: usize = 576;
/// Subband slots per granule.
pub const SLOTS: usize = 18;

/// Window shape of a granule, with the code of `block_type` (§2.4.2.7).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub enum BlockType {
    /// Long, symmetric.
    Long = 0,
    /// Long, leading into short windows.
    Start = 1,
    /// Three short windows.
    Short = 2,
    /// Long, coming from short windows.
    Stop = 3,
}

/// Tables of the transform; no signal is kept.
pub struct Mdct {
    /// Long windows by block type (`Short` unused), scaled by 1/9.
    windows: [[f32; 36]; 4],
    /// Short window, scaled by 1/3.
    short_window: [f32; 12],
    long: Dct4x18,
    short_cosines: [[f32; 6]; 6],
    alias: [(f32, f32); 8],
}

impl Mdct {
    /// Computes the tables.
    pub fn new() -> Self {
        Self {
            windows: long_windows().map(|window| window.map(|tap| (tap / 9.0) as f32)),
            short_window: short_window().map(|tap| (tap / 3.0) as f32),
            long: Dct4x18::new(),
            short_cosines: core::array::from_fn(|i| {
                core::array::from_fn(|k| cosine(i, k, 6) as f32)
            }),
            alias: ALIAS_C.map(|c| {
                let norm = libm::sqrt(1.0 + c * c);
                ((1.0 / norm) as f32, (c / norm) as f32)
            }),
        }
    }

    /// Transforms one granule. `slots` are the subband samples of the previous and of this
    /// granule. Long lines come out by frequency; short lines as `window * 192 + line`.
    pub fn transform(
        &self,
        slots: &[[f32; SUBBANDS]; 2 * SLOTS],
        block_type: BlockType,
        lines: &mut [f32; LINES],
    ) {
        match block_type {
            BlockType::Short => self.transform_short(slots, lines),
            _ => self.transform_long(slots, &self.windows[block_type as usize], lines),
        }
    }

    #[inline(never)]
    fn transform_long(
        &self,
        slots: &[[f32; SUBBANDS]; 2 * SLOTS],
        window: &[f32; 36],
        lines: &mut [f32; LINES],
    ) {
        for group in (0..SUBBANDS).step_by(4) {
            let z = |n: usize| F32x4::load(&slots[n], group).mul(F32x4::splat(window[n]));
            // MDCT(a, b, c, d) = DCT-IV(−c_r − d, a − b_r)
            let folded: [F32x4; 18] = core::array::from_fn(|n| {
                if n < 9 {
                    F32x4::splat(0.0).sub(z(26 - n)).sub(z(27 + n))
                } else {
                    z(n - 9).sub(z(26 - n))
                }
            });
            let out = self.long.transform(folded);
            for i in (0..16).step_by(4) {
                let rows = F32x4::transpose([out[i], out[i + 1], out[i + 2], out[i + 3]]);
                for (lane, row) in rows.iter().enumerate() {
                    row.store(lines, (group + lane) * 18 + i);
                }
            }
            for i in 16..18 {
                for (lane, value) in out[i].to_array().into_iter().enumerate() {
                    lines[(group + lane) * 18 + i] = value;
                }
            }
        }
        for subband in 1..SUBBANDS {
            for (i, &(cs, ca)) in self.alias.iter().enumerate() {
                let (below, above) = (subband * 18 - 1 - i, subband * 18 + i);
                let (low, high) = (lines[below], lines[above]);
                lines[below] = low * cs + high * ca;
                lines[above] = high * cs - low * ca;
            }
        }
    }

    fn transform_short(&self, slots: &[[f32; SUBBANDS]; 2 * SLOTS], lines: &mut [f32; LINES]) {
        for group in (0..SUBBANDS).step_by(4) {
            for window in 0..3 {
                let z = |n: usize| {
                    F32x4::load(&slots[6 + 6 * window + n], group)
                        .mul(F32x4::splat(self.short_window[n]))
                };
                let folded: [F32x4; 6] = core::array::from_fn(|n| {
                    if n < 3 {
                        F32x4::splat(0.0).sub(z(8 - n)).sub(z(9 + n))
                    } else {
                        z(n - 3).sub(z(8 - n))
                    }
                });
                for (i, cosines) in self.short_cosines.iter().enumerate() {
                    let mut sum = folded[0].mul(F32x4::splat(cosines[0]));
                    for k in 1..6 {
                        sum = sum.add(folded[k].mul(F32x4::splat(cosines[k])));
                    }
                    for (lane, value) in sum.to_array().into_iter().enumerate() {
                        lines[window * 192 + (group + lane) * 6 + i] = value;
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use core::f64::consts::PI;

    fn slots() -> [[f32; SUBBANDS]; 36] {
        let mut state = 7u32;
        core::array::from_fn(|_| {
            core::array::from_fn(|_| {
                state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                (state >> 8) as f32 / 8_388_608.0 - 1.0
            })
        })
    }

    /// The analysis formula of §C.1.5.3.3, O(n²).
    fn direct(samples: &[f64], window: impl Fn(usize) -> f64, line: usize) -> f64 {
        let n = samples.len();
        let sum: f64 = (0..n)
            .map(|k| {
                let angle = PI / (2 * n) as f64 * ((2 * k + 1 + n / 2) * (2 * line + 1)) as f64;
                window(k) * samples[k] * angle.cos()
            })
            .sum();
        sum / (n / 4) as f64
    }

    #[test]
    fn long_lines_match_the_formula_before_alias_reduction() {
        let slots = slots();
        let mut mdct = Mdct::new();
        mdct.alias = [(1.0, 0.0); 8];
        let mut lines = [0.0; LINES];
        mdct.transform(&slots, BlockType::Long, &mut lines);
        for subband in 0..SUBBANDS {
            let samples: Vec<f64> = slots.iter().map(|slot| f64::from(slot[subband])).collect();
            for i in 0..18 {
                let want = direct(&samples, |k| (PI / 36.0 * (k as f64 + 0.5)).sin(), i);
                let got = f64::from(lines[subband * 18 + i]);
                assert!((got - want).abs() < 2e-6, "{subband}/{i}: {got} for {want}");
            }
        }
    }

    #[test]
    fn short_lines_match_the_formula() {
        let slots = slots();
        let mut lines = [0.0; LINES];
        Mdct::new().transform(&slots, BlockType::Short, &mut lines);
        for subband in 0..SUBBANDS {
            for window in 0..3 {
                let samples: Vec<f64> = (0..12)
                    .map(|n| f64::from(slots[6 + 6 * window + n][subband]))
                    .collect();
                for i in 0..6 {
                    let want = direct(&samples, |k| (PI / 12.0 * (k as f64 + 0.5)).sin(), i);
                    let got = f64::from(lines[window * 192 + subband * 6 + i]);
                    assert!((got - want).abs() < 2e-6, "{subband}/{window}/{i}");
                }
            }
        }
    }

    #[test]
    fn windows_of_neighbours_satisfy_princen_bradley() {
        let mdct = Mdct::new();
        let square = |v: f32| f64::from(v) * 9.0 * f64::from(v) * 9.0;
        for (left, right) in [(0, 0), (0, 1), (3, 0), (3, 1)] {
            for k in 0..18 {
                let sum = square(mdct.windows[left][18 + k]) + square(mdct.windows[right][k]);
                assert!((sum - 1.0).abs() < 1e-6, "{left}→{right} at {k}");
            }
        }
    }
}
