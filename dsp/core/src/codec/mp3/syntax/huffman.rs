//! Huffman decoding (ISO 11172-3 §2.4.3.4.6, Table B.7): code words of up to 19 bits through lookups of 8
//! bits and then of the rest.

use super::scalefactor_bands::LINES;
use super::side_info::Granule;
use crate::bits::cursor::BitCursor;
use crate::codec::mp3::code_books::{CodeBook, BOOKS, BOOK_OF_SELECT};
use crate::codec::mp3::tables::{QUAD_CODES_A, QUAD_CODES_B, QUAD_LENGTHS_A, QUAD_LENGTHS_B};

/// Bits of the first lookup.
const ROOT_BITS: usize = 8;
/// Bits of the lookups after it.
const MAX_STEP: usize = 6;
/// Bits of a quadruple's longest code word.
const QUAD_BITS: usize = 6;
/// Room for the lookups of all books, a power of two so that an index is kept inside by a mask.
const ENTRIES: usize = 8_192;
/// An entry that leads to another lookup: its width above bit 16, its place below.
const LINK: u32 = 1 << 31;
/// Largest value with a power of its own in the table; larger ones are computed.
const POWERS: usize = 1_024;

/// The lookups; no signal is kept.
pub struct Huffman {
    /// Leaves: bits used here above bit 8, x and y in four bits each.
    entries: Box<[u32; ENTRIES]>,
    /// First entry of each book.
    roots: [usize; BOOKS.len()],
    /// Quadruples: bits used above bit 4, values below.
    quads: [[u8; 1 << QUAD_BITS]; 2],
    /// v^(4/3).
    powers: Box<[f32; POWERS]>,
}

impl Huffman {
    /// Builds the lookups.
    pub fn new() -> Self {
        let mut powers = Box::new([0.0; POWERS]);
        for (value, power) in powers.iter_mut().enumerate() {
            *power = four_thirds(value);
        }
        let mut huffman = Self {
            entries: Box::new([0; ENTRIES]),
            roots: [0; BOOKS.len()],
            quads: [
                quads(&QUAD_CODES_A, &QUAD_LENGTHS_A),
                quads(&QUAD_CODES_B, &QUAD_LENGTHS_B),
            ],
            powers,
        };
        let mut used = 0;
        for (root, book) in huffman.roots.iter_mut().zip(&BOOKS) {
            *root = used;
            let codes = words(book);
            used += 1 << ROOT_BITS;
            fill(
                &codes,
                *root,
                ROOT_BITS,
                &mut used,
                &mut huffman.entries[..],
            );
        }
        huffman
    }

    /// Decodes the lines of a granule, to the power of 4/3 and without their gains. Returns the first line
    /// from which on all are zero.
    pub fn decode(
        &self,
        granule: &Granule,
        bits: &mut BitCursor,
        lines: &mut [f32; LINES],
    ) -> usize {
        let big = granule.big_lines.min(LINES);
        let mut from = 0;
        let ends = [granule.region_ends[0], granule.region_ends[1], big];
        for (&select, end) in granule.tables.iter().zip(ends) {
            let end = end.clamp(from, big);
            self.pairs(select, bits, &mut lines[from..end]);
            from = end;
        }
        let end = self.quads(granule.quad_table, bits, lines, big);
        lines[end..].fill(0.0);
        end
    }

    #[inline(always)]
    fn lookup(&self, from: usize, width: usize, window: u64) -> u32 {
        self.entries[(from + (window >> (64 - width)) as usize) & (ENTRIES - 1)]
    }

    #[inline(never)]
    fn pairs(&self, select: u8, bits: &mut BitCursor, lines: &mut [f32]) {
        if matches!(select, 0 | 4 | 14) {
            lines.fill(0.0);
            return;
        }
        let (book, escape_bits) = BOOK_OF_SELECT[usize::from(select & 31)];
        let root = self.roots[usize::from(book) % BOOKS.len()];
        let escape_bits = usize::from(escape_bits);
        for pair in lines.as_chunks_mut::<2>().0 {
            if bits.left() == 0 {
                *pair = [0.0; 2];
                continue;
            }
            let mut window = bits.window();
            let mut entry = self.lookup(root, ROOT_BITS, window);
            let mut used = 0;
            let mut step = ROOT_BITS;
            while entry & LINK != 0 {
                used += step;
                window <<= step;
                step = (entry >> 16 & 15) as usize;
                entry = self.lookup((entry & 0xFFFF) as usize, step, window);
            }
            let length = (entry >> 8 & 31) as usize;
            used += length;
            window <<= length;
            let (x, y) = ((entry >> 4 & 15) as usize, (entry & 15) as usize);
            if escape_bits > 0 && (x == 15 || y == 15) {
                bits.skip(used);
                *pair = [x, y].map(|value| self.escaped(value, escape_bits, bits));
                continue;
            }
            pair[0] = signed(self.powers[x], window, x);
            window <<= usize::from(x > 0);
            pair[1] = signed(self.powers[y], window, y);
            bits.skip(used + usize::from(x > 0) + usize::from(y > 0));
        }
    }

    /// One value of a book with escapes: the bits after its code word.
    #[inline(never)]
    fn escaped(&self, value: usize, escape_bits: usize, bits: &mut BitCursor) -> f32 {
        let mut value = value;
        if value == 15 {
            value += bits.read(escape_bits) as usize;
        }
        if value == 0 {
            return 0.0;
        }
        let power = match self.powers.get(value) {
            Some(&power) => power,
            None => four_thirds(value),
        };
        signed(power, u64::from(bits.read(1)) << 63, value)
    }

    /// Decodes quadruples from line `from` to the end of the bits, and returns the line they end at.
    #[inline(never)]
    fn quads(
        &self,
        table: u8,
        bits: &mut BitCursor,
        lines: &mut [f32; LINES],
        from: usize,
    ) -> usize {
        let table = &self.quads[usize::from(table & 1)];
        let mut line = from;
        for quad in lines[from..].as_chunks_mut::<4>().0 {
            if bits.left() == 0 {
                break;
            }
            let mut window = bits.window();
            let entry = table[(window >> (64 - QUAD_BITS)) as usize];
            let length = usize::from(entry >> 4);
            window <<= length;
            bits.skip(length);
            for (index, value) in quad.iter_mut().enumerate() {
                let one = usize::from(entry >> (3 - index) & 1);
                *value = signed(one as f32, window, one);
                window <<= one;
                bits.skip(one);
            }
            if bits.is_past() {
                // Encoders fill up with incomplete quadruples.
                break;
            }
            line += 4;
        }
        line
    }
}

/// `power` with the sign at the top of `window`, if the value has one.
#[inline(always)]
fn signed(power: f32, window: u64, value: usize) -> f32 {
    let sign = (window >> 63) as u32 & u32::from(value > 0);
    f32::from_bits(power.to_bits() | sign << 31)
}

fn four_thirds(value: usize) -> f32 {
    let value = value as f64;
    (value * libm::cbrt(value)) as f32
}

/// A code word, its bits at the top, with its length and meaning.
#[derive(Clone, Copy)]
struct Word {
    code: u32,
    length: usize,
    pair: u32,
}

fn words(book: &CodeBook) -> Vec<Word> {
    let lengths = book.lengths.iter().map(|&length| usize::from(length));
    book.codes
        .iter()
        .zip(lengths)
        .zip(0u32..)
        .map(|((&code, length), index)| Word {
            code: u32::from(code) << (32 - length),
            length,
            pair: ((index / book.side) << 4) | (index % book.side),
        })
        .collect()
}

/// Fills the lookup of `width` bits at `from` and those it leads to, which are placed after `used`.
fn fill(words: &[Word], from: usize, width: usize, used: &mut usize, entries: &mut [u32]) {
    for slot in 0..1usize << width {
        let begins_here = |word: &&Word| (word.code >> (32 - width)) as usize == slot;
        let longer: Vec<Word> = words
            .iter()
            .filter(|word| word.length > width)
            .filter(begins_here)
            .map(|word| Word {
                code: word.code << width,
                length: word.length - width,
                pair: word.pair,
            })
            .collect();
        if let Some(longest) = longer.iter().map(|word| word.length).max() {
            let next_width = longest.min(MAX_STEP);
            entries[from + slot] = LINK | (next_width as u32) << 16 | *used as u32;
            let next = *used;
            *used += 1 << next_width;
            fill(&longer, next, next_width, used, entries);
        }
    }
    for word in words.iter().filter(|word| word.length <= width) {
        let first = from + (word.code >> (32 - width)) as usize;
        entries[first..first + (1 << (width - word.length))]
            .fill((word.length as u32) << 8 | word.pair);
    }
}

fn quads(codes: &[u16; 16], lengths: &[u8; 16]) -> [u8; 1 << QUAD_BITS] {
    let mut out = [0; 1 << QUAD_BITS];
    for (values, (&code, &length)) in codes.iter().zip(lengths).enumerate() {
        let free = QUAD_BITS - usize::from(length);
        let first = usize::from(code) << free;
        out[first..first + (1 << free)].fill(length << 4 | values as u8);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bits::cursor::WORDS;
    use crate::bits::writer::BitWriter;
    use crate::codec::mp3::code_books::BOOK_NUMBERS;

    fn words_of(buffer: &BitWriter) -> Box<[u32; WORDS]> {
        let mut words = Box::new([0; WORDS]);
        for (word, bytes) in words.iter_mut().zip(buffer.bytes().chunks(4)) {
            for (index, &byte) in bytes.iter().enumerate() {
                *word |= u32::from(byte) << (24 - 8 * index);
            }
        }
        words
    }

    fn push_pair(out: &mut BitWriter, book: &CodeBook, escape_bits: usize, pair: [i32; 2]) {
        let side = book.side as i32;
        let [x, y] = pair.map(|value| value.abs().min(side - 1));
        let index = (x * side + y) as usize;
        out.push(
            u32::from(book.codes[index]),
            usize::from(book.lengths[index]),
        );
        for value in pair {
            if escape_bits > 0 && value.abs() >= 15 {
                out.push(value.unsigned_abs() - 15, escape_bits);
            }
            if value != 0 {
                out.push(u32::from(value < 0), 1);
            }
        }
    }

    #[test]
    fn every_pair_of_every_book_survives_a_round_trip() {
        let huffman = Huffman::new();
        for (book, &number) in BOOKS.iter().zip(&BOOK_NUMBERS) {
            let pairs: Vec<[i32; 2]> = (0..book.side.pow(2) as i32)
                .map(|index| [index / book.side as i32, index % book.side as i32])
                .enumerate()
                .map(|(index, [x, y])| {
                    [
                        x * (1 - 2 * (index as i32 & 1)),
                        y * (1 - (index as i32 & 2)),
                    ]
                })
                .collect();
            for some in pairs.chunks(LINES / 2) {
                let mut out = BitWriter::default();
                let escape_bits = usize::from(BOOK_OF_SELECT[usize::from(number)].1);
                for &pair in some {
                    push_pair(&mut out, book, escape_bits, pair);
                }
                let granule = Granule {
                    big_lines: 2 * some.len(),
                    tables: [number; 3],
                    region_ends: [36, 100],
                    ..Granule::default()
                };
                let words = words_of(&out);
                let mut lines = [9.0; LINES];
                let mut bits = BitCursor::new(&words, 0, 8 * out.bytes().len());
                huffman.decode(&granule, &mut bits, &mut lines);
                for (&value, &line) in some.as_flattened().iter().zip(&lines) {
                    let want = f64::from(value.abs()).powf(4.0 / 3.0) * f64::from(value.signum());
                    assert!(
                        (f64::from(line) - want).abs() < 1e-5,
                        "{number}: {value} {line}"
                    );
                }
            }
        }
    }

    #[test]
    fn escapes_reach_the_largest_value() {
        let huffman = Huffman::new();
        for (select, pairs) in [
            (16, vec![[15, -16], [1, 15]]),
            (23, vec![[8_206, -8_206], [15, 0], [0, -1_039], [1_038, 3]]),
            (31, vec![[-8_206, 14], [-2, 8_000]]),
        ] {
            let (book, escape_bits) = BOOK_OF_SELECT[select];
            let mut out = BitWriter::default();
            for &pair in &pairs {
                push_pair(
                    &mut out,
                    &BOOKS[usize::from(book)],
                    usize::from(escape_bits),
                    pair,
                );
            }
            let granule = Granule {
                big_lines: 2 * pairs.len(),
                tables: [select as u8; 3],
                region_ends: [LINES; 2],
                ..Granule::default()
            };
            let words = words_of(&out);
            let mut lines = [9.0; LINES];
            huffman.decode(
                &granule,
                &mut BitCursor::new(&words, 0, 8 * out.bytes().len()),
                &mut lines,
            );
            for (&value, &line) in pairs.as_flattened().iter().zip(&lines) {
                let want = f64::from(value.abs()).powf(4.0 / 3.0) * f64::from(value.signum());
                assert!((f64::from(line) / want - 1.0).abs() < 1e-6 || line == 0.0 && value == 0);
            }
        }
    }

    #[test]
    fn quadruples_end_with_the_bits() {
        let huffman = Huffman::new();
        for table in 0..2u8 {
            let (codes, lengths) = [
                (&QUAD_CODES_A, &QUAD_LENGTHS_A),
                (&QUAD_CODES_B, &QUAD_LENGTHS_B),
            ][usize::from(table)];
            let mut out = BitWriter::default();
            let mut bits = 0;
            for values in 0..16usize {
                out.push(u32::from(codes[values]), usize::from(lengths[values]));
                out.push(0b0101, values.count_ones() as usize);
                bits += usize::from(lengths[values]) + values.count_ones() as usize;
            }
            let granule = Granule {
                quad_table: table,
                ..Granule::default()
            };
            let words = words_of(&out);
            for (end, quads) in [(bits, 16), (bits - 1, 15)] {
                let mut lines = [9.0; LINES];
                let zero_from =
                    huffman.decode(&granule, &mut BitCursor::new(&words, 0, end), &mut lines);
                assert_eq!(zero_from, 4 * quads);
                for values in 0..quads {
                    for index in 0..4 {
                        let line = lines[4 * values + index];
                        assert_eq!(line != 0.0, values >> (3 - index) & 1 == 1);
                        assert!(line.abs() <= 1.0);
                    }
                }
                assert!(lines[4 * quads..].iter().all(|&line| line == 0.0));
            }
        }
    }
}
