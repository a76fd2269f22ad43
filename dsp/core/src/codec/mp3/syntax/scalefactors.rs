//! Scalefactors (ISO 11172-3 §2.4.3.4.5, ISO 13818-3 §2.4.3.2) in the order of their bands.

use super::scalefactor_bands::{Bands, MAX_BANDS};
use super::side_info::{Blocks, Granule};
use crate::bits::cursor::BitCursor;
use crate::codec::mp3::tables::SCALEFACTOR_LENGTHS;

/// First scalefactor of each group that granule 1 may share, and the end (`scfsi`, §2.4.2.7).
const GROUP_STARTS: [usize; 5] = [0, 6, 11, 16, 21];

/// Scalefactors of one granule of one channel.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Scalefactors {
    /// By band; the topmost band (three of short blocks) has none and keeps 0.
    pub values: [u8; MAX_BANDS],
    /// Bands, one bit each, whose value is not a position of intensity stereo.
    pub not_positions: u64,
    /// Whether Table B.6 is added.
    pub preemphasis: bool,
}

impl Default for Scalefactors {
    fn default() -> Self {
        Self {
            values: [0; MAX_BANDS],
            not_positions: 0,
            preemphasis: false,
        }
    }
}

impl Scalefactors {
    /// Reads those of an MPEG-1 granule. `first` are the ones of granule 0 and the groups taken from
    /// them.
    pub fn read(
        granule: &Granule,
        bands: &Bands,
        first: Option<(&Self, &[bool; 4])>,
        bits: &mut BitCursor,
    ) -> Self {
        let mut out = Self {
            preemphasis: granule.preemphasis,
            ..Self::default()
        };
        let lengths = SCALEFACTOR_LENGTHS[usize::from(granule.scalefactor_lengths & 15)];
        let (low, high) = (usize::from(lengths.0), usize::from(lengths.1));
        if granule.blocks == Blocks::Short {
            // Long bands of a mixed block, then short bands up to the sixth, have the first length.
            let all = bands.count - 3;
            let low_bands = all - 18;
            for (band, value) in out.values[..all].iter_mut().enumerate() {
                *value = bits.read(if band < low_bands { low } else { high }) as u8;
            }
        } else {
            for group in 0..4 {
                let range = GROUP_STARTS[group]..GROUP_STARTS[group + 1];
                match first {
                    Some((first, shared)) if shared[group] => {
                        out.values[range.clone()].copy_from_slice(&first.values[range]);
                    }
                    _ => {
                        for value in &mut out.values[range] {
                            *value = bits.read(if group < 2 { low } else { high }) as u8;
                        }
                    }
                }
            }
        }
        // Position 7 and values that only scalefactors can have (§2.4.3.4.9.3).
        for (band, &value) in out.values.iter().enumerate() {
            out.not_positions |= u64::from(value >= 7) << band;
        }
        out
    }

    /// Reads those of a granule of a low rate; `positions` when the channel is the right one of intensity
    /// stereo.
    pub fn read_low_rate(granule: &Granule, positions: bool, bits: &mut BitCursor) -> Self {
        let (lengths, partition) = partition(granule.scalefactor_lengths, positions);
        let kind = match granule.blocks {
            Blocks::Short if granule.mixed => 2,
            Blocks::Short => 1,
            _ => 0,
        };
        let mut out = Self {
            preemphasis: partition == 2,
            ..Self::default()
        };
        let mut band = 0;
        for (&count, length) in PARTITIONS[partition][kind].iter().zip(lengths) {
            // The largest value means that the band has no position; a missing value is position 0.
            let none = if positions && length > 0 {
                (1 << length) - 1
            } else {
                u32::MAX
            };
            for _ in 0..count {
                let value = bits.read(length);
                out.values[band] = value as u8;
                out.not_positions |= u64::from(value == none) << band;
                band += 1;
            }
        }
        out
    }
}

/// Scalefactors of each length for long, short and mixed blocks (ISO 13818-3 §2.4.3.2).
pub const PARTITIONS: [[[u8; 4]; 3]; 6] = [
    [[6, 5, 5, 5], [9, 9, 9, 9], [6, 9, 9, 9]],
    [[6, 5, 7, 3], [9, 9, 12, 6], [6, 9, 12, 6]],
    [[11, 10, 0, 0], [18, 18, 0, 0], [15, 18, 0, 0]],
    [[7, 7, 7, 0], [12, 12, 12, 0], [6, 15, 12, 0]],
    [[6, 6, 6, 3], [12, 9, 9, 6], [6, 12, 9, 6]],
    [[8, 8, 5, 0], [15, 12, 9, 0], [6, 18, 9, 0]],
];

/// The four lengths in bits and the row of [`PARTITIONS`] that `scalefac_compress` stands for
/// (ISO 13818-3 §2.4.3.2).
pub fn partition(compress: u16, positions: bool) -> ([usize; 4], usize) {
    let compress = usize::from(compress & 511);
    if positions {
        let half = compress >> 1;
        return match half {
            0..=179 => ([half / 36, half % 36 / 6, half % 6, 0], 3),
            180..=243 => {
                let rest = half - 180;
                ([rest >> 4, rest >> 2 & 3, rest & 3, 0], 4)
            }
            _ => ([(half - 244) / 3, (half - 244) % 3, 0, 0], 5),
        };
    }
    match compress {
        0..=399 => {
            let (high, low) = (compress >> 4, compress & 15);
            ([high / 5, high % 5, low >> 2, low & 3], 0)
        }
        400..=499 => {
            let rest = compress - 400;
            ([(rest >> 2) / 5, (rest >> 2) % 5, rest & 3, 0], 1)
        }
        _ => ([(compress - 500) / 3, (compress - 500) % 3, 0, 0], 2),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_partition_has_a_scalefactor_for_each_band_but_the_last() {
        for partition in PARTITIONS {
            for (counts, all) in partition.iter().zip([21, 36, 33]) {
                assert_eq!(
                    counts.iter().map(|&count| u32::from(count)).sum::<u32>(),
                    all
                );
            }
        }
    }

    #[test]
    fn lengths_of_the_low_rates_by_the_formulas() {
        assert_eq!(partition(0, false), ([0; 4], 0));
        assert_eq!(partition(399, false), ([4, 4, 3, 3], 0));
        assert_eq!(partition(499, false), ([4, 4, 3, 0], 1));
        assert_eq!(partition(511, false), ([3, 2, 0, 0], 2));
        assert_eq!(partition(2 * 179 + 1, true), ([4, 5, 5, 0], 3));
        assert_eq!(partition(2 * 243, true), ([3, 3, 3, 0], 4));
        assert_eq!(partition(511, true), ([3, 2, 0, 0], 5));
    }
}
