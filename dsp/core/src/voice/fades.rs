//! The first seconds rise out of silence, the last fall into it.

use super::frame_queue::FrameQueue;
use super::stage::Stage;
use crate::pcm::PcmBlock;

/// Longest fade in seconds: its frames wait in memory until the end is known.
const MAX_SECONDS: f64 = 10.0;

/// How long both ends take.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Fades {
    in_seconds: f64,
    out_seconds: f64,
}

impl Fades {
    /// `None` when one is negative, no number or longer than 10 s.
    pub fn new(in_seconds: f64, out_seconds: f64) -> Option<Self> {
        let is_valid = |seconds: f64| (0.0..=MAX_SECONDS).contains(&seconds);
        (is_valid(in_seconds) && is_valid(out_seconds)).then_some(Self {
            in_seconds,
            out_seconds,
        })
    }

    /// Whether nothing fades.
    pub fn is_none(&self) -> bool {
        self.in_seconds == 0.0 && self.out_seconds == 0.0
    }
}

/// Applies [`Fades`]. Audio that is shorter than its end is all end; where both meet, they multiply.
pub struct Fading {
    in_frames: u64,
    out_frames: usize,
    /// Index of the first frame that waits.
    next: u64,
    waiting: FrameQueue,
}

impl Fading {
    /// At the rate of the blocks.
    pub fn new(fades: Fades, sample_rate_hz: u32) -> Self {
        let frames = |seconds: f64| (seconds * f64::from(sample_rate_hz)).round();
        Self {
            in_frames: frames(fades.in_seconds) as u64,
            out_frames: frames(fades.out_seconds) as usize,
            next: 0,
            waiting: FrameQueue::default(),
        }
    }

    /// Returns `frames` as the beginning has them.
    fn release(&mut self, frames: usize, out: &mut PcmBlock, ending: Option<usize>) {
        let (first, rising) = (self.next, self.in_frames);
        self.waiting.release(frames, out, |samples| {
            if first < rising {
                for (at, sample) in (first..rising).zip(samples.iter_mut()) {
                    *sample *= gain(at, rising);
                }
            }
            if let Some(length) = ending {
                for (left, sample) in (0..length).zip(samples.iter_mut().rev()) {
                    *sample *= gain(left as u64, length as u64);
                }
            }
        });
        self.next += frames as u64;
    }
}

/// Gain of frame `at` of a rise of `length`: half a period of a raised cosine, which neither starts nor ends with
/// a corner.
fn gain(at: u64, length: u64) -> f32 {
    let angle = (at as f64 + 0.5) / length as f64 * core::f64::consts::FRAC_PI_2;
    let sine = libm::sin(angle);
    (sine * sine) as f32
}

impl Stage for Fading {
    fn push(&mut self, block: &PcmBlock, out: &mut PcmBlock) {
        self.waiting.push(block);
        let ready = self.waiting.len().saturating_sub(self.out_frames);
        if ready > 0 {
            self.release(ready, out, None);
        }
    }

    fn finish(&mut self, out: &mut PcmBlock) {
        let left = self.waiting.len();
        self.release(left, out, Some(self.out_frames.min(left)));
    }

    fn grid(&self) -> Option<u64> {
        Some(1)
    }

    fn enter(&mut self, frame: u64) {
        self.next = frame;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Ones, faded, pushed in pieces.
    fn faded(frames: usize, fades: Fades, piece: usize) -> Vec<f32> {
        let mut stage = Fading::new(fades, 1_000);
        let (mut block, mut out) = (PcmBlock::new(), PcmBlock::new());
        out.reset(2, 0);
        for from in (0..frames).step_by(piece) {
            block.reset(2, piece.min(frames - from));
            block.channel_mut(0).fill(1.0);
            block.channel_mut(1).fill(1.0);
            stage.push(&block, &mut out);
        }
        stage.finish(&mut out);
        assert_eq!(out.channel(0), out.channel(1));
        out.channel(0).to_vec()
    }

    #[test]
    fn ends_are_silent_the_middle_is_untouched_and_no_frame_is_lost() {
        let fades = Fades::new(0.5, 0.25).unwrap();
        let whole = faded(2_000, fades, 2_000);
        assert_eq!(whole.len(), 2_000);
        assert!(whole[0] < 1e-5 && whole[1_999] < 2e-5);
        assert!(whole[500..1_750].iter().all(|&x| x == 1.0));
        // Half way up in amplitude, and it never falls.
        assert!((whole[250] - 0.5).abs() < 0.01 && (whole[1_875] - 0.5).abs() < 0.02);
        assert!(whole[..500].windows(2).all(|pair| pair[0] <= pair[1]));
        assert!(whole[1_750..].windows(2).all(|pair| pair[0] >= pair[1]));
        for piece in [1, 7, 249, 250, 251, 1_999] {
            assert_eq!(faded(2_000, fades, piece), whole, "pieces of {piece}");
        }
    }

    #[test]
    fn audio_shorter_than_its_fades_keeps_its_length() {
        let fades = Fades::new(0.5, 0.5).unwrap();
        let short = faded(100, fades, 30);
        assert_eq!(short.len(), 100);
        assert!(short.iter().all(|&x| x < 0.1));
        assert_eq!(faded(0, fades, 1), []);
    }

    #[test]
    fn invalid_lengths_are_refused() {
        for bad in [-0.1, 10.1, f64::NAN, f64::INFINITY] {
            assert_eq!(Fades::new(bad, 0.0), None);
            assert_eq!(Fades::new(0.0, bad), None);
        }
        assert!(Fades::new(0.0, 0.0).unwrap().is_none());
    }
}
