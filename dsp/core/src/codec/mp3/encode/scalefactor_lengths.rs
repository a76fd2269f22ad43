//! How many bits each scalefactor takes: four groups of bands have one length each, and `scalefac_compress` names the
//! four (ISO 11172-3 §2.4.2.7, ISO 13818-3 §2.4.3.2).

use crate::codec::mp3::syntax::scalefactors::{partition, PARTITIONS};
use crate::codec::mp3::tables::SCALEFACTOR_LENGTHS;

/// What decides the groups of a granule.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Kind {
    /// A low rate of ISO 13818-3.
    pub is_low_rate: bool,
    /// Short windows.
    pub is_short: bool,
}

impl Kind {
    /// Bands of the four groups under `compress`, and the bits of a scalefactor in each.
    #[inline(never)]
    pub fn groups(self, compress: u16) -> [(u8, u8); 4] {
        let (lengths, row) = if self.is_low_rate {
            partition(compress, false)
        } else {
            let (low, high) = SCALEFACTOR_LENGTHS[usize::from(compress & 15)];
            let (low, high) = (usize::from(low), usize::from(high));
            ([low, low, high, high], 0)
        };
        let counts = PARTITIONS[row][usize::from(self.is_short)];
        core::array::from_fn(|group| (counts[group], lengths[group] as u8))
    }

    /// Bits that all scalefactors take under `compress`.
    #[inline(never)]
    pub fn bits(self, compress: u16) -> u32 {
        let groups = self.groups(compress);
        groups
            .iter()
            .map(|&(bands, length)| u32::from(bands) * u32::from(length))
            .sum()
    }

    /// Bands from the bottom that may have large scalefactors, the largest of those and the largest of the bands
    /// above. The low rates have shorter ones with pre-emphasis.
    pub fn largest(self, preflag: u8) -> (usize, i32, i32) {
        match (self.is_short, self.is_low_rate && preflag == 1) {
            (true, _) => (18, 15, 7),
            (false, false) => (11, 15, 7),
            (false, true) => (11, 7, 3),
        }
    }

    /// Cheapest `scalefac_compress` for these scalefactors and its bits; `None` when none has room for them.
    #[inline(never)]
    pub fn cheapest(self, preflag: u8, scalefactors: &[u8; 39]) -> Option<(u16, u32)> {
        // Lengths that the groups of a row of partitions need.
        let needed = |row: usize| {
            let mut from = 0;
            PARTITIONS[row][usize::from(self.is_short)].map(|bands| {
                let to = from + usize::from(bands);
                let all = scalefactors[from..to].iter().fold(0, |all, &one| all | one);
                from = to;
                (8 - all.leading_zeros()) as u16
            })
        };
        let [a, b, c, d] = needed(0);
        if !self.is_low_rate {
            return (0..16u16)
                .filter(|&compress| {
                    let (low, high) = SCALEFACTOR_LENGTHS[usize::from(compress)];
                    a.max(b) <= u16::from(low) && c.max(d) <= u16::from(high)
                })
                .map(|compress| (compress, self.bits(compress)))
                .min_by_key(|&(_, bits)| bits);
        }
        let compress = if preflag == 1 {
            let [a, b, ..] = needed(2);
            (a <= 3 && b <= 2).then_some(500 + 3 * a + b)?
        } else {
            let whole = (a <= 4 && b <= 4 && c <= 3 && d <= 3)
                .then_some(((5 * a + b) << 4) + (c << 2) + d)?;
            let [a, b, c, last] = needed(1);
            let without_last = 400 + ((5 * a + b) << 2) + c;
            if last == 0 && self.bits(without_last) < self.bits(whole) {
                without_last
            } else {
                whole
            }
        };
        Some((compress, self.bits(compress)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fits(kind: Kind, compress: u16, scalefactors: &[u8; 39]) -> bool {
        let lengths = kind
            .groups(compress)
            .into_iter()
            .flat_map(|(bands, length)| (0..bands).map(move |_| length));
        scalefactors
            .iter()
            .zip(lengths)
            .all(|(&factor, length)| u32::from(factor) < 1 << length)
    }

    /// Bits of the cheapest by trying every value.
    fn slowly(kind: Kind, preflag: u8, scalefactors: &[u8; 39]) -> Option<u32> {
        let values = match (kind.is_low_rate, preflag) {
            (false, _) => 0..16,
            (true, 0) => 0..500,
            (true, _) => 500..512,
        };
        values
            .filter(|&compress| fits(kind, compress, scalefactors))
            .map(|compress| kind.bits(compress))
            .min()
    }

    #[test]
    fn finds_what_trying_every_value_finds() {
        let mut state = 7u32;
        let mut random = |below: u32| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 16) % below
        };
        for round in 0..4_000 {
            for is_low_rate in [false, true] {
                for (is_short, preflag) in [(false, 0), (false, 1), (true, 0)] {
                    let kind = Kind {
                        is_low_rate,
                        is_short,
                    };
                    let (low_bands, low, high) = kind.largest(preflag);
                    let mut factors = [0u8; 39];
                    let bands = 1 + random(if is_short { 36 } else { 21 }) as usize;
                    let loud = 1 + random(16);
                    for (band, factor) in factors[..bands].iter_mut().enumerate() {
                        let most = if band < low_bands { low } else { high };
                        *factor = random((most as u32 + 1).min(loud)) as u8;
                    }
                    let expected = slowly(kind, preflag, &factors);
                    let found = kind.cheapest(preflag, &factors);
                    assert_eq!(
                        found.map(|(_, bits)| bits),
                        expected,
                        "{round} {kind:?} {preflag} {factors:?}"
                    );
                    assert!(found.is_none_or(|(compress, _)| fits(kind, compress, &factors)));
                }
            }
        }
    }
}
