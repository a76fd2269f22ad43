//! The persona voice: pitch and formants moved and sounds without pitch mixed with noise, all derived from a secret.
//! All takes of a secret share one persona, which changes slowly and differently in each. It hides the speaker from
//! strangers, not from friends, and not from analysis.

mod character;
mod envelope;
mod formants;
pub(super) mod history;
pub(super) mod lattice;
mod level_change;
mod overlap_add;
mod pitch_track;
pub(super) mod prediction;

pub use character::{Character, PersonaKey, Strength};
pub use envelope::Axis;
pub use level_change::LevelChange;

use self::character::Wandering;
use self::formants::Formants;
use self::overlap_add::OverlapAdd;
use super::stage::Stage;
use crate::pcm::PcmBlock;

/// Pitch and predictors are looked at this often per second.
const HOPS_PER_SECOND: usize = 100;
/// Silence before the take, in hops: the first grain begins in it.
const LEAD_HOPS: usize = 2;
/// Frames taken at once, whatever the block: bounds memory.
const PIECE_FRAMES: usize = 4096;
/// Lowest rate there are formants at.
const MIN_RATE_HZ: u32 = 4000;
/// Samples up to this level stay; louder ones are compressed into the rest below 1.
const CEILING: f32 = 0.9;
/// Samples taken as they are.
const LOUDEST: f32 = 8.0;

/// The stage. About 150 kB per channel whatever the length of the take; its latency, 80 ms or so, is inside.
pub struct Persona {
    sample_rate_hz: u32,
    wandering: Wandering,
    pitch: OverlapAdd,
    formants: Formants,
    /// Frame of the take that the first frame is.
    first_frame: u64,
    lead: usize,
    taken: usize,
    given: usize,
    /// Frames of the moved pitch that the formants have been given.
    passed: usize,
    planes: Vec<Vec<f32>>,
    middle: Vec<f32>,
    out: Vec<Vec<f32>>,
}

impl Persona {
    /// The persona of `key`, for blocks of `channels` at `sample_rate_hz`.
    pub fn new(key: &PersonaKey, sample_rate_hz: u32, channels: usize) -> Self {
        let wandering = Wandering::new(key);
        let sample_rate_hz = sample_rate_hz.max(MIN_RATE_HZ);
        let hop = sample_rate_hz as usize / HOPS_PER_SECOND;
        let mut persona = Self {
            sample_rate_hz,
            pitch: OverlapAdd::new(sample_rate_hz, channels, hop),
            formants: Formants::new(sample_rate_hz, channels, hop, wandering.noise_seed()),
            wandering,
            first_frame: 0,
            lead: LEAD_HOPS * hop,
            taken: 0,
            given: 0,
            passed: 0,
            planes: vec![Vec::new(); channels],
            middle: Vec::new(),
            out: vec![Vec::new(); channels],
        };
        persona.take_silence(persona.lead);
        persona
    }

    /// For a piece of the take that begins at its frame `first_frame`: the persona is where it has wandered to by then.
    pub fn beginning_at(mut self, first_frame: u64) -> Self {
        self.first_frame = first_frame;
        self
    }

    /// The voice change `seconds` after the beginning of the take.
    pub fn character(&mut self, seconds: f64) -> Character {
        self.wandering.at(seconds)
    }

    fn take_silence(&mut self, frames: usize) {
        for plane in &mut self.planes {
            plane.clear();
            plane.resize(frames, 0.0);
        }
        self.middle.clear();
        self.middle.resize(frames, 0.0);
        self.work();
    }

    /// Processes `planes` and `middle`; the result is in `out`.
    fn work(&mut self) {
        let rate = f64::from(self.sample_rate_hz);
        let (wandering, first, lead) = (&mut self.wandering, self.first_frame, self.lead);
        let mut at =
            |frame: usize| wandering.at((first as f64 + frame as f64 - lead as f64) / rate);
        self.pitch.push(&self.planes, &self.middle);
        let ready = self.pitch.advance(|frame| at(frame).pitch);
        for channel in 0..self.planes.len() {
            let whole = self
                .pitch
                .output(channel)
                .slice(self.passed, ready - self.passed);
            self.formants.push(channel, whole);
        }
        self.passed = ready;
        let pitch = &self.pitch;
        self.formants
            .advance(at, |frame| pitch.is_voiced(frame), &mut self.out);
        self.pitch.forget(ready);
    }

    /// Appends the finished frames to `out`, without the lead and up to the frames received.
    fn give(&mut self, out: &mut PcmBlock) {
        let ready = self.out.first().map_or(0, Vec::len);
        let skip = self.lead.saturating_sub(self.given).min(ready);
        let end = ready.min((self.lead + self.taken).saturating_sub(self.given));
        let planes: Vec<&[f32]> = self
            .out
            .iter_mut()
            .map(|plane| {
                plane
                    .iter_mut()
                    .for_each(|sample| *sample = pressed(*sample));
                &plane[skip.min(end)..end]
            })
            .collect();
        out.append(&planes);
        self.given += ready;
        self.out.iter_mut().for_each(Vec::clear);
    }
}

impl Stage for Persona {
    fn push(&mut self, block: &PcmBlock, out: &mut PcmBlock) {
        let channels = self.planes.len();
        for from in (0..block.frames()).step_by(PIECE_FRAMES) {
            let to = (from + PIECE_FRAMES).min(block.frames());
            self.middle.clear();
            self.middle.resize(to - from, 0.0);
            for (index, plane) in self.planes.iter_mut().enumerate() {
                plane.clear();
                let samples = &block.channel(index)[from..to];
                plane.extend(samples.iter().map(|&sample| sane(sample)));
                for (middle, sample) in self.middle.iter_mut().zip(plane) {
                    *middle += *sample / channels as f32;
                }
            }
            self.taken += to - from;
            self.work();
            self.give(out);
        }
    }

    fn finish(&mut self, out: &mut PcmBlock) {
        while self.given < self.lead + self.taken && !self.planes.is_empty() {
            self.take_silence(self.lead);
            self.give(out);
        }
    }
}

/// NaN becomes silence, and levels are limited to the loudest possible recording.
fn sane(sample: f32) -> f32 {
    if sample.is_finite() {
        sample.clamp(-LOUDEST, LOUDEST)
    } else {
        0.0
    }
}

/// Limits samples to full scale.
fn pressed(sample: f32) -> f32 {
    let over = sample.abs() - CEILING;
    if over <= 0.0 {
        return sample;
    }
    let room = 1.0 - CEILING;
    (CEILING + room * over / (over + room)).copysign(sample)
}
