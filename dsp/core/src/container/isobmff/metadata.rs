//! Names of metadata fields of a movie: QuickTime user data, iTunes item lists, keyed metadata and
//! dates (ISO 14496-12 §8.10; Apple's "QuickTime File Format", user data atoms and metadata).

use super::boxes::{children, find_in, number, BoxAt, Kind};
use crate::container::field_names::FieldNames;
use crate::container::reader::Reader;
use crate::source::{ByteSource, SourceError};

/// Deepest nesting of metadata boxes followed.
const MAX_DEPTH: u8 = 6;
/// Bytes of one item that are looked at.
const ITEM_BYTES: usize = 4096;

/// Encoder delay and remaining length as iTunes writes them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Gapless {
    /// Frames to drop at the start.
    pub delay_frames: u64,
    /// Frames that remain.
    pub frames: u64,
}

/// Adds the names found in `udta`, `meta` and below; returns iTunes' gapless item when it is there.
pub fn read<S: ByteSource>(
    reader: &mut Reader<S>,
    at: BoxAt,
    fields: &mut FieldNames,
) -> Result<Option<Gapless>, SourceError> {
    inside(reader, at, fields, 0)
}

fn inside<S: ByteSource>(
    reader: &mut Reader<S>,
    at: BoxAt,
    fields: &mut FieldNames,
    depth: u8,
) -> Result<Option<Gapless>, SourceError> {
    if depth > MAX_DEPTH {
        return Ok(None);
    }
    let mut gapless = None;
    // `meta` is a full box in ISO files and a plain one in QuickTime's.
    let body = match at.kind == *b"meta" && reader.peek(at.body + 4, 4)? != b"hdlr" {
        true => at.body + 4,
        false => at.body,
    };
    for child in children(reader, body, at.end)? {
        match &child.kind {
            b"meta" | b"udta" | b"ilst" => {
                gapless = gapless.or(inside(reader, child, fields, depth + 1)?);
            }
            b"keys" => keys(reader, child, fields)?,
            b"----" => {
                let size = child.body_bytes(child.end).min(ITEM_BYTES as u64) as usize;
                let item = reader.peek(child.body, size)?;
                let name = find_in(item, b"name")
                    .and_then(|name| name.get(4..))
                    .unwrap_or(b"");
                let name = String::from_utf8_lossy(name).into_owned();
                if name == "iTunSMPB" {
                    gapless = find_in(item, b"data").and_then(|data| gapless_item(data.get(8..)?));
                }
                fields.add(&name);
            }
            b"free" | b"skip" | b"hdlr" | b"mdir" | b"mhdr" | b"ctry" | b"lang" => {}
            kind if kind[0] == 0 => {}
            kind => fields.add(&field_name(kind)),
        }
    }
    Ok(gapless)
}

/// The key table of keyed metadata: each entry is a size, a namespace and the name.
fn keys<S: ByteSource>(
    reader: &mut Reader<S>,
    at: BoxAt,
    fields: &mut FieldNames,
) -> Result<(), SourceError> {
    for entry in children(reader, at.body + 8, at.end)? {
        let size = entry.body_bytes(entry.end).min(128) as usize;
        let name = String::from_utf8_lossy(reader.peek(entry.body, size)?).into_owned();
        fields.add(match name.as_str() {
            "com.apple.quicktime.location.ISO6709" => "location",
            "com.apple.quicktime.creationdate" => "creation_date",
            other => other.strip_prefix("com.apple.quicktime.").unwrap_or(other),
        });
    }
    Ok(())
}

/// Plain name of a field.
fn field_name(kind: &Kind) -> String {
    let known = match kind {
        b"\xA9nam" | b"titl" | b"name" => "title",
        b"\xA9ART" | b"perf" => "artist",
        b"aART" => "album_artist",
        b"\xA9alb" | b"albm" => "album",
        b"\xA9day" | b"yrrc" => "date",
        b"\xA9too" | b"\xA9swr" | b"\xA9enc" => "encoder",
        b"\xA9cmt" => "comment",
        b"\xA9gen" | b"gnre" => "genre",
        b"\xA9wrt" | b"auth" => "author",
        b"\xA9xyz" | b"loci" => "location",
        b"\xA9mak" => "make",
        b"\xA9mod" => "model",
        b"\xA9lyr" => "lyrics",
        b"\xA9cpy" | b"cprt" => "copyright",
        b"\xA9des" | b"desc" | b"dscp" | b"ldes" => "description",
        b"covr" | b"thmb" => "picture",
        b"trkn" => "track_number",
        b"disk" => "disc_number",
        _ => {
            return kind
                .iter()
                .map(|&byte| if byte == 0xA9 { '©' } else { byte as char })
                .collect()
        }
    };
    known.to_string()
}

/// ` 00000000 DELAY PADDING FRAMES …` in hexadecimal.
fn gapless_item(text: &[u8]) -> Option<Gapless> {
    let text = core::str::from_utf8(text).ok()?;
    let mut words = text.split_ascii_whitespace().skip(1);
    let delay_frames = u64::from_str_radix(words.next()?, 16).ok()?;
    words.next()?;
    let frames = u64::from_str_radix(words.next()?, 16).ok()?;
    // A delay is a few packets of 1,024.
    (delay_frames <= 16_384 && frames > 0).then_some(Gapless {
        delay_frames,
        frames,
    })
}

/// Adds `creation_time` when a header box (`mvhd`, `tkhd`, `mdhd`) states one.
pub fn creation_time<S: ByteSource>(
    reader: &mut Reader<S>,
    at: BoxAt,
    fields: &mut FieldNames,
) -> Result<(), SourceError> {
    let head = reader.peek(at.body, 20)?;
    let length = if number(head, 0, 1) == 1 { 16 } else { 8 };
    if number(head, 4, 8) != 0 || number(head, 12, length - 8) != 0 && length == 16 {
        fields.add("creation_time");
    }
    Ok(())
}
