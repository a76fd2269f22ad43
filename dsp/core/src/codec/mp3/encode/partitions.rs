//! The ear's resolution: a spectrum in partitions of a third of a bark, the spreading of each to the others along the
//! basilar membrane, and how partitions map to scalefactor bands (ISO 11172-3 Annex D, model 2).

use super::math::{exp2, larger, log2, smaller};
use crate::lanes::F32x4;

/// Most partitions a spectrum has; a multiple of the lanes.
pub const MAX_PARTITIONS: usize = 80;

/// Partitions of one transform length and how they spread and map to scalefactor bands.
pub struct Resolution {
    pub window: Vec<f32>,
    pub partitions: Vec<Partition>,
    /// Spreading of each masker to every partition; the weights that reach one partition sum to 1.
    spreading: Vec<[f32; MAX_PARTITIONS]>,
    /// Partitions each masker reaches, rounded outwards to multiples of 4.
    reach: Vec<(usize, usize)>,
    /// For each band of one window: overlapped partitions and the fraction of each.
    map: Vec<Vec<(usize, f32)>>,
}

/// Bins of one critical band.
pub struct Partition {
    first_bin: usize,
    end_bin: usize,
    bark: f64,
    pub peakiness: Peakiness,
}

/// How far the largest bin stands out of a partition and its two neighbours, as a ratio to the
/// mean: the value of noise, and the factor for the excess so that a tone gives 1.
#[derive(Clone, Copy)]
pub struct Peakiness {
    bins: f32,
    noise: f32,
    scale: f32,
}

impl Peakiness {
    fn of(bins: usize) -> Self {
        let bins = bins as f32;
        // Noise: the largest of n exponential variables; tone: a Hann main lobe.
        let noise = 1.0 + core::f32::consts::LN_2 * log2(bins);
        let tone = larger(0.5 * bins, noise + 1.0);
        Self {
            bins,
            noise,
            scale: 1.0 / (tone - noise),
        }
    }

    /// Factor from a partition's energy to the noise it masks: −6 dB for noise, −20 dB for a tone.
    pub fn offset(&self, top: f32, sum: f32) -> f32 {
        if sum <= 0.0 {
            return 0.25;
        }
        let excess = (top * self.bins / sum - self.noise) * self.scale;
        let tonality = smaller(larger(excess, 0.0), 1.0);
        // Octaves of power.
        exp2(-2.0 - 4.65 * tonality)
    }
}

impl Resolution {
    /// Tables of a transform of `length` samples at `rate` Hz. `band_starts`: first line of each scalefactor band and
    /// the end of the last, of `lines` lines over half the rate.
    pub fn new(rate: f64, length: usize, band_starts: &[u16], lines: f64) -> Self {
        let partitions = partitions(rate, length);
        let (spreading, reach) = spreading(&partitions);
        let map = band_starts
            .windows(2)
            .map(|band| {
                // Line l spans l … l+1 of `lines` over half the rate; bin b is centred at b.
                let bins = length as f64 / 2.0;
                let from = f64::from(band[0]) * bins / lines;
                let to = f64::from(band[1]) * bins / lines;
                partitions
                    .iter()
                    .enumerate()
                    .filter_map(|(index, partition)| {
                        let low = (partition.first_bin as f64 - 0.5).max(from);
                        let high = (partition.end_bin as f64 - 0.5).min(to);
                        let width = (partition.end_bin - partition.first_bin) as f64;
                        (high > low).then(|| (index, ((high - low) / width) as f32))
                    })
                    .collect()
            })
            .collect();
        Self {
            window: (0..length)
                .map(|n| {
                    let phase = 2.0 * core::f64::consts::PI * (n as f64 + 0.5) / length as f64;
                    (0.5 - 0.5 * libm::cos(phase)) as f32
                })
                .collect(),
            partitions,
            spreading,
            reach,
            map,
        }
    }

    /// Energy and largest bin of each partition of a power spectrum.
    #[inline(never)]
    pub fn energies(&self, power: &[f32]) -> ([f32; MAX_PARTITIONS], [f32; MAX_PARTITIONS]) {
        let mut energy = [0.0f32; MAX_PARTITIONS];
        let mut peak = [0.0f32; MAX_PARTITIONS];
        for (index, partition) in self.partitions.iter().enumerate() {
            let mut bin = partition.first_bin;
            let (mut sums, mut tops) = (F32x4::splat(0.0), F32x4::splat(0.0));
            while bin + 4 <= partition.end_bin {
                let powers = F32x4::load(power, bin);
                sums = sums.add(powers);
                tops = tops.max(powers);
                bin += 4;
            }
            let ([a, b, c, d], tops) = (sums.to_array(), tops.to_array());
            let (mut sum, mut top) = (0.0f32, 0.0f32);
            for &bin in &power[bin..partition.end_bin] {
                sum += bin;
                top = larger(top, bin);
            }
            energy[index] = ((a + b) + (c + d)) + sum;
            peak[index] = tops.into_iter().fold(top, larger);
        }
        (energy, peak)
    }

    /// Masking of each partition by all maskers together.
    #[inline(never)]
    pub fn spread(&self, masker: &[f32; MAX_PARTITIONS]) -> [f32; MAX_PARTITIONS] {
        let mut threshold = [0.0f32; MAX_PARTITIONS];
        for (masker, (weights, &(from, to))) in
            masker.iter().zip(self.spreading.iter().zip(&self.reach))
        {
            let level = F32x4::splat(*masker);
            for at in (from..to).step_by(4) {
                F32x4::load(&threshold, at)
                    .add(level.mul(F32x4::load(weights, at)))
                    .store(&mut threshold, at);
            }
        }
        threshold
    }

    /// Ratio of threshold to energy per band, written to every `stride`-th place.
    #[inline(never)]
    pub fn to_bands(
        &self,
        energy: &[f32; MAX_PARTITIONS],
        threshold: &[f32; MAX_PARTITIONS],
        ratio: &mut [f32],
        stride: usize,
    ) {
        for (band, parts) in self.map.iter().enumerate() {
            let (mut signal, mut noise) = (0.0f32, 0.0f32);
            for &(index, fraction) in parts {
                signal += energy[index] * fraction;
                noise += threshold[index] * fraction;
            }
            if signal > 0.0 {
                ratio[band * stride] = smaller(noise / signal, 1.0);
            }
        }
    }
}

/// Zwicker and Terhardt's critical band rate.
fn bark(hz: f64) -> f64 {
    let ratio = hz / 7500.0;
    13.0 * libm::atan(0.00076 * hz) + 3.5 * libm::atan(ratio * ratio)
}

fn partitions(rate: f64, length: usize) -> Vec<Partition> {
    let bins = length / 2 + 1;
    let hz = |bin: f64| bin * rate / length as f64;
    let mut partitions = Vec::new();
    let mut first = 0;
    while first < bins {
        let start = bark(hz((first as f64 - 0.5).max(0.0)));
        let mut end = first + 1;
        while end < bins && bark(hz(end as f64 + 0.5)) - start < 1.0 / 3.0 {
            end += 1;
        }
        if partitions.len() == MAX_PARTITIONS - 1 {
            end = bins;
        }
        partitions.push(Partition {
            first_bin: first,
            end_bin: end,
            bark: bark(hz((first + end - 1) as f64 / 2.0)),
            peakiness: Peakiness::of(1),
        });
        first = end;
    }
    for index in 0..partitions.len() {
        let below: &Partition = &partitions[index.saturating_sub(1)];
        let above: &Partition = &partitions[(index + 1).min(partitions.len() - 1)];
        partitions[index].peakiness = Peakiness::of(above.end_bin - below.first_bin);
    }
    partitions
}

/// Schroeder's spreading function by masker, scaled so that the weights that reach a partition sum to 1.
fn spreading(partitions: &[Partition]) -> (Vec<[f32; MAX_PARTITIONS]>, Vec<(usize, usize)>) {
    let weight = |masked: &Partition, masker: &Partition| {
        let distance = masked.bark - masker.bark + 0.474;
        let level = 15.81 + 7.5 * distance - 17.5 * libm::sqrt(1.0 + distance * distance);
        if level > -60.0 {
            libm::exp10(level / 10.0)
        } else {
            0.0
        }
    };
    let sums: Vec<f64> = partitions
        .iter()
        .map(|masked| partitions.iter().map(|masker| weight(masked, masker)).sum())
        .collect();
    partitions
        .iter()
        .map(|masker| {
            let mut row = [0.0f32; MAX_PARTITIONS];
            for ((place, masked), sum) in row.iter_mut().zip(partitions).zip(&sums) {
                *place = (weight(masked, masker) / sum) as f32;
            }
            let from = row.iter().position(|&w| w > 0.0).unwrap_or(0);
            let to = row
                .iter()
                .rposition(|&w| w > 0.0)
                .map_or(0, |last| last + 1);
            (row, (from / 4 * 4, to.next_multiple_of(4)))
        })
        .unzip()
}
