//! A sliding view of a [`ByteSource`]: readers ask for a few bytes at any offset, the source is read
//! in large aligned steps. Holds `capacity` bytes, never more.

use crate::source::{ByteSource, SourceError};

/// One buffered stretch of a source. The source is passed to every call, so that several windows
/// (sample tables, media data) can look at one source.
#[derive(Debug, Clone)]
pub struct Window {
    buffer: Vec<u8>,
    capacity: usize,
    start: u64,
}

impl Window {
    /// A window that reads at most `capacity` bytes at a time (at least 64).
    pub fn new(capacity: usize) -> Self {
        Self {
            buffer: Vec::new(),
            capacity: capacity.max(64),
            start: 0,
        }
    }

    /// Bytes from `offset`: `count` of them (at most `capacity`), fewer only at the end of the source.
    pub fn bytes<S: ByteSource + ?Sized>(
        &mut self,
        source: &mut S,
        offset: u64,
        count: usize,
    ) -> Result<&[u8], SourceError> {
        let count = count.min(self.capacity);
        if !self.holds(offset, count, source.len()) {
            self.fill(source, offset)?;
        }
        let from = usize::try_from(offset.saturating_sub(self.start)).unwrap_or(usize::MAX);
        let from = from.min(self.buffer.len());
        let to = (from + count).min(self.buffer.len());
        Ok(&self.buffer[from..to])
    }

    /// All buffered bytes from `offset` on: at least one unless `offset` is at or past the end.
    pub fn rest<S: ByteSource + ?Sized>(
        &mut self,
        source: &mut S,
        offset: u64,
    ) -> Result<&[u8], SourceError> {
        if !self.holds(offset, 1, source.len()) {
            self.fill(source, offset)?;
        }
        let from = usize::try_from(offset.saturating_sub(self.start)).unwrap_or(usize::MAX);
        Ok(&self.buffer[from.min(self.buffer.len())..])
    }

    /// Exactly `N` bytes from `offset`, or `None` when the source ends before.
    pub fn array<const N: usize, S: ByteSource + ?Sized>(
        &mut self,
        source: &mut S,
        offset: u64,
    ) -> Result<Option<[u8; N]>, SourceError> {
        Ok(self.bytes(source, offset, N)?.try_into().ok())
    }

    fn holds(&self, offset: u64, count: usize, len: u64) -> bool {
        let wanted_end = offset.saturating_add(count as u64).min(len);
        offset >= self.start && wanted_end <= self.start + self.buffer.len() as u64
    }

    fn fill<S: ByteSource + ?Sized>(
        &mut self,
        source: &mut S,
        offset: u64,
    ) -> Result<(), SourceError> {
        let left = source.len().saturating_sub(offset);
        let wanted = usize::try_from(left)
            .unwrap_or(usize::MAX)
            .min(self.capacity);
        self.start = offset;
        self.buffer.clear();
        self.buffer.resize(wanted, 0);
        let mut filled = 0;
        while filled < wanted {
            match source.read_at(offset + filled as u64, &mut self.buffer[filled..]) {
                Ok(0) => break,
                Ok(count) => filled += count.min(wanted - filled),
                Err(error) => {
                    self.buffer.clear();
                    return Err(error);
                }
            }
        }
        self.buffer.truncate(filled);
        Ok(())
    }
}

/// Appends `count` bytes from `offset` to `out`, growing it only as bytes arrive. Returns how many
/// came: fewer than `count` only at the end of the source.
pub fn read_into<S: ByteSource + ?Sized>(
    source: &mut S,
    offset: u64,
    count: u64,
    out: &mut Vec<u8>,
) -> Result<u64, SourceError> {
    const STEP: u64 = 64 * 1024;
    let mut done = 0;
    while done < count {
        let left = source.len().saturating_sub(offset + done);
        let step = STEP.min(count - done).min(left);
        if step == 0 {
            break;
        }
        let at = out.len();
        out.resize(at + step as usize, 0);
        let read = source
            .read_at(offset + done, &mut out[at..])?
            .min(step as usize);
        out.truncate(at + read);
        if read == 0 {
            break;
        }
        done += read as u64;
    }
    Ok(done)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gives_the_same_bytes_as_the_slice_in_any_order() {
        let data: Vec<u8> = (0..1000u32).map(|i| (i * 7) as u8).collect();
        let mut source = data.as_slice();
        let mut window = Window::new(64);
        for offset in [0usize, 990, 5, 64, 63, 999, 1000, 2000, 500] {
            for count in [1usize, 4, 64] {
                let expected =
                    &data[offset.min(1000)..(offset + count).min(1000).max(offset.min(1000))];
                assert_eq!(
                    window.bytes(&mut source, offset as u64, count).unwrap(),
                    expected
                );
            }
        }
        assert!(window.rest(&mut source, 999).unwrap() == &data[999..]);
        assert!(window.rest(&mut source, 1000).unwrap().is_empty());
        assert_eq!(window.array::<4, _>(&mut source, 998).unwrap(), None);
    }

    #[test]
    fn reads_no_more_than_the_source_has() {
        let data = [1u8, 2, 3];
        let mut out = vec![9];
        assert_eq!(
            read_into(&mut data.as_slice(), 1, u64::MAX / 2, &mut out).unwrap(),
            2
        );
        assert_eq!(out, [9, 2, 3]);
    }
}
