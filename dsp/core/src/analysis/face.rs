//! The face of a recording: the largest magnitude of each 64th of it, whatever its length, in memory
//! that does not grow.

/// Magnitudes of a face.
pub const FACE_MAGNITUDES: usize = 64;
/// Magnitudes kept while the length is unknown: when they are full, neighbours are merged. The ends
/// of a part are exact to a 64th of it at worst, and to the pair up to 43 s at 48 kHz.
const MAX_BINS: usize = 8_192;

/// Builds a face from pairs of the peak pyramid.
#[derive(Debug, Clone)]
pub struct Face {
    /// Largest magnitudes, 0…128, of `pairs_per_bin` pairs each.
    bins: Vec<u8>,
    pairs_per_bin: usize,
    open: u8,
    open_pairs: usize,
}

impl Default for Face {
    fn default() -> Self {
        Self::new()
    }
}

impl Face {
    /// The face of nothing.
    pub fn new() -> Self {
        Self {
            bins: Vec::with_capacity(MAX_BINS),
            pairs_per_bin: 1,
            open: 0,
            open_pairs: 0,
        }
    }

    /// Adds interleaved min and max, -128 … 127 is -1 … 1.
    pub fn push(&mut self, pairs: &[i8]) {
        for pair in pairs.as_chunks::<2>().0 {
            self.open = self
                .open
                .max(pair[0].unsigned_abs())
                .max(pair[1].unsigned_abs());
            self.open_pairs += 1;
            if self.open_pairs == self.pairs_per_bin {
                self.close_bin();
            }
        }
    }

    fn close_bin(&mut self) {
        if self.bins.len() == MAX_BINS {
            for bin in 0..MAX_BINS / 2 {
                self.bins[bin] = self.bins[2 * bin].max(self.bins[2 * bin + 1]);
            }
            self.bins.truncate(MAX_BINS / 2);
            self.pairs_per_bin *= 2;
            if self.open_pairs < self.pairs_per_bin {
                return;
            }
        }
        self.bins.push(self.open);
        self.open = 0;
        self.open_pairs = 0;
    }

    /// 255 is full scale. A file shorter than 64 pairs repeats neighbours; an empty one is all 0.
    pub fn finish(mut self) -> [u8; FACE_MAGNITUDES] {
        if self.open_pairs > 0 {
            self.bins.push(self.open);
        }
        let bins = self.bins.len();
        core::array::from_fn(|part| {
            let from = part * bins / FACE_MAGNITUDES;
            let to = ((part + 1) * bins / FACE_MAGNITUDES)
                .max(from + 1)
                .min(bins);
            let peak = self.bins[from.min(to)..to].iter().max().copied();
            // -128 … 127: the positive side ends one step earlier.
            (u32::from(peak.unwrap_or(0)) * 255).div_ceil(128).min(255) as u8
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn face(pairs: &[i8], piece: usize) -> [u8; FACE_MAGNITUDES] {
        let mut face = Face::new();
        pairs.chunks(2 * piece).for_each(|part| face.push(part));
        face.finish()
    }

    #[test]
    fn follows_the_loudness_over_time() {
        assert_eq!(face(&[], 1), [0; 64]);
        let rising: Vec<i8> = (0..64).flat_map(|part| [0, part * 2].repeat(2)).collect();
        let drawn = face(&rising, 7);
        assert!(drawn.windows(2).all(|pair| pair[0] < pair[1]), "{drawn:?}");
        assert_eq!(drawn[32], 128);
        assert_eq!(face(&[-128, 127], 1), [255; 64]);
    }

    #[test]
    fn a_long_one_is_that_of_all_its_pairs() {
        // 64 plateaus; at any length each part lies within its plateau or a 64th beside it.
        for per_plateau in [128usize, 1_000, 4_096, 20_001] {
            let pairs: Vec<i8> = (0..64 * per_plateau)
                .flat_map(|n| {
                    let plateau = (n / per_plateau) as i8;
                    let inside = n % per_plateau;
                    let edge = inside < per_plateau / 64 || inside > per_plateau * 63 / 64;
                    let level = if edge { 0 } else { plateau + 1 };
                    [-level, level]
                })
                .collect();
            for piece in [1_000, usize::MAX / 2] {
                let drawn = face(&pairs, piece);
                let wanted: [u8; 64] =
                    core::array::from_fn(|part| ((part as u32 + 1) * 255).div_ceil(128) as u8);
                assert_eq!(drawn, wanted, "{per_plateau} pairs a plateau");
            }
        }
    }
}
