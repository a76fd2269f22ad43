//! Which frames of the media are played: the edit list, iTunes' item or the Opus header, best first.

use super::{metadata, Mp4Demuxer};

impl<S> Mp4Demuxer<S> {
    /// Delay and length from the edit list, iTunes' item or the Opus header, best first.
    pub(super) fn trim(
        &mut self,
        total_units: u64,
        first_unit: u64,
        gapless: Option<metadata::Gapless>,
    ) {
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
    pub(super) fn frames(&self, units: u64) -> u64 {
        let scale = u128::from(self.audio.timescale.max(1));
        let frames =
            (u128::from(units) * u128::from(self.track.sample_rate_hz) + scale / 2) / scale;
        u64::try_from(frames)
            .unwrap_or(u64::MAX / 4)
            .min(u64::MAX / 4)
    }
}
