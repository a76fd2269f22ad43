//! Bare MPEG audio: MP3 (Layer III) and ADTS AAC. No container holds the frames, so they are
//! recognised by their own headers, twice in a row; tags around and between them are stepped over.

mod header;
mod tags;

pub use header::AAC_RATES_HZ;
use header::{FrameHeader, Framing, HEADER_BYTES};
use tags::StreamTag;

use super::aac::Block;
use super::damage_log::DamageLog;
use super::reader::Reader;
use super::{Codec, Container, ContainerError, Damage, DamageKind, Demuxer, Packet, Track};
use crate::source::{ByteSource, SourceError};

/// Bytes searched for the first frame when the file does not begin with one.
const MAX_SEARCH_BYTES: u64 = 1 << 20;
/// Headers in a row that make a stream where the file begins, and anywhere later.
const CHAIN_AT_START: usize = 2;
const CHAIN_ANYWHERE: usize = 4;
/// Delay of every Layer III decoder in samples: 528 of the filterbank and one (LAME technical FAQ).
const DECODER_DELAY: u32 = 529;
/// What FAAC writes into its first block: its first 1,024 frames are priming, as ffmpeg knows too.
const FAAC_NAME: &[u8] = b"libfaac ";
/// Bytes in which the name stands.
const FAAC_NAME_WITHIN: usize = 40;
/// A hole longer than this is not filled, in frames: 10 minutes of the largest packets.
const MAX_LOST_FRAMES: u64 = 48_000 * 600;

/// Reads MP3 or ADTS frames.
pub struct MpegAudioDemuxer<S> {
    reader: Reader<S>,
    framing: Framing,
    track: Track,
    first: FrameHeader,
    channels: u16,
    /// The packet that comes next begins another stream.
    switched: bool,
    at: u64,
    /// Frames and bytes of audio so far, for the mean size of a frame.
    packets: u64,
    packet_bytes: u64,
    /// Packets the tag states, and samples to drop behind the last of them.
    tagged_packets: Option<u64>,
    padding: u32,
    damage: DamageLog,
    metadata: Vec<String>,
}

/// Finds the first frame at or after `start`: its framing, offset and header.
fn find_first<S: ByteSource>(
    reader: &mut Reader<S>,
    start: u64,
) -> Result<Option<(Framing, u64, FrameHeader)>, SourceError> {
    let end = reader.len().min(start + MAX_SEARCH_BYTES);
    let mut at = start;
    while at < end {
        let wanted = if at == start {
            CHAIN_AT_START
        } else {
            CHAIN_ANYWHERE
        };
        for framing in [Framing::Layer3, Framing::Adts] {
            if let Some(header) = framing.parse(reader.peek(at, HEADER_BYTES)?) {
                if chain(reader, framing, at, header, wanted)? {
                    return Ok(Some((framing, at, header)));
                }
            }
        }
        at = match next_sync(reader, at + 1, end)? {
            Some(next) => next,
            None => break,
        };
    }
    Ok(None)
}

/// Offset of the next byte 0xFF followed by three set bits in `at..end`.
fn next_sync<S: ByteSource>(
    reader: &mut Reader<S>,
    mut at: u64,
    end: u64,
) -> Result<Option<u64>, SourceError> {
    while at + 1 < end {
        let bytes = reader.peek(at, (end - at).min(4_096) as usize)?;
        if bytes.len() < 2 {
            break;
        }
        match bytes
            .windows(2)
            .position(|pair| pair[0] == 0xFF && pair[1] >= 0xE0)
        {
            Some(found) => return Ok(Some(at + found as u64)),
            None => at += bytes.len() as u64 - 1,
        }
    }
    Ok(None)
}

/// Whether `wanted` frames of one stream follow each other from `at`, or fill the file to its end.
fn chain<S: ByteSource>(
    reader: &mut Reader<S>,
    framing: Framing,
    at: u64,
    header: FrameHeader,
    wanted: usize,
) -> Result<bool, SourceError> {
    let mut next = at + u64::from(header.bytes);
    for _ in 1..wanted {
        if next == reader.len() || tags::tag_bytes(reader, next)? > 0 {
            // One frame in a file of its own proves nothing, two do.
            return Ok(wanted == CHAIN_AT_START);
        }
        match framing.parse(reader.peek(next, HEADER_BYTES)?) {
            Some(following) if following.key == header.key => next += u64::from(following.bytes),
            _ => return Ok(false),
        }
    }
    Ok(true)
}

/// Whether frames follow each other somewhere in the first MiB after any tags.
pub(super) fn recognises<S: ByteSource>(reader: &mut Reader<S>) -> Result<bool, SourceError> {
    let tag = tags::tag_bytes(reader, 0)?;
    Ok(find_first(reader, tag)?.is_some() || (tag > 0 && find_first(reader, 0)?.is_some()))
}

impl<S: ByteSource> MpegAudioDemuxer<S> {
    /// Finds the first frame and reads the tags before it. `UnsupportedFormat` when there is none.
    pub fn open(mut reader: Reader<S>) -> Result<Self, ContainerError> {
        let mut damage = DamageLog::default();
        let mut metadata = Vec::new();
        let mut at = 0;
        for _ in 0..8 {
            let tag = tags::tag_bytes(&mut reader, at)?;
            if tag == 0 {
                break;
            }
            tags::add_id3_names(&mut reader, at, &mut metadata)?;
            at += tag;
        }
        let mut found = find_first(&mut reader, at)?;
        if found.is_none() && at > 0 {
            // The tag's size may be a lie.
            found = find_first(&mut reader, 0)?;
        }
        let (framing, offset, first) = found.ok_or(ContainerError::UnsupportedFormat)?;
        if offset > at {
            damage.note(DamageKind::Resync, at, offset - at);
        }
        let codec_private = match framing {
            Framing::Layer3 => Vec::new(),
            Framing::Adts => audio_specific_config(reader.peek(offset, HEADER_BYTES)?)?,
        };
        let mut channels = first.channels;
        if channels == 0 {
            let frame = reader.peek(offset, first.bytes as usize)?;
            let payload = frame.get(first.skip as usize..).unwrap_or(&[]);
            channels = Block::read(payload, first.sample_rate_hz).map_or(2, |b| b.channels());
        }
        let mut track = Track {
            container: match framing {
                Framing::Layer3 => Container::MpegAudio,
                Framing::Adts => Container::Adts,
            },
            codec: match framing {
                Framing::Layer3 => Codec::Mp3,
                Framing::Adts => Codec::AacLc,
            },
            channels,
            sample_rate_hz: first.sample_rate_hz,
            codec_private,
            delay_frames: 0,
            stated_frames: None,
        };
        if framing == Framing::Adts {
            let head = reader.peek(offset, FAAC_NAME_WITHIN)?;
            if head.windows(FAAC_NAME.len()).any(|name| name == FAAC_NAME) {
                track.delay_frames = 1_024;
            }
        }
        let mut next = offset;
        let (mut tagged_packets, mut padding) = (None, 0);
        if framing == Framing::Layer3 {
            let frame = reader.peek(offset, first.bytes as usize)?;
            if let Some(StreamTag { packets, gaps }) = tags::read_stream_tag(frame) {
                metadata.push("encoder_tag".to_owned());
                next += u64::from(first.bytes);
                let played = packets.map_or(u64::MAX, |packets| {
                    u64::from(packets) * u64::from(first.frames)
                });
                // A tag that leaves nothing to play is not believed about the end.
                let gaps = gaps.map(|(delay, behind)| {
                    let fits = u64::from(delay) + u64::from(behind) < played;
                    (delay, if fits { behind } else { 0 })
                });
                if let Some((delay, behind)) = gaps {
                    track.delay_frames = u64::from(delay + DECODER_DELAY);
                    tagged_packets = packets.map(u64::from);
                    padding = behind.saturating_sub(DECODER_DELAY);
                }
            }
        }
        let channels = first.channels;
        Ok(Self {
            reader,
            framing,
            track,
            first,
            channels,
            switched: false,
            at: next,
            packets: 0,
            packet_bytes: 0,
            tagged_packets,
            padding,
            damage,
            metadata,
        })
    }

    /// The header at `self.at`, after stepping over tags and damage; `None` at the end. The second
    /// value is the number of bytes that were lost on the way.
    fn find_frame(&mut self) -> Result<Option<(FrameHeader, u64)>, ContainerError> {
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
            let to = found.map_or(self.reader.len(), |(offset, _)| offset);
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
            if let Some((_, header)) = found.filter(|(_, header)| header.key != self.first.key) {
                self.adopt(header)?;
                return Ok(Some((header, lost)));
            }
        }
    }

    /// The next frame at or behind `self.at`: of this stream when another follows it or the file ends
    /// there, of another stream when [`CHAIN_ANYWHERE`] of its frames follow each other.
    fn resync(&mut self) -> Result<Option<(u64, FrameHeader)>, SourceError> {
        let end = self.reader.len();
        let mut next = self.at;
        while let Some(offset) = next_sync(&mut self.reader, next, end)? {
            let head = self.reader.peek(offset, HEADER_BYTES)?;
            let decodable = self.framing == Framing::Layer3 || header::adts_profile(head) == 1;
            if let Some(header) = self.framing.parse(head).filter(|_| decodable) {
                let ours = header.key == self.first.key;
                let wanted = if ours { 2 } else { CHAIN_ANYWHERE };
                let confirmed = chain(&mut self.reader, self.framing, offset, header, wanted)?;
                if confirmed || (ours && offset + u64::from(header.bytes) == end) {
                    return Ok(Some((offset, header)));
                }
            }
            next = offset + 1;
        }
        Ok(None)
    }

    /// Goes on with another stream, whose first header stands at `self.at`.
    fn adopt(&mut self, header: FrameHeader) -> Result<(), ContainerError> {
        self.damage.note(DamageKind::Concatenated, self.at, 0);
        (self.packets, self.packet_bytes, self.tagged_packets) = (0, 0, None);
        self.first = header;
        self.switched = true;
        self.track.sample_rate_hz = header.sample_rate_hz;
        if self.framing == Framing::Adts {
            let head = self.reader.peek(self.at, HEADER_BYTES)?;
            self.track.codec_private = audio_specific_config(head)?;
        }
        Ok(())
    }

    fn parse_here(&mut self, at: u64) -> Result<Option<FrameHeader>, SourceError> {
        let header = self.framing.parse(self.reader.peek(at, HEADER_BYTES)?);
        Ok(header.filter(|header| header.key == self.first.key))
    }

    /// Frames the lost bytes would have been, at the mean size seen so far. Rounded down, so that
    /// inserted rubbish shorter than a frame moves nothing.
    fn frames_in(&self, lost_bytes: u64) -> u32 {
        if lost_bytes == 0 {
            return 0;
        }
        let mean = if self.packets > 0 {
            self.packet_bytes / self.packets
        } else {
            u64::from(self.first.bytes)
        };
        // A few bytes of slack: frames differ by a padding byte.
        let packets = (lost_bytes + mean / 16) / mean.max(1);
        (packets * u64::from(self.first.frames)).min(MAX_LOST_FRAMES) as u32
    }

    /// Samples to drop from the packet about to be read: those the tag calls padding, if the file
    /// really ends where the tag says.
    fn discard_end(&mut self, header: FrameHeader) -> Result<u32, SourceError> {
        let Some(total) = self.tagged_packets else {
            return Ok(0);
        };
        let behind = total.saturating_sub(self.packets + 1);
        let reach = u64::from(header.frames) * behind;
        let drop = u64::from(self.padding)
            .saturating_sub(reach)
            .min(u64::from(header.frames));
        if drop == 0 || self.packets >= total {
            return Ok(0);
        }
        let mut at = self.at + u64::from(header.bytes);
        for _ in 0..behind {
            match self.parse_here(at)? {
                Some(next) => at += u64::from(next.bytes),
                None => return Ok(0),
            }
        }
        let ends = at >= self.reader.len() || tags::tag_bytes(&mut self.reader, at)? > 0;
        Ok(if ends { drop as u32 } else { 0 })
    }
}

/// AudioSpecificConfig (ISO 14496-3 §1.6.2.1) of an ADTS stream; only Low Complexity is decoded.
fn audio_specific_config(head: &[u8]) -> Result<Vec<u8>, ContainerError> {
    let profile = header::adts_profile(head);
    if profile != 1 {
        return Err(ContainerError::UnsupportedCodec(format!(
            "aac object type {}",
            profile + 1
        )));
    }
    let (second, third) = (
        head.get(2).copied().unwrap_or(0),
        head.get(3).copied().unwrap_or(0),
    );
    let rate = second >> 2 & 15;
    let channels = (second & 1) << 2 | third >> 6;
    Ok(vec![
        (profile + 1) << 3 | rate >> 1,
        (rate & 1) << 7 | channels << 3,
    ])
}

impl<S: ByteSource> Demuxer for MpegAudioDemuxer<S> {
    fn track(&self) -> &Track {
        &self.track
    }

    fn next_packet(&mut self, packet: &mut Packet) -> Result<bool, ContainerError> {
        packet.clear();
        let Some((header, lost)) = self.find_frame()? else {
            return Ok(false);
        };
        packet.lost_frames = self.frames_in(lost);
        // Lost packets count where the tag's number of packets is compared.
        self.packets += u64::from(packet.lost_frames / self.first.frames);
        self.packet_bytes += lost;
        packet.after_gap = lost > 0;
        packet.restart = header.channels != self.channels || core::mem::take(&mut self.switched);
        if packet.restart {
            self.track.channels = header.channels.max(1);
            self.track.delay_frames = 0;
        }
        self.channels = header.channels;
        packet.discard_end_frames = self.discard_end(header)?;
        packet.offset = self.at;
        let skip = header.skip;
        let payload = (header.bytes - skip) as usize;
        let got = self
            .reader
            .copy(self.at + u64::from(skip), payload, &mut packet.data)?;
        if got < payload {
            self.damage
                .note(DamageKind::Truncated, self.at, self.reader.len() - self.at);
            if self.framing == Framing::Adts {
                // Half a block of AAC decodes to nothing.
                self.at = self.reader.len();
                return Ok(false);
            }
            // Half a frame at the end: what is missing reads as zeros and the decoder does its best.
            packet.data.resize(payload, 0);
        }
        self.at += u64::from(header.bytes);
        self.packets += 1;
        self.packet_bytes += u64::from(header.bytes);
        Ok(true)
    }

    fn position_bytes(&self) -> u64 {
        self.at.min(self.reader.len())
    }

    fn damage(&self) -> &[Damage] {
        self.damage.entries()
    }

    fn metadata(&self) -> &[String] {
        &self.metadata
    }
}
