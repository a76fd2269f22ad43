//! WebM and Matroska (RFC 9559): packets of the first audio track, from whole, unfinished and broken
//! files alike. [`walk`] moves from element to element and finds the way back after damage; this
//! file turns blocks into packets on one timeline. It never jumps ([`Demuxer::jump_to`]): stamps are in
//! milliseconds and jitter, so that a packet's frame is known only by counting from the start, and walking needs
//! no decoding.

mod ahead;
mod block;
mod block_at;
pub mod element;
mod header;
mod headless;
mod resync;
mod ticks;
mod walk;

use self::block::BlockAt;
use self::header::TrackEntry;
use self::ticks::{block_ticks, frames_of};
use self::walk::{Event, Walker};
use super::placement::Placer;
use super::reader::Reader;
use super::{Codec, ContainerError, Damage, DamageKind, Demuxer, Packet, Track};
use crate::codec::packet_clock::PacketClock;
use crate::source::{ByteSource, SourceError};

/// Reads WebM and Matroska audio. Memory: one read window and one block.
#[derive(Debug)]
pub struct EbmlDemuxer<S> {
    walker: Walker<S>,
    entry: TrackEntry,
    clock: PacketClock,
    placer: Placer,
    /// The previous packet returned no frames.
    primed: bool,
    /// Blocks before this offset that come late are known to lose nothing.
    calm_until: u64,
    block: Option<BlockAt>,
    next_frame: usize,
    restart: bool,
    finished: bool,
}

impl<S: ByteSource> EbmlDemuxer<S> {
    /// Opens the file. One whose header is lost is taken for Opus if its blocks hold Opus packets
    /// ([`DamageKind::MissingHeader`]), because that is what recorders put in WebM.
    pub fn open(reader: Reader<S>) -> Result<Self, ContainerError> {
        if reader.is_empty() {
            return Err(ContainerError::Empty);
        }
        let mut walker = Walker::new(reader);
        let block = loop {
            match walker.next_event()? {
                Event::Block(block) => break block,
                Event::NewRecording => {}
                Event::End => {
                    return Err(match walker.tracks.refused.take() {
                        Some(error) => error,
                        None if walker.saw_header || walker.tracks.audio.is_some() => {
                            ContainerError::NoAudio
                        }
                        None => ContainerError::UnsupportedFormat,
                    });
                }
            }
        };
        let entry = walker.tracks.audio.clone().ok_or(ContainerError::NoAudio)?;
        let clock = PacketClock::new(&entry.track);
        let placer = match entry.track.codec {
            // No recorder with a clock of its own writes Vorbis, and some muxers stamp its short blocks as
            // much as a long block early.
            Codec::Vorbis => Placer::clockless(),
            _ => Placer::default(),
        };
        Ok(Self {
            walker,
            entry,
            clock,
            placer,
            primed: false,
            calm_until: 0,
            block: Some(block),
            next_frame: 0,
            restart: false,
            finished: false,
        })
    }

    /// Makes the next block current; `false` at the end.
    fn next_block(&mut self) -> Result<bool, ContainerError> {
        self.next_frame = 0;
        loop {
            match self.walker.next_event()? {
                Event::Block(block) => {
                    self.block = Some(block);
                    return Ok(true);
                }
                Event::NewRecording => {
                    if !self.begin_recording() {
                        let (at, len) = (self.walker.position(), self.walker.len());
                        self.walker.damage.note(
                            DamageKind::Concatenated,
                            at,
                            len.saturating_sub(at),
                        );
                        return Ok(false);
                    }
                }
                Event::End => return Ok(false),
            }
        }
    }

    /// A second Tracks element: continues with it when its packets fit the first recording's.
    fn begin_recording(&mut self) -> bool {
        let Some(entry) = self.walker.tracks.audio.clone() else {
            return false;
        };
        if entry.track.codec != self.entry.track.codec
            || entry.track.sample_rate_hz != self.entry.track.sample_rate_hz
        {
            return false;
        }
        self.entry = entry;
        self.clock = PacketClock::new(&self.entry.track);
        self.placer.rebase();
        self.restart = true;
        true
    }

    /// Time stamp of the current block in frames of the track's rate.
    fn stamp(&self, ticks: i64) -> i64 {
        frames_of(ticks, self.walker.scale_ns, self.entry.track.sample_rate_hz)
    }

    /// A stamp for a block whose Cluster is uncertain: its own when the bytes lost before it agree with
    /// that, else after the packets before by the duration of those bytes at the mean rate so far.
    fn estimate(&self, block: &BlockAt, stamp: Option<i64>, duration: u64) -> Option<i64> {
        let expected = self.placer.expected_stamp()?;
        let before = block
            .offset
            .saturating_sub(block.lost_bytes)
            .saturating_sub(self.walker.first_block);
        let lost = u128::from(block.lost_bytes) * u128::from(self.placer.next_frames())
            / u128::from(before.max(1));
        let lost = lost.min(i64::MAX as u128 / 4);
        // The first Vorbis packet after a hole has no duration.
        let packet = duration.max(1);
        let lost = (lost as u64 / packet * packet) as i64;
        let least = i64::from(self.entry.track.sample_rate_hz / 25);
        match stamp {
            Some(stamp)
                if (stamp - expected - lost).abs()
                    <= (lost / 2).max(2 * duration as i64).max(least) =>
            {
                Some(stamp)
            }
            // With one Cluster in sight there is no other it could belong to.
            Some(stamp) if stamp >= expected && !self.walker.has_cadence() => Some(stamp),
            _ => {
                let rate = u64::from(self.entry.track.sample_rate_hz);
                let scale = self.walker.scale_ns;
                let guess = block_ticks(expected.saturating_add(lost), scale, rate);
                let stamp = self.stamp(self.walker.in_cadence(block, guess));
                Some(if stamp >= expected {
                    stamp
                } else {
                    expected.saturating_add(lost)
                })
            }
        }
    }

    /// Places a packet of `duration` frames and returns whether packets are missing before it.
    fn place(
        &mut self,
        duration: u64,
        first_of_block: bool,
        packet: &mut Packet,
    ) -> Result<(), SourceError> {
        let rate = u64::from(self.entry.track.sample_rate_hz);
        // Stamps are rounded to a millisecond and recorders jitter by a few; a lost packet shows as
        // a whole packet's duration.
        let jitter = (duration * 3 / 4).max(rate / 200);
        let mut stamp = None;
        if let (true, Some(block)) = (first_of_block, self.block.as_ref()) {
            let (ticks, certain) = self.walker.settle(block, &self.clock)?;
            stamp = ticks.map(|ticks| self.stamp(ticks));
            if !certain {
                stamp = self.estimate(block, stamp, duration);
                if let Some(value) = stamp {
                    self.walker
                        .rebase_cluster(block_ticks(value, self.walker.scale_ns, rate), block);
                }
            }
        }
        if let (Some(value), Some(block)) = (stamp, self.block.as_ref()) {
            let deviation = self.placer.deviation(value);
            // A jump of seconds is trusted only if no later stamp contradicts it.
            if deviation > rate as i64
                && self
                    .walker
                    .contradicts(block, deviation > 60 * rate as i64)?
            {
                self.walker
                    .damage
                    .note(DamageKind::SizeLie, block.offset, 0);
                stamp = None;
                if let Some(expected) = self.placer.expected_stamp() {
                    self.walker
                        .rebase_cluster(block_ticks(expected, self.walker.scale_ns, rate), block);
                }
            }
        }
        if let (Some(value), Some(block)) = (stamp, self.block.as_ref()) {
            let late = self.placer.deviation(value);
            if let (true, Some(expected)) = (late > jitter as i64, self.placer.expected_stamp()) {
                let mut missing = 0;
                if block.offset >= self.calm_until {
                    (missing, self.calm_until) =
                        self.walker
                            .least_late(block, late, jitter as i64, &self.clock)?;
                }
                let missing = Some(missing).filter(|&missing| missing > jitter as i64);
                stamp = Some(expected.saturating_add(missing.unwrap_or(0)));
            }
        }
        // The first Vorbis packet has no duration, and muxers differ in whether its stamp or the next packet's is
        // where the sound begins.
        if duration == 0 && self.clock.counts() && self.placer.expected_stamp().is_none() {
            stamp = None;
        }
        let placed = self.placer.place(stamp, duration, jitter);
        packet.timestamp = Some(placed.at_frames);
        // The first Vorbis packet after a hole only prepares the next, which so seems late.
        let primed = core::mem::replace(&mut self.primed, duration == 0);
        if placed.gap_frames > 0 && !primed {
            if !core::mem::replace(&mut packet.after_gap, true) {
                self.clock.reset();
                self.primed = self.clock.frames(&packet.data) == Some(0);
            }
            self.walker.damage.note(DamageKind::Gap, packet.offset, 0);
        }
        Ok(())
    }
}

impl<S: ByteSource> Demuxer for EbmlDemuxer<S> {
    fn track(&self) -> &Track {
        &self.entry.track
    }

    fn next_packet(&mut self, packet: &mut Packet) -> Result<bool, ContainerError> {
        packet.clear();
        loop {
            if self.finished {
                return Ok(false);
            }
            let current = self
                .block
                .as_ref()
                .and_then(|block| block.frames.get(self.next_frame).copied());
            let Some((from, length)) = current else {
                if !self.next_block()? {
                    self.block = None;
                    self.finished = true;
                    self.walker.finish();
                }
                continue;
            };
            let index = self.next_frame;
            self.next_frame += 1;
            let Some(block) = &self.block else { continue };
            if length == 0 && self.entry.stripped.is_empty() {
                continue;
            }
            let last = self.next_frame == block.frames.len();
            let offset = block.payload_at + from as u64;
            packet.data.extend_from_slice(&self.entry.stripped);
            let got = self
                .walker
                .reader
                .append(offset, length, &mut packet.data)?;
            if got < length {
                packet.clear();
                continue;
            }
            packet.offset = offset;
            packet.after_gap = index == 0 && block.lost_bytes > 0;
            packet.restart = core::mem::take(&mut self.restart);
            if last && block.discard_ns > 0 {
                let rate = u64::from(self.entry.track.sample_rate_hz);
                let frames =
                    (block.discard_ns as u128 * u128::from(rate) + 500_000_000) / 1_000_000_000;
                packet.discard_end_frames = u32::try_from(frames).unwrap_or(u32::MAX);
            }
            if packet.after_gap {
                self.clock.reset();
            }
            let duration = self.clock.frames(&packet.data).unwrap_or(0);
            packet.discard_end_frames = packet.discard_end_frames.min(duration as u32);
            self.place(duration, index == 0, packet)?;
            return Ok(true);
        }
    }

    fn position_bytes(&self) -> u64 {
        self.walker.position()
    }

    fn damage(&self) -> &[Damage] {
        self.walker.damage.entries()
    }

    fn metadata(&self) -> &[String] {
        self.walker.fields.names()
    }

    fn has_video(&self) -> bool {
        self.walker.has_video
    }

    fn jump_near_end(&mut self) -> Result<bool, ContainerError> {
        let Some((at, ticks)) = self.walker.cluster_near_end()? else {
            return Ok(false);
        };
        self.walker.jump(at);
        self.placer.jump(self.stamp(ticks));
        self.clock.reset();
        self.block = None;
        self.next_frame = 0;
        Ok(true)
    }
}

/// True when the bytes near the head of a file without an EBML header are blocks of Opus packets:
/// a recording whose first chunk is lost. Looks at 1 MiB.
pub fn recognises_headerless<S: ByteSource>(reader: &mut Reader<S>) -> Result<bool, SourceError> {
    headless::recognises_headerless(reader)
}
