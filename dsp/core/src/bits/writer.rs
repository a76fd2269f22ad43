//! Bits put together, most significant first.

use super::reader::Bits;

/// Bytes being made of bits; the last one is filled up with zeros.
#[derive(Debug, Clone, Default)]
pub struct BitWriter {
    bytes: Vec<u8>,
    used: usize,
}

impl BitWriter {
    /// Appends the low `count` bits of `value`, at most 32.
    pub fn push(&mut self, value: u32, count: usize) {
        let mut left = count;
        while left > 0 {
            if self.used % 8 == 0 {
                self.bytes.push(0);
            }
            let room = 8 - self.used % 8;
            let now = left.min(room);
            let bits = (value >> (left - now)) & ((1 << now) - 1);
            if let Some(last) = self.bytes.last_mut() {
                *last |= (bits << (room - now)) as u8;
            }
            left -= now;
            self.used += now;
        }
    }

    /// Appends the bits of `bytes` from `from` up to `to`.
    pub fn copy(&mut self, bytes: &[u8], from: usize, to: usize) {
        let mut bits = Bits::from(bytes, from);
        while bits.position() < to {
            let count = (to - bits.position()).min(32);
            match bits.read(count) {
                Some(value) => self.push(value, count),
                None => return,
            }
        }
    }

    /// Goes on at a whole byte.
    pub fn align(&mut self) {
        self.used = 8 * self.bytes.len();
    }

    /// What was written.
    pub fn into_bytes(self) -> Vec<u8> {
        self.bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read() {
        let mut out = BitWriter::default();
        for (value, count) in [(5, 3), (0, 0), (0xABCDE, 20), (u32::MAX, 32), (1, 1)] {
            out.push(value, count);
        }
        let first = out.clone().into_bytes();
        out.align();
        out.copy(&first, 3, 23);
        let bytes = out.into_bytes();
        let mut bits = Bits::new(&bytes);
        assert_eq!(
            [bits.read(3), bits.read(20), bits.read(32)],
            [Some(5), Some(0xABCDE), Some(u32::MAX)]
        );
        assert_eq!(
            (bits.read(1), bits.align(), bits.read(20)),
            (Some(1), true, Some(0xABCDE))
        );
    }
}
