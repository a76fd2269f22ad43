//! The SHA-256 compression function (FIPS 180-4 §6.2.2) over runs of 64-byte blocks.
//!
//! A message schedule does not depend on the state, so a vector build expands the schedules of
//! four consecutive blocks at once, one block a lane, and only the 64 rounds run one block after
//! the other.

use super::constants::ROUND_CONSTANTS;
use crate::lanes::{self, U32x4};

/// Bytes of one block.
pub const BLOCK_BYTES: usize = 64;

/// Feeds whole blocks to `state`; bytes after the last whole block are ignored.
pub fn compress(state: &mut [u32; 8], bytes: &[u8]) {
    let (blocks, _) = bytes.as_chunks::<BLOCK_BYTES>();
    if lanes::IS_VECTOR {
        let (groups, rest) = blocks.as_chunks::<4>();
        groups.iter().for_each(|group| compress_four(state, group));
        rest.iter().for_each(|block| compress_one(state, block));
    } else {
        blocks.iter().for_each(|block| compress_one(state, block));
    }
}

/// One block, schedule and rounds in scalar code: the oracle of [`compress_four`].
fn compress_one(state: &mut [u32; 8], block: &[u8; BLOCK_BYTES]) {
    let mut words = [0u32; 64];
    for (word, bytes) in words.iter_mut().zip(block.as_chunks::<4>().0) {
        *word = u32::from_be_bytes(*bytes);
    }
    for t in 16..64 {
        words[t] = small_sigma1(words[t - 2])
            .wrapping_add(words[t - 7])
            .wrapping_add(small_sigma0(words[t - 15]))
            .wrapping_add(words[t - 16]);
    }
    for (word, constant) in words.iter_mut().zip(ROUND_CONSTANTS) {
        *word = word.wrapping_add(constant);
    }
    rounds(state, |t| words[t]);
}

/// Four consecutive blocks: their schedules side by side, then the rounds of each in turn.
#[inline(never)]
fn compress_four(state: &mut [u32; 8], group: &[[u8; BLOCK_BYTES]; 4]) {
    let mut words = [U32x4::splat(0); 16];
    for quarter in 0..4 {
        let columns = U32x4::transpose(core::array::from_fn(|block| {
            U32x4::load_be(&group[block].as_chunks::<16>().0[quarter])
        }));
        words[4 * quarter..4 * quarter + 4].copy_from_slice(&columns);
    }
    let mut keyed = [[0u32; 4]; 64];
    for t in 0..64 {
        if t >= 16 {
            words[t % 16] = schedule_sigma1(words[(t + 14) % 16])
                .add(words[(t + 9) % 16])
                .add(schedule_sigma0(words[(t + 1) % 16]).add(words[t % 16]));
        }
        keyed[t] = words[t % 16]
            .add(U32x4::splat(ROUND_CONSTANTS[t]))
            .to_array();
    }
    (0..4).for_each(|lane| rounds(state, |t| keyed[t][lane]));
}

/// The 64 rounds; `keyed(t)` is W_t + K_t.
#[inline(always)]
fn rounds(state: &mut [u32; 8], keyed: impl Fn(usize) -> u32) {
    let [mut a, mut b, mut c, mut d, mut e, mut f, mut g, mut h] = *state;
    // The roles of the eight variables move by one each round instead of their values. One round's
    // a ⊕ b is the next round's b ⊕ c, which makes Maj = b ⊕ ((a ⊕ b) ∧ (b ⊕ c)) cheap.
    let mut bc = b ^ c;
    macro_rules! round {
        ($a:ident $b:ident $c:ident $d:ident $e:ident $f:ident $g:ident $h:ident $t:expr) => {
            let ab = $a ^ $b;
            $h = $h
                .wrapping_add(keyed($t))
                .wrapping_add($g ^ ($e & ($f ^ $g)))
                .wrapping_add($e.rotate_right(6) ^ $e.rotate_right(11) ^ $e.rotate_right(25));
            $d = $d.wrapping_add($h);
            $h = $h
                .wrapping_add($b ^ (ab & bc))
                .wrapping_add($a.rotate_right(2) ^ $a.rotate_right(13) ^ $a.rotate_right(22));
            bc = ab;
        };
    }
    for t in (0..64).step_by(8) {
        round!(a b c d e f g h t);
        round!(h a b c d e f g t + 1);
        round!(g h a b c d e f t + 2);
        round!(f g h a b c d e t + 3);
        round!(e f g h a b c d t + 4);
        round!(d e f g h a b c t + 5);
        round!(c d e f g h a b t + 6);
        round!(b c d e f g h a t + 7);
    }
    let _ = bc;
    for (word, add) in state.iter_mut().zip([a, b, c, d, e, f, g, h]) {
        *word = word.wrapping_add(add);
    }
}

/// σ0 of §4.1.2.
pub fn small_sigma0(x: u32) -> u32 {
    x.rotate_right(7) ^ x.rotate_right(18) ^ (x >> 3)
}

/// σ1 of §4.1.2.
pub fn small_sigma1(x: u32) -> u32 {
    x.rotate_right(17) ^ x.rotate_right(19) ^ (x >> 10)
}

/// σ0 in each lane.
#[inline(always)]
pub fn schedule_sigma0(x: U32x4) -> U32x4 {
    x.rotate_right::<7>()
        .xor(x.rotate_right::<18>())
        .xor(x.shr::<3>())
}

/// σ1 in each lane.
#[inline(always)]
pub fn schedule_sigma1(x: U32x4) -> U32x4 {
    x.rotate_right::<17>()
        .xor(x.rotate_right::<19>())
        .xor(x.shr::<10>())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hash::constants::INITIAL_STATE;

    #[test]
    fn four_blocks_at_once_equal_four_in_turn() {
        let bytes: [u8; 256] = core::array::from_fn(|i| (i * 167 % 251) as u8);
        let mut one_by_one = INITIAL_STATE;
        for block in bytes.as_chunks::<64>().0 {
            compress_one(&mut one_by_one, block);
        }
        let mut together = INITIAL_STATE;
        compress_four(
            &mut together,
            &bytes.as_chunks::<64>().0.as_chunks::<4>().0[0],
        );
        assert_eq!(together, one_by_one);
    }
}
