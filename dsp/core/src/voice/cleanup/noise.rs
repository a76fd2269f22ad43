//! Even noise: each bin of the spectrum is lowered where it holds no more than the noise of the take.

use super::super::stage::Stage;
use super::findings::{power_of, Strength};
use super::spectra::Spectra;
use crate::pcm::PcmBlock;

/// Weight of the last frame in the signal-to-noise ratio before this one (Y. Ephraim, D. Malah, IEEE Trans. ASSP
/// 32(6), 1984). Less than their 0.98: whispers and breaths begin softly.
const MEMORY: f32 = 0.92;
/// Least signal-to-noise ratio that is assumed.
const LEAST_RATIO: f32 = 0.01;
/// Width on each side of a bin, Hz: of the means that say how much sound is there, and of the one that says at once whether
/// there is any. The wider, the steadier is that mean for noise.
const AROUND_HZ: f32 = 350.0;
const WIDE_HZ: f32 = 950.0;
/// Most power over the noise that a bin adds to the wide mean: one lonely peak is not yet a sound.
const EVIDENT: f32 = 4.0;
/// Mean signal-to-noise ratio around where sound begins to be possible and where it is certain.
const POSSIBLE: f32 = 0.2;
const CERTAIN: f32 = 0.5;
/// The same for the wide mean of this frame, in which noise has 1: a sound begins.
const BEGINS: f32 = 1.3;
const BEGUN: f32 = 1.7;
/// Power over the noise, as a mean around, where sound begins to hide the noise and where it hides all of it: 2 and 9 dB. A
/// gain below 1 there costs more speech than it takes noise (STOI in bench/voice).
const HIDES: f32 = 1.6;
const HIDES_ALL: f32 = 8.0;
/// Share of the noise between the harmonics that is removed even there, once a sound lasts.
const BETWEEN: f32 = 0.5;
/// Steps of the table of gains per octave, and its octaves.
const TABLE_STEPS: usize = 8;
const TABLE_OCTAVES: usize = 16;
/// Lowest value in the table.
const TABLE_START: f32 = 1.0 / 4_096.0;

/// Lowers noise; a stage of two half frames latency. The gain is that of the least error of the logarithmic spectrum
/// (Y. Ephraim, D. Malah, IEEE Trans. ASSP 33(2), 1985), weighted by the probability of sound (I. Cohen, B. Berdugo,
/// "Speech enhancement for non-stationary noise environments", Signal Processing 81, 2001).
#[derive(Debug)]
pub struct NoiseReducer {
    spectra: Spectra,
    /// 1 over the noise in each bin, in squared magnitudes; 0 where none is known.
    inverse_noise: Vec<f32>,
    floor: f32,
    /// Bins on either side.
    around: usize,
    wide: usize,
    table: Vec<f32>,
    /// Of the last frame: squared gain times power over noise.
    before: Vec<f32>,
    ratio: Vec<f32>,
    gains: Vec<f32>,
    /// Of the power over the noise, of that no more than `EVIDENT`, and of the signal-to-noise ratio.
    sums: [Vec<f32>; 3],
    /// 1 less the gain of each bin.
    lowered: Vec<f32>,
    channels: Vec<Channel>,
    frames: usize,
    given: usize,
    out: PcmBlock,
}

#[derive(Debug, Clone)]
struct Channel {
    /// The last half frame, and the next as it comes.
    input: Vec<f32>,
    /// The noise to subtract from the next two half frames of the output.
    removed: Vec<f32>,
    re: Vec<f32>,
    im: Vec<f32>,
}

impl NoiseReducer {
    /// `noise_db`: power of each bin.
    pub fn new(noise_db: &[f64], strength: Strength, sample_rate_hz: u32, channels: usize) -> Self {
        let spectra = Spectra::new(sample_rate_hz);
        let (size, bins) = (spectra.size(), spectra.bins());
        let scale = spectra.scale();
        let inverse = |bin: usize| match noise_db.get(bin) {
            Some(&db) => (scale / power_of(db)) as f32,
            None => 0.0,
        };
        let bin_hz = sample_rate_hz as f32 / size as f32;
        Self {
            inverse_noise: (0..bins).map(inverse).collect(),
            floor: strength.floor(),
            around: ((AROUND_HZ / bin_hz) as usize).max(2),
            wide: ((WIDE_HZ / bin_hz) as usize).max(2),
            table: (0..=TABLE_STEPS * TABLE_OCTAVES)
                .map(|step| {
                    let octave = libm::exp2((step / TABLE_STEPS) as f64);
                    let within = 1.0 + (step % TABLE_STEPS) as f64 / TABLE_STEPS as f64;
                    let v = f64::from(TABLE_START) * octave * within;
                    libm::exp(0.5 * exponential_integral(v)) as f32
                })
                .collect(),
            before: vec![0.0; bins],
            ratio: vec![0.0; bins],
            gains: vec![0.0; bins],
            sums: [(); 3].map(|()| vec![0.0; bins + 1]),
            lowered: vec![0.0; bins],
            channels: vec![
                Channel {
                    input: vec![0.0; size / 2],
                    removed: vec![0.0; size],
                    re: vec![0.0; bins],
                    im: vec![0.0; bins],
                };
                channels
            ],
            spectra,
            frames: 0,
            given: 0,
            out: PcmBlock::new(),
        }
    }

    /// Works on one whole frame and gives its first half.
    fn work(&mut self) {
        let half = self.spectra.bins();
        self.ratio.fill(0.0);
        let share = 1.0 / self.channels.len().max(1) as f32;
        for channel in &mut self.channels {
            let (re, im) = self.spectra.forward(&channel.input);
            channel.re.copy_from_slice(re);
            channel.im.copy_from_slice(im);
            for ((ratio, (re, im)), inverse) in self
                .ratio
                .iter_mut()
                .zip(re.iter().zip(im))
                .zip(&self.inverse_noise)
            {
                *ratio += (re * re + im * im) * inverse * share;
            }
        }
        self.weigh();
        self.out.reset(self.channels.len(), half);
        for (index, channel) in self.channels.iter_mut().enumerate() {
            self.spectra.add_inverse(
                &channel.re,
                &channel.im,
                &self.lowered,
                &mut channel.removed,
            );
            let out = self.out.channel_mut(index);
            for ((out, x), removed) in out.iter_mut().zip(&channel.input).zip(&channel.removed) {
                *out = x - removed;
            }
            channel.input.drain(..half);
            channel.removed.copy_within(half.., 0);
            channel.removed[half..].fill(0.0);
        }
    }

    /// The gains of a frame, from the power over the noise in `ratio`.
    fn weigh(&mut self) {
        let bins = self.ratio.len();
        for k in 0..bins {
            let power = self.ratio[k];
            let guess = MEMORY * self.before[k] + (1.0 - MEMORY) * at_least(power - 1.0, 0.0);
            let prior = at_least(guess, LEAST_RATIO);
            let part = prior / (1.0 + prior);
            let gain = at_most(part * self.integral(part * power), 1.0);
            self.before[k] = gain * gain * power;
            self.gains[k] = gain;
            // Running sums make the means around each bin.
            let values = [
                at_most(power, 1_000.0),
                at_most(power, EVIDENT),
                at_most(prior, 1_000.0),
            ];
            for (sums, value) in self.sums.iter_mut().zip(values) {
                sums[k + 1] = sums[k] + value;
            }
        }
        let [powers, evidence, priors] = &self.sums;
        for k in 0..bins {
            let mean = |sums: &[f32], width: usize| {
                let (from, to) = (k.saturating_sub(width), (k + width + 1).min(bins));
                (sums[to] - sums[from]) / (to - from) as f32
            };
            let power = mean(powers, self.around);
            let prior = mean(priors, self.around);
            let lasts = (prior - POSSIBLE) / (CERTAIN - POSSIBLE);
            let begins = (mean(evidence, self.wide) - BEGINS) / (BEGUN - BEGINS);
            let sound = at_least(lasts, begins).clamp(0.0, 1.0);
            let gain = sound * at_least(self.gains[k], self.floor) + (1.0 - sound) * self.floor;
            // Sound that hides the noise is left as it is where it begins, and nearly so where it lasts.
            let hidden = sound * ((power - HIDES) / (HIDES_ALL - HIDES)).clamp(0.0, 1.0);
            let hidden = hidden * (1.0 - BETWEEN * at_most(prior / at_least(power, 0.5), 1.0));
            let gain = gain + hidden * (1.0 - gain);
            self.lowered[k] = if self.inverse_noise[k] > 0.0 {
                1.0 - gain
            } else {
                0.0
            };
        }
    }

    /// e to the half of the exponential integral of `v`.
    fn integral(&self, v: f32) -> f32 {
        // The steps of an octave are equal, so the upper bits of a number are its place in the table.
        const BITS: u32 = f32::MANTISSA_DIGITS - 1 - TABLE_STEPS.trailing_zeros();
        let place = at_least(v, TABLE_START).to_bits() - TABLE_START.to_bits();
        let index = ((place >> BITS) as usize).min(self.table.len() - 2);
        let share = (place & ((1 << BITS) - 1)) as f32 / (1 << BITS) as f32;
        self.table[index] + (self.table[index + 1] - self.table[index]) * share
    }

    /// Appends the worked half frame, but for the silence before the first.
    fn give(&mut self, out: &mut PcmBlock) {
        let half = self.spectra.bins();
        if self.given > 0 {
            let left = (self.frames + half).saturating_sub(self.given).min(half);
            let planes = self.out.planes();
            let planes: Vec<&[f32]> = planes.iter().map(|plane| &plane[..left]).collect();
            out.append(&planes);
        }
        self.given += half;
    }
}

/// E₁, by its series below 1 and its continued fraction above.
fn exponential_integral(x: f64) -> f64 {
    if x < 1.0 {
        let (mut term, mut sum) = (1.0, 0.0);
        for n in 1..30 {
            term *= -x / f64::from(n);
            sum -= term / f64::from(n);
        }
        return -0.577_215_664_901_532_9 - libm::log(x) + sum;
    }
    let mut fraction = 0.0;
    for n in (1..60).rev() {
        let n = f64::from(n);
        fraction = n / (1.0 + n / (x + fraction));
    }
    libm::exp(-x) / (x + fraction)
}

/// As `f32::max` and `f32::min`, which are calls of functions in wasm.
fn at_least(value: f32, least: f32) -> f32 {
    if value > least {
        value
    } else {
        least
    }
}

fn at_most(value: f32, most: f32) -> f32 {
    if value < most {
        value
    } else {
        most
    }
}

impl Stage for NoiseReducer {
    fn push(&mut self, block: &PcmBlock, out: &mut PcmBlock) {
        let size = self.spectra.size();
        let mut from = 0;
        while from < block.frames() {
            let have = self
                .channels
                .first()
                .map_or(size, |channel| channel.input.len());
            let to = (from + size - have).min(block.frames());
            for (index, channel) in self.channels.iter_mut().enumerate() {
                let samples = &block.channel(index)[from..to];
                channel
                    .input
                    .extend(samples.iter().map(|x| if x.is_finite() { *x } else { 0.0 }));
            }
            self.frames += to - from;
            from = to;
            if self
                .channels
                .first()
                .is_some_and(|channel| channel.input.len() == size)
            {
                self.work();
                self.give(out);
            }
        }
    }

    fn finish(&mut self, out: &mut PcmBlock) {
        let size = self.spectra.size();
        while !self.channels.is_empty() && self.given < self.frames + size / 2 {
            for channel in &mut self.channels {
                channel.input.resize(size, 0.0);
            }
            self.work();
            self.give(out);
        }
    }

    fn grid(&self) -> Option<u64> {
        Some(self.spectra.bins() as u64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_the_integral() {
        let reducer = NoiseReducer::new(&[], Strength::Medium, 48_000, 1);
        for step in 0..4_000 {
            let v = f64::from(TABLE_START) * libm::exp2(f64::from(step) / 200.0);
            let exact = libm::exp(0.5 * exponential_integral(v));
            let off = f64::from(reducer.integral(v as f32)) / exact - 1.0;
            assert!(off.abs() < 0.005, "{v}: {off}");
        }
    }
}
