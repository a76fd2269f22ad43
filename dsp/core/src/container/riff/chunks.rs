//! Walking the chunks of a RIFF whose sizes are claims: a size of 0, of all ones or past the end of the
//! file means "until the bytes end"; an odd chunk may or may not be padded.

use super::byte_order::Order;
use super::format::{self, Format};
use super::names::name_metadata;
use crate::container::damage_log::DamageLog;
use crate::container::reader::Reader;
use crate::container::{ContainerError, DamageKind};
use crate::source::ByteSource;

/// Chunks looked at before the samples; a file with more is refused.
pub const MAX_CHUNKS: usize = 1_000;
/// Bytes after a data chunk that are worth reading as samples when no chunk begins there.
const MIN_OVERRUN_BYTES: u64 = 4_096;

/// Result of a walk over the chunks of one RIFF.
#[derive(Default)]
pub struct Found {
    pub format: Option<Format>,
    /// Offset of the first sample byte and the end of the samples.
    pub data: Option<(u64, u64)>,
}

/// Walks the chunks of the RIFF at `offset` until the samples.
pub fn walk<S: ByteSource>(
    reader: &mut Reader<S>,
    offset: u64,
    damage: &mut DamageLog,
    metadata: &mut Vec<String>,
) -> Result<Found, ContainerError> {
    let mut found = Found::default();
    let order = Order::of(reader.peek(offset, 4)?).unwrap_or(Order::Little);
    let mut long_data_bytes = None;
    let mut fields = None;
    let mut at = offset + 12;
    for _ in 0..MAX_CHUNKS {
        let Some([a, b, c, d, s0, s1, s2, s3]) = reader.array::<8>(at)? else {
            break;
        };
        let id = [a, b, c, d];
        let size = u64::from(order.u32([s0, s1, s2, s3]));
        let body = at + 8;
        match &id {
            b"ds64" => {
                // EBU Tech 3306 §3: riff size, data size, sample count, all 64 bit.
                if let Some(fields) = reader.array::<16>(body)? {
                    long_data_bytes = fields[8..].try_into().ok().map(u64::from_le_bytes);
                }
            }
            b"fmt " => fields = Some((body, size)),
            b"data" if found.data.is_none() => {
                let stated = match (size, long_data_bytes) {
                    (0xFFFF_FFFF, Some(long)) => long,
                    _ => size,
                };
                found.data = Some((body, data_end(reader, body, stated, order, damage)?));
            }
            _ => name_metadata(reader, id, body, size, order, metadata)?,
        }
        if found.data.is_some() && fields.is_some() {
            break;
        }
        at = after_chunk(reader, body, size, order)?;
    }
    if let Some((body, size)) = fields {
        let (start, end) = found.data.unwrap_or((body, body));
        found.format = Some(format::read(reader, body, size, order, start..end, damage)?);
    }
    Ok(found)
}

/// Where the samples really end.
fn data_end<S: ByteSource>(
    reader: &mut Reader<S>,
    body: u64,
    stated: u64,
    order: Order,
    damage: &mut DamageLog,
) -> Result<u64, ContainerError> {
    let left = reader.len() - body;
    let end = body.saturating_add(stated);
    if stated == 0xFFFF_FFFF || stated == u64::MAX {
        if left != stated {
            damage.note(DamageKind::SizeLie, body - 4, 4);
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
    let chunk_follows =
        is_chunk(reader, end, order)? || (stated % 2 == 1 && is_chunk(reader, end + 1, order)?);
    if !chunk_follows && (overrun >= MIN_OVERRUN_BYTES || (stated == 0 && overrun > 0)) {
        damage.note(DamageKind::SizeLie, body - 4, 4);
        return Ok(reader.len());
    }
    Ok(end)
}

/// Whether a plausible chunk (four printable letters, a size that fits), an ID3v1 tag or the end of
/// the file is at `at`.
#[inline(never)]
pub fn is_chunk<S: ByteSource>(
    reader: &mut Reader<S>,
    at: u64,
    order: Order,
) -> Result<bool, ContainerError> {
    let left = reader.len().saturating_sub(at);
    let Some([a, b, c, d, s0, s1, s2, s3]) = reader.array::<8>(at)? else {
        return Ok(left == 0);
    };
    let size = u64::from(order.u32([s0, s1, s2, s3]));
    let id = [a, b, c, d];
    let letters = id
        .iter()
        .all(|byte| byte.is_ascii_alphanumeric() || *byte == b' ' || *byte == b'_');
    let nested = Order::of(&id).is_some();
    Ok((letters && (size + 8 <= left || nested)) || (id.starts_with(b"TAG") && left == 128))
}

/// Offset of the chunk after one of `size` bytes at `body`: even in a correct file, odd in one
/// whose writer forgot the padding byte.
pub fn after_chunk<S: ByteSource>(
    reader: &mut Reader<S>,
    body: u64,
    size: u64,
    order: Order,
) -> Result<u64, ContainerError> {
    let end = body.saturating_add(size);
    if size % 2 == 1 && (is_chunk(reader, end + 1, order)? || !is_chunk(reader, end, order)?) {
        return Ok(end + 1);
    }
    Ok(end)
}
