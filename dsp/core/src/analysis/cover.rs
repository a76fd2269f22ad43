//! The cover of a recording: how loud each 64th of it is compared with the others, whatever its length, in
//! memory that does not grow. It shows shape, not level: a loud hour and a whispered one both use the
//! whole height.

/// Points of a cover.
pub const COVER_POINTS: usize = 64;
/// Pairs of the pyramid in the shortest window whose loudness is taken: 43 ms at 48 kHz, a syllable's
/// core.
const WINDOW_PAIRS: usize = 8;
/// Windows kept while the length is unknown: when they are full, neighbours are merged. They last 43 ms
/// up to 11 minutes at 48 kHz, 0.34 s at an hour.
const MAX_WINDOWS: usize = 16_384;

/// Below this a part is silence whatever the rest is: -72 dBFS.
const SILENCE: f32 = 4.04;
/// Also below this share of the loud parts: -30 dB.
const SILENCE_SHARE: f32 = 0.178;
/// Parts that differ by less than this share of the loud ones (2.2 dB) do not get the whole height: what
/// never changes shall not look as if it did.
const MIN_CONTRAST: f32 = 0.12;
/// The quietest part that is not silence.
const FLOOR: f32 = 32.0;

/// Builds a cover from the RMS of the pairs of the peak pyramid.
#[derive(Debug, Clone)]
pub struct Cover {
    /// Mean square of each window, on the scale of a byte to the power of four.
    windows: Vec<f32>,
    pairs_per_window: usize,
    open: f32,
    open_pairs: usize,
}

impl Default for Cover {
    fn default() -> Self {
        Self::new()
    }
}

impl Cover {
    /// The cover of nothing.
    pub fn new() -> Self {
        Self {
            windows: Vec::new(),
            pairs_per_window: WINDOW_PAIRS,
            open: 0.0,
            open_pairs: 0,
        }
    }

    /// Adds the RMS of the next pairs, see [`super::peaks::PeakPyramid::completed_rms`].
    pub fn push(&mut self, rms: &[u8]) {
        for &byte in rms {
            // A byte is the root of the RMS: its square is the RMS, that one's the mean square.
            let rms = f32::from(byte) * f32::from(byte);
            self.open += rms * rms;
            self.open_pairs += 1;
            if self.open_pairs == self.pairs_per_window {
                self.close_window();
            }
        }
    }

    fn close_window(&mut self) {
        if self.windows.len() == MAX_WINDOWS {
            for window in 0..MAX_WINDOWS / 2 {
                self.windows[window] =
                    (self.windows[2 * window] + self.windows[2 * window + 1]) / 2.0;
            }
            self.windows.truncate(MAX_WINDOWS / 2);
            self.pairs_per_window *= 2;
            if self.open_pairs < self.pairs_per_window {
                return;
            }
        }
        self.windows.push(self.open / self.open_pairs as f32);
        self.open = 0.0;
        self.open_pairs = 0;
    }

    /// 0 is silence, 32 the quieter parts, 255 the loudest. A file shorter than 64 windows repeats
    /// neighbours; an empty one is all 0.
    pub fn finish(mut self) -> [u8; COVER_POINTS] {
        if self.open_pairs > 0 {
            self.windows.push(self.open / self.open_pairs as f32);
        }
        let levels = self.levels();
        let mut sorted = levels;
        sorted.sort_by(f32::total_cmp);
        let loud = percentile(&sorted, 95);
        let silence = SILENCE.max(loud * SILENCE_SHARE);
        let sounding = &sorted[sorted.partition_point(|&level| level < silence)..];
        if sounding.is_empty() {
            return [0; COVER_POINTS];
        }
        let (low, high) = (percentile(sounding, 5), percentile(sounding, 95));
        let span = (high - low).max(high * MIN_CONTRAST);
        let low = (low + high - span) / 2.0;
        levels.map(|level| {
            if level < silence {
                return 0;
            }
            let height = ((level - low) / span).clamp(0.0, 1.0);
            (FLOOR + height * (255.0 - FLOOR) + 0.5) as u8
        })
    }

    /// The root of the RMS that a tenth of each part's windows reach, 0 … 255.
    fn levels(&mut self) -> [f32; COVER_POINTS] {
        let count = self.windows.len();
        let mut part_windows = Vec::with_capacity(count / COVER_POINTS + 1);
        core::array::from_fn(|part| {
            let from = part * count / COVER_POINTS;
            let to = ((part + 1) * count / COVER_POINTS).max(from + 1).min(count);
            part_windows.clear();
            part_windows.extend_from_slice(&self.windows[from.min(to)..to]);
            part_windows.sort_by(f32::total_cmp);
            percentile(&part_windows, 90).sqrt().sqrt()
        })
    }
}

/// The nearest rank of sorted values; 0 of none.
pub(super) fn percentile(sorted: &[f32], percent: usize) -> f32 {
    let rank = (sorted.len() * percent).div_ceil(100);
    sorted.get(rank.saturating_sub(1)).copied().unwrap_or(0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cover(rms: &[u8], piece: usize) -> [u8; COVER_POINTS] {
        let mut cover = Cover::new();
        rms.chunks(piece).for_each(|part| cover.push(part));
        cover.finish()
    }

    /// 64 plateaus of this many pairs each.
    fn plateaus(pairs: usize, level: impl Fn(usize) -> u8) -> Vec<u8> {
        (0..64 * pairs).map(|n| level(n / pairs)).collect()
    }

    #[test]
    fn follows_the_loudness_over_time() {
        assert_eq!(cover(&[], 1), [0; 64]);
        let rising = cover(&plateaus(80, |part| 60 + part as u8), 7);
        assert!(
            rising.windows(2).all(|pair| pair[0] <= pair[1]),
            "{rising:?}"
        );
        assert_eq!((rising[0], rising[63]), (32, 255));
        assert!((130..160).contains(&rising[32]), "{rising:?}");
    }

    #[test]
    fn silence_is_a_dot_and_a_pause_beside_speech_is_silence() {
        assert_eq!(cover(&[0; 10_000], 100), [0; 64]);
        assert_eq!(cover(&[4; 10_000], 100), [0; 64]);
        // Speech at -20 dBFS, breath at -40, room tone at -62.
        let levels = [81, 81, 26, 7];
        let drawn = cover(
            &plateaus(80, |part| levels[part % 4] + (part / 16) as u8),
            100,
        );
        for part in drawn.chunks(4) {
            assert!(part[0] > 200 && part[1] > 200 && part[2] >= 32, "{drawn:?}");
            assert_eq!(part[3], 0, "{drawn:?}");
        }
    }

    #[test]
    fn a_level_is_no_shape() {
        let loud = plateaus(80, |part| 150 + (part % 7) as u8 * 15);
        let quiet: Vec<u8> = loud.iter().map(|level| level / 5).collect();
        assert_eq!(cover(&loud, 100), cover(&quiet, 100));
    }

    #[test]
    fn a_constant_level_is_neither_full_nor_empty() {
        let drawn = cover(&[200; 700_000], 1_000);
        assert!(
            drawn.iter().all(|&point| (100..190).contains(&point)),
            "{drawn:?}"
        );
    }

    #[test]
    fn a_single_click_does_not_set_the_scale() {
        let mut rms = plateaus(160, |part| 60 + (part % 8) as u8 * 4);
        let before = cover(&rms, 100);
        for part in (0..64).step_by(5) {
            rms[part * 160 + 40] = 255;
        }
        assert_eq!(cover(&rms, 100), before);
    }

    #[test]
    fn a_long_cover_uses_all_pairs() {
        let level = |part: usize| 50 + (part * 37 % 64) as u8;
        let short = cover(&plateaus(160, level), 1_000);
        for pairs in [1_024usize, 4_096, 20_001] {
            for piece in [1_000, usize::MAX] {
                assert_eq!(
                    cover(&plateaus(pairs, level), piece),
                    short,
                    "{pairs} a plateau"
                );
            }
        }
    }
}
