//! Requantisation (ISO 11172-3 §2.4.3.4.7.1): the gains of each band.

use core::f32::consts::SQRT_2;

use crate::codec::mp3::syntax::scalefactor_bands::{Bands, LINES};
use crate::codec::mp3::syntax::scalefactors::Scalefactors;
use crate::codec::mp3::syntax::side_info::{Blocks, Granule};
use crate::codec::mp3::tables::PRETAB;

/// Step size at which `global_gain` is a factor of one.
const UNITY_GAIN: i32 = 210;
/// A line this far above full scale (30 dB) is damage: no valid stream has one.
const LOUDEST: f32 = 32.0;

/// Scales `lines`, of which those from `end` on are zero. `false` if the result is no plausible sound.
#[inline(never)]
pub fn requantise(
    granule: &Granule,
    scalefactors: &Scalefactors,
    bands: &Bands,
    lines: &mut [f32; LINES],
    end: usize,
) -> bool {
    let base = i32::from(granule.global_gain) - UNITY_GAIN;
    // A scalefactor is worth half or one power of two: 2 or 4 quarters.
    let shift = 1 + u32::from(granule.coarse_scale);
    let mut loudest = 0.0f32;
    for band in 0..bands.count {
        let range = bands.lines(band);
        if range.start >= end {
            break;
        }
        let mut steps = i32::from(scalefactors.values[band]);
        let mut quarters = base;
        if band >= bands.long {
            quarters -= 8 * i32::from(granule.subblock_gain[bands.window(band)]);
        } else if scalefactors.preemphasis && granule.blocks != Blocks::Short {
            steps += i32::from(PRETAB[band.min(21)]);
        }
        let gain = quarter_power(quarters - (steps << shift));
        for line in &mut lines[range] {
            *line *= gain;
            loudest = louder(loudest, *line);
        }
    }
    loudest <= LOUDEST
}

#[inline(always)]
fn louder(a: f32, b: f32) -> f32 {
    if b.abs() > a {
        b.abs()
    } else {
        a
    }
}

/// 2^(quarters / 4), for the range that a granule can use (−350…45).
pub fn quarter_power(quarters: i32) -> f32 {
    const ROOTS: [f32; 4] = [1.0, 1.189_207_1, SQRT_2, 1.681_792_9];
    let exponent = (quarters >> 2).clamp(-126, 127);
    ROOTS[(quarters & 3) as usize] * f32::from_bits(((exponent + 127) as u32) << 23)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn powers_of_quarters_match_the_formula() {
        for quarters in -350..=45 {
            let want = (f64::from(quarters) / 4.0).exp2();
            let got = f64::from(quarter_power(quarters));
            assert!((got / want - 1.0).abs() < 1e-7, "{quarters}: {got} {want}");
        }
    }

    /// §2.4.3.4.7.1 and Table B.6 literally, in double precision.
    #[test]
    fn every_line_is_scaled_by_the_formula() {
        for (blocks, mixed) in [
            (Blocks::Long, false),
            (Blocks::Short, false),
            (Blocks::Short, true),
        ] {
            for (rate, coarse_scale, preemphasis) in [
                (0, false, true),
                (2, true, false),
                (4, false, false),
                (8, true, true),
            ] {
                let granule = Granule {
                    global_gain: 190,
                    blocks,
                    mixed,
                    subblock_gain: [0, 3, 1],
                    coarse_scale,
                    ..Granule::default()
                };
                let scalefactors = Scalefactors {
                    values: core::array::from_fn(|band| (band * 5 % 13) as u8),
                    preemphasis,
                    ..Scalefactors::default()
                };
                let bands = granule.bands(rate);
                let mut lines = [2.0; LINES];
                assert!(requantise(
                    &granule,
                    &scalefactors,
                    bands,
                    &mut lines,
                    LINES
                ));
                for band in 0..bands.count {
                    let factor = f64::from(scalefactors.values[band]);
                    let unit = if coarse_scale { 1.0 } else { 0.5 };
                    let exponent = if blocks == Blocks::Short && band >= bands.long {
                        let window = (band - bands.long) % 3;
                        let gain = f64::from(granule.subblock_gain[window]);
                        0.25 * (190.0 - 210.0 - 8.0 * gain) - unit * factor
                    } else {
                        let pre = if preemphasis && blocks == Blocks::Long {
                            f64::from(PRETAB[band])
                        } else {
                            0.0
                        };
                        0.25 * (190.0 - 210.0) - unit * (factor + pre)
                    };
                    let want = 2.0 * exponent.exp2();
                    for line in bands.lines(band) {
                        let got = f64::from(lines[line]);
                        assert!((got / want - 1.0).abs() < 1e-6, "{rate} {band} {line}");
                    }
                }
            }
        }
    }

    #[test]
    fn implausibly_loud_granules_are_rejected() {
        for (global_gain, is_sound) in [(210, true), (229, true), (231, false), (255, false)] {
            let granule = Granule {
                global_gain,
                ..Granule::default()
            };
            let mut lines = [0.0; LINES];
            lines[5] = -1.0;
            let bands = granule.bands(0);
            let factors = Scalefactors::default();
            assert_eq!(
                requantise(&granule, &factors, bands, &mut lines, LINES),
                is_sound
            );
        }
    }
}
