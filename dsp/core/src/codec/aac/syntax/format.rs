//! The parts of a configuration that reading blocks depends on.

use super::audio_specific_config::{AacConfig, LOW_COMPLEXITY};
use super::scale_factor_bands::Bands;

/// Everything needed to read a block.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Format {
    /// `MAIN`, `LOW_COMPLEXITY` or `LONG_TERM`.
    pub object_type: u8,
    pub bands: Bands,
}

impl Format {
    /// Low Complexity in blocks of 1,024 frames.
    pub fn low_complexity(rate_hz: u32) -> Self {
        Self {
            object_type: LOW_COMPLEXITY,
            bands: Bands::new(rate_hz, 1_024),
        }
    }

    /// Frames of a block.
    pub fn frame_length(&self) -> usize {
        let lines = self.bands.offsets(false).last();
        lines.map_or(0, |&lines| usize::from(lines))
    }

    /// The format of the core that `config` describes.
    pub fn of(config: &AacConfig) -> Self {
        Self {
            object_type: config.object_type,
            bands: Bands::new(config.sample_rate_hz, usize::from(config.frame_length)),
        }
    }
}
