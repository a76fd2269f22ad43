//! Energies and noise floors from their quantised values (ISO 14496-3 §4.6.18.3.5, 4.6.18.3.6).

use crate::codec::aac::syntax::sbr::channel_data::ChannelData;
use crate::codec::aac::syntax::sbr::frequency_bands::{MAX_BANDS, MAX_FLOORS};
use crate::codec::aac::syntax::sbr::grid::MAX_ENVELOPES;
use crate::codec::aac::syntax::sbr::UpperBand;

/// `NOISE_FLOOR_OFFSET`.
const NOISE_OFFSET: f32 = 6.0;
/// The balance of two equal channels in steps of 3 dB; twice that in steps of 1.5 dB.
const MIDDLE: f32 = 12.0;

/// Levels of one channel.
#[derive(Debug, Clone)]
pub struct Levels {
    /// Mean energy of each band in each envelope.
    pub energies: [[f32; MAX_BANDS]; MAX_ENVELOPES],
    /// Noise energy as a multiple of the rest.
    pub noise: [[f32; MAX_FLOORS]; 2],
}

impl Levels {
    /// Those of both channels; the second is only used of a pair.
    pub fn of(band: &UpperBand) -> [Self; 2] {
        let [first, second] = &band.channels;
        if band.coupled {
            return [1.0, -1.0].map(|side| Self::shared(first, second, side));
        }
        [first, second].map(Self::alone)
    }

    fn alone(channel: &ChannelData) -> Self {
        let step = step(channel);
        Self {
            energies: core::array::from_fn(|envelope| {
                channel.levels[envelope]
                    .0
                    .map(|value| 64.0 * power(step * f32::from(value)))
            }),
            noise: channel
                .noise
                .map(|row| row.map(|value| power(NOISE_OFFSET - f32::from(value)))),
        }
    }

    /// The left (`side` 1) or the right (−1) channel of a coupled pair.
    fn shared(level: &ChannelData, balance: &ChannelData, side: f32) -> Self {
        let step = step(level);
        let share = |sum: f32, balance: f32| 2.0 * power(sum) / (1.0 + power(side * balance));
        Self {
            energies: core::array::from_fn(|envelope| {
                core::array::from_fn(|band| {
                    let sum = step * f32::from(level.levels[envelope].0[band]);
                    let value = step * f32::from(balance.levels[envelope].0[band]);
                    64.0 * share(sum, MIDDLE - value)
                })
            }),
            noise: core::array::from_fn(|floor| {
                core::array::from_fn(|band| {
                    let sum = NOISE_OFFSET - f32::from(level.noise[floor][band]);
                    share(sum, MIDDLE - f32::from(balance.noise[floor][band]))
                })
            }),
        }
    }
}

/// A step of levels in powers of two.
fn step(channel: &ChannelData) -> f32 {
    if channel.grid.coarse {
        1.0
    } else {
        0.5
    }
}

fn power(exponent: f32) -> f32 {
    libm::exp2f(exponent)
}
