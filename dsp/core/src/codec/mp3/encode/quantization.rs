//! Quantisation (ISO 11172-3 §C.1.5.4.4): finds for every scalefactor band the coarsest step whose
//! noise stays under its threshold, turns the steps into global gain and scalefactors, and rounds
//! the lines.
//!
//! Steps are counted in quarters of a factor of 2 ("gain"): a line of value n decodes to
//! n^(4/3) · 2^(gain/4). Noise and thresholds are energies of MDCT lines, summed over a band.

use super::frame::Gains;
use super::math::{larger, log2};
use super::mdct::{BlockType, LINES};
use super::scalefactor_lengths::Kind;
use crate::codec::mp3::tables::{LONG_BANDS, LOW_RATES, PRETAB, SHORT_BANDS};
use crate::lanes::{F32x4, U32x4};

/// Bands a granule can have: 13 × 3 short ones.
pub const MAX_BANDS: usize = 39;
/// Offset between `global_gain` and the gain of a band without scalefactor (§2.4.3.4.7.1).
pub const GAIN_OFFSET: i32 = 210;
/// Lowest gain a band may be given: beyond it a full-scale line would exceed the largest code.
const LOWEST_GAIN: i32 = -70;
/// Highest gain that is ever useful: a full-scale line rounds to zero.
const HIGHEST_GAIN: i32 = 12;
/// Rounding offset: values below 1 − 0.4054 become zero (§C.1.5.4.4.1, nint(x − 0.0946)).
const ROUNDING: f32 = 0.4054;

/// Scalefactor bands of one window shape, in coding order.
#[derive(Debug, Clone)]
pub struct Bands {
    /// First line of each band and, last, 576.
    pub starts: [u16; MAX_BANDS + 1],
    /// Number of bands.
    pub count: usize,
    /// Bands that have a scalefactor.
    pub scaled: usize,
    is_low_rate: bool,
}

impl Bands {
    /// Bands of a long window.
    pub fn long(rate_index: usize) -> Self {
        let mut starts = [LINES as u16; MAX_BANDS + 1];
        starts[..23].copy_from_slice(&LONG_BANDS[rate_index]);
        Self {
            starts,
            count: 22,
            scaled: 21,
            is_low_rate: rate_index >= LOW_RATES,
        }
    }

    /// Bands of three short windows, interleaved: band 0 of windows 0, 1, 2, then band 1 …
    pub fn short(rate_index: usize) -> Self {
        let mut starts = [LINES as u16; MAX_BANDS + 1];
        let bands = &SHORT_BANDS[rate_index];
        for band in 0..13 {
            let width = bands[band + 1] - bands[band];
            for window in 0..3 {
                starts[3 * band + window] = 3 * bands[band] + window as u16 * width;
            }
        }
        Self {
            starts,
            count: 39,
            scaled: 36,
            is_low_rate: rate_index >= LOW_RATES,
        }
    }

    /// How their scalefactors are coded.
    pub fn kind(&self) -> Kind {
        Kind {
            is_low_rate: self.is_low_rate,
            is_short: self.scaled == 36,
        }
    }

    /// Lines of one band.
    pub fn range(&self, band: usize) -> core::ops::Range<usize> {
        usize::from(self.starts[band])..usize::from(self.starts[band + 1])
    }
}

/// Brings short lines from window order (`window * 192 + line`) into coding order.
pub fn interleave_short(rate_index: usize, lines: &[f32; LINES], out: &mut [f32; LINES]) {
    let bands = &SHORT_BANDS[rate_index];
    let mut at = 0;
    for band in bands.windows(2) {
        let (from, to) = (usize::from(band[0]), usize::from(band[1]));
        for window in 0..3 {
            out[at..at + to - from].copy_from_slice(&lines[window * 192 + from..window * 192 + to]);
            at += to - from;
        }
    }
}

/// Powers of the step size.
pub struct Steps {
    /// 2^(−3·gain/16), index gain − [`LOWEST_TABLE_GAIN`].
    inverse: Vec<f32>,
    /// (16/9) · 2^(3·gain/8), same index.
    noise: Vec<f32>,
}

const LOWEST_TABLE_GAIN: i32 = -210 - 60 - 56 - 60;
const TABLE_GAINS: usize = 512;

impl Steps {
    /// Computes the tables.
    pub fn new() -> Self {
        let gain = |index: usize| f64::from(LOWEST_TABLE_GAIN + index as i32);
        Self {
            inverse: (0..TABLE_GAINS)
                .map(|i| libm::exp2((-3.0 / 16.0 * gain(i)).min(120.0)) as f32)
                .collect(),
            noise: (0..TABLE_GAINS)
                .map(|i| (16.0 / 9.0 * libm::exp2(3.0 / 8.0 * gain(i))) as f32)
                .collect(),
        }
    }

    fn at(table: &[f32], gain: i32) -> f32 {
        let index = (gain - LOWEST_TABLE_GAIN).clamp(0, TABLE_GAINS as i32 - 1);
        table[index as usize]
    }
}

/// One granule of one channel on its way to integers.
pub struct Granule {
    /// Lines in coding order.
    pub lines: [f32; LINES],
    /// |line|^(3/4).
    powers: [f32; LINES],
    /// |line|^(1/2).
    roots: [f32; LINES],
    /// Energy per band.
    pub energy: [f32; MAX_BANDS],
    /// Largest |line|^(3/4) per band.
    largest: [f32; MAX_BANDS],
    /// Window shape.
    pub block_type: BlockType,
    /// Gain per band whose noise just meets the threshold.
    wanted: [i32; MAX_BANDS],
    /// Shift of all gains from which a band that lies under its threshold is not coded.
    dropped_from: [i32; MAX_BANDS],
    /// Quantised magnitudes.
    pub values: [u32; LINES],
}

impl Granule {
    /// An empty granule.
    pub fn new() -> Self {
        Self {
            lines: [0.0; LINES],
            powers: [0.0; LINES],
            roots: [0.0; LINES],
            energy: [0.0; MAX_BANDS],
            largest: [0.0; MAX_BANDS],
            block_type: BlockType::Long,
            wanted: [0; MAX_BANDS],
            dropped_from: [i32::MAX; MAX_BANDS],
            values: [0; LINES],
        }
    }

    /// Derives powers and band sums from `lines`.
    #[inline(never)]
    pub fn prepare(&mut self, bands: &Bands) {
        for at in (0..LINES).step_by(4) {
            let line = F32x4::load(&self.lines, at);
            let magnitude = line.max(F32x4::splat(0.0).sub(line));
            let root = magnitude.sqrt();
            root.store(&mut self.roots, at);
            root.mul(root.sqrt()).store(&mut self.powers, at);
        }
        for band in 0..bands.count {
            let range = bands.range(band);
            let mut line = range.start;
            let (mut energies, mut tops) = (F32x4::splat(0.0), F32x4::splat(0.0));
            while line + 4 <= range.end {
                let value = F32x4::load(&self.lines, line);
                energies = energies.add(value.mul(value));
                tops = tops.max(F32x4::load(&self.powers, line));
                line += 4;
            }
            let ([a, b, c, d], tops) = (energies.to_array(), tops.to_array());
            let mut energy = (a + b) + (c + d);
            let mut largest = larger(larger(tops[0], tops[1]), larger(tops[2], tops[3]));
            for line in line..range.end {
                energy += self.lines[line] * self.lines[line];
                largest = larger(largest, self.powers[line]);
            }
            self.energy[band] = energy;
            self.largest[band] = largest;
        }
    }

    /// Noise of one band at one gain. Where a line rounds to zero the noise is the line itself,
    /// elsewhere the first-order error of the power law.
    #[inline(never)]
    fn noise(&self, steps: &Steps, range: core::ops::Range<usize>, gain: i32) -> f32 {
        let inverse = Steps::at(&steps.inverse, gain);
        let scale = Steps::at(&steps.noise, gain);
        let (inverse4, scale4) = (F32x4::splat(inverse), F32x4::splat(scale));
        let (rounding, zero) = (F32x4::splat(ROUNDING), U32x4::splat(0));
        let mut sums = F32x4::splat(0.0);
        let mut line = range.start;
        while line + 4 <= range.end {
            let exact = F32x4::load(&self.powers, line).mul(inverse4);
            let rounded = exact.add(rounding).to_u32();
            let error = exact.sub(F32x4::from_i32(rounded));
            let coded = scale4
                .mul(F32x4::load(&self.roots, line))
                .mul(error)
                .mul(error);
            let lost = F32x4::load(&self.lines, line);
            let lost = lost.mul(lost);
            let chosen = rounded.equal(zero).select(lost.to_bits(), coded.to_bits());
            sums = sums.add(F32x4::from_bits(chosen));
            line += 4;
        }
        let [a, b, c, d] = sums.to_array();
        let mut sum = (a + b) + (c + d);
        for line in line..range.end {
            let exact = self.powers[line] * inverse;
            let rounded = (exact + ROUNDING) as u32 as f32;
            let error = exact - rounded;
            let lost = self.lines[line] * self.lines[line];
            let coded = scale * self.roots[line] * error * error;
            sum += if rounded == 0.0 { lost } else { coded };
        }
        sum
    }

    fn root_sum(&self, range: core::ops::Range<usize>) -> f32 {
        let mut sums = F32x4::splat(0.0);
        let mut line = range.start;
        while line + 4 <= range.end {
            sums = sums.add(F32x4::load(&self.roots, line));
            line += 4;
        }
        let [a, b, c, d] = sums.to_array();
        (line..range.end).fold((a + b) + (c + d), |sum, line| sum + self.roots[line])
    }

    /// Finds the wanted gains for `thresholds`, one energy per band.
    #[inline(never)]
    pub fn find_gains(&mut self, steps: &Steps, bands: &Bands, thresholds: &[f32; MAX_BANDS]) {
        for band in 0..bands.count {
            let range = bands.range(band);
            let threshold = thresholds[band];
            self.dropped_from[band] = i32::MAX;
            if self.energy[band] < 1e-20 {
                self.wanted[band] = HIGHEST_GAIN;
                self.dropped_from[band] = i32::MIN;
                continue;
            }
            let roots = self.root_sum(range.clone());
            // noise ≈ (4/27) · 2^(3·gain/8) · Σ√|line|
            let mut gain =
                (8.0 / 3.0 * log2(threshold / larger(roots * (4.0 / 27.0), 1e-30))) as i32;
            if self.energy[band] <= threshold {
                // 2^(3·shift/8) scales all thresholds.
                let ratio = self.energy[band] / threshold;
                self.dropped_from[band] = (8.0 / 3.0 * log2(ratio)) as i32;
                self.wanted[band] = gain;
                continue;
            }
            gain = gain.clamp(LOWEST_GAIN, HIGHEST_GAIN);
            let mut noise = self.noise(steps, range.clone(), gain);
            if noise > threshold {
                while noise > threshold && gain > LOWEST_GAIN {
                    gain -= 1;
                    noise = self.noise(steps, range.clone(), gain);
                }
            } else {
                for _ in 0..8 {
                    if gain >= HIGHEST_GAIN
                        || self.noise(steps, range.clone(), gain + 1) > threshold
                    {
                        break;
                    }
                    gain += 1;
                }
            }
            self.wanted[band] = gain;
        }
        // An inaudible band needs no coarser steps than the coarsest audible one.
        let heard = |band: &usize| self.dropped_from[*band] == i32::MAX;
        let coarsest = (0..bands.count)
            .filter(heard)
            .map(|band| self.wanted[band])
            .max()
            .unwrap_or(HIGHEST_GAIN);
        for band in 0..bands.count {
            self.wanted[band] = self.wanted[band].min(coarsest);
        }
    }

    /// Scalefactors that give every band its wanted gain or a finer one.
    #[inline(never)]
    pub fn choose_scalefactors(&self, bands: &Bands) -> Gains {
        let audible = |band: usize| {
            self.dropped_from[band] != i32::MIN
                && (band < bands.scaled || self.dropped_from[band] == i32::MAX)
        };
        let short = self.block_type == BlockType::Short;
        let mut best: Option<(u32, Gains)> = None;
        for scale in 0..2u8 {
            let unit = 2 << scale;
            for preflag in 0..if short { 1 } else { 2u8 } {
                let mut gains = Gains {
                    scalefac_scale: scale,
                    preflag,
                    ..Gains::default()
                };
                let Some(bits) = self.fit_scalefactors(bands, unit, &mut gains, &audible) else {
                    continue;
                };
                if best.as_ref().is_none_or(|(least, _)| bits < *least) {
                    best = Some((bits, gains));
                }
            }
        }
        best.map_or_else(Gains::default, |(_, gains)| gains)
    }

    /// Fills `gains` for one unit and preflag. The bits of the scalefactors plus what lowering
    /// the global gain costs; `None` when pre-emphasis would be wasted.
    fn fit_scalefactors(
        &self,
        bands: &Bands,
        unit: i32,
        gains: &mut Gains,
        audible: &impl Fn(usize) -> bool,
    ) -> Option<u32> {
        let short = self.block_type == BlockType::Short;
        let (low_bands, most_low, most_high) = bands.kind().largest(gains.preflag);
        let pre = |band: usize| {
            if gains.preflag == 1 && !short && band < 22 {
                i32::from(PRETAB[band])
            } else {
                0
            }
        };
        let mut coarsest = i32::MIN;
        let mut ceiling = i32::MAX;
        for band in (0..bands.count).filter(|&band| audible(band)) {
            let most = if band >= bands.scaled {
                0
            } else if band < low_bands {
                most_low
            } else {
                most_high
            };
            let window_most = if short { 56 } else { 0 };
            coarsest = coarsest.max(self.wanted[band]);
            ceiling = ceiling.min(self.wanted[band] + unit * (most + pre(band)) + window_most);
        }
        if coarsest == i32::MIN {
            gains.global_gain = GAIN_OFFSET as u8;
            return Some(0);
        }
        let mut global = coarsest.min(ceiling);
        if short {
            // Let the windows take the difference in steps of 8 first.
            for window in 0..3 {
                let top = (window..bands.count)
                    .step_by(3)
                    .filter(|&band| audible(band))
                    .map(|band| self.wanted[band])
                    .max()
                    .unwrap_or(global);
                gains.subblock_gain[window] = ((global - top) / 8).clamp(0, 7) as u8;
            }
            // The global gain must cover what scalefactors cannot reach from there.
            for band in (0..bands.count).filter(|&band| audible(band)) {
                let most = if band >= bands.scaled {
                    0
                } else if band < low_bands {
                    most_low
                } else {
                    most_high
                };
                let window = i32::from(gains.subblock_gain[band % 3]) * 8;
                global = global.min(self.wanted[band] + unit * most + window);
            }
        }
        for band in 0..bands.scaled {
            if !audible(band) {
                continue;
            }
            let window = if short {
                i32::from(gains.subblock_gain[band % 3]) * 8
            } else {
                0
            };
            let short_of = global - window - unit * pre(band) - self.wanted[band];
            gains.scalefactors[band] = ((short_of + unit - 1).max(0) / unit) as u8;
        }
        let (compress, bits) = bands.kind().cheapest(gains.preflag, &gains.scalefactors)?;
        gains.scalefac_compress = compress;
        gains.global_gain = (global + GAIN_OFFSET).clamp(0, 255) as u8;
        // One step of global gain costs about 0.19 bit per line in use.
        let lowered = (coarsest - global).max(0) as u32 * 60;
        // A coarser unit overshoots the wanted gain by half a unit on average.
        let overshoot: i32 = (0..bands.scaled)
            .filter(|&band| audible(band))
            .map(|band| {
                let width = bands.range(band).len() as i32;
                width * (self.wanted[band] - self.band_gain(bands, gains, band)).max(0)
            })
            .sum();
        Some(bits + lowered + overshoot as u32 / 6)
    }

    /// Gain of a band under `gains`.
    fn band_gain(&self, bands: &Bands, gains: &Gains, band: usize) -> i32 {
        let unit = 2 << gains.scalefac_scale;
        let mut gain = i32::from(gains.global_gain) - GAIN_OFFSET;
        if self.block_type == BlockType::Short {
            gain -= 8 * i32::from(gains.subblock_gain[band % 3]);
        }
        if band < bands.scaled {
            let mut factor = i32::from(gains.scalefactors[band]);
            if gains.preflag == 1 && self.block_type != BlockType::Short {
                factor += i32::from(PRETAB[band]);
            }
            gain -= unit * factor;
        }
        gain
    }

    /// Lowest `global_gain` at which no line exceeds the largest code.
    #[inline(never)]
    pub fn lowest_global_gain(&self, bands: &Bands, gains: &Gains) -> i32 {
        let mut lowest = 0;
        for band in 0..bands.count {
            if self.largest[band] <= 0.0 {
                continue;
            }
            // powers · 2^(−3·gain/16) < 8206
            let floor = 16.0 / 3.0 * log2(self.largest[band] / 8205.0);
            let relative = self.band_gain(bands, gains, band) - i32::from(gains.global_gain);
            lowest = lowest.max(floor as i32 + 2 - relative);
        }
        lowest
    }

    /// Rounds all lines under `gains` into `values`; `shift` marks the bands worth coding.
    #[inline(never)]
    pub fn quantise(&mut self, steps: &Steps, bands: &Bands, gains: &Gains, shift: i32) {
        for band in 0..bands.count {
            let range = bands.range(band);
            let gain = self.band_gain(bands, gains, band);
            let inverse = Steps::at(&steps.inverse, gain);
            let dropped = shift >= self.dropped_from[band];
            if dropped || self.largest[band] * inverse + ROUNDING < 1.0 {
                self.values[range].fill(0);
                continue;
            }
            let (inverse4, rounding) = (F32x4::splat(inverse), F32x4::splat(ROUNDING));
            let mut line = range.start;
            while line + 4 <= range.end {
                let exact = F32x4::load(&self.powers, line).mul(inverse4);
                let rounded = exact.add(rounding).to_u32();
                self.values[line..line + 4].copy_from_slice(&rounded.to_array());
                line += 4;
            }
            for line in line..range.end {
                self.values[line] = (self.powers[line] * inverse + ROUNDING) as u32;
            }
        }
    }
}
