//! Adding coupling channels to those they are coupled to (ISO 14496-3 §4.6.8.3).

use super::channel::Channel;
use super::stereo::for_each_band;
use super::tables::eighth_power;
use crate::codec::aac::syntax::coupling_channel_element::{Coupling, Gain, Point};
use crate::codec::aac::syntax::individual_channel_stream::MAX_BANDS;
use crate::codec::aac::syntax::raw_data_block::Kind;
use crate::codec::aac::syntax::scale_factor_bands::Bands;

/// A coupling channel of a block.
pub struct Coupled {
    pub coupling: Coupling,
    pub channel: Channel,
    /// See [`Coupling::gains`].
    pub gains: Vec<[Option<Gain>; MAX_BANDS]>,
    /// Its signal, where signals are added.
    pub signal: Vec<f32>,
}

impl Coupled {
    fn factor(&self, list: usize, band: usize) -> Option<f32> {
        let (gain, negative) = self.gains.get(list)?[band]?;
        let factor = eighth_power(-i32::from(gain) * self.coupling.step_eighths());
        Some(if negative { -factor } else { factor })
    }

    /// Which lists of gains meet the channels of the element `kind` with `tag`: for each the list and
    /// whether it is for the second channel.
    pub fn lists(&self, kind: Kind, tag: u8) -> impl Iterator<Item = (usize, bool)> + '_ {
        let mut next = 0;
        self.coupling.targets().iter().flat_map(move |target| {
            let first = next;
            next += if target.separate { 2 } else { 1 };
            let meets = target.tag == tag
                && match kind {
                    Kind::Single => !target.pair,
                    Kind::Pair => target.pair,
                    Kind::LowFrequency => false,
                };
            let [left, right] = target.sides;
            let second = first + usize::from(target.separate);
            let to = [(left, first, false), (right, second, true)];
            to.into_iter()
                .filter(move |(wanted, ..)| meets && *wanted)
                .map(|(_, list, is_second)| (list, is_second))
        })
    }

    /// Adds its spectrum to `spectrum` with the gains of `list`.
    pub fn add_spectrum(&self, list: usize, bands: &Bands, spectrum: &mut [f32]) {
        let from = &self.channel.spectrum;
        for_each_band(&self.channel.side, bands, from.len(), |band, range| {
            if let Some(factor) = self.factor(list, band) {
                for at in range {
                    spectrum[at] += from[at] * factor;
                }
            }
        });
    }

    /// Adds its signal to `out` with the gain of `list`.
    pub fn add_signal(&self, list: usize, out: &mut [f32]) {
        if let Some(factor) = self.factor(list, 0) {
            for (to, sample) in out.iter_mut().zip(&self.signal) {
                *to += sample * factor;
            }
        }
    }

    /// Where it is added.
    pub fn point(&self) -> Point {
        self.coupling.point
    }
}
