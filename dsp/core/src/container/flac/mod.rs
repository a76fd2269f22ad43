//! Native FLAC (RFC 9639): the stream has no packet lengths, so a frame ends where the next header
//! begins and the checksum over what lies between is right. Frames say rate, layout and bits
//! themselves, so that neither STREAMINFO nor the beginning of the file is needed.

pub(super) mod frame;
mod stream_info;

pub use stream_info::StreamInfo;

use frame::{FrameHeader, MAX_HEADER_BYTES};

use super::damage_log::DamageLog;
use super::reader::{Reader, MAX_PEEK_BYTES};
use super::{
    vorbis_comment, Codec, Container, ContainerError, Damage, DamageKind, Demuxer, Packet, Track,
};
use crate::source::{ByteSource, SourceError};

/// Metadata blocks looked at (RFC 9639 §8.1).
const MAX_BLOCKS: usize = 1_000;
/// Bytes searched for the first frame of a file that does not begin with `fLaC`.
const MAX_SEARCH_BYTES: u64 = 1 << 20;
/// What a tag or another stream behind a frame begins with.
const BEHIND_FRAMES: [&[u8]; 4] = [b"TAG", b"APETAGEX", b"ID3", b"fLaC"];

/// Reads FLAC frames.
pub struct FlacDemuxer<S> {
    reader: Reader<S>,
    frames: Frames,
    track: Track,
    /// Block size of a fixed-block stream, which turns frame numbers into positions.
    fixed_block: u64,
    at: u64,
    after_gap: bool,
    damage: DamageLog,
    metadata: Vec<String>,
}

/// True when a whole frame stands in the first MiB: a stream that lost its beginning.
pub fn recognises<S: ByteSource>(reader: &mut Reader<S>) -> Result<bool, SourceError> {
    let mut frames = Frames::new(reader.len());
    Ok(frames.first(reader, 0, MAX_SEARCH_BYTES)?.is_some())
}

impl<S: ByteSource> FlacDemuxer<S> {
    /// Reads the metadata blocks behind the `fLaC` at `offset`, if it is there, and finds the first
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
            // A block's length may be a lie: what it steps over is searched too.
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
        };
        frames.bits = stream.bits;
        Ok(Self {
            reader,
            frames,
            track,
            fixed_block: u64::from(stream.largest_block),
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

    /// Position of a frame in the track's rate. A frame of another rate does not say it: its number
    /// counts what was coded at either rate.
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
                    packet.after_gap = core::mem::take(&mut self.after_gap);
                    self.at += bytes as u64;
                    return Ok(true);
                }
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

/// STREAMINFO, where the search for frames may begin, and the offset behind the blocks.
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

/// Frames of a file by their headers and checksums.
struct Frames {
    /// Bits of a sample where a frame does not say.
    bits: u32,
    /// Bytes that may still be summed; overlapping false headers would make reading quadratic.
    checksum_budget: u64,
}

impl Frames {
    fn new(file_bytes: u64) -> Self {
        Self {
            bits: 32,
            checksum_budget: file_bytes.saturating_mul(8).saturating_add(1 << 20),
        }
    }

    /// The first whole frame that begins within `reach` bytes from `from`.
    fn first<S: ByteSource>(
        &mut self,
        reader: &mut Reader<S>,
        from: u64,
        reach: u64,
    ) -> Result<Option<(u64, FrameHeader)>, SourceError> {
        let end = from.saturating_add(reach).min(reader.len());
        let mut at = from;
        while let Some(found) = next_header(reader, at, end)? {
            if let Some(header) = header_at(reader, found)? {
                if self.bytes(reader, found, header)?.is_some() {
                    return Ok(Some((found, header)));
                }
            }
            at = found + 1;
        }
        Ok(None)
    }

    /// Length of the frame at `at`, whose header is `header`: up to a position where another header,
    /// a tag or the end of the file follows and the checksum fits.
    fn bytes<S: ByteSource>(
        &mut self,
        reader: &mut Reader<S>,
        at: u64,
        header: FrameHeader,
    ) -> Result<Option<usize>, SourceError> {
        let longest = frame::longest(&header, self.bits).min(MAX_PEEK_BYTES - MAX_HEADER_BYTES);
        let bytes = reader.peek(at, longest + MAX_HEADER_BYTES)?;
        let ends_here = bytes.len() <= longest;
        let mut crc = frame::crc16(0, bytes.get(..header.bytes).unwrap_or(bytes));
        let mut summed = header.bytes.min(bytes.len());
        let mut from = summed + 2;
        loop {
            let found = bytes
                .get(from..)
                .and_then(|rest| (0..rest.len()).find(|&at| may_follow(&rest[at..])));
            let end = match found {
                Some(found) => from + found,
                None if ends_here => bytes.len(),
                None => return Ok(None),
            };
            from = end + 1;
            let cost = (end - summed) as u64;
            if self.checksum_budget < cost {
                return Ok(None);
            }
            self.checksum_budget -= cost;
            crc = frame::crc16(crc, &bytes[summed..end]);
            summed = end;
            if crc == 0 {
                return Ok(Some(end));
            }
            if end == bytes.len() {
                return Ok(None);
            }
        }
    }
}

fn header_at<S: ByteSource>(
    reader: &mut Reader<S>,
    at: u64,
) -> Result<Option<FrameHeader>, SourceError> {
    Ok(frame::parse(reader.peek(at, MAX_HEADER_BYTES)?))
}

/// Offset of the next header that begins in `from..end`.
fn next_header<S: ByteSource>(
    reader: &mut Reader<S>,
    mut from: u64,
    end: u64,
) -> Result<Option<u64>, SourceError> {
    while from < end {
        let bytes = reader.peek(from, 4_096)?;
        if bytes.len() < 2 {
            break;
        }
        match bytes
            .windows(2)
            .position(|pair| pair[0] == 0xFF && pair[1] & 0xFE == 0xF8)
        {
            None => from += bytes.len() as u64 - 1,
            Some(found) => {
                from += found as u64;
                if from < end && header_at(reader, from)?.is_some() {
                    return Ok(Some(from));
                }
                from += 1;
            }
        }
    }
    Ok(None)
}

/// Whether a frame, a tag or another stream begins here.
fn may_follow(bytes: &[u8]) -> bool {
    match bytes[0] {
        0xFF => frame::parse(bytes).is_some(),
        b'T' | b'A' | b'I' | b'f' => BEHIND_FRAMES.iter().any(|magic| bytes.starts_with(magic)),
        _ => false,
    }
}
