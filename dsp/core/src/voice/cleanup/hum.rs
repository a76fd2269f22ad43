//! Hum of the mains: found in the spectrum of the whole take, removed by notches so narrow that a voice passes.

use super::super::stage::Stage;
use super::findings::{decibels, power_of};
use crate::lanes::F32x4;
use crate::pcm::PcmBlock;
use crate::transform::RealFft;

/// Harmonics that are looked for.
pub const HARMONICS: usize = 8;
const GROUPS: usize = HARMONICS / 4;
/// Nominal frequencies of the mains.
const MAINS_HZ: [f64; 2] = [50.0, 60.0];
/// How far from these the mains may be.
const REACH_HZ: f64 = 0.5;
/// A notch takes this long to settle.
const SETTLE_SECONDS: f32 = 0.3;
/// Beginning of a take, in which a notch settles faster: two periods.
const FIRST_SECONDS: f32 = 0.04;
/// In loud sound a notch settles this many times slower, so that it keeps the hum it knows.
const SLOWEST: f32 = 0.01;
/// Corrections of the frequency per second, and the part of the difference that each of them takes.
const CORRECTIONS_PER_SECOND: u32 = 8;
const CORRECTION: f64 = 0.2;
/// The frequency stays this close to the one that was found.
const DRIFT_HZ: f64 = 0.5;

/// Complex numbers, one a harmonic.
#[derive(Debug, Clone, Copy)]
struct Phasors {
    re: F32x4,
    im: F32x4,
}

impl Phasors {
    fn turned(self, by: Self) -> Self {
        Self {
            re: self.re.mul(by.re).sub(self.im.mul(by.im)),
            im: self.re.mul(by.im).add(self.im.mul(by.re)),
        }
    }
}

type Harmonics = [Phasors; GROUPS];

/// From the value of each harmonic, the first is 1.
fn phasors(of: impl Fn(usize) -> (f32, f32)) -> Harmonics {
    core::array::from_fn(|group| {
        let four: [(f32, f32); 4] = core::array::from_fn(|lane| of(4 * group + lane + 1));
        Phasors {
            re: F32x4::new(four.map(|value| value.0)),
            im: F32x4::new(four.map(|value| value.1)),
        }
    })
}

fn values(of: &Harmonics) -> [(f64, f64); HARMONICS] {
    core::array::from_fn(|k| {
        let group = of[k / 4];
        let (re, im) = (group.re.to_array(), group.im.to_array());
        (f64::from(re[k % 4]), f64::from(im[k % 4]))
    })
}

/// One channel's hum: amplitude and phase of each harmonic, now and at the last correction of the frequency.
#[derive(Debug, Clone)]
struct Channel {
    hum: Harmonics,
    before: Harmonics,
    /// Smoothed power of what is left.
    power: f32,
    /// Samples that the notch has learned from, loud ones count less: all, and those since the last correction.
    learned: f32,
    since: f32,
}

/// Subtracts the hum. For each harmonic it follows amplitude and phase (B. Widrow et al., "Adaptive Noise Cancelling",
/// Proc. IEEE 63(12), 1975); the drift of the phases corrects the frequency. No latency.
#[derive(Debug)]
pub struct HumCanceller {
    found_hz: f64,
    hz: f64,
    sample_rate_hz: u32,
    /// The harmonics at the next frame, with amplitude 1.
    reference: Harmonics,
    channels: Vec<Channel>,
    /// Power up to which sound is quiet.
    quiet: f32,
    frames: u64,
    cleaned: PcmBlock,
}

impl HumCanceller {
    /// For a take whose quiet parts have the level `quiet_db`.
    pub fn new(hum_hz: f64, quiet_db: f64, sample_rate_hz: u32, channels: usize) -> Self {
        let sample_rate_hz = sample_rate_hz.max(CORRECTIONS_PER_SECOND);
        let silent = phasors(|_| (0.0, 0.0));
        Self {
            found_hz: hum_hz,
            hz: hum_hz,
            sample_rate_hz,
            reference: phasors(|_| (1.0, 0.0)),
            channels: vec![
                Channel {
                    hum: silent,
                    before: silent,
                    power: 0.0,
                    learned: FIRST_SECONDS * sample_rate_hz as f32,
                    since: 0.0,
                };
                channels
            ],
            quiet: (2.0 * power_of(quiet_db)).max(1e-12) as f32,
            frames: 0,
            cleaned: PcmBlock::new(),
        }
    }

    /// Corrects the frequency by how far the phases moved.
    fn correct(&mut self) {
        let seconds = 1.0 / f64::from(CORRECTIONS_PER_SECOND);
        let (mut moved, mut weight, mut trust) = (0.0, 1e-30, 0.0);
        for channel in &mut self.channels {
            let (now, before) = (values(&channel.hum), values(&channel.before));
            for (k, (a, b)) in (1..).zip(now.iter().zip(before)) {
                let k = f64::from(k);
                moved += k * (a.1 * b.0 - a.0 * b.1);
                weight += k * k * (b.0 * b.0 + b.1 * b.1);
            }
            trust += core::mem::take(&mut channel.since);
            channel.before = channel.hum;
        }
        let off_hz = moved / weight / (core::f64::consts::TAU * seconds);
        let samples = self.channels.len() as f64 * f64::from(self.sample_rate_hz) * seconds;
        let trust = f64::from(trust) / samples.max(1.0);
        self.hz = (self.hz + CORRECTION * trust * trust * off_hz.clamp(-REACH_HZ, REACH_HZ))
            .clamp(self.found_hz - DRIFT_HZ, self.found_hz + DRIFT_HZ);
        // Rounding makes the references longer or shorter.
        let reference = values(&self.reference);
        self.reference = phasors(|k| {
            let (re, im) = reference[k - 1];
            let length = libm::hypot(re, im).max(1e-9);
            ((re / length) as f32, (im / length) as f32)
        });
    }

    /// Removes the hum from frames between two corrections.
    fn run(&mut self, from: usize, to: usize) {
        let rate = self.sample_rate_hz as f32;
        let turn = core::f64::consts::TAU * self.hz / f64::from(self.sample_rate_hz);
        let step = phasors(|k| {
            let (sine, cosine) = libm::sincos(turn * k as f64);
            (cosine as f32, sine as f32)
        });
        let smoothing = 1.0 / (0.02 * rate);
        let mut reference = self.reference;
        for (index, known) in self.channels.iter_mut().enumerate() {
            reference = self.reference;
            // A copy stays in registers.
            let mut channel = known.clone();
            for sample in &mut self.cleaned.channel_mut(index)[from..to] {
                let mut sum = F32x4::splat(0.0);
                for (hum, reference) in channel.hum.iter().zip(&reference) {
                    sum = sum.add(hum.re.mul(reference.re).sub(hum.im.mul(reference.im)));
                }
                let [a, b, c, d] = sum.to_array();
                let x = if sample.is_finite() { *sample } else { 0.0 };
                let rest = x - (a + b + c + d);
                *sample = rest;
                channel.power += smoothing * (rest * rest - channel.power);
                // Not `max` and `min`: they ask for NaN, and are calls of functions in wasm.
                let care = if channel.power > 1e-20 {
                    (self.quiet / channel.power).clamp(SLOWEST, 1.0)
                } else {
                    1.0
                };
                let learned = channel.learned.clamp(0.0, SETTLE_SECONDS * rate);
                let gain = 2.0 * care / learned;
                channel.learned += care;
                channel.since += care;
                let change = F32x4::splat(gain * rest);
                for (hum, reference) in channel.hum.iter_mut().zip(&reference) {
                    hum.re = hum.re.add(change.mul(reference.re));
                    hum.im = hum.im.sub(change.mul(reference.im));
                }
                for (reference, step) in reference.iter_mut().zip(&step) {
                    *reference = reference.turned(*step);
                }
            }
            *known = channel;
        }
        self.reference = reference;
        self.frames += (to - from) as u64;
    }
}

impl Stage for HumCanceller {
    fn push(&mut self, block: &PcmBlock, out: &mut PcmBlock) {
        self.cleaned.reset(block.channel_count(), 0);
        self.cleaned.append(&block.planes());
        let between = u64::from(self.sample_rate_hz / CORRECTIONS_PER_SECOND);
        let mut from = 0;
        while from < block.frames() {
            let due = between - self.frames % between;
            let to = (from + due as usize).min(block.frames());
            self.run(from, to);
            if self.frames.is_multiple_of(between) {
                self.correct();
            }
            from = to;
        }
        out.append(&self.cleaned.planes());
    }

    fn finish(&mut self, _out: &mut PcmBlock) {}
}

/// Rate of the spectrum that hum is looked for in, Hz or somewhat more.
const NARROW_HZ: u32 = 1_000;
/// Its samples.
const SIZE: usize = 2_048;
/// Fewest spectra that show whether a tone is steady.
const MIN_SPECTRA: u32 = 3;
/// Spectra after which a hum is certain, each a second.
const ENOUGH_SPECTRA: u32 = 300;
/// Quietest hum, dB re full scale.
const QUIETEST_DB: f64 = -90.0;
/// A line counts as faint from this share of the threshold for clear lines. This many faint lines that agree make a hum; a
/// clear one counts as two.
const FAINT: f64 = 0.5;
const MANY: usize = 3;
/// Bins next to a harmonic that belong to it, and those that are compared with it.
const OWN_BINS: usize = 3;
const AROUND_BINS: usize = 14;

/// Looks for hum. The mean of the logarithms of many spectra shows what is steady: a voice moves on.
#[derive(Debug)]
pub struct HumFinder {
    fft: Box<RealFft>,
    window: Vec<f32>,
    /// Frames that become one.
    factor: usize,
    rate_hz: f64,
    sum: f32,
    summed: usize,
    recent: Vec<f32>,
    logarithms: Vec<f64>,
    spectra: u32,
}

impl HumFinder {
    /// At the rate of the samples.
    pub fn new(sample_rate_hz: u32) -> Self {
        let mut fft = Box::new(RealFft::EMPTY);
        fft.set_size(SIZE);
        let factor = (sample_rate_hz / NARROW_HZ).max(1) as usize;
        let step = core::f64::consts::TAU / SIZE as f64;
        Self {
            fft,
            window: (0..SIZE)
                .map(|n| (0.5 - 0.5 * libm::cos(step * n as f64)) as f32)
                .collect(),
            factor,
            rate_hz: f64::from(sample_rate_hz.max(1)) / factor as f64,
            sum: 0.0,
            summed: 0,
            recent: Vec::with_capacity(SIZE),
            logarithms: vec![0.0; SIZE / 2],
            spectra: 0,
        }
    }

    /// Adds samples, all channels as one.
    pub fn push(&mut self, samples: &[f32]) {
        for sample in samples {
            self.sum += sample;
            self.summed += 1;
            if self.summed == self.factor {
                self.recent.push(self.sum / self.factor as f32);
                (self.sum, self.summed) = (0.0, 0);
                if self.recent.len() == SIZE {
                    self.look();
                }
            }
        }
    }

    fn look(&mut self) {
        let (re, im) = self.fft.forward(&self.recent, &self.window);
        for (sum, (re, im)) in self.logarithms.iter_mut().zip(re.iter().zip(im)) {
            *sum += decibels(f64::from(re * re + im * im));
        }
        self.spectra += 1;
        self.recent.drain(..SIZE / 2);
    }

    /// Whether hum is so certain that no more samples are needed. That is decided every five minutes.
    pub fn is_certain(&self) -> bool {
        self.spectra.is_multiple_of(ENOUGH_SPECTRA) && self.found_hz().is_some()
    }

    /// The fundamental frequency of the hum in all samples.
    pub fn found_hz(&self) -> Option<f64> {
        if self.spectra < MIN_SPECTRA {
            return None;
        }
        // A tone of amplitude 1 has a quarter of the size as magnitude, and the power 1/2.
        let full = decibels((SIZE * SIZE) as f64 / 8.0);
        let levels: Vec<f64> = self
            .logarithms
            .iter()
            .map(|sum| sum / f64::from(self.spectra) - full)
            .collect();
        let bin_hz = self.rate_hz / SIZE as f64;
        // The fewer spectra, the more a bin of noise is above its neighbours by chance.
        let steady_db = 8.0 + 14.0 / f64::from(self.spectra).sqrt();
        MAINS_HZ
            .iter()
            .filter_map(|&mains| hum_near(&levels, mains, bin_hz, steady_db))
            .max_by(|a, b| a.1.total_cmp(&b.1))
            .map(|(hz, _)| hz)
    }
}

/// A line near a multiple of the mains.
#[derive(Debug, Clone, Copy)]
struct Line {
    order: f64,
    /// Of the fundamental.
    hz: f64,
    /// How far it stands out, dB.
    above: f64,
}

/// The frequency of the hum near this one of the mains, and how far it stands out.
fn hum_near(levels: &[f64], mains_hz: f64, bin_hz: f64, steady_db: f64) -> Option<(f64, f64)> {
    let lines: Vec<Line> = (1..=HARMONICS)
        .filter_map(|order| line_near(levels, mains_hz, order as f64, bin_hz))
        .filter(|line| line.above >= FAINT * steady_db)
        .collect();
    let clear: Vec<Line> = lines
        .iter()
        .copied()
        .filter(|line| line.above >= steady_db)
        .collect();
    if clear.len() >= 2 || clear.iter().any(|line| line.above >= 2.0 * steady_db) {
        return Some(mean_of(&clear));
    }
    // Faint ones count when they agree.
    lines
        .iter()
        .map(|one| {
            let agrees =
                |line: &Line| (line.hz - one.hz).abs() * line.order.min(one.order) < bin_hz / 2.0;
            lines.iter().copied().filter(agrees).collect::<Vec<_>>()
        })
        .filter(|agreeing| {
            let clear = agreeing.iter().filter(|line| line.above >= steady_db);
            agreeing.len() + clear.count() >= MANY
        })
        .map(|agreeing| mean_of(&agreeing))
        .max_by(|a, b| a.1.total_cmp(&b.1))
}

/// Mean frequency and the sum by which lines stand out. High harmonics say more about the fundamental, loud ones err less.
fn mean_of(lines: &[Line]) -> (f64, f64) {
    let (mut sum, mut weights, mut loudness) = (0.0, 0.0, 0.0);
    for line in lines {
        let weight = line.order * line.order * line.above;
        sum += weight * line.hz;
        weights += weight;
        loudness += line.above;
    }
    (sum / weights, loudness)
}

/// The strongest line where this harmonic can be.
fn line_near(levels: &[f64], mains_hz: f64, order: f64, bin_hz: f64) -> Option<Line> {
    let first = libm::floor((mains_hz - REACH_HZ) * order / bin_hz) as usize;
    let last = libm::ceil((mains_hz + REACH_HZ) * order / bin_hz) as usize;
    if first < AROUND_BINS || last + AROUND_BINS >= levels.len() {
        return None;
    }
    let peak = (first..=last).max_by(|&a, &b| levels[a].total_cmp(&levels[b]))?;
    let mut around: Vec<f64> = (peak - AROUND_BINS..=peak + AROUND_BINS)
        .filter(|bin| bin.abs_diff(peak) > OWN_BINS)
        .map(|bin| levels[bin])
        .collect();
    around.sort_by(f64::total_cmp);
    let above = levels[peak] - around[around.len() / 2];
    let is_peak = levels[peak] >= levels[peak - 1] && levels[peak] >= levels[peak + 1];
    if levels[peak] < QUIETEST_DB || !is_peak {
        return None;
    }
    // The peak of a parabola through three logarithms.
    let (left, middle, right) = (levels[peak - 1], levels[peak], levels[peak + 1]);
    let aside = 0.5 * (left - right) / (left - 2.0 * middle + right).min(-1e-9);
    let hz = (peak as f64 + aside) * bin_hz / order;
    ((hz - mains_hz).abs() <= REACH_HZ).then_some(Line { order, hz, above })
}

#[cfg(test)]
mod tests {
    use super::*;

    const BIN_HZ: f64 = 1_000.0 / SIZE as f64;

    /// Levels with these lines: order, frequency of the fundamental, dB above the rest.
    fn levels(lines: &[(f64, f64, f64)]) -> Vec<f64> {
        let mut levels = vec![-80.0f64; SIZE / 2];
        for &(order, hz, above) in lines {
            for (bin, level) in levels.iter_mut().enumerate() {
                let aside = bin as f64 - hz * order / BIN_HZ;
                *level = level.max(-80.0 + above - 6.0 * aside * aside);
            }
        }
        levels
    }

    #[test]
    fn a_clear_line_and_a_faint_one_that_agree_are_a_hum() {
        let found = |lines| hum_near(&levels(lines), 50.0, BIN_HZ, 12.0).map(|found| found.0);
        let hz = found(&[(1.0, 49.97, 15.0), (2.0, 49.99, 9.0)]).expect("hum");
        assert!((hz - 49.98).abs() < 0.02, "{hz}");
        // The pitch of a voice gives one of these.
        assert_eq!(found(&[(1.0, 49.97, 15.0)]), None);
        assert_eq!(found(&[(1.0, 49.7, 15.0), (2.0, 50.3, 9.0)]), None);
        assert_eq!(found(&[(1.0, 49.97, 11.0), (2.0, 49.99, 11.0)]), None);
    }
}
