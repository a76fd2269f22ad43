//! The syntax of AAC's raw data blocks (ISO 14496-3 §4.4.2): the part that the decoder reads, and a walk
//! that finds the end of each element and of the block without decoding. It separates blocks
//! where no container does, and detects HE-AAC behind a plain configuration.

use super::channel_pair_element::Pair;
use super::coupling_channel_element::Coupling;
use super::elements;
use super::format::Format;
use super::ics_info::IcsInfo;
use super::individual_channel_stream::IndividualChannelStream;
use crate::bits::reader::Bits;

/// Elements with channels in one block; streams with more are not supported.
pub const MAX_ELEMENTS: usize = 16;
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

/// Contents of a raw data block.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Block {
    /// Elements with channels and their tags, in order.
    pub elements: Vec<(Kind, u8)>,
    /// Whole bytes of the block.
    pub bytes: usize,
    /// Spectral band replication rides along: half of the bandwidth is in it.
    pub sbr: bool,
    /// The bits that fill up the last byte are zero, as every encoder leaves them.
    pub clean_end: bool,
}

impl Block {
    /// Walks over the block that `bytes` begin with. `None` when none is there that an encoder would
    /// write. Cost: a few hundred nanoseconds where there is none, some microseconds where there is.
    pub fn read(bytes: &[u8], format: &Format) -> Option<Self> {
        Walk {
            bits: Bits::new(bytes),
            format,
        }
        .block()
    }

    /// Channels of all elements.
    pub fn channels(&self) -> u16 {
        self.elements.iter().map(|(kind, _)| kind.channels()).sum()
    }

    /// Whether both hold the same elements in the same order.
    pub fn is_like(&self, other: &Self) -> bool {
        self.elements == other.elements
    }
}

struct Walk<'a> {
    bits: Bits<'a>,
    format: &'a Format,
}

impl Walk<'_> {
    fn block(mut self) -> Option<Block> {
        let mut block = Block::default();
        loop {
            match self.bits.read(3)? {
                0 => self.channels(Kind::Single, &mut block)?,
                1 => self.channels(Kind::Pair, &mut block)?,
                2 => self.coupling()?,
                3 => self.channels(Kind::LowFrequency, &mut block)?,
                4 => elements::data_stream(&mut self.bits)?,
                5 => drop(elements::program_config(&mut self.bits)?),
                6 => block.sbr |= elements::fill(&mut self.bits)?,
                _ => break,
            }
        }
        block.clean_end = self.bits.align();
        block.bytes = self.bits.position().div_ceil(8);
        let most = MAX_CHANNEL_BITS * usize::from(block.channels());
        (self.bits.position() <= most && !block.elements.is_empty()).then_some(block)
    }

    fn channels(&mut self, kind: Kind, block: &mut Block) -> Option<()> {
        let tag = self.bits.read(4)? as u8;
        let mut common = None;
        if kind == Kind::Pair {
            common = Pair::read(&mut self.bits, self.format)?.windows;
        }
        for _ in 0..kind.channels() {
            self.channel(common.as_ref())?;
        }
        // A tag separates elements of one kind; zeros would be many equal elements.
        if block.elements.contains(&(kind, tag)) || block.elements.len() >= MAX_ELEMENTS {
            return None;
        }
        block.elements.push((kind, tag));
        Some(())
    }

    fn coupling(&mut self) -> Option<()> {
        self.bits.skip(4)?;
        let coupling = Coupling::read(&mut self.bits)?;
        let side = self.channel(None)?;
        coupling.gains(&mut self.bits, &side, &mut Vec::new())
    }

    fn channel(&mut self, common: Option<&IcsInfo>) -> Option<IndividualChannelStream> {
        let side = IndividualChannelStream::read(&mut self.bits, self.format, common)?;
        if !side.plausible {
            return None;
        }
        side.skip_spectrum(&mut self.bits, self.format)?;
        Some(side)
    }
}
