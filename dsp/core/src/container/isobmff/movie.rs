//! The movie box: the first audio track of ours, its tables, edits and defaults (ISO 14496-12 §8.2–8.8).

use super::boxes::{children, number, BoxAt, Kind};
use super::fragments::Defaults;
use super::metadata::{self, Gapless};
use super::sample_entry::{self, SampleEntry};
use super::tables::TableBoxes;
use crate::container::field_names::FieldNames;
use crate::container::reader::Reader;
use crate::container::ContainerError;
use crate::source::{ByteSource, SourceError};

/// Largest sample description looked at, in bytes.
const MAX_DESCRIPTION: u64 = 64 * 1024;
/// Most tracks looked at.
const MAX_TRACKS: usize = 64;

/// The audio track of a movie.
#[derive(Debug, Clone)]
pub struct AudioTrack {
    pub id: u64,
    pub entry: SampleEntry,
    /// Media time units a second.
    pub timescale: u64,
    /// Length the media header states, in media time units; 0 when unknown.
    pub stated_duration: u64,
    pub tables: TableBoxes,
    pub edit: Option<Edit>,
    /// For fragments.
    pub defaults: Defaults,
}

/// The part of the media that is played.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Edit {
    /// Start in media time units.
    pub media_start: u64,
    /// Length in media time units; 0 when the edit reaches to the end.
    pub duration: u64,
    /// What one unit of the movie's clock is in media time units, rounded up: how exact it is.
    pub grain: u64,
}

/// What a movie box says.
#[derive(Debug, Default)]
pub struct Movie {
    pub audio: Option<AudioTrack>,
    /// Why the first audio track was not taken.
    pub refused: Option<ContainerError>,
    pub has_video: bool,
    /// A track is neither sound nor without a kind.
    pub has_other: bool,
    pub gapless: Option<Gapless>,
    /// Samples may follow in fragments.
    pub fragmented: bool,
}

/// The sample description `index`, counted from 1.
pub fn description<S: ByteSource>(
    reader: &mut Reader<S>,
    tables: &TableBoxes,
    index: u64,
) -> Result<SampleEntry, ContainerError> {
    let stsd = tables.stsd.ok_or(ContainerError::NoAudio)?;
    let size = stsd.body_bytes(reader.len()).min(MAX_DESCRIPTION) as usize;
    sample_entry::parse(reader.peek(stsd.body, size)?, index)
}

/// Reads the movie box `at`.
pub fn read<S: ByteSource>(
    reader: &mut Reader<S>,
    at: BoxAt,
    fields: &mut FieldNames,
) -> Result<Movie, ContainerError> {
    let mut movie = Movie::default();
    let mut movie_scale = 1000;
    let mut defaults: Vec<(u64, Defaults)> = Vec::new();
    let boxes = children(reader, at.body, at.end)?;
    for child in boxes.iter().filter(|child| child.kind == *b"mvhd") {
        metadata::creation_time(reader, *child, fields)?;
        movie_scale = clock(reader, *child)?.0;
    }
    for child in boxes.iter().take(MAX_TRACKS * 4) {
        match &child.kind {
            b"trak" => track(reader, *child, movie_scale, &mut movie, fields)?,
            b"udta" | b"meta" => {
                let gapless = metadata::read(reader, *child, fields)?;
                movie.gapless = movie.gapless.or(gapless);
            }
            b"mvex" => {
                movie.fragmented = true;
                for trex in children(reader, child.body, child.end)?
                    .iter()
                    .take(MAX_TRACKS)
                {
                    if trex.kind == *b"trex" {
                        let body = reader.peek(trex.body, 24)?;
                        let values = Defaults {
                            description: number(body, 8, 4),
                            duration: number(body, 12, 4),
                            bytes: number(body, 16, 4),
                        };
                        defaults.push((number(body, 4, 4), values));
                    }
                }
            }
            _ => {}
        }
    }
    if let Some(audio) = &mut movie.audio {
        if let Some(&(_, values)) = defaults.iter().find(|entry| entry.0 == audio.id) {
            audio.defaults = values;
        }
    }
    Ok(movie)
}

/// Timescale and duration of `mvhd` or `mdhd`.
fn clock<S: ByteSource>(reader: &mut Reader<S>, at: BoxAt) -> Result<(u64, u64), SourceError> {
    let body = reader.peek(at.body, 32)?;
    let (scale, duration, unknown) = match number(body, 0, 1) {
        1 => (number(body, 20, 4), number(body, 24, 8), u64::MAX),
        _ => (
            number(body, 12, 4),
            number(body, 16, 4),
            u64::from(u32::MAX),
        ),
    };
    Ok((scale.max(1), if duration == unknown { 0 } else { duration }))
}

fn track<S: ByteSource>(
    reader: &mut Reader<S>,
    at: BoxAt,
    movie_scale: u64,
    movie: &mut Movie,
    fields: &mut FieldNames,
) -> Result<(), ContainerError> {
    let mut found = RawTrack::default();
    found.walk(reader, at, fields, 0)?;
    movie.has_other |= !matches!(&found.handler, b"soun" | [0, 0, 0, 0]);
    match &found.handler {
        b"vide" => movie.has_video = true,
        b"soun" if movie.audio.is_none() => match found.audio(reader, movie_scale) {
            Ok(audio) => movie.audio = Some(audio),
            Err(ContainerError::Source(error)) => return Err(error.into()),
            Err(error) => movie.refused = movie.refused.take().or(Some(error)),
        },
        _ => {}
    }
    Ok(())
}

#[derive(Default)]
struct RawTrack {
    id: u64,
    handler: Kind,
    timescale: u64,
    duration: u64,
    tables: TableBoxes,
    edits: Option<BoxAt>,
}

impl RawTrack {
    fn walk<S: ByteSource>(
        &mut self,
        reader: &mut Reader<S>,
        at: BoxAt,
        fields: &mut FieldNames,
        depth: u8,
    ) -> Result<(), SourceError> {
        // trak › mdia › minf › stbl
        if depth > 3 {
            return Ok(());
        }
        for child in children(reader, at.body, at.end)? {
            match &child.kind {
                b"mdia" | b"minf" | b"stbl" | b"edts" => {
                    self.walk(reader, child, fields, depth + 1)?
                }
                b"tkhd" => {
                    metadata::creation_time(reader, child, fields)?;
                    let body = reader.peek(child.body, 24)?;
                    let at = if number(body, 0, 1) == 1 { 20 } else { 12 };
                    self.id = number(body, at, 4);
                }
                b"mdhd" => {
                    metadata::creation_time(reader, child, fields)?;
                    (self.timescale, self.duration) = clock(reader, child)?;
                }
                // The media handler comes first; QuickTime has a data handler below `minf`.
                b"hdlr" if self.handler == [0; 4] => {
                    let body = reader.peek(child.body, 12)?;
                    self.handler = body
                        .get(8..12)
                        .and_then(|kind| kind.try_into().ok())
                        .unwrap_or_default();
                }
                b"udta" | b"meta" => {
                    metadata::read(reader, child, fields)?;
                }
                b"elst" => self.edits = Some(child),
                b"stsd" => self.tables.stsd = Some(child),
                b"stts" => self.tables.stts = Some(child),
                b"stsc" => self.tables.stsc = Some(child),
                b"stsz" => self.tables.stsz = Some(child),
                b"stz2" => self.tables.stz2 = Some(child),
                b"stco" => self.tables.stco = Some(child),
                b"co64" => self.tables.co64 = Some(child),
                _ => {}
            }
        }
        Ok(())
    }

    fn audio<S: ByteSource>(
        &self,
        reader: &mut Reader<S>,
        movie_scale: u64,
    ) -> Result<AudioTrack, ContainerError> {
        let entry = description(reader, &self.tables, 1)?;
        let timescale = if self.timescale == 0 {
            u64::from(entry.sample_rate_hz)
        } else {
            self.timescale
        };
        Ok(AudioTrack {
            id: self.id,
            edit: self.edit(reader, timescale, movie_scale)?,
            timescale,
            stated_duration: self.duration,
            tables: self.tables,
            entry,
            defaults: Defaults::default(),
        })
    }

    /// The first edit that plays media, joined with those that follow on from it.
    fn edit<S: ByteSource>(
        &self,
        reader: &mut Reader<S>,
        timescale: u64,
        movie_scale: u64,
    ) -> Result<Option<Edit>, SourceError> {
        let Some(elst) = self.edits else {
            return Ok(None);
        };
        let body = reader.peek(elst.body, elst.body_bytes(elst.end).min(4096) as usize)?;
        let wide = number(body, 0, 1) == 1;
        let (entry_bytes, time_bytes) = if wide { (20, 8) } else { (12, 4) };
        let count =
            number(body, 4, 4).min((body.len().saturating_sub(8) / entry_bytes) as u64) as usize;
        let mut edit: Option<Edit> = None;
        for index in 0..count {
            let at = 8 + index * entry_bytes;
            let duration = number(body, at, time_bytes);
            let media = number(body, at + time_bytes, time_bytes);
            let empty = if wide {
                media == u64::MAX
            } else {
                media == u64::from(u32::MAX)
            };
            if empty {
                continue;
            }
            let scaled = u128::from(duration) * u128::from(timescale) / u128::from(movie_scale);
            let duration = u64::try_from(scaled).unwrap_or(0);
            match &mut edit {
                None => {
                    let grain = timescale.div_ceil(movie_scale);
                    edit = Some(Edit {
                        media_start: media,
                        duration,
                        grain,
                    });
                }
                Some(first)
                    if first.duration > 0
                        && media.abs_diff(first.media_start + first.duration)
                            <= 2 * first.grain =>
                {
                    first.duration += duration;
                }
                // Edits that jump are a montage; only its length can no longer be told.
                Some(first) => first.duration = 0,
            }
        }
        Ok(edit)
    }
}
