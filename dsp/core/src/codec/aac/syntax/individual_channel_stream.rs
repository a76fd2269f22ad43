//! Syntax before the spectrum of a channel (`individual_channel_stream`, ISO 14496-3 table 4.50):
//! codebooks, scale factors, pulses and noise shaping.

use super::format::Format;
use super::huffman::{scale_factor_step, skip_spectrum};
use super::ics_info::{IcsInfo, SHORT_WINDOWS};
use crate::bits::reader::Bits;

/// Bands of all groups: 8 × 15, or 51.
pub const MAX_BANDS: usize = 128;
/// Codebooks that are none of the spectrum's (table 4.153).
pub const ZERO: u8 = 0;
pub const NOISE: u8 = 13;
pub const INTENSITY_OUT_OF_PHASE: u8 = 14;
pub const INTENSITY: u8 = 15;
/// Longest filter that five bits name.
pub const MAX_ORDER: usize = 31;

/// Pulses added to a long window (`pulse_data`, table 4.7).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PulseData {
    pub band: usize,
    /// Offset from the pulse before, and amplitude.
    pub pulses: [(u8, u8); 4],
    pub count: usize,
}

/// One filter of temporal noise shaping (`tns_data`, table 4.54).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Filter {
    pub window: u8,
    /// Bands it spans, downwards from the filter before.
    pub length: u8,
    pub order: u8,
    pub backward: bool,
    /// Coefficients have four bits' resolution, else three.
    pub fine: bool,
    pub coefficients: [i8; MAX_ORDER],
}

/// Filters of a block: up to three of a long window, one of each short one.
#[derive(Debug, Clone, Copy)]
pub struct TnsData {
    filters: [Filter; SHORT_WINDOWS],
    count: usize,
}

impl TnsData {
    /// Reads `tns_data`.
    pub fn read(bits: &mut Bits<'_>, windows: &IcsInfo) -> Option<Self> {
        let (count, filters, length_bits, order_bits) = if windows.is_short() {
            (SHORT_WINDOWS, 1, 4, 3)
        } else {
            (1, 2, 6, 5)
        };
        let none = Filter {
            window: 0,
            length: 0,
            order: 0,
            backward: false,
            fine: false,
            coefficients: [0; MAX_ORDER],
        };
        let mut shaping = Self {
            filters: [none; SHORT_WINDOWS],
            count: 0,
        };
        for window in 0..count {
            let count = bits.read(filters)?;
            if count == 0 {
                continue;
            }
            let fine = bits.read(1)? == 1;
            for _ in 0..count {
                let filter = shaping.filters.get_mut(shaping.count)?;
                shaping.count += 1;
                filter.window = window as u8;
                filter.fine = fine;
                filter.length = bits.read(length_bits)? as u8;
                filter.order = bits.read(order_bits)? as u8;
                if filter.order > 0 {
                    filter.backward = bits.read(1)? == 1;
                    let compressed = bits.read(1)? as usize;
                    let width = 3 + usize::from(fine) - compressed;
                    for at in 0..usize::from(filter.order) {
                        filter.coefficients[at] = bits.signed(width)? as i8;
                    }
                }
            }
        }
        Some(shaping)
    }

    /// In the order of windows, and from the highest band down.
    pub fn filters(&self) -> &[Filter] {
        &self.filters[..self.count]
    }
}

/// The side information of one channel.
#[derive(Debug, Clone, Copy)]
pub struct IndividualChannelStream {
    pub windows: IcsInfo,
    /// The windows are those of both channels of a pair.
    pub common: bool,
    /// Codebook and scale factor of each band, group by group, `windows.bands` each. The factor is the
    /// gain of a spectrum, the position of intensity, or the energy of noise (§4.6.2, 4.6.8, 4.6.13).
    pub books: [u8; MAX_BANDS],
    pub factors: [i16; MAX_BANDS],
    pub pulses: Option<PulseData>,
    pub shaping: Option<TnsData>,
    /// Nothing in it is only tolerated: no section is empty, no factor out of its range.
    pub plausible: bool,
}

impl Default for IndividualChannelStream {
    fn default() -> Self {
        Self {
            windows: IcsInfo::default(),
            common: false,
            books: [ZERO; MAX_BANDS],
            factors: [0; MAX_BANDS],
            pulses: None,
            shaping: None,
            plausible: true,
        }
    }
}

impl IndividualChannelStream {
    /// Reads up to the spectrum; `common` are the windows of a pair.
    pub fn read(bits: &mut Bits<'_>, format: &Format, common: Option<&IcsInfo>) -> Option<Self> {
        let global_gain = bits.read(8)? as i16;
        let windows = match common {
            Some(windows) => *windows,
            None => IcsInfo::read(bits, format, false)?,
        };
        let mut side = Self {
            windows,
            common: common.is_some(),
            ..Self::default()
        };
        side.section_data(bits)?;
        side.scale_factor_data(bits, global_gain)?;
        if bits.read(1)? == 1 {
            side.pulses = Some(side.pulse_data(bits, format)?);
        }
        if bits.read(1)? == 1 {
            side.shaping = Some(TnsData::read(bits, &side.windows)?);
        }
        // Gain control is of another object type.
        (bits.read(1)? == 0).then_some(side)
    }

    /// Steps over the spectrum (`spectral_data`, table 4.56).
    pub fn skip_spectrum(&self, bits: &mut Bits<'_>, format: &Format) -> Option<()> {
        let windows = &self.windows;
        let offsets = format.bands.offsets(windows.is_short());
        for group in 0..windows.group_count {
            for band in 0..windows.bands {
                let book = self.books[group * windows.bands + band];
                if (1..=11).contains(&book) {
                    let width = usize::from(offsets[band + 1] - offsets[band]);
                    let lines = width * usize::from(windows.groups[group]);
                    skip_spectrum(bits, book, lines / if book < 5 { 4 } else { 2 })?;
                }
            }
        }
        Some(())
    }

    /// Bands of all groups.
    pub fn bands(&self) -> usize {
        self.windows.group_count * self.windows.bands
    }

    /// `section_data` (table 4.52).
    fn section_data(&mut self, bits: &mut Bits<'_>) -> Option<()> {
        let length_bits = if self.windows.is_short() { 3 } else { 5 };
        let escape = (1 << length_bits) - 1;
        let bands = self.windows.bands;
        for group in 0..self.windows.group_count {
            let books = self.books.get_mut(group * bands..(group + 1) * bands)?;
            let mut band = 0;
            while band < bands {
                let book = bits.read(4)? as u8;
                let mut length = 0;
                loop {
                    let more = bits.read(length_bits)? as usize;
                    length += more;
                    if more < escape {
                        break;
                    }
                }
                if book == 12 || band + length > bands {
                    return None;
                }
                self.plausible &= length > 0;
                books[band..band + length].fill(book);
                band += length;
            }
        }
        Some(())
    }

    /// `scale_factor_data` (table 4.53). A gain out of its range is damage; the others are held in it.
    fn scale_factor_data(&mut self, bits: &mut Bits<'_>, global_gain: i16) -> Option<()> {
        let (mut gain, mut noise, mut intensity) = (global_gain, global_gain - 90, 0);
        let mut first_noise = true;
        for band in 0..self.bands() {
            let (factor, least, most) = match self.books[band] {
                ZERO => continue,
                NOISE => {
                    noise += if core::mem::take(&mut first_noise) {
                        bits.read(9)? as i16 - 256
                    } else {
                        scale_factor_step(bits)?
                    };
                    (noise, -100, 155)
                }
                INTENSITY_OUT_OF_PHASE | INTENSITY => {
                    intensity += scale_factor_step(bits)?;
                    (intensity, -155, 100)
                }
                _ => {
                    gain += scale_factor_step(bits)?;
                    if !(0..=255).contains(&gain) {
                        return None;
                    }
                    (gain, 0, 255)
                }
            };
            self.factors[band] = factor.clamp(least, most);
            self.plausible &= (least..=most).contains(&factor);
        }
        Some(())
    }

    fn pulse_data(&self, bits: &mut Bits<'_>, format: &Format) -> Option<PulseData> {
        if self.windows.is_short() {
            return None;
        }
        let count = bits.read(2)? as usize + 1;
        let mut found = PulseData {
            band: bits.read(6)? as usize,
            pulses: [(0, 0); 4],
            count,
        };
        for pulse in &mut found.pulses[..count] {
            *pulse = (bits.read(5)? as u8, bits.read(4)? as u8);
        }
        (found.band + 1 < format.bands.offsets(false).len()).then_some(found)
    }
}
