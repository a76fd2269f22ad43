//! Finding boxes when sizes lie: hopping over the top level, and searching byte by byte for a movie,
//! a fragment or the start of a file when hopping fails.

use super::boxes::BoxAt;
use super::movie::{self, Movie};
use crate::container::damage_log::DamageLog;
use crate::container::field_names::FieldNames;
use crate::container::reader::Reader;
use crate::container::{ContainerError, DamageKind};
use crate::source::{ByteSource, SourceError};

/// A movie and its offset.
#[derive(Debug)]
pub struct Located {
    pub movie: Movie,
    /// Where its recording begins: the base of absolute offsets.
    pub base: u64,
    /// Offset after the movie box.
    pub end: u64,
    /// Where the media data of the recording ends: at the movie box if it follows, else at
    /// the end of the file or the next recording.
    pub media_end: u64,
    /// The movie box is cut off at the end of the file: where the media data before it lies.
    pub cut_media: Option<(u64, u64)>,
}

/// Boxes found in a file without a usable movie box.
#[derive(Debug, Default)]
pub struct Missing {
    /// First fragment box.
    pub first_fragment: Option<u64>,
    /// First media data: payload and end.
    pub media: Option<(u64, u64)>,
    /// The file has a box of this format.
    pub any_box: bool,
    /// The file has a complete movie box without audio.
    pub silent_movie: bool,
    /// It describes tracks of another kind: the fragments belong to them.
    pub other_tracks: bool,
}

/// The first movie with audio at or after `from`.
pub fn movie<S: ByteSource>(
    reader: &mut Reader<S>,
    from: u64,
    fields: &mut FieldNames,
    damage: &mut DamageLog,
) -> Result<Result<Located, Missing>, ContainerError> {
    let mut at = from;
    let mut searched_from = from;
    let mut base = from;
    let mut missing = Missing::default();
    let mut refused = None;
    while at < reader.len() {
        let Some(found) = BoxAt::read(reader, at, reader.len())?.filter(is_top_level) else {
            // The previous box's size may be wrong, so its content is also searched.
            let next = search(reader, searched_from + 1)?;
            if missing.any_box || next.is_some() {
                let end = next.unwrap_or(reader.len());
                damage.note(DamageKind::Resync, at.min(end), end.saturating_sub(at));
            }
            at = next.unwrap_or(reader.len());
            searched_from = at;
            continue;
        };
        let begins_lost = !missing.any_box && at > from;
        missing.any_box = true;
        searched_from = found.body;
        let fits = found.end <= reader.len() && !found.open_ended;
        match &found.kind {
            b"ftyp" => base = at,
            b"moov" => {
                if found.end > reader.len() {
                    damage.note(DamageKind::Truncated, at, reader.len() - at);
                }
                let movie = movie::read(reader, found, fields)?;
                if movie.audio.is_some() {
                    let end = found.end.min(reader.len());
                    let media_end = if missing.media.is_some() {
                        at
                    } else {
                        // Media whose box head is lost precedes the movie.
                        let otherwise = if begins_lost { at } else { reader.len() };
                        media_end(reader, end)?.unwrap_or(otherwise)
                    };
                    return Ok(Ok(Located {
                        movie,
                        base,
                        end,
                        media_end,
                        cut_media: missing.media.filter(|_| found.end > reader.len()),
                    }));
                }
                missing.silent_movie |= found.end <= reader.len();
                missing.other_tracks |= movie.has_other;
                refused = refused.or(movie.refused);
            }
            b"moof" => missing.first_fragment = missing.first_fragment.or(Some(at)),
            b"mdat" => {
                missing.media = missing
                    .media
                    .or(Some((found.body, found.end.min(reader.len()))))
            }
            _ => {}
        }
        at = if fits {
            found.end
        } else {
            // The movie may still be inside a box that claims to reach past the end.
            search(reader, found.body)?.unwrap_or(reader.len())
        };
    }
    match refused {
        // A movie truncated before its track descriptions is no evidence.
        Some(error) if missing.silent_movie || error != ContainerError::NoAudio => Err(error),
        _ => Ok(Err(missing)),
    }
}

/// Where the media data after a movie box ends; `None` when none is there.
fn media_end<S: ByteSource>(reader: &mut Reader<S>, from: u64) -> Result<Option<u64>, SourceError> {
    let len = reader.len();
    let mut at = from;
    for _ in 0..64 {
        let Some(found) = BoxAt::read(reader, at, len)?.filter(is_top_level) else {
            break;
        };
        if found.kind == *b"mdat" {
            let next = BoxAt::read(reader, found.end, len)?.is_some_and(|next| is_top_level(&next));
            return Ok(Some(if next { found.end } else { len }));
        }
        at = found.end;
    }
    Ok(None)
}

/// Boxes at the top level of files.
pub fn is_top_level(found: &BoxAt) -> bool {
    matches!(
        &found.kind,
        b"ftyp"
            | b"styp"
            | b"moov"
            | b"moof"
            | b"mdat"
            | b"free"
            | b"skip"
            | b"wide"
            | b"uuid"
            | b"sidx"
            | b"ssix"
            | b"mfra"
            | b"meta"
            | b"emsg"
            | b"prft"
            | b"pdin"
            | b"pnot"
            | b"udta"
            | b"PICT"
            | b"junk"
            | b"bloc"
    )
}

/// The first `moov`, `moof` or `ftyp` at or after `from` with valid contents.
pub fn search<S: ByteSource>(
    reader: &mut Reader<S>,
    from: u64,
) -> Result<Option<u64>, SourceError> {
    let end = reader.len();
    search_before(reader, from, end)
}

/// As [`search`], giving up at `end`.
pub fn search_before<S: ByteSource>(
    reader: &mut Reader<S>,
    mut from: u64,
    end: u64,
) -> Result<Option<u64>, SourceError> {
    while from + 16 <= reader.len() && from < end {
        let bytes = reader.peek(from, 32 * 1024)?;
        let length = bytes.len();
        let found = bytes
            .windows(8)
            .position(|window| matches!(&window[4..], b"moov" | b"moof" | b"ftyp"));
        match found {
            Some(index) => {
                from += index as u64;
                if holds_what_it_should(reader, from)? {
                    return Ok(Some(from));
                }
                from += 1;
            }
            None => from += (length as u64).saturating_sub(7).max(1),
        }
    }
    Ok(None)
}

fn holds_what_it_should<S: ByteSource>(
    reader: &mut Reader<S>,
    at: u64,
) -> Result<bool, SourceError> {
    let len = reader.len();
    let Some(found) = BoxAt::parse(reader.peek(at, 16)?, at, len) else {
        return Ok(false);
    };
    if found.kind == *b"ftyp" {
        let brand = reader.peek(found.body, 4)?;
        return Ok(found.end - at <= 1024
            && brand.len() == 4
            && brand.iter().all(|byte| (0x20..0x7F).contains(byte)));
    }
    let inner = BoxAt::parse(reader.peek(found.body, 16)?, found.body, len);
    Ok(inner.is_some_and(|inner| {
        let kinds: &[&[u8; 4]] = match &found.kind {
            b"moov" => &[b"mvhd", b"trak", b"iods", b"udta", b"meta", b"free"],
            _ => &[b"mfhd", b"traf"],
        };
        kinds.contains(&&inner.kind) && inner.end <= found.end
    }))
}
