//! Native FLAC (RFC 9639): the stream has no packet lengths, so a frame ends where the next header
//! begins and the checksum over what lies between is right.

pub(super) mod frame;

use frame::{FrameHeader, MAX_HEADER_BYTES};

use super::damage_log::DamageLog;
use super::reader::{Reader, MAX_PEEK_BYTES};
use super::{
    vorbis_comment, Codec, Container, ContainerError, Damage, DamageKind, Demuxer, Packet, Track,
};
use crate::source::{ByteSource, SourceError};

/// Metadata blocks looked at (RFC 9639 §8.1).
const MAX_BLOCKS: usize = 1_000;

/// Reads FLAC frames.
pub struct FlacDemuxer<S> {
    reader: Reader<S>,
    track: Track,
    /// Block size of a fixed-block stream, which turns frame numbers into positions.
    fixed_block: u64,
    longest_frame: usize,
    at: u64,
    /// Bytes that may still be summed; overlapping false headers would make reading quadratic.
    checksum_budget: u64,
    after_gap: bool,
    damage: DamageLog,
    metadata: Vec<String>,
}

impl<S: ByteSource> FlacDemuxer<S> {
    /// Reads the metadata blocks behind the `fLaC` at `offset`.
    pub fn open(mut reader: Reader<S>, offset: u64) -> Result<Self, ContainerError> {
        let mut metadata = Vec::new();
        let mut stream_info = None;
        let mut at = offset + 4;
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
                0 => stream_info = stream_info.or(reader.array::<34>(at + 4)?),
                4 => vorbis_comment::add_names(reader.peek(at + 4, bytes as usize)?, &mut metadata),
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
        let info = stream_info.ok_or(ContainerError::NoAudio)?;
        let packed = u64::from_be_bytes([
            info[10], info[11], info[12], info[13], info[14], info[15], info[16], info[17],
        ]);
        let sample_rate_hz = (packed >> 44) as u32;
        let channels = (packed >> 41 & 7) as u16 + 1;
        let bits = (packed >> 36 & 31) as usize + 1;
        let total = packed & 0xF_FFFF_FFFF;
        let largest_block = u16::from_be_bytes([info[2], info[3]]);
        if sample_rate_hz == 0 || largest_block < 16 {
            return Err(ContainerError::NoAudio);
        }
        let stated_longest = u32::from_be_bytes([0, info[7], info[8], info[9]]) as usize;
        let verbatim = usize::from(largest_block) * usize::from(channels) * (bits + 1) / 8 + 1_024;
        let track = Track {
            container: Container::Flac,
            codec: Codec::Flac,
            channels,
            sample_rate_hz,
            codec_private: info.to_vec(),
            delay_frames: 0,
            stated_frames: (total > 0).then_some(total),
        };
        let checksum_budget = reader.len().saturating_mul(8).saturating_add(1 << 20);
        Ok(Self {
            reader,
            track,
            fixed_block: u64::from(largest_block),
            longest_frame: stated_longest.max(verbatim).min(MAX_PEEK_BYTES),
            at,
            checksum_budget,
            after_gap: false,
            damage: DamageLog::default(),
            metadata,
        })
    }

    fn header_at(&mut self, at: u64) -> Result<Option<FrameHeader>, SourceError> {
        let channels = self.track.channels;
        let header = frame::parse(self.reader.peek(at, MAX_HEADER_BYTES)?);
        Ok(header.filter(|header| {
            header.channels == channels && u64::from(header.block_frames) <= self.fixed_block
        }))
    }

    /// Length of the frame at `self.at`, whose header is `header`: up to a position where another
    /// header (or the end of the file) follows and the checksum fits.
    fn frame_bytes(&mut self, header: FrameHeader) -> Result<Option<usize>, SourceError> {
        let channels = self.track.channels;
        let bytes = self
            .reader
            .peek(self.at, self.longest_frame + MAX_HEADER_BYTES)?;
        let ends_here = bytes.len() <= self.longest_frame;
        let mut crc = frame::crc16(0, bytes.get(..header.bytes).unwrap_or(bytes));
        let mut summed = header.bytes;
        let mut from = header.bytes + 2;
        while let Some(found) = bytes.get(from..).and_then(|rest| {
            rest.windows(2)
                .position(|pair| pair[0] == 0xFF && pair[1] & 0xFE == 0xF8)
        }) {
            let candidate = from + found;
            from = candidate + 1;
            if frame::parse(&bytes[candidate..]).is_none_or(|next| next.channels != channels) {
                continue;
            }
            let cost = (candidate - summed) as u64;
            if self.checksum_budget < cost {
                return Ok(None);
            }
            self.checksum_budget -= cost;
            crc = frame::crc16(crc, &bytes[summed..candidate]);
            summed = candidate;
            if crc == 0 {
                return Ok(Some(candidate));
            }
        }
        let cost = (bytes.len() - summed) as u64;
        if ends_here && self.checksum_budget >= cost {
            self.checksum_budget -= cost;
            if frame::crc16(crc, &bytes[summed..]) == 0 {
                return Ok(Some(bytes.len()));
            }
            // An ID3v1 tag may follow the last frame.
            if let Some(end) = bytes.len().checked_sub(128).filter(|&end| end > summed) {
                if bytes[end..].starts_with(b"TAG") && frame::crc16(crc, &bytes[summed..end]) == 0 {
                    return Ok(Some(end));
                }
            }
        }
        Ok(None)
    }

    /// Offset of the next header after `from`, or the end of the file.
    fn next_header(&mut self, mut from: u64) -> Result<u64, SourceError> {
        loop {
            let bytes = self.reader.peek(from, 4_096)?;
            if bytes.len() < 2 {
                return Ok(self.reader.len());
            }
            match bytes
                .windows(2)
                .position(|pair| pair[0] == 0xFF && pair[1] & 0xFE == 0xF8)
            {
                None => from += bytes.len() as u64 - 1,
                Some(found) => {
                    let at = from + found as u64;
                    if self.header_at(at)?.is_some() {
                        return Ok(at);
                    }
                    from = at + 1;
                }
            }
        }
    }
}

impl<S: ByteSource> Demuxer for FlacDemuxer<S> {
    fn track(&self) -> &Track {
        &self.track
    }

    fn next_packet(&mut self, packet: &mut Packet) -> Result<bool, ContainerError> {
        packet.clear();
        loop {
            if self.at >= self.reader.len() {
                return Ok(false);
            }
            if let Some(header) = self.header_at(self.at)? {
                if let Some(bytes) = self.frame_bytes(header)? {
                    self.reader.copy(self.at, bytes, &mut packet.data)?;
                    packet.offset = self.at;
                    packet.timestamp = Some(if header.variable {
                        header.number
                    } else {
                        header.number.saturating_mul(self.fixed_block)
                    });
                    packet.after_gap = core::mem::take(&mut self.after_gap);
                    self.at += bytes as u64;
                    return Ok(true);
                }
            }
            let trailing_tag = self.reader.len() - self.at == 128
                && self.reader.array::<3>(self.at)? == Some(*b"TAG");
            let next = if trailing_tag {
                self.reader.len()
            } else {
                self.next_header(self.at + 1)?
            };
            let kind = if next < self.reader.len() {
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
