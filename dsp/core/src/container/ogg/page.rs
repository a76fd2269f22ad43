//! Ogg pages (RFC 3533 §6): finding them, checking them, and their segment tables.

use crate::container::reader::Reader;
use crate::crc;
use crate::source::{ByteSource, SourceError};

/// Longest packet kept; real ones are below 64 KiB, set-up headers included.
pub const MAX_PACKET_BYTES: usize = 1 << 20;
/// Fixed part of a page header in bytes.
pub const HEADER_BYTES: usize = 27;
/// Most bytes a page can have: header, 255 lacing values, 255 × 255 bytes of body.
pub const MAX_PAGE_BYTES: usize = HEADER_BYTES + 255 + 255 * 255;

/// A page header and where its page is.
#[derive(Debug, Clone)]
pub struct Page {
    /// Offset of the capture pattern.
    pub offset: u64,
    /// The first packet continues one of the page before.
    pub continued: bool,
    /// Beginning of a logical stream.
    pub begins: bool,
    /// End of a logical stream.
    pub ends: bool,
    /// Position after the last packet that ends here, in the codec's units; none if no packet ends.
    pub granule: Option<u64>,
    /// Logical stream.
    pub serial: u32,
    /// Page number in the logical stream.
    pub sequence: u32,
    /// As stated.
    pub checksum: u32,
    /// Lacing values.
    pub lacing: Vec<u8>,
    /// Offset of the body.
    pub body: u64,
    /// Body length in bytes as the lacing states it.
    pub body_bytes: usize,
    /// The checksum fits and the whole page is there.
    pub intact: bool,
}

impl Page {
    /// Offset after the page.
    pub fn end(&self) -> u64 {
        self.body + self.body_bytes as u64
    }
}

/// The pages of a file.
pub struct Pages<S> {
    /// The bytes.
    pub reader: Reader<S>,
    /// Bytes that may still be summed. Overlapping false pages would otherwise make reading
    /// quadratic; a page past the budget counts as damaged.
    checksum_budget: u64,
}

impl<S: ByteSource> Pages<S> {
    /// Pages of `reader`; reads nothing yet.
    pub fn new(reader: Reader<S>) -> Self {
        let checksum_budget = reader.len().saturating_mul(4).saturating_add(1 << 20);
        Self {
            reader,
            checksum_budget,
        }
    }

    /// Reads the page whose capture pattern is at `offset`; `None` when there is none.
    pub fn read(&mut self, offset: u64) -> Result<Option<Page>, SourceError> {
        let bytes = self.reader.peek(offset, MAX_PAGE_BYTES)?;
        let Some((header, rest)) = bytes.split_first_chunk::<HEADER_BYTES>() else {
            return Ok(None);
        };
        if !header.starts_with(b"OggS") || header[4] != 0 || header[5] > 7 {
            return Ok(None);
        }
        let segments = usize::from(header[26]);
        let Some(lacing) = rest.get(..segments) else {
            return Ok(None);
        };
        let body_bytes: usize = lacing.iter().map(|&value| usize::from(value)).sum();
        let total = HEADER_BYTES + segments + body_bytes;
        let u32_at = |at: usize| {
            u32::from_le_bytes([header[at], header[at + 1], header[at + 2], header[at + 3]])
        };
        let granule = u64::from(u32_at(6)) | u64::from(u32_at(10)) << 32;
        let affordable = self.checksum_budget >= total as u64;
        self.checksum_budget = self.checksum_budget.saturating_sub(total as u64);
        let intact = affordable
            && bytes
                .get(..total)
                .is_some_and(|page| checksum(page) == u32_at(22));
        Ok(Some(Page {
            offset,
            continued: header[5] & 1 != 0,
            begins: header[5] & 2 != 0,
            ends: header[5] & 4 != 0,
            // All ones means "no packet ends here"; a set top bit is no position either.
            granule: (granule < 1 << 63).then_some(granule),
            serial: u32_at(14),
            sequence: u32_at(18),
            checksum: u32_at(22),
            lacing: lacing.to_vec(),
            body: offset + (HEADER_BYTES + segments) as u64,
            body_bytes,
            intact,
        }))
    }

    /// Offset of the next capture pattern at or after `offset`; `None` where the file ends first.
    pub fn find(&mut self, mut offset: u64) -> Result<Option<u64>, SourceError> {
        loop {
            let bytes = self.reader.peek(offset, MAX_PAGE_BYTES)?;
            if bytes.len() < 4 {
                return Ok(None);
            }
            if let Some(at) = bytes.windows(4).position(|four| four == b"OggS") {
                return Ok(Some(offset + at as u64));
            }
            offset += (bytes.len() - 3) as u64;
        }
    }
}

/// CRC-32 of a page with its checksum field taken as 0 (RFC 3533 §6: polynomial 0x04C11DB7, no
/// reflection, start 0).
pub fn checksum(page: &[u8]) -> u32 {
    page.iter().enumerate().fold(0u32, |crc, (at, &byte)| {
        let byte = if (22..26).contains(&at) { 0 } else { byte };
        crc << 8 ^ TABLE[(crc >> 24) as usize ^ usize::from(byte)]
    })
}

const TABLE: [u32; 256] = crc::table(32, 0x04C1_1DB7);
