//! Polyphase analysis filterbank, ISO 11172-3 §C.1.3: 32 new samples in, one sample of each of 32
//! subbands out. Four slots (128 samples) are worked at once, one per lane.

use crate::codec::mp3::tables::window_d;
use crate::lanes::F32x4;
use crate::transform::dct32::Dct32;

/// Samples of history the window reaches back over before the first new one.
pub const HISTORY_FRAMES: usize = 480;
/// Subbands, and new samples per slot.
pub const SUBBANDS: usize = 32;

/// The filterbank's tables. It keeps no signal: the caller hands it the history.
pub struct Filterbank {
    /// Window C (Table C.1) in the order of time: `window[n]` weighs the n-th oldest of 512.
    window: [f32; 512],
    dct: Dct32,
}

impl Filterbank {
    /// Computes the tables.
    pub fn new() -> Self {
        let mut window = [0.0; 512];
        for (n, tap) in window.iter_mut().enumerate() {
            *tap = window_c(511 - n);
        }
        Self {
            window,
            dct: Dct32::new(),
        }
    }

    /// Analyses `out.len()` slots (a multiple of 4). `pcm` holds [`HISTORY_FRAMES`] samples of
    /// history and then 32 per slot, oldest first. Odd samples of odd subbands come out negated,
    /// the frequency inversion the MDCT expects (§2.4.3.4.10.4 undoes it); `out[0]` is even.
    #[inline(never)]
    pub fn analyse(&self, pcm: &[f32], out: &mut [[f32; SUBBANDS]]) {
        for (group, slots) in out.chunks_exact_mut(4).enumerate() {
            self.analyse_four(&pcm[group * 128..group * 128 + HISTORY_FRAMES + 128], slots);
        }
    }

    #[inline(never)]
    fn analyse_four(&self, pcm: &[f32], slots: &mut [[f32; SUBBANDS]]) {
        // partial[slot][k'] with k' = 63 − k of §C.1.3 step 4, so that memory order is time order.
        // All four slots share each load of the window.
        let mut partial = [[F32x4::splat(0.0); 16]; 4];
        for group in 0..16 {
            let mut sums = [F32x4::splat(0.0); 4];
            for m in 0..8 {
                let at = 64 * m + 4 * group;
                let tap = F32x4::load(&self.window, at);
                for (slot, sum) in sums.iter_mut().enumerate() {
                    *sum = sum.add(tap.mul(F32x4::load(pcm, at + 32 * slot)));
                }
            }
            for (row, sum) in partial.iter_mut().zip(sums) {
                row[group] = sum;
            }
        }
        // Y[k] with one slot per lane.
        let mut y = [F32x4::splat(0.0); 64];
        for k in (0..64).step_by(4) {
            let rows = core::array::from_fn(|slot: usize| partial[slot][15 - k / 4]);
            let [a, b, c, d] = F32x4::transpose(rows);
            (y[k], y[k + 1], y[k + 2], y[k + 3]) = (d, c, b, a);
        }
        // cos((2i+1)(k−16)π/64) is even about k = 16 and odd about k = 48.
        let mut folded = [F32x4::splat(0.0); 32];
        folded[0] = y[16];
        for k in 1..17 {
            folded[k] = y[16 + k].add(y[16 - k]);
        }
        for k in 17..32 {
            folded[k] = y[16 + k].sub(y[80 - k]);
        }
        let bands = self.dct.dct3(folded);
        for i in (0..32).step_by(4) {
            let rows = F32x4::transpose([bands[i], bands[i + 1], bands[i + 2], bands[i + 3]]);
            let inversion = F32x4::new([1.0, -1.0, 1.0, -1.0]);
            rows[0].store(&mut slots[0], i);
            rows[1].mul(inversion).store(&mut slots[1], i);
            rows[2].store(&mut slots[2], i);
            rows[3].mul(inversion).store(&mut slots[3], i);
        }
    }
}

/// Analysis window C[i] = D[i] / 32 (Tables C.1 and B.3).
fn window_c(i: usize) -> f32 {
    window_d(i) / 32.0
}

#[cfg(test)]
mod tests {
    use super::*;

    /// §C.1.3 literally, in double precision.
    fn direct(pcm: &[f32]) -> [f64; 32] {
        let x: Vec<f64> = (0..512).map(|i| f64::from(pcm[511 - i])).collect();
        let y: Vec<f64> = (0..64)
            .map(|k| {
                (0..8)
                    .map(|j| f64::from(window_c(k + 64 * j)) * x[k + 64 * j])
                    .sum()
            })
            .collect();
        core::array::from_fn(|i| {
            (0..64)
                .map(|k| {
                    let angle =
                        (2 * i + 1) as f64 * (k as f64 - 16.0) * core::f64::consts::PI / 64.0;
                    libm::cos(angle) * y[k]
                })
                .sum()
        })
    }

    #[test]
    fn matches_the_direct_form() {
        let mut state = 1u32;
        let pcm: Vec<f32> = (0..HISTORY_FRAMES + 36 * 32)
            .map(|_| {
                state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                (state >> 8) as f32 / 8_388_608.0 - 1.0
            })
            .collect();
        let mut slots = [[0.0; 32]; 36];
        Filterbank::new().analyse(&pcm, &mut slots);
        for (t, slot) in slots.iter().enumerate() {
            let expected = direct(&pcm[t * 32..]);
            for (i, (&got, want)) in slot.iter().zip(expected).enumerate() {
                let sign = if t % 2 == 1 && i % 2 == 1 { -1.0 } else { 1.0 };
                assert!(
                    (f64::from(got) - sign * want).abs() < 2e-6,
                    "slot {t} subband {i}: {got} instead of {want}"
                );
            }
        }
    }
}
