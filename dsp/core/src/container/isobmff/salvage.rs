//! AAC in media data whose movie box never came (a recorder that was killed) or is cut off: blocks lie
//! one after the other without lengths; the end of each is found by parsing it.

use super::tables::Sample;
use crate::codec::aac::syntax::format::Format;
use crate::codec::aac::syntax::raw_data_block::{Block, Kind};
use crate::codec::aac::syntax::scale_factor_bands::FAMILY_RATES_HZ;
use crate::container::reader::Reader;
use crate::source::{ByteSource, SourceError};

/// Bytes searched for the first blocks.
const MAX_SEARCH_BYTES: u64 = 1 << 20;
/// Blocks in a row that are trusted, at first and after a hole.
const FIRST_CHAIN: usize = 8;
const CHAIN: usize = 3;
/// Blocks inspected to distinguish families of rates.
const FAMILY_CHAIN: usize = 64;
/// Longest block: 6,144 bits a channel, 8 channels (ISO 14496-3 §4.5.3.1).
const MAX_BLOCK_BYTES: usize = 6_144;

/// Walks from block to block.
#[derive(Debug)]
pub struct Salvage {
    at: u64,
    end: u64,
    /// At any rate of the family; the bands are all that counts.
    format: Format,
    rate_hz: u32,
    /// The common beginning of all blocks.
    like: Block,
    start: u64,
}

/// Properties found of the stream.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Found {
    /// Highest rate of its family in Hz: 44.1 and 48 kHz look alike, and to be too short is the
    /// lesser evil.
    pub rate_hz: u32,
    pub channels: u16,
}

impl Salvage {
    /// Looks for blocks in `from..end`; of `rate_hz`, if that is known.
    pub fn find<S: ByteSource>(
        reader: &mut Reader<S>,
        from: u64,
        end: u64,
        rate_hz: Option<u32>,
    ) -> Result<Option<(Self, Found)>, SourceError> {
        let known = rate_hz.map(|rate| [rate]);
        let rates = known.as_ref().map_or(&FAMILY_RATES_HZ[..], |one| &one[..]);
        let mut best: Option<(usize, Self)> = None;
        for &rate_hz in rates {
            let format = Format::low_complexity(rate_hz);
            let Some((at, like)) = first_chain(reader, from, end, &format)? else {
                continue;
            };
            let length = chain(reader, at, end, &format, None, FAMILY_CHAIN)?.0;
            let better = best
                .as_ref()
                .is_none_or(|(most, other)| length > *most || (length == *most && at < other.at));
            if better {
                let salvage = Self {
                    at,
                    end,
                    format,
                    rate_hz,
                    like,
                    start: 0,
                };
                best = Some((length, salvage));
            }
            if length == FAMILY_CHAIN {
                break;
            }
        }
        Ok(best.map(|(_, salvage)| {
            let found = Found {
                rate_hz: salvage.rate_hz,
                channels: salvage.like.channels(),
            };
            (salvage, found)
        }))
    }

    /// Offset of the block that comes next.
    pub fn position(&self) -> u64 {
        self.at
    }

    /// The next block, and the bytes that were stepped over before it.
    pub fn next<S: ByteSource>(
        &mut self,
        reader: &mut Reader<S>,
    ) -> Result<Option<(Sample, u64)>, SourceError> {
        let from = self.at;
        while self.at < self.end {
            let joined = self.at == from;
            let wanted = if joined { 1 } else { CHAIN };
            let head = reader.peek(self.at, 16)?;
            if !joined && head.len() == 16 && head.iter().all(|&byte| byte == 0) {
                // A page never written.
                self.at += 8;
                continue;
            }
            let first = head.first().copied();
            // After a hole only candidates that begin like all others are checked.
            if joined || first.is_some_and(|byte| byte >> 1 == self.head()) {
                let (count, bytes) = self.chain(reader, wanted)?;
                if count >= wanted {
                    let sample = Sample {
                        offset: self.at,
                        bytes,
                        start: self.start,
                        duration: 1_024,
                        description: 0,
                    };
                    let lost = self.at - from;
                    self.at += bytes;
                    self.start += 1_024;
                    return Ok(Some((sample, lost)));
                }
            }
            self.at += 1;
        }
        Ok(None)
    }

    /// Identification and tag of the first element: the upper seven bits of the first byte.
    fn head(&self) -> u8 {
        self.like.elements.first().map_or(0, |element| {
            let (kind, tag) = element;
            let id = match kind {
                Kind::Single => 0,
                Kind::Pair => 1,
                Kind::LowFrequency => 3,
            };
            id << 4 | tag
        })
    }

    fn chain<S: ByteSource>(
        &self,
        reader: &mut Reader<S>,
        wanted: usize,
    ) -> Result<(usize, u64), SourceError> {
        let (count, first, _) = chain(
            reader,
            self.at,
            self.end,
            &self.format,
            Some(&self.like),
            wanted,
        )?;
        Ok((count, first))
    }
}

/// Blocks in a row from `at`, at most `wanted`, all like `like` or like the first; the bytes of the
/// first; and the first itself. A chain that reaches the end is as good as a long one.
fn chain<S: ByteSource>(
    reader: &mut Reader<S>,
    at: u64,
    end: u64,
    format: &Format,
    like: Option<&Block>,
    wanted: usize,
) -> Result<(usize, u64, Option<Block>), SourceError> {
    let mut first: Option<Block> = None;
    let mut first_bytes = 0;
    let mut next = at;
    for count in 0..wanted {
        if next >= end && count > 0 {
            return Ok((wanted, first_bytes, first));
        }
        let most = MAX_BLOCK_BYTES.min(usize::try_from(end - next).unwrap_or(usize::MAX));
        let block = Block::read(reader.peek(next, most)?, format).filter(|block| {
            let other = like.or(first.as_ref());
            block.clean_end && other.is_none_or(|other| block.is_like(other))
        });
        let Some(block) = block else {
            return Ok((count, first_bytes, first));
        };
        next += block.bytes as u64;
        if count == 0 {
            first_bytes = block.bytes as u64;
            first = Some(block);
        }
    }
    Ok((wanted, first_bytes, first))
}

/// Where blocks begin, and their common beginning.
fn first_chain<S: ByteSource>(
    reader: &mut Reader<S>,
    from: u64,
    end: u64,
    format: &Format,
) -> Result<Option<(u64, Block)>, SourceError> {
    let until = end.min(from.saturating_add(MAX_SEARCH_BYTES));
    let mut next = from;
    while next < until {
        let at = next;
        let head = reader.peek(at, 16)?;
        let first = head.first().copied().unwrap_or(0xFF);
        next += if head.iter().all(|&byte| byte == 0) {
            8
        } else {
            1
        };
        // A single channel or a pair with tag 0; the first block may have something before it.
        if next > at + 1 || (at > from && !matches!(first & 0xFE, 0x00 | 0x20)) {
            continue;
        }
        let (count, _, block) = chain(reader, at, end, format, None, FIRST_CHAIN)?;
        if let (true, Some(block)) = (count >= FIRST_CHAIN, block) {
            return Ok(Some((at, block)));
        }
    }
    Ok(None)
}
