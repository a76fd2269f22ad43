//! A persona's changes to a voice, derived from the secret. Computing them needs the secret.

use core::fmt;

use crate::hash::hmac_sha256;

/// How far a persona moves a voice.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Strength {
    /// Another person of the same kind.
    Light,
    /// Clearly another person.
    Strong,
}

/// The persona of a take.
#[derive(Clone, PartialEq, Eq)]
pub struct PersonaKey {
    /// The person's own 32 random bytes, which never leave the device.
    pub secret: [u8; 32],
    /// Name of the take: in another one the same persona wanders differently.
    pub take: Vec<u8>,
    /// How far it moves the voice.
    pub strength: Strength,
}

impl PersonaKey {
    /// From the callers' values: `None` unless the secret has 32 bytes and the strength is `light` or `strong`.
    pub fn named(secret: &[u8], take: &str, strength: &str) -> Option<Self> {
        Some(Self {
            secret: secret.try_into().ok()?,
            take: take.as_bytes().to_vec(),
            strength: match strength {
                "light" => Strength::Light,
                "strong" => Strength::Strong,
                _ => return None,
            },
        })
    }
}

/// Without the secret, because printed text may be sent or stored.
impl fmt::Debug for PersonaKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "PersonaKey({:?})", self.strength)
    }
}

/// The voice change at one moment.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Character {
    /// Fundamental frequency out over in.
    pub pitch: f64,
    /// The whole envelope's frequencies out over in …
    pub formants: f64,
    /// … and the power of its angles on top, McAdams' coefficient: below 1 low formants rise most.
    pub bend: f64,
    /// 0…1 of the power of sounds without pitch that is replaced by noise.
    pub noise: f64,
}

/// From the least to the most a parameter can be.
type Range = (f64, f64);

/// The range of a strength. A persona moves pitch, formants and bend in the same direction: against each other they
/// would leave the first formant where it was.
#[derive(Debug)]
struct Ranges {
    /// Semitones of the pitch.
    pitch: Range,
    /// Relative distance of the envelope's frequencies.
    formants: Range,
    /// Distance of McAdams' coefficient from 1. The baseline of the VoicePrivacy challenges takes 0.2, and up to 0.5
    /// where words suffer.
    bend: Range,
    noise: f64,
    /// How far pitch (semitones), formants (relative) and bend wander to either side.
    wander: [f64; 3],
}

const LIGHT: Ranges = Ranges {
    pitch: (1.5, 2.5),
    formants: (0.04, 0.07),
    bend: (0.02, 0.04),
    noise: 0.1,
    wander: [0.2, 0.01, 0.006],
};
/// Bounded by the words: further, STOI falls below 0.75.
const STRONG: Ranges = Ranges {
    pitch: (3.0, 4.0),
    formants: (0.07, 0.1),
    bend: (0.04, 0.06),
    noise: 0.15,
    wander: [0.3, 0.015, 0.01],
};

/// Seconds between two points that the parameters wander by.
const WANDER_SECONDS: f64 = 4.0;

/// A persona in one take: the same for the same secret, wandering differently in every take.
#[derive(Debug, Clone)]
pub struct Wandering {
    /// Key of this secret and take; the secret itself is not stored.
    take_key: [u8; 32],
    ranges: &'static Ranges,
    /// Semitones up, logarithm of the formants' factor, bend above 1.
    middle: [f64; 3],
    /// The two points around the moment asked for last.
    points: (u32, [[f64; 3]; 2]),
}

impl Wandering {
    /// The take's parameters, derived from the secret.
    pub fn new(key: &PersonaKey) -> Self {
        let PersonaKey {
            secret,
            take,
            strength,
        } = key;
        let ranges = match strength {
            Strength::Light => &LIGHT,
            Strength::Strong => &STRONG,
        };
        let own = hmac_sha256(secret, b"aural persona 1");
        let [direction, pitch, formants, bend] = [0, 1, 2, 3].map(|i| uniform(&own, i));
        let sign = if direction < 0.5 { -1.0 } else { 1.0 };
        let within = |(least, most): Range, at: f64| least + (most - least) * at;
        let mut message = b"aural persona take 1 ".to_vec();
        message.extend_from_slice(take);
        let take_key = hmac_sha256(secret, &message);
        Self {
            ranges,
            middle: [
                sign * within(ranges.pitch, pitch),
                sign * libm::log(1.0 + within(ranges.formants, formants)),
                -sign * within(ranges.bend, bend),
            ],
            points: (0, [0, 1].map(|index| point(&take_key, index))),
            take_key,
        }
    }

    /// The seed of the take's noise, never 0.
    pub fn noise_seed(&self) -> u32 {
        let code = hmac_sha256(&self.take_key, b"noise");
        u32::from_be_bytes([code[0], code[1], code[2], code[3]]) | 1
    }

    /// The change `seconds` after the beginning of the take.
    pub fn at(&mut self, seconds: f64) -> Character {
        let place = (seconds / WANDER_SECONDS).max(0.0);
        let index = place as u32;
        if self.points.0 != index {
            let ends = [index, index.saturating_add(1)];
            self.points = (index, ends.map(|index| point(&self.take_key, index)));
        }
        // Without corners: 3t² − 2t³.
        let t = place - f64::from(index);
        let share = t * t * (3.0 - 2.0 * t);
        let [before, after] = &self.points.1;
        let [semitones, stretch, bend] = core::array::from_fn(|i| {
            let away = before[i] + (after[i] - before[i]) * share;
            self.middle[i] + self.ranges.wander[i] * away
        });
        Character {
            pitch: libm::exp2(semitones / 12.0),
            formants: libm::exp(stretch),
            bend: 1.0 + bend,
            noise: self.ranges.noise,
        }
    }
}

/// −1…1 for each parameter.
fn point(take_key: &[u8; 32], index: u32) -> [f64; 3] {
    let code = hmac_sha256(take_key, &index.to_be_bytes());
    core::array::from_fn(|i| 2.0 * uniform(&code, i) - 1.0)
}

/// The `index`-th four bytes, big-endian, as 0…1 without 1.
fn uniform(code: &[u8; 32], index: usize) -> f64 {
    let bytes: [u8; 4] = core::array::from_fn(|i| code[4 * index + i]);
    f64::from(u32::from_be_bytes(bytes)) / 4_294_967_296.0
}
