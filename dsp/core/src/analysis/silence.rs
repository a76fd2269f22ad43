//! Where nothing can be heard.

use crate::lanes::F32x4;
use crate::pcm::PcmBlock;

/// Definition of silence.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SilenceRule {
    /// A window is quiet when the RMS of its loudest channel is below this, dB re full scale.
    pub threshold_dbfs: f32,
    /// Quiet windows in a row count from this length on, in seconds.
    pub min_seconds: f32,
}

impl Default for SilenceRule {
    /// -60 dBFS for half a second: below a whisper close to a phone (about -45 dBFS) and above the
    /// noise of its microphone after echo cancellation; shorter pauses belong to speech.
    fn default() -> Self {
        Self {
            threshold_dbfs: -60.0,
            min_seconds: 0.5,
        }
    }
}

/// A quiet stretch, in frames from the start.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Silence {
    /// First quiet frame.
    pub start_frame: u64,
    /// Frame after the last quiet one.
    pub end_frame: u64,
}

/// Finds quiet stretches; their ends are exact to one window of 10 ms.
#[derive(Debug, Clone)]
pub struct SilenceMap {
    window_frames: usize,
    min_frames: u64,
    /// Sum of squares of a whole window at the threshold.
    threshold: f64,
    square_sums: Vec<f64>,
    filled: usize,
    frame: u64,
    quiet_since: Option<u64>,
    completed: Vec<Silence>,
}

impl SilenceMap {
    /// A map under `rule`.
    pub fn new(sample_rate_hz: u32, rule: SilenceRule) -> Self {
        let window_frames = (sample_rate_hz as usize / 100).max(1);
        Self {
            window_frames,
            min_frames: (f64::from(rule.min_seconds) * f64::from(sample_rate_hz)).round() as u64,
            threshold: libm::pow(10.0, f64::from(rule.threshold_dbfs) / 10.0)
                * window_frames as f64,
            square_sums: Vec::new(),
            filled: 0,
            frame: 0,
            quiet_since: None,
            completed: Vec::new(),
        }
    }

    /// Adds the next frames.
    pub fn push(&mut self, block: &PcmBlock) {
        self.square_sums.resize(block.channel_count(), 0.0);
        let mut from = 0;
        while from < block.frames() {
            let take = (self.window_frames - self.filled).min(block.frames() - from);
            for (channel, sum) in self.square_sums.iter_mut().enumerate() {
                let samples = &block.channel(channel)[from..from + take];
                *sum += f64::from(energy(samples));
            }
            from += take;
            self.filled += take;
            self.frame += take as u64;
            if self.filled == self.window_frames {
                self.close_window();
            }
        }
    }

    fn close_window(&mut self) {
        let start = self.frame - self.filled as u64;
        // A shorter last window has a smaller sum at the threshold.
        let threshold = self.threshold * self.filled as f64 / self.window_frames as f64;
        if self.square_sums.iter().all(|&sum| sum < threshold) {
            self.quiet_since.get_or_insert(start);
        } else {
            self.close_silence(start);
        }
        self.square_sums.fill(0.0);
        self.filled = 0;
    }

    fn close_silence(&mut self, end_frame: u64) {
        if let Some(start_frame) = self.quiet_since.take() {
            if end_frame - start_frame >= self.min_frames {
                self.completed.push(Silence {
                    start_frame,
                    end_frame,
                });
            }
        }
    }

    /// Closes a stretch that lasts to the end. Further blocks are not allowed.
    pub fn finish(&mut self) {
        if self.filled > 0 {
            self.close_window();
        }
        self.close_silence(self.frame);
    }

    /// Stretches that have ended since the last [`SilenceMap::forget`], in order.
    pub fn completed(&self) -> &[Silence] {
        &self.completed
    }

    /// Discards the completed results.
    pub fn forget(&mut self) {
        self.completed.clear();
    }
}

/// Sum of squares, four at a time.
fn energy(samples: &[f32]) -> f32 {
    let mut four = F32x4::splat(0.0);
    for at in (0..samples.len()).step_by(4) {
        let x = F32x4::load_padded(samples, at);
        four = four.add(x.mul(x));
    }
    four.to_array().into_iter().sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Stretches of (seconds, amplitude) of a square wave at 8 kHz, in blocks of `piece` frames.
    fn map(stretches: &[(f32, f32)], piece: usize) -> Vec<(u64, u64)> {
        let samples: Vec<f32> = stretches
            .iter()
            .flat_map(|&(seconds, amplitude)| {
                (0..(seconds * 8000.0) as usize).map(move |n| {
                    if n % 2 == 0 {
                        amplitude
                    } else {
                        -amplitude
                    }
                })
            })
            .collect();
        let mut map = SilenceMap::new(8000, SilenceRule::default());
        let mut block = PcmBlock::new();
        for part in samples.chunks(piece) {
            block.reset(2, part.len());
            block.channel_mut(1).copy_from_slice(part);
            map.push(&block);
        }
        map.finish();
        map.completed()
            .iter()
            .map(|s| (s.start_frame, s.end_frame))
            .collect()
    }

    #[test]
    fn finds_stretches_of_half_a_second_below_the_threshold() {
        for piece in [1, 79, 80, 1000, 100_000] {
            let quiet = 0.0009;
            let found = map(
                &[
                    (1.0, 0.1),
                    (0.6, quiet),
                    (0.2, 0.1),
                    (0.4, quiet),
                    (0.1, 0.0011),
                    (0.505, 0.0),
                ],
                piece,
            );
            assert_eq!(
                found,
                [(8000, 12_800), (18_400, 22_440)],
                "pieces of {piece}"
            );
        }
    }

    #[test]
    fn all_and_nothing() {
        assert_eq!(map(&[(2.0, 0.0)], 512), [(0, 16_000)]);
        assert_eq!(map(&[(2.0, 0.5)], 512), []);
        assert_eq!(map(&[], 512), []);
    }
}
