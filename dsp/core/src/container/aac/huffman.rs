//! The Huffman codes of AAC (ISO 14496-3 annex 4.A), as far as walking over them needs: every code is
//! canonical, so that the lengths in order of the code words say it all.

use crate::container::bits::Bits;

/// One code. Entries are in order of their code words: length in the low five bits, and above them
/// what follows a word: sign bits, or for codebook 11 a row of [`ESCAPED`].
#[derive(Debug)]
pub struct Code {
    entries: &'static [u8],
    /// Code words of each length.
    counts: [u16; 20],
}

impl Code {
    const fn new(entries: &'static [u8]) -> Self {
        let mut counts = [0; 20];
        let mut at = 0;
        while at < entries.len() {
            counts[(entries[at] & 31) as usize] += 1;
            at += 1;
        }
        Self { entries, counts }
    }

    /// Position of the next word in the order of words; `None` at the end of the bytes.
    fn position(&self, bits: &mut Bits<'_>) -> Option<usize> {
        let (mut word, mut first, mut passed) = (0u32, 0u32, 0u32);
        for &count in &self.counts[1..] {
            let count = u32::from(count);
            word = word << 1 | bits.read(1)?;
            if word < first + count {
                return Some((passed + word - first) as usize);
            }
            passed += count;
            first = first + count << 1;
        }
        None
    }
}

/// Steps over `words` words of spectrum codebook `book` (1…11) with the signs and escapes behind them.
pub fn skip_spectrum(bits: &mut Bits<'_>, book: u8, words: u32) -> Option<()> {
    let code = SPECTRUM.get(usize::from(book).checked_sub(1)?)?;
    for _ in 0..words {
        let extra = usize::from(code.entries[code.position(bits)?] >> 5);
        if book < 11 {
            bits.skip(extra)?;
            continue;
        }
        let (signs, escapes) = ESCAPED[extra.min(5)];
        bits.skip(signs)?;
        for _ in 0..escapes {
            // ISO 14496-3 §4.6.3.3: N ones, a zero, N + 4 bits; values end at 8,191.
            let mut ones = 0;
            while bits.read(1)? == 1 {
                ones += 1;
                if ones > 8 {
                    return None;
                }
            }
            bits.skip(ones + 4)?;
        }
    }
    Some(())
}

/// The next scale factor step, −60…60.
pub fn scale_factor_step(bits: &mut Bits<'_>) -> Option<i32> {
    let position = SCALE_FACTORS.position(bits)?;
    Some(i32::from(SCALE_FACTOR_STEPS[position]) - 60)
}

/// Signs and escapes behind a word of codebook 11.
const ESCAPED: [(usize, usize); 6] = [(0, 0), (1, 0), (2, 0), (1, 1), (2, 1), (2, 2)];

static SCALE_FACTORS: Code = Code::new(&SCALE_FACTOR_LENGTHS);

static SPECTRUM: [Code; 11] = [
    Code::new(&SPECTRUM_ONE),
    Code::new(&SPECTRUM_TWO),
    Code::new(&SPECTRUM_THREE),
    Code::new(&SPECTRUM_FOUR),
    Code::new(&SPECTRUM_FIVE),
    Code::new(&SPECTRUM_SIX),
    Code::new(&SPECTRUM_SEVEN),
    Code::new(&SPECTRUM_EIGHT),
    Code::new(&SPECTRUM_NINE),
    Code::new(&SPECTRUM_TEN),
    Code::new(&SPECTRUM_ELEVEN),
];

/// Spectrum codebook 1 (table 4.A.2).
#[rustfmt::skip]
const SPECTRUM_ONE: [u8; 81] = [
    1, 5, 5, 5, 5, 5, 5, 5, 5, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7,
    7, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 10, 10, 10, 10, 10,
    10, 10, 10, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11,
];

/// Spectrum codebook 2 (table 4.A.3).
#[rustfmt::skip]
const SPECTRUM_TWO: [u8; 81] = [
    3, 4, 5, 5, 5, 5, 5, 5, 5, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6,
    6, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8,
    8, 8, 8, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9,
];

/// Spectrum codebook 3 (table 4.A.4).
#[rustfmt::skip]
const SPECTRUM_THREE: [u8; 81] = [
    1, 36, 36, 36, 36, 69, 69, 70, 70, 70, 102, 70, 102, 135, 103, 103, 40, 40, 72, 72, 104, 73,
    105, 73, 105, 105, 41, 73, 73, 41, 73, 73, 137, 105, 105, 137, 106, 74, 106, 74, 138, 138, 106,
    106, 74, 106, 106, 106, 74, 74, 106, 75, 139, 107, 107, 139, 139, 75, 107, 108, 108, 108, 108,
    108, 140, 140, 140, 140, 77, 77, 109, 110, 142, 110, 143, 143, 143, 111, 79, 112, 112,
];

/// Spectrum codebook 4 (table 4.A.5).
#[rustfmt::skip]
const SPECTRUM_FOUR: [u8; 81] = [
    132, 100, 100, 100, 100, 36, 68, 4, 68, 68, 69, 69, 37, 69, 37, 37, 135, 135, 135, 135, 103,
    103, 103, 103, 103, 104, 104, 104, 104, 104, 104, 104, 72, 72, 72, 72, 72, 72, 72, 72, 72, 72,
    72, 72, 40, 40, 41, 41, 137, 137, 137, 137, 137, 137, 106, 106, 106, 106, 106, 106, 106, 106,
    106, 138, 106, 106, 106, 138, 139, 139, 75, 75, 75, 75, 75, 75, 139, 107, 107, 108, 108,
];

/// Spectrum codebook 5 (table 4.A.6).
#[rustfmt::skip]
const SPECTRUM_FIVE: [u8; 81] = [
    1, 4, 4, 4, 4, 5, 5, 5, 5, 7, 7, 7, 7, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 9, 9, 9, 9, 9, 9, 9,
    9, 9, 9, 9, 9, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 11, 11, 11, 11, 11, 11, 11, 11,
    11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 13, 13, 13, 13,
];

/// Spectrum codebook 6 (table 4.A.7).
#[rustfmt::skip]
const SPECTRUM_SIX: [u8; 81] = [
    4, 4, 4, 4, 4, 4, 4, 4, 4, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 7, 7, 7, 7, 7, 7, 7,
    7, 7, 7, 7, 7, 7, 8, 8, 8, 8, 8, 8, 8, 8, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9,
    9, 9, 9, 9, 9, 10, 10, 10, 10, 10, 10, 10, 10, 11, 11, 11, 11,
];

/// Spectrum codebook 7 (table 4.A.8).
#[rustfmt::skip]
const SPECTRUM_SEVEN: [u8; 64] = [
    1, 35, 35, 68, 70, 70, 38, 38, 71, 71, 71, 39, 39, 72, 72, 72, 72, 72, 72, 72, 72, 40, 40, 73,
    73, 73, 41, 73, 41, 73, 73, 73, 73, 73, 73, 73, 73, 74, 42, 42, 74, 74, 74, 74, 74, 74, 74, 74,
    74, 74, 74, 74, 43, 43, 75, 75, 75, 75, 75, 75, 76, 76, 76, 76,
];

/// Spectrum codebook 8 (table 4.A.9).
#[rustfmt::skip]
const SPECTRUM_EIGHT: [u8; 64] = [
    67, 68, 36, 68, 36, 68, 5, 37, 37, 69, 69, 69, 69, 70, 70, 70, 70, 70, 38, 38, 70, 70, 70, 71,
    71, 71, 71, 71, 71, 71, 39, 71, 39, 71, 71, 71, 71, 72, 72, 72, 40, 72, 40, 72, 72, 72, 72, 72,
    72, 72, 72, 72, 73, 73, 41, 73, 41, 73, 73, 73, 74, 42, 42, 74,
];

/// Spectrum codebook 9 (table 4.A.10).
#[rustfmt::skip]
const SPECTRUM_NINE: [u8; 169] = [
    1, 35, 35, 68, 70, 70, 38, 38, 71, 71, 71, 40, 40, 72, 72, 72, 72, 72, 72, 73, 73, 41, 41, 73,
    73, 73, 73, 73, 73, 73, 42, 74, 42, 74, 74, 74, 74, 74, 74, 74, 74, 42, 74, 74, 74, 74, 74, 74,
    74, 74, 43, 75, 75, 75, 43, 75, 75, 75, 75, 43, 75, 75, 75, 75, 43, 43, 75, 75, 75, 75, 75, 75,
    75, 75, 75, 75, 75, 75, 75, 43, 75, 76, 76, 44, 76, 76, 76, 76, 76, 76, 76, 76, 76, 76, 76, 76,
    76, 76, 76, 76, 76, 76, 76, 76, 44, 76, 76, 44, 76, 76, 76, 76, 76, 76, 76, 44, 76, 76, 76, 77,
    77, 77, 77, 77, 77, 77, 77, 77, 77, 77, 77, 45, 77, 77, 45, 77, 77, 77, 77, 45, 77, 77, 77, 77,
    77, 77, 77, 77, 77, 77, 77, 78, 78, 78, 78, 78, 78, 78, 78, 78, 78, 78, 78, 78, 78, 79, 79, 79,
    79,
];

/// Spectrum codebook 10 (table 4.A.11).
#[rustfmt::skip]
const SPECTRUM_TEN: [u8; 169] = [
    68, 68, 68, 69, 37, 37, 69, 69, 69, 69, 69, 38, 38, 70, 70, 70, 70, 6, 70, 70, 38, 38, 70, 70,
    70, 71, 71, 71, 71, 71, 71, 71, 71, 71, 39, 71, 39, 71, 71, 71, 71, 71, 72, 72, 72, 72, 72, 72,
    72, 40, 72, 40, 72, 72, 72, 72, 72, 72, 72, 72, 72, 72, 72, 72, 72, 72, 72, 73, 73, 73, 41, 73,
    73, 73, 73, 73, 41, 73, 73, 73, 73, 73, 73, 73, 73, 73, 73, 73, 73, 73, 73, 73, 73, 73, 41, 73,
    41, 73, 74, 74, 74, 74, 74, 74, 42, 74, 74, 74, 74, 74, 74, 42, 74, 74, 74, 74, 74, 74, 74, 74,
    74, 74, 74, 74, 74, 74, 74, 74, 74, 42, 74, 42, 74, 42, 74, 74, 74, 74, 74, 75, 75, 75, 75, 75,
    75, 75, 75, 75, 75, 43, 75, 43, 75, 75, 75, 43, 75, 75, 75, 43, 75, 76, 76, 76, 76, 76, 44, 76,
    76,
];

/// Spectrum codebook 11 (table 4.A.12).
#[rustfmt::skip]
const SPECTRUM_ELEVEN: [u8; 289] = [
    4, 68, 165, 37, 37, 69, 69, 69, 70, 70, 70, 38, 70, 38, 70, 71, 71, 71, 71, 71, 71, 39, 39, 71,
    71, 71, 71, 71, 71, 71, 71, 72, 72, 72, 72, 72, 72, 72, 136, 136, 136, 136, 136, 72, 136, 40,
    72, 40, 136, 72, 136, 136, 136, 136, 72, 72, 72, 72, 72, 136, 136, 72, 72, 136, 136, 136, 72,
    72, 136, 72, 136, 136, 136, 72, 136, 72, 72, 136, 136, 72, 72, 72, 40, 136, 136, 72, 72, 72, 72,
    40, 73, 137, 137, 73, 73, 137, 73, 137, 73, 73, 73, 73, 73, 73, 73, 137, 73, 73, 41, 73, 73, 73,
    73, 73, 73, 41, 73, 73, 73, 73, 73, 73, 73, 73, 73, 73, 73, 73, 73, 73, 41, 73, 73, 73, 73, 73,
    73, 73, 73, 73, 73, 73, 105, 73, 73, 74, 74, 74, 74, 106, 74, 42, 74, 74, 74, 74, 74, 74, 74,
    74, 74, 74, 74, 74, 74, 74, 74, 74, 74, 74, 74, 74, 74, 74, 74, 74, 74, 74, 74, 74, 74, 74, 42,
    74, 74, 74, 74, 74, 74, 74, 74, 74, 74, 74, 74, 74, 74, 74, 74, 74, 74, 42, 74, 74, 74, 74, 74,
    74, 74, 74, 74, 74, 74, 74, 74, 74, 74, 74, 74, 74, 74, 74, 74, 74, 74, 74, 74, 74, 74, 42, 42,
    74, 74, 74, 74, 74, 74, 74, 74, 74, 75, 75, 75, 75, 75, 75, 75, 75, 75, 75, 75, 75, 75, 75, 75,
    75, 75, 43, 75, 75, 43, 75, 43, 75, 75, 75, 43, 75, 75, 75, 75, 75, 43, 43, 75, 75, 75, 75, 43,
    75, 75, 43, 75, 44, 44, 76, 44, 44, 76,
];

/// Scale factor codebook (table 4.A.1): lengths.
#[rustfmt::skip]
const SCALE_FACTOR_LENGTHS: [u8; 121] = [
    1, 3, 4, 4, 4, 5, 5, 6, 6, 6, 6, 7, 7, 7, 8, 8, 8, 8, 8, 9, 9, 9, 9, 10, 10, 10, 10, 10, 10, 11,
    11, 11, 11, 11, 11, 12, 12, 12, 12, 12, 12, 13, 13, 13, 13, 13, 14, 14, 14, 14, 14, 14, 14, 14,
    15, 15, 15, 15, 16, 16, 16, 16, 16, 16, 16, 17, 17, 17, 18, 18, 18, 18, 18, 18, 18, 19, 19, 19,
    19, 19, 19, 19, 19, 19, 19, 19, 19, 19, 19, 19, 19, 19, 19, 19, 19, 19, 19, 19, 19, 19, 19, 19,
    19, 19, 19, 19, 19, 19, 19, 19, 19, 19, 19, 19, 19, 19, 19, 19, 19, 19, 19,
];

/// Scale factor codebook: indices, 60 more than the step.
#[rustfmt::skip]
const SCALE_FACTOR_STEPS: [u8; 121] = [
    60, 59, 61, 58, 62, 57, 63, 56, 64, 55, 65, 66, 54, 67, 53, 68, 52, 69, 51, 70, 50, 49, 71, 72,
    48, 73, 47, 74, 46, 76, 75, 77, 78, 45, 43, 44, 79, 42, 41, 80, 40, 81, 39, 82, 38, 83, 37, 35,
    85, 33, 36, 34, 84, 32, 87, 89, 30, 31, 86, 29, 26, 27, 28, 24, 88, 25, 22, 23, 90, 21, 19, 3,
    1, 2, 0, 98, 99, 100, 101, 102, 117, 97, 91, 92, 93, 94, 95, 96, 104, 111, 112, 113, 114, 115,
    116, 110, 105, 106, 107, 108, 109, 118, 6, 8, 9, 10, 5, 103, 120, 119, 4, 7, 15, 16, 18, 20, 17,
    11, 12, 14, 13,
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_is_complete_and_canonical() {
        for code in SPECTRUM.iter().chain([&SCALE_FACTORS]) {
            let lengths: Vec<u8> = code.entries.iter().map(|entry| entry & 31).collect();
            assert!(lengths.is_sorted());
            // Kraft's sum is 1: no word is missing and none is a prefix of another.
            let sum: u64 = lengths.iter().map(|&length| 1u64 << (40 - length)).sum();
            assert_eq!(sum, 1 << 40);
        }
    }

    #[test]
    fn known_words_are_read() {
        // Table 4.A.1: 0 is no step, 1010 is one up, 100 one down. Then codebook 11's longest
        // words: 0000 is two zeros.
        let mut bits = Bits::new(&[0b0101_0100, 0]);
        let steps: Vec<i32> = (0..3)
            .map(|_| scale_factor_step(&mut bits).unwrap())
            .collect();
        assert_eq!(steps, [0, 1, -1]);
        let mut bits = Bits::new(&[0; 2]);
        assert_eq!(skip_spectrum(&mut bits, 11, 2), Some(()));
        assert_eq!(bits.position(), 8);
    }
}
