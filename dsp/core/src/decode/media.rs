//! A file decoded from its first packet to its last: trimmed by delay and length, holes
//! filled so that time never shifts. Edits are [`super::Decoder`]'s business.

use super::anchors::AnchoredCodec;
use super::damage::{DamageAt, DamageTimes};
use super::downmix;
use super::timeline::Timeline;
use super::trims::Trims;
use super::whole_band;
use super::DecodeError;
use crate::codec;
use crate::codec::family::Preroll;
use crate::codec::packet_clock::PacketClock;
use crate::codec::packet_decoder::Refused;
use crate::container::{Codec, Damage, DamageKind, Demuxer, EditPart, Packet, Track};
use crate::pcm::{stretch, PcmBlock};
use crate::source::{ByteSource, Shared};

/// Frames of a filled gap returned at once.
const GAP_BLOCK_FRAMES: u64 = 4_096;
/// Length of a rejected packet in frames if nothing states it: 20 ms at 48 kHz.
const USUAL_PACKET_FRAMES: u32 = 960;

/// Least seconds of a piece; anchors are 30 s apart.
const PIECE_SECONDS: u64 = 60;

/// Time that two stretches of one recording hold for each byte differs by less than this.
const EVEN_RATES: f64 = 1.5;

/// AAC packets searched for a band that the configuration does not mention.
const BAND_CHECKS: u8 = 4;

/// Decodes the media of one file.
pub struct MediaDecoder<'s> {
    source: Shared<'s>,
    demuxer: Box<dyn Demuxer + 's>,
    /// The first track, whose rate all frames have.
    track: Track,
    /// The track being decoded: another recording may follow the first.
    stream: Track,
    channels: usize,
    codec: AnchoredCodec,
    timeline: Timeline,
    packet: Packet,
    last_packet_frames: u32,
    /// Frames to fill before `packet`, and whether `packet` is still to be decoded after that.
    gap_left: u64,
    waiting: Option<Option<u32>>,
    trims: Trims,
    /// The demuxer has jumped: the next packet sets the position.
    landing: bool,
    /// Undelayed frames before this are walked over, not decoded.
    decode_from: u64,
    /// AAC packets still to be looked into, see [`BAND_CHECKS`].
    band_checks: u8,
    damage: DamageTimes,
}

impl<'s> MediaDecoder<'s> {
    /// Finds the container by its bytes and gets ready to decode. Reads the head of the file.
    pub fn open(source: Shared<'s>) -> Result<Self, DecodeError> {
        let demuxer = whole_band::open(&source)?;
        let track = demuxer.track().clone();
        let mut damage = DamageTimes::default();
        if whole_band::lacks_band(&track, &Packet::default()) {
            damage.note(DamageKind::HalfBand, 0.0, 0.0);
        }
        let file_bytes = source.len();
        Ok(Self {
            source,
            channels: usize::from(track.channels.clamp(1, 2)),
            codec: AnchoredCodec::new(&track)?,
            trims: Trims::new(&track),
            timeline: Timeline::new(&track, file_bytes),
            packet: Packet::default(),
            last_packet_frames: USUAL_PACKET_FRAMES,
            gap_left: 0,
            waiting: None,
            landing: false,
            decode_from: 0,
            band_checks: if track.codec == Codec::Aac {
                BAND_CHECKS
            } else {
                0
            },
            damage,
            demuxer,
            stream: track.clone(),
            track,
        })
    }

    /// The bytes, for another reader of the same file.
    pub fn source(&self) -> Shared<'s> {
        self.source.clone()
    }

    /// The parts that are played, see [`Demuxer::edits`].
    pub fn edits(&self) -> &[EditPart] {
        self.demuxer.edits()
    }

    /// Damage so far, by byte.
    pub fn byte_damage(&self) -> &[Damage] {
        self.demuxer.damage()
    }

    /// The track as its container describes it; `channels` may exceed the output channels.
    pub fn track(&self) -> &Track {
        &self.track
    }

    /// Channels of the blocks: 1 or 2. More than two are folded to stereo (ITU-R BS.775).
    pub fn channels(&self) -> usize {
        self.channels
    }

    /// Rate of the blocks in Hz.
    pub fn sample_rate_hz(&self) -> u32 {
        self.track.sample_rate_hz
    }

    /// Index of the frame that the next block begins with.
    pub fn position_frames(&self) -> u64 {
        self.trims.position.max(self.trims.wanted_from)
    }

    /// Bytes of the file read so far, for progress.
    pub fn position_bytes(&self) -> u64 {
        self.demuxer.position_bytes()
    }

    /// Length of the file in bytes.
    pub fn len_bytes(&self) -> u64 {
        self.source.len()
    }

    /// Damage so far.
    pub fn damage(&self) -> &[DamageAt] {
        self.damage.entries()
    }

    /// Names of metadata fields so far, without values.
    pub fn metadata(&self) -> &[String] {
        self.demuxer.metadata()
    }

    /// True when the file also declares a video track.
    pub fn has_video(&self) -> bool {
        self.demuxer.has_video()
    }

    /// Replaces `block` by the next frames; `false` (and an empty block) at the end. Blocks have
    /// between 1 and a few thousand frames.
    pub fn next_block(&mut self, block: &mut PcmBlock) -> Result<bool, DecodeError> {
        loop {
            if let Some(held) = self.trims.release() {
                *block = held;
                return Ok(true);
            }
            if !self.step(block)? {
                block.reset(self.channels, 0);
                return Ok(false);
            }
            if block.frames() > 0 {
                return Ok(true);
            }
        }
    }

    /// Makes `frame` the first frame of the next block. Exact for every codec: the result equals
    /// that of decoding from the start. Forward, packets in between are walked over
    /// without decoding; backward, the file is walked from its start.
    pub fn seek(&mut self, frame: u64) -> Result<(), DecodeError> {
        if frame == self.position_frames() && self.trims.is_clear() {
            return Ok(());
        }
        let target = frame.saturating_add(self.track.delay_frames);
        let from = match self.codec.preroll() {
            Preroll::None => target,
            Preroll::Frames(count) => target.saturating_sub(count),
            Preroll::Anchored { every, warm_up } => {
                (target / every * every).saturating_sub(warm_up)
            }
        };
        if frame < self.position_frames() || !self.trims.is_clear() {
            let damage = core::mem::take(&mut self.damage);
            *self = Self::open(self.source.clone())?;
            self.damage = damage;
            self.damage.rewind();
        }
        self.trims.wanted_from = frame;
        if from > self.timeline.expected() {
            self.decode_from = from;
            self.codec.begin_for(target);
            // A demuxer that can jump saves the walk.
            let between_packets = self.gap_left == 0 && self.waiting.is_none();
            if between_packets && self.demuxer.jump_to(from)? {
                self.timeline.jumped();
                self.landing = true;
            }
        }
        Ok(())
    }

    /// Where piece `index` of about a minute begins, a multiple of `unit` frames: right after an anchor where
    /// the codec has them, so that [`MediaDecoder::seek`] to it decodes next to nothing twice. `None` where the
    /// beginning is the only place to begin at.
    pub fn piece_start(&self, index: u64, unit: u64) -> Option<u64> {
        let minute = PIECE_SECONDS * u64::from(self.track.sample_rate_hz);
        let start = match self.codec.preroll() {
            Preroll::Anchored {
                every: u64::MAX, ..
            } => return None,
            Preroll::Anchored { every, .. } => index
                .saturating_mul(minute.next_multiple_of(every))
                .saturating_sub(self.track.delay_frames),
            Preroll::None | Preroll::Frames(_) => index.saturating_mul(minute),
        };
        let counted = PacketClock::new(&self.track).counts();
        counted.then(|| start.div_ceil(unit).saturating_mul(unit))
    }

    /// Walks to the end, decodes only what cannot be measured, and returns the number of frames.
    /// The decoder is at its end afterwards.
    pub fn count_frames(&mut self) -> Result<u64, DecodeError> {
        self.decode_from = u64::MAX;
        self.trims.wanted_from = u64::MAX;
        self.codec.drop_successor();
        let mut block = PcmBlock::new();
        while self.step(&mut block)? {}
        self.trims.wanted_from = self.trims.position;
        Ok(self.trims.position)
    }

    /// Frames of the file by its last packets' time stamps, without a walk: nearly right if recorder and
    /// samples kept time, but too inexact to cut by. `None` if only a walk finds it, also if the bytes that were jumped
    /// over would hold far more or less time than those that follow: the stamps are then those of another recording,
    /// appended. Only for a decoder that has returned nothing yet; it cannot decode afterwards.
    pub fn estimate_frames(mut self) -> Result<Option<u64>, DecodeError> {
        self.decode_from = u64::MAX;
        self.trims.wanted_from = u64::MAX;
        let mut block = PcmBlock::new();
        if !self.step(&mut block)? || !self.demuxer.jump_near_end()? {
            return Ok(None);
        }
        self.timeline.jumped();
        self.gap_left = 0;
        self.waiting = None;
        self.landing = true;
        if !self.step(&mut block)? {
            return Ok(None);
        }
        let (landed, bytes) = (self.trims.position, self.demuxer.position_bytes());
        while self.step(&mut block)? {}
        let frames = self.trims.position;
        let before = landed as f64 / bytes.max(1) as f64;
        let after = (frames - landed) as f64 / self.len_bytes().saturating_sub(bytes).max(1) as f64;
        let is_even = before < after * EVEN_RATES && after < before * EVEN_RATES;
        Ok(is_even.then_some(frames))
    }

    /// One gap piece or one packet; `block` may stay empty. `false` at the end.
    fn step(&mut self, block: &mut PcmBlock) -> Result<bool, DecodeError> {
        block.reset(self.channels, 0);
        if self.gap_left > 0 {
            let frames = self.gap_left.min(GAP_BLOCK_FRAMES);
            self.gap_left -= frames;
            self.fill(frames as usize, 0, block)?;
            return Ok(true);
        }
        let frames = match self.waiting.take() {
            Some(frames) => frames,
            None => {
                let arrival = self
                    .timeline
                    .next(self.demuxer.as_mut(), &mut self.packet)?;
                let seconds = self.trims.position as f64 / f64::from(self.track.sample_rate_hz);
                self.damage.follow(self.demuxer.damage(), seconds);
                let Some(arrival) = arrival else {
                    return Ok(false);
                };
                self.check_band();
                if core::mem::take(&mut self.landing) {
                    let (at, delay) = (self.timeline.expected(), self.track.delay_frames);
                    self.trims.land(at, delay);
                }
                if self.packet.restart {
                    self.restart()?;
                }
                if self.timeline.expected() > 0 && arrival.gap_frames > 0 {
                    let lost = arrival.gap_frames as f64 / f64::from(self.track.sample_rate_hz);
                    self.damage.gap(seconds, lost);
                    self.gap_left = arrival.gap_frames;
                    self.waiting = Some(arrival.frames);
                    return Ok(true);
                }
                arrival.frames
            }
        };
        self.take_packet(frames, block)?;
        Ok(true)
    }

    /// Notes HE-AAC that is not signalled and whose upper band, in fill elements, is not decoded.
    fn check_band(&mut self) {
        if self.band_checks == 0 {
            return;
        }
        self.band_checks -= 1;
        let lacks = whole_band::lacks_band(&self.stream, &self.packet);
        if lacks && !self.damage.has(DamageKind::HalfBand) {
            self.damage.note(DamageKind::HalfBand, 0.0, 0.0);
            self.band_checks = 0;
        }
    }

    /// Continues with the stream the demuxer has come to.
    fn restart(&mut self) -> Result<(), DecodeError> {
        let found = self.demuxer.track().clone();
        whole_band::check_engine(&found)?;
        if !codec::of(&found).goes_on(&self.stream, &found) {
            self.codec.replace(&found)?;
        }
        self.trims.delay(stretch::at_rate(
            found.delay_frames,
            found.sample_rate_hz,
            self.track.sample_rate_hz,
        ));
        self.stream = found;
        Ok(())
    }

    /// Frames of the stream being decoded, at the rate of the file.
    fn at_file_rate(&self, frames: u64) -> u64 {
        stretch::at_rate(
            frames,
            self.stream.sample_rate_hz,
            self.track.sample_rate_hz,
        )
    }

    /// Decodes or only counts the packet in `self.packet`.
    fn take_packet(
        &mut self,
        frames: Option<u32>,
        block: &mut PcmBlock,
    ) -> Result<(), DecodeError> {
        let start = self.timeline.expected();
        let discard = self.at_file_rate(u64::from(self.packet.discard_end_frames)) as u32;
        let known = frames.unwrap_or(self.last_packet_frames);
        if self.is_walked_over(start, known) && (frames.is_some() || self.decode_from < u64::MAX) {
            self.last_packet_frames = known;
            self.count(u64::from(known), discard);
            return Ok(());
        }
        self.codec.pass(start, &self.stream)?;
        if self.packet.after_gap {
            self.codec.after_gap();
        }
        let decoded = self.codec.decode(&self.packet.data, block);
        match decoded {
            Err(Refused) if block.frames() == 0 => {
                self.note_lost(0, known);
                self.fill(known as usize, discard, block)?;
            }
            decoded => {
                downmix::fold(
                    block,
                    self.channels,
                    codec::of(&self.stream).channel_order(),
                );
                if self.stream.sample_rate_hz != self.track.sample_rate_hz {
                    let frames = self.at_file_rate(block.frames() as u64);
                    stretch::stretch(block, frames as usize);
                }
                if decoded.is_err() && block.frames() < known as usize {
                    let kept = block.frames() as u32;
                    // Frames trimmed from its end are no loss.
                    self.note_lost(kept, (known - kept).saturating_sub(discard));
                    block.lengthen(known as usize);
                }
                self.last_packet_frames = known;
                self.timeline.advance(block.frames() as u64);
                self.trims.trim(block, discard);
            }
        }
        Ok(())
    }

    /// Notes `lost` frames of the current packet, after `kept` ones.
    fn note_lost(&mut self, kept: u32, lost: u32) {
        if lost > 0 && self.trims.position >= self.trims.wanted_from {
            let rate = f64::from(self.track.sample_rate_hz);
            let at = (self.trims.position + u64::from(kept)) as f64 / rate;
            self.damage
                .note(DamageKind::Undecodable, at, f64::from(lost) / rate);
        }
    }

    /// Whether a packet (or a piece of a gap) at `start` is not needed for the wanted frame. Where
    /// decoding has a fixed anchor, where a packet starts decides, so that the first packet decoded
    /// is always the same one.
    fn is_walked_over(&self, start: u64, frames: u32) -> bool {
        let begins_before = start < self.decode_from;
        let ends_before = start.saturating_add(u64::from(frames)) <= self.decode_from;
        begins_before && (self.codec.is_anchored() || ends_before)
    }

    /// Puts `frames` concealed frames into `block`.
    fn fill(
        &mut self,
        frames: usize,
        discard: u32,
        block: &mut PcmBlock,
    ) -> Result<(), DecodeError> {
        let start = self.timeline.expected();
        if self.is_walked_over(start, frames as u32) {
            self.count(frames as u64, discard);
            return Ok(());
        }
        self.codec.pass(start, &self.stream)?;
        self.codec
            .conceal(usize::from(self.stream.channels), frames, block);
        downmix::fold(
            block,
            self.channels,
            codec::of(&self.stream).channel_order(),
        );
        self.timeline.advance(frames as u64);
        self.trims.trim(block, discard);
        Ok(())
    }

    /// Counts frames that were never made.
    fn count(&mut self, frames: u64, discard: u32) {
        self.timeline.advance(frames);
        self.trims.count(frames, discard);
    }
}
