//! The join of two regions: an equal-power crossfade of 5 ms centred on the cut. It uses 2.5 ms of
//! source past either bound, so that the result is exactly as long as its regions.

use super::PcmBlock;

/// Half of a join in seconds.
const HALF_JOIN_SECONDS: f64 = 0.002_5;

/// Frames on each side of the cut between regions of `before` and `after` frames. Short regions
/// give half of themselves at most, so that two joins never overlap.
pub fn half_join_frames(sample_rate_hz: u32, before: u64, after: u64) -> u64 {
    let whole = (f64::from(sample_rate_hz) * HALF_JOIN_SECONDS).round() as u64;
    whole.min(before / 2).min(after / 2)
}

/// Replaces `ending` by the crossfade from it to `beginning`: same channels, same frames. The gains
/// of frame `i` are `cos` and `sin` of `(i + ½) / frames · π/2`, so that powers add to one.
pub fn crossfade(ending: &mut PcmBlock, beginning: &PcmBlock) {
    crossfade_within(ending, ending.frames(), beginning, 0);
}

/// As [`crossfade`] where sound is missing: `ending` has sound up to frame `ends` and `beginning` from frame
/// `begins`. Each fades where it has sound, so that neither stops at a step.
pub fn crossfade_within(ending: &mut PcmBlock, ends: usize, beginning: &PcmBlock, begins: usize) {
    let frames = ending.frames().min(beginning.frames());
    let angle =
        |at: usize, length: usize| (at as f64 + 0.5) / length as f64 * core::f64::consts::FRAC_PI_2;
    for i in 0..frames {
        let out_gain = if i < ends {
            libm::cos(angle(i, ends)) as f32
        } else {
            0.0
        };
        let in_gain = if i < begins {
            0.0
        } else {
            libm::sin(angle(i - begins, frames - begins)) as f32
        };
        for channel in 0..ending.channel_count() {
            let incoming = beginning.channel(channel)[i] * in_gain;
            let sample = &mut ending.channel_mut(channel)[i];
            *sample = *sample * out_gain + incoming;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn power_is_constant_and_the_ends_meet_the_regions() {
        let (mut ones, mut zeros) = (PcmBlock::new(), PcmBlock::new());
        zeros.reset(1, 240);
        ones.reset(1, 240);
        ones.channel_mut(0).fill(1.0);
        let (mut out, mut back) = (ones.clone(), zeros.clone());
        crossfade(&mut out, &zeros);
        crossfade(&mut back, &ones);
        for i in 0..240 {
            let power = out.channel(0)[i].powi(2) + back.channel(0)[i].powi(2);
            assert!((power - 1.0).abs() < 1e-6);
        }
        assert!(out.channel(0)[0] > 0.9999 && out.channel(0)[239] < 0.01);
    }

    #[test]
    fn a_join_is_five_milliseconds_and_never_more_than_its_regions() {
        assert_eq!(half_join_frames(48_000, 1_000, 1_000), 120);
        assert_eq!(half_join_frames(48_000, 1_000, 7), 3);
        assert_eq!(half_join_frames(48_000, 1, 1_000), 0);
    }
}
