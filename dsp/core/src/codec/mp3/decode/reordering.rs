//! From the order of coding to the order of the transforms: the lines of short windows by frequency
//! (ISO 11172-3 §2.4.3.4.8), and alias reduction between subbands (§2.4.3.4.10.1).

use crate::codec::mp3::syntax::scalefactor_bands::{Bands, LINES};
use crate::codec::mp3::tables::ALIAS_C;
use crate::lanes::F32x4;

/// Lines of a subband.
pub const SUBBAND_LINES: usize = 18;

/// Interleaves the three windows of the short bands: line k of window w comes to place 3k + w. `end` is
/// the line from which on all are zero, before and after.
pub fn interleave(bands: &Bands, lines: &mut [f32; LINES], end: usize) -> usize {
    let mut coded = [0.0; LINES];
    coded.copy_from_slice(lines);
    let mut last = end.min(bands.lines(bands.long).start);
    for first in (bands.long..bands.count).step_by(3) {
        let from = bands.lines(first).start;
        if from >= end {
            break;
        }
        let to = bands.lines(first + 2).end;
        let width = (to - from) / 3;
        for (place, line) in lines[from..to].iter_mut().enumerate() {
            *line = coded[from + place % 3 * width + place / 3];
        }
        last = to;
    }
    last
}

/// The butterflies of Table B.9.
pub struct AliasReduction {
    cs: [F32x4; 2],
    ca: [F32x4; 2],
}

impl AliasReduction {
    /// Computes cs = 1/√(1 + c²) and ca = c/√(1 + c²).
    pub fn new() -> Self {
        let norm = ALIAS_C.map(|c| libm::sqrt(1.0 + c * c));
        let four = |of: &dyn Fn(usize) -> f64, at: usize| {
            F32x4::new([0, 1, 2, 3].map(|i| of(at + i) as f32))
        };
        let cs = |i: usize| 1.0 / norm[i];
        let ca = |i: usize| ALIAS_C[i] / norm[i];
        Self {
            cs: [four(&cs, 0), four(&cs, 4)],
            ca: [four(&ca, 0), four(&ca, 4)],
        }
    }

    /// Reduces aliases at the first `boundaries` boundaries between subbands. Takes and returns the line
    /// from which on all are zero.
    #[inline(never)]
    pub fn apply(&self, lines: &mut [f32; LINES], boundaries: usize, end: usize) -> usize {
        // The boundary above the last line spreads it; those further up join zeros.
        let boundaries = boundaries.min(end.div_ceil(SUBBAND_LINES)).min(31);
        for boundary in 1..=boundaries {
            let at = boundary * SUBBAND_LINES;
            for (half, (&cs, &ca)) in self.cs.iter().zip(&self.ca).enumerate() {
                let (below, above) = (at - 4 - 4 * half, at + 4 * half);
                let low = F32x4::load(lines, below).reverse();
                let high = F32x4::load(lines, above);
                let new_low = low.mul(cs).sub(high.mul(ca));
                let new_high = high.mul(cs).add(low.mul(ca));
                new_low.reverse().store(lines, below);
                new_high.store(lines, above);
            }
        }
        if boundaries == 0 {
            end
        } else {
            end.max(boundaries * SUBBAND_LINES + 8)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::codec::mp3::syntax::side_info::{Blocks, Granule};

    #[test]
    fn short_lines_come_to_three_times_their_frequency() {
        for mixed in [false, true] {
            let granule = Granule {
                blocks: Blocks::Short,
                mixed,
                ..Granule::default()
            };
            let bands = granule.bands(0);
            // Each line carries its own index.
            let mut lines = [0.0; LINES];
            for band in 0..bands.count {
                let range = bands.lines(band);
                for (index, line) in range.enumerate() {
                    lines[line] = if band < bands.long {
                        line as f32
                    } else {
                        let window = bands.window(band);
                        let group = bands.lines(band - window).start;
                        (group + 3 * index + window) as f32
                    };
                }
            }
            assert_eq!(interleave(bands, &mut lines, LINES), LINES);
            for (place, &line) in lines.iter().enumerate() {
                assert_eq!(line, place as f32);
            }
        }
    }

    #[test]
    fn butterflies_match_the_formula() {
        for (boundaries, end) in [(31, LINES), (31, 20), (1, 300), (0, 100), (31, 0)] {
            let mut lines = [0.0f32; LINES];
            for (index, line) in lines[..end].iter_mut().enumerate() {
                *line = ((index * 37) % 101) as f32 - 50.0;
            }
            let mut want = lines.map(f64::from);
            for boundary in 1..=boundaries {
                for (i, c) in ALIAS_C.iter().enumerate() {
                    let norm = (1.0 + c * c).sqrt();
                    let (a, b) = (18 * boundary - 1 - i, 18 * boundary + i);
                    let (low, high) = (want[a], want[b]);
                    want[a] = low / norm - high * c / norm;
                    want[b] = high / norm + low * c / norm;
                }
            }
            let zero_from = AliasReduction::new().apply(&mut lines, boundaries, end);
            for (line, (&got, want)) in lines.iter().zip(want).enumerate() {
                assert!(
                    (f64::from(got) - want).abs() < 1e-4,
                    "{boundaries} {end} {line}"
                );
                assert!(line < zero_from || got == 0.0, "{boundaries} {end} {line}");
            }
        }
    }
}
