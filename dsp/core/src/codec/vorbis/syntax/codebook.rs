//! Code books of Vorbis (Vorbis I §3.2): where a code word ends and which entry it stands for.

use crate::bits::least_first::Bits;

/// Longest code word in bits.
const MAX_BITS: usize = 32;
/// An entry's place in the tree; below it are branches.
const LEAF: u32 = 1 << 31;
/// No word leads here.
const NOTHING: u32 = u32::MAX;

/// One code book without its vectors.
#[derive(Debug, Default)]
pub struct Codebook {
    /// Values that an entry stands for.
    pub dimensions: u32,
    /// The node after each bit: another branch, [`LEAF`] and an entry, or [`NOTHING`].
    branches: Vec<[u32; 2]>,
}

impl Codebook {
    /// Reads the book at the position of `bits`; `None` when it is malformed or has more entries than
    /// `entries_left`, which shrinks by its own.
    pub fn read(bits: &mut Bits<'_>, entries_left: &mut u32) -> Option<Self> {
        let entries = Entries::read(bits, *entries_left)?;
        *entries_left -= entries.lengths.len() as u32;
        Some(Self {
            dimensions: entries.dimensions,
            branches: tree(&entries.lengths)?,
        })
    }

    /// The entry of the next word; `None` past the end.
    pub fn entry(&self, bits: &mut Bits<'_>) -> Option<u32> {
        let mut branch = 0;
        loop {
            let bit = bits.take(1)? as usize;
            let next = self.branches.get(branch)?[bit];
            if next == NOTHING {
                return None;
            }
            if next & LEAF != 0 {
                return Some(next & !LEAF);
            }
            branch = next as usize;
        }
    }
}

/// Properties of a book's entries (§3.2.1).
pub struct Entries {
    /// Values that an entry stands for.
    pub dimensions: u32,
    /// Bits of each entry's word; 0 where it has none.
    pub lengths: Vec<u8>,
}

impl Entries {
    /// Reads the whole book at the position of `bits`; `None` when it is malformed or has more than
    /// `most` entries.
    pub fn read(bits: &mut Bits<'_>, most: u32) -> Option<Self> {
        if bits.take(24)? != 0x0056_4342 {
            return None;
        }
        let dimensions = bits.take(16)?;
        let entries = bits.take(24)?;
        if entries > most {
            return None;
        }
        let mut lengths = vec![0u8; entries as usize];
        if bits.take(1)? == 1 {
            let mut length = bits.take(5)? as u8 + 1;
            let mut known = 0;
            while known < entries {
                if usize::from(length) > MAX_BITS {
                    return None;
                }
                let width = u32::BITS - (entries - known).leading_zeros();
                let some = bits.take(width)?;
                let range = known as usize..known.checked_add(some)? as usize;
                lengths.get_mut(range)?.fill(length);
                known += some;
                length += 1;
            }
        } else {
            let sparse = bits.take(1)? == 1;
            for length in &mut lengths {
                if !sparse || bits.take(1)? == 1 {
                    *length = bits.take(5)? as u8 + 1;
                }
            }
        }
        let lookup = bits.take(4)?;
        if lookup > 0 {
            bits.skip(32 + 32);
            let width = u64::from(bits.take(4)?) + 1;
            bits.skip(1);
            let values = match lookup {
                1 => u64::from(roots(entries, dimensions)),
                2 => u64::from(entries) * u64::from(dimensions),
                _ => return None,
            };
            bits.skip(values * width);
        }
        Some(Self {
            dimensions,
            lengths,
        })
    }
}

/// The greatest number whose `dimensions`-th power is at most `entries` (§9.2.3).
fn roots(entries: u32, dimensions: u32) -> u32 {
    let fits = |root: u32| {
        root.checked_pow(dimensions)
            .is_some_and(|power| power <= entries)
    };
    let (mut low, mut high) = (0, entries);
    while low < high {
        let middle = low + (high - low).div_ceil(2);
        if fits(middle) {
            low = middle;
        } else {
            high = middle - 1;
        }
    }
    low
}

/// Gives each entry the lowest word of its length that is free (§3.2.1); `None` when there is none.
fn tree(lengths: &[u8]) -> Option<Vec<[u32; 2]>> {
    let mut branches = vec![[NOTHING; 2]];
    let mut used = lengths.iter().enumerate().filter(|(_, &length)| length > 0);
    if let (Some((only, 1)), None) = (used.next(), used.next()) {
        // One word of one bit, whichever (§3.2.1, "single used entry").
        branches[0] = [LEAF | only as u32; 2];
        return Some(branches);
    }
    // Lowest free word of each length, at the top of 32 bits; `None` when there is none left.
    let mut free: [Option<u32>; MAX_BITS + 1] = [None; MAX_BITS + 1];
    let mut is_first = true;
    for (entry, &length) in lengths.iter().enumerate().filter(|(_, &length)| length > 0) {
        let length = usize::from(length);
        let word = if core::mem::take(&mut is_first) {
            for (bits, free) in free.iter_mut().enumerate().take(length + 1).skip(1) {
                *free = Some(1 << (32 - bits));
            }
            0
        } else {
            let from = (1..=length).rev().find(|&bits| free[bits].is_some())?;
            let word = free[from].take()?;
            for (bits, free) in free.iter_mut().enumerate().take(length + 1).skip(from + 1) {
                *free = Some(word + (1 << (32 - bits)));
            }
            word
        };
        insert(&mut branches, word, length, entry as u32)?;
    }
    Some(branches)
}

fn insert(branches: &mut Vec<[u32; 2]>, word: u32, length: usize, entry: u32) -> Option<()> {
    let mut branch = 0;
    for index in 0..length {
        let bit = (word >> (31 - index) & 1) as usize;
        if index + 1 == length {
            branches[branch][bit] = LEAF | entry;
            return Some(());
        }
        let mut next = branches[branch][bit];
        if next == NOTHING {
            next = branches.len() as u32;
            branches.push([NOTHING; 2]);
            branches[branch][bit] = next;
        } else if next & LEAF != 0 {
            return None;
        }
        branch = next as usize;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_those_of_the_standards_example() {
        // Vorbis I §3.2.1: lengths 2 4 4 4 4 2 3 3 have these words.
        let words = ["00", "0100", "0101", "0110", "0111", "10", "110", "111"];
        let lengths: Vec<u8> = words.iter().map(|word| word.len() as u8).collect();
        let book = Codebook {
            dimensions: 1,
            branches: tree(&lengths).unwrap(),
        };
        for (entry, word) in (0..).zip(words) {
            let byte = word
                .bytes()
                .rev()
                .fold(0, |sum, bit| (sum << 1) | (bit - b'0'));
            let bytes = [byte];
            let mut bits = Bits::from(&bytes, 0);
            assert_eq!(book.entry(&mut bits), Some(entry));
            assert_eq!(bits.position(), word.len() as u64);
        }
        assert_eq!(tree(&[1, 1, 1]), None, "too many words");
        assert_eq!(tree(&[0, 1, 0]), Some(vec![[LEAF | 1; 2]]));
    }

    #[test]
    fn roots_are_the_greatest_that_fit() {
        assert_eq!((roots(5, 2), roots(27, 3), roots(0, 1)), (2, 3, 0));
    }

    #[test]
    fn a_word_longer_than_32_bits_is_malformed() {
        // Four entries in order, of which the first two are of 32 and the others would be of 33 bits.
        let mut bits: Vec<bool> = Vec::new();
        let mut push =
            |value: u32, count: u32| bits.extend((0..count).map(|i| value >> i & 1 == 1));
        push(0x0056_4342, 24);
        push(1, 16);
        push(4, 24);
        push(1, 1);
        push(31, 5);
        push(2, 3);
        push(2, 2);
        push(0, 4);
        let bytes: Vec<u8> = bits
            .chunks(8)
            .map(|byte| {
                byte.iter()
                    .rev()
                    .fold(0, |sum, &bit| sum << 1 | u8::from(bit))
            })
            .collect();
        assert!(Codebook::read(&mut Bits::from(&bytes, 0), &mut 1_000).is_none());
    }
}
