//! The spectrum of one channel (`spectral_data`, ISO 14496-3 table 4.56): decoded, with the powers and
//! gains of §4.6.1 and §4.6.2, pulses added (§4.6.5) and noise made (§4.6.13).

use super::tables::{quarter_power, Tables};
use crate::bits::packet_words::Words;
use crate::codec::aac::syntax::huffman::{ESCAPE, MAX_ESCAPE_ONES};
use crate::codec::aac::syntax::ics_info::SHORT_WINDOWS;
use crate::codec::aac::syntax::individual_channel_stream::{
    IndividualChannelStream, PulseData, MAX_BANDS, NOISE,
};
use crate::codec::aac::syntax::scale_factor_bands::Bands;
use crate::lanes::F32x4;

/// The noise of §4.6.13, a linear congruential generator ("Numerical Recipes", 2nd ed., §7.1) that every
/// stream begins with the same seed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Noise(pub u32);

/// Where noise begins: any number would do; this one lets the result be compared with ffmpeg's.
pub const SEED: Noise = Noise(0x1F2E_3D4C);

impl Noise {
    fn next(&mut self) -> f32 {
        self.0 = self.0.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        self.0 as i32 as f32
    }

    /// Fills `lines` with noise of the energy `gain`².
    fn fill(&mut self, lines: &mut [f32], gain: f32) {
        let mut energy = 0.0;
        for line in lines.iter_mut() {
            *line = self.next();
            energy += *line * *line;
        }
        let scale = gain / f32::sqrt(energy.max(1.0));
        for line in lines {
            *line *= scale;
        }
    }
}

/// Where the noise of each band began, for the other channel of a pair.
pub type Seeds = [Noise; MAX_BANDS];

/// The inputs for reading a channel's spectrum.
pub struct Reader<'a> {
    pub words: &'a Words,
    pub tables: &'a Tables,
    pub bands: &'a Bands,
}

impl Reader<'_> {
    /// Reads the spectrum described by `side` from bit `at` on into `spectrum`; short windows lie one
    /// after the other. `seeds` receives the noise generator's state per band; `paired_noise` returns the state of the
    /// other channel did if both are to be alike. Returns where the spectrum ends, `None` where it is
    /// damaged.
    pub fn read(
        &self,
        mut at: usize,
        side: &IndividualChannelStream,
        spectrum: &mut [f32],
        noise: &mut Noise,
        seeds: &mut Seeds,
        paired_noise: impl Fn(usize) -> Option<Noise>,
    ) -> Option<usize> {
        spectrum.fill(0.0);
        let windows = &side.windows;
        let offsets = self.bands.offsets(windows.is_short());
        let lines = window_lines(side, spectrum.len());
        let mut first_line = 0;
        for group in 0..windows.group_count {
            let count = usize::from(windows.groups[group]);
            let in_group = spectrum.get_mut(first_line..first_line + count * lines)?;
            first_line += count * lines;
            for band in 0..windows.bands {
                let index = group * windows.bands + band;
                let book = side.books[index];
                let range = usize::from(offsets[band])..usize::from(offsets[band + 1]);
                let factor = side.factors[index];
                if book == NOISE {
                    seeds[index] = *noise;
                    let mut alike = paired_noise(index);
                    let gain = quarter_power(i32::from(factor));
                    for window in in_group.chunks_exact_mut(lines) {
                        let band = window.get_mut(range.clone())?;
                        noise.fill(band, gain);
                        if let Some(alike) = &mut alike {
                            alike.fill(band, gain);
                        }
                    }
                } else if (1..=11).contains(&book) {
                    let gain = self.tables.gain(factor);
                    for window in in_group.chunks_exact_mut(lines) {
                        let band = window.get_mut(range.clone())?;
                        at = match book {
                            1..=4 => self.quads(at, book, gain, band),
                            5..=10 => self.pairs(at, book, gain, band),
                            _ => self.escaped(at, gain, band)?,
                        };
                        if at > self.words.bits() {
                            return None;
                        }
                    }
                }
            }
        }
        if let Some(pulses) = &side.pulses {
            self.add_pulses(pulses, side, spectrum);
        }
        Some(at)
    }

    /// Codebooks 1…4.
    #[inline(never)]
    fn quads(&self, mut at: usize, book: u8, gain: f32, lines: &mut [f32]) -> usize {
        let code = &self.tables.books[usize::from(book - 1)];
        let signed = book < 3;
        let values = &self.tables.quads[usize::from(!signed)];
        let gains = F32x4::splat(gain);
        for four in lines.chunks_exact_mut(4) {
            let mut window = self.words.window(at);
            let (symbol, length) = code.find(window);
            at += length as usize;
            let mut found = values.get(symbol).copied().unwrap_or([0.0; 4]);
            if !signed {
                window <<= length;
                for value in &mut found {
                    // A sign follows each value that is not 0.
                    let here = u32::from(*value != 0.0);
                    let sign = (window >> 63) as u32 & here;
                    *value = f32::from_bits(value.to_bits() | sign << 31);
                    window <<= here;
                    at += here as usize;
                }
            }
            F32x4::new(found).mul(gains).store(four, 0);
        }
        at
    }

    /// Codebooks 5…10.
    #[inline(never)]
    fn pairs(&self, mut at: usize, book: u8, gain: f32, lines: &mut [f32]) -> usize {
        let code = &self.tables.books[usize::from(book - 1)];
        let values = &self.tables.pairs[usize::from(book - 5) / 2];
        for two in lines.chunks_exact_mut(2) {
            let mut window = self.words.window(at);
            let (symbol, length) = code.find(window);
            at += length as usize;
            let mut found = values.get(symbol).copied().unwrap_or([0.0; 2]);
            if book > 6 {
                window <<= length;
                at += signs(&mut found, window);
            }
            two[0] = found[0] * gain;
            two[1] = found[1] * gain;
        }
        at
    }

    /// Codebook 11.
    #[inline(never)]
    fn escaped(&self, mut at: usize, gain: f32, lines: &mut [f32]) -> Option<usize> {
        let code = &self.tables.books[10];
        let values = &self.tables.pairs[3];
        // Symbols count 17 values a place.
        let base = ESCAPE as usize + 1;
        for two in lines.chunks_exact_mut(2) {
            let mut window = self.words.window(at);
            let (symbol, length) = code.find(window);
            let mut found = values.get(symbol).copied().unwrap_or([0.0; 2]);
            window <<= length;
            at += length as usize + signs(&mut found, window);
            let escapes = [symbol / base == base - 1, symbol % base == base - 1];
            if escapes != [false; 2] {
                for (value, escape) in found.iter_mut().zip(escapes) {
                    if escape {
                        let (magnitude, length) = escape_at(self.words.window(at))?;
                        at += length;
                        *value = self.tables.power(magnitude).copysign(*value);
                    }
                }
            }
            two[0] = found[0] * gain;
            two[1] = found[1] * gain;
        }
        Some(at)
    }

    /// §4.6.5: a pulse makes a quantised value larger.
    fn add_pulses(&self, pulses: &PulseData, side: &IndividualChannelStream, spectrum: &mut [f32]) {
        let offsets = self.bands.offsets(false);
        let mut line = usize::from(offsets[pulses.band]);
        for &(offset, amplitude) in &pulses.pulses[..pulses.count] {
            line += usize::from(offset);
            let band = offsets.partition_point(|&from| usize::from(from) <= line) - 1;
            let coded = band < side.windows.bands && (1..=11).contains(&side.books[band]);
            let Some(value) = spectrum.get_mut(line).filter(|_| coded) else {
                continue;
            };
            let gain = self.tables.gain(side.factors[band]);
            let quantised = libm::round(libm::pow(f64::from((*value / gain).abs()), 0.75)) as u32;
            let power = self.tables.power(quantised + u32::from(amplitude)) * gain;
            *value = if *value > 0.0 { power } else { -power };
        }
    }
}

/// Gives values that are not 0 the signs at the top of `window`; returns how many there were.
#[inline(always)]
fn signs(values: &mut [f32; 2], mut window: u64) -> usize {
    let mut count = 0;
    for value in values {
        let here = u32::from(*value != 0.0);
        let sign = (window >> 63) as u32 & here;
        *value = f32::from_bits(value.to_bits() | sign << 31);
        window <<= here;
        count += here as usize;
    }
    count
}

/// The magnitude whose escape is at the top of `window`, and its bits (§4.6.3.3): N ones, a zero,
/// N + 4 bits below a one.
fn escape_at(window: u64) -> Option<(u32, usize)> {
    let ones = (!window).leading_zeros();
    if ones > MAX_ESCAPE_ONES {
        return None;
    }
    let low = window << (ones + 1) >> (60 - ones);
    Some((1 << (ones + 4) | low as u32, 2 * ones as usize + 5))
}

/// Lines of each window of a block whose spectrum has `length` lines.
pub fn window_lines(side: &IndividualChannelStream, length: usize) -> usize {
    if side.windows.is_short() {
        length / SHORT_WINDOWS
    } else {
        length
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_reach_from_16_to_8191() {
        assert_eq!(escape_at(0), Some((16, 5)));
        assert_eq!(escape_at(0b0_1111 << 59), Some((31, 5)));
        assert_eq!(escape_at(0b10_10101 << 57), Some((32 + 21, 7)));
        assert_eq!(escape_at(!(1 << 55)), Some((8_191, 21)));
        assert_eq!(escape_at(!0), None);
        assert_eq!(escape_at(0x1FF << 55), None);
    }

    #[test]
    fn noise_has_the_energy_its_factor_asks_for() {
        let mut noise = SEED;
        for (lines, gain) in [(4, 1.0f32), (32, 1_000.0), (96, 0.01)] {
            let mut band = vec![0.0; lines];
            noise.fill(&mut band, gain);
            let energy: f32 = band.iter().map(|line| line * line).sum();
            assert!((energy.sqrt() / gain - 1.0).abs() < 1e-5);
        }
    }
}
