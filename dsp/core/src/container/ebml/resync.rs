//! Resynchronisation after damage: the next element that is valid together with its successor.

use super::block::{BlockAt, MAX_BLOCK_BYTES};
use super::element::*;
use super::headless::looks_like_opus_block;
use super::walk::Walker;
use crate::codec::opus::syntax::packet;
use crate::container::{Codec, DamageKind};
use crate::source::{ByteSource, SourceError};

impl<S: ByteSource> Walker<S> {
    /// True when every frame of the block could be a packet (checked only for Opus).
    pub fn holds_packets(&mut self, block: &BlockAt) -> Result<bool, SourceError> {
        if self
            .tracks
            .audio
            .as_ref()
            .is_none_or(|entry| entry.track.codec != Codec::Opus)
        {
            return Ok(true);
        }
        for &(from, length) in &block.frames {
            if !packet::is_valid(self.reader.peek(block.payload_at + from as u64, length)?) {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Searches on after `from` and notes the skipped bytes.
    pub fn recover(&mut self, from: u64, kind: DamageKind) -> Result<(), SourceError> {
        let found = self.scan(from + 1)?;
        let to = found.unwrap_or(self.reader.len());
        let kind = match (kind, found) {
            (DamageKind::Truncated, Some(_)) => DamageKind::SizeLie,
            (kind, _) => kind,
        };
        self.damage.note(kind, from, to - from);
        self.at = to;
        self.lost_bytes += to - from;
        self.cluster.doubtful = true;
        Ok(())
    }

    /// The first offset at or after `from` where an element fits.
    pub fn scan(&mut self, from: u64) -> Result<Option<u64>, SourceError> {
        self.search(from, 1, |bytes| {
            bytes.iter().position(|byte| {
                matches!(
                    byte,
                    0xA3 | 0xA0 | 0x10 | 0x12 | 0x15 | 0x16 | 0x18 | 0x19 | 0x1A | 0x1C | 0x1F
                )
            })
        })
    }

    /// The first Cluster at or after `from`.
    pub fn next_cluster(&mut self, from: u64) -> Result<Option<u64>, SourceError> {
        let id = CLUSTER.to_be_bytes();
        self.search(from, id.len(), |bytes| {
            bytes.windows(id.len()).position(|window| window == id)
        })
    }

    /// The first offset at or after `from` that `find` returns and where an element fits; `find` gets windows that
    /// overlap by its pattern's length less one byte.
    fn search(
        &mut self,
        mut from: u64,
        needs: usize,
        find: impl Fn(&[u8]) -> Option<usize>,
    ) -> Result<Option<u64>, SourceError> {
        while from < self.reader.len() {
            let bytes = self.reader.peek(from, 32 * 1024)?;
            let length = bytes.len();
            match find(bytes) {
                Some(index) => {
                    from += index as u64;
                    if self.is_way_back(from)? {
                        return Ok(Some(from));
                    }
                    from += 1;
                }
                None => from += (length + 1).saturating_sub(needs).max(1) as u64,
            }
        }
        Ok(None)
    }

    /// True when an element is certain at `at`: it and its successor are valid.
    fn is_way_back(&mut self, at: u64) -> Result<bool, SourceError> {
        let Some(head) = self.head(at)? else {
            return Ok(false);
        };
        let start = at + head.length;
        let end = head.size.and_then(|size| start.checked_add(size));
        let inside = end.filter(|&end| end <= self.reader.len());
        match head.id {
            CLUSTER => Ok(match self.head(start)? {
                Some(child) => {
                    matches!(
                        child.id,
                        TIMESTAMP
                            | POSITION
                            | PREV_SIZE
                            | SIMPLE_BLOCK
                            | BLOCK_GROUP
                            | VOID
                            | CRC_32
                            | SILENT_TRACKS
                    ) && child.size.is_some()
                }
                None => false,
            }),
            SEGMENT => Ok(self.head(start)?.is_some_and(|child| child.is_known())),
            EBML | INFO | TRACKS | TAGS | CUES | ATTACHMENTS | CHAPTERS | SEEK_HEAD => match inside
            {
                Some(end) => self.fits_at(end),
                None => Ok(false),
            },
            SIMPLE_BLOCK | BLOCK_GROUP => match inside {
                Some(end) => self.is_block(head.id, start, end),
                None => Ok(false),
            },
            _ => Ok(false),
        }
    }

    fn is_block(&mut self, id: u32, start: u64, end: u64) -> Result<bool, SourceError> {
        if self.tracks.audio.is_none() {
            return looks_like_opus_block(&mut self.reader, id, start, end);
        }
        let mut discard = 0;
        let range = if id == SIMPLE_BLOCK {
            Some((start, end))
        } else {
            self.inside_group(start, end, &mut discard)?
        };
        let Some((payload_at, payload_end)) = range else {
            return Ok(false);
        };
        if payload_end - payload_at < 5 {
            return Ok(false);
        }
        let head = self.reader.peek(payload_at, 11)?;
        let Some((number, used)) = variable_int(head) else {
            return Ok(false);
        };
        // Bits 4…6 of a SimpleBlock's flags are reserved, and also 0 in a Block (RFC 9559 §10.1–2).
        let clean_flags = head.get(used + 2).is_some_and(|flags| flags & 0x70 == 0);
        Ok(clean_flags && self.tracks.numbers.contains(&number) && self.fits_at(end)?)
    }

    /// True when a known element, or the end of the file, is at `at`.
    pub fn fits_at(&mut self, at: u64) -> Result<bool, SourceError> {
        let len = self.reader.len();
        if at >= len {
            return Ok(at == len);
        }
        let Some(head) = self.head(at)? else {
            // Too few bytes left to decide.
            return Ok(len - at < MAX_HEAD_BYTES as u64 && self.reader.peek(at, 1)?[0] != 0);
        };
        if !head.is_known() {
            return Ok(false);
        }
        Ok(match head.size {
            None => head.is_entered(),
            // A truncated last element still counts as begun.
            Some(size) => {
                at + head.length + size.min(u64::MAX / 4) <= len
                    || head.is_entered()
                    || size <= MAX_BLOCK_BYTES
            }
        })
    }
}
