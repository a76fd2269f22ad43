//! Finding frames: from header to header, confirmed by the checksum over the bytes between.

use crate::codec::flac::syntax::frame_header;
use crate::codec::flac::syntax::frame_header::{FrameHeader, MAX_HEADER_BYTES};
use crate::container::reader::{Reader, MAX_PEEK_BYTES};
use crate::crc::crc16;
use crate::source::{ByteSource, SourceError};

/// First bytes of a tag or another stream after a frame.
const MAGICS_AFTER_FRAMES: [&[u8]; 4] = [b"TAG", b"APETAGEX", b"ID3", b"fLaC"];

/// Frames of a file by their headers and checksums.
pub struct Frames {
    /// Bits of a sample if a frame does not state them.
    pub bits: u32,
    /// Bytes that may still be looked over in vain; overlapping false headers would make reading
    /// quadratic.
    budget: u64,
}

impl Frames {
    pub fn new(file_bytes: u64) -> Self {
        Self {
            bits: 32,
            budget: file_bytes.saturating_mul(8).saturating_add(1 << 20),
        }
    }

    /// Takes `bytes` from the search budget; `false` when it is used up.
    pub fn spend(&mut self, bytes: u64) -> bool {
        let left = self.budget.checked_sub(bytes);
        self.budget = left.unwrap_or(0);
        left.is_some()
    }

    /// Whether nothing more may be looked over in vain.
    pub fn is_spent(&self) -> bool {
        self.budget == 0
    }

    /// The first whole frame that begins within `reach` bytes from `from`.
    pub fn first<S: ByteSource>(
        &mut self,
        reader: &mut Reader<S>,
        from: u64,
        reach: u64,
    ) -> Result<Option<(u64, FrameHeader)>, SourceError> {
        let end = from.saturating_add(reach).min(reader.len());
        let mut at = from;
        while let Some(found) = next_header(reader, at, end)? {
            if let Some(header) = header_at(reader, found)? {
                if self.bytes(reader, found, header)?.is_some() {
                    return Ok(Some((found, header)));
                }
            }
            at = found + 1;
        }
        Ok(None)
    }

    /// Length of the frame at `at`, whose header is `header`: up to a position where another header,
    /// a tag or the end of the file follows and the checksum fits.
    pub fn bytes<S: ByteSource>(
        &mut self,
        reader: &mut Reader<S>,
        at: u64,
        header: FrameHeader,
    ) -> Result<Option<usize>, SourceError> {
        let longest =
            frame_header::longest(&header, self.bits).min(MAX_PEEK_BYTES - MAX_HEADER_BYTES);
        let bytes = reader.peek(at, longest + MAX_HEADER_BYTES)?;
        let ends_here = bytes.len() <= longest;
        let mut crc = crc16(0, bytes.get(..header.bytes).unwrap_or(bytes));
        let mut summed = header.bytes.min(bytes.len());
        let mut from = summed + 2;
        loop {
            let found = bytes
                .get(from..)
                .and_then(|rest| (0..rest.len()).find(|&at| may_follow(&rest[at..])));
            let end = match found {
                Some(found) => from + found,
                None if ends_here => bytes.len(),
                None => return Ok(None),
            };
            from = end + 1;
            if !self.spend((end - summed) as u64) {
                return Ok(None);
            }
            crc = crc16(crc, &bytes[summed..end]);
            summed = end;
            if crc == 0 {
                return Ok(Some(end));
            }
            if end == bytes.len() {
                return Ok(None);
            }
        }
    }
}

/// The header at `at`, if there is one.
pub fn header_at<S: ByteSource>(
    reader: &mut Reader<S>,
    at: u64,
) -> Result<Option<FrameHeader>, SourceError> {
    Ok(frame_header::parse(reader.peek(at, MAX_HEADER_BYTES)?))
}

/// Offset of the next header that begins in `from..end`.
pub fn next_header<S: ByteSource>(
    reader: &mut Reader<S>,
    mut from: u64,
    end: u64,
) -> Result<Option<u64>, SourceError> {
    while from < end {
        let bytes = reader.peek(from, 4_096)?;
        if bytes.len() < 2 {
            break;
        }
        match bytes
            .windows(2)
            .position(|pair| pair[0] == 0xFF && pair[1] & 0xFE == 0xF8)
        {
            None => from += bytes.len() as u64 - 1,
            Some(found) => {
                from += found as u64;
                if from < end && header_at(reader, from)?.is_some() {
                    return Ok(Some(from));
                }
                from += 1;
            }
        }
    }
    Ok(None)
}

/// Whether a frame, a tag or another stream begins here.
fn may_follow(bytes: &[u8]) -> bool {
    match bytes[0] {
        0xFF => frame_header::parse(bytes).is_some(),
        b'T' | b'A' | b'I' | b'f' => MAGICS_AFTER_FRAMES
            .iter()
            .any(|magic| bytes.starts_with(magic)),
        _ => false,
    }
}
