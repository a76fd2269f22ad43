//! The look-ahead limiter: true peaks are known 5 ms before they come, so that the gain is down when they do.

use std::collections::VecDeque;

use super::super::frame_queue::FrameQueue;
use super::super::stage::Stage;
use crate::analysis::true_peak::{between, loudest, MAX_GAIN, TAPS};
use crate::pcm::PcmBlock;

/// How long the gain takes to fall.
const AHEAD_SECONDS: f64 = 0.005;
/// Time constant of its return.
pub const RELEASE_SECONDS: f64 = 0.08;
/// Frames between a frame and the newest one its interpolation needs.
const DELAY: usize = TAPS / 2;
/// Frames next to the peak that also get its gain: a peak lies between two.
const BESIDE: usize = 1;
/// From here on a gain that returns has returned.
const NEARLY_ONE: f64 = 1.0 - 1e-6;

/// Keeps true peaks, by four-fold interpolation, at or below a ceiling. All channels get one gain.
pub struct Limiter {
    ceiling: f32,
    /// Frames the gain falls over.
    ahead: usize,
    release: f64,
    waiting: FrameQueue,
    /// The latest frames of each channel, for the interpolation.
    recent: Vec<Vec<f32>>,
    /// Gains that peaks need, ascending; the front is the least of the window.
    needed: VecDeque<(u64, f32)>,
    /// Frames looked at.
    looked: u64,
    held: f64,
    /// The latest held gains and their sum.
    ramp: VecDeque<f64>,
    ramp_sum: f64,
    /// Held gains of 1 in a row: as long as the ramp, its sum is exact.
    ones: usize,
    gains: Vec<f32>,
}

impl Limiter {
    /// For a ceiling in dB re full scale.
    pub fn new(ceiling_db: f64, sample_rate_hz: u32) -> Self {
        let rate = f64::from(sample_rate_hz.max(1));
        let ahead = (rate * AHEAD_SECONDS).round().max(1.0) as usize;
        Self {
            ceiling: libm::pow(10.0, ceiling_db / 20.0) as f32,
            ahead,
            release: 1.0 - libm::exp(-1.0 / (rate * RELEASE_SECONDS)),
            waiting: FrameQueue::default(),
            recent: Vec::new(),
            needed: VecDeque::new(),
            looked: 0,
            held: 1.0,
            ramp: VecDeque::from(vec![1.0; ahead]),
            ramp_sum: ahead as f64,
            ones: ahead,
            gains: Vec::new(),
        }
    }

    /// Frames between input and output.
    fn latency(&self) -> usize {
        self.ahead + DELAY
    }

    /// Looks at the frames of `recent` after its first `TAPS - 1` and appends the gains they lead to.
    fn look(&mut self, frames: usize) {
        for at in (0..frames).step_by(4) {
            let around = at..at + TAPS - 1 + 4;
            let highest = self
                .recent
                .iter()
                .map(|samples| loudest(&samples[around.clone()]))
                .fold(0.0, f32::max);
            let mut peaks = [0.0f32; 4];
            if highest * MAX_GAIN > self.ceiling {
                for samples in &self.recent {
                    let middle = |lane: usize| samples[at + lane + TAPS - 1 - DELAY].abs();
                    for (lane, peak) in between(samples, at).to_array().into_iter().enumerate() {
                        peaks[lane] = peaks[lane].max(peak).max(middle(lane));
                    }
                }
            }
            for &peak in &peaks[..(frames - at).min(4)] {
                let gain = if peak > self.ceiling {
                    self.ceiling / peak
                } else {
                    1.0
                };
                self.follow(gain);
            }
        }
    }

    /// The next frame needs `gain`.
    fn follow(&mut self, gain: f32) {
        if gain < 1.0 {
            while self.needed.back().is_some_and(|&(_, least)| least >= gain) {
                self.needed.pop_back();
            }
            self.needed.push_back((self.looked, gain));
        }
        let window = (self.ahead + 2 * BESIDE) as u64;
        while self
            .needed
            .front()
            .is_some_and(|&(at, _)| at + window <= self.looked)
        {
            self.needed.pop_front();
        }
        self.looked += 1;
        let least = self
            .needed
            .front()
            .map_or(1.0, |&(_, least)| f64::from(least));
        self.held = if least < self.held {
            least
        } else {
            self.held + (least - self.held) * self.release
        };
        if self.held > NEARLY_ONE && least == 1.0 {
            self.held = 1.0;
        }
        self.ones = if self.held == 1.0 { self.ones + 1 } else { 0 };
        let left = self.ramp.pop_front().unwrap_or(1.0);
        self.ramp.push_back(self.held);
        self.ramp_sum += self.held - left;
        if self.ones >= self.ahead {
            self.ramp_sum = self.ahead as f64;
        }
        self.gains.push((self.ramp_sum / self.ahead as f64) as f32);
    }

    /// Looks at `block` and returns the frames whose gain is known.
    fn pass(&mut self, block: &PcmBlock, out: &mut PcmBlock) {
        let frames = block.frames();
        let room = frames.next_multiple_of(4) + TAPS - 1;
        self.recent
            .resize_with(block.channel_count(), || vec![0.0; TAPS - 1]);
        for (index, recent) in self.recent.iter_mut().enumerate() {
            recent.extend_from_slice(block.channel(index));
            recent.resize(room, 0.0);
        }
        let before = self.looked as usize;
        self.look(frames);
        for recent in &mut self.recent {
            recent.copy_within(frames..frames + TAPS - 1, 0);
            recent.truncate(TAPS - 1);
        }
        // The first gains are for frames before the first.
        let early = self.latency().saturating_sub(before).min(self.gains.len());
        let gains = &self.gains[early..];
        self.waiting.release(gains.len(), out, |samples| {
            for (sample, gain) in samples.iter_mut().zip(gains) {
                *sample *= gain;
            }
        });
        self.gains.clear();
    }
}

impl Stage for Limiter {
    fn push(&mut self, block: &PcmBlock, out: &mut PcmBlock) {
        self.waiting.push(block);
        self.pass(block, out);
    }

    fn finish(&mut self, out: &mut PcmBlock) {
        let mut silence = PcmBlock::new();
        silence.reset(out.channel_count(), self.latency());
        self.pass(&silence, out);
    }

    fn grid(&self) -> Option<u64> {
        Some(1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::true_peak::TruePeak;

    /// Bursts of noise and of tones that peak between samples, at levels around and above the ceiling.
    fn material(frames: usize) -> Vec<f32> {
        let mut seed = 3u32;
        (0..frames)
            .map(|n| {
                seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                let noise = (seed >> 8) as f32 / (1 << 23) as f32 - 1.0;
                match n / 3_000 % 5 {
                    0 => 0.2 * noise,
                    1 => 2.5 * noise,
                    2 => 1.2 * (core::f32::consts::FRAC_PI_2 * (n as f32 + 0.5)).sin(),
                    3 => 0.0,
                    _ => 6.0 * (n as f32 * 0.02).sin() * if n % 977 < 40 { 1.0 } else { 0.02 },
                }
            })
            .collect()
    }

    fn limited(planes: &[Vec<f32>], piece: usize) -> Vec<Vec<f32>> {
        let mut limiter = Limiter::new(-2.0, 48_000);
        let (mut block, mut out) = (PcmBlock::new(), PcmBlock::new());
        out.reset(planes.len(), 0);
        for from in (0..planes[0].len()).step_by(piece) {
            let to = (from + piece).min(planes[0].len());
            block.reset(planes.len(), to - from);
            for (i, plane) in planes.iter().enumerate() {
                block.channel_mut(i).copy_from_slice(&plane[from..to]);
            }
            limiter.push(&block, &mut out);
        }
        limiter.finish(&mut out);
        out.planes().iter().map(|plane| plane.to_vec()).collect()
    }

    /// The same by definition: for every frame the peaks around it from the interpolation written out, the least gain
    /// of the window, its return, the mean of the ramp.
    fn by_definition(samples: &[f32]) -> Vec<f32> {
        let (ahead, count) = (240usize, samples.len());
        let ceiling = libm::pow(10.0, -0.1) as f32;
        let at = |i: i64| {
            usize::try_from(i)
                .ok()
                .and_then(|i| samples.get(i))
                .copied()
                .unwrap_or(0.0)
        };
        let total = count + ahead + DELAY;
        let gains: Vec<f64> = (0..total as i64)
            .map(|newest| {
                let window: Vec<f32> = (0..TAPS as i64)
                    .map(|k| at(newest - (TAPS as i64 - 1) + k))
                    .collect();
                let mut padded = window.clone();
                padded.extend([0.0; 3]);
                let peak = between(&padded, 0).to_array()[0].max(at(newest - DELAY as i64).abs());
                if peak > ceiling {
                    f64::from(ceiling / peak)
                } else {
                    1.0
                }
            })
            .collect();
        let mut held = 1.0;
        let held: Vec<f64> = (0..total)
            .map(|n| {
                let least = gains[n.saturating_sub(ahead + 1)..=n]
                    .iter()
                    .copied()
                    .fold(1.0, f64::min);
                let release = 1.0 - (-1.0f64 / (48_000.0 * 0.08)).exp();
                held = if least < held {
                    least
                } else {
                    held + (least - held) * release
                };
                held
            })
            .collect();
        (0..count)
            .map(|n| {
                let last = n + ahead + DELAY;
                let mean = (last + 1 - ahead..=last).map(|i| held[i]).sum::<f64>() / ahead as f64;
                (f64::from(samples[n]) * mean) as f32
            })
            .collect()
    }

    #[test]
    fn matches_its_definition() {
        let samples = material(16_000);
        let got = limited(std::slice::from_ref(&samples), 1_000);
        let expected = by_definition(&samples);
        assert_eq!(got[0].len(), expected.len());
        for (n, (a, b)) in got[0].iter().zip(&expected).enumerate() {
            assert!((a - b).abs() < 1e-4, "frame {n}: {a}, not {b}");
        }
    }

    #[test]
    fn no_peak_passes_and_samples_without_gain_keep_their_bits() {
        let samples = material(60_000);
        let got = limited(std::slice::from_ref(&samples), 4_096);
        let mut peak = TruePeak::new();
        peak.push(&got[0]);
        let db = 20.0 * peak.finish().log10();
        // Gain that moves within the twelve frames of an interpolation may add a little.
        assert!((-2.1..=-1.85).contains(&db), "{db} dBTP");
        let quiet: Vec<f32> = samples.iter().map(|x| x * 0.1).collect();
        assert_eq!(limited(std::slice::from_ref(&quiet), 777)[0], quiet);
        // Silence long after the last peak of the fourth stretch.
        assert_eq!(got[0][100..2_000], samples[100..2_000]);
    }

    #[test]
    fn pieces_change_nothing_and_channels_share_one_gain() {
        let loud = material(12_345);
        let quiet: Vec<f32> = loud.iter().map(|x| x * 0.25).collect();
        let whole = limited(&[loud.clone(), quiet.clone()], 12_345);
        for piece in [1, 3, 240, 1_001] {
            assert_eq!(
                limited(&[loud.clone(), quiet.clone()], piece),
                whole,
                "pieces of {piece}"
            );
        }
        for (a, b) in whole[0].iter().zip(&whole[1]) {
            assert!((a * 0.25 - b).abs() < 1e-6);
        }
    }
}
