//! Native FLAC (RFC 9639): the stream has no packet lengths, so a frame ends where the next header
//! begins and the checksum over the bytes between is right. Frames state rate, layout and bits
//! themselves, so that neither STREAMINFO nor the beginning of the file is needed.

mod search;

use self::search::{header_at, next_header, Frames};
use crate::codec::flac::syntax::frame_header::{self, FrameHeader};
use crate::codec::flac::syntax::stream_info::StreamInfo;
use crate::codec::flac::syntax::subframe::FlacFrame;

use super::damage_log::DamageLog;
use super::reader::Reader;
use super::{
    vorbis_comment, Codec, Container, ContainerError, Damage, DamageKind, Demuxer, Packet, Track,
};
use crate::source::{ByteSource, SourceError};

/// Metadata blocks looked at (RFC 9639 §8.1).
const MAX_BLOCKS: usize = 1_000;
/// A frame further on than this is not trusted without its checksum: a minute at 192 kHz.
const MAX_LOST_FRAMES: u64 = 192_000 * 60;
/// Bytes searched for the first frame of a file that does not begin with `fLaC`.
const MAX_SEARCH_BYTES: u64 = 1 << 20;

/// Reads FLAC frames.
pub struct FlacDemuxer<S> {
    reader: Reader<S>,
    frames: Frames,
    track: Track,
    /// Block size of a fixed-block stream, which turns frame numbers into positions.
    fixed_block: u64,
    variable: bool,
    /// Position after the frames so far.
    next_number: u64,
    at: u64,
    after_gap: bool,
    damage: DamageLog,
    metadata: Vec<String>,
}

/// True if the first MiB contains a whole frame: a stream that lost its beginning.
pub fn recognises<S: ByteSource>(reader: &mut Reader<S>) -> Result<bool, SourceError> {
    let mut frames = Frames::new(reader.len());
    Ok(frames.first(reader, 0, MAX_SEARCH_BYTES)?.is_some())
}

impl<S: ByteSource> FlacDemuxer<S> {
    /// Reads the metadata blocks after the `fLaC` at `offset`, if it is there, and finds the first
    /// frame.
    pub fn open(mut reader: Reader<S>, offset: u64) -> Result<Self, ContainerError> {
        let mut metadata = Vec::new();
        let mut damage = DamageLog::default();
        let (mut info, mut trusted, mut at) = (None, offset, offset);
        if reader.array::<4>(offset)? == Some(*b"fLaC") {
            (info, trusted, at) = read_blocks(&mut reader, offset + 4, &mut metadata)?;
        }
        let mut frames = Frames::new(reader.len());
        frames.bits = info.map_or(32, |info: StreamInfo| info.bits);
        let mut first = frames.first(&mut reader, at, 1)?;
        if first.is_none() {
            // A block's length may be wrong, so the skipped bytes are also searched.
            first = frames.first(&mut reader, trusted, u64::MAX)?;
            let found = first.map_or(reader.len(), |(found, _)| found);
            damage.note(DamageKind::Resync, trusted, found.saturating_sub(trusted));
        }
        if info.is_none() {
            damage.note(DamageKind::MissingHeader, offset, 0);
        }
        let (found, header) = first.ok_or(ContainerError::NoAudio)?;
        let stream = StreamInfo::of_frame(&header, info).ok_or(ContainerError::NoAudio)?;
        if info.is_some_and(|info| !info.allows(&stream)) {
            damage.note(DamageKind::WrongHeader, offset, 0);
        }
        let track = Track {
            container: Container::Flac,
            codec: Codec::Flac,
            channels: stream.channels,
            sample_rate_hz: stream.sample_rate_hz,
            codec_private: stream.to_bytes(),
            delay_frames: 0,
            stated_frames: (stream.total_frames > 0).then_some(stream.total_frames),
            first_packet: Vec::new(),
        };
        frames.bits = stream.bits;
        Ok(Self {
            reader,
            frames,
            track,
            fixed_block: u64::from(stream.largest_block),
            variable: header.variable,
            next_number: 0,
            at: found,
            after_gap: false,
            damage,
            metadata,
        })
    }

    /// Offset of the next header after `from`, or the end of the file.
    fn next_header(&mut self, from: u64) -> Result<u64, SourceError> {
        let end = self.reader.len();
        Ok(next_header(&mut self.reader, from, end)?.unwrap_or(end))
    }

    /// Takes the frame at `self.at`, whose checksum is wrong though its header is right and in its place:
    /// up to the next header that continues it. One that the file ends in is as long as what can be
    /// had of it.
    fn broken_frame(&mut self, packet: &mut Packet) -> Result<bool, SourceError> {
        let Some(header) = header_at(&mut self.reader, self.at)? else {
            return Ok(false);
        };
        let Some(number) = self
            .timestamp(&header)
            .filter(|_| self.is_of_stream(&header))
        else {
            return Ok(false);
        };
        let reach = self.next_number..self.next_number.saturating_add(MAX_LOST_FRAMES);
        if self.frames.is_spent() || !reach.contains(&number) {
            return Ok(false);
        }
        let longest = frame_header::longest(&header, self.frames.bits) as u64;
        let end = self.reader.len().min(self.at.saturating_add(longest));
        let next_number = number.saturating_add(u64::from(header.block_frames));
        let mut next = self.at + header.bytes as u64;
        let next = loop {
            let Some(found) = next_header(&mut self.reader, next, end)? else {
                break end;
            };
            let follows = header_at(&mut self.reader, found)?.is_some_and(|other| {
                let at = self.timestamp(&other).unwrap_or(u64::MAX);
                let reach = next_number..next_number.saturating_add(MAX_LOST_FRAMES);
                self.is_of_stream(&other) && reach.contains(&at)
            });
            if follows {
                break found;
            }
            next = found + 1;
        };
        self.reader
            .copy(self.at, (next - self.at) as usize, &mut packet.data)?;
        let kind = if next == self.reader.len() {
            let bits = header.bits.unwrap_or(self.frames.bits);
            let kept = FlacFrame::default().decode(&packet.data, &header, bits);
            if kept == 0 {
                self.frames.spend(next - self.at);
                packet.clear();
                return Ok(false);
            }
            packet.discard_end_frames = header.block_frames - kept as u32;
            DamageKind::Truncated
        } else {
            DamageKind::Checksum
        };
        self.damage.note(kind, self.at, next - self.at);
        packet.offset = self.at;
        packet.broken = true;
        packet.timestamp = Some(number);
        packet.after_gap = core::mem::take(&mut self.after_gap);
        self.next_number = next_number;
        self.at = next;
        Ok(true)
    }

    /// Whether a header is one this stream has: chance makes one a megabyte that is not.
    fn is_of_stream(&self, header: &FrameHeader) -> bool {
        header.channels == self.track.channels
            && header.variable == self.variable
            && header.bits.unwrap_or(self.frames.bits) == self.frames.bits
    }

    /// Position of a frame in the track's rate. A frame of another rate does not state it: its number
    /// counts blocks coded at either rate.
    fn timestamp(&self, header: &FrameHeader) -> Option<u64> {
        let rate = header.sample_rate_hz.unwrap_or(self.track.sample_rate_hz);
        let number = if header.variable {
            header.number
        } else {
            header.number.saturating_mul(self.fixed_block)
        };
        (rate == self.track.sample_rate_hz).then_some(number)
    }
}

impl<S: ByteSource> Demuxer for FlacDemuxer<S> {
    fn track(&self) -> &Track {
        &self.track
    }

    fn next_packet(&mut self, packet: &mut Packet) -> Result<bool, ContainerError> {
        packet.clear();
        loop {
            let len = self.reader.len();
            if self.at >= len {
                return Ok(false);
            }
            if let Some(header) = header_at(&mut self.reader, self.at)? {
                if let Some(bytes) = self.frames.bytes(&mut self.reader, self.at, header)? {
                    self.reader.copy(self.at, bytes, &mut packet.data)?;
                    packet.offset = self.at;
                    packet.timestamp = self.timestamp(&header);
                    if let Some(number) = packet.timestamp {
                        self.next_number = number.saturating_add(u64::from(header.block_frames));
                    }
                    packet.after_gap = core::mem::take(&mut self.after_gap);
                    self.at += bytes as u64;
                    return Ok(true);
                }
            }
            if self.broken_frame(packet)? {
                return Ok(true);
            }
            let trailing_tag =
                len - self.at == 128 && self.reader.array::<3>(self.at)? == Some(*b"TAG");
            let next = if trailing_tag {
                len
            } else {
                self.next_header(self.at + 1)?
            };
            let kind = if next < len {
                DamageKind::Checksum
            } else {
                DamageKind::Truncated
            };
            if !trailing_tag {
                self.damage.note(kind, self.at, next - self.at);
            }
            self.after_gap = true;
            self.at = next;
        }
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

/// STREAMINFO, where the search for frames may begin, and the offset after the blocks.
fn read_blocks<S: ByteSource>(
    reader: &mut Reader<S>,
    mut at: u64,
    metadata: &mut Vec<String>,
) -> Result<(Option<StreamInfo>, u64, u64), SourceError> {
    let (mut info, mut trusted) = (None, at);
    for _ in 0..MAX_BLOCKS {
        let Some([kind, a, b, c]) = reader.array::<4>(at)? else {
            break;
        };
        if kind == 0xFF {
            // A frame: the last-block flag was lost.
            break;
        }
        let bytes = u64::from(u32::from_be_bytes([0, a, b, c]));
        match kind & 0x7F {
            0 if info.is_none() => {
                info = reader
                    .array::<34>(at + 4)?
                    .and_then(|bytes| StreamInfo::parse(&bytes));
                trusted = at + 38;
            }
            4 => vorbis_comment::add_names(reader.peek(at + 4, bytes as usize)?, metadata),
            5 => metadata.push("cue_sheet".to_owned()),
            6 => metadata.push("picture".to_owned()),
            2 => metadata.push("application".to_owned()),
            _ => {}
        }
        at += 4 + bytes;
        if kind & 0x80 != 0 {
            break;
        }
    }
    Ok((info, trusted, at))
}
