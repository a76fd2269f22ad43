//! Ogg with Opus (RFC 7845), Vorbis or FLAC: pages checked and found again after damage, granules turned
//! into time stamps and end trims, chained streams read on as one.

mod page;
mod setup;

pub use page::checksum as page_checksum;

use self::page::{Page, Pages, MAX_PACKET_BYTES};
use self::setup::{Audio, Setup};
use super::damage_log::DamageLog;
use super::reader::Reader;
use super::{Codec, ContainerError, Damage, DamageKind, Demuxer, Packet, Track};
use crate::codec::flac::syntax::frame_header::MAX_HEADER_BYTES;
use crate::codec::packet_clock::PacketClock;
use crate::source::ByteSource;

/// A granule further ahead than this (in frames, an hour at 48 kHz) is damage, not a gap.
const MAX_GAP_FRAMES: u64 = 48_000 * 3_600;

/// Pages of a stream looked at to judge its granules.
const JUDGED_PAGES: usize = 16;

/// Chained streams looked at; each costs a search for its headers.
const MAX_CHAINS: usize = 256;

/// A packet of the current page.
#[derive(Debug, Clone, Copy)]
struct Piece {
    /// Range inside the page body.
    from: usize,
    to: usize,
    frames: u32,
    discard_end: u32,
}

/// Reads the first supported stream of an Ogg file, and the links chained to it.
pub struct OggDemuxer<S> {
    pages: Pages<S>,
    track: Track,
    clock: PacketClock,
    serial: u32,
    sequence: u32,
    /// Pages are numbered: a number that is missing is a page that is missing.
    is_numbered: bool,
    /// First page with sound of the current chain link, and the packets on it that are headers.
    first_page: u64,
    skip: usize,
    /// Granules of the current chain link agree with its packets.
    is_counted: bool,
    /// One that does not was noted.
    has_lied: bool,
    /// Granule and checksum of the page before.
    before: Option<(Option<u64>, u32)>,
    /// Offset of the next page.
    at: u64,
    /// Packets that end on the current page; the first may begin with `carry`.
    pieces: Vec<Piece>,
    next_piece: usize,
    body: u64,
    page_offset: u64,
    /// Beginning of a packet that continues on the next page.
    carry: Vec<u8>,
    carry_done: Vec<u8>,
    /// Position of the next packet, in frames of the whole (chained) file.
    next_frame: u64,
    /// Granule that counts as frame 0 of the current chain link; known after its first granule.
    origin: Option<i64>,
    after_gap: bool,
    restart: bool,
    chains: usize,
    damage: DamageLog,
    metadata: Vec<String>,
}

impl<S: ByteSource> OggDemuxer<S> {
    /// Reads the set-up headers of the first supported stream.
    pub fn open(reader: Reader<S>, offset: u64) -> Result<Self, ContainerError> {
        let mut pages = Pages::new(reader);
        let mut damage = DamageLog::default();
        let mut metadata = Vec::new();
        let found = setup::find(&mut pages, offset, &mut damage, &mut metadata)?;
        let Setup {
            track,
            serial,
            audio,
        } = found;
        let mut demuxer = Self {
            pages,
            clock: PacketClock::new(&track),
            track,
            serial,
            sequence: 0,
            is_numbered: true,
            first_page: 0,
            skip: 0,
            is_counted: true,
            has_lied: false,
            before: None,
            at: 0,
            pieces: Vec::new(),
            next_piece: 0,
            body: 0,
            page_offset: 0,
            carry: Vec::new(),
            carry_done: Vec::new(),
            next_frame: 0,
            origin: None,
            after_gap: false,
            restart: false,
            chains: 0,
            damage,
            metadata,
        };
        demuxer.begin(audio)?;
        // The first page shows whether leading frames are to be dropped.
        if !demuxer.next_page()? {
            return Err(ContainerError::NoAudio);
        }
        Ok(demuxer)
    }

    /// Goes to the first page of the stream that is set up, and judges its page numbers and granules.
    #[inline(never)]
    fn begin(&mut self, audio: Audio) -> Result<(), ContainerError> {
        self.go_to(audio);
        let log = self.damage.clone();
        let (mut agreeing, mut steps) = (0, 0);
        let mut granule = None;
        for _ in 0..JUDGED_PAGES {
            let Some(page) = self.find_page()? else { break };
            self.at = page.end();
            if page.begins && page.offset != self.first_page {
                break;
            }
            if page.serial != self.serial || self.is_repeated(&page) {
                continue;
            }
            self.follow_numbers(&page);
            let is_continuous = self.sequence == page.sequence || !self.is_numbered;
            self.split(&page)?;
            let frames = self.frames_of_page();
            if let (Some(before), Some(now), true) = (granule, page.granule, is_continuous) {
                let step = i128::from(now) - i128::from(before);
                let is_trimmed = page.ends && (1..=i128::from(frames)).contains(&step);
                agreeing += u32::from(step == i128::from(frames) || is_trimmed);
                steps += u32::from(frames > 0 || step != 0);
            }
            self.sequence = page.sequence.wrapping_add(1);
            if !self.pieces.is_empty() && page.intact {
                granule = page.granule;
            }
        }
        let is_numbered = self.is_numbered;
        self.damage = log;
        self.go_to(audio);
        (self.is_numbered, self.is_counted) = (is_numbered, agreeing * 2 >= steps);
        if !is_numbered {
            self.damage.note(DamageKind::WrongHeader, audio.page, 0);
        }
        if !self.is_counted {
            self.note_lie(audio.page);
        }
        Ok(())
    }

    #[inline(never)]
    fn go_to(&mut self, audio: Audio) {
        (self.at, self.first_page) = (audio.page, audio.page);
        (self.sequence, self.skip) = (audio.sequence, audio.skip);
        self.is_numbered = audio.is_numbered;
        (self.before, self.origin) = (None, None);
        self.carry.clear();
        self.carry_done.clear();
        self.pieces.clear();
        self.clock.reset();
        self.after_gap = false;
    }

    /// Whether `page` repeats the previous page.
    fn is_repeated(&self, page: &Page) -> bool {
        let known = self.sequence == page.sequence.wrapping_add(1) && self.is_numbered;
        known && page.intact && self.before == Some((page.granule, page.checksum))
    }

    /// A number that repeats on different pages is ignored.
    fn follow_numbers(&mut self, page: &Page) {
        let repeats = self.sequence == page.sequence.wrapping_add(1) && self.before.is_some();
        self.is_numbered &= !repeats;
        self.before = Some((page.granule, page.checksum));
    }

    /// Moves to the next page of the stream on which a packet ends; `false` at the end.
    fn next_page(&mut self) -> Result<bool, ContainerError> {
        self.pieces.clear();
        self.next_piece = 0;
        while let Some(page) = self.find_page()? {
            self.at = page.end();
            if page.begins && page.offset != self.first_page {
                if !self.chain(&page)? {
                    return Ok(false);
                }
                continue;
            }
            if page.serial != self.serial || self.is_repeated(&page) {
                continue;
            }
            self.take_page(&page)?;
            if !self.pieces.is_empty() {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The next plausible page of any stream; skipped bytes are noted.
    #[inline(never)]
    fn find_page(&mut self) -> Result<Option<Page>, ContainerError> {
        let from = self.at;
        loop {
            let Some(offset) = self.pages.find(self.at)? else {
                let lost = self.pages.reader.len().saturating_sub(from);
                if lost > 0 {
                    self.damage.note(DamageKind::Resync, from, lost);
                }
                self.at = self.pages.reader.len();
                return Ok(None);
            };
            if let Some(page) = self.pages.read(offset)? {
                if page.intact || self.is_plausible(&page)? {
                    if offset > from {
                        self.damage.note(DamageKind::Resync, from, offset - from);
                        self.after_gap = true;
                    }
                    return Ok(Some(page));
                }
            }
            self.at = offset + 4;
        }
    }

    /// A page whose checksum is wrong is still used when its header fits the stream and another
    /// page (or the end of the file) follows it: most of its packets are whole.
    fn is_plausible(&mut self, page: &Page) -> Result<bool, ContainerError> {
        if page.serial != self.serial || page.begins {
            return Ok(false);
        }
        if self.is_numbered && page.sequence != self.sequence {
            return Ok(false);
        }
        let kind = if page.end() > self.pages.reader.len() {
            DamageKind::Truncated
        } else if page.end() == self.pages.reader.len()
            || self.pages.reader.array::<4>(page.end())? == Some(*b"OggS")
        {
            DamageKind::Checksum
        } else {
            return Ok(false);
        };
        let there = page.end().min(self.pages.reader.len()) - page.offset;
        self.damage.note(kind, page.offset, there);
        Ok(true)
    }

    /// Continues with a chained stream of the same codec (RFC 3533 §4); `false` when it is another.
    fn chain(&mut self, first: &Page) -> Result<bool, ContainerError> {
        self.chains += 1;
        if self.chains > MAX_CHAINS {
            return Ok(false);
        }
        let mut log = DamageLog::default();
        let found = match setup::find(&mut self.pages, first.offset, &mut log, &mut self.metadata) {
            Ok(found) => found,
            Err(ContainerError::Source(error)) => return Err(error.into()),
            // Not supported audio: skip its pages.
            Err(_) => return Ok(true),
        };
        self.damage.note(DamageKind::Concatenated, first.offset, 0);
        if found.track.codec != self.track.codec {
            return Ok(false);
        }
        self.clock = PacketClock::new(&found.track);
        (self.track, self.serial) = (found.track, found.serial);
        self.restart = true;
        self.begin(found.audio)?;
        Ok(true)
    }

    /// Splits a page of our stream into packets and gives them time stamps.
    fn take_page(&mut self, page: &Page) -> Result<(), ContainerError> {
        let before = self.before.and_then(|before| before.0);
        self.follow_numbers(page);
        let is_jump = self.is_numbered && self.sequence != page.sequence;
        self.sequence = page.sequence.wrapping_add(1);
        self.body = page.body;
        self.page_offset = page.offset;
        if self.after_gap {
            self.carry.clear();
            self.clock.reset();
        }
        self.split(page)?;
        if is_jump && !self.after_gap {
            let frames = self.frames_of_page();
            let step = page
                .granule
                .zip(before)
                .map(|(now, before)| now.wrapping_sub(before));
            if self.is_counted && page.intact && counts_on(page, step, frames) {
                // Nothing is missing but a number.
                self.damage.note(DamageKind::WrongHeader, page.offset, 0);
            } else {
                // Pages are missing.
                self.after_gap = true;
                self.carry.clear();
                self.clock.reset();
                self.split(page)?;
            }
        }
        if !self.pieces.is_empty() {
            self.place(page)?;
        }
        Ok(())
    }

    #[inline(never)]
    fn frames_of_page(&self) -> u64 {
        let frames = self.pieces.iter().map(|piece| u64::from(piece.frames));
        frames.sum()
    }

    /// Finds the packets that end on a page.
    #[inline(never)]
    fn split(&mut self, page: &Page) -> Result<(), ContainerError> {
        self.pieces.clear();
        self.carry_done.clear();
        let mut skip = match page.offset == self.first_page {
            true => self.skip,
            false => 0,
        };
        // The rest of a header is skipped as well.
        skip = skip.max(usize::from(page.continued && self.carry.is_empty()));
        if !page.continued {
            self.carry.clear();
        }
        let mut from = 0usize;
        let mut to = 0usize;
        for &lace in &page.lacing {
            to += usize::from(lace);
            if lace == 255 {
                continue;
            }
            // `from..to` is a packet, or the rest of the carried one.
            if skip > 0 {
                skip -= 1;
            } else {
                // No codec states its length further on than FLAC.
                let mut head = [0; MAX_HEADER_BYTES];
                let first = if self.pieces.is_empty() && !self.carry.is_empty() {
                    self.carry_done = core::mem::take(&mut self.carry);
                    self.carry_done.as_slice()
                } else {
                    let count = (to - from).min(head.len());
                    let bytes = self.pages.reader.peek(page.body + from as u64, count)?;
                    head[..bytes.len()].copy_from_slice(bytes);
                    &head[..bytes.len()]
                };
                if let Some(frames) = self.clock.place(first) {
                    self.pieces.push(Piece {
                        from,
                        to,
                        frames,
                        discard_end: 0,
                    });
                } else if !first.is_empty() {
                    self.damage.note(
                        DamageKind::Undecodable,
                        page.body + from as u64,
                        (to - from) as u64,
                    );
                    self.carry_done.clear();
                }
            }
            from = to;
        }
        if page.lacing.last() == Some(&255) && skip == 0 {
            let rest = to - from;
            if self.carry.len() + rest <= MAX_PACKET_BYTES {
                self.pages
                    .reader
                    .append(page.body + from as u64, rest, &mut self.carry)?;
            } else {
                self.carry.clear();
            }
        }
        Ok(())
    }

    /// Uses the granule of a page: it is where its last packet ends.
    fn place(&mut self, page: &Page) -> Result<(), ContainerError> {
        let frames = self.frames_of_page();
        let granule = page.granule.filter(|&granule| granule < 1 << 62);
        let Some(granule) = granule.filter(|_| self.is_counted) else {
            return Ok(());
        };
        let granule = granule as i64;
        let (start, end) = (self.next_frame as i64, (self.next_frame + frames) as i64);
        let last = page.ends || page.end() >= self.pages.reader.len();
        let Some(origin) = self.origin else {
            if !page.intact {
                // Only a trusted granule may set the start of the timeline.
                return Ok(());
            }
            let first = granule - frames as i64;
            if first != 0 && !last && !self.next_agrees(page)? {
                // The next page may have a valid one.
                self.note_lie(page.offset);
                return Ok(());
            }
            // The link's first frame counts as its frame 0: a capture may start at any granule.
            // A first page that ends before its packets do drops frames in front (Vorbis I §A.2),
            // unless it is also the last, where it drops them at the end.
            let origin = if first < 0 && !last && self.track.codec == Codec::Vorbis {
                self.track.delay_frames = first.unsigned_abs();
                first
            } else {
                first.max(0)
            };
            self.origin = Some(origin - start);
            self.trim_end(page, last, end - (granule - origin + start));
            return Ok(());
        };
        let stated_end = granule - origin;
        if stated_end < end && !last {
            self.note_lie(page.offset);
        } else if stated_end < end {
            self.trim_end(page, last, end - stated_end);
        } else if stated_end > end && page.intact {
            let gap = (stated_end - end) as u64;
            let is_trusted = self.after_gap || self.next_agrees(page)?;
            if is_trusted && gap <= MAX_GAP_FRAMES {
                self.next_frame += gap;
            } else {
                self.note_lie(page.offset);
            }
        }
        Ok(())
    }

    /// Whether the page after `page`, whose packets were just split, counts on from its granule.
    #[inline(never)]
    fn next_agrees(&mut self, page: &Page) -> Result<bool, ContainerError> {
        let mut at = page.end();
        let next = loop {
            let Some(found) = self.pages.read(at)? else {
                return Ok(false);
            };
            if found.serial == self.serial {
                break found;
            }
            at = found.end();
        };
        let (clock, carry) = (self.clock.clone(), self.carry.clone());
        let (pieces, carry_done) = (self.pieces.clone(), self.carry_done.clone());
        let log = self.damage.clone();
        self.split(&next)?;
        let frames = self.frames_of_page();
        (self.clock, self.carry, self.damage) = (clock, carry, log);
        (self.pieces, self.carry_done) = (pieces, carry_done);
        let step = next
            .granule
            .zip(page.granule)
            .map(|(next, now)| next.wrapping_sub(now));
        Ok(next.intact && counts_on(&next, step, frames))
    }

    /// Notes once that granules contradict the packets.
    fn note_lie(&mut self, offset: u64) {
        if !core::mem::replace(&mut self.has_lied, true) {
            self.damage.note(DamageKind::SizeLie, offset, 0);
        }
    }

    /// Marks up to `frames` frames at the end of the last page's packets as not to be played.
    fn trim_end(&mut self, page: &Page, last: bool, frames: i64) {
        if !last || frames <= 0 {
            return;
        }
        if frames as u64 > self.frames_of_page() || page.granule == Some(0) {
            self.note_lie(page.offset);
            return;
        }
        let mut left = frames as u32;
        for piece in self.pieces.iter_mut().rev() {
            let cut = left.min(piece.frames);
            piece.discard_end = cut;
            left -= cut;
        }
    }
}

/// Whether the granule of `page`, `step` after the previous one, equals the end of its `frames`.
fn counts_on(page: &Page, step: Option<u64>, frames: u64) -> bool {
    let is_trimmed = page.ends && step.is_some_and(|step| (1..=frames).contains(&step));
    frames > 0 && (step == Some(frames) || is_trimmed)
}

impl<S: ByteSource> Demuxer for OggDemuxer<S> {
    fn track(&self) -> &Track {
        &self.track
    }

    fn next_packet(&mut self, packet: &mut Packet) -> Result<bool, ContainerError> {
        packet.clear();
        if self.next_piece >= self.pieces.len() && !self.next_page()? {
            return Ok(false);
        }
        let Some(&piece) = self.pieces.get(self.next_piece) else {
            return Ok(false);
        };
        if self.next_piece == 0 {
            packet.data.append(&mut self.carry_done);
        }
        self.next_piece += 1;
        self.pages.reader.append(
            self.body + piece.from as u64,
            piece.to - piece.from,
            &mut packet.data,
        )?;
        packet.offset = self.body + piece.from as u64;
        packet.timestamp = Some(self.next_frame);
        packet.discard_end_frames = piece.discard_end;
        packet.after_gap = core::mem::take(&mut self.after_gap);
        packet.restart = core::mem::take(&mut self.restart);
        self.next_frame += u64::from(piece.frames);
        Ok(true)
    }

    fn position_bytes(&self) -> u64 {
        self.at
    }

    fn damage(&self) -> &[Damage] {
        self.damage.entries()
    }

    fn metadata(&self) -> &[String] {
        &self.metadata
    }
}
