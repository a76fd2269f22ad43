//! The peak pyramid behind every waveform: the smallest and largest sample of each 256 frames, and
//! of each 4, 16, 64 … of those runs. Channels are merged. Two bytes per pair: an hour at 48 kHz has
//! 1.35 MB at the base and a third of that above it.

use crate::lanes::F32x4;
use crate::pcm::PcmBlock;

/// Frames of one pair of the base level.
pub const FRAMES_PER_PAIR: usize = 256;
/// Pairs of one level that make one of the next.
pub const LEVEL_FACTOR: usize = 4;
/// Levels that are kept; one pair of the last covers 256 · 4^7 frames (87 s at 48 kHz).
pub const LEVELS: usize = 8;
/// Pairs of the base level that are kept at most: 12 hours at 48 kHz, 17 MB.
pub const MAX_PAIRS: usize = 1 << 23;
/// Magnitudes of a face.
pub const FACE_MAGNITUDES: usize = 64;

/// Smallest and largest sample; starts empty (min > max).
#[derive(Debug, Clone, Copy)]
struct Extent {
    min: f32,
    max: f32,
}

impl Extent {
    const EMPTY: Self = Self {
        min: f32::INFINITY,
        max: f32::NEG_INFINITY,
    };

    fn include(&mut self, samples: &[f32]) {
        let (fours, rest) = samples.as_chunks::<4>();
        let mut min = F32x4::splat(f32::INFINITY);
        let mut max = F32x4::splat(f32::NEG_INFINITY);
        for four in fours {
            let four = F32x4::new(*four);
            min = min.min(four);
            max = max.max(four);
        }
        for (min, max) in min.to_array().into_iter().zip(max.to_array()) {
            self.widen(min, max);
        }
        rest.iter().for_each(|&x| self.widen(x, x));
    }

    /// A NaN is neither smaller nor larger than anything.
    fn widen(&mut self, min: f32, max: f32) {
        if min < self.min {
            self.min = min;
        }
        if max > self.max {
            self.max = max;
        }
    }

    /// Full scale ±1 becomes -128 … 127, rounded towards zero as audiowaveform does.
    fn pair(self) -> [i8; 2] {
        if self.min > self.max {
            return [0, 0];
        }
        [(self.min * 128.0) as i8, (self.max * 128.0) as i8]
    }
}

/// New pairs of the base level, in order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PeaksRun<'a> {
    /// Index of the first pair.
    pub first_pair: usize,
    /// Interleaved min and max, -128 … 127 is -1 … 1.
    pub pairs: &'a [i8],
}

/// Builds the pyramid from blocks of any length.
#[derive(Debug, Clone)]
pub struct PeakPyramid {
    sample_rate_hz: u32,
    channels: usize,
    frames: u64,
    extent: Extent,
    extent_frames: usize,
    /// Interleaved min, max; level 0 is the base.
    levels: [Vec<i8>; LEVELS],
    taken_pairs: usize,
}

impl PeakPyramid {
    /// An empty pyramid.
    pub fn new(sample_rate_hz: u32) -> Self {
        Self {
            sample_rate_hz,
            channels: 0,
            frames: 0,
            extent: Extent::EMPTY,
            extent_frames: 0,
            levels: Default::default(),
            taken_pairs: 0,
        }
    }

    /// Adds the next frames. Past [`MAX_PAIRS`] they are counted but no longer drawn.
    pub fn push(&mut self, block: &PcmBlock) {
        self.channels = block.channel_count();
        self.frames += block.frames() as u64;
        let mut from = 0;
        while from < block.frames() {
            let take = (FRAMES_PER_PAIR - self.extent_frames).min(block.frames() - from);
            for channel in 0..self.channels {
                self.extent
                    .include(&block.channel(channel)[from..from + take]);
            }
            self.extent_frames += take;
            from += take;
            if self.extent_frames == FRAMES_PER_PAIR {
                self.close_pair();
            }
        }
    }

    /// Ends the pyramid: the last frames get a pair of their own, at every level. Further blocks are not allowed.
    pub fn finish(&mut self) {
        if self.extent_frames > 0 {
            self.close_pair();
        }
        for level in 1..LEVELS {
            let (below, above) = self.levels.split_at_mut(level);
            let (below, above) = (&below[level - 1], &mut above[0]);
            let done = above.len() * LEVEL_FACTOR;
            if done < below.len() && below.len() > 2 {
                above.extend(merge(&below[done..]));
            }
        }
    }

    fn close_pair(&mut self) {
        if self.levels[0].len() < 2 * MAX_PAIRS {
            self.levels[0].extend(self.extent.pair());
            for level in 1..LEVELS {
                let (below, above) = self.levels.split_at_mut(level);
                let (below, above) = (&below[level - 1], &mut above[0]);
                if below.len() < above.len() * LEVEL_FACTOR + 2 * LEVEL_FACTOR {
                    break;
                }
                above.extend(merge(&below[below.len() - 2 * LEVEL_FACTOR..]));
            }
        }
        self.extent = Extent::EMPTY;
        self.extent_frames = 0;
    }

    /// Frames seen.
    pub fn frames(&self) -> u64 {
        self.frames
    }

    /// Base pairs that were completed since the last call.
    pub fn take_new(&mut self) -> PeaksRun<'_> {
        let first_pair = self.taken_pairs;
        self.taken_pairs = self.levels[0].len() / 2;
        PeaksRun {
            first_pair,
            pairs: &self.levels[0][2 * first_pair..],
        }
    }

    /// Interleaved min, max of one level, 0 the base; empty for a level that does not exist (yet).
    pub fn level(&self, level: usize) -> &[i8] {
        self.levels.get(level).map_or(&[], Vec::as_slice)
    }

    /// Frames of one pair of a level.
    pub fn frames_per_pair(level: usize) -> usize {
        FRAMES_PER_PAIR * LEVEL_FACTOR.pow(level.min(LEVELS - 1) as u32)
    }

    /// Appends one level as an audiowaveform data file, version 2, 8 bit, one channel
    /// (<https://github.com/bbc/audiowaveform/blob/master/doc/DataFormat.md>): 24 bytes of header,
    /// then the pairs.
    pub fn write_dat(&self, level: usize, out: &mut Vec<u8>) {
        const VERSION: u32 = 2;
        const EIGHT_BIT: u32 = 1;
        let pairs = self.level(level);
        let header = [
            VERSION,
            EIGHT_BIT,
            self.sample_rate_hz,
            Self::frames_per_pair(level) as u32,
            (pairs.len() / 2) as u32,
            1,
        ];
        out.reserve(24 + pairs.len());
        header
            .iter()
            .for_each(|word| out.extend_from_slice(&word.to_le_bytes()));
        out.extend(pairs.iter().map(|&value| value as u8));
    }

    /// The largest magnitude of each 64th of the audio, 255 is full scale. A file shorter than 64
    /// pairs repeats neighbours; an empty one is all 0.
    pub fn face(&self) -> [u8; FACE_MAGNITUDES] {
        let base = &self.levels[0];
        let pairs = base.len() / 2;
        core::array::from_fn(|part| {
            let from = part * pairs / FACE_MAGNITUDES;
            let to = ((part + 1) * pairs / FACE_MAGNITUDES)
                .max(from + 1)
                .min(pairs);
            let peak = base[2 * from.min(to)..2 * to]
                .iter()
                .map(|value| u32::from(value.unsigned_abs()))
                .max()
                .unwrap_or(0);
            // -128 … 127: the positive side ends one step earlier.
            (peak * 255).div_ceil(128).min(255) as u8
        })
    }
}

fn merge(pairs: &[i8]) -> [i8; 2] {
    let (pairs, _) = pairs.as_chunks::<2>();
    pairs.iter().fold([i8::MAX, i8::MIN], |[min, max], pair| {
        [min.min(pair[0]), max.max(pair[1])]
    })
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
                    assert!(pyramid.level(level).is_empty());
                } else {
                    assert_eq!(
                        pyramid.level(level),
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
        assert_eq!(pyramid.level(0), [-128, 127]);
        assert_eq!(pyramid.face(), [255; 64]);
    }

    #[test]
    fn samples_that_are_not_numbers_leave_no_mark() {
        let mut samples = [f32::NAN; 600];
        samples[0] = 0.5;
        let mut pyramid = PeakPyramid::new(44_100);
        pyramid.push(&block(&[&samples]));
        pyramid.push(&block(&[&[f32::NEG_INFINITY]]));
        pyramid.finish();
        assert_eq!(pyramid.level(0), [64, 64, 0, 0, -128, -128]);
    }

    #[test]
    fn new_pairs_are_handed_out_once_and_in_order() {
        let samples = noise(10_000);
        let mut pyramid = PeakPyramid::new(48_000);
        let mut seen = Vec::new();
        for part in samples.chunks(777) {
            pyramid.push(&block(&[part]));
            let run = pyramid.take_new();
            assert_eq!(run.first_pair * 2, seen.len());
            seen.extend_from_slice(run.pairs);
        }
        pyramid.finish();
        seen.extend_from_slice(pyramid.take_new().pairs);
        assert_eq!(seen, pyramid.level(0));
        assert_eq!(pyramid.take_new().pairs, []);
    }

    #[test]
    fn a_dat_file_has_the_header_of_version_2() {
        let mut pyramid = PeakPyramid::new(8000);
        pyramid.push(&block(&[&[0.5; 256]]));
        pyramid.push(&block(&[&[-0.5; 100]]));
        pyramid.finish();
        let mut dat = Vec::new();
        pyramid.write_dat(0, &mut dat);
        assert_eq!(
            dat[..24],
            [2u32, 1, 8000, 256, 2, 1].map(u32::to_le_bytes).concat()
        );
        assert_eq!(dat[24..], [64, 64, -64i8 as u8, -64i8 as u8]);
    }

    #[test]
    fn a_face_follows_the_loudness_over_time() {
        let mut pyramid = PeakPyramid::new(48_000);
        assert_eq!(pyramid.face(), [0; 64]);
        for part in 0..64 {
            pyramid.push(&block(&[&[part as f32 / 64.0; 512]]));
        }
        pyramid.finish();
        let face = pyramid.face();
        assert!(face.windows(2).all(|pair| pair[0] < pair[1]), "{face:?}");
        assert_eq!(face[32], 128);
    }
}
