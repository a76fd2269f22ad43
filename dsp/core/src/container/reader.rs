//! A read window over a [`ByteSource`]: parsers look at bytes by absolute offset, the source is asked
//! for large ranges, and memory stays at one window however long the file is.

use crate::source::{ByteSource, SourceError};

/// Bytes asked of the source at once. A worker pays one call out of wasm per window.
const WINDOW_BYTES: usize = 256 * 1024;

/// Largest slice [`Reader::peek`] will produce, in bytes; no supported packet is longer.
pub const MAX_PEEK_BYTES: usize = 1 << 20;

/// Random access with one cached window.
#[derive(Debug)]
pub struct Reader<S> {
    source: S,
    window: Vec<u8>,
    start: u64,
    len: u64,
}

impl<S: ByteSource> Reader<S> {
    /// Wraps `source`; reads nothing yet.
    pub fn new(source: S) -> Self {
        let len = source.len();
        Self {
            source,
            window: Vec::new(),
            start: 0,
            len,
        }
    }

    /// Length of the file in bytes.
    pub fn len(&self) -> u64 {
        self.len
    }

    /// True when the file has no bytes.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Up to `count` bytes at `offset`: fewer only where the file ends, or past
    /// [`MAX_PEEK_BYTES`]. The slice is valid until the next call.
    pub fn peek(&mut self, offset: u64, count: usize) -> Result<&[u8], SourceError> {
        let count = count
            .min(MAX_PEEK_BYTES)
            .min(usize::try_from(self.len.saturating_sub(offset)).unwrap_or(usize::MAX));
        if count == 0 {
            return Ok(&[]);
        }
        let end = offset + count as u64;
        let window_end = self.start + self.window.len() as u64;
        if offset < self.start || end > window_end {
            self.fill(offset, count)?;
        }
        let from = (offset - self.start) as usize;
        let to = (from + count).min(self.window.len());
        Ok(self.window.get(from..to).unwrap_or(&[]))
    }

    /// The `N` bytes at `offset`, or `None` where the file ends before them.
    pub fn array<const N: usize>(&mut self, offset: u64) -> Result<Option<[u8; N]>, SourceError> {
        Ok(self.peek(offset, N)?.try_into().ok())
    }

    /// Replaces `out` by up to `count` bytes at `offset` and returns how many there were.
    pub fn copy(
        &mut self,
        offset: u64,
        count: usize,
        out: &mut Vec<u8>,
    ) -> Result<usize, SourceError> {
        out.clear();
        self.append(offset, count, out)
    }

    /// Appends up to `count` bytes at `offset` to `out` and returns how many there were.
    pub fn append(
        &mut self,
        offset: u64,
        count: usize,
        out: &mut Vec<u8>,
    ) -> Result<usize, SourceError> {
        let bytes = self.peek(offset, count)?;
        out.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn fill(&mut self, offset: u64, count: usize) -> Result<(), SourceError> {
        let window_end = self.start + self.window.len() as u64;
        // Keep the overlap, so that small steps forward never read a byte twice.
        if offset >= self.start && offset < window_end {
            self.window.drain(..(offset - self.start) as usize);
        } else {
            self.window.clear();
        }
        // All of it at once: a long look-ahead later on would otherwise make a long file's peak
        // higher than a short one's. Pages that are never written cost nothing.
        self.window
            .reserve_exact((WINDOW_BYTES + MAX_PEEK_BYTES).saturating_sub(self.window.len()));
        self.start = offset;
        let have = self.window.len();
        // Always a window more than asked for: many small steps with a large look-ahead stay linear.
        let want =
            (count + WINDOW_BYTES).min(usize::try_from(self.len - offset).unwrap_or(usize::MAX));
        self.window.resize(want.max(have), 0);
        let mut filled = have;
        while filled < self.window.len() {
            let read = self
                .source
                .read_at(offset + filled as u64, &mut self.window[filled..])?;
            if read == 0 {
                break;
            }
            filled += read;
        }
        self.window.truncate(filled);
        if filled < want {
            // The source is shorter than stated: use the bytes.
            self.len = offset + filled as u64;
        }
        Ok(())
    }
}

/// Reads past the window: for small tables that are looked at between packets, through a
/// [`super::window::Window`] of their own, without throwing the packets' bytes away.
impl<S: ByteSource> ByteSource for Reader<S> {
    fn len(&self) -> u64 {
        self.len
    }

    fn read_at(&mut self, offset: u64, out: &mut [u8]) -> Result<usize, SourceError> {
        let end = offset.saturating_add(out.len() as u64);
        if offset >= self.start && end <= self.start + self.window.len() as u64 {
            let from = (offset - self.start) as usize;
            out.copy_from_slice(&self.window[from..from + out.len()]);
            return Ok(out.len());
        }
        self.source.read_at(offset, out)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gives_the_same_bytes_at_any_offset_and_order() {
        let bytes: Vec<u8> = (0..600_000u32)
            .map(|i| (i.wrapping_mul(2_654_435_761) >> 24) as u8)
            .collect();
        let mut reader = Reader::new(bytes.as_slice());
        for (offset, count) in [
            (0, 10),
            (5, 300_000),
            (299_990, 20),
            (1, 1),
            (599_995, 100),
            (600_000, 5),
            (262_140, 8),
        ] {
            let end = (offset + count).min(bytes.len());
            assert_eq!(
                reader.peek(offset as u64, count).unwrap(),
                &bytes[offset..end]
            );
        }
    }

    struct Short;
    impl ByteSource for Short {
        fn len(&self) -> u64 {
            1 << 40
        }
        fn read_at(&mut self, offset: u64, out: &mut [u8]) -> Result<usize, SourceError> {
            let left = 100u64.saturating_sub(offset) as usize;
            let count = left.min(out.len()).min(7);
            out[..count].fill(1);
            Ok(count)
        }
    }

    #[test]
    fn uses_the_bytes_if_a_source_overstates_its_length() {
        let mut reader = Reader::new(Short);
        assert_eq!(reader.peek(90, 50).unwrap().len(), 10);
        assert_eq!(reader.len(), 100);
    }
}
