//! The peak pyramid behind every waveform: the smallest and largest sample of each 256 frames, and
//! of each 4, 16, 64 … of those runs; each base pair also has its RMS, which shows perceived loudness.
//! Channels are merged. Three bytes per base pair: an hour at 48 kHz has 2 MB. Nothing is kept
//! here: pairs are returned as they are completed, so that memory does not grow with the length.

use super::run::Run;
use crate::pcm::PcmBlock;

/// Frames of one pair of the base level.
pub const FRAMES_PER_PAIR: usize = 256;
/// Pairs of one level that make one of the next.
pub const LEVEL_FACTOR: usize = 4;
/// Levels that are kept; one pair of the last covers 256 · 4^7 frames (87 s at 48 kHz).
pub const LEVELS: usize = 8;
/// Maximum of pairs of the base level: 12 hours at 48 kHz, 17 MB.
pub const MAX_PAIRS: usize = 1 << 23;

/// One level: the pair that is being made and those that were completed since the last
/// [`PeakPyramid::forget`].
#[derive(Debug, Clone, Default)]
struct Level {
    completed: Vec<i8>,
    /// Pairs of the level below in the open pair.
    merged: usize,
    min: i8,
    max: i8,
    pairs: usize,
}

impl Level {
    /// Takes a pair of the level below; the own pair once [`LEVEL_FACTOR`] of them are merged.
    fn merge(&mut self, [min, max]: [i8; 2]) -> Option<[i8; 2]> {
        if self.merged == 0 {
            (self.min, self.max) = (min, max);
        } else {
            (self.min, self.max) = (self.min.min(min), self.max.max(max));
        }
        self.merged += 1;
        (self.merged == LEVEL_FACTOR).then(|| self.close())
    }

    fn close(&mut self) -> [i8; 2] {
        self.merged = 0;
        self.push([self.min, self.max]);
        [self.min, self.max]
    }

    fn push(&mut self, pair: [i8; 2]) {
        self.completed.extend(pair);
        self.pairs += 1;
    }
}

/// Builds the pyramid from blocks of any length.
#[derive(Debug, Clone)]
pub struct PeakPyramid {
    sample_rate_hz: u32,
    frames: u64,
    run: Run,
    run_frames: usize,
    /// Level 0 is the base.
    levels: [Level; LEVELS],
    /// One for each completed pair of the base.
    rms: Vec<u8>,
}

impl PeakPyramid {
    /// An empty pyramid.
    pub fn new(sample_rate_hz: u32) -> Self {
        Self {
            sample_rate_hz,
            frames: 0,
            run: Run::default(),
            run_frames: 0,
            levels: Default::default(),
            rms: Vec::new(),
        }
    }

    /// Adds the next frames. Past [`MAX_PAIRS`] they are counted but no longer drawn.
    pub fn push(&mut self, block: &PcmBlock) {
        self.frames += block.frames() as u64;
        let mut from = 0;
        while from < block.frames() {
            let take = (FRAMES_PER_PAIR - self.run_frames).min(block.frames() - from);
            for channel in 0..block.channel_count() {
                let samples = &block.channel(channel)[from..from + take];
                self.run.include(channel, self.run_frames, samples);
            }
            self.run_frames += take;
            from += take;
            if self.run_frames == FRAMES_PER_PAIR {
                self.close_pair();
            }
        }
    }

    /// Ends the pyramid: the last frames get a pair of their own, at every level that more than one
    /// pair lies under. Further blocks are not allowed.
    pub fn finish(&mut self) {
        if self.run_frames > 0 {
            self.close_pair();
        }
        for level in 1..LEVELS {
            if self.levels[level].merged > 0 && self.levels[level - 1].pairs > 1 {
                let pair = self.levels[level].close();
                self.rise(level + 1, pair);
            }
        }
    }

    fn close_pair(&mut self) {
        if self.levels[0].pairs < MAX_PAIRS {
            let pair = self.run.pair();
            self.levels[0].push(pair);
            self.rise(1, pair);
            self.rms.push(self.run.rms(self.run_frames));
        }
        self.run = Run::default();
        self.run_frames = 0;
    }

    /// Hands a new pair to the level above it, and on as long as that completes one.
    fn rise(&mut self, from: usize, mut pair: [i8; 2]) {
        for level in self.levels.iter_mut().skip(from) {
            match level.merge(pair) {
                Some(merged) => pair = merged,
                None => break,
            }
        }
    }

    /// Frames seen.
    pub fn frames(&self) -> u64 {
        self.frames
    }

    /// Pairs of a level so far, including discarded ones.
    pub fn pairs(&self, level: usize) -> usize {
        self.levels.get(level).map_or(0, |level| level.pairs)
    }

    /// Interleaved min, max (-128 … 127 is -1 … 1) of what a level, 0 the base, has completed since
    /// the last [`PeakPyramid::forget`].
    pub fn completed(&self, level: usize) -> &[i8] {
        self.levels
            .get(level)
            .map_or(&[], |level| level.completed.as_slice())
    }

    /// RMS of each base pair that [`PeakPyramid::completed`] holds, on a square-root scale: 255 is
    /// full scale, 81 -20 dB, 26 -40 dB, 8 -60 dB.
    pub fn completed_rms(&self) -> &[u8] {
        &self.rms
    }

    /// Discards the completed pairs of every level.
    pub fn forget(&mut self) {
        self.rms.clear();
        self.levels
            .iter_mut()
            .for_each(|level| level.completed.clear());
    }

    /// Frames of one pair of a level.
    pub fn frames_per_pair(level: usize) -> usize {
        FRAMES_PER_PAIR * LEVEL_FACTOR.pow(level.min(LEVELS - 1) as u32)
    }

    /// Head of an audiowaveform data file of a level, version 2, 8 bit, one channel
    /// (<https://github.com/bbc/audiowaveform/blob/master/doc/DataFormat.md>), for the pairs so far;
    /// they follow it as they are.
    pub fn dat_head(&self, level: usize) -> [u8; 24] {
        const VERSION: u32 = 2;
        const EIGHT_BIT: u32 = 1;
        let words = [
            VERSION,
            EIGHT_BIT,
            self.sample_rate_hz,
            Self::frames_per_pair(level) as u32,
            self.pairs(level) as u32,
            1,
        ];
        let mut head = [0; 24];
        for (bytes, word) in head.as_chunks_mut::<4>().0.iter_mut().zip(words) {
            *bytes = word.to_le_bytes();
        }
        head
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn block(channels: &[&[f32]]) -> PcmBlock {
        let mut block = PcmBlock::new();
        block.reset(channels.len(), channels[0].len());
        for (i, samples) in channels.iter().enumerate() {
            block.channel_mut(i).copy_from_slice(samples);
        }
        block
    }

    fn noise(frames: usize) -> Vec<f32> {
        let mut seed = 3u32;
        (0..frames)
            .map(|_| {
                seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                (seed >> 8) as f32 / (1 << 23) as f32 - 1.0
            })
            .collect()
    }

    /// Every level straight from the samples.
    fn slow_level(samples: &[f32], frames_per_pair: usize) -> Vec<i8> {
        samples
            .chunks(frames_per_pair)
            .flat_map(|run| {
                let min = run.iter().copied().fold(f32::INFINITY, f32::min);
                let max = run.iter().copied().fold(f32::NEG_INFINITY, f32::max);
                [(min * 128.0) as i8, (max * 128.0) as i8]
            })
            .collect()
    }

    #[test]
    fn every_level_equals_the_one_made_from_the_samples() {
        let samples = noise(100_003);
        for piece in [1, 100, 256, 1000, 100_003] {
            let mut pyramid = PeakPyramid::new(48_000);
            for part in samples.chunks(piece) {
                pyramid.push(&block(&[part]));
            }
            pyramid.finish();
            assert_eq!(pyramid.frames(), 100_003);
            for level in 0..LEVELS {
                let expected = slow_level(&samples, PeakPyramid::frames_per_pair(level));
                if level > 0 && PeakPyramid::frames_per_pair(level - 1) >= samples.len() {
                    assert!(pyramid.completed(level).is_empty());
                } else {
                    assert_eq!(
                        pyramid.completed(level),
                        expected,
                        "level {level}, pieces of {piece}"
                    );
                }
            }
        }
    }

    #[test]
    fn channels_are_merged_and_full_scale_is_kept() {
        let mut pyramid = PeakPyramid::new(44_100);
        pyramid.push(&block(&[&[0.25, 0.0, 1.0], &[-0.5, f32::NAN, -1.5]]));
        pyramid.finish();
        assert_eq!(pyramid.completed(0), [-128, 127]);
    }

    #[test]
    fn samples_that_are_not_numbers_leave_no_mark() {
        let mut samples = [f32::NAN; 600];
        samples[0] = 0.5;
        let mut pyramid = PeakPyramid::new(44_100);
        pyramid.push(&block(&[&samples]));
        pyramid.push(&block(&[&[f32::NEG_INFINITY]]));
        pyramid.finish();
        assert_eq!(pyramid.completed(0), [64, 64, 0, 0, -128, -128]);
        // One sample of 0.5 in 256; the infinite one counts as full scale.
        let one = (0.25f32 / 256.0).powf(0.25) * 255.0;
        let full = (1.0f32 / 89.0).powf(0.25) * 255.0;
        let expected = [one.round() as u8, 0, full.round() as u8];
        assert_eq!(pyramid.completed_rms(), expected);
    }

    #[test]
    fn forgetting_changes_no_level() {
        let samples = noise(100_003);
        let mut pyramid = PeakPyramid::new(48_000);
        let mut seen: [Vec<i8>; LEVELS] = Default::default();
        let mut hear = |pyramid: &mut PeakPyramid| {
            for (level, seen) in seen.iter_mut().enumerate() {
                seen.extend_from_slice(pyramid.completed(level));
                assert_eq!(pyramid.pairs(level) * 2, seen.len());
            }
            pyramid.forget();
            assert!((0..LEVELS).all(|level| pyramid.completed(level).is_empty()));
        };
        for part in samples.chunks(777) {
            pyramid.push(&block(&[part]));
            hear(&mut pyramid);
        }
        pyramid.finish();
        hear(&mut pyramid);
        for (level, seen) in seen.iter().enumerate().take(6) {
            assert_eq!(
                seen,
                &slow_level(&samples, PeakPyramid::frames_per_pair(level))
            );
        }
    }

    #[test]
    fn the_rms_is_that_of_the_samples_in_any_pieces() {
        let left = noise(10_003);
        let right: Vec<f32> = left.iter().rev().map(|x| x * 0.01).collect();
        let slow: Vec<u8> = left
            .chunks(256)
            .zip(right.chunks(256))
            .map(|(left, right)| {
                let squares = left.iter().chain(right).map(|&x| f64::from(x).powi(2));
                let mean = squares.sum::<f64>() / (2 * left.len()) as f64;
                (mean.powf(0.25) * 255.0).round() as u8
            })
            .collect();
        for piece in [1, 3, 100, 256, 777, 10_003] {
            let mut pyramid = PeakPyramid::new(48_000);
            for (left, right) in left.chunks(piece).zip(right.chunks(piece)) {
                pyramid.push(&block(&[left, right]));
            }
            pyramid.finish();
            assert_eq!(pyramid.completed_rms(), slow, "pieces of {piece}");
        }
    }

    #[test]
    fn the_rms_of_known_levels() {
        let mut pyramid = PeakPyramid::new(48_000);
        for level in [1.0, 0.1, 0.0102, 0.001, 0.0, -2.0] {
            pyramid.push(&block(&[&[level; 256]]));
        }
        pyramid.finish();
        assert_eq!(pyramid.completed_rms(), [255, 81, 26, 8, 0, 255]);
    }

    #[test]
    fn a_dat_file_has_the_header_of_version_2() {
        let mut pyramid = PeakPyramid::new(8000);
        pyramid.push(&block(&[&[0.5; 256]]));
        pyramid.push(&block(&[&[-0.5; 100]]));
        pyramid.finish();
        assert_eq!(
            pyramid.dat_head(0).as_slice(),
            [2u32, 1, 8000, 256, 2, 1].map(u32::to_le_bytes).concat()
        );
        assert_eq!(pyramid.completed(0), [64, 64, -64, -64]);
    }
}
