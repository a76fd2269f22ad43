//! Levels of one channel in a block (ISO 14496-3 tables 4.70…4.74, §4.6.18.3.5).

use super::frequency_bands::{FrequencyBands, MAX_BANDS, MAX_FLOORS};
use super::grid::{Grid, MAX_ENVELOPES};
use super::header::Header;
use super::huffman::Quantity;
use crate::bits::reader::Bits;

/// How strongly the tones of the lower band are removed before it is copied (`bs_invf_mode`, table 4.107).
pub type InverseFiltering = u8;

/// A channel of a block.
#[derive(Debug, Clone, Default)]
pub struct ChannelData {
    pub grid: Grid,
    /// Per noise band, 0…3: off, low, middle, high.
    pub inverse_filtering: [InverseFiltering; MAX_FLOORS],
    /// Quantised energy of each band in each envelope; balances in the second channel of a coupled pair.
    pub levels: [Row; MAX_ENVELOPES],
    /// Quantised noise floors.
    pub noise: [[i16; MAX_FLOORS]; 2],
    /// High table bands that hold a sinusoid, the first in the lowest bit.
    pub sinusoids: u64,
    /// Envelopes and floors coded as steps in time.
    level_steps: [bool; MAX_ENVELOPES],
    noise_steps: [bool; 2],
    /// The last row of the block before and its division.
    last_levels: Row,
    last_is_fine: bool,
    last_noise: [i16; MAX_FLOORS],
}

/// Values of the bands of an envelope.
#[derive(Debug, Clone, Copy)]
pub struct Row(pub [i16; MAX_BANDS]);

impl Default for Row {
    fn default() -> Self {
        Self([0; MAX_BANDS])
    }
}

impl ChannelData {
    /// Begins a block: the present values are those of the block before.
    fn begin(&mut self) {
        if let Some(last) = self.grid.envelopes.checked_sub(1) {
            self.last_levels = self.levels[last];
            self.last_is_fine = self.grid.fine_bands[last];
            self.last_noise = self.noise[self.grid.floors - 1];
        }
    }

    /// Reads `sbr_grid`.
    pub fn grid(&mut self, bits: &mut Bits<'_>, header: &Header) -> Option<()> {
        self.begin();
        self.grid = Grid::read(bits, header.coarse)?;
        Some(())
    }

    /// Takes the grid of the first channel of a coupled pair.
    pub fn share_grid(&mut self, first: &Self) {
        self.begin();
        self.grid = first.grid;
    }

    /// Reads `sbr_dtdf`.
    pub fn directions(&mut self, bits: &mut Bits<'_>) -> Option<()> {
        for steps in &mut self.level_steps[..self.grid.envelopes] {
            *steps = bits.read(1)? == 1;
        }
        for steps in &mut self.noise_steps[..self.grid.floors] {
            *steps = bits.read(1)? == 1;
        }
        Some(())
    }

    /// Reads `sbr_invf`.
    pub fn inverse_filtering(&mut self, bits: &mut Bits<'_>, bands: &FrequencyBands) -> Option<()> {
        for mode in &mut self.inverse_filtering[..bands.floors()] {
            *mode = bits.read(2)? as u8;
        }
        Some(())
    }

    /// Reads `sbr_envelope`.
    pub fn levels(
        &mut self,
        bits: &mut Bits<'_>,
        bands: &FrequencyBands,
        balance: bool,
    ) -> Option<()> {
        let quantity = match (balance, self.grid.coarse) {
            (false, false) => Quantity::FineLevel,
            (false, true) => Quantity::CoarseLevel,
            (true, false) => Quantity::FineBalance,
            (true, true) => Quantity::CoarseBalance,
        };
        let (mut before, mut was_fine) = (self.last_levels, self.last_is_fine);
        for envelope in 0..self.grid.envelopes {
            let is_fine = self.grid.fine_bands[envelope];
            let count = bands.count(is_fine);
            let row = &mut self.levels[envelope].0;
            let in_time = self.level_steps[envelope];
            for band in 0..count {
                let from = match (in_time, band) {
                    (true, _) => before.0[bands.band_before(band, is_fine, was_fine)],
                    (false, 0) => 0,
                    (false, _) => row[band - 1],
                };
                row[band] = value(bits, quantity, in_time, band, from)?;
            }
            (before, was_fine) = (self.levels[envelope], is_fine);
        }
        Some(())
    }

    /// Reads `sbr_noise`.
    pub fn noise(
        &mut self,
        bits: &mut Bits<'_>,
        bands: &FrequencyBands,
        balance: bool,
    ) -> Option<()> {
        let quantity = if balance {
            Quantity::NoiseBalance
        } else {
            Quantity::Noise
        };
        let mut before = self.last_noise;
        for floor in 0..self.grid.floors {
            let row = &mut self.noise[floor];
            let in_time = self.noise_steps[floor];
            for band in 0..bands.floors() {
                let from = match (in_time, band) {
                    (true, _) => before[band],
                    (false, 0) => 0,
                    (false, _) => row[band - 1],
                };
                row[band] = value(bits, quantity, in_time, band, from)?;
            }
            before = *row;
        }
        Some(())
    }

    /// Reads `bs_add_harmonic_flag` and `sbr_sinusoidal_coding`.
    pub fn sinusoids(&mut self, bits: &mut Bits<'_>, bands: &FrequencyBands) -> Option<()> {
        self.sinusoids = 0;
        if bits.read(1)? == 1 {
            for band in 0..bands.count(true) {
                self.sinusoids |= u64::from(bits.read(1)?) << band;
            }
        }
        Some(())
    }
}

/// The value of `band`, a step away from `from`.
fn value(
    bits: &mut Bits<'_>,
    quantity: Quantity,
    in_time: bool,
    band: usize,
    from: i16,
) -> Option<i16> {
    let step = if !in_time && band == 0 {
        bits.read(quantity.start_bits())? as i16
    } else {
        quantity.step(in_time, bits)?
    };
    let value = from + quantity.unit() * step;
    (0..=quantity.most()).contains(&value).then_some(value)
}
