//! Huffman coding of quantised lines, ISO 11172-3 §2.4.3.4.6 and Table B.7: exact costs of all
//! tables in one pass over the pairs, the best split into three regions, and the bit writer.

use super::mdct::LINES;
use crate::bits::writer::BitWriter;
use crate::codec::mp3::code_books::{BOOKS, BOOK_16, BOOK_24, BOOK_NUMBERS, BOOK_OF_SELECT};
use crate::codec::mp3::tables::{
    LINBITS, QUAD_CODES_A, QUAD_CODES_B, QUAD_LENGTHS_A, QUAD_LENGTHS_B,
};

/// Column that counts escaped values rather than bits.
const ESCAPES: usize = 15;

/// How a granule's lines are coded: the part of the side information the coder decides, and its
/// price.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Plan {
    /// Bits of all code words with signs and escapes.
    pub bits: u32,
    /// Pairs in the big-values part.
    pub big_values: u16,
    /// Quadruples in the count1 part.
    pub quads: u16,
    /// `table_select` of each region.
    pub tables: [u8; 3],
    /// Bands of region 0, less one.
    pub region0_count: u8,
    /// Bands of region 1, less one.
    pub region1_count: u8,
    /// First line of regions 1 and 2.
    pub splits: [u16; 2],
    /// `count1table_select`.
    pub count1_table: u8,
}

/// Where the regions with a code table each may meet.
#[derive(Clone, Copy)]
pub enum Regions<'a> {
    /// Three of them at first lines of the long scalefactor bands.
    Bands(&'a [u16; 23]),
    /// Two, of a granule with window switching, at this line.
    MeetAt(u16),
}

/// Pair costs: one row per value pair, one column per table, signs included.
pub struct Huffman {
    rows: Box<[[u16; 16]; 256]>,
}

impl Huffman {
    /// Computes the cost rows.
    pub fn new() -> Self {
        let mut rows = Box::new([[0u16; 16]; 256]);
        for (pair, row) in rows.iter_mut().enumerate() {
            let (x, y) = (pair as u32 / 16, pair as u32 % 16);
            let signs = u16::from(x > 0) + u16::from(y > 0);
            for (column, table) in BOOKS.iter().enumerate() {
                if x < table.side && y < table.side {
                    row[column] = u16::from(table.lengths[(x * table.side + y) as usize]) + signs;
                }
            }
            row[ESCAPES] = u16::from(x == 15) + u16::from(y == 15);
        }
        Self { rows }
    }

    /// Plans the coding of `values` (each at most 15 plus 13 escape bits, 8206).
    #[inline(never)]
    pub fn plan(&self, values: &[u32; LINES], regions: Regions<'_>) -> Plan {
        let mut end = LINES;
        while end > 0 && values[end - 1] == 0 {
            end -= 1;
        }
        end = end.next_multiple_of(2);
        let mut big_end = end;
        let mut quads = 0;
        let mut quad_bits = [0u32; 2];
        while big_end >= 4 && values[big_end - 4..big_end].iter().all(|&value| value < 2) {
            let quad = &values[big_end - 4..big_end];
            let index = (quad[0] * 8 + quad[1] * 4 + quad[2] * 2 + quad[3]) as usize;
            let signs = index.count_ones();
            quad_bits[0] += u32::from(QUAD_LENGTHS_A[index]) + signs;
            quad_bits[1] += u32::from(QUAD_LENGTHS_B[index]) + signs;
            quads += 1;
            big_end -= 4;
        }
        let mut plan = Plan {
            big_values: (big_end / 2) as u16,
            quads,
            count1_table: u8::from(quad_bits[1] < quad_bits[0]),
            ..Plan::default()
        };
        let mut sums = Sums::new(&self.rows, values, big_end, regions);
        match regions {
            Regions::Bands(bands) => sums.split_in_three(bands, &mut plan),
            Regions::MeetAt(line) => sums.split_in_two(line, &mut plan),
        }
        plan.bits += quad_bits[0].min(quad_bits[1]);
        plan
    }
}

/// Running sums of the cost rows and the largest value, per band.
struct Sums {
    /// `prefix[b]`: costs of all pairs below band b.
    prefix: [[u16; 16]; 24],
    largest: [u32; 23],
    /// Bands that reach into the big-values part.
    bands: usize,
}

impl Sums {
    #[inline(never)]
    fn new(
        rows: &[[u16; 16]; 256],
        values: &[u32; LINES],
        big_end: usize,
        regions: Regions<'_>,
    ) -> Self {
        let halves;
        let starts: &[u16] = match regions {
            Regions::Bands(bands) => bands,
            Regions::MeetAt(line) => {
                halves = [0, line, LINES as u16];
                &halves
            }
        };
        let mut sums = Self {
            prefix: [[0; 16]; 24],
            largest: [0; 23],
            bands: 0,
        };
        let mut total = [0u16; 16];
        for window in starts.windows(2) {
            let (from, to) = (usize::from(window[0]), usize::from(window[1]).min(big_end));
            if from >= big_end {
                break;
            }
            let mut largest = 0;
            for pair in values[from..to].chunks_exact(2) {
                let (x, y) = (pair[0].min(15), pair[1].min(15));
                largest = largest.max(pair[0].max(pair[1]));
                let row = &rows[(x * 16 + y) as usize & 255];
                for (sum, cost) in total.iter_mut().zip(row) {
                    *sum += cost;
                }
            }
            sums.largest[sums.bands] = largest;
            sums.bands += 1;
            sums.prefix[sums.bands] = total;
        }
        sums
    }

    /// Cheapest table for bands `from..to`: bits and `table_select`.
    #[inline(never)]
    fn cheapest(&self, from: usize, to: usize) -> (u32, u8) {
        let (from, to) = (from.min(self.bands), to.min(self.bands));
        let largest = self.largest[from..to].iter().copied().max().unwrap_or(0);
        let cost = |column: usize| {
            u32::from(self.prefix[to][column]) - u32::from(self.prefix[from][column])
        };
        let first = match largest {
            0 => return (0, 0),
            1 => 0,
            2 => 1,
            3 => 3,
            4..=5 => 5,
            6..=7 => 8,
            8..=15 => 11,
            _ => {
                let needed = 32 - (largest - 15).leading_zeros();
                let escapes = cost(ESCAPES);
                let select = |column: usize, range: core::ops::Range<usize>| {
                    range
                        .filter(|&i| u32::from(LINBITS[i]) >= needed)
                        .map(|i| (cost(column) + escapes * u32::from(LINBITS[i]), 16 + i as u8))
                        .next()
                        .unwrap_or((u32::MAX, 0))
                };
                return select(BOOK_16, 0..8).min(select(BOOK_24, 8..16));
            }
        };
        let mut best = (u32::MAX, 0);
        for column in first..BOOK_16 {
            let bits = cost(column);
            if bits < best.0 {
                best = (bits, BOOK_NUMBERS[column]);
            }
        }
        best
    }

    /// Searches every second pair of splits, then the neighbours of the best.
    #[inline(never)]
    fn split_in_three(&mut self, bands: &[u16; 23], plan: &mut Plan) {
        let mut tails = [None; 23];
        let mut best = (u32::MAX, 1, 2);
        for first in (1..=15).step_by(2) {
            let head = self.cheapest(0, first).0;
            for second in (first + 1..=(first + 8).min(22)).step_by(2) {
                best = best.min(self.try_split(head, first, second, best.0, &mut tails));
                if second >= self.bands {
                    break;
                }
            }
            if first >= self.bands {
                break;
            }
        }
        let (_, around_first, around_second) = best;
        for first in around_first.max(2) - 1..=(around_first + 1).min(16) {
            let head = self.cheapest(0, first).0;
            for second in around_second - 1..=(around_second + 1).min(22) {
                if (first + 1..=first + 8).contains(&second) {
                    best = best.min(self.try_split(head, first, second, best.0, &mut tails));
                }
            }
        }
        let (bits, first, second) = best;
        plan.bits = bits;
        plan.tables = [
            self.cheapest(0, first).1,
            self.cheapest(first, second).1,
            self.cheapest(second, 22).1,
        ];
        plan.region0_count = (first - 1) as u8;
        plan.region1_count = (second - first - 1) as u8;
        plan.splits = [bands[first], bands[second]];
    }

    /// Bits with regions ending at `first` and `second`, or the maximum when above `limit`.
    fn try_split(
        &self,
        head: u32,
        first: usize,
        second: usize,
        limit: u32,
        tails: &mut [Option<u32>; 23],
    ) -> (u32, usize, usize) {
        let tail = *tails[second].get_or_insert_with(|| self.cheapest(second, 22).0);
        if head + tail >= limit {
            return (u32::MAX, first, second);
        }
        (head + tail + self.cheapest(first, second).0, first, second)
    }

    fn split_in_two(&mut self, line: u16, plan: &mut Plan) {
        let (bits0, table0) = self.cheapest(0, 1);
        let (bits1, table1) = self.cheapest(1, 2);
        plan.tables = [table0, table1, 0];
        plan.splits = [line, LINES as u16];
        plan.bits = bits0 + bits1;
    }
}

/// Writes the code words of a granule: `values` as planned, signs from `lines`.
#[inline(never)]
pub fn write(plan: &Plan, values: &[u32; LINES], lines: &[f32; LINES], out: &mut BitWriter) {
    let big_end = 2 * usize::from(plan.big_values);
    let splits = plan.splits.map(usize::from);
    let mut from = 0;
    for (select, to) in plan.tables.into_iter().zip([splits[0], splits[1], LINES]) {
        let to = to.min(big_end);
        if select != 0 {
            for at in (from..to).step_by(2) {
                write_pair(select, values, lines, at, out);
            }
        }
        from = to.max(from);
    }
    let (codes, lengths) = match plan.count1_table {
        0 => (&QUAD_CODES_A, &QUAD_LENGTHS_A),
        _ => (&QUAD_CODES_B, &QUAD_LENGTHS_B),
    };
    for quad in 0..usize::from(plan.quads) {
        let at = big_end + 4 * quad;
        let index = values[at..at + 4]
            .iter()
            .fold(0, |index, &value| index * 2 + value as usize)
            & 15;
        let mut bits = u64::from(codes[index]);
        let mut count = u32::from(lengths[index]);
        for line in at..at + 4 {
            if values[line] != 0 {
                bits = (bits << 1) | u64::from(lines[line].to_bits() >> 31);
                count += 1;
            }
        }
        out.put_long(bits, count);
    }
}

fn write_pair(
    select: u8,
    values: &[u32; LINES],
    lines: &[f32; LINES],
    at: usize,
    out: &mut BitWriter,
) {
    let (column, linbits) = BOOK_OF_SELECT[usize::from(select) & 31];
    let (table, linbits) = (&BOOKS[usize::from(column)], u32::from(linbits));
    let (x, y) = (values[at], values[at + 1]);
    let (cx, cy) = (x.min(table.side - 1), y.min(table.side - 1));
    let index = (cx * table.side + cy) as usize;
    let mut bits = u64::from(table.codes[index]);
    let mut count = u32::from(table.lengths[index]);
    // At most 19 + 2 · (13 + 1) bits go out at once.
    for (value, line) in [(x, at), (y, at + 1)] {
        if linbits > 0 && value >= 15 {
            bits = (bits << linbits) | u64::from(value - 15);
            count += linbits;
        }
        if value != 0 {
            bits = (bits << 1) | u64::from(lines[line].to_bits() >> 31);
            count += 1;
        }
    }
    out.put_long(bits, count);
}
