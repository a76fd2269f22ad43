//! The envelope of a voice with its frequencies moved. McAdams (Spectral Fusion, 1984) raises the angles of the poles
//! to a power; here the same law moves the axis of the envelope that the poles make, on top of a stretch. No roots are
//! looked for, nothing can become unstable (a spectrum that is positive has a predictor), and peaks that several
//! poles share move as one.

use core::f64::consts::PI;

use super::character::Character;
use super::lattice::MAX_ORDER;
use super::prediction::{predict, Correlation, Predictor};

/// Points of the envelope between 0 and half the sample rate.
const POINTS: usize = 512;
/// Where McAdams' law leaves a frequency: one radian at 16 kHz, the rate it is used at for speech.
const FIXED_HZ: f64 = 16_000.0 / (2.0 * PI);
/// Below, frequencies move as this one does: the power would take the lowest without bound.
const LOWEST_HZ: f64 = 250.0;
/// Above, or above 0.7 of half the sample rate, the axis runs straight to its end.
const HIGHEST_HZ: f64 = 5000.0;

/// Where a character puts the frequencies of an envelope.
#[derive(Debug, Clone, Copy)]
pub struct Axis {
    character: Character,
    half_rate_hz: f64,
    knee_hz: f64,
}

impl Axis {
    /// Of `character`, for sound of this rate.
    pub fn new(character: Character, sample_rate_hz: u32) -> Self {
        let half_rate_hz = f64::from(sample_rate_hz) / 2.0;
        Self {
            character,
            half_rate_hz,
            knee_hz: HIGHEST_HZ.min(0.7 * half_rate_hz),
        }
    }

    /// The frequency that `hz` becomes.
    pub fn moved(&self, hz: f64) -> f64 {
        let Character { formants, bend, .. } = self.character;
        if hz > self.knee_hz {
            let knee = self.moved(self.knee_hz);
            let left = (hz - self.knee_hz) / (self.half_rate_hz - self.knee_hz);
            return knee + (self.half_rate_hz - knee) * left;
        }
        hz * formants * libm::pow(hz.max(LOWEST_HZ) / FIXED_HZ, bend - 1.0)
    }

    /// The frequency that becomes `hz`.
    pub fn source(&self, hz: f64) -> f64 {
        let Character { formants, bend, .. } = self.character;
        let knee = self.moved(self.knee_hz);
        if hz > knee {
            let left = (hz - knee) / (self.half_rate_hz - knee);
            return self.knee_hz + (self.half_rate_hz - self.knee_hz) * left;
        }
        let lowest = self.moved(LOWEST_HZ);
        if hz < lowest {
            return hz * LOWEST_HZ / lowest;
        }
        FIXED_HZ * libm::pow(hz / (FIXED_HZ * formants), 1.0 / bend)
    }
}

/// Moves envelopes; rebuilds its tables when the character has changed.
pub struct EnvelopeMover {
    order: usize,
    /// Cosine of the source's angle for each point, and the power that counts of it there and here.
    sources: Vec<f64>,
    weights: Vec<[f64; 2]>,
    /// cos(2πj / 4·POINTS).
    cosines: Vec<f64>,
    spectrum: Vec<f64>,
}

impl EnvelopeMover {
    /// For predictors of `order`.
    pub fn new(order: usize) -> Self {
        let circle = 4 * POINTS;
        let cosine = |j: usize| libm::cos(2.0 * PI * j as f64 / circle as f64);
        Self {
            order,
            sources: vec![0.0; POINTS],
            weights: vec![[1.0; 2]; POINTS],
            cosines: (0..circle).map(cosine).collect(),
            spectrum: vec![0.0; POINTS],
        }
    }

    /// Envelopes are moved along `axis` from now on. They are of sound from which `emphasis` times the sample before
    /// was taken.
    pub fn set(&mut self, axis: &Axis, emphasis: f64) {
        let step = axis.half_rate_hz / POINTS as f64;
        let lowered = |cosine: f64| 1.0 / (1.0 + emphasis * emphasis - 2.0 * emphasis * cosine);
        let cosine = |hz: f64| libm::cos(PI * hz / axis.half_rate_hz);
        let mut edge = 0.0;
        for (i, (source, weights)) in self.sources.iter_mut().zip(&mut self.weights).enumerate() {
            let hz = (i as f64 + 0.5) * step;
            let next = axis.source((i + 1) as f64 * step);
            *source = cosine(axis.source(hz));
            *weights = [lowered(*source) * (next - edge) / step, lowered(cosine(hz))];
            edge = next;
        }
    }

    /// The predictor of the moved envelope, and the gain that keeps the power of the sound.
    pub fn moved(&mut self, predictor: &Predictor) -> (Predictor, f64) {
        let a = &predictor.polynomial;
        // |A|² = c₀ + 2 Σ c_k cos kω.
        let mut c: Correlation = [0.0; MAX_ORDER + 1];
        for (k, c) in c.iter_mut().enumerate().take(self.order + 1) {
            *c = (k..=self.order).map(|i| a[i] * a[i - k]).sum();
        }
        for (value, &cosine) in self.spectrum.iter_mut().zip(&self.sources) {
            *value = 1.0 / clenshaw(&c, self.order, cosine).max(1e-9);
        }
        let mut moved: Correlation = [0.0; MAX_ORDER + 1];
        let circle = self.cosines.len();
        for (k, sum) in moved.iter_mut().enumerate().take(self.order + 1) {
            let mut angle = k;
            for value in &self.spectrum {
                *sum += value * self.cosines[angle & (circle - 1)];
                angle += 2 * k;
            }
            *sum /= POINTS as f64;
        }
        let result = predict(&moved, self.order);
        let [mut before, mut after] = [0.0; 2];
        for (value, [there, here]) in self.spectrum.iter().zip(&self.weights) {
            before += value * there;
            after += value * here;
        }
        let gain = (result.error * before / after).sqrt();
        (result, if gain.is_finite() { gain } else { 0.0 })
    }
}

/// c₀ + 2 Σ c_k cos kω for cos ω = `cosine`.
fn clenshaw(c: &Correlation, order: usize, cosine: f64) -> f64 {
    let twice = 2.0 * cosine;
    let (mut one, mut two) = (0.0, 0.0);
    for &value in c[1..=order].iter().rev() {
        (one, two) = (2.0 * value + twice * one - two, one);
    }
    c[0] + cosine * one - two
}
