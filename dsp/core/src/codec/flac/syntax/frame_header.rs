//! FLAC frame headers and checksums (RFC 9639 §9.1, §9.3).

use crate::crc;

/// Most bytes a frame header can have: sync, four bytes of codes, 7-byte number, 2 + 2, CRC-8.
pub const MAX_HEADER_BYTES: usize = 16;

/// Fields of a frame header.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FrameHeader {
    /// Samples per channel.
    pub block_frames: u32,
    /// Frame number (fixed block size) or sample number (variable).
    pub number: u64,
    /// Which of the two `number` is.
    pub variable: bool,
    /// Channels, 1…8.
    pub channels: u16,
    /// Channel assignment: 8…10 code a pair by its difference (RFC 9639 §9.1.3).
    pub assignment: u8,
    /// Rate in Hz; `None` if only STREAMINFO states it.
    pub sample_rate_hz: Option<u32>,
    /// Bits of a sample; `None` if only STREAMINFO states them.
    pub bits: Option<u32>,
    /// Bytes of the header, CRC-8 included.
    pub bytes: usize,
}

/// Reads a header whose CRC-8 fits; `None` when no frame begins here.
pub fn parse(bytes: &[u8]) -> Option<FrameHeader> {
    let (&first, &second) = (bytes.first()?, bytes.get(1)?);
    if first != 0xFF || second & 0xFE != 0xF8 {
        return None;
    }
    let (sizes, layout) = (*bytes.get(2)?, *bytes.get(3)?);
    let (size_code, rate_code) = (sizes >> 4, sizes & 15);
    let (channel_code, bits_code) = (layout >> 4, layout >> 1 & 7);
    if size_code == 0 || rate_code == 15 || channel_code > 10 || bits_code == 3 || layout & 1 != 0 {
        return None;
    }
    let (number, mut at) = coded_number(bytes, 4)?;
    let block_frames = match size_code {
        1 => 192,
        2..=5 => 576 << (size_code - 2),
        6 => {
            at += 1;
            u32::from(*bytes.get(at - 1)?) + 1
        }
        7 => {
            at += 2;
            u32::from(u16::from_be_bytes([
                *bytes.get(at - 2)?,
                *bytes.get(at - 1)?,
            ])) + 1
        }
        code => 256 << (code - 8),
    };
    let rate_bytes = match rate_code {
        12 => 1,
        13 | 14 => 2,
        _ => 0,
    };
    let coded_rate = bytes
        .get(at..at + rate_bytes)?
        .iter()
        .fold(0, |rate, &byte| rate << 8 | u32::from(byte));
    at += rate_bytes;
    let sample_rate_hz = match rate_code {
        0 => None,
        12 => Some(coded_rate * 1_000),
        13 => Some(coded_rate),
        14 => Some(coded_rate * 10),
        code => Some(RATES_HZ[usize::from(code)]),
    };
    if sample_rate_hz == Some(0) {
        return None;
    }
    let checksum = *bytes.get(at)?;
    (crc8(&bytes[..at]) == checksum).then_some(FrameHeader {
        block_frames,
        number,
        variable: second & 1 == 1,
        channels: if channel_code < 8 {
            u16::from(channel_code) + 1
        } else {
            2
        },
        assignment: channel_code,
        sample_rate_hz,
        bits: [
            None,
            Some(8),
            Some(12),
            None,
            Some(16),
            Some(20),
            Some(24),
            Some(32),
        ][usize::from(bits_code)],
        bytes: at + 1,
    })
}

/// Rates by code (RFC 9639 §9.1.2); 0, 12…14 are stated elsewhere.
const RATES_HZ: [u32; 12] = [
    0, 88_200, 176_400, 192_000, 8_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000, 96_000,
];

/// Frames of a FLAC frame (RFC 9639 §9.1) once they are at the stream's rate, or `None` when its
/// header is damaged. A frame of another rate is as long as its position in its own rate implies, so that
/// rounding adds up to nothing.
pub fn frames(packet: &[u8], stream_rate_hz: u32) -> Option<u32> {
    let header = crate::codec::flac::syntax::frame_header::parse(packet)?;
    let rate = header.sample_rate_hz.unwrap_or(stream_rate_hz);
    if rate == stream_rate_hz {
        return Some(header.block_frames);
    }
    let frames = u128::from(header.block_frames);
    let start = u128::from(header.number) * if header.variable { 1 } else { frames };
    let at = |frame: u128| frame * u128::from(stream_rate_hz) / u128::from(rate);
    u32::try_from(at(start + frames) - at(start)).ok()
}

/// Bytes no frame of this header exceeds, with `bits` if it does not state them: every subframe stored
/// verbatim, one bit more for a side channel (RFC 9639 §9.2.2).
pub fn longest(header: &FrameHeader, bits: u32) -> usize {
    let samples = header.block_frames as usize * usize::from(header.channels);
    samples * (header.bits.unwrap_or(bits) as usize + 1) / 8 + 256
}

/// A number coded like UTF-8, up to 36 bits (RFC 9639 §9.1.5), and the offset after it.
fn coded_number(bytes: &[u8], at: usize) -> Option<(u64, usize)> {
    let first = *bytes.get(at)?;
    let ones = first.leading_ones() as usize;
    if ones == 0 {
        return Some((u64::from(first), at + 1));
    }
    if ones == 1 || ones > 7 {
        return None;
    }
    let mut value = u64::from(first) & (0x7F >> ones);
    for i in 1..ones {
        let byte = *bytes.get(at + i)?;
        if byte & 0xC0 != 0x80 {
            return None;
        }
        value = value << 6 | u64::from(byte & 0x3F);
    }
    Some((value, at + ones))
}

/// CRC-8, polynomial x⁸ + x² + x + 1 (RFC 9639 §9.1.8).
fn crc8(bytes: &[u8]) -> u8 {
    const TABLE: [u32; 256] = crc::table(8, 0x07);
    bytes
        .iter()
        .fold(0, |crc, byte| TABLE[usize::from(crc ^ byte)] as u8)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::crc::crc16;

    #[test]
    fn reads_the_example_of_rfc_9639() {
        // Appendix D.1: the first frame of the first example, 1 sample, stereo, 16 bit.
        let header = [0xFF, 0xF8, 0x69, 0x18, 0x00, 0x00, 0xBF];
        let read = parse(&header).unwrap();
        assert_eq!(
            (read.block_frames, read.number, read.channels, read.bytes),
            (1, 0, 2, 7)
        );
        let frame = [
            0xFF, 0xF8, 0x69, 0x18, 0x00, 0x00, 0xBF, 0x03, 0x58, 0xFD, 0x03, 0x12, 0x8B, 0xAA,
            0x9A,
        ];
        assert_eq!(crc16(0, &frame), 0);
        for bit in 0..header.len() * 8 {
            let mut broken = header;
            broken[bit / 8] ^= 0x80 >> (bit % 8);
            assert_eq!(parse(&broken), None, "bit {bit}");
        }
    }

    #[test]
    fn numbers_are_coded_like_utf8() {
        assert_eq!(coded_number(&[0x7F], 0), Some((127, 1)));
        assert_eq!(coded_number(&[0xC2, 0x80], 0), Some((128, 2)));
        assert_eq!(
            coded_number(&[0xFE, 0x80, 0x80, 0x80, 0x80, 0x80, 0x81], 0),
            Some((1, 7))
        );
        assert_eq!(coded_number(&[0x80], 0), None);
        assert_eq!(coded_number(&[0xC2, 0x00], 0), None);
    }
}
