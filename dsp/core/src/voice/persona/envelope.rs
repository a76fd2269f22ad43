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
/// Points that are computed together: their sums do not wait for each other.
const LANES: usize = 8;
/// Where McAdams' law leaves a frequency: one radian at 16 kHz, the rate it is used at for speech.
const FIXED_HZ: f64 = 16_000.0 / (2.0 * PI);
/// Below, frequencies move as this one does: the power would take the lowest without bound.
const LOWEST_HZ: f64 = 250.0;
/// Above, or above 0.7 of half the sample rate, the axis runs straight to its end.
const HIGHEST_HZ: f64 = 5000.0;

type Points = [f64; LANES];

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
    /// Cosines of the angles of each point and of its source.
    cosines: Vec<Points>,
    sources: Vec<Points>,
    /// Power that counts of the source there, and of the point here.
    weights: Vec<[f64; 2]>,
    spectrum: Vec<Points>,
}

impl EnvelopeMover {
    /// For predictors of `order`.
    pub fn new(order: usize) -> Self {
        let none = vec![[0.0; LANES]; POINTS / LANES];
        let mut cosines = none.clone();
        for (i, cosine) in cosines.as_flattened_mut().iter_mut().enumerate() {
            *cosine = libm::cos(PI * (i as f64 + 0.5) / POINTS as f64);
        }
        Self {
            order,
            cosines,
            sources: none.clone(),
            weights: vec![[1.0; 2]; POINTS],
            spectrum: none,
        }
    }

    /// Envelopes are moved along `axis` from now on. They are of sound from which `emphasis` times the sample before
    /// was taken.
    pub fn set(&mut self, axis: &Axis, emphasis: f64) {
        let step = axis.half_rate_hz / POINTS as f64;
        let lowered = |cosine: f64| 1.0 / (1.0 + emphasis * emphasis - 2.0 * emphasis * cosine);
        let cosine = |hz: f64| libm::cos(PI * hz / axis.half_rate_hz);
        let mut edge = 0.0;
        let sources = self.sources.as_flattened_mut().iter_mut();
        for (i, (source, weights)) in sources.zip(&mut self.weights).enumerate() {
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
        for (values, cosines) in self.spectrum.iter_mut().zip(&self.sources) {
            *values = clenshaw(&c, self.order, cosines).map(|power| 1.0 / power.max(1e-9));
        }
        let moved = cosine_sums(&self.spectrum, self.order, &self.cosines);
        let result = predict(&moved, self.order);
        let [mut before, mut after] = [0.0; 2];
        for (value, [there, here]) in self.spectrum.as_flattened().iter().zip(&self.weights) {
            before += value * there;
            after += value * here;
        }
        let gain = (result.error * before / after).sqrt();
        (result, if gain.is_finite() { gain } else { 0.0 })
    }
}

/// c₀ + 2 Σ c_k cos kω for each cos ω of `cosines`, by Clenshaw's recurrence.
fn clenshaw(c: &Correlation, order: usize, cosines: &Points) -> Points {
    let (mut one, mut two) = ([0.0; LANES], [0.0; LANES]);
    for &value in c[1..=order].iter().rev() {
        for lane in 0..LANES {
            let next = 2.0 * (value + cosines[lane] * one[lane]) - two[lane];
            (two[lane], one[lane]) = (one[lane], next);
        }
    }
    core::array::from_fn(|lane| c[0] + cosines[lane] * one[lane] - two[lane])
}

/// Means of `values` times cos kω, for each k up to `order` and all cos ω of `cosines`, by Chebyshev's recurrence.
fn cosine_sums(values: &[Points], order: usize, cosines: &[Points]) -> Correlation {
    let mut sums = [[0.0; LANES]; MAX_ORDER + 1];
    for (values, cosines) in values.iter().zip(cosines) {
        let (mut here, mut before) = ([1.0; LANES], *cosines);
        for sum in &mut sums[..=order] {
            for lane in 0..LANES {
                sum[lane] += values[lane] * here[lane];
                let next = 2.0 * cosines[lane] * here[lane] - before[lane];
                (before[lane], here[lane]) = (here[lane], next);
            }
        }
    }
    sums.map(|lanes| lanes.iter().sum::<f64>() / POINTS as f64)
}
