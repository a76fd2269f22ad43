//! `sbr_grid` (ISO 14496-3 table 4.69, §4.6.18.3.3): how a block is divided in time.

use crate::bits::reader::Bits;

/// Most envelopes of a block.
pub const MAX_ENVELOPES: usize = 5;
/// Time slots of a block of 1,024 frames.
const SLOTS: u8 = 16;

/// How the borders of a block are stated (`bs_frame_class`, table 4.105).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Class {
    FixFix,
    FixVar,
    VarFix,
    VarVar,
}

/// Envelopes and noise floors of a block in time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Grid {
    /// Envelopes, 1…5; 0 before the first block.
    pub envelopes: usize,
    /// Where each begins and the last ends, in time slots of this block.
    pub borders: [u8; MAX_ENVELOPES + 1],
    /// Each is divided into the high table's bands, else the low one's.
    pub fine_bands: [bool; MAX_ENVELOPES],
    /// Noise floors, 1 or 2.
    pub floors: usize,
    /// Where each begins and the last ends.
    pub floor_borders: [u8; 3],
    /// The envelope that a transient begins in (`l_A`); may be the number of envelopes.
    pub transient: Option<u8>,
    /// Levels have steps of 3 dB.
    pub coarse: bool,
}

impl Grid {
    /// Reads it; `coarse` is the header's.
    pub fn read(bits: &mut Bits<'_>, coarse: bool) -> Option<Self> {
        let class = match bits.read(2)? {
            0 => Class::FixFix,
            1 => Class::FixVar,
            2 => Class::VarFix,
            _ => Class::VarVar,
        };
        let mut grid = Self {
            coarse,
            ..Self::default()
        };
        if class == Class::FixFix {
            grid.envelopes = 1 << bits.read(2)?;
            if grid.envelopes > 4 {
                return None;
            }
            grid.coarse &= grid.envelopes > 1;
            grid.fine_bands = [bits.read(1)? == 1; MAX_ENVELOPES];
            for (border, index) in grid.borders.iter_mut().zip(0..=grid.envelopes as u8) {
                *border = index * (SLOTS / grid.envelopes as u8);
            }
            grid.place_floors(grid.envelopes / 2);
            return Some(grid);
        }
        let has_lead = class != Class::FixVar;
        let has_trail = class != Class::VarFix;
        let mut edge = [0, SLOTS];
        if has_lead {
            edge[0] = bits.read(2)? as u8;
        }
        if has_trail {
            edge[1] = SLOTS + bits.read(2)? as u8;
        }
        let lead_count = if has_lead { bits.read(2)? as usize } else { 0 };
        let trail_count = if has_trail { bits.read(2)? as usize } else { 0 };
        let count = lead_count + trail_count + 1;
        if count > MAX_ENVELOPES {
            return None;
        }
        grid.envelopes = count;
        (grid.borders[0], grid.borders[count]) = (edge[0], edge[1]);
        for at in 1..=lead_count {
            grid.borders[at] = grid.borders[at - 1] + 2 * bits.read(2)? as u8 + 2;
        }
        for at in (count - trail_count..count).rev() {
            grid.borders[at] = grid.borders[at + 1].checked_sub(2 * bits.read(2)? as u8 + 2)?;
        }
        if !grid.borders[..=count].is_sorted_by(|a, b| a < b) {
            return None;
        }
        // ⌈log₂(count + 1)⌉ bits.
        let pointer_bits = (count + 1).next_power_of_two().ilog2() as usize;
        let pointer = bits.read(pointer_bits)? as usize;
        if pointer > count + 1 {
            return None;
        }
        for at in 0..count {
            let at = if class == Class::FixVar {
                count - 1 - at
            } else {
                at
            };
            grid.fine_bands[at] = bits.read(1)? == 1;
        }
        // Tables 4.174, 4.175.
        let (transient, middle) = match (class, pointer) {
            (Class::VarFix, 0) => (None, 1),
            (Class::VarFix, 1) => (None, count - 1),
            (Class::VarFix, _) => (Some(pointer - 1), pointer - 1),
            (_, 0) => (None, count - 1),
            (_, 1) => (Some(count), count - 1),
            _ => (Some(count + 1 - pointer), count + 1 - pointer),
        };
        grid.transient = transient.map(|envelope| envelope as u8);
        grid.place_floors(middle);
        grid.floor_borders[..=grid.floors]
            .is_sorted_by(|a, b| a < b)
            .then_some(grid)
    }

    /// Two noise floors that meet at border `middle`, one where there is a single envelope.
    fn place_floors(&mut self, middle: usize) {
        self.floors = self.envelopes.min(2);
        let last = self.borders[self.envelopes];
        self.floor_borders = [self.borders[0], last, last];
        if self.floors == 2 {
            self.floor_borders[1] = self.borders[middle];
        }
    }

    /// The end of the last envelope in time slots of this block; 16 before the first block.
    pub fn end(&self) -> u8 {
        if self.envelopes == 0 {
            SLOTS
        } else {
            self.borders[self.envelopes]
        }
    }
}
