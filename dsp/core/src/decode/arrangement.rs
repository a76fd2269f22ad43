//! The parts of a recording in the order its edit list plays them: media is decoded where a part lies in
//! it, silence is made, and damage is reported where it is audible.

use super::damage::DamageAt;
use super::media::MediaDecoder;
use super::DecodeError;
use crate::container::EditPart;
use crate::pcm::PcmBlock;

/// Frames of silence returned at once.
const SILENCE_BLOCK_FRAMES: u64 = 4_096;
/// Entries of damage kept, as in a demuxer's own list.
const MAX_DAMAGE: usize = 1_000;

/// Plays parts one after another.
pub struct Arrangement {
    parts: Vec<EditPart>,
    /// The part being played, and how many frames of it were returned.
    part: usize,
    within: u64,
    /// Frames returned.
    position: u64,
    /// Frames of all media; known once they were counted.
    media_frames: Option<u64>,
    damage: Vec<DamageAt>,
    /// The last entry of the media's damage that was placed, and how many there were.
    placed: (usize, f64),
}

impl Arrangement {
    /// For the parts of a file; `None` where there are none, and all is played.
    pub fn new(parts: &[EditPart]) -> Option<Self> {
        (!parts.is_empty()).then(|| Self {
            parts: parts.to_vec(),
            part: 0,
            within: 0,
            position: 0,
            media_frames: None,
            damage: Vec::new(),
            placed: (0, 0.0),
        })
    }

    /// Frame that comes next.
    pub fn position(&self) -> u64 {
        self.position
    }

    /// Share of the parts that was returned; `None` where a part's end is not known.
    pub fn fraction(&self) -> Option<f64> {
        let total = self
            .parts
            .iter()
            .try_fold(0u64, |sum, &part| sum.checked_add(self.length(part)))?;
        (total > 0).then(|| (self.position as f64 / total as f64).min(1.0))
    }

    /// Damage of the played parts, in their time.
    pub fn damage(&self) -> &[DamageAt] {
        &self.damage
    }

    /// Frames of a part, where the media's length is known.
    fn length(&self, part: EditPart) -> u64 {
        let (start, end) = self.range(part);
        end - start
    }

    fn range(&self, part: EditPart) -> (u64, u64) {
        match part {
            EditPart::Silence { frames } => (0, frames),
            EditPart::Media { start, end } => {
                let end = end.min(self.media_frames.unwrap_or(u64::MAX));
                (start.min(end), end)
            }
        }
    }

    /// See [`super::Decoder::next_block`].
    pub fn next_block(
        &mut self,
        media: &mut MediaDecoder<'_>,
        block: &mut PcmBlock,
    ) -> Result<bool, DecodeError> {
        while let Some(&part) = self.parts.get(self.part) {
            let left = self.length(part) - self.within;
            let more = left > 0
                && match part {
                    EditPart::Silence { .. } => {
                        let frames = left.min(SILENCE_BLOCK_FRAMES);
                        block.reset(media.channels(), frames as usize);
                        true
                    }
                    EditPart::Media { start, .. } => {
                        media.seek(start + self.within)?;
                        media.next_block(block)?
                    }
                };
            if !more {
                (self.part, self.within) = (self.part + 1, 0);
                continue;
            }
            block.trim(
                0,
                usize::try_from(left)
                    .unwrap_or(usize::MAX)
                    .min(block.frames()),
            );
            self.within += block.frames() as u64;
            self.position += block.frames() as u64;
            self.place_damage(media);
            return Ok(true);
        }
        block.reset(media.channels(), 0);
        Ok(false)
    }

    /// See [`super::Decoder::seek`].
    pub fn seek(&mut self, media: &MediaDecoder<'_>, frame: u64) -> Result<(), DecodeError> {
        if frame == self.position {
            return Ok(());
        }
        self.measure(media)?;
        let mut left = frame;
        self.position = frame;
        for (index, &part) in self.parts.iter().enumerate() {
            let length = self.length(part);
            if left < length {
                (self.part, self.within) = (index, left);
                return Ok(());
            }
            left -= length;
        }
        (self.part, self.within) = (self.parts.len(), 0);
        Ok(())
    }

    /// See [`super::Decoder::count_frames`].
    pub fn count_frames(&mut self, media: &mut MediaDecoder<'_>) -> Result<u64, DecodeError> {
        self.media_frames = Some(media.count_frames()?);
        self.place_damage(media);
        let lengths = self.parts.iter().map(|&part| self.length(part));
        self.position = lengths.fold(0, u64::saturating_add);
        (self.part, self.within) = (self.parts.len(), 0);
        Ok(self.position)
    }

    /// Frames of the media that no part plays.
    pub fn hidden_frames(&mut self, media: &MediaDecoder<'_>) -> Result<u64, DecodeError> {
        let total = self.measure(media)?;
        let is_media = |part: &&EditPart| matches!(part, EditPart::Media { .. });
        let played = self.parts.iter().filter(is_media);
        let mut ranges: Vec<(u64, u64)> = played.map(|&part| self.range(part)).collect();
        ranges.sort_unstable();
        let (mut heard, mut reached) = (0, 0);
        for (start, end) in ranges {
            heard += end.saturating_sub(start.max(reached));
            reached = reached.max(end);
        }
        Ok(total - heard.min(total))
    }

    /// The length of the media, by a walk of its own the first time.
    fn measure(&mut self, media: &MediaDecoder<'_>) -> Result<u64, DecodeError> {
        if let Some(frames) = self.media_frames {
            return Ok(frames);
        }
        let frames = MediaDecoder::open(media.source())?.count_frames()?;
        self.media_frames = Some(frames);
        Ok(frames)
    }

    /// Places the media's damage where it is heard. Damage in parts that are not played is not reported.
    fn place_damage(&mut self, media: &MediaDecoder<'_>) {
        let found = media.damage();
        let latest = (found.len(), found.last().map_or(0.0, |last| last.seconds));
        if latest == self.placed {
            return;
        }
        self.placed = latest;
        let rate = f64::from(media.sample_rate_hz());
        let mut placed = Vec::new();
        for entry in found {
            let from = (entry.at_seconds * rate).round() as u64;
            let to = from + (entry.seconds * rate).round() as u64;
            let mut before = 0u64;
            let mut heard = false;
            for &part in &self.parts {
                let (start, end) = self.range(part);
                let (first, last) = (from.max(start), to.min(end));
                let is_inside = first < last || (from == to && (start..end).contains(&from));
                if is_inside && matches!(part, EditPart::Media { .. }) {
                    placed.push(DamageAt {
                        kind: entry.kind,
                        at_seconds: before.saturating_add(first - start) as f64 / rate,
                        seconds: (last - first) as f64 / rate,
                    });
                    heard = true;
                }
                before = before.saturating_add(end - start);
            }
            // Damage of the file as a whole.
            if !heard && from == to {
                placed.push(DamageAt {
                    at_seconds: 0.0,
                    ..*entry
                });
            }
        }
        placed.sort_by(|a, b| a.at_seconds.total_cmp(&b.at_seconds));
        placed.truncate(MAX_DAMAGE);
        self.damage = placed;
    }
}
