//! Elements without channels (ISO 14496-3 §4.4.2), of which only lengths matter.

use crate::bits::reader::Bits;

/// `data_stream_element` (table 4.10).
pub fn data_stream(bits: &mut Bits<'_>) -> Option<()> {
    bits.skip(4)?;
    let aligned = bits.read(1)? == 1;
    let mut count = bits.read(8)? as usize;
    if count == 255 {
        count += bits.read(8)? as usize;
    }
    if aligned {
        bits.align();
    }
    bits.skip(count * 8)
}

/// `fill_element` (table 4.11): whether it holds band replication (§4.4.2.7: types 13 and 14).
pub fn fill(bits: &mut Bits<'_>) -> Option<bool> {
    let (mut payload, count) = fill_payload(bits)?;
    Some(count > 0 && matches!(payload.read(4), Some(13 | 14)))
}

/// `fill_element`: its payload and the bytes of it.
pub fn fill_payload<'a>(bits: &mut Bits<'a>) -> Option<(Bits<'a>, usize)> {
    let mut count = bits.read(4)? as usize;
    if count == 15 {
        count = 14 + bits.read(8)? as usize;
    }
    let payload = bits.clone();
    bits.skip(count * 8)?;
    Some((payload, count))
}

/// `program_config_element` (table 4.2): how many channels it names.
pub fn program_config(bits: &mut Bits<'_>) -> Option<u16> {
    let channels = ProgramConfig::read(bits)?.channels();
    bits.align();
    let comment = bits.read(8)? as usize;
    bits.skip(comment * 8)?;
    Some(channels)
}

/// Fields of a `program_config_element` before its comment.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ProgramConfig {
    /// Instance, object type less one and index of the rate: 4, 2 and 4 bits.
    pub head: [u8; 3],
    /// Front, side and back elements: whether each is a pair, and its tag.
    pub placed: [Vec<(bool, u8)>; 3],
    /// Tags of low frequency and of data elements.
    pub tags: [Vec<u8>; 2],
    /// Coupling elements: whether each is switched independently, and its tag.
    pub coupling: Vec<(bool, u8)>,
    /// Elements of a mono and a stereo mix-down (4 bits), and how a matrix mixes (3 bits).
    pub mix_downs: [Option<u8>; 3],
}

impl ProgramConfig {
    /// Reads it up to where its comment is aligned.
    pub fn read(bits: &mut Bits<'_>) -> Option<Self> {
        let mut config = Self::default();
        for (field, width) in config.head.iter_mut().zip([4, 2, 4]) {
            *field = bits.read(width)? as u8;
        }
        let mut counts = [0; 6];
        for (count, width) in counts.iter_mut().zip([4, 4, 4, 2, 3, 4]) {
            *count = bits.read(width)? as usize;
        }
        for (mix_down, width) in config.mix_downs.iter_mut().zip([4, 4, 3]) {
            if bits.read(1)? == 1 {
                *mix_down = Some(bits.read(width)? as u8);
            }
        }
        let flagged = |bits: &mut Bits<'_>, count: usize| -> Option<Vec<(bool, u8)>> {
            (0..count)
                .map(|_| Some((bits.read(1)? == 1, bits.read(4)? as u8)))
                .collect()
        };
        for (list, &count) in config.placed.iter_mut().zip(&counts) {
            *list = flagged(bits, count)?;
        }
        for (list, &count) in config.tags.iter_mut().zip(&counts[3..]) {
            *list = (0..count)
                .map(|_| bits.read(4).map(|tag| tag as u8))
                .collect::<Option<_>>()?;
        }
        config.coupling = flagged(bits, counts[5])?;
        Some(config)
    }

    /// Channels it names.
    pub fn channels(&self) -> u16 {
        let placed = self.placed.iter().flatten();
        let placed: u16 = placed.map(|&(pair, _)| if pair { 2 } else { 1 }).sum();
        placed + self.tags[0].len() as u16
    }
}
