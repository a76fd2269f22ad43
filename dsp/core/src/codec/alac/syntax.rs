//! The configuration and the head of a packet (Apple's "ALAC Magic Cookie Description" and its reference
//! decoder, `ALACDecoder.cpp`).

use crate::bits::reader::Bits;

/// Bytes of the configuration.
pub const CONFIG_BYTES: usize = 24;
/// Longest packet in frames: 4,096 in every file, more is an attack on memory.
const MAX_FRAME_LENGTH: u32 = 16_384;

/// `ALACSpecificConfig`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AlacConfig {
    /// Frames of a packet that does not state a length.
    pub frame_length: u32,
    /// Bits of a sample.
    pub bit_depth: u8,
    /// Channels, 1…8.
    pub channels: u16,
    /// Rate in Hz.
    pub sample_rate_hz: u32,
}

impl AlacConfig {
    /// Reads the configuration; `None` where it is of a later version or makes no sense.
    pub fn parse(bytes: &[u8]) -> Option<Self> {
        let bytes = bytes.get(..CONFIG_BYTES)?;
        let word = |at: usize| {
            u32::from_be_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]])
        };
        let config = Self {
            frame_length: word(0),
            bit_depth: bytes[5],
            channels: u16::from(bytes[9]),
            sample_rate_hz: word(20),
        };
        let is_known = bytes[4] == 0
            && (1..=MAX_FRAME_LENGTH).contains(&config.frame_length)
            && matches!(config.bit_depth, 16 | 20 | 24 | 32)
            && (1..=8).contains(&config.channels)
            && config.sample_rate_hz > 0;
        is_known.then_some(config)
    }
}

/// Frames of a packet: its first element states the number if it is not `usual`.
pub fn frames(packet: &[u8], usual: u32) -> Option<u32> {
    let mut bits = Bits::new(packet);
    // A single channel, a pair or low frequencies; other elements may stand before them.
    if !matches!(bits.read(3)?, 0 | 1 | 3) {
        return Some(usual);
    }
    // Instance and unused bits; a flag announces the length; shift and whether it is compressed.
    bits.read(4)?;
    bits.read(12)?;
    let is_partial = bits.read(1)? == 1;
    bits.read(3)?;
    if !is_partial {
        return Some(usual);
    }
    let frames = bits.read(16)? << 16 | bits.read(16)?;
    (1..=usual).contains(&frames).then_some(frames)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_packet_states_its_length_only_if_it_is_shorter() {
        let full = [0, 0, 0, 0];
        assert_eq!(frames(&full, 4_096), Some(4_096));
        assert_eq!(frames(&[], 4_096), None);
        // Tag 0, instance 0, twelve unused bits, partial, no shift, compressed; 1,000 frames.
        let mut bits = String::from("000_0000_000000000000_1_00_0").replace('_', "");
        bits += &format!("{:032b}", 1_000);
        let bytes: Vec<u8> = bits
            .as_bytes()
            .chunks(8)
            .map(|byte| {
                u8::from_str_radix(&format!("{:0<8}", String::from_utf8_lossy(byte)), 2).unwrap()
            })
            .collect();
        assert_eq!(frames(&bytes, 4_096), Some(1_000));
        assert_eq!(frames(&bytes, 500), None);
    }

    #[test]
    fn refuses_invalid_headers() {
        let mut config = [0u8; CONFIG_BYTES];
        config[..4].copy_from_slice(&4_096u32.to_be_bytes());
        (config[5], config[9]) = (16, 2);
        config[20..].copy_from_slice(&44_100u32.to_be_bytes());
        assert!(AlacConfig::parse(&config).is_some());
        assert_eq!(AlacConfig::parse(&config[..20]), None);
        for (at, value) in [(0, 1), (4, 1), (5, 0), (5, 33), (9, 0), (9, 9)] {
            let mut wrong = config;
            wrong[at] = value;
            assert_eq!(AlacConfig::parse(&wrong), None, "{at}");
        }
    }
}
