//! Side information: how each granule's bits are to be read (ISO 11172-3 §2.4.1.7 and §2.4.2.7,
//! ISO 13818-3 §2.4.1.7).

use super::header::Header;
use super::scalefactor_bands::{long_bands, Bands, BANDS, LINES};
use crate::bits::reader::Bits;

/// Most pairs of big values: as many as there are pairs of lines.
const MAX_PAIRS: u32 = LINES as u32 / 2;

/// Window shapes in order of the code `block_type`.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Blocks {
    /// One long window.
    #[default]
    Long,
    /// A long window that leads into short ones.
    Start,
    /// Three short windows.
    Short,
    /// A long window that follows short ones.
    Stop,
}

/// One granule of one channel.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Granule {
    /// Bits of scalefactors and code words.
    pub bits: usize,
    /// Lines coded in pairs.
    pub big_lines: usize,
    /// Step size, in quarters of a power of two.
    pub global_gain: u8,
    /// Lengths of the scalefactors, 4 bits of MPEG-1, 9 of the low rates.
    pub scalefactor_lengths: u16,
    /// Window shape.
    pub blocks: Blocks,
    /// The lowest subbands have a long window whatever `blocks` states.
    pub mixed: bool,
    /// Code book of each region.
    pub tables: [u8; 3],
    /// First line after regions 0 and 1.
    pub region_ends: [usize; 2],
    /// Gain of each short window, in powers of four below.
    pub subblock_gain: [u8; 3],
    /// Whether Table B.6 is added to the scalefactors; the low rates signal it in `scalefactor_lengths`.
    pub preemphasis: bool,
    /// Scalefactors are powers of two instead of √2.
    pub coarse_scale: bool,
    /// Code book of the quadruples.
    pub quad_table: u8,
    /// The fields contradict the standard: the granule is not decoded.
    pub broken: bool,
}

impl Granule {
    /// Its bands at `rate`, a row of [`Header::rate`].
    pub fn bands(&self, rate: usize) -> &'static Bands {
        let kind = match self.blocks {
            Blocks::Short if self.mixed => 2,
            Blocks::Short => 1,
            _ => 0,
        };
        &BANDS[rate % 9][kind]
    }
}

/// The side information of one frame.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct SideInfo {
    /// Bytes before this frame's main data where its granules begin.
    pub main_data_begin: usize,
    /// `scfsi`: per channel the groups of scalefactors that granule 1 takes from granule 0.
    pub shared: [[bool; 4]; 2],
    /// By granule and channel.
    pub granules: [[Granule; 2]; 2],
}

impl SideInfo {
    /// Reads the side information at the start of `bytes`; `None` when it is cut short.
    pub fn parse(header: &Header, bytes: &[u8]) -> Option<Self> {
        let mut info = Self::default();
        let mut bits = Bits::new(bytes.get(..header.side_info_bytes())?);
        let mono = header.channels == 1;
        if header.is_low_rate() {
            info.main_data_begin = bits.read(8)? as usize;
            bits.skip(if mono { 1 } else { 2 })?;
        } else {
            info.main_data_begin = bits.read(9)? as usize;
            bits.skip(if mono { 5 } else { 3 })?;
            for groups in &mut info.shared[..header.channels] {
                for shared in groups {
                    *shared = bits.read(1)? == 1;
                }
            }
        }
        for granule in &mut info.granules[..header.granules()] {
            for channel in &mut granule[..header.channels] {
                *channel = read_granule(header, &mut bits)?;
            }
        }
        Some(info)
    }
}

fn read_granule(header: &Header, bits: &mut Bits) -> Option<Granule> {
    let mut granule = Granule {
        bits: bits.read(12)? as usize,
        ..Granule::default()
    };
    let pairs = bits.read(9)?;
    granule.big_lines = 2 * pairs.min(MAX_PAIRS) as usize;
    granule.broken = pairs > MAX_PAIRS;
    granule.global_gain = bits.read(8)? as u8;
    granule.scalefactor_lengths = bits.read(if header.is_low_rate() { 9 } else { 4 })? as u16;
    let bands = long_bands(header.rate);
    if bits.read(1)? == 1 {
        let block_type = bits.read(2)?;
        // Code 0 with window switching is reserved.
        granule.broken |= block_type == 0;
        granule.blocks =
            [Blocks::Long, Blocks::Start, Blocks::Short, Blocks::Stop][block_type as usize & 3];
        granule.mixed = bits.read(1)? == 1;
        for table in &mut granule.tables[..2] {
            *table = bits.read(5)? as u8;
        }
        for gain in &mut granule.subblock_gain {
            *gain = bits.read(3)? as u8;
        }
        let first_end = match granule.blocks {
            Blocks::Short => header.mixed_lines(),
            _ => bands.long_start(8),
        };
        granule.region_ends = [first_end, LINES];
    } else {
        for table in &mut granule.tables {
            *table = bits.read(5)? as u8;
        }
        let first = bits.read(4)? as usize + 1;
        let second = first + bits.read(3)? as usize + 1;
        granule.region_ends = [bands.long_start(first), bands.long_start(second)];
    }
    if !header.is_low_rate() {
        granule.preemphasis = bits.read(1)? == 1;
    }
    granule.coarse_scale = bits.read(1)? == 1;
    granule.quad_table = bits.read(1)? as u8;
    Some(granule)
}
