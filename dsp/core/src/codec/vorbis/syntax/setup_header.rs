//! A look into the Vorbis set-up header (Vorbis I §4.2.4) for what Symphonia 0.6.1 divides by zero at: a
//! floor curve of type 1 with a second post at 0.

/// False when two posts of a floor curve lie at one place, which the standard forbids (§7.2.2). A header
/// that cannot be read to its floors is left to the decoder.
pub fn floor_posts_are_apart(set_up: &[u8]) -> bool {
    let mut bits = Bits::from(set_up, 7 * 8);
    posts_are_apart(&mut bits).unwrap_or(true)
}

/// Bits of a packet, least significant first (§2.1).
#[derive(Clone)]
pub struct Bits<'a> {
    bytes: &'a [u8],
    at: u64,
}

impl<'a> Bits<'a> {
    /// From bit `at` of `bytes`.
    pub fn from(bytes: &'a [u8], at: u64) -> Self {
        Self { bytes, at }
    }

    /// Bits read so far.
    pub fn position(&self) -> u64 {
        self.at
    }

    /// The next `count` bits, at most 32; `None` past the end.
    pub fn take(&mut self, count: u32) -> Option<u32> {
        let mut value = 0;
        for i in 0..count {
            let byte = self.bytes.get(usize::try_from(self.at / 8).ok()?)?;
            value |= u32::from(byte >> (self.at % 8) & 1) << i;
            self.at += 1;
        }
        Some(value)
    }

    /// Steps over `count` bits, past the end if need be.
    pub fn skip(&mut self, count: u64) {
        self.at = self.at.saturating_add(count);
    }
}

fn posts_are_apart(bits: &mut Bits<'_>) -> Option<bool> {
    for _ in 0..=bits.take(8)? {
        codebook(bits)?;
    }
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

/// §3.2.1
fn codebook(bits: &mut Bits<'_>) -> Option<()> {
    if bits.take(24)? != 0x0056_4342 {
        return None;
    }
    let dimensions = bits.take(16)?;
    let entries = bits.take(24)?;
    let ordered = bits.take(1)? == 1;
    if ordered {
        bits.skip(5);
        let mut known = 0;
        // A codeword is at most 32 bits long.
        for _ in 0..32 {
            if known >= entries {
                break;
            }
            known += bits.take(u32::BITS - (entries - known).leading_zeros())?;
        }
    } else {
        let sparse = bits.take(1)? == 1;
        for _ in 0..entries {
            if !sparse || bits.take(1)? == 1 {
                bits.take(5)?;
            }
        }
    }
    let lookup = bits.take(4)?;
    if lookup == 0 {
        return Some(());
    }
    bits.skip(32 + 32);
    let width = u64::from(bits.take(4)?) + 1;
    bits.skip(1);
    let values = match lookup {
        1 => u64::from(roots(entries, dimensions)),
        2 => u64::from(entries) * u64::from(dimensions),
        _ => return None,
    };
    bits.skip(values * width);
    Some(())
}

/// The greatest number whose `dimensions`-th power is at most `entries` (§9.2.3).
pub fn roots(entries: u32, dimensions: u32) -> u32 {
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
        assert!(floor_posts_are_apart(&header(&[5, 9, 64])));
        assert!(!floor_posts_are_apart(&header(&[5, 0, 64])));
        assert!(floor_posts_are_apart(b"\x05vorbis"));
        assert_eq!((roots(5, 2), roots(27, 3), roots(0, 1)), (2, 3, 0));
    }
}
