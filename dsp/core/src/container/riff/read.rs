//! The WAVE demuxer. Sizes are claims: a size of 0, of all ones or past the end of the file means
//! "until the bytes end"; an odd chunk may or may not be padded; a second RIFF may follow the first.

use crate::container::damage_log::DamageLog;
use crate::container::reader::Reader;
use crate::container::{
    Codec, Container, ContainerError, Damage, DamageKind, Demuxer, Packet, PcmFormat, Track,
};
use crate::source::ByteSource;

/// Frames in a packet.
const FRAMES_PER_PACKET: u64 = 4_096;
/// Channels accepted.
const MAX_CHANNELS: u16 = 8;
/// Highest sample rate accepted, in Hz.
const MAX_SAMPLE_RATE_HZ: u32 = 768_000;
/// Chunks looked at before the samples; a file with more is refused.
const MAX_CHUNKS: usize = 1_000;
/// Bytes after a data chunk that are worth reading as samples when no chunk begins there.
const MIN_OVERRUN_BYTES: u64 = 4_096;
/// WAVE_FORMAT_PCM, WAVE_FORMAT_IEEE_FLOAT, WAVE_FORMAT_EXTENSIBLE (mmreg.h).
const FORMAT_PCM: u16 = 1;
const FORMAT_FLOAT: u16 = 3;
const FORMAT_EXTENSIBLE: u16 = 0xFFFE;

/// Sample layout as `fmt ` states it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Format {
    pcm: PcmFormat,
    channels: u16,
    sample_rate_hz: u32,
    block_bytes: u64,
}

/// Reads WAVE files as packets of interleaved PCM.
pub struct WavDemuxer<S> {
    reader: Reader<S>,
    track: Track,
    format: Format,
    /// Samples of the RIFF being read: next byte and end.
    at: u64,
    end: u64,
    /// First sample byte of this RIFF and the frame it is.
    data_start: u64,
    data_first_frame: u64,
    next_frame: u64,
    after_gap: bool,
    damage: DamageLog,
    metadata: Vec<String>,
}

/// What a walk over the chunks of one RIFF found.
struct Found {
    format: Option<Format>,
    data: Option<(u64, u64)>,
}

impl<S: ByteSource> WavDemuxer<S> {
    /// Reads the chunks up to the samples.
    pub fn open(mut reader: Reader<S>, offset: u64) -> Result<Self, ContainerError> {
        let mut damage = DamageLog::default();
        let mut metadata = Vec::new();
        let found = walk(&mut reader, offset, &mut damage, &mut metadata)?;
        let format = found.format.ok_or(ContainerError::NoAudio)?;
        let (start, end) = found.data.ok_or(ContainerError::NoAudio)?;
        if end - start < format.block_bytes {
            return Err(ContainerError::NoAudio);
        }
        let track = Track {
            container: Container::Wav,
            codec: Codec::Pcm(format.pcm),
            channels: format.channels,
            sample_rate_hz: format.sample_rate_hz,
            codec_private: Vec::new(),
            delay_frames: 0,
            stated_frames: None,
        };
        Ok(Self {
            reader,
            track,
            format,
            at: start,
            end,
            data_start: start,
            data_first_frame: 0,
            next_frame: 0,
            after_gap: false,
            damage,
            metadata,
        })
    }

    /// At the end of a data chunk: trailing chunks are named, and a second RIFF of the same format
    /// is read on. Returns whether there is more to read.
    fn next_riff(&mut self) -> Result<bool, ContainerError> {
        let mut at = self.end;
        if (at - self.data_start) % 2 == 1 && !is_chunk(&mut self.reader, at)? {
            at += 1;
        }
        for _ in 0..MAX_CHUNKS {
            let Some([a, b, c, d, s0, s1, s2, s3]) = self.reader.array::<8>(at)? else {
                return Ok(false);
            };
            let id = [a, b, c, d];
            if matches!(&id, b"RIFF" | b"RF64" | b"BW64") {
                let found = walk(&mut self.reader, at, &mut self.damage, &mut self.metadata)?;
                let Some((start, end)) = found.data else {
                    return Ok(false);
                };
                self.damage.note(DamageKind::Concatenated, at, 0);
                if found.format != Some(self.format) {
                    return Ok(false);
                }
                (self.at, self.end, self.data_start) = (start, end, start);
                self.data_first_frame = self.next_frame;
                return Ok(end - start >= self.format.block_bytes);
            }
            if !id.iter().all(|byte| (0x20..0x7F).contains(byte)) {
                return Ok(false);
            }
            let size = u64::from(u32::from_le_bytes([s0, s1, s2, s3]));
            name_metadata(&mut self.reader, id, at + 8, size, &mut self.metadata)?;
            at = after_chunk(&mut self.reader, at + 8, size)?;
        }
        Ok(false)
    }
}

impl<S: ByteSource> Demuxer for WavDemuxer<S> {
    fn track(&self) -> &Track {
        &self.track
    }

    fn next_packet(&mut self, packet: &mut Packet) -> Result<bool, ContainerError> {
        packet.clear();
        loop {
            let whole = (self.end.saturating_sub(self.at)) / self.format.block_bytes;
            if whole == 0 {
                if self.end > self.at && self.end >= self.reader.len() {
                    self.damage
                        .note(DamageKind::Truncated, self.at, self.end - self.at);
                }
                self.at = self.end;
                if !self.next_riff()? {
                    return Ok(false);
                }
                continue;
            }
            let frames = whole.min(FRAMES_PER_PACKET);
            let wanted = (frames * self.format.block_bytes) as usize;
            let got = self.reader.copy(self.at, wanted, &mut packet.data)?;
            let frames = got as u64 / self.format.block_bytes;
            if frames == 0 {
                // The source is shorter than it said.
                self.damage.note(DamageKind::Truncated, self.at, 0);
                self.at = self.end;
                return Ok(false);
            }
            packet
                .data
                .truncate((frames * self.format.block_bytes) as usize);
            packet.offset = self.at;
            packet.timestamp = Some(self.next_frame);
            packet.after_gap = core::mem::take(&mut self.after_gap);
            self.at += packet.data.len() as u64;
            self.next_frame += frames;
            return Ok(true);
        }
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

    fn jump_to(&mut self, frame: u64) -> Result<bool, ContainerError> {
        let frames = (self.end - self.data_start) / self.format.block_bytes;
        let Some(within) = frame
            .checked_sub(self.data_first_frame)
            .filter(|&f| f <= frames)
        else {
            return Ok(false);
        };
        self.at = self.data_start + within * self.format.block_bytes;
        self.next_frame = frame;
        Ok(true)
    }
}

/// Walks the chunks of the RIFF at `offset` until the samples.
fn walk<S: ByteSource>(
    reader: &mut Reader<S>,
    offset: u64,
    damage: &mut DamageLog,
    metadata: &mut Vec<String>,
) -> Result<Found, ContainerError> {
    let mut found = Found {
        format: None,
        data: None,
    };
    let mut long_data_bytes = None;
    let mut at = offset + 12;
    for _ in 0..MAX_CHUNKS {
        let Some([a, b, c, d, s0, s1, s2, s3]) = reader.array::<8>(at)? else {
            break;
        };
        let id = [a, b, c, d];
        let size = u64::from(u32::from_le_bytes([s0, s1, s2, s3]));
        let body = at + 8;
        match &id {
            b"ds64" => {
                // EBU Tech 3306 §3: riff size, data size, sample count, all 64 bit.
                if let Some(fields) = reader.array::<16>(body)? {
                    long_data_bytes = fields[8..].try_into().ok().map(u64::from_le_bytes);
                }
            }
            b"fmt " => found.format = Some(read_format(reader, body, size, at, damage)?),
            b"data" => {
                // Samples without a layout cannot be read; a `fmt ` after them is not in any file seen.
                let stated = match (size, long_data_bytes) {
                    (0xFFFF_FFFF, Some(long)) => long,
                    _ => size,
                };
                found.data = Some((body, data_end(reader, body, stated, at, damage)?));
                return Ok(found);
            }
            _ => name_metadata(reader, id, body, size, metadata)?,
        }
        at = after_chunk(reader, body, size)?;
    }
    Ok(found)
}

/// Where the samples really end.
fn data_end<S: ByteSource>(
    reader: &mut Reader<S>,
    body: u64,
    stated: u64,
    header: u64,
    damage: &mut DamageLog,
) -> Result<u64, ContainerError> {
    let left = reader.len() - body;
    let end = body.saturating_add(stated);
    if stated == 0xFFFF_FFFF || stated == u64::MAX {
        if left != stated {
            damage.note(DamageKind::SizeLie, header + 4, 4);
        }
        return Ok(reader
            .len()
            .min(if left == stated { end } else { reader.len() }));
    }
    if stated > left {
        damage.note(DamageKind::Truncated, reader.len(), 0);
        return Ok(reader.len());
    }
    let overrun = left - stated;
    let chunk_follows = is_chunk(reader, end)? || (stated % 2 == 1 && is_chunk(reader, end + 1)?);
    if !chunk_follows && (overrun >= MIN_OVERRUN_BYTES || (stated == 0 && overrun > 0)) {
        damage.note(DamageKind::SizeLie, header + 4, 4);
        return Ok(reader.len());
    }
    Ok(end)
}

/// Whether a plausible chunk (four printable letters, a size that fits), an ID3v1 tag or the end of
/// the file is at `at`.
fn is_chunk<S: ByteSource>(reader: &mut Reader<S>, at: u64) -> Result<bool, ContainerError> {
    let left = reader.len().saturating_sub(at);
    let Some([a, b, c, d, s0, s1, s2, s3]) = reader.array::<8>(at)? else {
        return Ok(left == 0);
    };
    let size = u64::from(u32::from_le_bytes([s0, s1, s2, s3]));
    let id = [a, b, c, d];
    let letters = id
        .iter()
        .all(|byte| byte.is_ascii_alphanumeric() || *byte == b' ' || *byte == b'_');
    let nested = matches!(&id, b"RIFF" | b"RF64" | b"BW64");
    Ok((letters && (size + 8 <= left || nested)) || (id.starts_with(b"TAG") && left == 128))
}

/// Offset of the chunk after one of `size` bytes at `body`: even in a correct file, odd in one
/// whose writer forgot the padding byte.
fn after_chunk<S: ByteSource>(
    reader: &mut Reader<S>,
    body: u64,
    size: u64,
) -> Result<u64, ContainerError> {
    let end = body.saturating_add(size);
    if size % 2 == 1 && (is_chunk(reader, end + 1)? || !is_chunk(reader, end)?) {
        return Ok(end + 1);
    }
    Ok(end)
}

fn read_format<S: ByteSource>(
    reader: &mut Reader<S>,
    body: u64,
    size: u64,
    header: u64,
    damage: &mut DamageLog,
) -> Result<Format, ContainerError> {
    let bytes = reader.peek(body, size.min(40) as usize)?;
    let u16_at = |at: usize| {
        bytes
            .get(at..at + 2)
            .map(|b| u16::from_le_bytes([b[0], b[1]]))
    };
    let u32_at = |at: usize| {
        bytes
            .get(at..at + 4)
            .map(|b| u32::from_le_bytes([b[0], b[1], b[2], b[3]]))
    };
    let (Some(tag), Some(channels), Some(rate), Some(byte_rate), Some(block), Some(bits)) = (
        u16_at(0),
        u16_at(2),
        u32_at(4),
        u32_at(8),
        u16_at(12),
        u16_at(14),
    ) else {
        return Err(ContainerError::NoAudio);
    };
    // EXTENSIBLE: the first two bytes of the sub-format GUID are the old tag.
    let tag = if tag == FORMAT_EXTENSIBLE {
        u16_at(24).unwrap_or(FORMAT_PCM)
    } else {
        tag
    };
    if channels == 0 {
        return Err(ContainerError::NoAudio);
    }
    if channels > MAX_CHANNELS {
        return Err(ContainerError::LimitExceeded {
            what: "channels",
            limit: u64::from(MAX_CHANNELS),
            actual: u64::from(channels),
        });
    }
    // 12 and 20 bit samples sit left-justified in whole bytes; the block says how many.
    let sample_bytes = match (block / channels, block % channels, bits.div_ceil(8)) {
        (bytes, 0, stated) if bytes >= stated && (1..=8).contains(&bytes) => bytes,
        (_, _, stated) => {
            damage.note(DamageKind::WrongHeader, header + 8 + 12, 2);
            stated
        }
    };
    let pcm = match (tag, sample_bytes) {
        (FORMAT_PCM, 1) => PcmFormat::U8,
        (FORMAT_PCM, 2) => PcmFormat::S16,
        (FORMAT_PCM, 3) => PcmFormat::S24,
        (FORMAT_PCM, 4) => PcmFormat::S32,
        (FORMAT_FLOAT, 4) => PcmFormat::F32,
        (FORMAT_FLOAT, 8) => PcmFormat::F64,
        _ => {
            return Err(ContainerError::UnsupportedCodec(format!(
                "wave tag {tag:#06x}, {bits} bit"
            )))
        }
    };
    let block_bytes = u64::from(sample_bytes) * u64::from(channels);
    // Rate × block = bytes per second; where they disagree, a usual rate beats an unusual one.
    let implied = byte_rate / block_bytes as u32;
    let mut sample_rate_hz = rate;
    if rate != implied {
        damage.note(DamageKind::WrongHeader, header + 8 + 4, 8);
        if !is_usual_rate(rate) && is_usual_rate(implied) {
            sample_rate_hz = implied;
        }
    }
    if sample_rate_hz == 0 || sample_rate_hz > MAX_SAMPLE_RATE_HZ {
        return Err(ContainerError::LimitExceeded {
            what: "sample rate",
            limit: u64::from(MAX_SAMPLE_RATE_HZ),
            actual: u64::from(sample_rate_hz),
        });
    }
    Ok(Format {
        pcm,
        channels,
        sample_rate_hz,
        block_bytes,
    })
}

fn is_usual_rate(hz: u32) -> bool {
    matches!(
        hz,
        8_000
            | 11_025
            | 12_000
            | 16_000
            | 22_050
            | 24_000
            | 32_000
            | 44_100
            | 48_000
            | 88_200
            | 96_000
            | 176_400
            | 192_000
    )
}

/// Names the fields a metadata chunk carries; values are never read.
fn name_metadata<S: ByteSource>(
    reader: &mut Reader<S>,
    id: [u8; 4],
    body: u64,
    size: u64,
    metadata: &mut Vec<String>,
) -> Result<(), ContainerError> {
    let mut add = |name: &str| {
        if metadata.len() < 100 && !metadata.iter().any(|known| known == name) {
            metadata.push(name.to_owned());
        }
    };
    match &id {
        b"LIST" | b"list" => {
            if reader.array::<4>(body)? != Some(*b"INFO") {
                return Ok(());
            }
            let end = body.saturating_add(size).min(reader.len());
            let mut at = body + 4;
            while let Some([a, b, c, d, s0, s1, s2, s3]) = reader.array::<8>(at)? {
                if at + 8 > end || is_not_text(&[a, b, c, d]) {
                    break;
                }
                add(info_name(&[a, b, c, d]).unwrap_or(&String::from_utf8_lossy(&[a, b, c, d])));
                let length = u64::from(u32::from_le_bytes([s0, s1, s2, s3]));
                at += 8 + length + length % 2;
            }
        }
        b"bext" => add("broadcast_extension"),
        b"iXML" => add("ixml"),
        b"_PMX" => add("xmp"),
        b"id3 " | b"ID3 " => add("id3"),
        b"cart" => add("cart"),
        b"cue " => add("cue_points"),
        _ => {}
    }
    Ok(())
}

fn is_not_text(id: &[u8; 4]) -> bool {
    !id.iter().all(|byte| (0x20..0x7F).contains(byte))
}

/// Plain words for the usual INFO ids (Multimedia Programming Interface 1.0, §"INFO List Chunk").
fn info_name(id: &[u8; 4]) -> Option<&'static str> {
    Some(match id {
        b"INAM" => "title",
        b"IART" => "artist",
        b"IPRD" => "album",
        b"ICMT" => "comment",
        b"ICRD" => "date",
        b"IGNR" => "genre",
        b"ICOP" => "copyright",
        b"ISFT" => "encoder",
        b"IENG" => "engineer",
        b"ITCH" => "technician",
        _ => return None,
    })
}
