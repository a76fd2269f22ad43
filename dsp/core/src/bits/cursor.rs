//! Bits of main data in words, so that a look ahead costs two loads and no turning of bytes.

/// Words of main data: 511 bytes from before and 2048 of the frame, to a power of two, so that an index
/// is kept inside by a mask.
pub const WORDS: usize = 1_024;

/// A position in main data and the end of what may be read.
#[derive(Clone)]
pub struct BitCursor<'a> {
    words: &'a [u32; WORDS],
    at: usize,
    end: usize,
}

impl<'a> BitCursor<'a> {
    /// Bits `at..end` of `words`.
    pub fn new(words: &'a [u32; WORDS], at: usize, end: usize) -> Self {
        Self { words, at, end }
    }

    /// At least 33 bits from the position on, at the top of a word. Bits past the end are undefined.
    #[inline(always)]
    pub fn window(&self) -> u64 {
        let word = self.at >> 5;
        let high = u64::from(self.words[word & (WORDS - 1)]);
        let low = u64::from(self.words[(word + 1) & (WORDS - 1)]);
        (high << 32 | low) << (self.at & 31)
    }

    /// Steps over `count` bits, past the end if need be.
    #[inline(always)]
    pub fn skip(&mut self, count: usize) {
        self.at += count;
    }

    /// The next `count` bits, at most 32. Bits past the end are undefined: see [`Self::is_past`].
    #[inline(always)]
    pub fn read(&mut self, count: usize) -> u32 {
        let value = (self.window() >> 32) >> (32 - count.min(32));
        self.skip(count);
        value as u32
    }

    /// The position; only differences of it mean anything.
    pub fn position(&self) -> usize {
        self.at
    }

    /// Bits before the end.
    #[inline(always)]
    pub fn left(&self) -> usize {
        self.end.saturating_sub(self.at)
    }

    /// Whether more was read than there is.
    #[inline(always)]
    pub fn is_past(&self) -> bool {
        self.at > self.end
    }
}
