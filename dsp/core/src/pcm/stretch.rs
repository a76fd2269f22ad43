//! Audio of another rate than the file began with, on the file's one line of frames.

use crate::pcm::PcmBlock;

/// Frames at `to_hz` that last no longer than `frames` at `from_hz`.
pub fn at_rate(frames: u64, from_hz: u32, to_hz: u32) -> u64 {
    let product = u128::from(frames) * u128::from(to_hz);
    u64::try_from(product / u128::from(from_hz.max(1))).unwrap_or(u64::MAX)
}

/// Makes `block` `frames` long by straight lines between its samples: each frame for itself, so that
/// decoding from anywhere gives the same. Good enough for files that change their rate, which no
/// recorder makes.
pub fn stretch(block: &mut PcmBlock, frames: usize) {
    let from = block.clone();
    block.reset(from.channel_count(), frames);
    let step = from.frames() as f64 / frames.max(1) as f64;
    for channel in 0..from.channel_count() {
        let source = from.channel(channel);
        for (index, out) in block.channel_mut(channel).iter_mut().enumerate() {
            let at = index as f64 * step;
            let left = at as usize;
            let here = source.get(left).copied().unwrap_or(0.0);
            let next = source.get(left + 1).copied().unwrap_or(here);
            *out = here + (next - here) * (at - left as f64) as f32;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stretching_keeps_a_ramp_a_ramp() {
        let mut block = PcmBlock::new();
        block.reset(1, 100);
        for (index, sample) in block.channel_mut(0).iter_mut().enumerate() {
            *sample = index as f32;
        }
        stretch(&mut block, 150);
        assert_eq!(block.frames(), 150);
        for index in 0..148 {
            let wanted = index as f32 * 100.0 / 150.0;
            assert!((block.channel(0)[index] - wanted).abs() < 1e-3, "{index}");
        }
    }
}
