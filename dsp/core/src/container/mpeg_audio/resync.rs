//! Finding the next frame: over tags, over damage, and into another stream appended to the first.

use super::framing::{FrameHeader, Framing, HEADER_BYTES};
use super::search::{chain, measure_free, next_sync, CHAIN_ANYWHERE};
use super::{tags, MpegAudioDemuxer};
use crate::codec::aac::syntax::adts::audio_specific_config;
use crate::container::{ContainerError, DamageKind};
use crate::source::{ByteSource, SourceError};

/// A hole longer than this is not filled, in frames: 10 minutes of the largest packets.
const MAX_LOST_FRAMES: u64 = 48_000 * 600;

impl<S: ByteSource> MpegAudioDemuxer<S> {
    /// The header at `self.at`, after stepping over tags and damage; `None` at the end. The second
    /// value is the number of bytes that were lost on the way.
    pub(super) fn find_frame(&mut self) -> Result<Option<(FrameHeader, u64)>, ContainerError> {
        let mut lost = 0u64;
        loop {
            if let Some(header) = self.parse_here(self.at)? {
                return Ok(Some((header, lost)));
            }
            let left = self.reader.len().saturating_sub(self.at);
            if left == 0 {
                return Ok(None);
            }
            let tag = tags::tag_bytes(&mut self.reader, self.at)?;
            if tag > 0 {
                tags::add_id3_names(&mut self.reader, self.at, &mut self.metadata)?;
                self.at = self.at.saturating_add(tag).min(self.reader.len());
                if self.at < self.reader.len() && self.parse_here(self.at)?.is_some() {
                    self.damage.note(DamageKind::Concatenated, self.at, 0);
                }
                continue;
            }
            let found = self.resync()?;
            let to = found.map_or(self.reader.len(), |(offset, ..)| offset);
            if to > self.at {
                let kind = if found.is_some() {
                    DamageKind::Resync
                } else {
                    DamageKind::Truncated
                };
                self.damage.note(kind, self.at, to - self.at);
                lost += to - self.at;
                self.at = to;
            }
            if let Some((_, framing, header)) =
                found.filter(|found| !self.is_ours(found.1, found.2))
            {
                self.adopt(framing, header)?;
                return Ok(Some((header, lost)));
            }
        }
    }

    /// The next frame at or after `self.at`: of this stream when another follows it or the file ends
    /// there, of another stream when [`CHAIN_ANYWHERE`] of its frames follow each other.
    fn resync(&mut self) -> Result<Option<(u64, Framing, FrameHeader)>, SourceError> {
        let end = self.reader.len();
        let mut next = self.at;
        while let Some(offset) = next_sync(&mut self.reader, next, end)? {
            if let Some((framing, header)) = self.stream_at(offset)? {
                return Ok(Some((offset, framing, header)));
            }
            next = offset + 1;
        }
        Ok(None)
    }

    fn is_ours(&self, framing: Framing, header: FrameHeader) -> bool {
        framing == self.framing && header.key == self.first.key
    }

    /// The frame at `offset`, if enough of its kind follow.
    fn stream_at(&mut self, offset: u64) -> Result<Option<(Framing, FrameHeader)>, SourceError> {
        let other = match self.framing {
            Framing::FreeLayer3 { .. } => Some(Framing::Layer3),
            _ => None,
        };
        for framing in [Some(self.framing), other].into_iter().flatten() {
            let head = self.reader.peek(offset, HEADER_BYTES)?;
            if let Some(header) = framing.parse(head) {
                let ours = self.is_ours(framing, header);
                let wanted = if ours { 2 } else { CHAIN_ANYWHERE };
                let ends_file = offset + u64::from(header.bytes) == self.reader.len();
                let confirmed = chain(&mut self.reader, framing, offset, header, wanted)?;
                if confirmed || (ours && ends_file) {
                    return Ok(Some((framing, header)));
                }
            }
        }
        if self.framing.is_layer3() {
            return measure_free(&mut self.reader, offset, &mut self.measured);
        }
        Ok(None)
    }

    /// Continues with another stream, whose first header is at `self.at`.
    fn adopt(&mut self, framing: Framing, header: FrameHeader) -> Result<(), ContainerError> {
        self.damage.note(DamageKind::Concatenated, self.at, 0);
        (self.packets, self.packet_bytes, self.tagged_packets) = (0, 0, None);
        (self.framing, self.first) = (framing, header);
        self.switched = true;
        self.track.sample_rate_hz = header.sample_rate_hz;
        if self.framing == Framing::Adts {
            let head = self.reader.peek(self.at, HEADER_BYTES)?;
            self.track.codec_private = audio_specific_config(head);
        }
        Ok(())
    }

    pub(super) fn parse_here(&mut self, at: u64) -> Result<Option<FrameHeader>, SourceError> {
        let header = self.framing.parse(self.reader.peek(at, HEADER_BYTES)?);
        Ok(header.filter(|header| header.key == self.first.key))
    }

    /// Frames the lost bytes would have been, at the mean size seen so far. Rounded down, so that
    /// inserted garbage shorter than a frame shifts nothing.
    pub(super) fn frames_in(&self, lost_bytes: u64) -> u32 {
        if lost_bytes == 0 {
            return 0;
        }
        let mean = self
            .packet_bytes
            .checked_div(self.packets)
            .unwrap_or(u64::from(self.first.bytes));
        // A few bytes of slack: frames differ by a padding byte.
        let packets = (lost_bytes + mean / 16) / mean.max(1);
        (packets * u64::from(self.first.frames)).min(MAX_LOST_FRAMES) as u32
    }
}
