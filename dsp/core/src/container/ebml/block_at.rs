//! Block elements in the walk: which are the track's, where their packets lie, and whether the data after it
//! bears them out.

use super::block::{Block, BlockAt, MAX_BLOCK_BYTES};
use super::element::*;
use super::walk::Walker;
use crate::container::{ContainerError, DamageKind};
use crate::source::{ByteSource, SourceError};

/// Result of checking a block element.
pub enum Checked {
    Take(BlockAt),
    Skip,
    Broken,
}

impl<S: ByteSource> Walker<S> {
    /// Reads the block at the current position. Moves on in any case.
    pub fn block(
        &mut self,
        id: u32,
        start: u64,
        end: u64,
    ) -> Result<Option<BlockAt>, ContainerError> {
        let offset = self.at;
        if self.tracks.audio.is_none() {
            self.tracks.audio = self.guess_track(offset)?;
            if self.tracks.audio.is_none() {
                self.recover(offset, DamageKind::Resync)?;
                return Ok(None);
            }
            self.tracks.numbers = self.tracks.audio.iter().map(|entry| entry.number).collect();
            self.damage.note(DamageKind::MissingHeader, 0, 0);
        }
        let doubtful = core::mem::take(&mut self.cluster.doubtful) || self.cluster.ticks.is_none();
        let checked = self.check_block(id, start, end)?;
        let follows = self.fits_at(end)?;
        let mut block = match checked {
            Checked::Broken => {
                if follows {
                    self.damage.note(DamageKind::Resync, offset, end - offset);
                    self.at = end;
                    self.lost_bytes += end - offset;
                } else {
                    self.recover(offset, DamageKind::Resync)?;
                }
                return Ok(None);
            }
            Checked::Skip if follows => {
                self.at = end;
                return Ok(None);
            }
            Checked::Skip => BlockAt::default(),
            Checked::Take(block) => block,
        };
        if !follows {
            // No element follows: either it is damaged or this block's size is. The next
            // valid element decides, by its place after this block or inside it.
            let resumed = self.scan(offset + 1)?;
            let intact = match resumed {
                Some(found) => found >= end,
                None => self.holds_packets(&block)?,
            };
            let from = if intact { end } else { offset };
            let to = resumed.unwrap_or(self.reader.len());
            self.damage.note(DamageKind::Resync, from, to - from);
            self.at = to;
            self.cluster.doubtful = true;
            if !intact || block.frames.is_empty() {
                self.lost_bytes += to - from;
                return Ok(None);
            }
            block.lost_bytes = core::mem::replace(&mut self.lost_bytes, to - from);
        } else {
            self.at = end;
            block.lost_bytes = core::mem::take(&mut self.lost_bytes);
        }
        block.offset = offset;
        block.end = end;
        block.doubtful = doubtful;
        if !self.saw_block {
            self.first_block = offset;
        }
        self.saw_block = true;
        Ok(Some(block))
    }

    /// Reads a block element without moving.
    pub fn check_block(&mut self, id: u32, start: u64, end: u64) -> Result<Checked, SourceError> {
        let mut found = BlockAt::default();
        let (payload_at, payload_end) = if id == SIMPLE_BLOCK {
            (start, end)
        } else {
            match self.inside_group(start, end, &mut found.discard_ns)? {
                Some(range) => range,
                None => return Ok(Checked::Broken),
            }
        };
        let Some((number, _)) = variable_int(self.reader.peek(payload_at, 8)?) else {
            return Ok(Checked::Broken);
        };
        let Some(audio) = &self.tracks.audio else {
            return Ok(Checked::Skip);
        };
        if number != audio.number {
            let declared = self.tracks.numbers.contains(&number);
            return Ok(if declared {
                Checked::Skip
            } else {
                Checked::Broken
            });
        }
        if payload_end - payload_at > MAX_BLOCK_BYTES {
            return Ok(Checked::Broken);
        }
        // The next element's head is read with it, so that the window moves once.
        let size = (payload_end - payload_at) as usize;
        let bytes = self.reader.peek(payload_at, size + MAX_HEAD_BYTES)?;
        let Some(block) = bytes.get(..size).and_then(Block::parse) else {
            return Ok(Checked::Broken);
        };
        found.payload_at = payload_at;
        found.frames = block.frames;
        found.relative = block.relative;
        Ok(Checked::Take(found))
    }

    /// Range of the Block inside a BlockGroup, and its DiscardPadding.
    pub fn inside_group(
        &mut self,
        start: u64,
        end: u64,
        discard_ns: &mut i64,
    ) -> Result<Option<(u64, u64)>, SourceError> {
        let mut at = start;
        let mut range = None;
        for _ in 0..32 {
            if at >= end {
                break;
            }
            let Some(head) = self.head(at)? else {
                return Ok(range);
            };
            let child = at + head.length;
            let Some(child_end) = head
                .size
                .and_then(|size| child.checked_add(size))
                .filter(|&e| e <= end)
            else {
                return Ok(range);
            };
            match head.id {
                BLOCK => range = Some((child, child_end)),
                DISCARD_PADDING if child_end - child <= 8 => {
                    *discard_ns = signed(self.reader.peek(child, (child_end - child) as usize)?);
                }
                _ => {}
            }
            at = child_end;
        }
        Ok(range)
    }
}
