//! The inner loop of the proof of work: SHA-256(seed ‖ u32be(nonce)) for four nonces at a time,
//! as far as its first word.
//!
//! The message is one block: words 0–7 are the seed, word 8 the nonce, 9 the padding bit, 15 the
//! length (288 bits). So rounds 0–7, the words 16–22 of the schedule and parts of the words 23–38
//! are constants of the puzzle; [`Puzzle::new`] folds them, [`Puzzle::search`] starts in round 8.

use super::constants::{INITIAL_STATE, ROUND_CONSTANTS};
use super::sha256_blocks::{schedule_sigma0, schedule_sigma1, small_sigma0, small_sigma1};
use crate::lanes::U32x4;

/// Word that holds the nonce.
const NONCE_WORD: usize = 8;
/// Last word of the schedule with a part that does not depend on the nonce.
const LAST_FOLDED: usize = 38;

/// One puzzle with everything that does not depend on the nonce computed. About 1.2 kB.
#[derive(Debug, Clone)]
pub struct Puzzle {
    /// State after round 7.
    start: [U32x4; 8],
    /// Round constant, plus the word where that is constant. Kept in memory rather than in the
    /// code: a vector constant in code costs more to build than to load.
    keyed: [U32x4; 64],
    /// Constant part of the words 23–38, from index 0.
    folded: [U32x4; LAST_FOLDED - 22],
    /// Ones where the first word of the digest must be zero.
    mask: U32x4,
}

impl Puzzle {
    /// Folds the seed; `bits` ≤ 32 zero bits are asked for.
    pub fn new(seed: &[u8; 32], bits: u32) -> Self {
        // The schedule with a nonce of 0, and which of its words the nonce reaches.
        let mut words = [0u32; LAST_FOLDED + 1];
        for (word, bytes) in words.iter_mut().zip(seed.as_chunks::<4>().0) {
            *word = u32::from_be_bytes(*bytes);
        }
        words[9] = 1 << 31;
        words[15] = (seed.len() as u32 + 4) * 8;
        let mut varies = [false; LAST_FOLDED + 1];
        varies[NONCE_WORD] = true;
        let mut keyed = ROUND_CONSTANTS;
        let mut folded = [0u32; LAST_FOLDED - 22];
        for t in 16..=LAST_FOLDED {
            let fixed = |index: usize, value: u32| if varies[index] { 0 } else { value };
            let sum = fixed(t - 2, small_sigma1(words[t - 2]))
                .wrapping_add(fixed(t - 7, words[t - 7]))
                .wrapping_add(fixed(t - 15, small_sigma0(words[t - 15])))
                .wrapping_add(fixed(t - 16, words[t - 16]));
            words[t] = sum;
            varies[t] = [t - 2, t - 7, t - 15, t - 16].iter().any(|&i| varies[i]);
            if varies[t] {
                folded[t - 23] = sum;
            }
        }
        for t in 0..23 {
            keyed[t] = keyed[t].wrapping_add(words[t]);
        }
        Self {
            start: state_after_round_7(&keyed).map(U32x4::splat),
            keyed: keyed.map(U32x4::splat),
            folded: folded.map(U32x4::splat),
            mask: U32x4::splat(u32::MAX.checked_shl(32 - bits.min(32)).unwrap_or(0)),
        }
    }

    /// The first solution among `count` nonces from `first` on. `count` is rounded up to a multiple of
    /// four; nonces wrap at 2^32.
    #[inline(never)]
    pub fn search(&self, first: u32, count: u32) -> Option<u32> {
        let mut nonces = U32x4::splat(first).add(U32x4::new([0, 1, 2, 3]));
        for batch in 0..count.div_ceil(4) {
            let masked = self.first_words(nonces).and(self.mask);
            if masked.any_zero() {
                let lane = masked.to_array().iter().position(|&word| word == 0)?;
                return Some(first.wrapping_add(batch * 4 + lane as u32));
            }
            nonces = nonces.add(U32x4::splat(4));
        }
        None
    }

    /// First word of the digest for four nonces.
    #[inline(always)]
    fn first_words(&self, nonces: U32x4) -> U32x4 {
        let [mut a, mut b, mut c, mut d, mut e, mut f, mut g, mut h] = self.start;
        let zero = U32x4::splat(0);
        let mut w = [zero; 16];

        // One round with W_t + K_t given; the variables change roles instead of values.
        macro_rules! round {
            ($a:ident $b:ident $c:ident $d:ident $e:ident $f:ident $g:ident $h:ident $keyed:expr) => {
                $h = $h.add($keyed).add($e.select($f, $g)).add(
                    $e.rotate_right::<6>()
                        .xor($e.rotate_right::<11>())
                        .xor($e.rotate_right::<25>()),
                );
                $d = $d.add($h);
                $h = $h.add($a.xor($b).select($c, $b)).add(
                    $a.rotate_right::<2>()
                        .xor($a.rotate_right::<13>())
                        .xor($a.rotate_right::<22>()),
                );
            };
        }
        // W_t for t ≥ 39: all four terms vary.
        macro_rules! word {
            ($t:expr) => {{
                w[$t % 16] = schedule_sigma1(w[($t + 14) % 16])
                    .add(w[($t + 9) % 16])
                    .add(schedule_sigma0(w[($t + 1) % 16]).add(w[$t % 16]));
                w[$t % 16].add(self.keyed[$t])
            }};
        }
        // W_t = `varying` plus the folded constants, for 23 ≤ t ≤ 38.
        macro_rules! folded_word {
            ($t:expr, $varying:expr) => {{
                w[$t % 16] = $varying.add(self.folded[$t - 23]);
                w[$t % 16].add(self.keyed[$t])
            }};
        }
        macro_rules! sigma1_of {
            ($t:expr) => {
                schedule_sigma1(w[$t % 16])
            };
        }

        round!(a b c d e f g h nonces.add(self.keyed[8]));
        round!(h a b c d e f g self.keyed[9]);
        round!(g h a b c d e f self.keyed[10]);
        round!(f g h a b c d e self.keyed[11]);
        round!(e f g h a b c d self.keyed[12]);
        round!(d e f g h a b c self.keyed[13]);
        round!(c d e f g h a b self.keyed[14]);
        round!(b c d e f g h a self.keyed[15]);

        round!(a b c d e f g h self.keyed[16]);
        round!(h a b c d e f g self.keyed[17]);
        round!(g h a b c d e f self.keyed[18]);
        round!(f g h a b c d e self.keyed[19]);
        round!(e f g h a b c d self.keyed[20]);
        round!(d e f g h a b c self.keyed[21]);
        round!(c d e f g h a b self.keyed[22]);
        round!(b c d e f g h a folded_word!(23, schedule_sigma0(nonces)));

        round!(a b c d e f g h folded_word!(24, nonces));
        round!(h a b c d e f g folded_word!(25, sigma1_of!(23)));
        round!(g h a b c d e f folded_word!(26, sigma1_of!(24)));
        round!(f g h a b c d e folded_word!(27, sigma1_of!(25)));
        round!(e f g h a b c d folded_word!(28, sigma1_of!(26)));
        round!(d e f g h a b c folded_word!(29, sigma1_of!(27)));
        round!(c d e f g h a b folded_word!(30, sigma1_of!(28).add(w[23 % 16])));
        round!(b c d e f g h a folded_word!(31, sigma1_of!(29).add(w[24 % 16])));

        round!(a b c d e f g h folded_word!(32, sigma1_of!(30).add(w[25 % 16])));
        round!(h a b c d e f g folded_word!(33, sigma1_of!(31).add(w[26 % 16])));
        round!(g h a b c d e f folded_word!(34, sigma1_of!(32).add(w[27 % 16])));
        round!(f g h a b c d e folded_word!(35, sigma1_of!(33).add(w[28 % 16])));
        round!(e f g h a b c d folded_word!(36, sigma1_of!(34).add(w[29 % 16])));
        round!(d e f g h a b c folded_word!(37, sigma1_of!(35).add(w[30 % 16])));
        round!(c d e f g h a b folded_word!(
            38,
            sigma1_of!(36).add(w[31 % 16]).add(schedule_sigma0(w[23 % 16]))
        ));
        round!(b c d e f g h a word!(39));

        round!(a b c d e f g h word!(40));
        round!(h a b c d e f g word!(41));
        round!(g h a b c d e f word!(42));
        round!(f g h a b c d e word!(43));
        round!(e f g h a b c d word!(44));
        round!(d e f g h a b c word!(45));
        round!(c d e f g h a b word!(46));
        round!(b c d e f g h a word!(47));

        round!(a b c d e f g h word!(48));
        round!(h a b c d e f g word!(49));
        round!(g h a b c d e f word!(50));
        round!(f g h a b c d e word!(51));
        round!(e f g h a b c d word!(52));
        round!(d e f g h a b c word!(53));
        round!(c d e f g h a b word!(54));
        round!(b c d e f g h a word!(55));

        round!(a b c d e f g h word!(56));
        round!(h a b c d e f g word!(57));
        round!(g h a b c d e f word!(58));
        round!(f g h a b c d e word!(59));
        round!(e f g h a b c d word!(60));
        round!(d e f g h a b c word!(61));
        round!(c d e f g h a b word!(62));
        round!(b c d e f g h a word!(63));
        // The last round left its sum in `a`; the digest adds the initial state.
        let _ = e;
        a.add(U32x4::splat(INITIAL_STATE[0]))
    }
}

/// Rounds 0–7 from the initial state, with W_t + K_t given.
fn state_after_round_7(keyed: &[u32; 64]) -> [u32; 8] {
    let mut state = INITIAL_STATE;
    for &keyed in &keyed[..8] {
        let [a, b, c, d, e, f, g, h] = state;
        let first = h
            .wrapping_add(e.rotate_right(6) ^ e.rotate_right(11) ^ e.rotate_right(25))
            .wrapping_add((e & f) ^ (!e & g))
            .wrapping_add(keyed);
        let second = (a.rotate_right(2) ^ a.rotate_right(13) ^ a.rotate_right(22))
            .wrapping_add((a & b) ^ (a & c) ^ (b & c));
        state = [
            first.wrapping_add(second),
            a,
            b,
            c,
            d.wrapping_add(first),
            e,
            f,
            g,
        ];
    }
    state
}

#[cfg(test)]
mod tests {
    use super::*;
    use sha2::Digest;

    #[test]
    fn computes_the_first_word_of_sha2_for_every_lane() {
        for round in 0..50u32 {
            let seed: [u8; 32] = sha2::Sha256::digest(round.to_be_bytes()).into();
            let puzzle = Puzzle::new(&seed, 0);
            let nonces = [0, round, 0x7fff_fff0 + round, u32::MAX - round];
            let expected = nonces.map(|nonce| {
                let digest = sha2::Sha256::new()
                    .chain_update(seed)
                    .chain_update(nonce.to_be_bytes())
                    .finalize();
                u32::from_be_bytes([digest[0], digest[1], digest[2], digest[3]])
            });
            assert_eq!(
                puzzle.first_words(U32x4::new(nonces)).to_array(),
                expected,
                "seed {round}"
            );
        }
    }
}
