//! The inverse MDCT (ISO 11172-3 §2.4.3.4.10.2–4): lines to subband samples through windows, overlap and
//! frequency inversion. Four subbands are worked at once, one per lane.

use super::reordering::SUBBAND_LINES;
use crate::codec::mp3::syntax::scalefactor_bands::LINES;
use crate::codec::mp3::syntax::side_info::Blocks;
use crate::codec::mp3::window_shapes::{long_windows, short_window};
use crate::lanes::{F32x4, U32x4};
use crate::transform::dct18::{cosine, Dct4x18};

/// Subbands.
pub const SUBBANDS: usize = 32;
/// Samples of each subband in a granule.
pub const SLOTS: usize = 18;
const GROUPS: usize = SUBBANDS / 4;
const ZERO: f32 = 0.0;

/// Overlap carried from a granule to the next, by group of four subbands.
pub struct Overlap {
    tails: [[F32x4; SLOTS]; GROUPS],
    /// Groups below this may have a tail.
    groups: usize,
}

impl Overlap {
    /// Silence.
    pub fn new() -> Self {
        Self {
            tails: [[F32x4::splat(ZERO); SLOTS]; GROUPS],
            groups: 0,
        }
    }

    /// Forgets the granule before.
    pub fn clear(&mut self) {
        for tail in &mut self.tails[..self.groups.min(GROUPS)] {
            *tail = [F32x4::splat(ZERO); SLOTS];
        }
        self.groups = 0;
    }
}

/// Both halves of a window's 36 samples.
type Halves = ([F32x4; SLOTS], [F32x4; SLOTS]);

/// Tables of the transform. Frequency inversion, the sign of odd samples of odd subbands, is in the
/// windows.
pub struct Hybrid {
    /// By [`Blocks`]; that of short blocks is unused.
    windows: [[F32x4; 2 * SLOTS]; 4],
    short_window: [f32; 12],
    long: Dct4x18,
    short_cosines: [[f32; 6]; 6],
}

impl Hybrid {
    /// Computes the tables.
    pub fn new() -> Self {
        let lanes = |window: [f64; 36]| {
            core::array::from_fn(|i| F32x4::splat(window[i] as f32).mul(inversion(i)))
        };
        Self {
            windows: long_windows().map(lanes),
            short_window: short_window().map(|tap| tap as f32),
            long: Dct4x18::new(),
            short_cosines: core::array::from_fn(|i| {
                core::array::from_fn(|k| cosine(i, k, 6) as f32)
            }),
        }
    }

    /// Transforms one granule: `lines` by frequency, those from `end` on zero; the lowest `normal`
    /// subbands have the normal window whatever `blocks` states.
    pub fn transform(
        &self,
        lines: &[f32; LINES],
        end: usize,
        blocks: Blocks,
        normal: usize,
        overlap: &mut Overlap,
        slots: &mut [[f32; SUBBANDS]],
    ) {
        let groups = end.div_ceil(4 * SUBBAND_LINES).min(GROUPS);
        for group in 0..GROUPS {
            let tail = &mut overlap.tails[group];
            if group < groups {
                let blocks = if normal >= 4 * group + 4 {
                    Blocks::Long
                } else {
                    blocks
                };
                match blocks {
                    _ if 4 * group < normal && blocks != Blocks::Long => {
                        self.mixed_group(lines, group, normal % 4, blocks, tail, slots);
                    }
                    Blocks::Short => self.short_group(lines, group, tail, slots),
                    blocks => self.long_group(lines, group, blocks, tail, slots),
                }
            } else if group < overlap.groups {
                for (slot, rest) in slots.iter_mut().zip(tail.iter_mut()) {
                    rest.store(slot, 4 * group);
                    *rest = F32x4::splat(ZERO);
                }
            } else {
                for slot in slots.iter_mut() {
                    F32x4::splat(ZERO).store(slot, 4 * group);
                }
            }
        }
        overlap.groups = groups;
    }

    #[inline(never)]
    fn long_group(
        &self,
        lines: &[f32; LINES],
        group: usize,
        blocks: Blocks,
        tail: &mut [F32x4; SLOTS],
        slots: &mut [[f32; SUBBANDS]],
    ) {
        add(self.long_halves(lines, group, blocks), group, tail, slots);
    }

    #[inline(never)]
    fn short_group(
        &self,
        lines: &[f32; LINES],
        group: usize,
        tail: &mut [F32x4; SLOTS],
        slots: &mut [[f32; SUBBANDS]],
    ) {
        add(self.short_halves(lines, group), group, tail, slots);
    }

    /// A group of which only the lowest `normal` subbands have the normal window.
    #[inline(never)]
    fn mixed_group(
        &self,
        lines: &[f32; LINES],
        group: usize,
        normal: usize,
        blocks: Blocks,
        tail: &mut [F32x4; SLOTS],
        slots: &mut [[f32; SUBBANDS]],
    ) {
        let low = self.long_halves(lines, group, Blocks::Long);
        let high = match blocks {
            Blocks::Short => self.short_halves(lines, group),
            blocks => self.long_halves(lines, group, blocks),
        };
        let is_low = U32x4::new([0, 1, 2, 3].map(|lane| if lane < normal { u32::MAX } else { 0 }));
        let select = |low: [F32x4; SLOTS], high: [F32x4; SLOTS]| {
            core::array::from_fn(|i| {
                F32x4::from_bits(is_low.select(low[i].to_bits(), high[i].to_bits()))
            })
        };
        let halves = (select(low.0, high.0), select(low.1, high.1));
        add(halves, group, tail, slots);
    }

    #[inline(always)]
    fn long_halves(&self, lines: &[f32; LINES], group: usize, blocks: Blocks) -> Halves {
        let window = &self.windows[blocks as usize];
        // IMDCT(X) = (b, −b_r, −a_r, −a) with (a, b) = DCT-IV(X), all halves of 9.
        let y = self.long.transform(load(lines, group));
        let minus = |value: F32x4| F32x4::splat(ZERO).sub(value);
        (
            core::array::from_fn(|i| {
                let sample = if i < 9 { y[9 + i] } else { minus(y[26 - i]) };
                sample.mul(window[i])
            }),
            core::array::from_fn(|i| {
                let sample = if i < 9 { y[8 - i] } else { y[i - 9] };
                minus(sample).mul(window[SLOTS + i])
            }),
        )
    }

    #[inline(always)]
    fn short_halves(&self, lines: &[f32; LINES], group: usize) -> Halves {
        let x = load(lines, group);
        let mut out = [F32x4::splat(ZERO); 2 * SLOTS];
        for window in 0..3 {
            let y: [F32x4; 6] = core::array::from_fn(|i| {
                let cosines = &self.short_cosines[i];
                let mut sum = x[window].mul(F32x4::splat(cosines[0]));
                for k in 1..6 {
                    sum = sum.add(x[3 * k + window].mul(F32x4::splat(cosines[k])));
                }
                sum
            });
            for (i, &tap) in self.short_window.iter().enumerate() {
                let sample = match i {
                    0..=2 => y[3 + i],
                    3..=8 => F32x4::splat(ZERO).sub(y[8 - i]),
                    _ => F32x4::splat(ZERO).sub(y[i - 9]),
                };
                let place = 6 + 6 * window + i;
                let tap = F32x4::splat(tap).mul(inversion(place));
                out[place] = out[place].add(sample.mul(tap));
            }
        }
        (
            core::array::from_fn(|i| out[i]),
            core::array::from_fn(|i| out[SLOTS + i]),
        )
    }
}

/// The sign of sample `i` of four subbands.
fn inversion(i: usize) -> F32x4 {
    F32x4::new(if i % 2 == 1 {
        [1.0, -1.0, 1.0, -1.0]
    } else {
        [1.0; 4]
    })
}

/// The lines of four subbands, one per lane.
#[inline(always)]
fn load(lines: &[f32; LINES], group: usize) -> [F32x4; SUBBAND_LINES] {
    let first = 4 * SUBBAND_LINES * group;
    let rows = |at: usize| {
        let row = |subband: usize| F32x4::load(lines, first + SUBBAND_LINES * subband + at);
        F32x4::transpose([row(0), row(1), row(2), row(3)])
    };
    let mut out = [F32x4::splat(ZERO); SUBBAND_LINES];
    for at in [0, 4, 8, 12, 14] {
        out[at..at + 4].copy_from_slice(&rows(at));
    }
    out
}

/// Adds the first half to the previous granule's overlap and stores the second.
#[inline(always)]
fn add(halves: Halves, group: usize, tail: &mut [F32x4; SLOTS], slots: &mut [[f32; SUBBANDS]]) {
    for (i, slot) in slots.iter_mut().take(SLOTS).enumerate() {
        halves.0[i].add(tail[i]).store(slot, 4 * group);
    }
    *tail = halves.1;
}

#[cfg(test)]
mod tests {
    use super::*;
    use core::f64::consts::PI;

    /// §2.4.3.4.10.2–4 literally for one subband: 36 windowed samples.
    fn direct(lines: &[f64], blocks: Blocks) -> [f64; 36] {
        let mut out = [0.0; 36];
        let imdct = |lines: &[f64], i: usize| -> f64 {
            let n = 2 * lines.len();
            lines
                .iter()
                .enumerate()
                .map(|(k, line)| {
                    line * (PI / (2 * n) as f64 * ((2 * i + 1 + n / 2) * (2 * k + 1)) as f64).cos()
                })
                .sum()
        };
        if blocks == Blocks::Short {
            for window in 0..3 {
                let own: Vec<f64> = (0..6).map(|k| lines[3 * k + window]).collect();
                for i in 0..12 {
                    out[6 + 6 * window + i] +=
                        imdct(&own, i) * (PI / 12.0 * (i as f64 + 0.5)).sin();
                }
            }
            return out;
        }
        for (i, sample) in out.iter_mut().enumerate() {
            let long = (PI / 36.0 * (i as f64 + 0.5)).sin();
            let window = match (blocks, i) {
                (Blocks::Start, 18..=23) | (Blocks::Stop, 12..=17) => 1.0,
                (Blocks::Start, 24..=29) => (PI / 12.0 * (i as f64 - 18.0 + 0.5)).sin(),
                (Blocks::Stop, 6..=11) => (PI / 12.0 * (i as f64 - 6.0 + 0.5)).sin(),
                (Blocks::Start, 30..) | (Blocks::Stop, 0..=5) => 0.0,
                _ => long,
            };
            *sample = imdct(lines, i) * window;
        }
        out
    }

    #[test]
    fn every_kind_of_block_matches_the_formulas() {
        let hybrid = Hybrid::new();
        let mut overlap = Overlap::new();
        let mut before = [[0.0; 18]; SUBBANDS];
        let order = [
            (Blocks::Long, 0, LINES),
            (Blocks::Start, 0, LINES),
            (Blocks::Short, 0, LINES),
            (Blocks::Short, 2, 200),
            (Blocks::Stop, 2, LINES),
            (Blocks::Long, 0, 100),
            (Blocks::Start, 2, 300),
            (Blocks::Short, 4, LINES),
            (Blocks::Stop, 0, 0),
            (Blocks::Long, 0, LINES),
        ];
        for (granule, (blocks, normal, end)) in order.into_iter().enumerate() {
            let mut lines = [0.0f32; LINES];
            for (index, line) in lines[..end].iter_mut().enumerate() {
                *line = ((index * 31 + granule * 17) % 113) as f32 / 56.0 - 1.0;
            }
            let mut slots = [[9.0; SUBBANDS]; SLOTS];
            hybrid.transform(&lines, end, blocks, normal, &mut overlap, &mut slots);
            for subband in 0..SUBBANDS {
                let own: Vec<f64> = lines[18 * subband..18 * subband + 18]
                    .iter()
                    .map(|&line| f64::from(line))
                    .collect();
                let blocks = if subband < normal {
                    Blocks::Long
                } else {
                    blocks
                };
                let samples = direct(&own, blocks);
                for i in 0..SLOTS {
                    let sign = if i % 2 == 1 && subband % 2 == 1 {
                        -1.0
                    } else {
                        1.0
                    };
                    let want = sign * (samples[i] + before[subband][i]);
                    let got = f64::from(slots[i][subband]);
                    assert!(
                        (got - want).abs() < 3e-6,
                        "granule {granule}, subband {subband}, sample {i}: {got} for {want}"
                    );
                }
                before[subband].copy_from_slice(&samples[SLOTS..]);
            }
        }
    }
}
