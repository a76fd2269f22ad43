//! Spectrum and level of the sound that is passing: what the Web Audio API's AnalyserNode computes
//! with its defaults, plus RMS and peak, for the audio thread. After construction nothing is
//! allocated and nothing panics.

use crate::lanes::{F32x4, U32x4};
use crate::transform::{window, RealFft};

/// Largest transform of a [`SpectrumMeter`], in frames.
pub const MAX_SPECTRUM_FRAMES: usize = 1024;
/// Largest number of bins.
pub const MAX_SPECTRUM_BINS: usize = MAX_SPECTRUM_FRAMES / 2;

/// Defaults of AnalyserNode, Web Audio API §1.8.3: `smoothingTimeConstant`, `minDecibels`, `maxDecibels`.
const SMOOTHING: f32 = 0.8;
/// Level of byte 0, in dB re full scale.
pub const MIN_DECIBELS: f32 = -100.0;
/// Level of byte 255, in dB re full scale.
pub const MAX_DECIBELS: f32 = -30.0;

/// Frames that are mixed at a time.
const MIX_FRAMES: usize = 128;

/// Magnitudes are held below this (+60 dB), so that an infinite sample is forgotten in a second.
const MAGNITUDE_LIMIT: f32 = 1000.0;

/// Level of the samples pushed since the last update; 1.0 is full scale.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Level {
    /// Root of the mean square over all samples of all channels.
    pub rms: f32,
    /// Largest absolute sample of any channel.
    pub peak: f32,
}

/// A sliding window over the latest frames, mixed to mono, and its smoothed byte spectrum.
#[derive(Debug, Clone)]
pub struct SpectrumMeter {
    fft: RealFft,
    window: [f32; MAX_SPECTRUM_FRAMES],
    /// The latest frames, a ring of `fft.size()` written twice, one size apart: from `write_at` on they
    /// stand in order.
    history: [f32; 2 * MAX_SPECTRUM_FRAMES],
    write_at: usize,
    smoothed: [f32; MAX_SPECTRUM_BINS],
    bytes: [u8; MAX_SPECTRUM_BINS],
    square_sum: f32,
    samples: u32,
    peak: f32,
}

impl SpectrumMeter {
    /// A meter without a size: it has no bins and stays silent. Const, so that 60 kB need not pass
    /// through the small stack of an audio thread.
    pub const EMPTY: Self = Self {
        fft: RealFft::EMPTY,
        window: [0.0; MAX_SPECTRUM_FRAMES],
        history: [0.0; 2 * MAX_SPECTRUM_FRAMES],
        write_at: 0,
        smoothed: [0.0; MAX_SPECTRUM_BINS],
        bytes: [0; MAX_SPECTRUM_BINS],
        square_sum: 0.0,
        samples: 0,
        peak: 0.0,
    };

    /// A meter of `fft_size` 512 or 1,024 frames. `None` for another size.
    pub fn new(fft_size: usize) -> Option<Self> {
        let mut meter = Self::EMPTY;
        meter.start(fft_size).then_some(meter)
    }

    /// Starts afresh with 512 or 1,024 frames; another size is refused with `false`.
    pub fn start(&mut self, fft_size: usize) -> bool {
        if fft_size > MAX_SPECTRUM_FRAMES || !self.fft.set_size(fft_size) {
            return false;
        }
        if let Some(window) = self.window.get_mut(..fft_size) {
            window::blackman(window);
        }
        self.history.fill(0.0);
        self.smoothed.fill(0.0);
        self.bytes.fill(0);
        self.write_at = 0;
        (self.square_sum, self.samples, self.peak) = (0.0, 0, 0.0);
        true
    }

    /// Adds frames of planar audio: channel after channel in `planes`, each `stride` samples apart,
    /// `frames` ≤ `stride` of them valid. Channels are averaged, which is Web Audio's own down-mix
    /// for mono, stereo and quad. Samples that are not numbers count as silence.
    pub fn push(&mut self, planes: &[f32], stride: usize, channels: usize, frames: usize) {
        let frames = frames.min(stride);
        let channels = channels.min(planes.len().checked_div(stride).unwrap_or(0));
        if channels == 0 || frames == 0 {
            return;
        }
        let gain = F32x4::splat(1.0 / channels as f32);
        let mut peak = F32x4::splat(0.0);
        let mut square_sum = F32x4::splat(0.0);
        let mut mixed = [0.0; MIX_FRAMES];
        for from in (0..frames).step_by(MIX_FRAMES) {
            let count = MIX_FRAMES.min(frames - from);
            for at in (0..count).step_by(4) {
                let mut sum = F32x4::splat(0.0);
                for plane in planes.chunks_exact(stride).take(channels) {
                    let samples = plane.get(from..from + count).unwrap_or(&[]);
                    let samples = F32x4::load_padded(samples, at).nan_to_zero();
                    peak = peak.max(samples.abs());
                    square_sum = square_sum.add(samples.mul(samples));
                    sum = sum.add(samples);
                }
                sum.mul(gain).nan_to_zero().store(&mut mixed, at);
            }
            self.remember(mixed.get(..count).unwrap_or(&[]));
        }
        for (peak, sum) in peak.to_array().into_iter().zip(square_sum.to_array()) {
            self.peak = self.peak.max(peak);
            self.square_sum += sum;
        }
        self.samples += (frames * channels) as u32;
    }

    /// Writes mono frames to both copies of the ring.
    fn remember(&mut self, mut frames: &[f32]) {
        let size = self.fft.size();
        while !frames.is_empty() && self.write_at < size {
            let count = frames.len().min(size - self.write_at);
            let Some((head, rest)) = frames.split_at_checked(count) else {
                return;
            };
            for copy in [self.write_at, self.write_at + size] {
                if let Some(slots) = self.history.get_mut(copy..copy + count) {
                    for (slot, sample) in slots.iter_mut().zip(head) {
                        *slot = *sample;
                    }
                }
            }
            self.write_at = (self.write_at + count) % size;
            frames = rest;
        }
    }

    /// Computes the spectrum of the latest `fft_size` frames and smooths it with the previous one; call
    /// it once per drawn frame, as a page would call `getByteFrequencyData`. The level is that of
    /// the samples pushed since the last call.
    pub fn update(&mut self) -> Level {
        let size = self.fft.size();
        let latest = self.history.get(self.write_at..).unwrap_or(&[]);
        let (re, im) = self.fft.forward(latest, &self.window);
        let scale = F32x4::splat(1.0 / size.max(1) as f32);
        let (bytes, _) = self.bytes.as_chunks_mut::<4>();
        for (at, bytes) in (0..size / 2).step_by(4).zip(bytes) {
            let (re, im) = (F32x4::load(re, at), F32x4::load(im, at));
            let magnitude = re.mul(re).add(im.mul(im)).sqrt().mul(scale);
            let smoothed = F32x4::load(&self.smoothed, at)
                .mul(F32x4::splat(SMOOTHING))
                .add(magnitude.mul(F32x4::splat(1.0 - SMOOTHING)));
            // The order of the operands matters for NaN: it becomes 0.
            let smoothed = F32x4::splat(MAGNITUDE_LIMIT).min(F32x4::splat(0.0).max(smoothed));
            smoothed.store(&mut self.smoothed, at);
            *bytes = to_bytes(smoothed).to_array().map(|byte| byte as u8);
        }
        let mean_square = self.square_sum / self.samples.max(1) as f32;
        let level = Level {
            rms: if mean_square.is_finite() {
                mean_square.sqrt()
            } else {
                0.0
            },
            peak: self.peak,
        };
        (self.square_sum, self.samples, self.peak) = (0.0, 0, 0.0);
        level
    }

    /// Number of bins, half the transform size.
    pub fn bin_count(&self) -> usize {
        self.fft.size() / 2
    }

    /// The latest byte spectrum, `bin_count()` long: 0 is [`MIN_DECIBELS`] or less, 255
    /// [`MAX_DECIBELS`] or more.
    pub fn bytes(&self) -> &[u8] {
        self.bytes.get(..self.bin_count()).unwrap_or(&[])
    }
}

/// floor(255 (dB - min) / (max - min)) clamped to a byte, Web Audio API `getByteFrequencyData()`.
/// The logarithm is good to 2e-6, a hundred-thousandth of a step.
#[inline(always)]
pub(super) fn to_bytes(magnitude: F32x4) -> U32x4 {
    /// 20 log10(2): decibels of a doubling.
    const DB_PER_OCTAVE: f32 = 6.020_6;
    const STEPS_PER_DB: f32 = 255.0 / (MAX_DECIBELS - MIN_DECIBELS);
    let steps = log2(magnitude)
        .mul(F32x4::splat(DB_PER_OCTAVE * STEPS_PER_DB))
        .sub(F32x4::splat(MIN_DECIBELS * STEPS_PER_DB));
    F32x4::splat(255.0)
        .min(F32x4::splat(0.0).max(steps))
        .to_u32()
}

/// log2 of positive normal numbers; about -127 for 0 and subnormal ones. With x = 2^e m and
/// t = (m - √2)/(m + √2): log2 x = e + ½ + 2/ln 2 (t + t³/3 + t⁵/5 + …), |t| ≤ 0.172.
#[inline(always)]
fn log2(x: F32x4) -> F32x4 {
    let bits = x.to_bits();
    let exponent = F32x4::from_i32(bits.shr::<23>()).sub(F32x4::splat(127.0 - 0.5));
    let mantissa = F32x4::from_bits(
        bits.and(U32x4::splat(0x007f_ffff))
            .xor(U32x4::splat(0x3f80_0000)),
    );
    let root = F32x4::splat(core::f32::consts::SQRT_2);
    let t = mantissa.sub(root).div(mantissa.add(root));
    let tt = t.mul(t);
    const C: f32 = 2.0 * core::f32::consts::LOG2_E;
    let series = F32x4::splat(C / 5.0)
        .mul(tt)
        .add(F32x4::splat(C / 3.0))
        .mul(tt)
        .add(F32x4::splat(C));
    exponent.add(series.mul(t))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The Web Audio specification in double precision, bin by bin.
    struct Reference {
        smoothed: Vec<f64>,
    }

    impl Reference {
        fn bytes(&mut self, latest: &[f32]) -> Vec<u8> {
            let size = latest.len();
            let tau = core::f64::consts::TAU;
            let windowed: Vec<f64> = latest
                .iter()
                .enumerate()
                .map(|(n, &x)| {
                    let a = tau * n as f64 / size as f64;
                    f64::from(x) * (0.42 - 0.5 * a.cos() + 0.08 * (2.0 * a).cos())
                })
                .collect();
            self.smoothed.resize(size / 2, 0.0);
            (0..size / 2)
                .map(|k| {
                    let (re, im) =
                        windowed
                            .iter()
                            .enumerate()
                            .fold((0.0, 0.0), |(re, im), (n, x)| {
                                let a = -tau * ((k * n) % size) as f64 / size as f64;
                                (re + x * a.cos(), im + x * a.sin())
                            });
                    let magnitude = f64::hypot(re, im) / size as f64;
                    self.smoothed[k] = 0.8 * self.smoothed[k] + 0.2 * magnitude;
                    let db = 20.0 * self.smoothed[k].log10();
                    (255.0 / 70.0 * (db + 100.0)).floor().clamp(0.0, 255.0) as u8
                })
                .collect()
        }
    }

    fn signal(frames: usize, rate: f32) -> Vec<f32> {
        let mut seed = 7u32;
        (0..frames)
            .map(|n| {
                seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                let hiss = (seed >> 8) as f32 / (1 << 24) as f32 - 0.5;
                let t = n as f32 / rate;
                0.3 * (core::f32::consts::TAU * 1000.0 * t).sin()
                    + 0.02 * (core::f32::consts::TAU * 5321.0 * t).sin()
                    + 0.002 * hiss * (1.0 + (3.0 * t).sin())
            })
            .collect()
    }

    #[test]
    fn stays_within_one_step_of_the_specification() {
        for size in [512, 1024] {
            let samples = signal(40 * 128, 48_000.0);
            let mut meter = SpectrumMeter::new(size).unwrap();
            let mut reference = Reference {
                smoothed: Vec::new(),
            };
            let mut past = vec![0.0; size];
            for (quantum, frames) in samples.chunks(128).enumerate() {
                meter.push(frames, 128, 1, frames.len());
                past.extend_from_slice(frames);
                if quantum % 5 == 0 {
                    meter.update();
                    let expected = reference.bytes(&past[past.len() - size..]);
                    for (k, (&got, &want)) in meter.bytes().iter().zip(&expected).enumerate() {
                        assert!(
                            got.abs_diff(want) <= 1,
                            "bin {k} of {size}: {got}, not {want}"
                        );
                    }
                }
            }
            let loudest = meter.bytes().iter().max().unwrap();
            let bin = meter.bytes().iter().position(|b| b == loudest).unwrap();
            assert!(bin.abs_diff(1000 * size / 48_000) <= 1);
        }
    }

    #[test]
    fn stereo_is_averaged_and_levels_are_those_since_the_last_update() {
        let mut meter = SpectrumMeter::new(512).unwrap();
        let mut planes = [0.0; 256];
        planes[..128].fill(0.5);
        planes[128..].fill(-0.5);
        meter.push(&planes, 128, 2, 128);
        assert_eq!(
            meter.update(),
            Level {
                rms: 0.5,
                peak: 0.5
            }
        );
        assert!(meter.bytes().iter().all(|&byte| byte == 0), "cancels out");
        assert_eq!(meter.update(), Level::default());
    }

    #[test]
    fn hostile_input_is_silence_and_is_forgotten() {
        let mut meter = SpectrumMeter::new(512).unwrap();
        meter.push(&[], 128, 2, 128);
        meter.push(&[0.0; 128], 0, 1, 0);
        meter.push(&[1.0; 10], 128, 1, 128);
        meter.push(&[f32::NAN; 128], 128, 1, 128);
        let level = meter.update();
        assert_eq!(level.rms, 0.0);
        assert!(meter.bytes().iter().all(|&byte| byte == 0));
        meter.push(&[f32::INFINITY; 128], 128, 1, 128);
        meter.update();
        for _ in 0..200 {
            meter.push(&[0.0; 128], 128, 1, 128);
            meter.update();
        }
        assert!(meter.bytes().iter().all(|&byte| byte == 0));
    }
}
