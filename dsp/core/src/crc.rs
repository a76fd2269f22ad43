//! Tables for the cyclic checksums of containers: most significant bit first, no reflection.

/// Effect of each next byte on a checksum of `width` bits (8…32) with this polynomial.
pub const fn table(width: u32, polynomial: u32) -> [u32; 256] {
    let top = 1u32 << (width - 1);
    let mask = top | (top - 1);
    let mut table = [0u32; 256];
    let mut byte = 0;
    while byte < 256 {
        let mut value = (byte as u32) << (width - 8);
        let mut bit = 0;
        while bit < 8 {
            let carry = value & top != 0;
            value = (value << 1 ^ if carry { polynomial } else { 0 }) & mask;
            bit += 1;
        }
        table[byte] = value;
        byte += 1;
    }
    table
}

/// CRC-16, polynomial x¹⁶ + x¹⁵ + x² + 1 (RFC 9639 §9.3, ISO 11172-3 §2.4.3.1), going on
/// from `crc`: 0 over a FLAC frame with its footer.
pub fn crc16(crc: u16, bytes: &[u8]) -> u16 {
    const TABLE: [u32; 256] = table(16, 0x8005);
    bytes.iter().fold(crc, |crc, &byte| {
        crc << 8 ^ TABLE[usize::from((crc >> 8) as u8 ^ byte)] as u16
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn agrees_with_the_check_values_of_the_catalogue() {
        // "123456789": CRC-8/SMBUS 0xF4, CRC-16/UMTS 0xFEE8, CRC-32/MPEG-2 without its start 0x89A1897F.
        for (width, polynomial, check) in [
            (8, 0x07, 0xF4),
            (16, 0x8005, 0xFEE8),
            (32, 0x04C1_1DB7, 0x89A1_897F),
        ] {
            let table = table(width, polynomial);
            let mask = (1u64 << width) - 1;
            let sum = b"123456789".iter().fold(0u64, |crc, &byte| {
                let index = (crc >> (width - 8)) as u8 ^ byte;
                (crc << 8 & mask) ^ u64::from(table[usize::from(index)])
            });
            assert_eq!(sum, check, "{width}");
        }
    }
}
