//! Walking over the raw data blocks of AAC (ISO 14496-3 §4.4.2) without decoding them: where each
//! element and the block itself ends. That tells blocks apart where no container does, multichannel
//! blocks into mono and stereo ones, and whether HE-AAC hides behind a plain configuration.

mod bands;
mod huffman;

pub use bands::FAMILY_RATES_HZ;

use super::bits::Bits;
use bands::Bands;
use huffman::{scale_factor_step, skip_spectrum};

/// Elements with channels in one block; more is no stream of ours.
const MAX_ELEMENTS: usize = 16;
/// Blocks no longer than this, in bits, per channel: the decoder's input buffer (§4.5.3.1).
const MAX_CHANNEL_BITS: usize = 6_144;

/// An element that carries channels.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Single,
    Pair,
    LowFrequency,
}

impl Kind {
    /// Channels it carries.
    pub fn channels(self) -> u16 {
        if self == Self::Pair {
            2
        } else {
            1
        }
    }
}

/// One element with channels: its bits, identification included.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Element {
    pub kind: Kind,
    pub tag: u8,
    pub bits: core::ops::Range<usize>,
}

/// What a raw data block holds.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Block {
    /// Elements with channels, in order.
    pub elements: Vec<Element>,
    /// Whole bytes of the block.
    pub bytes: usize,
    /// Spectral band replication rides along: half of the bandwidth is in it.
    pub sbr: bool,
    /// The bits that fill up the last byte are zero, as every encoder leaves them.
    pub clean_end: bool,
}

impl Block {
    /// Walks over the Low Complexity block that `bytes` begin with, of a stream of `rate_hz`. `None`
    /// when none is there. Cost: a few hundred nanoseconds where there is none, some microseconds
    /// where there is.
    pub fn read(bytes: &[u8], rate_hz: u32) -> Option<Self> {
        Walk {
            bits: Bits::new(bytes),
            bands: bands::of_rate(rate_hz),
        }
        .block()
    }

    /// Channels of all elements.
    pub fn channels(&self) -> u16 {
        self.elements
            .iter()
            .map(|element| element.kind.channels())
            .sum()
    }

    /// Whether both hold the same elements in the same order.
    pub fn is_like(&self, other: &Self) -> bool {
        self.elements.len() == other.elements.len()
            && self
                .elements
                .iter()
                .zip(&other.elements)
                .all(|(a, b)| (a.kind, a.tag) == (b.kind, b.tag))
    }
}

struct Walk<'a> {
    bits: Bits<'a>,
    bands: Bands,
}

/// Windows of one channel (`ics_info`, table 4.6).
#[derive(Debug, Clone, Copy)]
struct Windows {
    short: bool,
    max_sfb: usize,
    /// Windows in each group, and how many groups.
    groups: [u8; 8],
    group_count: usize,
}

impl Walk<'_> {
    fn block(mut self) -> Option<Block> {
        let mut block = Block::default();
        loop {
            let start = self.bits.position();
            match self.bits.read(3)? {
                0 => self.channels(Kind::Single, start, &mut block)?,
                1 => self.channels(Kind::Pair, start, &mut block)?,
                3 => self.channels(Kind::LowFrequency, start, &mut block)?,
                4 => self.data_stream()?,
                5 => self.program_config()?,
                6 => block.sbr |= self.fill()?,
                7 => break,
                _ => return None,
            }
        }
        block.clean_end = self.bits.align();
        block.bytes = self.bits.position().div_ceil(8);
        let most = MAX_CHANNEL_BITS * usize::from(block.channels());
        (self.bits.position() <= most && !block.elements.is_empty()).then_some(block)
    }

    fn channels(&mut self, kind: Kind, start: usize, block: &mut Block) -> Option<()> {
        let tag = self.bits.read(4)? as u8;
        let mut common = None;
        if kind == Kind::Pair && self.bits.read(1)? == 1 {
            let windows = self.windows()?;
            match self.bits.read(2)? {
                1 => self.bits.skip(windows.group_count * windows.max_sfb)?,
                3 => return None,
                _ => {}
            }
            common = Some(windows);
        }
        for _ in 0..kind.channels() {
            self.channel(common)?;
        }
        // A tag tells elements of a kind apart; zeros would be many of the same.
        let twice = block
            .elements
            .iter()
            .any(|other| (other.kind, other.tag) == (kind, tag));
        if twice || block.elements.len() >= MAX_ELEMENTS {
            return None;
        }
        block.elements.push(Element {
            kind,
            tag,
            bits: start..self.bits.position(),
        });
        Some(())
    }

    fn windows(&mut self) -> Option<Windows> {
        if self.bits.read(1)? != 0 {
            return None;
        }
        let short = self.bits.read(2)? == 2;
        self.bits.skip(1)?;
        let mut windows = Windows {
            short,
            max_sfb: self.bits.read(if short { 4 } else { 6 })? as usize,
            groups: [1; 8],
            group_count: 1,
        };
        if short {
            for _ in 0..7 {
                if self.bits.read(1)? == 1 {
                    windows.groups[windows.group_count - 1] += 1;
                } else {
                    windows.group_count += 1;
                }
            }
        } else if self.bits.read(1)? != 0 {
            // Prediction is of other object types.
            return None;
        }
        (windows.max_sfb < self.offsets(&windows).len()).then_some(windows)
    }

    fn offsets(&self, windows: &Windows) -> &'static [u16] {
        if windows.short {
            self.bands.short
        } else {
            self.bands.long
        }
    }

    /// `individual_channel_stream` (table 4.50).
    fn channel(&mut self, common: Option<Windows>) -> Option<()> {
        let global_gain = self.bits.read(8)? as i32;
        let windows = match common {
            Some(windows) => windows,
            None => self.windows()?,
        };
        let mut books = [[0u8; 64]; 8];
        self.sections(&windows, &mut books)?;
        self.scale_factors(&windows, &books, global_gain)?;
        if self.bits.read(1)? == 1 {
            if windows.short {
                return None;
            }
            let pulses = self.bits.read(2)? as usize + 1;
            self.bits.skip(6 + pulses * 9)?;
        }
        if self.bits.read(1)? == 1 {
            self.noise_shaping(&windows)?;
        }
        if self.bits.read(1)? == 1 {
            // Gain control is of other object types.
            return None;
        }
        let offsets = self.offsets(&windows);
        for (group, books) in books.iter().enumerate().take(windows.group_count) {
            for (band, &book) in books.iter().enumerate().take(windows.max_sfb) {
                if (1..=11).contains(&book) {
                    let lines = u32::from(offsets[band + 1] - offsets[band])
                        * u32::from(windows.groups[group]);
                    skip_spectrum(&mut self.bits, book, lines / if book < 5 { 4 } else { 2 })?;
                }
            }
        }
        Some(())
    }

    /// `section_data` (table 4.52).
    fn sections(&mut self, windows: &Windows, books: &mut [[u8; 64]; 8]) -> Option<()> {
        let length_bits = if windows.short { 3 } else { 5 };
        let escape = (1 << length_bits) - 1;
        for group in books.iter_mut().take(windows.group_count) {
            let mut band = 0;
            while band < windows.max_sfb {
                let book = self.bits.read(4)? as u8;
                let mut length = 0;
                loop {
                    let more = self.bits.read(length_bits)? as usize;
                    length += more;
                    if more < escape {
                        break;
                    }
                }
                if book == 12 || length == 0 || band + length > windows.max_sfb {
                    return None;
                }
                group[band..band + length].fill(book);
                band += length;
            }
        }
        Some(())
    }

    /// `scale_factor_data` (table 4.53), each kind of factor within its range (§4.6.2.3, §4.6.8.1,
    /// §4.6.13).
    fn scale_factors(
        &mut self,
        windows: &Windows,
        books: &[[u8; 64]; 8],
        global_gain: i32,
    ) -> Option<()> {
        let (mut gain, mut noise, mut intensity) = (global_gain, global_gain - 90, 0);
        let mut first_noise = true;
        for books in books.iter().take(windows.group_count) {
            for &book in books.iter().take(windows.max_sfb) {
                let fits = match book {
                    0 => true,
                    13 if core::mem::take(&mut first_noise) => {
                        noise += self.bits.read(9)? as i32 - 256;
                        true
                    }
                    13 => {
                        noise += scale_factor_step(&mut self.bits)?;
                        (-100..=155).contains(&noise)
                    }
                    14 | 15 => {
                        intensity += scale_factor_step(&mut self.bits)?;
                        (-155..=100).contains(&intensity)
                    }
                    _ => {
                        gain += scale_factor_step(&mut self.bits)?;
                        (0..=255).contains(&gain)
                    }
                };
                if !fits {
                    return None;
                }
            }
        }
        Some(())
    }

    /// `tns_data` (table 4.54).
    fn noise_shaping(&mut self, windows: &Windows) -> Option<()> {
        let (window_count, filters, length, order) = if windows.short {
            (8, 1, 4, 3)
        } else {
            (1, 2, 6, 5)
        };
        for _ in 0..window_count {
            let count = self.bits.read(filters)?;
            if count == 0 {
                continue;
            }
            let resolution = self.bits.read(1)? as usize + 3;
            for _ in 0..count {
                self.bits.skip(length)?;
                let order = self.bits.read(order)? as usize;
                if order > 0 {
                    self.bits.skip(1)?;
                    let compressed = self.bits.read(1)? as usize;
                    self.bits.skip(order * (resolution - compressed))?;
                }
            }
        }
        Some(())
    }

    /// `data_stream_element` (table 4.10).
    fn data_stream(&mut self) -> Option<()> {
        self.bits.skip(4)?;
        let aligned = self.bits.read(1)? == 1;
        let mut count = self.bits.read(8)? as usize;
        if count == 255 {
            count += self.bits.read(8)? as usize;
        }
        if aligned {
            self.bits.align();
        }
        self.bits.skip(count * 8)
    }

    /// `program_config_element` (table 4.2).
    fn program_config(&mut self) -> Option<()> {
        self.bits.skip(4 + 2 + 4)?;
        let mut counts = [0; 6];
        for (count, width) in counts.iter_mut().zip([4, 4, 4, 2, 3, 4]) {
            *count = self.bits.read(width)? as usize;
        }
        for width in [4, 4, 3] {
            // Mono, stereo and matrix mix-down.
            if self.bits.read(1)? == 1 {
                self.bits.skip(width)?;
            }
        }
        let [front, side, back, low, data, coupling] = counts;
        self.bits
            .skip((front + side + back + coupling) * 5 + (low + data) * 4)?;
        self.bits.align();
        let comment = self.bits.read(8)? as usize;
        self.bits.skip(comment * 8)
    }

    /// `fill_element` (table 4.11): whether it holds band replication (§4.4.2.7: types 13 and 14).
    fn fill(&mut self) -> Option<bool> {
        let mut count = self.bits.read(4)? as usize;
        if count == 15 {
            count = 14 + self.bits.read(8)? as usize;
        }
        let mut peek = self.bits.clone();
        self.bits.skip(count * 8)?;
        Some(count > 0 && matches!(peek.read(4), Some(13 | 14)))
    }
}
