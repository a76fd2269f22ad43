//! A source that is hashed while something else reads it, so that one pass over a file also yields
//! its digest.

use std::cell::RefCell;
use std::rc::Rc;

use super::Sha256;
use crate::source::{ByteSource, SourceError};

/// Bytes per read of skipped ranges.
const READ_BYTES: usize = 256 * 1024;

struct State<S> {
    source: S,
    hash: Sha256,
    /// Bytes before this are hashed.
    hashed: u64,
}

/// Passes reads on and hashes every byte the first time it comes by in order. Clones share the state:
/// one goes to the reader, the other stays for [`HashingSource::finish`].
pub struct HashingSource<S>(Rc<RefCell<State<S>>>);

impl<S> Clone for HashingSource<S> {
    fn clone(&self) -> Self {
        Self(Rc::clone(&self.0))
    }
}

impl<S: ByteSource> HashingSource<S> {
    /// Starts at the first byte.
    pub fn new(source: S) -> Self {
        Self(Rc::new(RefCell::new(State {
            source,
            hash: Sha256::new(),
            hashed: 0,
        })))
    }

    /// Reads the skipped bytes to the end and returns the digest of the whole source.
    pub fn finish(&self) -> Result<[u8; 32], SourceError> {
        let mut state = self.0.borrow_mut();
        let mut buffer = vec![0; READ_BYTES];
        loop {
            let from = state.hashed;
            if state.read_at(from, &mut buffer)? == 0 {
                break;
            }
        }
        if state.hashed != state.source.len() {
            return Err(SourceError("it ended early".into()));
        }
        Ok(state.hash.clone().finish())
    }
}

impl<S: ByteSource> State<S> {
    fn read_at(&mut self, offset: u64, out: &mut [u8]) -> Result<usize, SourceError> {
        let count = self.source.read_at(offset, out)?;
        let end = offset + count as u64;
        if offset <= self.hashed && self.hashed < end {
            self.hash
                .update(&out[(self.hashed - offset) as usize..count]);
            self.hashed = end;
        }
        Ok(count)
    }
}

impl<S: ByteSource> ByteSource for HashingSource<S> {
    fn len(&self) -> u64 {
        self.0.borrow().source.len()
    }

    fn read_at(&mut self, offset: u64, out: &mut [u8]) -> Result<usize, SourceError> {
        self.0.borrow_mut().read_at(offset, out)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whatever order the reader reads in, the digest is that of the whole source.
    #[test]
    fn digest_does_not_depend_on_the_reader() {
        let bytes: Vec<u8> = (0..700_001u32).map(|i| (i * 31 % 251) as u8).collect();
        let truth = Sha256::digest(&bytes);
        let orders: [&[(u64, usize)]; 4] = [
            &[],
            &[(0, 10), (10, 90), (50, 500)],
            &[(600_000, 1000), (0, 65_536), (65_000, 70_000)],
            &[(0, 700_001), (0, 700_001)],
        ];
        for order in orders {
            let tee = HashingSource::new(bytes.as_slice());
            let mut reader = tee.clone();
            for &(offset, length) in order {
                let mut out = vec![0; length];
                let count = reader.read_at(offset, &mut out).unwrap();
                assert_eq!(
                    out[..count],
                    bytes[offset as usize..offset as usize + count]
                );
            }
            assert_eq!(tee.finish().unwrap(), truth);
        }
    }
}
