//! AAC: the elements of a raw data block that sound (ISO 14496-3 §4.4.2), without data streams, fill,
//! program configurations and bytes after the end; and a configuration without comment or extension.
//!
//! The only fill elements kept are those of band replication, which players decode and this core does not.

use super::syntax::audio_specific_config::{AacConfig, SAMPLE_RATES_HZ};
use super::syntax::channel_pair_element::Pair;
use super::syntax::coupling_channel_element::Coupling;
use super::syntax::elements;
use super::syntax::elements::ProgramConfig;
use super::syntax::format::Format;
use super::syntax::ics_info::IcsInfo;
use super::syntax::individual_channel_stream::IndividualChannelStream;
use super::syntax::raw_data_block::Kind;
use crate::bits::reader::Bits;
use crate::bits::writer::BitWriter;

/// Element codes (table 4.85).
const COUPLING: u32 = 2;
const DATA_STREAM: u32 = 4;
const PROGRAM_CONFIG: u32 = 5;
const FILL: u32 = 6;
const END: u32 = 7;

/// Cleans the blocks of one stream.
pub struct AacScrub {
    config: AacConfig,
    format: Format,
    /// Source of the channel layout if the configuration leaves it to the blocks.
    program: Option<ProgramConfig>,
    /// Elements of the first block.
    first: Option<Vec<Kind>>,
    /// Channels wanted: bytes after them may be garbage.
    channels: u16,
}

impl AacScrub {
    /// For blocks of `codec_private`; `None` when they are none that is decoded.
    pub fn new(codec_private: &[u8]) -> Option<Self> {
        let config = AacConfig::parse(codec_private).filter(AacConfig::is_decodable)?;
        Some(Self {
            format: Format::of(&config),
            program: program_in(codec_private, &config),
            first: None,
            channels: config.channels,
            config,
        })
    }

    /// Reduces `packet` to its audible part; `false` if a decoder would reject it.
    pub fn packet(&mut self, packet: &mut Vec<u8>) -> bool {
        match self.block(packet) {
            Some(clean) => *packet = clean,
            None => return false,
        }
        true
    }

    fn block(&mut self, packet: &[u8]) -> Option<Vec<u8>> {
        let mut bits = Bits::new(packet);
        let mut out = BitWriter::default();
        let mut kinds = Vec::new();
        let mut program = None;
        let mut channels = 0;
        loop {
            let from = bits.position();
            let element = bits.read(3);
            if element == Some(END) {
                break;
            }
            let sounds = element.and_then(|element| match element {
                DATA_STREAM => elements::data_stream(&mut bits).map(|()| false),
                PROGRAM_CONFIG => {
                    program = program.take().or(ProgramConfig::read(&mut bits.clone()));
                    elements::program_config(&mut bits).map(|_| false)
                }
                FILL => elements::fill(&mut bits),
                COUPLING => self.coupling(&mut bits).map(|()| true),
                code => {
                    let kind = [Kind::Single, Kind::Pair][usize::from(code == 1)];
                    let kind = if code == 3 { Kind::LowFrequency } else { kind };
                    self.element(&mut bits, kind)?;
                    kinds.push(kind);
                    channels += kind.channels();
                    Some(true)
                }
            });
            match sounds {
                Some(true) => out.copy(packet, from, bits.position()),
                Some(false) => {}
                // Garbage after the channels does not belong to them, and a decoder plays them.
                None if channels > 0 && channels >= self.channels => break,
                None => return None,
            }
        }
        if channels == 0 {
            return None;
        }
        if self.first.is_none() {
            self.program = self.program.take().or(program);
            self.first = Some(kinds);
        }
        if self.config.channels == 0 {
            self.channels = channels;
        }
        out.push(END, 3);
        Some(out.take_bytes())
    }

    fn element(&self, bits: &mut Bits<'_>, kind: Kind) -> Option<()> {
        bits.skip(4)?;
        let mut common = None;
        if kind == Kind::Pair {
            common = Pair::read(bits, &self.format)?.windows;
        }
        for _ in 0..kind.channels() {
            self.channel(bits, common.as_ref())?;
        }
        Some(())
    }

    fn coupling(&self, bits: &mut Bits<'_>) -> Option<()> {
        bits.skip(4)?;
        let coupling = Coupling::read(bits)?;
        let side = self.channel(bits, None)?;
        coupling.gains(bits, &side, &mut Vec::new())
    }

    fn channel(
        &self,
        bits: &mut Bits<'_>,
        common: Option<&IcsInfo>,
    ) -> Option<IndividualChannelStream> {
        let side = IndividualChannelStream::read(bits, &self.format, common)?;
        side.skip_spectrum(bits, &self.format)?;
        Some(side)
    }

    /// The rebuilt configuration; `None` if nothing states the channel layout. Known after the
    /// first block.
    pub fn codec_private(&self, original: &[u8]) -> Option<Vec<u8>> {
        let config = &self.config;
        let mut out = BitWriter::default();
        let mut number = config.configuration;
        let mut program = None;
        if number == 0 {
            match &self.program {
                Some(found) => program = Some(found),
                None => number = usual_layout(self.first.as_deref()?)?,
            }
        }
        let extended = original.first().map_or(0, |first| first >> 3);
        let hierarchical = matches!(extended, 5 | 29)
            .then_some(config.sbr_rate_hz)
            .flatten();
        out.push(
            u32::from(if hierarchical.is_some() {
                extended
            } else {
                config.object_type
            }),
            5,
        );
        push_rate(&mut out, config.sample_rate_hz);
        out.push(u32::from(number), 4);
        if let Some(rate) = hierarchical {
            push_rate(&mut out, rate);
            out.push(u32::from(config.object_type), 5);
        }
        // No core coder, no extension (GASpecificConfig, table 4.1).
        out.push(u32::from(config.frame_length == 960) << 2, 3);
        if let Some(program) = program {
            push_program(&mut out, program);
        }
        if let (None, Some(rate)) = (hierarchical, config.sbr_rate_hz) {
            // §1.6.6.1: the sync words of backward compatible signalling.
            out.push(0x2B7, 11);
            out.push(5, 5);
            out.push(1, 1);
            push_rate(&mut out, rate);
            if config.ps {
                out.push(0x548, 11);
                out.push(1, 1);
            }
        }
        Some(out.take_bytes())
    }
}

/// The program configuration inside an AudioSpecificConfig.
fn program_in(codec_private: &[u8], config: &AacConfig) -> Option<ProgramConfig> {
    if config.configuration != 0 {
        return None;
    }
    let mut bits = Bits::new(codec_private);
    let extended = matches!(bits.read(5)?, 5 | 29);
    let rate = |bits: &mut Bits<'_>| match bits.read(4)? {
        15 => bits.skip(24),
        _ => Some(()),
    };
    rate(&mut bits)?;
    bits.skip(4)?;
    if extended {
        rate(&mut bits)?;
        bits.skip(5)?;
    }
    bits.skip(1)?;
    if bits.read(1)? == 1 {
        bits.skip(14)?;
    }
    bits.skip(1)?;
    ProgramConfig::read(&mut bits).filter(|program| program.channels() > 0)
}

/// The number of the layout with these elements (table 1.19).
fn usual_layout(kinds: &[Kind]) -> Option<u8> {
    use Kind::{LowFrequency, Pair, Single};
    const LAYOUTS: [&[Kind]; 7] = [
        &[Single],
        &[Pair],
        &[Single, Pair],
        &[Single, Pair, Single],
        &[Single, Pair, Pair],
        &[Single, Pair, Pair, LowFrequency],
        &[Single, Pair, Pair, Pair, LowFrequency],
    ];
    let index = LAYOUTS.iter().position(|layout| *layout == kinds)?;
    Some(index as u8 + 1)
}

fn push_rate(out: &mut BitWriter, rate_hz: u32) {
    match SAMPLE_RATES_HZ.iter().position(|&rate| rate == rate_hz) {
        Some(index) => out.push(index as u32, 4),
        None => {
            out.push(15, 4);
            out.push(rate_hz, 24);
        }
    }
}

/// A program configuration without data elements and comment.
fn push_program(out: &mut BitWriter, program: &ProgramConfig) {
    for (field, width) in program.head.iter().zip([4, 2, 4]) {
        out.push(u32::from(*field), width);
    }
    for list in &program.placed {
        out.push(list.len() as u32, 4);
    }
    out.push(program.tags[0].len() as u32, 2);
    out.push(0, 3);
    out.push(program.coupling.len() as u32, 4);
    for (mix_down, width) in program.mix_downs.iter().zip([4, 4, 3]) {
        out.push(u32::from(mix_down.is_some()), 1);
        if let Some(value) = mix_down {
            out.push(u32::from(*value), width);
        }
    }
    let flagged = |out: &mut BitWriter, list: &[(bool, u8)]| {
        for &(flag, tag) in list {
            out.push(u32::from(flag), 1);
            out.push(u32::from(tag), 4);
        }
    };
    program.placed.iter().for_each(|list| flagged(out, list));
    for &tag in &program.tags[0] {
        out.push(u32::from(tag), 4);
    }
    flagged(out, &program.coupling);
    out.align();
    out.push(0, 8);
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Bits as written, filled up to whole bytes.
    fn bytes(bits: &str) -> Vec<u8> {
        let digits: Vec<u8> = bits
            .bytes()
            .filter(|digit| matches!(digit, b'0' | b'1'))
            .map(|digit| digit - b'0')
            .collect();
        digits
            .chunks(8)
            .map(|byte| (0..8).fold(0, |value, i| value << 1 | byte.get(i).copied().unwrap_or(0)))
            .collect()
    }

    const SINGLE: &str = "000_0000 00000000 0_00_0_000000_0 0_0_0";
    /// Type 13: band replication.
    const EXTENDED: &str = "110_0010 1101_0101_1010_1010";

    #[test]
    fn a_block_keeps_only_its_sound() {
        let mut scrub = AacScrub::new(&[0x12, 0x08]).unwrap();
        let data = "100_0000_0_00000010 0101010101010101";
        let fill = "110_0011 0000_1111_0101_0101_1010_1010";
        let mut packet = bytes(&format!("{data} {SINGLE} {fill} {EXTENDED} 111"));
        packet.extend(b"behind the end");
        assert!(scrub.packet(&mut packet));
        let wanted = bytes(&format!("{SINGLE} {EXTENDED} 111"));
        assert_eq!(packet, wanted);
        assert!(scrub.packet(&mut packet));
        assert_eq!(packet, wanted);
        // Garbage after the channels, and nothing but garbage.
        let mut packet = bytes(&format!("{SINGLE} 000_1111_1111"));
        assert!(scrub.packet(&mut packet));
        assert_eq!(packet, bytes(&format!("{SINGLE} 111")));
        assert!(!scrub.packet(&mut b"<!doctype html>".to_vec()));
        assert!(!scrub.packet(&mut bytes("111")));
    }

    #[test]
    fn a_configuration_keeps_its_fields_and_nothing_else() {
        for (config, wanted) in [
            (&b"\x12\x08 behind it"[..], &[0x12, 0x08][..]),
            // Band replication, signalled hierarchically and backward compatibly.
            (&[0x2B, 0x92, 0x08, 0x00, 9, 9], &[0x2B, 0x92, 0x08, 0x00]),
            (
                &[0x13, 0x90, 0x56, 0xE5, 0xA0, 9],
                &[0x13, 0x90, 0x56, 0xE5, 0xA0],
            ),
        ] {
            let scrub = AacScrub::new(config).unwrap();
            let clean = scrub.codec_private(config).unwrap();
            assert_eq!(clean, wanted);
            assert_eq!(AacConfig::parse(&clean), AacConfig::parse(config));
        }
    }

    #[test]
    fn a_program_configuration_keeps_its_elements_and_loses_its_comment() {
        // Two single elements, one data element; the comment is "hi".
        let program = "0000_01_0100 0010_0000_0000_00_001_0000 0_0_0 0_0000 0_0001 0000";
        let head = "00010 0100 0000 000";
        let comment = "00000010 01101000 01101001";
        let fields = format!("{head} {program}");
        let used = fields
            .bytes()
            .filter(|digit| matches!(digit, b'0' | b'1'))
            .count();
        let aligned = "0".repeat((8 - used % 8) % 8);
        let config = bytes(&format!("{fields}{aligned}{comment}"));
        let scrub = AacScrub::new(&config).unwrap();
        let clean = scrub.codec_private(&config).unwrap();
        assert!(!clean.windows(2).any(|pair| pair == b"hi"));
        let again = AacScrub::new(&clean).unwrap();
        assert_eq!(again.codec_private(&clean), Some(clean));
        let (was, is) = (scrub.program.unwrap(), again.program.unwrap());
        assert_eq!((was.channels(), &was.placed), (2, &is.placed));
        assert_eq!((was.tags[1].len(), is.tags[1].len()), (1, 0));
        // ADTS leaves the layout to the blocks; the channel number states what they hold.
        let mut scrub = AacScrub::new(&[0x12, 0x00]).unwrap();
        assert!(scrub.packet(&mut bytes(&format!("{SINGLE} 111"))));
        assert_eq!(scrub.codec_private(&[0x12, 0x00]), Some(vec![0x12, 0x08]));
    }
}
