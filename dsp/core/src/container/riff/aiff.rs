//! AIFF and AIFF-C (Apple, 1989 and 1991): chunks in big-endian order, samples in either.

use super::byte_order::Order;
use super::chunks::{Found, MAX_CHUNKS};
use super::format::{Coding, Format};
use super::layout::power_of_two;
use crate::container::damage_log::DamageLog;
use crate::container::foreign::codec_name;
use crate::container::reader::Reader;
use crate::container::{check_channels, Codec, ContainerError, DamageKind, PcmFormat};
use crate::source::ByteSource;

/// Whether `head` begins an AIFF or AIFF-C.
pub fn is_aiff(head: &[u8]) -> bool {
    head.starts_with(b"FORM") && matches!(head.get(8..12), Some(b"AIFF" | b"AIFC"))
}

/// Walks the chunks of the AIFF at `offset` until the samples and their format are known.
#[inline(never)]
pub fn walk<S: ByteSource>(
    reader: &mut Reader<S>,
    offset: u64,
    damage: &mut DamageLog,
    metadata: &mut Vec<String>,
) -> Result<Found, ContainerError> {
    let mut found = Found::default();
    let mut at = offset + 12;
    let mut stated_frames = None;
    for _ in 0..MAX_CHUNKS {
        let Some([a, b, c, d, s0, s1, s2, s3]) = reader.array::<8>(at)? else {
            break;
        };
        let size = u64::from(u32::from_be_bytes([s0, s1, s2, s3]));
        let body = at + 8;
        match &[a, b, c, d] {
            b"COMM" => {
                let bytes = reader.peek(body, size.min(22) as usize)?.to_vec();
                found.format = Some(format(&bytes)?);
                stated_frames = bytes.get(2..6).and_then(|four| four.try_into().ok());
            }
            b"SSND" => {
                // Samples begin after an offset, which is meant for disk blocks and nearly always 0.
                let skip = match reader.array::<4>(body)? {
                    Some(four) => u64::from(u32::from_be_bytes(four)),
                    None => 0,
                };
                let start = body
                    .saturating_add(8)
                    .saturating_add(skip)
                    .min(reader.len());
                let end = body.saturating_add(size);
                if end > reader.len() {
                    damage.note(DamageKind::Truncated, reader.len(), 0);
                }
                found.data = Some((start, end.clamp(start, reader.len())));
            }
            b"NAME" => name("title", metadata),
            b"AUTH" => name("artist", metadata),
            b"(c) " => name("copyright", metadata),
            b"ANNO" | b"COMT" => name("comment", metadata),
            b"ID3 " => name("id3", metadata),
            b"MARK" | b"INST" => name("cue_points", metadata),
            b"APPL" | b"XMP " => name("application_data", metadata),
            _ => {}
        }
        at = body.saturating_add(size).saturating_add(size % 2);
    }
    // Padding after the samples does not count; a length of 0 was never filled in.
    if let (Some(format), Some((start, end)), Some(frames)) =
        (found.format, found.data, stated_frames)
    {
        let stated = u64::from(u32::from_be_bytes(frames)) * format.block_bytes;
        if stated > 0 && start + stated < end {
            found.data = Some((start, start + stated));
        }
    }
    Ok(found)
}

#[inline(never)]
fn name(field: &str, metadata: &mut Vec<String>) {
    if !metadata.iter().any(|known| known == field) {
        metadata.push(field.to_owned());
    }
}

/// The common chunk.
#[inline(never)]
fn format(bytes: &[u8]) -> Result<Format, ContainerError> {
    let Some(&[c0, c1, _, _, _, _, b0, b1]) = bytes.first_chunk::<8>() else {
        return Err(ContainerError::NoAudio);
    };
    let Some(rate) = bytes.get(8..18).and_then(rate_hz) else {
        return Err(ContainerError::NoAudio);
    };
    let channels = u64::from(u16::from_be_bytes([c0, c1]));
    let bits = u16::from_be_bytes([b0, b1]);
    // The length of 22 has the letters of AIFF-C's compression.
    let letters = bytes.get(18..22).unwrap_or(b"NONE");
    let (pcm, order) = match (letters, bits.div_ceil(8)) {
        (b"NONE" | b"twos" | b"sowt", 1) => (PcmFormat::U8, Order::Big),
        (b"NONE" | b"twos" | b"in16", 2) => (PcmFormat::S16, Order::Big),
        (b"NONE" | b"twos" | b"in24", 3) => (PcmFormat::S24, Order::Big),
        (b"NONE" | b"twos" | b"in32", 4) => (PcmFormat::S32, Order::Big),
        (b"sowt", 2) => (PcmFormat::S16, Order::Little),
        (b"sowt" | b"42ni", 3) => (PcmFormat::S24, Order::Little),
        (b"sowt" | b"23ni", 4) => (PcmFormat::S32, Order::Little),
        (b"raw ", _) => (PcmFormat::U8, Order::Big),
        (b"fl32" | b"FL32", _) => (PcmFormat::F32, Order::Big),
        (b"fl64" | b"FL64", _) => (PcmFormat::F64, Order::Big),
        (b"ulaw" | b"ULAW", _) => (PcmFormat::MuLaw, Order::Big),
        (b"alaw" | b"ALAW", _) => (PcmFormat::ALaw, Order::Big),
        _ => {
            let letters = String::from_utf8_lossy(letters);
            return Err(ContainerError::UnsupportedCodec(format!(
                "{} in AIFF",
                codec_name(letters.trim())
            )));
        }
    };
    let channels = check_channels(Codec::Pcm(pcm), channels)?;
    if !(1.0..=768_000.0).contains(&rate) {
        return Err(ContainerError::LimitExceeded {
            what: "sample rate",
            limit: 768_000,
            actual: rate.clamp(0.0, 1e15) as u64,
        });
    }
    Ok(Format {
        coding: Coding::Pcm(pcm),
        order,
        channels,
        sample_rate_hz: (rate + 0.5) as u32,
        block_bytes: pcm.bytes() as u64 * u64::from(channels),
        signed_bytes: pcm == PcmFormat::U8 && letters != b"raw ",
    })
}

/// An 80-bit number of IEEE 754: sign and exponent, then 64 bits of mantissa with its leading 1.
fn rate_hz(ten: &[u8]) -> Option<f64> {
    let exponent = i32::from(u16::from_be_bytes([*ten.first()?, *ten.get(1)?]) & 0x7FFF);
    let mantissa = u64::from_be_bytes(ten.get(2..10)?.try_into().ok()?);
    Some(mantissa as f64 * power_of_two(exponent - 16_383 - 63))
}
