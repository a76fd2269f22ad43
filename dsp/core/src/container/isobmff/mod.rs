//! MP4, M4A and MOV (ISO 14496-12): packets of the first audio track, from flat and fragmented files,
//! with the movie box at either end or lost. Sample tables are read as the packets come.

mod boxes;
mod fragments;
mod locate;
mod metadata;
mod movie;
mod realign;
mod sample_entry;
mod tables;

use super::aac_config::AacConfig;
use super::damage_log::DamageLog;
use super::field_names::FieldNames;
use super::packet_clock::{bytes_per_sample, PacketClock};
use super::reader::Reader;
use super::timeline::Timeline;
use super::{opus_packet, packet_frames};
use super::{Codec, Container, ContainerError, Damage, DamageKind, Demuxer, Packet, Track};
use crate::source::{ByteSource, SourceError};
use boxes::BoxAt;
use fragments::{Defaults, Fragment};
use locate::Located;
use movie::AudioTrack;
use sample_entry::SampleEntry;
use tables::{Sample, SampleTable, TableBoxes};

/// Largest packet, in bytes.
const MAX_PACKET_BYTES: u64 = 1 << 20;
/// Longest time a table is believed to span, in seconds.
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
    timeline: Timeline,
    /// Where the present recording begins.
    base: u64,
    /// Top-level position.
    at: u64,
    stage: Stage,
    /// Offset behind the data read last.
    data_end: u64,
    trust_times: bool,
    /// Offset behind the media data where that is known: the movie box behind it, or the end.
    media_end: u64,
    wound: Option<realign::Wound>,
    sample_number: u64,
    lost: bool,
    restart: bool,
}

#[derive(Debug)]
enum Stage {
    Table(Box<SampleTable>),
    Fragment(Box<Fragment>),
    TopLevel,
    Done,
}

impl<S: ByteSource> Mp4Demuxer<S> {
    /// Opens the file. Without a movie box, fragments are read as Opus or AAC by what they hold
    /// ([`DamageKind::MissingHeader`]).
    pub fn open(mut reader: Reader<S>) -> Result<Self, ContainerError> {
        if reader.is_empty() {
            return Err(ContainerError::Empty);
        }
        let mut damage = DamageLog::default();
        let mut fields = FieldNames::default();
        let located = locate::movie(&mut reader, 0, &mut fields, &mut damage)?;
        let (audio, base, at, has_video, gapless, media_end) = match located {
            Ok(Located {
                movie,
                base,
                end,
                media_end,
            }) => {
                let audio = movie.audio.ok_or(ContainerError::NoAudio)?;
                (audio, base, end, movie.has_video, movie.gapless, media_end)
            }
            Err(missing) => {
                let Some(first) = missing.first_fragment else {
                    let known = missing.any_box;
                    return Err(if known {
                        ContainerError::NoAudio
                    } else {
                        ContainerError::UnsupportedFormat
                    });
                };
                let audio = guess(&mut reader, first)?.ok_or(ContainerError::NoAudio)?;
                damage.note(DamageKind::MissingHeader, 0, 0);
                (audio, 0, first, false, None, 0)
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
            timeline: Timeline::default(),
            base,
            at,
            stage: Stage::TopLevel,
            data_end: 0,
            trust_times: true,
            media_end,
            wound: None,
            sample_number: 0,
            lost: false,
            restart: false,
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
            Codec::Pcm(format) => {
                Some((bytes_per_sample(format) * usize::from(self.track.channels)) as u64)
            }
            _ => None,
        };
        let mut total = 0;
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
                self.wound = None;
                self.sample_number = 0;
                // Beside a video track the sound does not end where the media does.
                if frame_bytes.is_none() && !self.has_video {
                    let (codec, base, end) = (self.audio.entry.codec, self.base, self.media_end);
                    self.wound = realign::find(&mut self.reader, &table, codec, base, end)?;
                }
                if let Some(wound) = self.wound {
                    self.damage
                        .note(DamageKind::Resync, 0, wound.shift.unsigned_abs());
                }
                self.stage = Stage::Table(Box::new(table));
            }
        }
        let mut first = 0;
        if let Stage::TopLevel = self.stage {
            self.next_fragment()?;
            if let Stage::Fragment(fragment) = &self.stage {
                first = fragment.start.unwrap_or(0);
            }
        }
        self.trim(total, first, gapless);
        Ok(())
    }

    /// Delay and length from the edit list, iTunes' item or the Opus header, best first.
    fn trim(&mut self, total_units: u64, first_unit: u64, gapless: Option<metadata::Gapless>) {
        let edit = self.audio.edit;
        let total = self.frames(total_units);
        if let Some(edit) = edit {
            self.track.delay_frames = self.frames(edit.media_start.saturating_sub(first_unit));
            let end = match edit.media_start.saturating_add(edit.duration) {
                // An edit that ends at the last sample, as exactly as the movie's clock can say it.
                end if edit.duration == 0 || end.saturating_add(edit.grain) >= total_units => {
                    total_units
                }
                end => end,
            };
            self.track.stated_frames = self.frames(end).checked_sub(self.track.delay_frames);
        } else if let Some(gapless) = gapless {
            self.track.delay_frames = gapless.delay_frames;
            self.track.stated_frames = Some(gapless.frames);
        } else {
            self.track.delay_frames = if first_unit == 0 {
                self.audio.entry.pre_skip
            } else {
                0
            };
            self.track.stated_frames = total.checked_sub(self.track.delay_frames);
        }
        if total_units == 0 && edit.is_some() {
            self.track.stated_frames = None;
        }
        self.track.stated_frames = self.track.stated_frames.filter(|&frames| frames > 0);
        if total_units > 0 && self.track.delay_frames >= total {
            self.track.delay_frames = 0;
        }
    }

    /// Media time units in frames of the track's rate, rounded.
    fn frames(&self, units: u64) -> u64 {
        let scale = u128::from(self.audio.timescale.max(1));
        let frames =
            (u128::from(units) * u128::from(self.track.sample_rate_hz) + scale / 2) / scale;
        u64::try_from(frames)
            .unwrap_or(u64::MAX / 4)
            .min(u64::MAX / 4)
    }

    fn defaults(&self) -> Defaults {
        Defaults {
            duration: self.audio.default_duration,
            bytes: self.audio.default_bytes,
        }
    }

    /// Walks the top level to the next fragment of the track or the next recording.
    fn next_fragment(&mut self) -> Result<(), ContainerError> {
        loop {
            let len = self.reader.len();
            if self.at >= len {
                self.stage = Stage::Done;
                return Ok(());
            }
            let found = BoxAt::read(&mut self.reader, self.at, len)?.filter(locate::is_top_level);
            let Some(found) = found else {
                let next = locate::search(&mut self.reader, self.at + 1)?.unwrap_or(len);
                self.damage
                    .note(DamageKind::Resync, self.at, next - self.at);
                self.lost = true;
                self.at = next;
                continue;
            };
            match &found.kind {
                b"moof" => {
                    let (id, defaults) = (self.audio.id, self.defaults());
                    let fragment =
                        Fragment::read(&mut self.reader, found, Some(id), self.base, defaults)?;
                    self.at = self.behind(found)?;
                    if let Some(fragment) = fragment {
                        self.stage = Stage::Fragment(Box::new(fragment));
                        return Ok(());
                    }
                }
                b"ftyp" if self.at > self.base => {
                    if self.next_recording()? {
                        return Ok(());
                    }
                }
                _ => self.at = self.behind(found)?,
            }
        }
    }

    /// Offset of the box behind `found`, by its size if that is to be believed, else by what follows
    /// the data read so far, else by searching.
    fn behind(&mut self, found: BoxAt) -> Result<u64, SourceError> {
        let len = self.reader.len();
        let stated_fits = found.end <= len && !found.open_ended;
        if stated_fits
            && (found.end == len || self.data_end == found.end || self.is_box_at(found.end)?)
        {
            return Ok(found.end);
        }
        if found.kind == *b"mdat"
            && (found.body..len).contains(&self.data_end)
            && self.is_box_at(self.data_end)?
        {
            if !found.open_ended {
                self.damage.note(DamageKind::SizeLie, found.offset, 0);
            }
            return Ok(self.data_end);
        }
        let next = locate::search(&mut self.reader, found.body)?;
        match next {
            // The box is whole, what follows it is not: that is noted where it is met.
            Some(next) if stated_fits && next >= found.end => Ok(found.end),
            Some(next) => {
                if !found.open_ended {
                    self.damage.note(DamageKind::SizeLie, found.offset, 0);
                }
                Ok(next)
            }
            None if stated_fits => Ok(found.end),
            None => {
                if found.end > len && !found.open_ended {
                    self.damage.note_once(DamageKind::Truncated, len, 0);
                }
                Ok(len)
            }
        }
    }

    fn is_box_at(&mut self, at: u64) -> Result<bool, SourceError> {
        let len = self.reader.len();
        Ok(BoxAt::read(&mut self.reader, at, len)?
            .is_some_and(|found| locate::is_top_level(&found)))
    }

    /// Goes on with a recording glued behind the first; `false` when there is none that fits.
    fn next_recording(&mut self) -> Result<bool, ContainerError> {
        let start = self.at;
        self.damage.note(DamageKind::Concatenated, start, 0);
        let found = match locate::movie(&mut self.reader, start, &mut self.fields, &mut self.damage)
        {
            Ok(Ok(found)) => Some(found),
            Err(ContainerError::Source(error)) => return Err(error.into()),
            _ => None,
        };
        let fits = found.and_then(|found| {
            let audio = found.movie.audio?;
            let same = audio.entry.codec == self.audio.entry.codec
                && audio.entry.sample_rate_hz == self.audio.entry.sample_rate_hz;
            same.then_some((
                audio,
                found.base,
                found.end,
                found.movie.gapless,
                found.media_end,
            ))
        });
        let Some((audio, base, end, gapless, media_end)) = fits else {
            self.damage
                .note(DamageKind::Concatenated, start, self.reader.len() - start);
            self.at = self.reader.len();
            self.stage = Stage::Done;
            return Ok(true);
        };
        self.track = describe(&audio);
        self.audio = audio;
        (self.base, self.at, self.media_end) = (base, end, media_end);
        self.clock = PacketClock::new(&self.track);
        self.timeline.rebase();
        self.restart = true;
        self.begin(gapless)?;
        Ok(true)
    }

    /// The next sample with its time in frames, or `None` at the end.
    fn next_sample(&mut self) -> Result<Option<(Sample, Option<i64>)>, ContainerError> {
        loop {
            match &mut self.stage {
                Stage::Table(table) => {
                    if let Some(mut sample) = table.next(&mut self.reader)? {
                        sample.offset = sample.offset.saturating_add(self.base);
                        let number = self.sample_number;
                        self.sample_number += 1;
                        match self.wound {
                            Some(wound) if (wound.from..wound.to).contains(&number) => {
                                self.lost = true;
                                continue;
                            }
                            Some(wound) if number >= wound.to => {
                                sample.offset = sample.offset.saturating_add_signed(wound.shift);
                            }
                            _ => {}
                        }
                        let stamp = self.trust_times.then(|| self.frames(sample.start) as i64);
                        return Ok(Some((sample, stamp)));
                    }
                    self.stage = Stage::TopLevel;
                }
                Stage::Fragment(fragment) => {
                    let timed = fragment.start.is_some();
                    if let Some(sample) = fragment.next(&mut self.reader)? {
                        self.data_end = fragment.data_end();
                        let stamp = timed.then(|| self.frames(sample.start) as i64);
                        return Ok(Some((sample, stamp)));
                    }
                    self.stage = Stage::TopLevel;
                }
                Stage::TopLevel => self.next_fragment()?,
                Stage::Done => return Ok(None),
            }
        }
    }

    /// A time stamp that jumps by seconds is believed when the next fragment does not contradict it.
    fn believe(&mut self, stamp: Option<i64>, offset: u64) -> Result<Option<i64>, ContainerError> {
        let second = i64::from(self.track.sample_rate_hz);
        let (Some(value), Stage::Fragment(_)) = (stamp, &self.stage) else {
            return Ok(stamp);
        };
        let deviation = self.timeline.deviation(value);
        if deviation <= second {
            return Ok(stamp);
        }
        let mut at = self.at;
        for _ in 0..8 {
            let len = self.reader.len();
            let Some(found) = BoxAt::read(&mut self.reader, at, len)?.filter(locate::is_top_level)
            else {
                break;
            };
            if found.kind == *b"moof" {
                let (id, defaults) = (self.audio.id, self.defaults());
                let next = Fragment::read(&mut self.reader, found, Some(id), self.base, defaults)?;
                if let Some(start) = next.and_then(|fragment| fragment.start) {
                    let confirmed = self.frames(start) as i64 >= value;
                    if !confirmed {
                        self.damage.note(DamageKind::SizeLie, offset, 0);
                    }
                    return Ok(stamp.filter(|_| confirmed));
                }
            }
            at = found.end;
        }
        Ok(stamp.filter(|_| deviation <= 60 * second))
    }

    /// Copies the sample into the packet; `false` when it cannot be used.
    fn load(&mut self, sample: Sample, packet: &mut Packet) -> Result<bool, SourceError> {
        let len = self.reader.len();
        let end = sample.offset.saturating_add(sample.bytes);
        if end > len {
            self.damage.note_once(
                DamageKind::Truncated,
                sample.offset.min(len),
                len.saturating_sub(sample.offset),
            );
            return Ok(false);
        }
        if sample.bytes > MAX_PACKET_BYTES {
            self.damage
                .note(DamageKind::SizeLie, sample.offset, sample.bytes);
            return Ok(false);
        }
        self.reader
            .append(sample.offset, sample.bytes as usize, &mut packet.data)?;
        // Silence is coded in some bits; sixteen zero bytes and nothing else are a page never written.
        let pcm = matches!(self.track.codec, Codec::Pcm(_));
        if !pcm && packet.data.len() >= 16 && packet.data.iter().all(|&byte| byte == 0) {
            self.damage
                .note(DamageKind::Resync, sample.offset, sample.bytes);
            packet.clear();
            return Ok(false);
        }
        Ok(true)
    }
}

impl<S: ByteSource> Demuxer for Mp4Demuxer<S> {
    fn track(&self) -> &Track {
        &self.track
    }

    fn next_packet(&mut self, packet: &mut Packet) -> Result<bool, ContainerError> {
        packet.clear();
        while let Some((sample, stamp)) = self.next_sample()? {
            if !self.load(sample, packet)? {
                self.lost = true;
                continue;
            }
            packet.offset = sample.offset;
            packet.restart = core::mem::take(&mut self.restart);
            packet.after_gap = core::mem::take(&mut self.lost);
            if packet.after_gap {
                self.clock.reset();
            }
            let duration = self
                .clock
                .frames(&packet.data)
                .unwrap_or_else(|| self.frames(sample.duration));
            let stamp = self.believe(stamp, packet.offset)?;
            let jitter = (duration * 3 / 4).max(u64::from(self.track.sample_rate_hz) / 200);
            let placed = self.timeline.place(stamp, duration, jitter);
            packet.timestamp = Some(placed.at_frames);
            if placed.gap_frames > 0 {
                packet.after_gap = true;
                self.damage.note(DamageKind::Gap, packet.offset, 0);
            }
            if let (true, Codec::Pcm(format)) = (self.audio.entry.big_endian, self.track.codec) {
                packet
                    .data
                    .chunks_exact_mut(bytes_per_sample(format))
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
    }
}

/// The audio track of fragments whose movie box is lost, told by its packets.
fn guess<S: ByteSource>(
    reader: &mut Reader<S>,
    first: u64,
) -> Result<Option<AudioTrack>, SourceError> {
    let len = reader.len();
    let Some(moof) = BoxAt::read(reader, first, len)? else {
        return Ok(None);
    };
    let Some(mut fragment) = Fragment::read(reader, moof, None, 0, Defaults::default())? else {
        return Ok(None);
    };
    let id = fragment.track_id;
    let mut opus = 0;
    let mut aac = [0usize; 2];
    let mut stereo = false;
    let mut timescale = 48_000;
    let mut packets = 0;
    while let Some(sample) = fragment.next(reader)?.filter(|_| packets < 32) {
        packets += 1;
        let bytes = reader.peek(sample.offset, sample.bytes.min(MAX_PACKET_BYTES) as usize)?;
        let frames = packet_frames::opus(bytes).map_or(0, u64::from);
        if opus_packet::is_valid(bytes)
            && sample.duration > 0
            && sample.duration * 48_000 % frames.max(1) == 0
        {
            opus += 1;
            stereo |= opus_packet::is_stereo(bytes);
            timescale = sample.duration * 48_000 / frames.max(1);
        }
        // ISO 14496-3 table 4.85: a raw data block begins with a single or a channel pair element.
        if let (Some(&head), 1024) = (bytes.first(), sample.duration) {
            if let Some(count) = aac.get_mut(usize::from(head >> 5)) {
                *count += 1;
            }
        }
    }
    let entry = if packets > 0 && aac[0] + aac[1] == packets {
        let channels = if aac[1] > aac[0] { 2 } else { 1 };
        SampleEntry {
            codec: Codec::AacLc,
            channels,
            sample_rate_hz: 48_000,
            codec_private: AacConfig::low_complexity(48_000, channels).unwrap_or_default(),
            pre_skip: 0,
            big_endian: false,
        }
    } else if packets > 0 && opus == packets {
        let channels = if stereo { 2 } else { 1 };
        let mut head = b"OpusHead\x01".to_vec();
        head.extend([channels as u8, 0, 0]);
        head.extend(48_000u32.to_le_bytes());
        head.extend([0, 0, 0]);
        SampleEntry {
            codec: Codec::Opus,
            channels,
            sample_rate_hz: 48_000,
            codec_private: head,
            pre_skip: 0,
            big_endian: false,
        }
    } else {
        return Ok(None);
    };
    Ok(Some(AudioTrack {
        id,
        entry,
        timescale: timescale.max(1),
        stated_duration: 0,
        tables: TableBoxes::default(),
        edit: None,
        default_duration: 0,
        default_bytes: 0,
    }))
}

/// True when a movie or a fragment stands in the first MiB of a file that does not begin like one: a
/// recording whose first chunk is lost.
pub fn recognises_headless<S: ByteSource>(reader: &mut Reader<S>) -> Result<bool, SourceError> {
    Ok(locate::search_before(reader, 0, 1 << 20)?.is_some())
}
