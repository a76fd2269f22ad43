//! FLAC frame headers and checksums (RFC 9639 §9.1, §9.3).

/// Most bytes a frame header can have: sync, four bytes of codes, 7-byte number, 2 + 2, CRC-8.
pub const MAX_HEADER_BYTES: usize = 16;

/// What a frame header says.
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
    at += match rate_code {
        12 => 1,
        13 | 14 => 2,
        _ => 0,
    };
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
        bytes: at + 1,
    })
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
    bytes.iter().fold(0, |crc, byte| {
        (0..8).fold(crc ^ byte, |crc, _| {
            if crc & 0x80 != 0 {
                crc << 1 ^ 0x07
            } else {
                crc << 1
            }
        })
    })
}

/// CRC-16, polynomial x¹⁶ + x¹⁵ + x² + 1 (RFC 9639 §9.3): 0 over a frame with its footer.
pub fn crc16(crc: u16, bytes: &[u8]) -> u16 {
    bytes.iter().fold(crc, |crc, &byte| {
        crc << 8 ^ CRC16[usize::from((crc >> 8) as u8 ^ byte)]
    })
}

const CRC16: [u16; 256] = {
    let mut table = [0u16; 256];
    let mut i = 0;
    while i < 256 {
        let mut value = (i as u16) << 8;
        let mut bit = 0;
        while bit < 8 {
            value = if value & 0x8000 != 0 {
                value << 1 ^ 0x8005
            } else {
                value << 1
            };
            bit += 1;
        }
        table[i] = value;
        i += 1;
    }
    table
};

#[cfg(test)]
mod tests {
    use super::*;

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
