//! The head of a list of takes: `AURALTK1`, u32 number of sources, u32 number of entries, for each source its
//! length in bytes (u64), for each entry the source (u32, all ones: silence) and its start and end in seconds of the
//! source (f64). The bytes of the sources follow in order. Everything is little-endian.

use core::ops::Range;

use crate::container::{ContainerError, TAKES_MAGIC};
use crate::source::{ByteSource, SourceError};

/// Sources of one list.
const MAX_SOURCES: usize = 100;
/// Entries of one list.
const MAX_ENTRIES: usize = 2_000;
/// Longest list: its silence takes no bytes.
const MAX_SECONDS: f64 = 24.0 * 3_600.0;

const SILENCE: u32 = u32::MAX;
const COUNTS_BYTES: usize = 8;
const SOURCE_BYTES: usize = 8;
const ENTRY_BYTES: usize = 20;

/// A part of a source, or silence; seconds.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Entry {
    /// `None` is silence.
    pub source: Option<usize>,
    pub start: f64,
    pub end: f64,
}

/// Where each source lies in the file, and what is played.
#[derive(Debug, PartialEq)]
pub struct TakeList {
    pub sources: Vec<Range<u64>>,
    pub entries: Vec<Entry>,
}

impl TakeList {
    /// `None` where the file is none.
    pub fn read(source: &mut impl ByteSource) -> Result<Option<Self>, ContainerError> {
        let Some(head) = bytes(source, 0, TAKES_MAGIC.len() + COUNTS_BYTES)? else {
            return Ok(None);
        };
        let (magic, mut counts) = head.split_at(TAKES_MAGIC.len());
        if magic != TAKES_MAGIC {
            return Ok(None);
        }
        let source_count = limited("sources", u32_of(&mut counts), MAX_SOURCES)?;
        let entry_count = limited("entries", u32_of(&mut counts), MAX_ENTRIES)?;
        let rest = source_count * SOURCE_BYTES + entry_count * ENTRY_BYTES;
        let rest = bytes(source, head.len() as u64, rest)?;
        let rest = rest.ok_or(ContainerError::UnsupportedFormat)?;
        let mut at = (head.len() + rest.len()) as u64;
        let mut rest = rest.as_slice();
        let mut sources = Vec::with_capacity(source_count);
        for _ in 0..source_count {
            let end = at.saturating_add(u64::from_le_bytes(array(&mut rest)));
            if end > source.len() {
                return Err(ContainerError::UnsupportedFormat);
            }
            sources.push(at..end);
            at = end;
        }
        let mut entries = Vec::with_capacity(entry_count);
        let mut seconds = 0.0;
        for _ in 0..entry_count {
            let index = u32_of(&mut rest);
            let start = f64::from_le_bytes(array(&mut rest));
            let end = f64::from_le_bytes(array(&mut rest));
            let is_known = index == SILENCE || (index as usize) < source_count;
            seconds += end - start;
            // Written so that NaN is refused.
            if !(is_known && start >= 0.0 && end >= start && seconds <= MAX_SECONDS) {
                return Err(ContainerError::UnsupportedFormat);
            }
            entries.push(Entry {
                source: (index != SILENCE).then_some(index as usize),
                start,
                end,
            });
        }
        Ok(Some(Self { sources, entries }))
    }
}

fn limited(what: &'static str, actual: u32, limit: usize) -> Result<usize, ContainerError> {
    match actual as usize {
        0 => Err(ContainerError::NoAudio),
        count if count <= limit => Ok(count),
        _ => Err(ContainerError::LimitExceeded {
            what,
            limit: limit as u64,
            actual: u64::from(actual),
        }),
    }
}

/// `None` where the file ends before.
fn bytes(
    source: &mut impl ByteSource,
    offset: u64,
    length: usize,
) -> Result<Option<Vec<u8>>, SourceError> {
    if source.len() < offset + length as u64 {
        return Ok(None);
    }
    let mut out = vec![0; length];
    let mut filled = 0;
    while filled < length {
        match source.read_at(offset + filled as u64, &mut out[filled..])? {
            0 => return Ok(None),
            count => filled += count,
        }
    }
    Ok(Some(out))
}

/// Takes the first `N` bytes of `rest`, which has them.
fn array<const N: usize>(rest: &mut &[u8]) -> [u8; N] {
    let Some((first, after)) = rest.split_first_chunk::<N>() else {
        return [0; N];
    };
    *rest = after;
    *first
}

fn u32_of(rest: &mut &[u8]) -> u32 {
    u32::from_le_bytes(array(rest))
}
