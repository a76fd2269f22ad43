//! Bits, least significant first, as Vorbis packs them (Vorbis I §2.1).

/// A position in a packet.
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
