//! Bits, most significant first.

/// A position in bytes.
#[derive(Debug, Clone)]
pub struct Bits<'a> {
    bytes: &'a [u8],
    at: usize,
}

/// Bits that a look ahead always shows: a word of 64 less those before the position in its first byte.
const WINDOW_BITS: u32 = 57;

impl<'a> Bits<'a> {
    /// From the first bit of `bytes`.
    pub fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, at: 0 }
    }

    /// From bit `at` of `bytes`.
    pub fn from(bytes: &'a [u8], at: usize) -> Self {
        Self { bytes, at }
    }

    /// Bits read so far.
    pub fn position(&self) -> usize {
        self.at
    }

    /// The next [`WINDOW_BITS`] or more at the top of a word, zeros past the end.
    pub fn peek(&self) -> u64 {
        let first = self.at / 8;
        let word = match self.bytes.get(first..).and_then(<[u8]>::first_chunk) {
            Some(bytes) => u64::from_be_bytes(*bytes),
            None => (0..8).fold(0, |word, i| {
                word << 8 | u64::from(self.bytes.get(first + i).copied().unwrap_or(0))
            }),
        };
        word << (self.at % 8)
    }

    /// The next `count` bits, at most 32; `None` past the end.
    pub fn read(&mut self, count: usize) -> Option<u32> {
        let value = self.wide(count)?;
        Some(value as u32)
    }

    /// The next `count` bits, at most 57, as a number in two's complement; `None` past the end.
    pub fn signed(&mut self, count: usize) -> Option<i64> {
        let value = self.wide(count)?;
        let shift = 64 - count.max(1) as u32;
        Some((value << shift) as i64 >> shift)
    }

    fn wide(&mut self, count: usize) -> Option<u64> {
        let window = self.peek();
        self.skip(count)?;
        Some(if count == 0 {
            0
        } else {
            window >> (64 - count)
        })
    }

    /// Zeros up to a one, then `low` bits, at most 32: the quotient and the remainder of a Rice code.
    pub fn rice(&mut self, low: u32) -> Option<(u32, u32)> {
        let window = self.peek();
        let zeros = window.leading_zeros();
        if zeros + 1 + low <= WINDOW_BITS {
            self.skip((zeros + 1 + low) as usize)?;
            let rest = window << zeros << 1;
            return Some((zeros, (rest >> 32 >> (32 - low)) as u32));
        }
        let mut zeros = 0;
        loop {
            let run = self.peek().leading_zeros().min(WINDOW_BITS);
            zeros += run;
            self.skip(run as usize)?;
            if run < WINDOW_BITS {
                break;
            }
        }
        self.skip(1)?;
        Some((zeros, self.read(low as usize)?))
    }

    /// Steps over `count` bits; `None` past the end.
    pub fn skip(&mut self, count: usize) -> Option<()> {
        let end = self.at.checked_add(count)?;
        if end > self.bytes.len() * 8 {
            return None;
        }
        self.at = end;
        Some(())
    }

    /// Steps to the next whole byte and returns whether the bits before it were zero.
    pub fn align(&mut self) -> bool {
        let left = (8 - self.at % 8) % 8;
        self.read(left) == Some(0)
    }
}

#[cfg(test)]
mod tests {
    use super::super::writer::BitWriter;
    use super::*;

    #[test]
    fn written_bits_are_read_back() {
        let mut out = BitWriter::default();
        let written = [
            (5, 3),
            (0, 1),
            (0xABC, 12),
            (0x1_2345, 17),
            (1, 1),
            (u32::MAX - 1, 32),
        ];
        for (value, count) in written {
            out.push(value, count);
        }
        let bytes = out.bytes();
        let mut bits = Bits::new(&bytes);
        for (value, count) in written {
            assert_eq!(bits.read(count), Some(value));
        }
        assert!(bits.align());
        assert_eq!((bits.read(0), bits.read(1)), (Some(0), None));
    }

    #[test]
    fn signed_numbers_and_rice_codes() {
        let mut out = BitWriter::default();
        out.push(0b1_0111, 5);
        out.push(0b0111, 4);
        // 33 bits of which the first is set: the least number there is.
        out.push(1, 1);
        out.push(0, 32);
        let bytes = out.bytes();
        let mut bits = Bits::new(&bytes);
        assert_eq!(bits.signed(5), Some(-9));
        assert_eq!(bits.signed(4), Some(7));
        assert_eq!(bits.signed(33), Some(-(1 << 32)));
        let codes = [
            (0, 0, 0),
            (3, 5, 17),
            (70, 4, 9),
            (130, 0, 0),
            (40, 30, 0x2FFF_FFFF),
            (1, 14, 1),
        ];
        let mut out = BitWriter::default();
        for (zeros, low, rest) in codes {
            (0..zeros).for_each(|_| out.push(0, 1));
            out.push(1, 1);
            out.push(rest, low as usize);
        }
        let bytes = out.bytes();
        let mut bits = Bits::new(&bytes);
        for (zeros, low, rest) in codes {
            assert_eq!(bits.rice(low), Some((zeros, rest)), "{zeros} {low}");
        }
        assert_eq!(Bits::new(&[0; 20]).rice(3), None, "no one to the end");
        assert_eq!(Bits::new(&[0, 1]).rice(3), None, "no remainder");
    }
}
