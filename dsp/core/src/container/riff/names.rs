//! Which metadata a WAVE file carries: names only, values are never read.

use super::byte_order::Order;
use crate::container::reader::Reader;
use crate::container::ContainerError;
use crate::source::ByteSource;

/// Names the fields a metadata chunk carries; values are never read.
pub fn name_metadata<S: ByteSource>(
    reader: &mut Reader<S>,
    id: [u8; 4],
    body: u64,
    size: u64,
    order: Order,
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
                let length = u64::from(order.u32([s0, s1, s2, s3]));
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
