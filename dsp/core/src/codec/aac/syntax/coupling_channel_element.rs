//! Coupling channels (`coupling_channel_element`, ISO 14496-3 table 4.8): one spectrum or signal added
//! to others with gains of its own.

use super::huffman::scale_factor_step;
use super::individual_channel_stream::{IndividualChannelStream, MAX_BANDS, ZERO};
use crate::bits::reader::Bits;

/// Most lists of gains: eight pairs with one for each side.
const MAX_LISTS: usize = 16;

/// Where along the decoding it is added (§4.6.8.3.3).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Point {
    BeforeShaping,
    AfterShaping,
    /// Signals, not spectra, are added.
    Signal,
}

/// One element that it is added to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Target {
    pub pair: bool,
    pub tag: u8,
    /// Added to the first and to the second channel.
    pub sides: [bool; 2],
    /// Each side has gains of its own.
    pub separate: bool,
}

/// Syntax before the channel.
#[derive(Debug, Clone, Copy)]
pub struct Coupling {
    pub point: Point,
    targets: [Target; 8],
    target_count: usize,
    signed: bool,
    /// Index of the step between gains: 2^⅛, 2^¼, 2^½, 2.
    step: u8,
}

/// A gain as a power of the step, and its sign.
pub type Gain = (i16, bool);

impl Coupling {
    /// Reads the syntax before the channel, after the tag.
    pub fn read(bits: &mut Bits<'_>) -> Option<Self> {
        let of_signals = bits.read(1)? == 1;
        let target_count = bits.read(3)? as usize + 1;
        let mut targets = [Target::default(); 8];
        for target in &mut targets[..target_count] {
            target.pair = bits.read(1)? == 1;
            target.tag = bits.read(4)? as u8;
            target.sides = [true, false];
            if target.pair {
                let sides = [bits.read(1)? == 1, bits.read(1)? == 1];
                target.separate = sides == [true; 2];
                // Neither side means both, with the same gains.
                target.sides = if sides == [false; 2] {
                    [true; 2]
                } else {
                    sides
                };
            }
        }
        let after_shaping = bits.read(1)? == 1;
        Some(Self {
            point: match (of_signals, after_shaping) {
                (true, _) => Point::Signal,
                (false, true) => Point::AfterShaping,
                (false, false) => Point::BeforeShaping,
            },
            targets,
            target_count,
            signed: bits.read(1)? == 1,
            step: bits.read(2)? as u8,
        })
    }

    /// The elements it is added to.
    pub fn targets(&self) -> &[Target] {
        &self.targets[..self.target_count]
    }

    /// Lists of gains: one per target, two where the sides differ.
    fn lists(&self) -> usize {
        let separate = self
            .targets()
            .iter()
            .filter(|target| target.separate)
            .count();
        self.target_count + separate
    }

    /// Base-2 logarithm of the step between gains, in eighths.
    pub fn step_eighths(&self) -> i32 {
        1 << self.step
    }

    /// Reads the gains after the spectrum of `side`: `gains[list][band]`, where signals are added the
    /// first alone. `None` in a band leaves it out.
    pub fn gains(
        &self,
        bits: &mut Bits<'_>,
        side: &IndividualChannelStream,
        gains: &mut Vec<[Option<Gain>; MAX_BANDS]>,
    ) -> Option<()> {
        gains.clear();
        for list in 0..self.lists().min(MAX_LISTS) {
            let mut common = true;
            let mut gain = 0;
            if list > 0 {
                common = self.point == Point::Signal || bits.read(1)? == 1;
                if common {
                    gain = scale_factor_step(bits)?;
                }
            }
            let mut row = [None; MAX_BANDS];
            if self.point == Point::Signal {
                row[0] = Some((gain, false));
                gains.push(row);
                continue;
            }
            for (band, slot) in row.iter_mut().enumerate().take(side.bands()) {
                if side.books[band] == ZERO {
                    continue;
                }
                if !common {
                    gain += scale_factor_step(bits)?;
                }
                *slot = Some(if self.signed && !common {
                    (gain >> 1, gain & 1 == 1)
                } else {
                    (gain, false)
                });
            }
            gains.push(row);
        }
        Some(())
    }
}
