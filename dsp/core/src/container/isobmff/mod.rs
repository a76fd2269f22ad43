//! MP4, M4A and MOV (ISO 14496-12): packets of the first enabled audio track, from flat and fragmented files,
//! with the movie box at either end or lost. Sample tables are read as the packets come.

mod boxes;
mod fragments;
mod guess;
mod locate;
mod metadata;
mod movie;
mod realign;
mod salvage;
mod sample_entry;
mod samples;
mod tables;
mod top_level;
mod trims;

use std::collections::VecDeque;

use self::fragments::{Defaults, Fragment};
use self::locate::{Located, Missing};
use self::movie::AudioTrack;
use self::salvage::Salvage;
use self::tables::{SampleTable, TableBoxes};
use super::damage_log::DamageLog;
use super::field_names::FieldNames;
use super::placement::Placer;
use super::reader::Reader;
use super::{
    Codec, Container, ContainerError, Damage, DamageKind, Demuxer, EditPart, Packet, Track,
};
use crate::codec::packet_clock::PacketClock;
use crate::source::{ByteSource, SourceError};

/// Largest packet, in bytes.
const MAX_PACKET_BYTES: u64 = 1 << 20;
/// Bytes searched for a movie box at either end of a file without a beginning: one of an hour of packets
/// has less than one MiB.
const SEARCH_BYTES: u64 = 1 << 20;
/// Longest plausible time span of a table, in seconds.
const MAX_SECONDS: u64 = 48 * 3600;

/// Reads MP4, M4A and MOV audio. Memory: one read window, four table windows and one packet.
#[derive(Debug)]
pub struct Mp4Demuxer<S> {
    reader: Reader<S>,
    damage: DamageLog,
    fields: FieldNames,
    has_video: bool,
    track: Track,
    audio: AudioTrack,
    clock: PacketClock,
    placer: Placer,
    /// Where the present recording begins.
    base: u64,
    /// Top-level position.
    at: u64,
    stage: Stage,
    /// Offset after the data read last.
    data_end: u64,
    trust_times: bool,
    /// Offset after the media data where that is known: the movie box after it, or the end.
    media_end: u64,
    damaged: Option<realign::DamagedSpan>,
    sample_number: u64,
    /// Sample description of the packet before, and whether it can be read.
    description: (u64, bool),
    lost: bool,
    restart: bool,
    /// Frames of the last packet that was used.
    usual_frames: u64,
    /// See [`Demuxer::edits`].
    edits: Vec<EditPart>,
    /// Samples from here on, in media time units, are padding.
    last_unit: u64,
    /// Where the sample tables end in media time units; 0 without them.
    table_end_unit: u64,
    /// Fragments that came, see [`Self::has_come`].
    marks: VecDeque<u64>,
}

#[derive(Debug)]
enum Stage {
    Table(Box<SampleTable>),
    Fragment(Box<Fragment>),
    Salvage(Box<Salvage>),
    TopLevel,
    Done,
}

impl<S: ByteSource> Mp4Demuxer<S> {
    /// Opens the file. Without a movie box, fragments are read as Opus or AAC by their contents
    /// ([`DamageKind::MissingHeader`]).
    pub fn open(mut reader: Reader<S>) -> Result<Self, ContainerError> {
        if reader.is_empty() {
            return Err(ContainerError::Empty);
        }
        let mut damage = DamageLog::default();
        let mut fields = FieldNames::default();
        let mut stage = Stage::TopLevel;
        let located = locate::movie(&mut reader, 0, &mut fields, &mut damage)?;
        let (audio, base, at, has_video, gapless, media_end) = match located {
            Ok(Located {
                movie,
                base,
                end,
                media_end,
                cut_media,
            }) => {
                let mut audio = movie.audio.ok_or(ContainerError::NoAudio)?;
                if let (Some(media), Codec::Aac) = (cut_media, audio.entry.codec) {
                    // The tables end early; samples that they omit are still there.
                    let rate = audio.entry.sample_rate_hz;
                    let found = Salvage::find(&mut reader, media.0, media.1, Some(rate))?;
                    if let Some((salvage, _)) = found {
                        audio.tables = TableBoxes::default();
                        stage = Stage::Salvage(Box::new(salvage));
                    }
                }
                (audio, base, end, movie.has_video, movie.gapless, media_end)
            }
            Err(missing) => {
                let (audio, at) = match without_movie(&mut reader, &missing, &mut stage)? {
                    Some(found) => found,
                    None if missing.any_box => return Err(ContainerError::NoAudio),
                    None => return Err(ContainerError::UnsupportedFormat),
                };
                damage.note(DamageKind::MissingHeader, 0, 0);
                (audio, 0, at, false, None, 0)
            }
        };
        let track = describe(&audio);
        let mut demuxer = Self {
            clock: PacketClock::new(&track),
            reader,
            damage,
            fields,
            has_video,
            track,
            audio,
            placer: Placer::default(),
            base,
            at,
            stage,
            data_end: 0,
            trust_times: true,
            media_end,
            damaged: None,
            sample_number: 0,
            description: (1, true),
            lost: false,
            restart: false,
            usual_frames: 0,
            edits: Vec::new(),
            last_unit: u64::MAX,
            table_end_unit: 0,
            marks: VecDeque::new(),
        };
        demuxer.begin(gapless)?;
        if matches!(demuxer.stage, Stage::Done) {
            return Err(ContainerError::NoAudio);
        }
        Ok(demuxer)
    }

    /// Prepares the tables of the present movie and its trims.
    fn begin(&mut self, gapless: Option<metadata::Gapless>) -> Result<(), ContainerError> {
        let frame_bytes = match self.audio.entry.codec {
            Codec::Pcm(format) => Some((format.bytes() * usize::from(self.track.channels)) as u64),
            _ => None,
        };
        if let Stage::Salvage(_) = self.stage {
            self.trim(0, 0, gapless);
            return Ok(());
        }
        let mut total = 0;
        self.table_end_unit = 0;
        self.stage = Stage::TopLevel;
        self.trust_times = true;
        if let Some(mut table) =
            SampleTable::new(&mut self.reader, &self.audio.tables, frame_bytes)?
        {
            if table.sample_count() > 0 {
                let units = table.total_duration(&mut self.reader)?;
                let stated = self.audio.stated_duration;
                let second = self.audio.timescale;
                self.trust_times = units <= second.saturating_mul(MAX_SECONDS)
                    && (stated == 0 || units.abs_diff(stated) <= second);
                if self.trust_times {
                    total = units;
                }
                self.damaged = None;
                self.sample_number = 0;
                // Beside a video track the sound does not end where the media does.
                if frame_bytes.is_none() && !self.has_video {
                    let (codec, base, end) = (self.audio.entry.codec, self.base, self.media_end);
                    self.damaged = realign::find(&mut self.reader, &table, codec, base, end)?;
                }
                if let Some(damaged) = self.damaged {
                    self.damage
                        .note(DamageKind::Resync, 0, damaged.shift.unsigned_abs());
                }
                self.stage = Stage::Table(Box::new(table));
            }
        }
        let mut first = 0;
        if self.audio.fragmented && total > 0 {
            let end = self.fragments_end()?;
            if end > 0 {
                self.table_end_unit = total;
                total = total.max(end);
            }
        }
        if let Stage::TopLevel = self.stage {
            if self.audio.edits.states_an_end() {
                total = self.fragments_end()?;
            }
            self.next_fragment()?;
            if let Stage::Fragment(fragment) = &self.stage {
                first = fragment.start.unwrap_or(0);
            }
        }
        self.trim(total, first, gapless);
        Ok(())
    }

    fn defaults(&self) -> Defaults {
        self.audio.defaults
    }
}

impl<S: ByteSource> Demuxer for Mp4Demuxer<S> {
    fn track(&self) -> &Track {
        &self.track
    }

    fn next_packet(&mut self, packet: &mut Packet) -> Result<bool, ContainerError> {
        packet.clear();
        while let Some((sample, stamp)) = self.next_sample()? {
            if stamp.is_some() && sample.start >= self.last_unit {
                continue;
            }
            if !self.describe_as(&sample)? || !self.load(sample, packet)? {
                self.lost = true;
                continue;
            }
            packet.offset = sample.offset;
            // Another description may have another rate.
            let stamp = stamp.map(|_| self.frames(sample.start) as i64);
            if self.lost {
                self.clock.reset();
            }
            let stated = self.frames(sample.duration);
            let duration = self.clock.frames(&packet.data).unwrap_or(stated);
            // Opus packets state their own length: one of an unusual length that the table
            // contradicts too holds other bytes than were written.
            if self.track.codec == Codec::Opus
                && self.usual_frames > 0
                && duration > self.usual_frames
                && (1..=duration / 2).contains(&stated)
            {
                self.damage
                    .note(DamageKind::Undecodable, sample.offset, sample.bytes);
                self.lost = true;
                packet.clear();
                continue;
            }
            self.usual_frames = duration;
            packet.restart = core::mem::take(&mut self.restart);
            packet.after_gap = core::mem::take(&mut self.lost);
            let stamp = self.checked_timestamp(stamp, packet.offset)?;
            let jitter = (duration * 3 / 4).max(u64::from(self.track.sample_rate_hz) / 200);
            let placed = self.placer.place(stamp, duration, jitter);
            packet.timestamp = Some(placed.at_frames);
            if placed.gap_frames > 0 {
                packet.after_gap = true;
                self.damage.note(DamageKind::Gap, packet.offset, 0);
            }
            if let (true, Codec::Pcm(format)) = (self.audio.entry.big_endian, self.track.codec) {
                packet
                    .data
                    .chunks_exact_mut(format.bytes())
                    .for_each(<[u8]>::reverse);
            }
            return Ok(true);
        }
        Ok(false)
    }

    fn position_bytes(&self) -> u64 {
        let at = match &self.stage {
            Stage::Done => self.reader.len(),
            Stage::Table(_) => self.data_end,
            Stage::Salvage(salvage) => salvage.position(),
            _ => self.at,
        };
        at.min(self.reader.len())
    }

    fn damage(&self) -> &[Damage] {
        self.damage.entries()
    }

    fn metadata(&self) -> &[String] {
        self.fields.names()
    }

    fn edits(&self) -> &[EditPart] {
        &self.edits
    }

    fn has_video(&self) -> bool {
        self.has_video
    }
}

fn describe(audio: &AudioTrack) -> Track {
    Track {
        container: Container::Mp4,
        codec: audio.entry.codec,
        channels: audio.entry.channels,
        sample_rate_hz: audio.entry.sample_rate_hz,
        codec_private: audio.entry.codec_private.clone(),
        delay_frames: 0,
        stated_frames: None,
        first_packet: Vec::new(),
    }
}

/// The track of a file without a movie box and where to read on: its fragments, or the blocks that
/// `stage` is set to salvage.
fn without_movie<S: ByteSource>(
    reader: &mut Reader<S>,
    missing: &Missing,
    stage: &mut Stage,
) -> Result<Option<(AudioTrack, u64)>, SourceError> {
    if let Some(first) = missing.first_fragment.filter(|_| !missing.other_tracks) {
        return Ok(guess::from_fragments(reader, first)?.map(|audio| (audio, first)));
    }
    if missing.silent_movie {
        return Ok(None);
    }
    let (from, end) = (missing.media.map_or(0, |media| media.0), reader.len());
    let found = Salvage::find(reader, from, end, None)?;
    Ok(found.map(|(salvage, found)| {
        *stage = Stage::Salvage(Box::new(salvage));
        (guess::aac(1, found.rate_hz, found.channels), end)
    }))
}

/// True if there is a movie or a fragment in the first or last [`SEARCH_BYTES`] of a file that does not
/// begin like one: a recording whose beginning is lost.
pub fn recognises_headless<S: ByteSource>(reader: &mut Reader<S>) -> Result<bool, SourceError> {
    let tail = reader.len().saturating_sub(SEARCH_BYTES).max(SEARCH_BYTES);
    Ok(locate::search_before(reader, 0, SEARCH_BYTES)?.is_some()
        || locate::search_before(reader, tail, u64::MAX)?.is_some())
}
