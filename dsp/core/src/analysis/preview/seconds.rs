//! Features of each second of a recording.

use crate::analysis::envelope::{
    BANDS, FRAMES_PER_SECOND, MAX_FRAMES, MIN_DECIBELS, STEPS_PER_DECIBEL,
};
use crate::analysis::peaks::PeakPyramid;

/// Most seconds that are distinguished; later ones are ignored.
const MAX_SECONDS: usize = MAX_FRAMES / FRAMES_PER_SECOND;
/// Frames that are this much weaker than the loudest of their second carry no information about its sound.
const ACTIVE_STEPS: u8 = (18.0 * STEPS_PER_DECIBEL) as u8;
/// Depth to which a modulation is followed: a speaker's stops fall about as far in a room.
const DEPTH_STEPS: i32 = (40.0 * STEPS_PER_DECIBEL) as i32;
/// Bands whose levels are followed together, 0.23 to 6 kHz: what carries the syllables of speech.
const SYLLABLE_BANDS: [core::ops::Range<usize>; 4] = [
    band(3)..band(6),
    band(6)..band(9),
    band(9)..band(12),
    band(12)..band(15),
];

/// The band that begins at this many sixteenths of the envelope's range.
const fn band(sixteenths: usize) -> usize {
    sixteenths * BANDS / 16
}

/// Sound outside the bands counts by this share, 6 dB less: sound in opposite phase on two channels, or above or
/// below the bands.
const UNHEARD_SHARE: f32 = 0.25;

/// One second; the last may be shorter.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Second {
    /// Mean of the bytes of each band where something sounds.
    pub spectrum: [u8; BANDS],
    /// How strongly it changes twice to seven times a second, as syllables do (the envelope has 15 frames a second).
    pub modulation: f32,
    /// Mean power re a sine at full scale.
    pub power: f32,
}

#[derive(Debug, Clone)]
pub(super) struct Seconds {
    known: Vec<Second>,
    /// Envelope frames of the second at work.
    open: Vec<u8>,
    /// Mean power of each second as the pyramid has it.
    rms: Vec<f32>,
    open_rms: f32,
    open_pairs: u32,
    pairs: u64,
    sample_rate_hz: u32,
    /// Power of a byte of the envelope.
    power: Box<[f32; 256]>,
    /// One turn in the frames of a second.
    turn: [[f32; 2]; FRAMES_PER_SECOND],
}

impl Seconds {
    pub fn new(sample_rate_hz: u32) -> Self {
        let mut power = Box::new([0.0; 256]);
        for (byte, power) in power.iter_mut().enumerate().skip(1) {
            let bels = byte as f32 / (10.0 * STEPS_PER_DECIBEL) + MIN_DECIBELS / 10.0;
            *power = libm::powf(10.0, bels);
        }
        let turn = core::array::from_fn(|frame| {
            let angle = core::f32::consts::TAU * frame as f32 / FRAMES_PER_SECOND as f32;
            [libm::cosf(angle), libm::sinf(angle)]
        });
        Self {
            known: Vec::new(),
            open: Vec::with_capacity(BANDS * FRAMES_PER_SECOND),
            rms: Vec::new(),
            open_rms: 0.0,
            open_pairs: 0,
            pairs: 0,
            sample_rate_hz,
            power,
            turn,
        }
    }

    pub fn push_envelope(&mut self, bytes: &[u8]) {
        for frame in bytes.chunks_exact(BANDS) {
            self.open.extend_from_slice(frame);
            if self.open.len() == BANDS * FRAMES_PER_SECOND {
                self.close();
            }
        }
    }

    pub fn push_rms(&mut self, bytes: &[u8]) {
        let frames_per_pair = PeakPyramid::frames_per_pair(0) as u64;
        for &byte in bytes {
            let second = self.pairs * frames_per_pair / u64::from(self.sample_rate_hz);
            if second > self.rms.len() as u64 {
                self.close_rms();
            }
            // A byte is the root of the RMS; a sine at full scale has the mean square 1/2.
            let rms = f32::from(byte) * f32::from(byte) / (255.0 * 255.0);
            self.open_rms += 2.0 * rms * rms;
            self.open_pairs += 1;
            self.pairs += 1;
        }
    }

    fn close_rms(&mut self) {
        if self.rms.len() < MAX_SECONDS {
            self.rms.push(self.open_rms / self.open_pairs.max(1) as f32);
        }
        self.open_rms = 0.0;
        self.open_pairs = 0;
    }

    fn close(&mut self) {
        let loudest = self.open.iter().copied().max().unwrap_or(0);
        let frames = self.open.len() / BANDS;
        let power: f32 = self
            .open
            .iter()
            .map(|&byte| self.power[usize::from(byte)])
            .sum();
        if self.known.len() < MAX_SECONDS {
            self.known.push(Second {
                spectrum: self.spectrum(loudest),
                modulation: self.modulation(loudest),
                power: power / frames.max(1) as f32,
            });
        }
        self.open.clear();
    }

    fn spectrum(&self, loudest: u8) -> [u8; BANDS] {
        let least = loudest.saturating_sub(ACTIVE_STEPS);
        let mut sums = [0u32; BANDS];
        let mut active = 0;
        for frame in self.open.chunks_exact(BANDS) {
            if frame.iter().all(|&byte| byte < least) {
                continue;
            }
            active += 1;
            for (sum, &byte) in sums.iter_mut().zip(frame) {
                *sum += u32::from(byte);
            }
        }
        sums.map(|sum| ((sum + active / 2) / active.max(1)) as u8)
    }

    /// Variance of the levels without changes slower than two a second: bins 0 and 1 of their transform.
    fn modulation(&self, loudest: u8) -> f32 {
        let floor = i32::from(loudest) - DEPTH_STEPS;
        let count = FRAMES_PER_SECOND as f32;
        let mut modulation = 0.0;
        for bands in SYLLABLE_BANDS {
            let (mut sum, mut squares, mut re, mut im) = (0.0, 0.0, 0.0, 0.0);
            for (frame, turn) in self.open.chunks_exact(BANDS).zip(&self.turn) {
                let level = frame[bands.clone()].iter().copied().max().unwrap_or(0);
                let depth = (i32::from(level) - floor).max(0) as f32 / DEPTH_STEPS as f32;
                sum += depth;
                squares += depth * depth;
                re += depth * turn[0];
                im += depth * turn[1];
            }
            let slow = sum * sum + 2.0 * (re * re + im * im);
            modulation += (squares / count - slow / (count * count)).max(0.0);
        }
        modulation
    }

    pub fn finish(mut self) -> Vec<Second> {
        if !self.open.is_empty() {
            self.close();
        }
        if self.open_pairs > 0 {
            self.close_rms();
        }
        for (second, rms) in self.known.iter_mut().zip(&self.rms) {
            second.power += UNHEARD_SHARE * (rms - second.power).max(0.0);
        }
        self.known
    }
}
