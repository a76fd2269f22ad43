//! The bits of a packet for the inner loop of the decoder: a look ahead is two loads and a shift.

/// A packet as big-endian words.
#[derive(Debug, Default)]
pub struct Words {
    words: Vec<u64>,
    bits: usize,
}

impl Words {
    /// Replaces the previous packet with `packet`.
    pub fn load(&mut self, packet: &[u8]) {
        self.words.clear();
        let (whole, rest) = packet.as_chunks::<8>();
        self.words
            .extend(whole.iter().map(|bytes| u64::from_be_bytes(*bytes)));
        let mut last = [0; 8];
        last[..rest.len()].copy_from_slice(rest);
        // One word more, so that a window at the end has two.
        self.words.extend([u64::from_be_bytes(last), 0]);
        self.bits = packet.len() * 8;
    }

    /// Bits of the packet.
    pub fn bits(&self) -> usize {
        self.bits
    }

    /// The 64 bits from `at` on, zeros past the end.
    #[inline(always)]
    pub fn window(&self, at: usize) -> u64 {
        let (index, shift) = (at / 64, at % 64);
        match self.words.get(index..index + 2) {
            Some(&[high, low]) => high << shift | low >> 1 >> (63 - shift),
            _ => 0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_window_matches_the_bytes() {
        let bytes: Vec<u8> = (0..21u8).map(|i| i.wrapping_mul(73) ^ 0x5A).collect();
        let mut words = Words::default();
        words.load(&[1; 40]);
        words.load(&bytes);
        assert_eq!(words.bits(), 168);
        let bit = |at: usize| bytes.get(at / 8).map_or(0, |byte| byte >> (7 - at % 8) & 1);
        for at in 0..300 {
            let want = (0..64).fold(0, |word, i| word << 1 | u64::from(bit(at + i)));
            assert_eq!(words.window(at), want, "{at}");
        }
    }
}
