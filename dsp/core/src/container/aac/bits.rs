//! Bits, most significant first.

/// A position in bytes.
#[derive(Debug, Clone)]
pub struct Bits<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Bits<'a> {
    /// From the first bit of `bytes`.
    pub fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, at: 0 }
    }

    /// Bits read so far.
    pub fn position(&self) -> usize {
        self.at
    }

    /// The next `count` bits, at most 24; `None` past the end.
    pub fn read(&mut self, count: usize) -> Option<u32> {
        let first = self.at / 8;
        let end = self.at + count;
        if end > self.bytes.len() * 8 {
            return None;
        }
        let word = (0..4).fold(0u32, |word, i| {
            word << 8 | u32::from(self.bytes.get(first + i).copied().unwrap_or(0))
        });
        let shifted = word << (self.at % 8);
        self.at = end;
        Some(if count == 0 {
            0
        } else {
            shifted >> (32 - count)
        })
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

/// Bits put together, most significant first.
#[derive(Debug, Clone, Default)]
pub struct BitBuffer {
    /// Whole bytes; the last one is filled up with zeros.
    pub bytes: Vec<u8>,
    used: usize,
}

impl BitBuffer {
    /// Empties the buffer.
    pub fn clear(&mut self) {
        self.bytes.clear();
        self.used = 0;
    }

    /// Appends the low `count` bits of `value`, at most 24.
    pub fn push(&mut self, value: u32, count: usize) {
        for index in (0..count).rev() {
            if self.used % 8 == 0 {
                self.bytes.push(0);
            }
            if let Some(last) = self.bytes.last_mut() {
                *last |= ((value >> index & 1) as u8) << (7 - self.used % 8);
            }
            self.used += 1;
        }
    }

    /// Appends the bits `range` of `bytes`.
    pub fn copy(&mut self, bytes: &[u8], range: core::ops::Range<usize>) {
        let mut from = Bits {
            bytes,
            at: range.start,
        };
        let mut left = range.len();
        while left > 0 {
            let count = left.min(16);
            self.push(from.read(count).unwrap_or(0), count);
            left -= count;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read() {
        let mut out = BitBuffer::default();
        for (value, count) in [(5, 3), (0, 1), (0xABC, 12), (0x1_2345, 17), (1, 1)] {
            out.push(value, count);
        }
        let mut bits = Bits::new(&out.bytes);
        for (value, count) in [(5, 3), (0, 1), (0xABC, 12), (0x1_2345, 17), (1, 1)] {
            assert_eq!(bits.read(count), Some(value));
        }
        assert!(bits.align());
        assert_eq!(bits.read(1), None);
        let mut copy = BitBuffer::default();
        copy.copy(&out.bytes, 4..16);
        assert_eq!(Bits::new(&copy.bytes).read(12), Some(0xABC));
    }
}
