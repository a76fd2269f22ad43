//! Streaming sample-rate conversion for encoders that take few rates: a Kaiser-windowed sinc,
//! tabulated at 512 phases and interpolated between them. Length and time are kept: output frame
//! `n` is the input at `n · in / out`, and the output has `round(frames · out / in)` frames.

use super::{PcmBlock, Planar};
use crate::lanes::F32x4;

/// Zero crossings of the sinc to each side.
const CROSSINGS: usize = 24;
/// Table points between two crossings; linear interpolation errs below −110 dB.
const PHASES: usize = 512;
/// Kaiser window shape: 100 dB of stop-band attenuation.
const KAISER_BETA: f64 = 10.06;
/// Part of the lower Nyquist band that is passed.
const PASS_BAND: f64 = 0.945;

/// Weights are kept where no more different ones are needed than this: all common pairs of rates.
const MOST_KEPT: usize = 640;
/// Lanes of [`F32x4`].
const LANES: usize = 4;

/// Converts one stream from one rate to another.
pub struct Resampler {
    /// Table positions per input frame: `PHASES`, or less when the filter is stretched to cut
    /// below the output's Nyquist frequency.
    scale: f64,
    gain: f64,
    reach: usize,
    kernel: Vec<f32>,
    /// Input from `first` on, per channel.
    held: Vec<Vec<f32>>,
    /// Input frame that `held[..][0]` is; negative before the first.
    first: i64,
    given: u64,
    made: u64,
    /// Input frame at or before the next output frame …
    nearest: i64,
    /// … and how far after it that lies, in parts of the output rate.
    rest: u32,
    rates: (u32, u32),
    /// Weights of the input frames around an output frame, with zeros up to a multiple of the lanes: by its number where
    /// they repeat, else those of the last one.
    weights: Vec<Vec<f32>>,
    repeats: bool,
}

impl Resampler {
    /// From `from_hz` to `to_hz`, both at least 1.
    pub fn new(from_hz: u32, to_hz: u32, channels: usize) -> Self {
        let (from_hz, to_hz) = (from_hz.max(1), to_hz.max(1));
        let cutoff = (f64::from(to_hz) / f64::from(from_hz)).min(1.0) * PASS_BAND;
        let reach = (CROSSINGS as f64 / cutoff).ceil() as usize;
        let kernel = (0..=CROSSINGS * PHASES + 1)
            .map(|i| {
                let x = i as f64 / PHASES as f64;
                let inside = 1.0 - (x / CROSSINGS as f64) * (x / CROSSINGS as f64);
                if inside <= 0.0 {
                    return 0.0;
                }
                let window = bessel_i0(KAISER_BETA * inside.sqrt()) / bessel_i0(KAISER_BETA);
                let angle = core::f64::consts::PI * x;
                let sinc = if i == 0 {
                    1.0
                } else {
                    libm::sin(angle) / angle
                };
                (sinc * window) as f32
            })
            .collect();
        let period = (to_hz / gcd(from_hz, to_hz)) as usize;
        Self {
            scale: cutoff * PHASES as f64,
            gain: cutoff,
            reach,
            kernel,
            held: vec![vec![0.0; reach]; channels],
            first: -(reach as i64),
            given: 0,
            made: 0,
            nearest: 0,
            rest: 0,
            rates: (from_hz, to_hz),
            weights: vec![Vec::new(); if period > MOST_KEPT { 1 } else { period }],
            repeats: period <= MOST_KEPT,
        }
    }

    /// Begins anew with output frame `frame`, and returns the input frame that is to be pushed first. The output is
    /// that of a conversion from the start.
    pub fn begin_at(&mut self, frame: u64) -> u64 {
        let (from, to) = (u128::from(self.rates.0), u128::from(self.rates.1));
        let passed = u128::from(frame) * from;
        (self.nearest, self.rest) = ((passed / to) as i64, (passed % to) as u32);
        let first = self.nearest - self.reach as i64;
        for held in &mut self.held {
            held.clear();
            held.resize(first.min(0).unsigned_abs() as usize, 0.0);
        }
        (self.first, self.made) = (first, frame);
        self.given = first.max(0) as u64;
        self.given
    }

    /// Takes `pcm` and replaces `out` by the frames that have become certain. `pcm` has as many
    /// channels as the resampler.
    pub fn push(&mut self, pcm: Planar<'_>, out: &mut PcmBlock) {
        for (held, plane) in self.held.iter_mut().zip(pcm) {
            held.extend_from_slice(plane);
        }
        self.given += pcm.first().map_or(0, |plane| plane.len()) as u64;
        let certain = u128::from(self.given.saturating_sub(self.reach as u64));
        let (from, to) = (u128::from(self.rates.0), u128::from(self.rates.1));
        self.make((certain * to / from) as u64, out);
    }

    /// Replaces `out` by the last frames.
    pub fn finish(&mut self, out: &mut PcmBlock) {
        for held in &mut self.held {
            held.resize(held.len() + self.reach + 1, 0.0);
        }
        let (from, to) = (u128::from(self.rates.0), u128::from(self.rates.1));
        let total = (u128::from(self.given) * to + from / 2) / from;
        self.make(total as u64, out);
    }

    #[inline(never)]
    fn make(&mut self, until: u64, out: &mut PcmBlock) {
        let frames = until.saturating_sub(self.made) as usize;
        out.reset(self.held.len(), frames);
        for i in 0..frames {
            let from = self.nearest - self.reach as i64 + 1;
            let slot = self.weigh(self.made + i as u64);
            let start = (from - self.first).max(0) as usize;
            for (channel, held) in self.held.iter().enumerate() {
                let taps = held.get(start..).unwrap_or(&[]);
                out.channel_mut(channel)[i] = weighted_sum(taps, &self.weights[slot]);
            }
            let (from_hz, to_hz) = self.rates;
            let rest = u64::from(self.rest) + u64::from(from_hz);
            self.nearest += (rest / u64::from(to_hz)) as i64;
            self.rest = (rest % u64::from(to_hz)) as u32;
        }
        self.made += frames as u64;
        let done = (self.nearest - self.reach as i64 - self.first).max(0) as usize;
        for held in &mut self.held {
            held.drain(..done.min(held.len()));
        }
        self.first += done as i64;
    }

    /// Place of the weights for output frame `number`, which is the next.
    #[inline(never)]
    fn weigh(&mut self, number: u64) -> usize {
        let slot = (number % self.weights.len() as u64) as usize;
        let weights = &mut self.weights[slot];
        if self.repeats && !weights.is_empty() {
            return slot;
        }
        weights.clear();
        let part = f64::from(self.rest) / f64::from(self.rates.1);
        for tap in 0..2 * self.reach {
            let distance = ((tap + 1) as f64 - self.reach as f64 - part).abs() * self.scale;
            let at = distance as usize;
            let between = (distance - at as f64) as f32;
            let (a, b) = match self.kernel.get(at..at + 2) {
                Some(pair) => (pair[0], pair[1]),
                None => (0.0, 0.0),
            };
            weights.push((a + (b - a) * between) * self.gain as f32);
        }
        weights.resize(weights.len().next_multiple_of(LANES), 0.0);
        slot
    }
}

/// Greatest common divisor.
fn gcd(a: u32, b: u32) -> u32 {
    if b == 0 {
        a
    } else {
        gcd(b, a % b)
    }
}

/// Sum of products. `samples` past its end count as silence; `weights` is a multiple of the lanes long.
fn weighted_sum(samples: &[f32], weights: &[f32]) -> f32 {
    let mut sums = F32x4::splat(0.0);
    for at in (0..weights.len()).step_by(LANES) {
        let taps = F32x4::load_padded(samples, at);
        sums = sums.add(taps.mul(F32x4::load(weights, at)));
    }
    let [a, b, c, d] = sums.to_array();
    (a + b) + (c + d)
}

/// Modified Bessel function of the first kind, order 0, by its series.
fn bessel_i0(x: f64) -> f64 {
    let quarter = x * x / 4.0;
    let (mut term, mut sum) = (1.0, 1.0);
    for k in 1..60 {
        term *= quarter / f64::from(k * k);
        sum += term;
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

    fn convert(from_hz: u32, to_hz: u32, input: &[f32], step: usize) -> Vec<f32> {
        let mut resampler = Resampler::new(from_hz, to_hz, 1);
        let (mut block, mut all) = (PcmBlock::new(), Vec::new());
        for piece in input.chunks(step) {
            resampler.push(&[piece], &mut block);
            all.extend_from_slice(block.channel(0));
        }
        resampler.finish(&mut block);
        all.extend_from_slice(block.channel(0));
        all
    }

    fn sine(hz: f64, rate: u32, frames: usize) -> Vec<f32> {
        let step = core::f64::consts::TAU * hz / f64::from(rate);
        (0..frames)
            .map(|i| (0.5 * (step * i as f64).sin()) as f32)
            .collect()
    }

    #[test]
    fn a_sine_arrives_in_place_at_every_ratio() {
        for (from, to) in [
            (8_000, 48_000),
            (22_050, 44_100),
            (96_000, 48_000),
            (37_800, 48_000),
            (44_099, 44_100),
        ] {
            let frames = from as usize / 2;
            let got = convert(from, to, &sine(1_000.0, from, frames), 700);
            let wanted = sine(1_000.0, to, got.len());
            assert_eq!(
                got.len(),
                (frames as u64 * u64::from(to) + u64::from(from) / 2) as usize / from as usize
            );
            // Both ends see the silence around the signal.
            let inside = 2_000..got.len() - 2_000;
            let error = got[inside.clone()]
                .iter()
                .zip(&wanted[inside])
                .map(|(a, b)| (a - b).abs())
                .fold(0.0, f32::max);
            assert!(error < 2e-5, "{from} to {to}: {error}");
        }
    }

    #[test]
    fn frequencies_above_the_lower_rate_are_removed() {
        let got = convert(96_000, 48_000, &sine(30_000.0, 96_000, 48_000), 4_096);
        let loudest = got[1_000..got.len() - 1_000]
            .iter()
            .fold(0.0f32, |most, x| most.max(x.abs()));
        assert!(loudest < 1e-4, "{loudest}");
    }

    #[test]
    fn a_conversion_begins_anywhere_with_the_same_result() {
        for (from, to) in [(44_100, 48_000), (48_000, 44_100), (8_000, 48_000)] {
            let input = sine(440.0, from, 9_000);
            let whole = convert(from, to, &input, 700);
            let mut resampler = Resampler::new(from, to, 1);
            for frame in [0usize, 1, 20, 333, 5_000, whole.len() - 3] {
                let start = resampler.begin_at(frame as u64) as usize;
                let (mut block, mut rest) = (PcmBlock::new(), Vec::new());
                resampler.push(&[&input[start.min(input.len())..]], &mut block);
                rest.extend_from_slice(block.channel(0));
                resampler.finish(&mut block);
                rest.extend_from_slice(block.channel(0));
                assert_eq!(rest, whole[frame..], "{from} to {to} from {frame}");
            }
        }
    }

    #[test]
    fn block_sizes_change_nothing() {
        let input = sine(440.0, 11_025, 9_000);
        assert_eq!(
            convert(11_025, 44_100, &input, 1),
            convert(11_025, 44_100, &input, 9_000)
        );
    }
}
