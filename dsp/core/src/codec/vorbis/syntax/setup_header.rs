//! Checks the Vorbis set-up header (Vorbis I §4.2.4) for values that crash Symphonia 0.6.1: code
//! words longer than 32 bits, and the division by zero at a floor curve of type 1 with a second post at 0.

use super::codebook;
use crate::bits::least_first::Bits;

/// Entries of a code book past which the decoder refuses it.
const MAX_ENTRIES: u32 = 128 * 1_024;

/// False when a code book is malformed or two posts of a floor curve lie at one place, which the standard
/// forbids (§3.2.1, §7.2.2). Unreadable parts after the code books are left to the decoder.
pub fn is_sound(set_up: &[u8]) -> bool {
    let mut bits = Bits::from(set_up, 7 * 8);
    has_sound_books(&mut bits).is_some() && posts_are_distinct(&mut bits).unwrap_or(true)
}

fn has_sound_books(bits: &mut Bits<'_>) -> Option<()> {
    for _ in 0..=bits.take(8)? {
        codebook::Entries::read(bits, MAX_ENTRIES)?;
    }
    Some(())
}

fn posts_are_distinct(bits: &mut Bits<'_>) -> Option<bool> {
    // Time domain transforms: placeholders.
    let times = u64::from(bits.take(6)?) + 1;
    bits.skip(times * 16);
    for _ in 0..=bits.take(6)? {
        match bits.take(16)? {
            0 => {
                bits.skip(8 + 16 + 16 + 6 + 8);
                let books = u64::from(bits.take(4)?) + 1;
                bits.skip(books * 8);
            }
            1 => {
                if !floor_is_sound(bits)? {
                    return Some(false);
                }
            }
            _ => return None,
        }
    }
    Some(true)
}

/// §7.2.2: the first post is at 0, so no other may be.
fn floor_is_sound(bits: &mut Bits<'_>) -> Option<bool> {
    let partitions = bits.take(5)?;
    let classes: Vec<u32> = (0..partitions)
        .map(|_| bits.take(4))
        .collect::<Option<_>>()?;
    let mut dimensions = [0; 16];
    let used = classes.iter().max().map_or(0, |&most| most as usize + 1);
    for class in dimensions.iter_mut().take(used) {
        *class = bits.take(3)? + 1;
        let subclasses = bits.take(2)?;
        if subclasses > 0 {
            bits.skip(8);
        }
        bits.skip(8 << subclasses);
    }
    bits.skip(2);
    let width = bits.take(4)?;
    for class in classes {
        for _ in 0..dimensions.get(class as usize).copied()? {
            if bits.take(width)? == 0 {
                return Some(false);
            }
        }
    }
    Some(true)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A set-up header with one codebook of each kind and a floor with these posts.
    fn header(posts: &[u32]) -> Vec<u8> {
        let mut bits: Vec<bool> = Vec::new();
        let mut push =
            |value: u32, count: u32| bits.extend((0..count).map(|i| value >> i & 1 == 1));
        push(2, 8);
        for kind in 0..3 {
            push(0x0056_4342, 24);
            push(2, 16);
            push(5, 24);
            match kind {
                // Dense, sparse, ordered.
                0 => {
                    push(0, 2);
                    (0..5).for_each(|_| push(2, 5));
                    push(0, 4);
                }
                1 => {
                    push(0b10, 2);
                    (0..5).for_each(|i| if i == 3 { push(0, 1) } else { push(0b1011, 6) });
                    // Two values span five entries in two dimensions.
                    push(1, 4);
                    push(7, 32);
                    push(7, 32);
                    push(3, 4);
                    push(0, 1);
                    push(0xAB, 8);
                }
                _ => {
                    push(1, 1);
                    push(1, 5);
                    push(3, 3);
                    push(2, 2);
                    push(2, 4);
                    push(7, 32);
                    push(7, 32);
                    push(0, 4);
                    push(0, 1);
                    push(0x3FF, 10);
                }
            }
        }
        push(0, 6);
        push(0, 16);
        push(0, 6);
        push(1, 16);
        push(1, 5);
        push(0, 4);
        push(posts.len() as u32 - 1, 3);
        push(0, 2);
        push(0, 8);
        push(1, 2);
        push(7, 4);
        posts.iter().for_each(|&post| push(post, 7));
        let mut bytes = b"\x05vorbis".to_vec();
        bytes.extend(bits.chunks(8).map(|byte| {
            byte.iter()
                .enumerate()
                .fold(0u8, |sum, (i, &bit)| sum | u8::from(bit) << i)
        }));
        bytes
    }

    #[test]
    fn finds_a_second_post_at_zero() {
        assert!(is_sound(&header(&[5, 9, 64])));
        assert!(!is_sound(&header(&[5, 0, 64])));
        assert!(!is_sound(b"\x05vorbis"));
    }
}
