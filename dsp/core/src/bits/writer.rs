//! Packs bits, most significant first.

use super::reader::Bits;

/// Bytes being made of bits; the last one is filled up with zeros.
#[derive(Debug, Clone, Default)]
pub struct BitWriter {
    bytes: Vec<u8>,
    pending: u64,
    pending_bits: u32,
}

impl BitWriter {
    /// Appends the low `count` ≤ 32 bits of `value`; those above are zero.
    #[inline]
    pub fn put(&mut self, value: u32, count: u32) {
        self.pending = (self.pending << count) | u64::from(value);
        self.pending_bits += count;
        if self.pending_bits >= 32 {
            self.pending_bits -= 32;
            let word = (self.pending >> self.pending_bits) as u32;
            self.bytes.extend_from_slice(&word.to_be_bytes());
        }
    }

    /// Appends the low `count` ≤ 56 bits of `value`; those above are zero.
    #[inline]
    pub fn put_long(&mut self, value: u64, count: u32) {
        if count > 32 {
            self.put((value >> 32) as u32, count - 32);
            self.put(value as u32, 32);
        } else {
            self.put(value as u32, count);
        }
    }

    /// Appends the low `count` ≤ 32 bits of `value`, whatever the bits above are.
    pub fn push(&mut self, value: u32, count: usize) {
        let mask = (1u64 << count) - 1;
        self.put((u64::from(value) & mask) as u32, count as u32);
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

    /// Continues at a whole byte.
    pub fn align(&mut self) {
        self.put(0, (8 - self.pending_bits % 8) % 8);
    }

    /// Fills the last byte with zeros and gives the bytes away; the writer is empty again.
    pub fn take_bytes(&mut self) -> Vec<u8> {
        let rest = self.pending_bits.div_ceil(8);
        let word = (self.pending << (32 - self.pending_bits)) as u32;
        self.bytes
            .extend_from_slice(&word.to_be_bytes()[..rest as usize]);
        self.pending_bits = 0;
        core::mem::take(&mut self.bytes)
    }

    /// Bits written so far.
    #[cfg(test)]
    pub fn bits(&self) -> usize {
        8 * self.bytes.len() + self.pending_bits as usize
    }

    /// The bytes written so far.
    #[cfg(test)]
    pub fn bytes(&self) -> Vec<u8> {
        self.clone().take_bytes()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn written_bits_are_read_back() {
        let mut out = BitWriter::default();
        for (value, count) in [(5, 3), (0, 0), (0xABCDE, 20), (u32::MAX, 32), (1, 1)] {
            out.push(value, count);
        }
        let first = out.bytes();
        out.align();
        out.copy(&first, 3, 23);
        let bytes = out.take_bytes();
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
