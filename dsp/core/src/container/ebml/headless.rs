//! A recording without its header: Opus recognised by the contents of its blocks, because that is what
//! recorders put in WebM.

use super::block::Block;
use super::block::MAX_BLOCK_BYTES;
use super::element::*;
use super::header::TrackEntry;
use super::walk::Walker;
use crate::codec::opus::syntax::{identification_header, packet};
use crate::container::reader::Reader;
use crate::container::{Codec, Container, Track};
use crate::source::{ByteSource, SourceError};

/// Blocks looked at to recognise a recording without its header.
const GUESS_BLOCKS: u64 = 200;

impl<S: ByteSource> Walker<S> {
    /// An Opus track, when the blocks from `from` on hold Opus packets.
    pub fn guess_track(&mut self, from: u64) -> Result<Option<TrackEntry>, SourceError> {
        let mut votes: Vec<Vote> = Vec::new();
        if self.not_opus {
            return Ok(None);
        }
        let mut at = from;
        for _ in 0..GUESS_BLOCKS {
            let Some(head) = self.head(at)? else { break };
            let start = at + head.length;
            if head.is_entered() {
                votes.iter_mut().for_each(|vote| vote.last = None);
                at = start;
                continue;
            }
            let Some(end) = head.size.and_then(|size| start.checked_add(size)) else {
                break;
            };
            if end > self.reader.len() || !head.is_known() {
                break;
            }
            if matches!(head.id, SIMPLE_BLOCK | BLOCK_GROUP) {
                if let Some(ballot) = opus_vote(&mut self.reader, head.id, start, end)? {
                    let known = votes.iter().any(|vote| vote.number == ballot.number);
                    if !known && votes.len() < 16 {
                        votes.push(Vote {
                            number: ballot.number,
                            ..Vote::default()
                        });
                    }
                    let vote = votes.iter_mut().find(|vote| vote.number == ballot.number);
                    if let Some(vote) = vote {
                        vote.count(&ballot);
                    }
                }
            }
            at = end;
        }
        let scale_ns = self.scale_ns;
        // The last few blocks of the file are no proof against a second of other blocks.
        self.not_opus = votes.iter().any(|vote| vote.is_contradicted(scale_ns));
        let best = votes
            .iter()
            .filter(|vote| vote.is_valid() && !vote.is_contradicted(scale_ns))
            .max_by_key(|vote| vote.valid);
        Ok(best.map(|&Vote { number, stereo, .. }| {
            let channels = if stereo { 2 } else { 1 };
            TrackEntry {
                number,
                track: Track {
                    container: Container::WebM,
                    codec: Codec::Opus,
                    channels,
                    sample_rate_hz: 48_000,
                    codec_private: identification_header::without_own(channels as u8, 0),
                    delay_frames: 0,
                    stated_frames: None,
                    first_packet: Vec::new(),
                },
                stripped: Vec::new(),
            }
        }))
    }
}

/// Statistics of the blocks of one track number.
#[derive(Debug, Default)]
struct Vote {
    number: u64,
    blocks: u64,
    valid: u64,
    stereo: bool,
    /// Relative time and frames of the block before in the same Cluster.
    last: Option<(i16, u64)>,
    /// Time from block to block in ticks, and the length of the packets between them in frames.
    ticks: u64,
    frames: u64,
}

/// One block read as Opus.
struct Ballot {
    number: u64,
    valid: bool,
    stereo: bool,
    relative: i16,
    frames: u64,
}

impl Vote {
    fn count(&mut self, ballot: &Ballot) {
        self.blocks += 1;
        self.valid += u64::from(ballot.valid);
        self.stereo |= ballot.valid && ballot.stereo;
        if let Some((relative, frames)) = self.last {
            self.ticks +=
                u64::try_from(i32::from(ballot.relative) - i32::from(relative)).unwrap_or(0);
            self.frames += frames;
        }
        self.last = Some((ballot.relative, ballot.frames));
    }

    /// Nine in ten keep the rules of Opus.
    fn is_valid(&self) -> bool {
        self.valid * 10 >= self.blocks * 9
    }

    /// The packets last longer than the distance of the blocks: every second packet of any other codec looks
    /// like Opus, but not like Opus of the right length.
    fn is_contradicted(&self, scale_ns: u64) -> bool {
        let stated = u128::from(self.ticks) * u128::from(scale_ns) * 48_000 / 1_000_000_000;
        let frames = u128::from(self.frames);
        // Pauses lengthen time, nothing shortens it but jitter. A tenth of a second is too short to decide.
        stated >= 4_800 && (frames > stated * 3 / 2 || frames * 8 < stated)
    }
}

/// A block read as Opus; `None` if it is not a block.
fn opus_vote<S: ByteSource>(
    reader: &mut Reader<S>,
    id: u32,
    start: u64,
    end: u64,
) -> Result<Option<Ballot>, SourceError> {
    let mut start = start;
    let mut end = end;
    if id == BLOCK_GROUP {
        match Head::parse(reader.peek(start, MAX_HEAD_BYTES)?) {
            Some(Head {
                id: BLOCK,
                size: Some(size),
                length,
            }) if start + length + size.min(end) <= end => {
                start += length;
                end = start + size;
            }
            _ => return Ok(None),
        }
    }
    if end - start > MAX_BLOCK_BYTES {
        return Ok(None);
    }
    let payload = reader.peek(start, (end - start) as usize)?;
    let Some(block) = Block::parse(payload).filter(|block| (1..=127).contains(&block.track)) else {
        return Ok(None);
    };
    let frames = || {
        block
            .frames
            .iter()
            .map(|&(from, length)| &payload[from..from + length])
    };
    let valid = frames().all(packet::is_valid);
    Ok(Some(Ballot {
        number: block.track,
        valid,
        stereo: frames().any(packet::is_stereo),
        relative: block.relative,
        frames: frames().filter_map(packet::frames).map(u64::from).sum(),
    }))
}

/// Three Opus blocks in a row are no accident.
pub fn looks_like_opus_block<S: ByteSource>(
    reader: &mut Reader<S>,
    id: u32,
    start: u64,
    end: u64,
) -> Result<bool, SourceError> {
    let Some(Ballot {
        number,
        valid: true,
        ..
    }) = opus_vote(reader, id, start, end)?
    else {
        return Ok(false);
    };
    let mut at = end;
    for _ in 0..2 {
        let Some(head) = Head::parse(reader.peek(at, MAX_HEAD_BYTES)?) else {
            return Ok(false);
        };
        if head.id == CLUSTER {
            return Ok(true);
        }
        let start = at + head.length;
        let Some(end) = head.size.and_then(|size| start.checked_add(size)) else {
            return Ok(false);
        };
        if !matches!(head.id, SIMPLE_BLOCK | BLOCK_GROUP) || end > reader.len() {
            return Ok(false);
        }
        match opus_vote(reader, head.id, start, end)? {
            Some(next) if next.valid && next.number == number => at = end,
            _ => return Ok(false),
        }
    }
    Ok(true)
}

/// See [`super::recognises_headerless`].
pub fn recognises_headerless<S: ByteSource>(reader: &mut Reader<S>) -> Result<bool, SourceError> {
    let limit = reader.len().min(1 << 20);
    let mut at = 0;
    while at < limit {
        let bytes = reader.peek(at, 32 * 1024)?;
        let length = bytes.len() as u64;
        let Some(index) = bytes
            .iter()
            .position(|byte| matches!(byte, 0xA3 | 0xA0 | 0x1F))
        else {
            at += length.max(1);
            continue;
        };
        at += index as u64;
        if let Some(head) = Head::parse(reader.peek(at, MAX_HEAD_BYTES)?) {
            let start = at + head.length;
            let end = head
                .size
                .and_then(|size| start.checked_add(size))
                .filter(|&end| end <= reader.len());
            let found = match (head.id, end) {
                (CLUSTER, _) => Head::parse(reader.peek(start, MAX_HEAD_BYTES)?)
                    .is_some_and(|child| child.id == TIMESTAMP),
                (SIMPLE_BLOCK | BLOCK_GROUP, Some(end)) => {
                    looks_like_opus_block(reader, head.id, start, end)?
                }
                _ => false,
            };
            if found {
                return Ok(true);
            }
        }
        at += 1;
    }
    Ok(false)
}
