//! From the channels a packet has to the one or two the product works with. More than two are
//! folded into stereo as ITU-R BS.775-3 table 2 does: front channels straight, centre and surrounds
//! at −3 dB, the low-frequency channel left out, all scaled so that full scale in cannot clip out. More
//! than eight have no one order: the first two are left and right, the others are heard in the middle.

use core::f32::consts::FRAC_1_SQRT_2;

use crate::codec::family::ChannelOrder;
use crate::pcm::PcmBlock;

/// Gains of one input channel towards left and right.
type Gains = (f32, f32);

const LEFT: Gains = (1.0, 0.0);
const RIGHT: Gains = (0.0, 1.0);
const CENTRE: Gains = (FRAC_1_SQRT_2, FRAC_1_SQRT_2);
const REAR_LEFT: Gains = (FRAC_1_SQRT_2, 0.0);
const REAR_RIGHT: Gains = (0.0, FRAC_1_SQRT_2);
const REAR: Gains = (0.5, 0.5);
const NONE: Gains = (0.0, 0.0);

/// Gains of [`ChannelOrder::Wave`].
fn wave_order(channels: usize) -> &'static [Gains] {
    match channels {
        3 => &[LEFT, RIGHT, CENTRE],
        4 => &[LEFT, RIGHT, REAR_LEFT, REAR_RIGHT],
        5 => &[LEFT, RIGHT, CENTRE, REAR_LEFT, REAR_RIGHT],
        6 => &[LEFT, RIGHT, CENTRE, NONE, REAR_LEFT, REAR_RIGHT],
        7 => &[LEFT, RIGHT, CENTRE, NONE, REAR, REAR_LEFT, REAR_RIGHT],
        _ => &[
            LEFT, RIGHT, CENTRE, NONE, REAR_LEFT, REAR_RIGHT, REAR_LEFT, REAR_RIGHT,
        ],
    }
}

/// Gains of [`ChannelOrder::Vorbis`].
fn vorbis_order(channels: usize) -> &'static [Gains] {
    match channels {
        3 => &[LEFT, CENTRE, RIGHT],
        4 => &[LEFT, RIGHT, REAR_LEFT, REAR_RIGHT],
        5 => &[LEFT, CENTRE, RIGHT, REAR_LEFT, REAR_RIGHT],
        6 => &[LEFT, CENTRE, RIGHT, REAR_LEFT, REAR_RIGHT, NONE],
        7 => &[LEFT, CENTRE, RIGHT, REAR_LEFT, REAR_RIGHT, REAR, NONE],
        _ => &[
            LEFT, CENTRE, RIGHT, REAR_LEFT, REAR_RIGHT, REAR_LEFT, REAR_RIGHT, NONE,
        ],
    }
}

/// Gains of [`ChannelOrder::Aac`].
fn aac_order(channels: usize) -> &'static [Gains] {
    match channels {
        3 => &[CENTRE, LEFT, RIGHT],
        4 => &[CENTRE, LEFT, RIGHT, REAR],
        5 => &[CENTRE, LEFT, RIGHT, REAR_LEFT, REAR_RIGHT],
        6 => &[CENTRE, LEFT, RIGHT, REAR_LEFT, REAR_RIGHT, NONE],
        7 => &[CENTRE, LEFT, RIGHT, REAR_LEFT, REAR_RIGHT, REAR, NONE],
        _ => &[
            CENTRE, LEFT, RIGHT, LEFT, RIGHT, REAR_LEFT, REAR_RIGHT, NONE,
        ],
    }
}

/// Turns `block` into `wanted` (1 or 2) channels; touches nothing when it already has them.
pub fn fold(block: &mut PcmBlock, wanted: usize, order: ChannelOrder) {
    let (have, frames) = (block.channel_count(), block.frames());
    if have == wanted || have == 0 {
        return;
    }
    let mut folded = PcmBlock::new();
    folded.reset(wanted, frames);
    let many;
    let table = match have {
        1 => &[(1.0, 1.0)][..],
        2 => &[LEFT, RIGHT],
        9.. => {
            many = [&[LEFT, RIGHT][..], &vec![CENTRE; have - 2]].concat();
            &many
        }
        _ => match order {
            ChannelOrder::Wave => wave_order(have),
            ChannelOrder::Vorbis => vorbis_order(have),
            ChannelOrder::Aac => aac_order(have),
        },
    };
    let sum = |side: fn(&Gains) -> f32| table.iter().map(side).sum::<f32>();
    let scale = if have > 2 {
        1.0 / sum(|gains| gains.0).max(sum(|gains| gains.1))
    } else {
        1.0
    };
    for (from, gains) in table.iter().enumerate().take(have) {
        let sides = if wanted == 1 {
            // Mono of a stereo frame is its mean.
            vec![if have == 1 {
                1.0
            } else {
                (gains.0 + gains.1) / 2.0
            }]
        } else {
            vec![gains.0, gains.1]
        };
        for (to, gain) in sides.into_iter().enumerate() {
            if gain != 0.0 {
                let source = block.channel(from).iter();
                for (out, &sample) in folded.channel_mut(to).iter_mut().zip(source) {
                    *out += sample * gain * scale;
                }
            }
        }
    }
    *block = folded;
}

#[cfg(test)]
mod tests {
    use super::*;

    fn block(samples: &[f32]) -> PcmBlock {
        let mut block = PcmBlock::new();
        block.reset(samples.len(), 1);
        for (channel, &sample) in samples.iter().enumerate() {
            block.channel_mut(channel)[0] = sample;
        }
        block
    }

    #[test]
    fn mono_is_doubled_and_stereo_is_averaged() {
        let mut doubled = block(&[0.5]);
        fold(&mut doubled, 2, ChannelOrder::Wave);
        assert_eq!((doubled.channel(0)[0], doubled.channel(1)[0]), (0.5, 0.5));
        let mut averaged = block(&[0.5, -0.25]);
        fold(&mut averaged, 1, ChannelOrder::Wave);
        assert_eq!(averaged.channel(0)[0], 0.125);
    }

    #[test]
    fn full_scale_everywhere_stays_full_scale_and_sides_stay_separate() {
        for order in [ChannelOrder::Vorbis, ChannelOrder::Wave, ChannelOrder::Aac] {
            for channels in [3, 4, 5, 6, 7, 8, 9, 64] {
                // Many channels are summed with more rounding, and each has a smaller share.
                let (rounding, share) = if channels <= 8 {
                    (1e-6, 0.2)
                } else {
                    (1e-5, 0.02)
                };
                let mut loud = block(&vec![1.0; channels]);
                fold(&mut loud, 2, order);
                assert!(
                    (loud.channel(0)[0] - 1.0).abs() < rounding,
                    "{order:?} {channels}"
                );
                assert!(
                    (loud.channel(1)[0] - 1.0).abs() < rounding,
                    "{order:?} {channels}"
                );
                let mut samples = vec![0.0; channels];
                let left = usize::from(order == ChannelOrder::Aac && channels <= 8);
                samples[left] = 1.0;
                let mut left = block(&samples);
                fold(&mut left, 2, order);
                assert!(
                    left.channel(0)[0] > share && left.channel(1)[0] == 0.0,
                    "{order:?} {channels}"
                );
            }
        }
    }
}
