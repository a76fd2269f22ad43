//! Integrated loudness and true peak, ITU-R BS.1770-5 with the gating of EBU R 128. Written here
//! because the filters are twenty lines and the whole costs a tenth of the code of a general crate;
//! the tests hold it against `ebur128`.

use super::loudness_histogram::LoudnessHistogram;
use super::true_peak::TruePeak;
use crate::lanes::F32x4;
use crate::pcm::PcmBlock;

/// Lowest sample rate the K-weighting exists for: its shelf sits at 1,682 Hz.
const MIN_RATE_HZ: u32 = 4000;
/// A gating block is four steps of 100 ms (BS.1770-5 Annex 1: 400 ms, overlap 75 %).
const STEPS_PER_BLOCK: usize = 4;
/// Absolute gate, LUFS.
const ABSOLUTE_GATE_LUFS: f64 = -70.0;
/// Relative gate, LU below the loudness of the blocks that passed the absolute gate.
const RELATIVE_GATE_LU: f64 = -10.0;

/// The measured values.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Loudness {
    /// Integrated loudness in LUFS; `None` when everything is below the absolute gate or shorter
    /// than 400 ms.
    pub integrated_lufs: Option<f64>,
    /// Largest true peak of all channels in dBTP; `None` for digital silence.
    pub true_peak_dbtp: Option<f64>,
}

/// A second-order section, direct form II transposed.
#[derive(Debug, Clone, Copy)]
struct Biquad {
    b: [f64; 3],
    a: [f64; 2],
}

impl Biquad {
    #[inline(always)]
    fn step(&self, state: &mut [f64; 2], x: f64) -> f64 {
        let y = self.b[0] * x + state[0];
        // In this order only one product and one difference lie between y and the next y.
        state[0] = (self.b[1] * x + state[1]) - self.a[0] * y;
        state[1] = self.b[2] * x - self.a[1] * y;
        y
    }

    /// Stage 1 of the K-weighting: the shelf of a head. The standard gives coefficients for 48 kHz;
    /// these are the analogue prototype behind them (f₀, gain, Q) for any rate.
    fn shelf(sample_rate_hz: f64) -> Self {
        let k = libm::tan(core::f64::consts::PI * 1_681.974_450_955_533 / sample_rate_hz);
        let q = 0.707_175_236_955_419_6;
        let high = libm::pow(10.0, 3.999_843_853_973_347 / 20.0);
        let band = libm::pow(high, 0.499_666_774_154_541_6);
        let a0 = 1.0 + k / q + k * k;
        Self {
            b: [
                (high + band * k / q + k * k) / a0,
                2.0 * (k * k - high) / a0,
                (high - band * k / q + k * k) / a0,
            ],
            a: [2.0 * (k * k - 1.0) / a0, (1.0 - k / q + k * k) / a0],
        }
    }

    /// Stage 2: the high-pass (RLB weighting).
    fn high_pass(sample_rate_hz: f64) -> Self {
        let k = libm::tan(core::f64::consts::PI * 38.135_470_876_024_44 / sample_rate_hz);
        let q = 0.500_327_037_323_877_3;
        let a0 = 1.0 + k / q + k * k;
        Self {
            b: [1.0, -2.0, 1.0],
            a: [2.0 * (k * k - 1.0) / a0, (1.0 - k / q + k * k) / a0],
        }
    }
}

#[derive(Debug, Clone)]
struct Channel {
    shelf: [f64; 2],
    high_pass: [f64; 2],
    true_peak: TruePeak,
}

/// Measures blocks of any length.
#[derive(Debug, Clone)]
pub struct LoudnessMeter {
    shelf: Biquad,
    high_pass: Biquad,
    channels: Vec<Channel>,
    step_frames: usize,
    filled: usize,
    /// Weighted sum of squares of the step being filled.
    energy: f64,
    /// Energies of the latest finished steps, the newest last.
    steps: [f64; STEPS_PER_BLOCK],
    finished_steps: usize,
    /// Mean weighted energy of each gating block above the absolute gate.
    blocks: LoudnessHistogram,
    absolute_gate: f64,
    measurable: bool,
    wants_true_peak: bool,
    /// Mean energies of finished steps, for callers that follow them.
    followed: Option<Vec<f64>>,
}

impl LoudnessMeter {
    /// A meter. The number of channels is that of the blocks.
    pub fn new(sample_rate_hz: u32) -> Self {
        let rate = f64::from(sample_rate_hz.max(MIN_RATE_HZ));
        Self {
            shelf: Biquad::shelf(rate),
            high_pass: Biquad::high_pass(rate),
            channels: Vec::new(),
            step_frames: (sample_rate_hz as usize + 5) / 10,
            filled: 0,
            energy: 0.0,
            steps: [0.0; STEPS_PER_BLOCK],
            finished_steps: 0,
            blocks: LoudnessHistogram::new(),
            absolute_gate: energy_at(ABSOLUTE_GATE_LUFS),
            measurable: sample_rate_hz >= MIN_RATE_HZ,
            wants_true_peak: true,
            followed: None,
        }
    }

    /// A meter whose steps are returned by [`LoudnessMeter::take_steps`].
    pub fn followed(sample_rate_hz: u32) -> Self {
        Self {
            followed: Some(Vec::new()),
            ..Self::new(sample_rate_hz)
        }
    }

    /// Frames of a step of 100 ms.
    pub fn step_frames(&self) -> usize {
        self.step_frames
    }

    /// Mean weighted energy of every step of 100 ms finished since the last call.
    pub fn take_steps(&mut self) -> Vec<f64> {
        self.followed
            .as_mut()
            .map(core::mem::take)
            .unwrap_or_default()
    }

    /// A meter that measures only the requested figures; the other one is `None`.
    pub fn of(sample_rate_hz: u32, wants_lufs: bool, wants_true_peak: bool) -> Self {
        let meter = Self::new(sample_rate_hz);
        Self {
            measurable: meter.measurable && wants_lufs,
            wants_true_peak,
            ..meter
        }
    }

    /// Adds the next frames. Samples that are not finite count as silence.
    pub fn push(&mut self, block: &PcmBlock) {
        self.channels
            .resize_with(block.channel_count(), || Channel {
                shelf: [0.0; 2],
                high_pass: [0.0; 2],
                true_peak: TruePeak::new(),
            });
        if self.wants_true_peak {
            for (index, channel) in self.channels.iter_mut().enumerate() {
                channel.true_peak.push(block.channel(index));
            }
        }
        if !self.measurable {
            return;
        }
        let mut from = 0;
        while from < block.frames() {
            let take = (self.step_frames - self.filled).min(block.frames() - from);
            for index in 0..self.channels.len() {
                let weight = channel_weight(index, self.channels.len());
                if weight > 0.0 {
                    let samples = &block.channel(index)[from..from + take];
                    self.energy += weight * self.filtered_energy(index, samples);
                }
            }
            from += take;
            self.filled += take;
            if self.filled == self.step_frames {
                self.close_step();
            }
        }
    }

    /// Sum of squares after K-weighting.
    fn filtered_energy(&mut self, channel: usize, samples: &[f32]) -> f64 {
        let (shelf, high_pass) = (self.shelf, self.high_pass);
        let state = &mut self.channels[channel];
        let (mut first, mut second) = (state.shelf, state.high_pass);
        let mut sum = 0.0;
        let mut weigh = |sample: f32| {
            let y = high_pass.step(&mut second, shelf.step(&mut first, f64::from(sample)));
            sum += y * y;
        };
        if is_finite(samples) {
            samples.iter().for_each(|&sample| weigh(sample));
        } else {
            let silent = |sample: &f32| if sample.is_finite() { *sample } else { 0.0 };
            samples.iter().map(silent).for_each(weigh);
        }
        // A decaying filter would otherwise spend silence in denormal numbers.
        let flush = |x: f64| if x.abs() < 1e-30 { 0.0 } else { x };
        state.shelf = first.map(flush);
        state.high_pass = second.map(flush);
        sum
    }

    fn close_step(&mut self) {
        self.steps.rotate_left(1);
        self.steps[STEPS_PER_BLOCK - 1] = self.energy;
        self.finished_steps += 1;
        if let Some(steps) = &mut self.followed {
            steps.push(self.energy / self.step_frames as f64);
        }
        self.energy = 0.0;
        self.filled = 0;
        if self.finished_steps < STEPS_PER_BLOCK {
            return;
        }
        let frames = (self.step_frames * STEPS_PER_BLOCK) as f64;
        let mean = self.steps.iter().sum::<f64>() / frames;
        // Infinite only where samples are absurd; it would drown everything else.
        if mean > self.absolute_gate && mean.is_finite() {
            self.blocks.add(mean);
        }
    }

    /// The result over everything pushed.
    pub fn finish(self) -> Loudness {
        let true_peak = self
            .channels
            .into_iter()
            .map(|channel| channel.true_peak.finish())
            .fold(0.0f32, f32::max);
        Loudness {
            integrated_lufs: gated(&self.blocks),
            true_peak_dbtp: (true_peak > 0.0).then(|| 20.0 * libm::log10(f64::from(true_peak))),
        }
    }
}

/// Integrated loudness of gating blocks, those above the absolute gate.
fn gated(blocks: &LoudnessHistogram) -> Option<f64> {
    let gate = blocks.mean_above(0.0)? * libm::pow(10.0, RELATIVE_GATE_LU / 10.0);
    blocks.mean_above(gate).map(lufs_of)
}

/// Integrated loudness of steps of 100 ms, given their mean weighted energies.
pub fn integrated_of(steps: impl Iterator<Item = f64>) -> Option<f64> {
    let mut blocks = LoudnessHistogram::new();
    let mut latest = [0.0; STEPS_PER_BLOCK];
    for (index, energy) in steps.enumerate() {
        latest[index % STEPS_PER_BLOCK] = energy;
        let mean = latest.iter().sum::<f64>() / STEPS_PER_BLOCK as f64;
        if index + 1 >= STEPS_PER_BLOCK && mean > energy_at(ABSOLUTE_GATE_LUFS) && mean.is_finite()
        {
            blocks.add(mean);
        }
    }
    gated(&blocks)
}

/// Whether every sample is.
fn is_finite(samples: &[f32]) -> bool {
    let (fours, rest) = samples.as_chunks::<4>();
    let mut four = F32x4::splat(0.0);
    for samples in fours {
        // 0 for a finite number, else not a number, which stays.
        let samples = F32x4::new(*samples);
        four = four.add(samples.sub(samples));
    }
    four.to_array().iter().chain(rest).all(|x| x.is_finite())
}

/// BS.1770-5 Annex 1 table 3, channels in WAVE order: surround channels count 1.41, LFE not at all.
fn channel_weight(index: usize, channels: usize) -> f64 {
    match (channels, index) {
        (6, 3) => 0.0,
        (5, 3 | 4) | (6, 4 | 5) => 1.41,
        _ => 1.0,
    }
}

/// Loudness of a mean weighted energy, BS.1770-5 equation 2.
pub fn lufs_of(energy: f64) -> f64 {
    -0.691 + 10.0 * libm::log10(energy)
}

/// The mean weighted energy of a loudness.
pub fn energy_at(lufs: f64) -> f64 {
    libm::pow(10.0, (lufs + 0.691) / 10.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Tones, noise and pauses with a level that moves; planar.
    fn material(channels: usize, rate: u32, seconds: f64) -> Vec<Vec<f32>> {
        let frames = (f64::from(rate) * seconds) as usize;
        (0..channels)
            .map(|channel| {
                let mut seed = 11 + channel as u32;
                (0..frames)
                    .map(|n| {
                        seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                        let noise = (seed >> 8) as f32 / (1 << 23) as f32 - 1.0;
                        let t = n as f32 / rate as f32;
                        let level = [0.5, 0.02, 0.0003, 0.2][(t * 1.3) as usize % 4];
                        level * (0.7 * (t * (900.0 + 300.0 * channel as f32)).sin() + 0.3 * noise)
                    })
                    .collect()
            })
            .collect()
    }

    fn measure(planes: &[Vec<f32>], rate: u32, piece: usize) -> Loudness {
        let mut meter = LoudnessMeter::new(rate);
        let mut block = PcmBlock::new();
        for from in (0..planes[0].len()).step_by(piece) {
            let to = (from + piece).min(planes[0].len());
            block.reset(planes.len(), to - from);
            for (i, plane) in planes.iter().enumerate() {
                block.channel_mut(i).copy_from_slice(&plane[from..to]);
            }
            meter.push(&block);
        }
        meter.finish()
    }

    #[test]
    fn agrees_with_ebur128() {
        for (channels, rate) in [
            (1, 48_000),
            (2, 44_100),
            (2, 8000),
            (1, 22_050),
            (2, 96_000),
            (6, 48_000),
        ] {
            let planes = material(channels, rate, 12.3);
            let mut peer = ebur128::EbuR128::new(
                channels as u32,
                rate,
                ebur128::Mode::I | ebur128::Mode::TRUE_PEAK,
            )
            .unwrap();
            let slices: Vec<&[f32]> = planes.iter().map(Vec::as_slice).collect();
            peer.add_frames_planar_f32(&slices).unwrap();
            let ours = measure(&planes, rate, 1024);
            let lufs = ours.integrated_lufs.unwrap();
            let theirs = peer.loudness_global().unwrap();
            assert!(
                (lufs - theirs).abs() < 0.02,
                "{channels} × {rate}: {lufs}, not {theirs}"
            );
            let peak = (0..channels as u32)
                .map(|channel| peer.true_peak(channel).unwrap())
                .fold(0.0, f64::max);
            let difference = ours.true_peak_dbtp.unwrap() - 20.0 * peak.log10();
            // Two interpolation filters on noise; EBU Tech 3341 allows each +0.2 / -0.4 dB.
            assert!(
                difference.abs() < 0.6,
                "{channels} × {rate}: {difference} dB"
            );
        }
    }

    #[test]
    fn reads_the_level_of_the_standards_test_tone() {
        // BS.1770-5 Annex 1: a full-scale 997 Hz sine in one front channel reads -3.01 LKFS.
        let tone: Vec<f32> = (0..48_000 * 5)
            .map(|n| (core::f64::consts::TAU * 997.0 * f64::from(n) / 48_000.0).sin() as f32)
            .collect();
        let loudness = measure(&[tone], 48_000, 4096);
        assert!((loudness.integrated_lufs.unwrap() + 3.01).abs() < 0.01);
        assert!(loudness.true_peak_dbtp.unwrap().abs() < 0.1);
    }

    #[test]
    fn blocks_of_any_length_give_the_same_result() {
        let planes = material(2, 44_100, 3.0);
        let whole = measure(&planes, 44_100, usize::MAX / 2);
        for piece in [1, 777, 4410] {
            let other = measure(&planes, 44_100, piece);
            assert!((whole.integrated_lufs.unwrap() - other.integrated_lufs.unwrap()).abs() < 1e-5);
            assert_eq!(whole.true_peak_dbtp, other.true_peak_dbtp);
        }
    }

    #[test]
    fn silence_and_short_audio_have_no_loudness() {
        let nothing = Loudness {
            integrated_lufs: None,
            true_peak_dbtp: None,
        };
        assert_eq!(measure(&[vec![0.0; 48_000]], 48_000, 1000), nothing);
        let short = measure(&[vec![0.5; 100]], 48_000, 1000);
        assert_eq!(short.integrated_lufs, None);
        assert!(short.true_peak_dbtp.is_some());
        assert_eq!(measure(&[vec![0.5; 3000]], 1000, 100).integrated_lufs, None);
        let broken = measure(&[vec![f32::NAN; 48_000]], 48_000, 1000);
        assert_eq!(broken.integrated_lufs, None);
    }
}
