//! Frames recognise themselves by their headers, several in a row: finding the first of a stream.

use super::framing::{FrameHeader, Framing, HEADER_BYTES};
use super::tags;
use crate::container::reader::Reader;
use crate::source::{ByteSource, SourceError};

/// Bytes searched for the first frame when the file does not begin with one.
const MAX_SEARCH_BYTES: u64 = 1 << 20;
/// Headers in a row that make a stream where the file begins, and anywhere later.
const CHAIN_AT_START: usize = 2;
pub const CHAIN_ANYWHERE: usize = 4;
/// Largest free-format frame that is searched for, bytes: 640 kbit/s at 8 kHz, LAME's maximum.
const MAX_FREE_BYTES: usize = 5_761;
/// Smallest: header, the largest side information and something to play.
const MIN_FREE_BYTES: usize = 40;
/// Headers that are tried as the next of a free format, and measurements that a search makes: bytes made
/// to look like headers are not to cost time without end.
const MAX_NEXT: usize = 64;
pub const MAX_MEASURED: u32 = 512;

/// Finds the first frame at or after `start`: its framing, offset and header.
pub fn find_first<S: ByteSource>(
    reader: &mut Reader<S>,
    start: u64,
) -> Result<Option<(Framing, u64, FrameHeader)>, SourceError> {
    let end = reader.len().min(start + MAX_SEARCH_BYTES);
    let mut at = start;
    let mut measured = 0;
    while at < end {
        let wanted = if at == start {
            CHAIN_AT_START
        } else {
            CHAIN_ANYWHERE
        };
        for framing in [Framing::Layer3, Framing::Adts] {
            if let Some(header) = framing.parse(reader.peek(at, HEADER_BYTES)?) {
                if chain(reader, framing, at, header, wanted)? {
                    return Ok(Some((framing, at, header)));
                }
            }
        }
        if let Some(free) = measure_free(reader, at, &mut measured)? {
            return Ok(Some((free.0, at, free.1)));
        }
        at = match next_sync(reader, at + 1, end)? {
            Some(next) => next,
            None => break,
        };
    }
    Ok(None)
}

/// The free format whose first frame is at `at`: [`CHAIN_ANYWHERE`] equal headers at one distance, but
/// for the padding slot. Nothing is found once `measured` has come to [`MAX_MEASURED`].
pub fn measure_free<S: ByteSource>(
    reader: &mut Reader<S>,
    at: u64,
    measured: &mut u32,
) -> Result<Option<(Framing, FrameHeader)>, SourceError> {
    const UNMEASURED: Framing = Framing::FreeLayer3 { bytes: 0 };
    let Some(first) = UNMEASURED.parse(reader.peek(at, HEADER_BYTES)?) else {
        return Ok(None);
    };
    if *measured >= MAX_MEASURED {
        return Ok(None);
    }
    *measured += 1;
    let ahead = reader.peek(at, MAX_FREE_BYTES + 4)?;
    let is_next = |bytes: &[u8]| {
        UNMEASURED
            .parse(bytes)
            .is_some_and(|next| next.key == first.key)
    };
    let distances: Vec<usize> = (MIN_FREE_BYTES..ahead.len())
        .filter(|&distance| is_next(&ahead[distance..]))
        .take(MAX_NEXT)
        .collect();
    for distance in distances {
        let framing = Framing::FreeLayer3 {
            bytes: distance as u32 - first.bytes,
        };
        let header = FrameHeader {
            bytes: distance as u32,
            ..first
        };
        if chain(reader, framing, at, header, CHAIN_ANYWHERE)? {
            return Ok(Some((framing, header)));
        }
    }
    Ok(None)
}

/// Offset of the next byte 0xFF followed by three set bits in `at..end`.
pub fn next_sync<S: ByteSource>(
    reader: &mut Reader<S>,
    mut at: u64,
    end: u64,
) -> Result<Option<u64>, SourceError> {
    while at + 1 < end {
        let bytes = reader.peek(at, (end - at).min(4_096) as usize)?;
        if bytes.len() < 2 {
            break;
        }
        match bytes
            .windows(2)
            .position(|pair| pair[0] == 0xFF && pair[1] >= 0xE0)
        {
            Some(found) => return Ok(Some(at + found as u64)),
            None => at += bytes.len() as u64 - 1,
        }
    }
    Ok(None)
}

/// Whether `wanted` frames of one stream follow each other from `at`, or fill the file to its end.
pub fn chain<S: ByteSource>(
    reader: &mut Reader<S>,
    framing: Framing,
    at: u64,
    header: FrameHeader,
    wanted: usize,
) -> Result<bool, SourceError> {
    let mut next = at + u64::from(header.bytes);
    for frames in 1..wanted {
        if next == reader.len() || tags::tag_bytes(reader, next)? > 0 {
            // One frame in a file of its own proves nothing, two do that end with it.
            return Ok(wanted == CHAIN_AT_START || frames >= 2);
        }
        match framing.parse(reader.peek(next, HEADER_BYTES)?) {
            Some(following) if following.key == header.key => next += u64::from(following.bytes),
            _ => return Ok(false),
        }
    }
    Ok(true)
}

/// Whether [`CHAIN_ANYWHERE`] frames follow each other right at `start`: a chain that bytes of another container
/// hold once in 2^60 files.
pub fn begins<S: ByteSource>(reader: &mut Reader<S>, start: u64) -> Result<bool, SourceError> {
    for framing in [Framing::Layer3, Framing::Adts] {
        if let Some(header) = framing.parse(reader.peek(start, HEADER_BYTES)?) {
            if chain(reader, framing, start, header, CHAIN_ANYWHERE)? {
                return Ok(true);
            }
        }
    }
    Ok(false)
}

/// Whether frames follow each other somewhere in the first MiB after any tags.
pub fn recognises<S: ByteSource>(reader: &mut Reader<S>) -> Result<bool, SourceError> {
    let tag = tags::tag_bytes(reader, 0)?;
    Ok(find_first(reader, tag)?.is_some() || (tag > 0 && find_first(reader, 0)?.is_some()))
}
