//! What a survey found, and what is to be done about it.

/// How much of the even noise goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Strength {
    /// 6 dB.
    Gentle,
    /// 12 dB.
    Medium,
    /// 18 dB.
    Strong,
}

impl Strength {
    crate::names! {
        Gentle => "gentle",
        Medium => "medium",
        Strong => "strong",
    }

    /// The strength of this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|one| one.name() == name)
    }

    /// Gain of noise, as a factor.
    pub fn floor(self) -> f32 {
        match self {
            Self::Gentle => 0.5,
            Self::Medium => 0.25,
            Self::Strong => 0.125,
        }
    }
}

/// The kinds of disturbance to remove.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct Kinds {
    pub hum: bool,
    pub clicks: bool,
    pub hiss: bool,
    pub plosives: bool,
    pub sharp_s: bool,
}

impl Kinds {
    /// All of them.
    pub const ALL: Self = Self {
        hum: true,
        clicks: true,
        hiss: true,
        plosives: true,
        sharp_s: true,
    };
}

/// The hum of a take or of a part of it. Plain data.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct HumTrack {
    /// Where the first point is, seconds of the source.
    pub start_seconds: f64,
    /// Phase of the fundamental relative to a tone of the found frequency, every half second, in radians.
    pub phases: Vec<f32>,
    /// Every four seconds, for each channel: real and imaginary amplitude of each harmonic.
    pub lines: Vec<f32>,
}

/// What disturbs a take.
#[derive(Debug, Clone, PartialEq)]
pub struct Findings {
    /// Fundamental frequency of the mains hum; `None` where there is none.
    pub hum_hz: Option<f64>,
    /// Its phase and its harmonics.
    pub hum: HumTrack,
    /// Clicks shorter than 3 ms.
    pub clicks: u32,
    /// Level of the even noise above 300 Hz, dB re full scale; `None` when it is too quiet to be heard.
    pub hiss_db: Option<f64>,
    /// Mean power of the noise in each bin of the reducer's spectrum, dB.
    pub noise_db: Vec<f64>,
    /// Bursts below 120 Hz.
    pub plosives: u32,
    /// Consonants with too much between 5 and 9 kHz.
    pub sharp_s: u32,
    /// Level of the loud parts, dB re full scale.
    pub voice_db: f64,
    /// Level of the quiet parts with their hum, dB re full scale.
    pub quiet_db: f64,
}

/// The tool: findings and choices.
#[derive(Debug, Clone, PartialEq)]
pub struct Cleanup {
    /// Of this take.
    pub findings: Findings,
    /// Of the noise reducer.
    pub strength: Strength,
    /// Those to remove.
    pub kinds: Kinds,
}

/// dB of a power, never below −200.
pub fn decibels(power: f64) -> f64 {
    10.0 * libm::log10(power.max(1e-20))
}

/// Power of dB.
pub fn power_of(db: f64) -> f64 {
    libm::pow(10.0, db / 10.0)
}
