//! The `fmt ` chunk: how samples are laid out, seen through where its fields contradict each other.

use super::byte_order::Order;
use crate::container::damage_log::DamageLog;
use crate::container::reader::Reader;
use crate::container::{check_channels, Codec, ContainerError, DamageKind, PcmFormat};
use crate::source::ByteSource;

/// Highest sample rate accepted, in Hz.
const MAX_SAMPLE_RATE_HZ: u32 = 768_000;
/// Format tags (mmreg.h): WAVE_FORMAT_PCM, IEEE_FLOAT, ALAW, MULAW, MPEG, MPEGLAYER3,
/// MPEG_ADTS_AAC, EXTENSIBLE.
const FORMAT_PCM: u16 = 1;
const FORMAT_FLOAT: u16 = 3;
const FORMAT_ALAW: u16 = 6;
const FORMAT_MULAW: u16 = 7;
const FORMAT_MPEG: u16 = 0x50;
const FORMAT_MP3: u16 = 0x55;
const FORMAT_ADTS: u16 = 0x1600;
const FORMAT_EXTENSIBLE: u16 = 0xFFFE;

/// What the data chunk holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Coding {
    Pcm(PcmFormat),
    /// A bare stream of Layer III or ADTS frames.
    MpegAudio,
}

/// Sample layout as `fmt ` states it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Format {
    pub coding: Coding,
    pub order: Order,
    pub channels: u16,
    pub sample_rate_hz: u32,
    pub block_bytes: u64,
}

fn is_coded(tag: u16) -> bool {
    matches!(tag, FORMAT_MPEG | FORMAT_MP3 | FORMAT_ADTS)
}

/// Reads the `fmt ` chunk at `body`.
pub fn read<S: ByteSource>(
    reader: &mut Reader<S>,
    body: u64,
    size: u64,
    order: Order,
    damage: &mut DamageLog,
) -> Result<Format, ContainerError> {
    let bytes = reader.peek(body, size.min(40) as usize)?;
    let u16_at = |at: usize| bytes.get(at..at + 2).map(|b| order.u16([b[0], b[1]]));
    let u32_at = |at: usize| {
        bytes
            .get(at..at + 4)
            .map(|b| order.u32([b[0], b[1], b[2], b[3]]))
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
    let channels = if channels == 0 && bits > 0 {
        // As many as a block has room for.
        damage.note(DamageKind::WrongHeader, body + 2, 2);
        block / bits.div_ceil(8)
    } else {
        channels
    };
    let channels = check_channels(Codec::Pcm(PcmFormat::S16), u64::from(channels))?;
    // 12 and 20 bit samples sit left-justified in whole bytes; the block says how many.
    let sample_bytes = match (block / channels, block % channels, bits.div_ceil(8)) {
        (bytes, 0, stated) if bytes >= stated && (1..=8).contains(&bytes) => bytes,
        (_, _, stated) if is_coded(tag) => stated,
        (_, _, stated) => {
            damage.note(DamageKind::WrongHeader, body + 12, 2);
            stated
        }
    };
    let coding = match (tag, sample_bytes) {
        (FORMAT_PCM, 1) => Coding::Pcm(PcmFormat::U8),
        (FORMAT_PCM, 2) => Coding::Pcm(PcmFormat::S16),
        (FORMAT_PCM, 3) => Coding::Pcm(PcmFormat::S24),
        (FORMAT_PCM, 4) => Coding::Pcm(PcmFormat::S32),
        (FORMAT_PCM, 8) => Coding::Pcm(PcmFormat::S64),
        (FORMAT_FLOAT, 4) => Coding::Pcm(PcmFormat::F32),
        (FORMAT_FLOAT, 8) => Coding::Pcm(PcmFormat::F64),
        (FORMAT_ALAW, 1) => Coding::Pcm(PcmFormat::ALaw),
        (FORMAT_MULAW, 1) => Coding::Pcm(PcmFormat::MuLaw),
        (FORMAT_MPEG | FORMAT_MP3 | FORMAT_ADTS, _) => Coding::MpegAudio,
        _ => {
            return Err(ContainerError::UnsupportedCodec(format!(
                "wave tag {tag:#06x}, {bits} bit"
            )))
        }
    };
    if coding == Coding::MpegAudio {
        // The frames say it all, and more truly.
        return Ok(Format {
            coding,
            order,
            channels,
            sample_rate_hz: rate,
            block_bytes: 1,
        });
    }
    let block_bytes = u64::from(sample_bytes) * u64::from(channels);
    // Rate × block = bytes per second; where they disagree, a usual rate beats an unusual one.
    let implied = byte_rate / block_bytes as u32;
    let mut sample_rate_hz = rate;
    if rate != implied {
        damage.note(DamageKind::WrongHeader, body + 4, 8);
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
        coding,
        order,
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
