//! From element to element through a Matroska file. The tree is walked flat: a Segment or Cluster is
//! entered and its size only used for reports, so unknown, wrong and missing
//! headers all take the same path. After damage the next element that fits is searched byte by byte.

use super::block::BlockAt;
use super::element::*;
use super::header::{self, Tracks};
use crate::container::damage_log::DamageLog;
use crate::container::field_names::FieldNames;
use crate::container::reader::Reader;
use crate::container::{ContainerError, DamageKind};
use crate::source::{ByteSource, SourceError};

/// Bytes one look ahead may cross.
pub const LOOK_AHEAD_BYTES: u64 = 8 << 20;

/// Largest Info, Tracks or Tags payload looked at.
const MAX_HEADER_BYTES: usize = 1 << 20;

/// Events of the walk.
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
pub(super) struct Cluster {
    pub(super) offset: u64,
    pub(super) end: Option<u64>,
    pub(super) ticks: Option<u64>,
    /// Time of the Cluster before, when nothing was lost between.
    pub(super) before: Option<u64>,
    /// There was damage since its head: its time may be that of a lost Cluster.
    pub(super) doubtful: bool,
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
    pub(super) at: u64,
    pub(super) cluster: Cluster,
    pub(super) segment_end: Option<u64>,
    pub(super) saw_block: bool,
    /// Offset of the first block: bytes before it last no time.
    pub first_block: u64,
    /// Ticks between the last two Clusters, and the time of the last that is certain.
    pub(super) cadence: Option<(u64, u64)>,
    pub(super) second: bool,
    pub(super) lost_bytes: u64,
    pub(super) look_ahead_budget: u64,
    /// Blocks without a header were looked at and are not Opus.
    pub(super) not_opus: bool,
}

impl<S: ByteSource> Walker<S> {
    pub fn new(reader: Reader<S>) -> Self {
        let look_ahead_budget = reader
            .len()
            .saturating_mul(4)
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
            not_opus: false,
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

    /// Continues at the Cluster at `at`, whatever lies between.
    pub fn jump(&mut self, at: u64) {
        self.at = at;
        self.cluster = Cluster::default();
        self.lost_bytes = 0;
    }

    /// Reports a file that ends before its Segment does.
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

    pub fn head(&mut self, at: u64) -> Result<Option<Head>, SourceError> {
        Ok(Head::parse(self.reader.peek(at, MAX_HEAD_BYTES)?))
    }
}
