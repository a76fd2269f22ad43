//! Which frames of the media are played, and in which order: by the edit list, iTunes' item or the Opus
//! header, best first. An edit list that only removes encoder priming becomes a delay and a
//! length, as in any other container; every other one becomes [`EditPart`]s.

use super::movie::EditList;
use super::{metadata, Mp4Demuxer, MAX_SECONDS};
use crate::codec;
use crate::container::placement::most_gap_seconds;
use crate::container::{DamageKind, EditPart};

impl<S: crate::source::ByteSource> Mp4Demuxer<S> {
    /// Delay and length, or parts. `end_unit` is where the media ends in media time units, 0 when only a
    /// walk finds it; `first_unit` where it begins.
    pub(super) fn trim(
        &mut self,
        end_unit: u64,
        first_unit: u64,
        gapless: Option<metadata::Gapless>,
    ) {
        (self.track.delay_frames, self.track.stated_frames) = (0, None);
        self.edits.clear();
        self.last_unit = u64::MAX;
        let media = (end_unit > 0).then(|| self.frames(end_unit.saturating_sub(first_unit)));
        let parts = self.parts(first_unit, media);
        let most = codec::of(&self.track).priming(&self.track);
        match parts[..] {
            [] => self.trim_without_edits(media, first_unit, gapless),
            [EditPart::Media { start, end }]
                if start <= most
                    && (end == u64::MAX || media.is_some_and(|media| media - end <= most)) =>
            {
                self.track.delay_frames = start;
                let end = media.map(|media| end.min(media));
                self.track.stated_frames = end
                    .and_then(|end| end.checked_sub(start))
                    .filter(|&frames| frames > 0);
                if let Some(end) = end {
                    self.last_unit = first_unit.saturating_add(self.units(end));
                }
            }
            _ => self.edits = parts,
        }
    }

    fn trim_without_edits(
        &mut self,
        media: Option<u64>,
        first_unit: u64,
        gapless: Option<metadata::Gapless>,
    ) {
        if let Some(gapless) = gapless {
            self.track.delay_frames = gapless.delay_frames;
            self.track.stated_frames = Some(gapless.frames);
        } else {
            let pre_skip = self.audio.entry.pre_skip;
            self.track.delay_frames = if first_unit == 0 { pre_skip } else { 0 };
            let delay = self.track.delay_frames;
            self.track.stated_frames = media.and_then(|media| media.checked_sub(delay));
        }
        self.track.stated_frames = self.track.stated_frames.filter(|&frames| frames > 0);
        if media.is_some_and(|media| self.track.delay_frames >= media) {
            self.track.delay_frames = 0;
        }
    }

    /// The parts of the edit list within `media` frames; empty without one that plays anything.
    fn parts(&mut self, first_unit: u64, media: Option<u64>) -> Vec<EditPart> {
        let list = core::mem::take(&mut self.audio.edits);
        let parts = self.parts_of(&list, first_unit, media);
        let plays = |part: &EditPart| matches!(part, EditPart::Media { .. });
        let is_stated = list
            .entries
            .iter()
            .any(|edit| edit.duration > 0 && edit.media_start.is_some());
        let found = if parts.iter().any(plays) {
            parts
        } else {
            // It plays missing sound: keep the existing sound instead.
            if is_stated {
                self.damage.note_once(DamageKind::WrongHeader, 0, 0);
            }
            Vec::new()
        };
        if list.cut_short {
            self.damage.note_once(DamageKind::WrongHeader, 0, 0);
        }
        self.audio.edits = list;
        found
    }

    fn parts_of(&mut self, list: &EditList, first_unit: u64, media: Option<u64>) -> Vec<EditPart> {
        let rate = u64::from(self.track.sample_rate_hz);
        let scale = list.movie_scale.max(1);
        // One unit of the movie's clock in frames, rounded up: how exact lengths are. A clock that ticks
        // more slowly than 50 times a second must not bring back a removed part.
        let grain = rate.div_ceil(scale.max(50));
        let mut silence_left = rate * most_gap_seconds(self.reader.len());
        let mut parts: Vec<EditPart> = Vec::new();
        let (mut clock, mut played) = (0u64, 0u64);
        let last_entry = list.entries.len().saturating_sub(1);
        for (index, edit) in list.entries.iter().enumerate() {
            let from = at_rate(clock, rate, scale);
            clock = clock.saturating_add(edit.duration);
            let frames = at_rate(clock, rate, scale).saturating_sub(from);
            let to_the_end = edit.duration == 0 && index == last_entry;
            if (frames == 0 && !to_the_end) || played > rate * MAX_SECONDS {
                continue;
            }
            let normal = edit.rate == 0x1_0000;
            if edit.media_start.is_some() && !normal {
                self.damage.note_once(DamageKind::EditSpeed, 0, 0);
            }
            let media_start = edit.media_start.filter(|_| edit.rate != 0);
            let Some(media_start) = media_start else {
                let frames = frames.min(silence_left);
                silence_left -= frames;
                played = played.saturating_add(frames);
                match parts.last_mut() {
                    _ if frames == 0 => {}
                    Some(EditPart::Silence { frames: before }) => *before += frames,
                    _ => parts.push(EditPart::Silence { frames }),
                }
                continue;
            };
            let start = self.frames(media_start.saturating_sub(first_unit));
            let mut end = if to_the_end {
                u64::MAX
            } else {
                start.saturating_add(frames)
            };
            let is_last = index == last_entry;
            if let Some(media) = media {
                // The last edit ends with the media, as exactly as the movie's clock can express it.
                let reaches = end.saturating_add(grain) >= media;
                end = match reaches && is_last {
                    true => media,
                    false => end.min(media),
                };
                if start >= media {
                    continue;
                }
            }
            // A movie that continues in fragments states its length at the time it was written.
            if is_last && self.audio.fragmented && self.table_end_unit > 0 {
                let table = self.frames(self.table_end_unit.saturating_sub(first_unit));
                if end.saturating_add(grain) >= table {
                    end = media.unwrap_or(u64::MAX);
                }
            }
            played = played.saturating_add(end.min(media.unwrap_or(end)).saturating_sub(start));
            match parts.last_mut() {
                Some(EditPart::Media { end: before, .. })
                    if *before < u64::MAX && start.abs_diff(*before) <= 2 * grain =>
                {
                    *before = match end {
                        u64::MAX => end,
                        end => *before + end.saturating_sub(start),
                    };
                }
                _ if start < end => parts.push(EditPart::Media { start, end }),
                _ => {}
            }
        }
        if let (Some(EditPart::Media { end, .. }), Some(media)) = (parts.last_mut(), media) {
            if end.saturating_add(grain) >= media {
                *end = media;
            }
        }
        parts
    }

    /// Media time units in frames of the track's rate, rounded.
    pub(super) fn frames(&self, units: u64) -> u64 {
        let rate = u64::from(self.track.sample_rate_hz);
        at_rate(units, rate, self.audio.timescale.max(1))
    }

    /// Frames in media time units, rounded.
    fn units(&self, frames: u64) -> u64 {
        let rate = u64::from(self.track.sample_rate_hz.max(1));
        at_rate(frames, self.audio.timescale, rate)
    }
}

/// `count` at `scale` a second as a count at `rate` a second, rounded.
fn at_rate(count: u64, rate: u64, scale: u64) -> u64 {
    let scale = u128::from(scale);
    let converted = (u128::from(count) * u128::from(rate) + scale / 2) / scale;
    u64::try_from(converted)
        .unwrap_or(u64::MAX / 4)
        .min(u64::MAX / 4)
}
