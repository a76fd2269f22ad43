//! Polyphase synthesis filterbank (ISO 11172-3 §2.4.3.2.2, Table B.3): one sample of each of 32 subbands
//! in, 32 samples out. Four slots are worked at once.
//!
//! The standard's vector V has only 32 different values, those of a DCT-II of the subband samples: what
//! follows from its symmetry about V[16] is in the order of the window's taps.

use super::imdct::SUBBANDS;
use crate::codec::mp3::tables::window_d;
use crate::lanes::F32x4;
use crate::transform::dct32::Dct32;

/// Slots the window reaches back over.
const HISTORY: usize = 15;
/// Slots of the largest frame.
pub const MAX_SLOTS: usize = 36;
const ROWS: usize = HISTORY + MAX_SLOTS;
/// Rows that four slots and their history take.
const NEAR: usize = HISTORY + 4;

/// One channel's history. A row has X[32 − m] at m and X[m] at 16 + m, m = 0…15, with X[32] = 0.
pub struct History {
    rows: Box<[[f32; SUBBANDS]; ROWS]>,
    /// X[16], which belongs to the first of 32 samples only.
    middle: [f32; ROWS],
}

impl History {
    /// Silence.
    pub fn new() -> Self {
        Self {
            rows: Box::new([[0.0; SUBBANDS]; ROWS]),
            middle: [0.0; ROWS],
        }
    }

    /// Forgets all slots.
    pub fn clear(&mut self) {
        self.rows.fill([0.0; SUBBANDS]);
        self.middle.fill(0.0);
    }
}

/// Taps for four values of m: the sample at 16 − m, then that at 16 + m.
#[derive(Clone, Copy)]
struct Taps {
    low: [F32x4; 2],
    high: [F32x4; 2],
}

/// The filterbank's tables; no signal is kept.
pub struct Synthesis {
    dct: Dct32,
    /// By group of four m and by pair of slots back.
    taps: [[Taps; 8]; 4],
    /// Coefficients of the first sample of 32.
    first: [[f32; 2]; 8],
}

impl Synthesis {
    /// Computes the tables.
    pub fn new() -> Self {
        // V[j] = X[16 + j], V[32 + j] = −X[16 − j]: of slot t − 2i the window takes V[j], of slot
        // t − 2i − 1 it takes V[32 + j], weighed by D[64i + j] and D[64i + 32 + j].
        let four = |group: usize, of: &dyn Fn(usize) -> f32| {
            F32x4::new([0, 1, 2, 3].map(|lane| of(4 * group + lane)))
        };
        let taps = |group: usize, i: usize| Taps {
            low: [
                four(group, &|m| window_d(64 * i + 16 - m)),
                four(group, &|m| -window_d(64 * i + 48 - m)),
            ],
            high: [
                four(group, &|m| -window_d(64 * i + 16 + m)),
                four(group, &|m| -window_d(64 * i + 48 + m)),
            ],
        };
        Self {
            dct: Dct32::new(),
            taps: core::array::from_fn(|group| core::array::from_fn(|i| taps(group, i))),
            first: core::array::from_fn(|i| [window_d(64 * i), -window_d(64 * i + 32)]),
        }
    }

    /// Turns `slots`, at most [`MAX_SLOTS`], into 32 samples each.
    pub fn synthesise(&self, slots: &[[f32; SUBBANDS]], history: &mut History, out: &mut [f32]) {
        let count = slots.len().min(MAX_SLOTS);
        for first in (0..count).step_by(4) {
            self.matrix(&slots[first..count.min(first + 4)], first, history);
        }
        for (index, samples) in out[..32 * count].chunks_mut(4 * 32).enumerate() {
            if let Some(near) = history.rows[4 * index..].first_chunk() {
                self.window(near, samples);
            }
            for (slot, samples) in samples.chunks_exact_mut(32).enumerate() {
                let at = HISTORY + 4 * index + slot;
                let mut sum = 0.0;
                for (i, taps) in self.first.iter().enumerate() {
                    sum += history.middle[at - 2 * i] * taps[0];
                    sum += history.middle[at - 2 * i - 1] * taps[1];
                }
                samples[0] = sum;
            }
        }
        history.rows.copy_within(count..count + HISTORY, 0);
        history.middle.copy_within(count..count + HISTORY, 0);
    }

    /// Puts the DCT of up to four slots, of which the first is `first`, into their rows.
    #[inline(never)]
    fn matrix(&self, slots: &[[f32; SUBBANDS]], first: usize, history: &mut History) {
        let silent = [0.0; SUBBANDS];
        let slot = |index: usize| slots.get(index).unwrap_or(&silent);
        let mut input = [F32x4::splat(0.0); SUBBANDS];
        for at in (0..SUBBANDS).step_by(4) {
            let row = |index: usize| F32x4::load(slot(index), at);
            input[at..at + 4].copy_from_slice(&F32x4::transpose([row(0), row(1), row(2), row(3)]));
        }
        let x = self.dct.dct2(input);
        let rows = &mut history.rows[HISTORY + first..HISTORY + first + slots.len().min(4)];
        for m in (0..16).step_by(4) {
            let upper = |m: usize| {
                if m == 0 {
                    F32x4::splat(0.0)
                } else {
                    x[32 - m]
                }
            };
            let a = F32x4::transpose([upper(m), upper(m + 1), upper(m + 2), upper(m + 3)]);
            let b = F32x4::transpose([x[m], x[m + 1], x[m + 2], x[m + 3]]);
            for (row, (a, b)) in rows.iter_mut().zip(a.into_iter().zip(b)) {
                a.store(row, m);
                b.store(row, 16 + m);
            }
        }
        let middle = x[16].to_array();
        for (place, value) in history.middle[HISTORY + first..]
            .iter_mut()
            .zip(middle)
            .take(slots.len())
        {
            *place = value;
        }
    }

    /// All samples but the first of each of up to four slots.
    #[inline(never)]
    fn window(&self, near: &[[f32; SUBBANDS]; NEAR], out: &mut [f32]) {
        for (group, taps) in self.taps.iter().enumerate() {
            let at = 4 * group;
            let mut low = [F32x4::splat(0.0); 4];
            let mut high = [F32x4::splat(0.0); 4];
            for (i, taps) in taps.iter().enumerate() {
                for slot in 0..4 {
                    let row = HISTORY + slot - 2 * i;
                    let a = F32x4::load(&near[row], at);
                    let b = F32x4::load(&near[row - 1], 16 + at);
                    low[slot] = low[slot].add(a.mul(taps.low[0])).add(b.mul(taps.low[1]));
                    high[slot] = high[slot].add(a.mul(taps.high[0])).add(b.mul(taps.high[1]));
                }
            }
            for (slot, samples) in out.chunks_exact_mut(32).enumerate().take(4) {
                low[slot].reverse().store(samples, 13 - at);
                high[slot].store(samples, 16 + at);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The flow chart of figure A.2, in double precision.
    struct Direct([f64; 1_024]);

    impl Direct {
        fn slot(&mut self, bands: &[f32; 32]) -> [f64; 32] {
            self.0.copy_within(0..960, 64);
            for i in 0..64 {
                self.0[i] = (0..32)
                    .map(|k| {
                        let angle = (16 + i) as f64 * (2 * k + 1) as f64 * core::f64::consts::PI;
                        (angle / 64.0).cos() * f64::from(bands[k])
                    })
                    .sum();
            }
            core::array::from_fn(|j| {
                (0..8)
                    .map(|i| {
                        self.0[128 * i + j] * f64::from(window_d(64 * i + j))
                            + self.0[128 * i + 96 + j] * f64::from(window_d(64 * i + 32 + j))
                    })
                    .sum()
            })
        }
    }

    #[test]
    fn matches_the_flow_chart_for_frames_of_one_and_two_granules() {
        let synthesis = Synthesis::new();
        let mut history = History::new();
        let mut direct = Direct([0.0; 1_024]);
        let mut state = 5u32;
        for count in [36, 18, 18, 36, 18, 36] {
            let slots: Vec<[f32; 32]> = (0..count)
                .map(|_| {
                    core::array::from_fn(|_| {
                        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                        (state >> 8) as f32 / 8_388_608.0 - 1.0
                    })
                })
                .collect();
            let mut out = vec![9.0; 32 * count];
            synthesis.synthesise(&slots, &mut history, &mut out);
            for (slot, samples) in slots.iter().zip(out.chunks(32)) {
                for (j, (&got, want)) in samples.iter().zip(direct.slot(slot)).enumerate() {
                    assert!(
                        (f64::from(got) - want).abs() < 1e-5,
                        "{count} {j}: {got} {want}"
                    );
                }
            }
        }
    }
}
