//! The movie box: the first enabled supported audio track, its tables, edits and defaults (ISO 14496-12 §8.2–8.8).

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
/// Most entries of an edit list that are read.
pub const MAX_EDITS: usize = 1_000;

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
    pub edits: EditList,
    /// For fragments.
    pub defaults: Defaults,
    /// Samples may follow in fragments.
    pub fragmented: bool,
}

/// The edit list (ISO 14496-12 §8.6.6), unchanged.
#[derive(Debug, Clone, Default)]
pub struct EditList {
    /// In the order they are played, at most [`MAX_EDITS`].
    pub entries: Vec<Edit>,
    /// There were more.
    pub cut_short: bool,
    /// Movie time units a second.
    pub movie_scale: u64,
}

impl EditList {
    /// The list states where the media ends.
    pub fn states_an_end(&self) -> bool {
        self.entries.last().is_some_and(|edit| edit.duration > 0)
    }
}

/// One entry of an edit list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Edit {
    /// Length in movie time units; 0 at the end of a list reaches to the end of the media.
    pub duration: u64,
    /// Where it begins in media time units; `None` is silence.
    pub media_start: Option<u64>,
    /// Speed in 1/65,536; 0 holds the moment where it begins.
    pub rate: u32,
}

/// Contents of a movie box.
#[derive(Debug, Default)]
pub struct Movie {
    pub audio: Option<AudioTrack>,
    /// Why the first audio track was rejected.
    pub refused: Option<ContainerError>,
    pub has_video: bool,
    /// A track of sound is enabled: those that are not do not count.
    has_enabled: bool,
    /// A track is neither sound nor without a kind.
    pub has_other: bool,
    pub gapless: Option<Gapless>,
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
    let mut fragmented = false;
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
                fragmented = true;
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
        audio.fragmented = fragmented;
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
        b"soun" => {
            if found.enabled && !movie.has_enabled {
                // Players skip it, so it is not played.
                (movie.audio, movie.refused) = (None, None);
            }
            let is_candidate = found.enabled || !movie.has_enabled;
            movie.has_enabled |= found.enabled;
            if movie.audio.is_some() || !is_candidate {
                return Ok(());
            }
            match found.audio(reader, movie_scale) {
                Ok(audio) => movie.audio = Some(audio),
                Err(ContainerError::Source(error)) => return Err(error.into()),
                Err(error) => movie.refused = movie.refused.take().or(Some(error)),
            }
        }
        _ => {}
    }
    Ok(())
}

#[derive(Default)]
struct RawTrack {
    id: u64,
    /// Players play it (bit 0 of the flags of `tkhd`).
    enabled: bool,
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
                    self.enabled = number(body, 3, 1) & 1 != 0;
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
            edits: self.edits(reader, movie_scale)?,
            timescale,
            stated_duration: self.duration,
            tables: self.tables,
            entry,
            defaults: Defaults::default(),
            fragmented: false,
        })
    }

    fn edits<S: ByteSource>(
        &self,
        reader: &mut Reader<S>,
        movie_scale: u64,
    ) -> Result<EditList, SourceError> {
        let mut list = EditList {
            movie_scale,
            ..EditList::default()
        };
        let Some(elst) = self.edits else {
            return Ok(list);
        };
        let wide = number(reader.peek(elst.body, 1)?, 0, 1) == 1;
        let (entry_bytes, time_bytes) = if wide { (20, 8) } else { (12, 4) };
        let fitting = 8 + MAX_EDITS * entry_bytes;
        let size = elst.body_bytes(elst.end).min(fitting as u64) as usize;
        let body = reader.peek(elst.body, size)?;
        let stated = number(body, 4, 4);
        let count = stated.min((body.len().saturating_sub(8) / entry_bytes) as u64) as usize;
        list.cut_short = stated > MAX_EDITS as u64 && count == MAX_EDITS;
        for index in 0..count {
            let at = 8 + index * entry_bytes;
            let media = number(body, at + time_bytes, time_bytes);
            // Signed: −1 is silence, nothing else below 0 is defined.
            let sign = 1u64 << (8 * time_bytes - 1);
            list.entries.push(Edit {
                duration: number(body, at, time_bytes),
                media_start: match media {
                    _ if media == sign | (sign - 1) => None,
                    media if media & sign != 0 => Some(0),
                    media => Some(media),
                },
                rate: number(body, at + 2 * time_bytes, 4) as u32,
            });
        }
        Ok(list)
    }
}
