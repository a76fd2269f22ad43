//! Data shared by the two channels of a pair (`channel_pair_element`, ISO 14496-3 table 4.5).

use super::format::Format;
use super::ics_info::IcsInfo;
use crate::bits::reader::Bits;

/// Syntax before the channels of a pair (`channel_pair_element`, table 4.5).
#[derive(Debug, Clone, Copy, Default)]
pub struct Pair {
    /// Windows that both channels have.
    pub windows: Option<IcsInfo>,
    /// Bands of all groups that hold sum and difference, the first in the lowest bit.
    pub mid_side: u128,
    /// `ms_mask_present` is 1: in bands of intensity a flag turns the phase (§4.6.8.2.3).
    pub turns_intensity: bool,
}

impl Pair {
    /// Reads it, after the tag.
    pub fn read(bits: &mut Bits<'_>, format: &Format) -> Option<Self> {
        let mut pair = Self::default();
        if bits.read(1)? == 0 {
            return Some(pair);
        }
        let windows = IcsInfo::read(bits, format, true)?;
        match bits.read(2)? {
            0 => {}
            1 => {
                pair.turns_intensity = true;
                for band in 0..windows.group_count * windows.bands {
                    pair.mid_side |= u128::from(bits.read(1)?) << band;
                }
            }
            2 => pair.mid_side = u128::MAX,
            _ => return None,
        }
        pair.windows = Some(windows);
        Some(pair)
    }
}
