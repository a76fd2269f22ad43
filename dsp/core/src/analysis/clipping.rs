//! Samples at full scale.

use crate::pcm::PcmBlock;

/// Smallest magnitude that counts: the largest positive 16-bit sample. Lossy codecs overshoot, so
/// anything above counts too.
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
            let clipped = block.channel(channel).iter();
            self.samples += clipped
                .map(|sample| u64::from(sample.abs() >= CLIPPED_MAGNITUDE))
                .sum::<u64>();
        }
    }

    /// Samples with a magnitude of [`CLIPPED_MAGNITUDE`] or more.
    pub fn clipped_samples(&self) -> u64 {
        self.samples
    }
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
