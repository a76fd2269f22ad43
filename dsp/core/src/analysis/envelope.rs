//! The spectral envelope: 16 bands, 15 times a second, one byte each. A visualizer that has it needs
//! no live analysis; 20 minutes take 288 kB.

use crate::lanes::F32x4;
use crate::pcm::PcmBlock;
use crate::transform::{window, RealFft};

/// Bands of one frame, low to high.
pub const BANDS: usize = 16;
/// Envelope frames per second.
pub const FRAMES_PER_SECOND: usize = 15;
/// Lower edge of the first band: the fundamental of low voices, 85 Hz, fills it with what a window spreads.
pub const LOWEST_HZ: f32 = 100.0;
/// Upper edge of the last band. Speech is bands from 100 Hz to 9.5 kHz (ANSI S3.5-1997, table 1); its last
/// ones hold what only sibilants have, and phones record nothing there.
pub const HIGHEST_HZ: f32 = 8000.0;
/// Power that byte 0 stands for, in dB re a sine at full scale.
pub const MIN_DECIBELS: f32 = -90.0;
/// Steps of a byte in one decibel: 255 is -5 dB. Speech at -16 LUFS holds -25 dB in its loudest band and a
/// whisper at -50 LUFS -80 dB in its quietest: both fit.
pub const STEPS_PER_DECIBEL: f32 = 3.0;
/// Maximum of envelope frames: 12 hours, 10 MB.
pub const MAX_FRAMES: usize = 12 * 3600 * FRAMES_PER_SECOND;

/// Longest window, in samples of the thinned sound: 43 ms at 24 kHz, the middle two thirds of an envelope frame.
const MAX_WINDOW: usize = 1024;
/// Sound is thinned by halving while this rate is left; the last band ends well below half of it.
const MIN_RATE_HZ: u32 = 20_000;

/// Builds the envelope from blocks of any length. Only samples under a window are read.
#[derive(Debug, Clone)]
pub struct SpectralEnvelope {
    fft: Box<RealFft>,
    /// As long as the transform, 0 beyond the window's own length.
    window: Vec<f32>,
    /// Audio frames that one sample of the thinned sound is the mean of.
    thinning: usize,
    /// Sound under the window at work: the sum of the channels, at the rate of the audio.
    sound: Vec<f32>,
    /// Audio frames under a window.
    window_frames: usize,
    channels: usize,
    bands: [Band; BANDS],
    sample_rate_hz: u64,
    /// Audio frames processed so far.
    frame: u64,
    /// Envelope frames that were closed.
    frames: u64,
    completed: Vec<u8>,
}

/// Bins of a band: whole ones, and shares of its first and last.
#[derive(Debug, Clone, Default)]
struct Band {
    bins: core::ops::Range<usize>,
    first: f32,
    last: f32,
    /// From summed squares of bins to power re a sine at full scale.
    scale: f32,
}

impl Band {
    /// From `low` to `high` bins; bin k reaches from k - 1/2 to k + 1/2.
    fn new(low: f32, high: f32, scale: f32, bins: usize) -> Self {
        let edge = |at: f32| (at + 0.5).clamp(0.0, bins as f32);
        let (low, high) = (edge(low), edge(high));
        let bins = (low as usize).min(bins)..(libm::ceilf(high) as usize).min(bins);
        Self {
            first: low - bins.start as f32,
            last: bins.end as f32 - high,
            bins,
            scale,
        }
    }

    fn power(&self, re: &[f32], im: &[f32]) -> f32 {
        let (re, im) = (&re[self.bins.clone()], &im[self.bins.clone()]);
        let square = |at: usize| re[at] * re[at] + im[at] * im[at];
        let Some(end) = re.len().checked_sub(1) else {
            return 0.0;
        };
        let outside = self.first * square(0) + self.last * square(end);
        (sum_of_squares(re) + sum_of_squares(im) - outside) * self.scale
    }
}

fn sum_of_squares(values: &[f32]) -> f32 {
    let (fours, rest) = values.as_chunks::<4>();
    let mut sum = F32x4::splat(0.0);
    for four in fours {
        let four = F32x4::new(*four);
        sum = sum.add(four.mul(four));
    }
    let [a, b, c, d] = sum.to_array();
    rest.iter().fold((a + b) + (c + d), |sum, x| sum + x * x)
}

impl SpectralEnvelope {
    /// An empty envelope.
    pub fn new(sample_rate_hz: u32) -> Self {
        let rate = sample_rate_hz.max(1);
        let mut thinning = 1;
        while rate / (2 * thinning) >= MIN_RATE_HZ {
            thinning *= 2;
        }
        let thinned_hz = rate as f32 / thinning as f32;
        // A window stays within its envelope frame, also where the sound has few samples.
        let mut length = MAX_WINDOW;
        while length > 4 && (length * FRAMES_PER_SECOND) as f32 > thinned_hz {
            length /= 2;
        }
        let mut fft = Box::new(RealFft::EMPTY);
        fft.set_size(length.max(512));
        let size = fft.size();
        let mut window = vec![0.0; size];
        window::blackman(&mut window[..length]);
        // A sine of amplitude 1 has the squares N Σw² / 4 in the bins 0 … N/2 (Parseval).
        let sine = size as f32 * sum_of_squares(&window) / 4.0;
        let bin_hz = thinned_hz / size as f32;
        let bands = core::array::from_fn(|band| {
            let (low, high) = (band_edge_hz(band), band_edge_hz(band + 1));
            // Attenuation of the band's middle by the means of `thinning` samples.
            let kept = mean_response(libm::sqrtf(low * high) / rate as f32, thinning);
            let sums = thinning as f32 * kept;
            Band::new(
                low / bin_hz,
                high / bin_hz,
                1.0 / (sine * sums * sums),
                size / 2,
            )
        });
        Self {
            fft,
            window,
            thinning: thinning as usize,
            sound: Vec::with_capacity(length * thinning as usize),
            window_frames: length * thinning as usize,
            channels: 1,
            bands,
            sample_rate_hz: rate.into(),
            frame: 0,
            frames: 0,
            completed: Vec::new(),
        }
    }

    /// Adds the next frames; channels are averaged.
    pub fn push(&mut self, block: &PcmBlock) {
        let end = self.frame + block.frames() as u64;
        loop {
            let from = self.window_start() + self.sound.len() as u64;
            if from >= end {
                break;
            }
            let at = from.saturating_sub(self.frame) as usize;
            let missing = self.window_frames - self.sound.len();
            self.take(block, at..(at + missing).min(block.frames()));
            if self.sound.len() == self.window_frames {
                self.close_frame();
            }
        }
        self.frame = end;
    }

    /// Audio frame at which the window of the next envelope frame begins; the window is centred on the envelope frame.
    fn window_start(&self) -> u64 {
        let middle = (2 * self.frames + 1) * self.sample_rate_hz / (2 * FRAMES_PER_SECOND as u64);
        middle.saturating_sub(self.window_frames as u64 / 2)
    }

    fn take(&mut self, block: &PcmBlock, frames: core::ops::Range<usize>) {
        self.channels = block.channel_count().max(1);
        let at = self.sound.len();
        for channel in 0..block.channel_count() {
            let samples = &block.channel(channel)[frames.clone()];
            if channel == 0 {
                self.sound.extend_from_slice(samples);
            } else {
                for (sum, sample) in self.sound[at..].iter_mut().zip(samples) {
                    *sum += sample;
                }
            }
        }
        self.sound.resize(at + frames.len(), 0.0);
    }

    fn close_frame(&mut self) {
        let mut length = self.sound.len();
        while length > self.window_frames / self.thinning {
            length /= 2;
            halve(&mut self.sound, length);
        }
        let (re, im) = self.fft.forward(&self.sound[..length], &self.window);
        if self.frames < MAX_FRAMES as u64 {
            let gain = 1.0 / (self.channels * self.channels) as f32;
            let bytes = self.bands.iter().map(|band| {
                let decibels = 10.0 * libm::log10f(band.power(re, im) * gain);
                // NaN becomes 0, like silence.
                ((decibels - MIN_DECIBELS) * STEPS_PER_DECIBEL + 0.5) as u8
            });
            self.completed.extend(bytes);
        }
        self.frames += 1;
        self.sound.clear();
    }

    /// A last frame whose window has begun counts. Further blocks are not allowed.
    pub fn finish(&mut self) {
        if !self.sound.is_empty() {
            self.sound.resize(self.window_frames, 0.0);
            self.close_frame();
        }
    }

    /// The frames since the last [`SpectralEnvelope::forget`], [`BANDS`] bytes each, low band first: the power
    /// of a band as steps of 1 / [`STEPS_PER_DECIBEL`] dB above [`MIN_DECIBELS`].
    pub fn completed(&self) -> &[u8] {
        &self.completed
    }

    /// Discards the completed results.
    pub fn forget(&mut self) {
        self.completed.clear();
    }
}

/// Sums of neighbours, in place, until `length` are left.
fn halve(values: &mut [f32], length: usize) {
    let mut at = 0;
    while at + 4 <= length {
        let (left, right) = (F32x4::load(values, 2 * at), F32x4::load(values, 2 * at + 4));
        let [even, odd] = F32x4::deinterleave(left, right);
        even.add(odd).store(values, at);
        at += 4;
    }
    for at in at..length {
        values[at] = values[2 * at] + values[2 * at + 1];
    }
}

/// How much of a sine, `cycles` of it per sample, the mean of `count` samples in a row has: sin πNf / (N sin πf).
fn mean_response(cycles: f32, count: u32) -> f32 {
    let angle = core::f32::consts::PI * cycles;
    libm::sinf(count as f32 * angle) / (count as f32 * libm::sinf(angle))
}

/// Lower edge of a band; that of band [`BANDS`] is the upper edge of the last.
pub fn band_edge_hz(band: usize) -> f32 {
    let octaves = libm::log2f(HIGHEST_HZ / LOWEST_HZ);
    LOWEST_HZ * libm::exp2f(octaves * band as f32 / BANDS as f32)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn envelope(samples: &[f32], rate: u32, piece: usize) -> Vec<u8> {
        let mut envelope = SpectralEnvelope::new(rate);
        let mut block = PcmBlock::new();
        for part in samples.chunks(piece) {
            block.reset(2, part.len());
            block.channel_mut(0).copy_from_slice(part);
            block.channel_mut(1).copy_from_slice(part);
            envelope.push(&block);
        }
        envelope.finish();
        envelope.completed().to_vec()
    }

    fn sine(hz: f32, amplitude: f32, rate: u32, seconds: f32) -> Vec<f32> {
        (0..(seconds * rate as f32) as usize)
            .map(|n| amplitude * (core::f32::consts::TAU * hz * n as f32 / rate as f32).sin())
            .collect()
    }

    /// The definition, bin by bin in double precision: means, window, transform and powers as documented above.
    fn slowly(samples: &[f32], rate: u32, thinning: usize, length: usize) -> Vec<f64> {
        let size = length.max(512);
        let mut decibels = Vec::new();
        for frame in 0.. {
            let middle = (2 * frame + 1) * rate as usize / (2 * FRAMES_PER_SECOND);
            let start = middle - length * thinning / 2;
            if start + length * thinning > samples.len() {
                return decibels;
            }
            let turn = core::f64::consts::TAU;
            let weights: Vec<f64> = (0..length)
                .map(|n| turn * n as f64 / length as f64)
                .map(|x| 0.42 - 0.5 * x.cos() + 0.08 * (2.0 * x).cos())
                .collect();
            let thinned: Vec<f64> = samples[start..start + length * thinning]
                .chunks(thinning)
                .map(|few| few.iter().map(|&x| f64::from(x)).sum::<f64>() / thinning as f64)
                .collect();
            let squares: Vec<f64> = (0..size / 2)
                .map(|bin| {
                    let (mut re, mut im) = (0.0, 0.0);
                    for (n, (x, weight)) in thinned.iter().zip(&weights).enumerate() {
                        let angle = turn * (bin * n % size) as f64 / size as f64;
                        re += weight * x * angle.cos();
                        im -= weight * x * angle.sin();
                    }
                    re * re + im * im
                })
                .collect();
            let sine = size as f64 / 4.0 * weights.iter().map(|w| w * w).sum::<f64>();
            let bin_hz = f64::from(rate) / thinning as f64 / size as f64;
            for band in 0..BANDS {
                let edge = |band: usize| 100.0 * 80f64.powf(band as f64 / BANDS as f64);
                let (low, high) = (edge(band), edge(band + 1));
                let power: f64 = (0..size / 2)
                    .map(|bin| {
                        let from = ((bin as f64 - 0.5) * bin_hz).max(low);
                        let to = ((bin as f64 + 0.5) * bin_hz).min(high);
                        (to - from).max(0.0) / bin_hz * squares[bin]
                    })
                    .sum();
                let x = core::f64::consts::PI * (low * high).sqrt() / f64::from(rate);
                let droop = (thinning as f64 * x).sin() / (thinning as f64 * x.sin());
                decibels.push(10.0 * (power / sine / droop / droop).log10());
            }
        }
        decibels
    }

    #[test]
    fn bytes_are_those_of_the_definition() {
        for (rate, thinning, length) in [(8000, 1, 512), (44_100, 2, 1024), (96_000, 4, 1024)] {
            // A buzz that glides and noise, as a voice has both.
            let mut state = 1u32;
            let samples: Vec<f32> = (0..rate)
                .map(|n| {
                    state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                    let noise = (state >> 8) as f32 / 16_777_216.0 - 0.5;
                    let t = n as f32 / rate as f32;
                    let phase = (t * (110.0 + 40.0 * t)).fract();
                    0.3 * (phase - 0.5) * (1.0 - t) + 0.02 * t * noise
                })
                .collect();
            let bytes = envelope(&samples, rate, 1000);
            let expected = slowly(&samples, rate, thinning, length);
            assert_eq!(bytes.len(), expected.len(), "{rate} Hz");
            assert!(expected.len() >= 14 * BANDS);
            for (at, (&byte, decibels)) in bytes.iter().zip(expected).enumerate() {
                let wanted = ((decibels + 90.0) * 3.0 + 0.5).clamp(0.0, 255.0).floor();
                assert!(
                    (f64::from(byte) - wanted).abs() <= 1.0,
                    "frame {}, band {} at {rate}: {byte}, not {wanted}",
                    at / BANDS,
                    at % BANDS
                );
            }
        }
    }

    #[test]
    fn a_tone_peaks_in_its_band_at_every_rate() {
        for rate in [8000, 16_000, 22_050, 44_100, 48_000, 96_000, 192_000] {
            for band in 0..BANDS {
                let hz = (band_edge_hz(band) * band_edge_hz(band + 1)).sqrt();
                if hz > rate as f32 / 2.3 {
                    continue;
                }
                let bytes = envelope(&sine(hz, 0.03, rate, 1.0), rate, 1000);
                assert_eq!(bytes.len(), FRAMES_PER_SECOND * BANDS, "{rate} Hz");
                let last = &bytes[bytes.len() - BANDS..];
                let loudest = (0..BANDS).max_by_key(|&band| last[band]).unwrap();
                assert_eq!(loudest, band, "{hz} Hz at {rate}: {last:?}");
                // -30.5 dB; of a low tone the window spreads up to half over the neighbours.
                let decibels = f32::from(last[band]) / STEPS_PER_DECIBEL + MIN_DECIBELS;
                assert!((-34.5..=-30.0).contains(&decibels), "{decibels}: {last:?}");
            }
        }
    }

    #[test]
    fn a_tone_of_1_khz_peaks_in_the_band_it_lies_in() {
        let bytes = envelope(&sine(1000.0, 0.5, 48_000, 0.5), 48_000, 4096);
        for frame in bytes.chunks(BANDS) {
            let loudest = (0..BANDS).max_by_key(|&band| frame[band]).unwrap();
            assert!((band_edge_hz(loudest)..band_edge_hz(loudest + 1)).contains(&1000.0));
        }
    }

    #[test]
    fn frames_follow_the_sound_in_time() {
        let mut samples = sine(1000.0, 0.03, 48_000, 1.0);
        samples.extend(vec![0.0; 48_000]);
        let bytes = envelope(&samples, 48_000, 480);
        let frames: Vec<u8> = bytes
            .chunks(BANDS)
            .map(|f| *f.iter().max().unwrap())
            .collect();
        assert_eq!(frames.len(), 30);
        assert!(frames[..15].iter().all(|&byte| byte > 150), "{frames:?}");
        assert!(frames[15..].iter().all(|&byte| byte == 0), "{frames:?}");
    }

    #[test]
    fn blocks_of_any_length_give_the_same_bytes() {
        let samples = sine(440.0, 0.2, 44_100, 0.7);
        let whole = envelope(&samples, 44_100, samples.len());
        for piece in [1, 129, 5000] {
            assert_eq!(envelope(&samples, 44_100, piece), whole);
        }
        assert_eq!(whole.len(), BANDS * 11);
        assert!(envelope(&[], 44_100, 1).is_empty());
        SpectralEnvelope::new(0).finish();
    }

    #[test]
    fn nan_is_silence_and_leaves_no_trace() {
        let mut samples = sine(1000.0, 0.03, 8000, 1.0);
        let whole = envelope(&samples, 8000, 100);
        samples[1000] = f32::NAN;
        samples[1001] = f32::INFINITY;
        let bytes = envelope(&samples, 8000, 100);
        let hurt = 1000 * FRAMES_PER_SECOND / 8000;
        for (frame, (got, had)) in bytes.chunks(BANDS).zip(whole.chunks(BANDS)).enumerate() {
            assert_eq!(
                got,
                if frame == hurt { &[0; BANDS] } else { had },
                "{frame}"
            );
        }
        for rate in [1, 100, 3000, 640_000] {
            envelope(&[0.5; 5000], rate, 700);
        }
    }
}
