//! Where bytes come from. One reader interface serves `Blob` ranges in a worker, file ranges in
//! Node and slices in tests, so nothing above it ever holds a whole file.

use core::cell::RefCell;
use core::fmt;
use std::rc::Rc;

/// Random access to the bytes of one file.
pub trait ByteSource {
    /// Length of the file in bytes.
    fn len(&self) -> u64;

    /// True when the file has no bytes.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Copies bytes from `offset` into `out` and returns how many were copied. Fewer than
    /// `out.len()` only at the end of the file; 0 at or past it.
    fn read_at(&mut self, offset: u64, out: &mut [u8]) -> Result<usize, SourceError>;
}

/// The bytes could not be read (a revoked `Blob`, an I/O error). The text is the platform's own.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SourceError(pub String);

impl fmt::Display for SourceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "source cannot be read: {}", self.0)
    }
}

impl std::error::Error for SourceError {}

/// Part of a source as a source of its own.
#[derive(Debug)]
pub struct Section<S> {
    source: S,
    range: core::ops::Range<u64>,
}

impl<S: ByteSource> Section<S> {
    /// The bytes of `range` that `source` has.
    pub fn new(source: S, range: core::ops::Range<u64>) -> Self {
        let end = range.end.min(source.len());
        Self {
            range: range.start.min(end)..end,
            source,
        }
    }
}

impl<S: ByteSource> ByteSource for Section<S> {
    fn len(&self) -> u64 {
        self.range.end - self.range.start
    }

    fn read_at(&mut self, offset: u64, out: &mut [u8]) -> Result<usize, SourceError> {
        let left = self.len().saturating_sub(offset);
        let count = usize::try_from(left).unwrap_or(usize::MAX).min(out.len());
        self.source
            .read_at(self.range.start + offset, &mut out[..count])
    }
}

/// One source for several readers in turn: a reader that goes back reopens its file.
#[derive(Clone)]
pub(crate) struct Shared<'s>(Rc<RefCell<Box<dyn ByteSource + 's>>>);

impl<'s> Shared<'s> {
    pub(crate) fn new<S: ByteSource + 's>(source: S) -> Self {
        Self(Rc::new(RefCell::new(Box::new(source))))
    }
}

impl ByteSource for Shared<'_> {
    fn len(&self) -> u64 {
        self.0.borrow().len()
    }

    fn read_at(&mut self, offset: u64, out: &mut [u8]) -> Result<usize, SourceError> {
        self.0.borrow_mut().read_at(offset, out)
    }
}

impl ByteSource for &[u8] {
    fn len(&self) -> u64 {
        (**self).len() as u64
    }

    fn read_at(&mut self, offset: u64, out: &mut [u8]) -> Result<usize, SourceError> {
        let start = usize::try_from(offset)
            .unwrap_or(usize::MAX)
            .min((**self).len());
        let count = out.len().min((**self).len() - start);
        out[..count].copy_from_slice(&self[start..start + count]);
        Ok(count)
    }
}
