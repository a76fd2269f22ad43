//! How a channel's block is split into windows, and which parts are predicted from earlier blocks
//! (`ics_info` and `ltp_data`, ISO 14496-3 tables 4.6 and 4.55).

use super::audio_specific_config::{LONG_TERM, MAIN};
use super::format::Format;
use crate::bits::reader::Bits;

/// Windows in a block of short ones.
pub const SHORT_WINDOWS: usize = 8;
/// Bands of a long window that long-term prediction may reach (§4.6.7.3: MAX_LTP_LONG_SFB).
const MAX_LONG_TERM_BANDS: usize = 40;
/// Groups of predictors that are reset in turn (§4.6.6.3.2).
pub const RESET_GROUPS: u8 = 30;

/// `window_sequence` (table 4.128).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Sequence {
    #[default]
    Long,
    Start,
    Short,
    Stop,
}

/// Prediction of Main (§4.6.6).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Prediction {
    /// Group of predictors to reset after the block, 1…30; 0 for none.
    pub reset_group: u8,
    /// Bands in which the prediction is added, lowest bit first.
    pub used: u64,
}

/// Long-term prediction (§4.6.7).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct LongTerm {
    /// Frames back, 0…2,047.
    pub lag: u16,
    /// Index of the gain.
    pub gain: u8,
    /// Bands in which the prediction is added, lowest bit first.
    pub used: u64,
}

/// Windows of one channel.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct IcsInfo {
    pub sequence: Sequence,
    /// The window is Kaiser-Bessel derived, else a sine.
    pub kaiser: bool,
    /// Bands in use.
    pub bands: usize,
    /// Windows in each group, and how many groups.
    pub groups: [u8; SHORT_WINDOWS],
    pub group_count: usize,
    pub prediction: Option<Prediction>,
    /// Prediction of the first channel and, where windows are common, of the second.
    pub long_term: [Option<LongTerm>; 2],
}

impl IcsInfo {
    /// Reads `ics_info`; `common` if it applies to both channels of a pair.
    pub fn read(bits: &mut Bits<'_>, format: &Format, common: bool) -> Option<Self> {
        if bits.read(1)? != 0 {
            return None;
        }
        let sequence = match bits.read(2)? {
            0 => Sequence::Long,
            1 => Sequence::Start,
            2 => Sequence::Short,
            _ => Sequence::Stop,
        };
        let kaiser = bits.read(1)? == 1;
        let short = sequence == Sequence::Short;
        let mut windows = Self {
            sequence,
            kaiser,
            bands: bits.read(if short { 4 } else { 6 })? as usize,
            groups: [1; SHORT_WINDOWS],
            group_count: 1,
            ..Self::default()
        };
        if windows.bands >= format.bands.offsets(short).len() {
            return None;
        }
        if short {
            for _ in 1..SHORT_WINDOWS {
                if bits.read(1)? == 1 {
                    windows.groups[windows.group_count - 1] += 1;
                } else {
                    windows.group_count += 1;
                }
            }
        } else if bits.read(1)? == 1 {
            match format.object_type {
                MAIN => windows.prediction = Some(windows.main_prediction(bits, format)?),
                LONG_TERM => {
                    let channels = if common { 2 } else { 1 };
                    for channel in 0..channels {
                        if bits.read(1)? == 1 {
                            windows.long_term[channel] = Some(windows.long_term(bits)?);
                        }
                    }
                }
                _ => return None,
            }
        }
        Some(windows)
    }

    /// Whether the block is one of short windows.
    pub fn is_short(&self) -> bool {
        self.sequence == Sequence::Short
    }

    fn main_prediction(&self, bits: &mut Bits<'_>, format: &Format) -> Option<Prediction> {
        let mut reset_group = 0;
        if bits.read(1)? == 1 {
            reset_group = bits.read(5)? as u8;
            if !(1..=RESET_GROUPS).contains(&reset_group) {
                return None;
            }
        }
        let bands = self.bands.min(usize::from(format.bands.predicted));
        Some(Prediction {
            reset_group,
            used: flags(bits, bands)?,
        })
    }

    fn long_term(&self, bits: &mut Bits<'_>) -> Option<LongTerm> {
        Some(LongTerm {
            lag: bits.read(11)? as u16,
            gain: bits.read(3)? as u8,
            used: flags(bits, self.bands.min(MAX_LONG_TERM_BANDS))?,
        })
    }
}

/// A bit for each of `count` bands, the first lowest.
fn flags(bits: &mut Bits<'_>, count: usize) -> Option<u64> {
    let mut used = 0;
    for band in 0..count {
        used |= u64::from(bits.read(1)?) << band;
    }
    Some(used)
}
