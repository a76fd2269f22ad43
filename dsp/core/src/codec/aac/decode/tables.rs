//! Numbers the decoder looks up instead of working them out (ISO 14496-3 §4.6.1…§4.6.3, §4.6.9).

use crate::codec::aac::syntax::huffman;
use crate::codec::aac::syntax::huffman::Code;

/// Bits of a word that one look finds.
const LOOK_BITS: u32 = 9;
/// Values up to this have their 4/3rd power in a table: more than any without an escape.
const POWERS: usize = 128;

/// A Huffman code of which the short words are found in one step.
pub struct LookUp {
    /// Symbol and length in the low four bits; 0 where a word is longer.
    entries: Box<[u16; 1 << LOOK_BITS]>,
    code: &'static Code,
}

impl LookUp {
    fn new(code: &'static Code) -> Self {
        let mut entries = Box::new([0; 1 << LOOK_BITS]);
        for (index, entry) in (0u64..).zip(entries.iter_mut()) {
            let (symbol, length) = code.find(index << (64 - LOOK_BITS));
            if length <= LOOK_BITS {
                *entry = symbol << 4 | length as u16;
            }
        }
        Self { entries, code }
    }

    /// The symbol at the top of `window` and its length in bits.
    #[inline(always)]
    pub fn find(&self, window: u64) -> (usize, u32) {
        let entry = self.entries[(window >> (64 - LOOK_BITS)) as usize];
        if entry != 0 {
            return (usize::from(entry >> 4), u32::from(entry & 15));
        }
        let (symbol, length) = self.code.find(window);
        (usize::from(symbol), length)
    }
}

/// Codebooks, powers and gains.
pub struct Tables {
    /// Tables of codebooks 1…11.
    pub books: Vec<LookUp>,
    /// The values of each symbol to the power of 4/3: books 1 and 2, 3 and 4.
    pub quads: [Vec<[f32; 4]>; 2],
    /// The same of books 5 and 6, 7 and 8, 9 and 10, 11.
    pub pairs: [Vec<[f32; 2]>; 4],
    /// 2^((factor − 100)/4).
    gains: [f32; 256],
    powers: [f32; POWERS],
    /// sin of the angles that coefficients of noise shaping stand for, by resolution; −8 first.
    pub reflections: [[f32; 16]; 2],
}

impl Tables {
    /// Computes them all, in some microseconds.
    pub fn new() -> Self {
        let four = |book: u8| {
            let code = huffman::spectrum(book).map_or(0, Code::symbols);
            (0..code as u16).map(move |symbol| huffman::values(book, symbol).map(power))
        };
        let two = |book| four(book).map(|[y, z, ..]| [y, z]).collect::<Vec<_>>();
        Self {
            books: (1..=11)
                .filter_map(|book| huffman::spectrum(book).map(LookUp::new))
                .collect(),
            quads: [1, 3].map(|book| four(book).collect()),
            pairs: [5, 7, 9, 11].map(two),
            gains: core::array::from_fn(|factor| quarter_power(factor as i32 - 100)),
            powers: core::array::from_fn(|value| exact_power(value as u32)),
            reflections: [3, 4].map(|bits| {
                core::array::from_fn(|index| reflection(index as i32 - 8, bits) as f32)
            }),
        }
    }

    /// The gain of a scale factor, 0…255.
    pub fn gain(&self, factor: i16) -> f32 {
        self.gains[usize::from(factor.clamp(0, 255) as u8)]
    }

    /// `value` to the power of 4/3.
    #[inline]
    pub fn power(&self, value: u32) -> f32 {
        match self.powers.get(value as usize) {
            Some(power) => *power,
            None => exact_power(value),
        }
    }
}

fn exact_power(value: u32) -> f32 {
    let value = f64::from(value);
    (value * libm::cbrt(value)) as f32
}

fn power(value: i8) -> f32 {
    let magnitude = exact_power(u32::from(value.unsigned_abs()));
    if value < 0 {
        -magnitude
    } else {
        magnitude
    }
}

/// 2^(`quarters`/4).
pub fn quarter_power(quarters: i32) -> f32 {
    eighth_power(2 * quarters)
}

/// 2^(`eighths`/8); `eighths` is held between the least and the greatest power that is normal.
pub fn eighth_power(eighths: i32) -> f32 {
    let eighths = eighths.clamp(-1_000, 1_000);
    let root = libm::exp2(f64::from(eighths.rem_euclid(8)) / 8.0);
    let whole = f64::from_bits(((eighths.div_euclid(8) + 1_023) as u64) << 52);
    (root * whole) as f32
}

/// §4.6.9.3: quantised arc sine of `bits` resolution.
fn reflection(value: i32, bits: i32) -> f64 {
    let half = f64::from(1 << (bits - 1));
    let steps = if value >= 0 { half - 0.5 } else { half + 0.5 };
    libm::sin(f64::from(value) * core::f64::consts::FRAC_PI_2 / steps)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_short_way_through_a_code_is_the_long_one() {
        let tables = Tables::new();
        let mut state = 1u64;
        for (book, look_up) in (1..).zip(&tables.books) {
            let code = huffman::spectrum(book).unwrap();
            for _ in 0..20_000 {
                state = state
                    .wrapping_mul(6_364_136_223_846_793_005)
                    .wrapping_add(1_442_695_040_888_963_407);
                let window = state ^ state >> 31;
                let (symbol, length) = code.find(window);
                assert_eq!(look_up.find(window), (usize::from(symbol), length));
            }
        }
    }

    #[test]
    fn powers_and_gains_are_those_of_the_formulas() {
        let tables = Tables::new();
        for value in [0u32, 1, 2, 15, 16, 127, 128, 8_191] {
            let want = f64::from(value).powf(4.0 / 3.0);
            assert!((f64::from(tables.power(value)) - want).abs() <= 1e-7 * want);
        }
        for factor in [0i16, 1, 2, 3, 100, 101, 255] {
            let want = 2f64.powf((f64::from(factor) - 100.0) / 4.0);
            assert!((f64::from(tables.gain(factor)) - want).abs() <= 1e-7 * want);
        }
        assert_eq!((eighth_power(-8), eighth_power(16)), (0.5, 4.0));
        // §4.6.9.3: the largest coefficients of both signs are sines close to ±1.
        let [coarse, fine] = &tables.reflections;
        let close = |got: f32, angle: f64| (f64::from(got) - angle.sin()).abs() < 1e-6;
        let quarter = core::f64::consts::FRAC_PI_2;
        assert!(close(coarse[8 + 3], quarter * 3.0 / 3.5) && close(fine[0], -quarter * 8.0 / 8.5));
    }
}
