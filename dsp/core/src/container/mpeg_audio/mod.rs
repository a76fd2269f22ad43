//! Bare MPEG audio: MP3 (Layer III) and ADTS AAC. No container holds the frames, so they are
//! recognised by their own headers, twice in a row; tags around and between them are stepped over.

mod blocks;
mod framing;
mod resync;
mod search;
mod tags;

use blocks::Blocks;
pub(super) use framing::layer3_bytes;
use framing::{FrameHeader, Framing, HEADER_BYTES};
use search::find_first;
pub(super) use search::{begins, recognises};
use tags::StreamTag;

use super::damage_log::DamageLog;
use super::reader::Reader;
use super::{Codec, Container, ContainerError, Damage, DamageKind, Demuxer, Packet, Track};
use crate::codec::aac::syntax::adts::audio_specific_config;
use crate::codec::aac::syntax::audio_specific_config::AacConfig;
use crate::codec::aac::syntax::format::Format;
use crate::codec::aac::syntax::raw_data_block::Block;
use crate::source::{ByteSource, SourceError};

/// Delay of every Layer III decoder in samples: 528 of the filterbank and one (LAME technical FAQ).
const DECODER_DELAY: u32 = 529;
/// Text in the first block of FAAC, whose first 1,024 frames are priming; ffmpeg checks it as well.
const FAAC_NAME: &[u8] = b"libfaac ";
/// Bytes that hold the name.
const FAAC_NAME_WITHIN: usize = 40;

/// Reads MP3 or ADTS frames.
pub struct MpegAudioDemuxer<S> {
    reader: Reader<S>,
    framing: Framing,
    /// Places measured for a free format, see [`search::MAX_MEASURED`].
    measured: u32,
    track: Track,
    first: FrameHeader,
    channels: u16,
    /// The packet that comes next begins another stream.
    switched: bool,
    /// Blocks of the current frame that are still to come, and frames of those whose place was lost.
    blocks: Option<Blocks>,
    lost_block_frames: u32,
    at: u64,
    /// Frames and bytes of audio so far, for the mean size of a frame.
    packets: u64,
    packet_bytes: u64,
    /// Packets the tag states, and samples to drop after the last of them.
    tagged_packets: Option<u64>,
    padding: u32,
    damage: DamageLog,
    metadata: Vec<String>,
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
            Framing::Layer3 | Framing::FreeLayer3 { .. } => Vec::new(),
            Framing::Adts => audio_specific_config(reader.peek(offset, HEADER_BYTES)?),
        };
        let mut channels = first.channels;
        if channels == 0 {
            let frame = reader.peek(offset, first.bytes as usize)?;
            let payload = frame.get(first.skip as usize..).unwrap_or(&[]);
            channels = AacConfig::parse(&codec_private)
                .and_then(|config| Block::read(payload, &Format::of(&config)))
                .map_or(2, |block| block.channels());
        }
        let mut track = Track {
            container: if framing.is_layer3() {
                Container::MpegAudio
            } else {
                Container::Adts
            },
            codec: if framing.is_layer3() {
                Codec::Mp3
            } else {
                Codec::Aac
            },
            channels,
            sample_rate_hz: first.sample_rate_hz,
            codec_private,
            delay_frames: 0,
            stated_frames: None,
            first_packet: Vec::new(),
        };
        if framing == Framing::Adts {
            let head = reader.peek(offset, FAAC_NAME_WITHIN)?;
            if head.windows(FAAC_NAME.len()).any(|name| name == FAAC_NAME) {
                track.delay_frames = 1_024;
            }
        }
        let mut next = offset;
        let (mut tagged_packets, mut padding) = (None, 0);
        if framing.is_layer3() {
            let frame = reader.peek(offset, first.bytes as usize)?;
            if let Some(StreamTag { packets, gaps }) = tags::read_stream_tag(frame) {
                metadata.push("encoder_tag".to_owned());
                next += u64::from(first.bytes);
                let played = packets.map_or(u64::MAX, |packets| {
                    u64::from(packets) * u64::from(first.frames)
                });
                // A tag that leaves nothing to play is not trusted about the end.
                let gaps = gaps.map(|(delay, padding_frames)| {
                    let fits = u64::from(delay) + u64::from(padding_frames) < played;
                    (delay, if fits { padding_frames } else { 0 })
                });
                if let Some((delay, padding_frames)) = gaps {
                    track.delay_frames = u64::from(delay + DECODER_DELAY);
                    tagged_packets = packets.map(u64::from);
                    padding = padding_frames.saturating_sub(DECODER_DELAY);
                }
            }
        }
        let channels = first.channels;
        Ok(Self {
            reader,
            framing,
            measured: 0,
            track,
            first,
            channels,
            switched: false,
            blocks: None,
            lost_block_frames: 0,
            at: next,
            packets: 0,
            packet_bytes: 0,
            tagged_packets,
            padding,
            damage,
            metadata,
        })
    }

    /// Samples to drop from the packet about to be read: those the tag calls padding, if the file
    /// really ends where the tag states.
    fn discard_end(&mut self, header: FrameHeader) -> Result<u32, SourceError> {
        let Some(total) = self.tagged_packets else {
            return Ok(0);
        };
        let remaining = total.saturating_sub(self.packets + 1);
        let reach = u64::from(header.frames) * remaining;
        let drop = u64::from(self.padding)
            .saturating_sub(reach)
            .min(u64::from(header.frames));
        if drop == 0 || self.packets >= total {
            return Ok(0);
        }
        let mut at = self.at + u64::from(header.bytes);
        for _ in 0..remaining {
            match self.parse_here(at)? {
                Some(next) => at += u64::from(next.bytes),
                None => return Ok(0),
            }
        }
        let ends = at >= self.reader.len() || tags::tag_bytes(&mut self.reader, at)? > 0;
        Ok(if ends { drop as u32 } else { 0 })
    }
}

impl<S: ByteSource> MpegAudioDemuxer<S> {
    fn next_block(&mut self, blocks: Blocks, packet: &mut Packet) -> Result<(), ContainerError> {
        packet.lost_frames += core::mem::take(&mut self.lost_block_frames);
        packet.after_gap |= packet.lost_frames > 0;
        let set_up = &self.track.codec_private;
        let (rest, lost) = blocks.read_first(&mut self.reader, set_up, packet)?;
        (self.blocks, self.lost_block_frames) = (rest, lost);
        Ok(())
    }
}

impl<S: ByteSource> Demuxer for MpegAudioDemuxer<S> {
    fn track(&self) -> &Track {
        &self.track
    }

    fn next_packet(&mut self, packet: &mut Packet) -> Result<bool, ContainerError> {
        packet.clear();
        if let Some(blocks) = self.blocks.take() {
            self.next_block(blocks, packet)?;
            return Ok(true);
        }
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
            // The decoder can use half a frame of Layer III.
        }
        if let Some(blocks) = Blocks::of(header, self.at) {
            self.next_block(blocks, packet)?;
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
