//! Samples at full scale.

use crate::lanes::F32x4;
use crate::pcm::PcmBlock;

/// Smallest magnitude that counts: the largest positive 16-bit sample. Lossy codecs overshoot, so
/// anything above also counts.
pub const CLIPPED_MAGNITUDE: f32 = 32_767.0 / 32_768.0;

/// Counts clipped samples of all channels.
#[derive(Debug, Clone, Default)]
pub struct ClippingCounter {
    samples: u64,
}

impl ClippingCounter {
    /// Nothing counted.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds the next frames.
    pub fn push(&mut self, block: &PcmBlock) {
        for channel in 0..block.channel_count() {
            let (fours, rest) = block.channel(channel).as_chunks::<4>();
            let mut loudest = F32x4::splat(0.0);
            for four in fours {
                loudest = loudest.max(F32x4::new(*four).abs());
            }
            // Few blocks have any: only those are counted one by one.
            let has_some = loudest.to_array().into_iter().any(is_clipped);
            if has_some || rest.iter().copied().any(is_clipped) {
                let samples = block.channel(channel).iter();
                self.samples += samples.filter(|&&sample| is_clipped(sample)).count() as u64;
            }
        }
    }

    /// Samples with a magnitude of [`CLIPPED_MAGNITUDE`] or more.
    pub fn clipped_samples(&self) -> u64 {
        self.samples
    }
}

fn is_clipped(sample: f32) -> bool {
    sample.abs() >= CLIPPED_MAGNITUDE
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_both_ends_of_the_scale_in_every_channel() {
        let mut block = PcmBlock::new();
        block.reset(2, 4);
        block
            .channel_mut(0)
            .copy_from_slice(&[1.0, -1.0, 0.9999, f32::NAN]);
        block
            .channel_mut(1)
            .copy_from_slice(&[32_767.0 / 32_768.0, -1.3, 0.5, 0.0]);
        let mut counter = ClippingCounter::new();
        counter.push(&block);
        counter.push(&block);
        assert_eq!(counter.clipped_samples(), 8);
    }
}
