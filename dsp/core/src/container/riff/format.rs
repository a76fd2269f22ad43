//! The `fmt ` chunk: how samples are laid out, seen through where its fields contradict each other.

use super::byte_order::Order;
use super::layout::{self, Layout};
use crate::container::damage_log::DamageLog;
use crate::container::foreign::wave_name;
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

/// Contents of the data chunk.
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
    /// Samples of eight bits are signed, as they are in AIFF and not in WAVE.
    pub signed_bytes: bool,
}

fn is_coded(tag: u16) -> bool {
    matches!(tag, FORMAT_MPEG | FORMAT_MP3 | FORMAT_ADTS)
}

fn is_companded(tag: u16) -> bool {
    matches!(tag, FORMAT_ALAW | FORMAT_MULAW)
}

/// Samples of `bytes` bytes; `None` where there are none of this width.
fn layout(tag: u16, bytes: u16, channels: u16) -> Option<Layout> {
    let pcm = match (tag, bytes) {
        (FORMAT_PCM, 1) => PcmFormat::U8,
        (FORMAT_PCM, 2) => PcmFormat::S16,
        (FORMAT_PCM, 3) => PcmFormat::S24,
        (FORMAT_PCM, 4) => PcmFormat::S32,
        (FORMAT_PCM, 8) => PcmFormat::S64,
        (FORMAT_FLOAT, 4) => PcmFormat::F32,
        (FORMAT_FLOAT, 8) => PcmFormat::F64,
        (FORMAT_ALAW, 1) => PcmFormat::ALaw,
        (FORMAT_MULAW, 1) => PcmFormat::MuLaw,
        _ => return None,
    };
    Some(Layout { pcm, channels })
}

/// Reads the `fmt ` chunk at `body`; `data` is where the samples lie, which decide where its fields
/// contradict each other.
#[inline(never)]
pub fn read<S: ByteSource>(
    reader: &mut Reader<S>,
    body: u64,
    size: u64,
    order: Order,
    data: core::ops::Range<u64>,
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
    if is_coded(tag) {
        // The frames state everything, more reliably.
        return Ok(Format {
            coding: Coding::MpegAudio,
            order,
            channels,
            sample_rate_hz: rate,
            block_bytes: 1,
            signed_bytes: false,
        });
    }
    let refused = || {
        let unknown = || format!("wave tag {tag:#06x}, {bits} bit");
        ContainerError::UnsupportedCodec(wave_name(tag).map_or_else(unknown, str::to_owned))
    };
    let stated_bytes = bits.div_ceil(8);
    let by_bits = layout(tag, stated_bytes, channels);
    let by_block = (block % channels == 0)
        .then(|| layout(tag, block / channels, channels))
        .flatten();
    let layout = if by_bits == by_block {
        by_bits.ok_or_else(refused)?
    } else {
        // 16-bit samples may sit left-justified in wider containers, as the block then states. Or one of
        // the three fields is wrong.
        let wider = by_block.filter(|layout| layout.pcm.bytes() >= usize::from(stated_bytes));
        let first = match by_bits {
            Some(bits) if u64::from(byte_rate) == u64::from(rate) * bits.block_bytes() => by_bits,
            _ => wider.or(by_bits),
        };
        let first = first.or(by_block).ok_or_else(refused)?;
        // A writer of stereo that always states one channel.
        let is_two = channels == 1 && stated_bytes > 1 && block == 2 * stated_bytes;
        let by_channels = is_two.then(|| layout(tag, stated_bytes, 2)).flatten();
        let others: Vec<Layout> = [by_bits, by_block, by_channels]
            .into_iter()
            .flatten()
            .filter(|other| *other != first && !is_companded(tag))
            .collect();
        let chosen = layout::choose(reader, data, order, first, &others)?;
        if chosen.channels != channels {
            damage.note(DamageKind::WrongHeader, body + 2, 2);
        } else if chosen.block_bytes() != u64::from(block) {
            damage.note(DamageKind::WrongHeader, body + 12, 2);
        } else if chosen.pcm.bytes() < usize::from(stated_bytes) {
            damage.note(DamageKind::WrongHeader, body + 14, 2);
        }
        chosen
    };
    let block_bytes = layout.block_bytes();
    // Rate × block = bytes per second; where they disagree, a usual rate beats an unusual one.
    let implied = byte_rate / block_bytes as u32;
    let mut sample_rate_hz = rate;
    // A wrong block may have been multiplied with the right rate.
    if rate != implied && u64::from(byte_rate) != u64::from(rate) * u64::from(block) {
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
        coding: Coding::Pcm(layout.pcm),
        order,
        channels: layout.channels,
        sample_rate_hz,
        block_bytes,
        signed_bytes: false,
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
