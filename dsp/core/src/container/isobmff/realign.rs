//! Flat files that lost or gained bytes in the middle: every sample after the damage is at another offset
//! than its table states. The shift follows from where the samples should end, the damaged place from the
//! first bytes of the samples, which look alike throughout a stream.

use super::boxes::BoxAt;
use super::locate;
use super::tables::SampleTable;
use crate::container::reader::Reader;
use crate::container::window::Window;
use crate::container::Codec;
use crate::source::{ByteSource, SourceError};

/// Fewer samples than this after the damage are too few to decide.
const MIN_FOLLOWING: u64 = 4;

/// Samples that cannot be trusted and those that moved.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DamagedSpan {
    /// First sample that is gone, by number.
    pub from: u64,
    /// First sample after the damage.
    pub to: u64,
    /// Bytes by which it and all later samples are moved; negative when bytes are missing.
    pub shift: i64,
}

/// Finds the damaged place of a file whose sample table and end of media disagree. `media_end` is where
/// the media data ends in the file as it is. Reads the tables once, and the media twice at most when
/// something is wrong.
pub fn find<S: ByteSource>(
    reader: &mut Reader<S>,
    table: &SampleTable,
    codec: Codec,
    base: u64,
    media_end: u64,
) -> Result<Option<DamagedSpan>, SourceError> {
    let mut walk = table.clone();
    let mut stated_end = 0;
    while let Some(sample) = walk.next(reader)? {
        stated_end = stated_end.max(
            sample
                .offset
                .saturating_add(sample.bytes)
                .saturating_add(base),
        );
    }
    let len = reader.len();
    let shift = media_end as i64 - i64::try_from(stated_end).unwrap_or(i64::MAX);
    let box_follows =
        BoxAt::read(reader, stated_end, len)?.is_some_and(|found| locate::is_top_level(&found));
    if shift == 0 || stated_end == 0 || box_follows || shift.unsigned_abs() > len {
        return Ok(None);
    }
    // Two running sums, up for a sample that looks right and down for one that does not: samples are
    // at their stated offsets up to the greatest sum of the first kind, and moved from the least sum of
    // the second kind on. Those between are lost.
    let mut stated = Window::new(64 * 1024);
    let mut further = Window::new(64 * 1024);
    let mut walk = table.clone();
    let mut likeness = Likeness::new(codec);
    let (mut in_place, mut most, mut from) = (0i64, 0i64, 0u64);
    let (mut moved_sum, mut least, mut to) = (0i64, 0i64, 0u64);
    let mut number = 0;
    while let Some(sample) = walk.next(reader)? {
        let offset = sample.offset.saturating_add(base);
        let here = likeness.of(stated.bytes(reader, offset, 4)?, number == 0);
        let there = offset
            .checked_add_signed(shift)
            .filter(|at| at.saturating_add(sample.bytes) <= media_end);
        let there = match there {
            Some(at) => likeness.of(further.bytes(reader, at, 4)?, false),
            None => false,
        };
        number += 1;
        in_place += if here && offset < media_end { 1 } else { -1 };
        moved_sum += if there { 1 } else { -1 };
        if in_place > most {
            (most, from) = (in_place, number);
        }
        if moved_sum <= least {
            (least, to) = (moved_sum, number);
        }
    }
    let to = to.max(from);
    // Unless nearly all samples after look right when moved, it is only the tail that is missing.
    let following = number - to;
    if following < MIN_FOLLOWING || (moved_sum - least) * 2 < following as i64 {
        return Ok(None);
    }
    // The sample that runs into the damage begins intact.
    Ok(Some(DamagedSpan {
        from: from.saturating_sub(1),
        to,
        shift,
    }))
}

/// Whether bytes begin like the samples of this stream.
struct Likeness {
    codec: Codec,
    first: u8,
}

impl Likeness {
    fn new(codec: Codec) -> Self {
        Self { codec, first: 0 }
    }

    fn of(&mut self, bytes: &[u8], is_first: bool) -> bool {
        let &[first, second, ..] = bytes else {
            return false;
        };
        match self.codec {
            // A single channel or channel pair element with tag 0 (ISO 14496-3 §4.4.2.1, table 4.85).
            Codec::Aac => matches!(first & 0xFE, 0x00 | 0x20),
            // One configuration throughout (RFC 6716 §3.1).
            Codec::Opus => {
                if is_first {
                    self.first = first;
                }
                first >> 3 == self.first >> 3
            }
            _ => first == 0xFF && second & 0xE0 == 0xE0,
        }
    }
}
