//! Energies of gating blocks in memory that does not grow: counted and summed in bins of 0.012 dB.
//! Means are exact but for the bin a gate falls into, which passes as a whole or not at all.

/// Bins of a doubling (3.01 dB): a bin is the exponent and the first eight bits of the mantissa.
const BITS_BELOW_BIN: u32 = 23 - 8;
/// The first bin begins below the absolute gate of −70 LUFS, 1.17e-7; the last one ends at 2^30.
const FIRST_BIN: usize = (127 - 24) << 8;
const BINS: usize = (24 + 30) << 8;

#[derive(Debug, Clone, Copy, Default)]
struct Bin {
    sum: f64,
    count: u64,
}

/// Positive energies, counted.
#[derive(Debug, Clone)]
pub struct LoudnessHistogram {
    bins: Vec<Bin>,
}

impl LoudnessHistogram {
    /// An empty one; 216 KiB.
    pub fn new() -> Self {
        Self {
            bins: vec![Bin::default(); BINS],
        }
    }

    /// Counts one energy. The first and last bins also count energies beyond them.
    pub fn add(&mut self, energy: f64) {
        let bits = (energy as f32).to_bits() >> BITS_BELOW_BIN;
        let bin = (bits as usize).saturating_sub(FIRST_BIN).min(BINS - 1);
        self.bins[bin].sum += energy;
        self.bins[bin].count += 1;
    }

    /// Mean of the energies above `gate`; `None` when there is none.
    pub fn mean_above(&self, gate: f64) -> Option<f64> {
        let (sum, count) = self
            .bins
            .iter()
            .filter(|bin| bin.count > 0 && bin.sum > gate * bin.count as f64)
            .fold((0.0, 0), |(sum, count), bin| {
                (sum + bin.sum, count + bin.count)
            });
        (count > 0).then(|| sum / count as f64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn means_above_a_gate_are_those_of_the_energies() {
        let mut seed = 9u32;
        let energies: Vec<f64> = (0..5_000)
            .map(|_| {
                seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                libm::pow(10.0, -7.0 * f64::from(seed >> 8) / f64::from(1 << 24))
            })
            .collect();
        let mut histogram = LoudnessHistogram::new();
        assert_eq!(histogram.mean_above(0.0), None);
        energies.iter().for_each(|&energy| histogram.add(energy));
        for gate in [0.0, 1e-5, 0.01, 0.7] {
            let above: Vec<f64> = energies.iter().copied().filter(|&e| e > gate).collect();
            let exact = above.iter().sum::<f64>() / above.len() as f64;
            let decibels = 10.0 * libm::log10(histogram.mean_above(gate).unwrap() / exact);
            assert!(decibels.abs() < 0.003, "gate {gate}: {decibels} dB");
        }
        assert_eq!(histogram.mean_above(1.1), None);
    }

    #[test]
    fn extremes_are_counted_too() {
        let mut histogram = LoudnessHistogram::new();
        histogram.add(1e-30);
        histogram.add(1e30);
        assert_eq!(histogram.mean_above(0.0), Some(5e29));
        assert_eq!(histogram.mean_above(1.0), Some(1e30));
    }
}
