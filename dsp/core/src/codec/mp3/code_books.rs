//! The Huffman codes of Table B.7 in one list, as encoder and decoder name them.

use super::tables::*;

/// Codes of pairs of values below `side`.
pub struct CodeBook {
    /// Values each of the pair may take.
    pub side: u32,
    /// Code words, row x, column y.
    pub codes: &'static [u16],
    /// Their lengths in bits.
    pub lengths: &'static [u8],
}

const fn book(side: u32, codes: &'static [u16], lengths: &'static [u8]) -> CodeBook {
    CodeBook {
        side,
        codes,
        lengths,
    }
}

/// Numbers of [`BOOKS`] in Table B.7, in order of their largest value; 16 and 24 stand for all
/// tables with escapes.
pub const BOOK_NUMBERS: [u8; 15] = [1, 2, 3, 5, 6, 7, 8, 9, 10, 11, 12, 13, 15, 16, 24];
/// Place of table 16 in [`BOOKS`].
pub const BOOK_16: usize = 13;
/// Place of table 24 in [`BOOKS`].
pub const BOOK_24: usize = 14;

/// In the order of [`BOOK_NUMBERS`].
pub static BOOKS: [CodeBook; 15] = [
    book(2, &CODES_1, &LENGTHS_1),
    book(3, &CODES_2, &LENGTHS_2),
    book(3, &CODES_3, &LENGTHS_3),
    book(4, &CODES_5, &LENGTHS_5),
    book(4, &CODES_6, &LENGTHS_6),
    book(6, &CODES_7, &LENGTHS_7),
    book(6, &CODES_8, &LENGTHS_8),
    book(6, &CODES_9, &LENGTHS_9),
    book(8, &CODES_10, &LENGTHS_10),
    book(8, &CODES_11, &LENGTHS_11),
    book(8, &CODES_12, &LENGTHS_12),
    book(16, &CODES_13, &LENGTHS_13),
    book(16, &CODES_15, &LENGTHS_15),
    book(16, &CODES_16, &LENGTHS_16),
    book(16, &CODES_24, &LENGTHS_24),
];

/// Place in [`BOOKS`] and number of escape bits for each `table_select`. 0 has no codes, 4 and 14
/// are not used.
pub static BOOK_OF_SELECT: [(u8, u8); 32] = {
    let mut of_select = [(0u8, 0u8); 32];
    let mut place = 0;
    while place < BOOK_16 {
        of_select[BOOK_NUMBERS[place] as usize] = (place as u8, 0);
        place += 1;
    }
    let mut i = 0;
    while i < 16 {
        let place = if i < 8 { BOOK_16 } else { BOOK_24 };
        of_select[16 + i] = (place as u8, LINBITS[i]);
        i += 1;
    }
    of_select
};
