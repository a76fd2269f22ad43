//! How much louder or softer a persona makes a take. It is heard in parts of the take only: a persona costs twenty times
//! what measuring does, and its effect on loudness hardly depends on what is said.

use super::{Persona, PersonaKey};
use crate::analysis::loudness::{lufs_of, LoudnessMeter};
use crate::pcm::PcmBlock;
use crate::voice::stage::Stage;

/// All is heard until this, in seconds of the take; …
const WHOLE_SECONDS: u64 = 120;
/// … later only the last `HEARD_SECONDS` of every `EVERY_SECONDS`.
const HEARD_SECONDS: u64 = 2;
const EVERY_SECONDS: u64 = 12;

/// Weighted energy of what was heard.
struct Energy {
    meter: LoudnessMeter,
    sum: f64,
}

/// Compares the loudness of a take before and behind a persona.
pub struct LevelChange {
    key: PersonaKey,
    sample_rate_hz: u32,
    /// Frame of the take that comes next.
    frame: u64,
    before: Energy,
    behind: Energy,
    /// Of the part that is being heard.
    persona: Option<Persona>,
    part: PcmBlock,
    changed: PcmBlock,
}

impl LevelChange {
    /// For the persona of `key` on sound at `sample_rate_hz`.
    pub fn new(key: &PersonaKey, sample_rate_hz: u32) -> Self {
        let nothing = || Energy {
            meter: LoudnessMeter::followed(sample_rate_hz),
            sum: 0.0,
        };
        Self {
            key: key.clone(),
            sample_rate_hz,
            frame: 0,
            before: nothing(),
            behind: nothing(),
            persona: None,
            part: PcmBlock::new(),
            changed: PcmBlock::new(),
        }
    }

    /// Adds the next frames of the take.
    pub fn push(&mut self, block: &PcmBlock) {
        let mut from = 0;
        while from < block.frames() {
            let (heard, left) = self.here();
            let end = block.frames().min(from + left as usize);
            if heard {
                self.hear(block, from, end);
            } else {
                self.end_part(block.channel_count());
            }
            self.frame += (end - from) as u64;
            from = end;
        }
    }

    /// Decibels that the persona adds; 0 where there is nothing to compare.
    pub fn finish(mut self) -> f64 {
        self.end_part(self.part.channel_count());
        let change = lufs_of(self.behind.sum) - lufs_of(self.before.sum);
        if change.is_finite() {
            change
        } else {
            0.0
        }
    }

    /// Whether the next frame is heard, and for how many frames that stays so.
    fn here(&self) -> (bool, u64) {
        let rate = u64::from(self.sample_rate_hz.max(1));
        let Some(later) = self.frame.checked_sub(WHOLE_SECONDS * rate) else {
            return (true, WHOLE_SECONDS * rate - self.frame);
        };
        let at = later % (EVERY_SECONDS * rate);
        match ((EVERY_SECONDS - HEARD_SECONDS) * rate).checked_sub(at) {
            None | Some(0) => (true, EVERY_SECONDS * rate - at),
            Some(left) => (false, left),
        }
    }

    fn hear(&mut self, block: &PcmBlock, from: usize, end: usize) {
        let channels = block.channel_count();
        let planes: Vec<&[f32]> = (0..channels)
            .map(|channel| &block.channel(channel)[from..end])
            .collect();
        self.part.reset(channels, 0);
        self.part.append(&planes);
        self.changed.reset(channels, 0);
        let (key, rate, first) = (&self.key, self.sample_rate_hz, self.frame);
        self.persona
            .get_or_insert_with(|| Persona::new(key, rate, channels).beginning_at(first))
            .push(&self.part, &mut self.changed);
        self.before.meter.push(&self.part);
        self.behind.meter.push(&self.changed);
    }

    /// Counts the part that ends here as much as what it stands for.
    fn end_part(&mut self, channels: usize) {
        let Some(mut persona) = self.persona.take() else {
            return;
        };
        self.changed.reset(channels, 0);
        persona.finish(&mut self.changed);
        self.behind.meter.push(&self.changed);
        let is_first = self.frame <= WHOLE_SECONDS * u64::from(self.sample_rate_hz);
        let weight = if is_first {
            1.0
        } else {
            (EVERY_SECONDS / HEARD_SECONDS) as f64
        };
        for energy in [&mut self.before, &mut self.behind] {
            energy.sum += weight * energy.meter.take_steps().iter().sum::<f64>();
        }
    }
}
