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
/// Width on each side of a bin, Hz. The mean over these bins shows whether there is sound, because that mean is steady for noise.
const AROUND_HZ: f32 = 350.0;
/// Weight of the last frame in that mean.
const SMOOTHING: f32 = 0.6;
/// Power over the noise, as a mean around, where sound begins to be possible and where it is certain: 0.8 and 2.5 dB.
const POSSIBLE: f32 = 1.2;
const CERTAIN: f32 = 1.8;
/// Power over the noise, as a mean around, where sound begins to hide the noise and where it hides all of it: 2 and 9 dB. A
/// gain below 1 there costs more speech than it takes noise (STOI in bench/voice).
const HIDES: f32 = 1.6;
const HIDES_ALL: f32 = 8.0;
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
    table: Vec<f32>,
    /// Of the last frame: squared gain times power over noise.
    before: Vec<f32>,
    smooth: Vec<f32>,
    ratio: Vec<f32>,
    sums: Vec<f32>,
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
            table: (0..=TABLE_STEPS * TABLE_OCTAVES)
                .map(|step| {
                    let v = f64::from(TABLE_START) * libm::exp2(step as f64 / TABLE_STEPS as f64);
                    libm::exp(0.5 * exponential_integral(v)) as f32
                })
                .collect(),
            before: vec![0.0; bins],
            smooth: vec![1.0; bins],
            ratio: vec![0.0; bins],
            sums: vec![0.0; bins + 1],
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
        // Running sums make the mean around each bin; noise has the mean 1.
        for k in 0..bins {
            self.sums[k + 1] = self.sums[k] + self.ratio[k].min(1_000.0);
        }
        for k in 0..bins {
            let (from, to) = (
                k.saturating_sub(self.around),
                (k + self.around + 1).min(bins),
            );
            let mean = (self.sums[to] - self.sums[from]) / (to - from) as f32;
            self.smooth[k] = SMOOTHING * self.smooth[k] + (1.0 - SMOOTHING) * mean;
            let sound =
                ((self.smooth[k].max(mean) - POSSIBLE) / (CERTAIN - POSSIBLE)).clamp(0.0, 1.0);
            let power = self.ratio[k];
            let guess = MEMORY * self.before[k] + (1.0 - MEMORY) * (power - 1.0).max(0.0);
            let prior = guess.max(LEAST_RATIO);
            let part = prior / (1.0 + prior);
            let gain = (part * self.integral(part * power)).min(1.0);
            self.before[k] = gain * gain * power;
            let gain = (sound * gain + (1.0 - sound) * self.floor).max(self.floor);
            // Sound that hides the noise is left as it is.
            let hidden = ((mean - HIDES) / (HIDES_ALL - HIDES)).clamp(0.0, 1.0);
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
        let place = libm::log2f((v / TABLE_START).max(1.0)) * TABLE_STEPS as f32;
        let index = (place as usize).min(self.table.len() - 2);
        let share = (place - index as f32).min(1.0);
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
