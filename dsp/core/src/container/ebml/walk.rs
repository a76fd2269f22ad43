//! From element to element through a Matroska file. The tree is walked flat: a Segment or Cluster is
//! entered and its size only believed for reports, so unknown sizes, sizes that lie and missing
//! headers all take the same path. After damage the next element that fits is searched byte by byte.

use super::block::Block;
use super::element::*;
use super::header::{self, TrackEntry, Tracks};
use crate::container::damage_log::DamageLog;
use crate::container::field_names::FieldNames;
use crate::container::opus_packet;
use crate::container::packet_clock::PacketClock;
use crate::container::reader::Reader;
use crate::container::{Codec, Container, ContainerError, DamageKind, Track};
use crate::source::{ByteSource, SourceError};

/// Largest block read whole, in bytes: a second of 8-channel 192 kHz float fits.
const MAX_BLOCK_BYTES: u64 = (1 << 20) - 64;
/// Largest Info, Tracks or Tags payload looked at.
const MAX_HEADER_BYTES: usize = 1 << 20;
/// Blocks looked at to recognise a recording without its header.
const GUESS_BLOCKS: u64 = 200;
/// Bytes one look ahead may cross.
const LOOK_AHEAD_BYTES: u64 = 8 << 20;

/// A block of the audio track, checked against what follows it.
#[derive(Debug, Clone, Default)]
pub struct BlockAt {
    /// Offset of the element.
    pub offset: u64,
    /// Offset just behind the element.
    pub end: u64,
    /// Offset of the block payload.
    pub payload_at: u64,
    /// Offset and length of each frame in the payload.
    pub frames: Vec<(usize, usize)>,
    /// Ticks relative to the Cluster.
    pub relative: i16,
    /// DiscardPadding in ns.
    pub discard_ns: i64,
    /// Bytes before it that were skipped; 0 when it follows the block before.
    pub lost_bytes: u64,
    /// Heads may be among those bytes: the Cluster's time is to be checked.
    pub doubtful: bool,
}

/// What the walk comes to.
#[derive(Debug)]
pub enum Event {
    /// A block of the audio track.
    Block(BlockAt),
    /// Tracks of a second recording were read.
    NewRecording,
    /// The file is over.
    End,
}

/// The Cluster the walk is in.
#[derive(Debug, Clone, Copy, Default)]
struct Cluster {
    offset: u64,
    end: Option<u64>,
    ticks: Option<u64>,
    /// Time of the Cluster before, when nothing was lost between.
    before: Option<u64>,
    /// Damage was met since its head: its time may be that of a lost Cluster.
    doubtful: bool,
}

/// The state of the walk.
#[derive(Debug)]
pub struct Walker<S> {
    pub reader: Reader<S>,
    pub tracks: Tracks,
    pub damage: DamageLog,
    pub fields: FieldNames,
    pub scale_ns: u64,
    pub saw_header: bool,
    pub has_video: bool,
    at: u64,
    cluster: Cluster,
    segment_end: Option<u64>,
    saw_block: bool,
    /// Offset of the first block: bytes before it last no time.
    pub first_block: u64,
    /// Ticks between the last two Clusters, and the time of the last that is certain.
    cadence: Option<(u64, u64)>,
    second: bool,
    lost_bytes: u64,
    look_ahead_budget: u64,
}

enum Checked {
    Take(BlockAt),
    Skip,
    Broken,
}

impl<S: ByteSource> Walker<S> {
    pub fn new(reader: Reader<S>) -> Self {
        let look_ahead_budget = reader
            .len()
            .saturating_mul(2)
            .saturating_add(LOOK_AHEAD_BYTES);
        Self {
            reader,
            tracks: Tracks::default(),
            damage: DamageLog::default(),
            fields: FieldNames::default(),
            scale_ns: 1_000_000,
            saw_header: false,
            has_video: false,
            at: 0,
            cluster: Cluster::default(),
            segment_end: None,
            saw_block: false,
            first_block: 0,
            cadence: None,
            second: false,
            lost_bytes: 0,
            look_ahead_budget,
        }
    }

    pub fn position(&self) -> u64 {
        self.at.min(self.reader.len())
    }

    pub fn len(&self) -> u64 {
        self.reader.len()
    }

    /// Walks on to the next event. Always moves forward, so it ends.
    pub fn next_event(&mut self) -> Result<Event, ContainerError> {
        loop {
            if self.at >= self.reader.len() {
                return Ok(Event::End);
            }
            let Some(head) = self.head(self.at)? else {
                self.recover(self.at, DamageKind::Resync)?;
                continue;
            };
            let start = self.at + head.length;
            if head.is_entered() {
                self.enter(head, start);
                continue;
            }
            let end = match head.size.and_then(|size| start.checked_add(size)) {
                Some(end) if end <= self.reader.len() => end,
                _ => {
                    let kind = if head.is_known() {
                        DamageKind::Truncated
                    } else {
                        DamageKind::Resync
                    };
                    self.recover(self.at, kind)?;
                    continue;
                }
            };
            match head.id {
                SIMPLE_BLOCK | BLOCK_GROUP => {
                    if let Some(block) = self.block(head.id, start, end)? {
                        return Ok(Event::Block(block));
                    }
                }
                TRACKS => {
                    if self.read_tracks(start, end)? {
                        return Ok(Event::NewRecording);
                    }
                }
                _ if head.is_known() => {
                    self.read_level_one(head.id, start, end)?;
                    self.at = end;
                }
                _ if self.fits_at(end)? => self.at = end,
                _ => self.recover(self.at, DamageKind::Resync)?,
            }
        }
    }

    /// Says what the end of the file tells: a Segment that promised more.
    pub fn finish(&mut self) {
        let len = self.reader.len();
        if self.segment_end.is_some_and(|end| end > len) {
            self.damage.note_once(DamageKind::Truncated, len, 0);
        }
    }

    fn enter(&mut self, head: Head, start: u64) {
        let end = head.size.and_then(|size| start.checked_add(size));
        if head.id == SEGMENT {
            self.segment_end = end;
            self.cluster = Cluster::default();
        } else {
            let lied = self.cluster.end.is_some_and(|end| end != self.at) && !self.cluster.doubtful;
            if lied {
                self.damage
                    .note(DamageKind::SizeLie, self.cluster.offset, 0);
            }
            self.cluster = Cluster {
                offset: self.at,
                end,
                ticks: None,
                before: self.cluster.ticks.filter(|_| !self.cluster.doubtful),
                doubtful: false,
            };
        }
        self.at = start;
    }

    fn read_level_one(&mut self, id: u32, start: u64, end: u64) -> Result<(), SourceError> {
        let size = usize::try_from(end - start)
            .unwrap_or(usize::MAX)
            .min(MAX_HEADER_BYTES);
        match id {
            EBML => {
                if self.saw_header || self.saw_block {
                    self.damage.note(DamageKind::Concatenated, self.at, 0);
                    self.second = true;
                    self.cluster = Cluster::default();
                    self.segment_end = None;
                }
                self.saw_header = true;
            }
            TIMESTAMP if size <= 8 => {
                let ticks = unsigned(self.reader.peek(start, size)?);
                if let Some(last) = self.cluster.before.filter(|&last| last < ticks) {
                    self.cadence = Some((ticks - last, ticks));
                }
                self.cluster.ticks = Some(ticks);
            }
            INFO => {
                let payload = self.reader.peek(start, size)?;
                self.scale_ns = header::info(payload, &mut self.fields).unwrap_or(1_000_000);
            }
            TAGS => header::tags(self.reader.peek(start, size)?, &mut self.fields),
            ATTACHMENTS => self.fields.add("attachment"),
            CHAPTERS => self.fields.add("chapters"),
            _ => {}
        }
        Ok(())
    }

    /// True when the tracks are those of a second recording.
    fn read_tracks(&mut self, start: u64, end: u64) -> Result<bool, ContainerError> {
        let size = usize::try_from(end - start)
            .unwrap_or(usize::MAX)
            .min(MAX_HEADER_BYTES);
        let found = header::tracks(self.reader.peek(start, size)?, &mut self.fields);
        self.at = end;
        self.has_video |= found.has_video;
        if self.tracks.audio.is_none() {
            if let (None, Some(error)) = (&found.audio, &found.refused) {
                return Err(error.clone());
            }
            if found.audio.is_none() && !found.numbers.is_empty() {
                return Err(ContainerError::NoAudio);
            }
            self.tracks = found;
            self.second = false;
            return Ok(false);
        }
        if core::mem::take(&mut self.second) {
            self.tracks = found;
            return Ok(true);
        }
        Ok(false)
    }

    /// Reads the block at the current position. Moves on in any case.
    fn block(&mut self, id: u32, start: u64, end: u64) -> Result<Option<BlockAt>, ContainerError> {
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
            // What follows is no element: either it is damaged or this block's size is. The next
            // element that fits tells, by lying behind this block or inside it.
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
    fn check_block(&mut self, id: u32, start: u64, end: u64) -> Result<Checked, SourceError> {
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
        // The head of what follows is read with it, so that the window moves once.
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
    fn inside_group(
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

    /// True when every frame of the block could be a packet (only Opus can tell).
    fn holds_packets(&mut self, block: &BlockAt) -> Result<bool, SourceError> {
        if self
            .tracks
            .audio
            .as_ref()
            .is_none_or(|entry| entry.track.codec != Codec::Opus)
        {
            return Ok(true);
        }
        for &(from, length) in &block.frames {
            if !opus_packet::is_valid(self.reader.peek(block.payload_at + from as u64, length)?) {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Searches on from behind `from` and notes what was skipped.
    fn recover(&mut self, from: u64, kind: DamageKind) -> Result<(), SourceError> {
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

    /// The first offset at or behind `from` where an element fits.
    fn scan(&mut self, mut from: u64) -> Result<Option<u64>, SourceError> {
        while from < self.reader.len() {
            let bytes = self.reader.peek(from, 32 * 1024)?;
            let length = bytes.len() as u64;
            let found = bytes.iter().position(|byte| {
                matches!(
                    byte,
                    0xA3 | 0xA0 | 0x10 | 0x12 | 0x15 | 0x16 | 0x18 | 0x19 | 0x1A | 0x1C | 0x1F
                )
            });
            match found {
                Some(index) => {
                    from += index as u64;
                    if self.is_way_back(from)? {
                        return Ok(Some(from));
                    }
                    from += 1;
                }
                None => from += length.max(1),
            }
        }
        Ok(None)
    }

    /// True when what stands at `at` is surely an element: it and what follows it make sense.
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
        // Bits 4…6 of a SimpleBlock's flags are reserved, and 0 in a Block too (RFC 9559 §10.1–2).
        let clean_flags = head.get(used + 2).is_some_and(|flags| flags & 0x70 == 0);
        Ok(clean_flags && self.tracks.numbers.contains(&number) && self.fits_at(end)?)
    }

    /// True when a known element, or the end of the file, is at `at`.
    fn fits_at(&mut self, at: u64) -> Result<bool, SourceError> {
        let len = self.reader.len();
        if at >= len {
            return Ok(at == len);
        }
        let Some(head) = self.head(at)? else {
            // Too few bytes left to tell.
            return Ok(len - at < MAX_HEAD_BYTES as u64 && self.reader.peek(at, 1)?[0] != 0);
        };
        if !head.is_known() {
            return Ok(false);
        }
        Ok(match head.size {
            None => head.is_entered(),
            // A last element that is cut off still tells that it began.
            Some(size) => {
                at + head.length + size.min(u64::MAX / 4) <= len
                    || head.is_entered()
                    || size <= MAX_BLOCK_BYTES
            }
        })
    }

    fn head(&mut self, at: u64) -> Result<Option<Head>, SourceError> {
        Ok(Head::parse(self.reader.peek(at, MAX_HEAD_BYTES)?))
    }

    /// An Opus track, when the blocks from `from` on hold Opus packets.
    fn guess_track(&mut self, from: u64) -> Result<Option<TrackEntry>, SourceError> {
        let mut votes: Vec<(u64, u64, u64, bool)> = Vec::new();
        let mut at = from;
        for _ in 0..GUESS_BLOCKS {
            let Some(head) = self.head(at)? else { break };
            let start = at + head.length;
            if head.is_entered() {
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
                if let Some((number, valid, stereo)) =
                    opus_vote(&mut self.reader, head.id, start, end)?
                {
                    if votes.len() < 16 && votes.iter().all(|vote| vote.0 != number) {
                        votes.push((number, 0, 0, false));
                    }
                    if let Some(vote) = votes.iter_mut().find(|vote| vote.0 == number) {
                        vote.1 += 1;
                        vote.2 += u64::from(valid);
                        vote.3 |= valid && stereo;
                    }
                }
            }
            at = end;
        }
        let best = votes
            .iter()
            .filter(|vote| vote.2 * 10 >= vote.1 * 9)
            .max_by_key(|vote| vote.2);
        Ok(best.map(|&(number, _, _, stereo)| {
            let channels = if stereo { 2 } else { 1 };
            TrackEntry {
                number,
                track: Track {
                    container: Container::WebM,
                    codec: Codec::Opus,
                    channels,
                    sample_rate_hz: 48_000,
                    codec_private: header::opus_head(channels as u8, 0),
                    delay_frames: 0,
                    stated_frames: None,
                },
                stripped: Vec::new(),
            }
        }))
    }
}

/// Time after damage: which Cluster a block belongs to when heads between were lost.
impl<S: ByteSource> Walker<S> {
    /// Ticks of the block, and whether they can be relied on. After damage the Cluster's time is taken
    /// from the next Cluster, counting back; without one it is uncertain.
    pub fn settle(
        &mut self,
        block: &BlockAt,
        clock: &PacketClock,
    ) -> Result<(Option<i64>, bool), SourceError> {
        if !block.doubtful {
            return Ok((self.ticks_of(block), true));
        }
        let ahead = self.look_ahead(block, clock)?;
        let (Some(next), Some((relative, frames))) = (ahead.cluster_ticks, ahead.last) else {
            return Ok((self.ticks_of(block), false));
        };
        let rate = u64::from(
            self.tracks
                .audio
                .as_ref()
                .map_or(48_000, |entry| entry.track.sample_rate_hz),
        );
        let duration = super::block_ticks(frames as i64, self.scale_ns, rate);
        let base = next.saturating_sub(i64::from(relative) + duration);
        let known = self.cluster.ticks.map(|ticks| ticks as i64);
        // Two Clusters of one recording follow each other within a packet or so.
        let tolerance = duration.max(super::block_ticks(rate as i64 / 25, self.scale_ns, rate));
        if base >= 0 && known.is_none_or(|ticks| base > ticks.saturating_add(tolerance)) {
            self.cluster.ticks = Some(base as u64);
        }
        Ok((self.ticks_of(block), true))
    }

    fn ticks_of(&self, block: &BlockAt) -> Option<i64> {
        let ticks = i64::try_from(self.cluster.ticks?).ok()?;
        ticks.checked_add(i64::from(block.relative))
    }

    /// The ticks nearest to `estimate` that `block` can have if Clusters go on at their cadence.
    pub fn in_cadence(&self, block: &BlockAt, estimate: i64) -> i64 {
        let Some((spacing, last)) = self.cadence else {
            return estimate;
        };
        let (spacing, last) = (spacing as i64, last as i64);
        let wanted = estimate
            .saturating_sub(i64::from(block.relative))
            .saturating_sub(last);
        let clusters = wanted
            .saturating_add(spacing / 2)
            .div_euclid(spacing.max(1));
        last.saturating_add(clusters.saturating_mul(spacing))
            .saturating_add(i64::from(block.relative))
    }

    /// True when a later block or Cluster lies before this block's time, or when nothing later
    /// confirms a jump so long that it `needs_proof`.
    pub fn contradicts(&mut self, block: &BlockAt, needs_proof: bool) -> Result<bool, SourceError> {
        let Some(ticks) = self.ticks_of(block) else {
            return Ok(false);
        };
        let none = PacketClock::uncounted();
        let ahead = self.look_ahead(block, &none)?;
        if let Some(next) = ahead.next_relative {
            if next < block.relative {
                return Ok(true);
            }
        }
        Ok(match ahead.cluster_ticks {
            Some(next) => next < ticks,
            None => needs_proof,
        })
    }

    /// Gives the Cluster the time that puts `block` at `ticks`.
    pub fn rebase_cluster(&mut self, ticks: i64, block: &BlockAt) {
        self.cluster.ticks = u64::try_from(ticks.saturating_sub(i64::from(block.relative))).ok();
    }

    fn look_ahead(&mut self, block: &BlockAt, clock: &PacketClock) -> Result<Ahead, SourceError> {
        let mut ahead = Ahead::default();
        let mut clock = clock.clone();
        ahead.last = Some((block.relative, self.block_frames(block, &mut clock)?));
        let mut at = block.end.max(self.at);
        let limit = at
            .saturating_add(LOOK_AHEAD_BYTES.min(self.look_ahead_budget))
            .min(self.reader.len());
        let begun = at;
        while at < limit {
            let Some(head) = self.head(at)? else { break };
            let start = at + head.length;
            if head.id == CLUSTER {
                ahead.cluster_ticks = self.cluster_ticks(start)?;
                break;
            }
            let Some(end) = head.size.and_then(|size| start.checked_add(size)) else {
                break;
            };
            if end > self.reader.len() || !head.is_known() || head.id == EBML {
                break;
            }
            if matches!(head.id, SIMPLE_BLOCK | BLOCK_GROUP) {
                if let Checked::Take(found) = self.check_block(head.id, start, end)? {
                    ahead.next_relative = ahead.next_relative.or(Some(found.relative));
                    ahead.last = Some((found.relative, self.block_frames(&found, &mut clock)?));
                }
            }
            at = end;
        }
        self.look_ahead_budget = self
            .look_ahead_budget
            .saturating_sub(at.saturating_sub(begun) + 64);
        Ok(ahead)
    }

    fn block_frames(
        &mut self,
        block: &BlockAt,
        clock: &mut PacketClock,
    ) -> Result<u64, SourceError> {
        let mut total = 0;
        for &(from, length) in &block.frames {
            let packet = self.reader.peek(block.payload_at + from as u64, length)?;
            total += clock.frames(packet).unwrap_or(0);
        }
        Ok(total)
    }

    /// The Timestamp among the first children of a Cluster.
    fn cluster_ticks(&mut self, start: u64) -> Result<Option<i64>, SourceError> {
        let mut at = start;
        for _ in 0..4 {
            let Some(head) = self.head(at)? else {
                return Ok(None);
            };
            let Some(size) = head.size.filter(|&size| size <= MAX_BLOCK_BYTES) else {
                return Ok(None);
            };
            if head.id == TIMESTAMP && size <= 8 {
                let ticks = unsigned(self.reader.peek(at + head.length, size as usize)?);
                return Ok(i64::try_from(ticks).ok());
            }
            at += head.length + size;
        }
        Ok(None)
    }
}

/// What lies between a block and the next Cluster.
#[derive(Debug, Default)]
struct Ahead {
    /// Relative time of the next block of the track.
    next_relative: Option<i16>,
    /// Relative time and frames of the last block before the next Cluster.
    last: Option<(i16, u64)>,
    /// Time of the next Cluster.
    cluster_ticks: Option<i64>,
}

/// Track number, validity and stereo flag of a block read as Opus.
fn opus_vote<S: ByteSource>(
    reader: &mut Reader<S>,
    id: u32,
    start: u64,
    end: u64,
) -> Result<Option<(u64, bool, bool)>, SourceError> {
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
    let valid = frames().all(opus_packet::is_valid);
    Ok(Some((
        block.track,
        valid,
        frames().any(opus_packet::is_stereo),
    )))
}

/// Three Opus blocks in a row are no accident.
fn looks_like_opus_block<S: ByteSource>(
    reader: &mut Reader<S>,
    id: u32,
    start: u64,
    end: u64,
) -> Result<bool, SourceError> {
    let Some((number, true, _)) = opus_vote(reader, id, start, end)? else {
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
            Some((next, true, _)) if next == number => at = end,
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
