//! From spectra to signals and, for long-term prediction, back (ISO 14496-3 §4.6.11): windows, the
//! modified cosine transform, overlap. Spectra are scaled as the standard does, to 16-bit full scale;
//! signals to ±1.

use super::window_shape::Shape;
use crate::codec::aac::syntax::ics_info::{IcsInfo, Sequence, SHORT_WINDOWS};
use crate::lanes::F32x4;
use crate::transform::Dct4;

/// Full scale of spectra.
const FULL_SCALE: f64 = 32_768.0;

/// Transforms and windows of one frame length, with their work space.
pub struct Filterbank {
    frame: usize,
    long: Dct4,
    short: Dct4,
    /// Sine and Kaiser-Bessel derived.
    shapes: [Shape; 2],
    /// A DCT-IV of the spectrum.
    folded: Vec<f32>,
    /// Two frames.
    signal: Vec<f32>,
}

impl Filterbank {
    /// For blocks of `frame` frames, 1,024 or 960.
    pub fn new(frame: usize) -> Self {
        let short = frame / SHORT_WINDOWS;
        // The inverse transform's 2/N of N = 2 frames.
        let scale = |points: usize| 1.0 / (points as f64 * FULL_SCALE);
        Self {
            frame,
            long: Dct4::new(frame, scale(frame)),
            short: Dct4::new(short, scale(short)),
            shapes: [Shape::sine(frame), Shape::kaiser_bessel(frame)],
            folded: vec![0.0; frame],
            signal: vec![0.0; 2 * frame],
        }
    }

    /// One frame of signal into `out` from `spectrum` and the `overlap` of the block before, whose right
    /// half had the shape `kaiser`; `overlap` becomes that of this block.
    pub fn synthesize(
        &mut self,
        windows: &IcsInfo,
        kaiser: bool,
        spectrum: &[f32],
        overlap: &mut [f32],
        out: &mut [f32],
    ) {
        if windows.is_short() {
            self.synthesize_short(windows, kaiser, spectrum, overlap, out);
        } else {
            self.long.transform(spectrum, &mut self.folded);
            let rising = self.shapes[usize::from(kaiser)].long(windows.sequence == Sequence::Stop);
            let falling =
                self.shapes[usize::from(windows.kaiser)].long(windows.sequence == Sequence::Start);
            overlap_add(&self.folded, rising, falling, overlap, out);
        }
    }

    /// Eight short windows, each half a short window after the previous one, in the middle of the block.
    fn synthesize_short(
        &mut self,
        windows: &IcsInfo,
        kaiser: bool,
        spectrum: &[f32],
        overlap: &mut [f32],
        out: &mut [f32],
    ) {
        let frame = self.frame;
        let lines = frame / SHORT_WINDOWS;
        self.signal.fill(0.0);
        let falling = &self.shapes[usize::from(windows.kaiser)].short;
        let first = &self.shapes[usize::from(kaiser)].short;
        let mut at = (frame - lines) / 2;
        for (index, spectrum) in spectrum.chunks_exact(lines).enumerate() {
            let rising = if index == 0 { first } else { falling };
            self.short.transform(spectrum, &mut self.folded);
            // The left half is added to the right half of the previous window.
            let (left, right) = self.signal[at..at + 2 * lines].split_at_mut(lines);
            let mut half = [0.0; 128];
            overlap_add(
                &self.folded[..lines],
                rising,
                falling,
                left,
                &mut half[..lines],
            );
            right.copy_from_slice(left);
            left.copy_from_slice(&half[..lines]);
            at += lines;
        }
        let (now, next) = self.signal.split_at(frame);
        for at in (0..frame).step_by(4) {
            F32x4::load(now, at)
                .add(F32x4::load(overlap, at))
                .store(out, at);
        }
        overlap.copy_from_slice(next);
    }

    /// The spectrum that a long window sees of two frames of `signal`, into `spectrum` (§4.6.7.4).
    pub fn analyze(
        &mut self,
        windows: &IcsInfo,
        kaiser: bool,
        signal: &[f32],
        spectrum: &mut [f32],
    ) {
        let (frame, half) = (self.frame, self.frame / 2);
        let rising = self.shapes[usize::from(kaiser)].long(windows.sequence == Sequence::Stop);
        let falling =
            self.shapes[usize::from(windows.kaiser)].long(windows.sequence == Sequence::Start);
        for at in 0..frame {
            self.signal[at] = signal[at] * rising[at];
            self.signal[frame + at] = signal[frame + at] * falling[frame - 1 - at];
        }
        let z = &self.signal;
        for n in 0..half {
            self.folded[n] = -z[3 * half - 1 - n] - z[3 * half + n];
            self.folded[half + n] = z[n] - z[2 * half - 1 - n];
        }
        self.long.transform(&self.folded, spectrum);
        // The forward transform has 2 where the inverse has 2/N.
        let scale = (2.0 * FULL_SCALE * FULL_SCALE * frame as f64) as f32;
        for line in spectrum {
            *line *= scale;
        }
    }
}

/// Unfolds a DCT-IV to a windowed block and adds its first half to `overlap` into `out`; `overlap`
/// becomes its second half. `rising` is the left half of the window, `falling` the right one mirrored.
fn overlap_add(
    folded: &[f32],
    rising: &[f32],
    falling: &[f32],
    overlap: &mut [f32],
    out: &mut [f32],
) {
    let frame = folded.len();
    let half = frame / 2;
    let zero = F32x4::splat(0.0);
    for n in (0..half).step_by(4) {
        let mirror = frame - 4 - n;
        // y[M/2 + n], and at the mirrored place the same backwards and negative.
        let early = F32x4::load(folded, half + n);
        let late = zero.sub(early).reverse();
        let value = early
            .mul(F32x4::load(rising, n))
            .add(F32x4::load(overlap, n));
        value.store(out, n);
        let value = late
            .mul(F32x4::load(rising, mirror))
            .add(F32x4::load(overlap, mirror));
        value.store(out, mirror);
        // -y[M/2 - 1 - n], and the same mirrored.
        let late = zero.sub(F32x4::load(folded, half - 4 - n));
        let early = late.reverse();
        early
            .mul(F32x4::load(falling, mirror).reverse())
            .store(overlap, n);
        late.mul(F32x4::load(falling, n).reverse())
            .store(overlap, mirror);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use core::f64::consts::PI;

    fn noise(length: usize, seed: u32) -> Vec<f32> {
        (0..length as u32)
            .map(|i| ((i + seed).wrapping_mul(2_654_435_761) >> 8) as f32 / 8_388_608.0 - 1.0)
            .collect()
    }

    /// §4.6.11.3.1 literally, in double precision.
    fn inverse(spectrum: &[f32]) -> Vec<f64> {
        let count = 2 * spectrum.len();
        let phase = (count as f64 / 2.0 + 1.0) / 2.0;
        (0..count)
            .map(|i| {
                let sum: f64 = (0..)
                    .zip(spectrum)
                    .map(|(k, &line)| {
                        let turn = (i as f64 + phase) * (f64::from(k) + 0.5);
                        f64::from(line) * (2.0 * PI / count as f64 * turn).cos()
                    })
                    .sum();
                sum * 2.0 / count as f64 / FULL_SCALE
            })
            .collect()
    }

    fn half(kaiser: bool, count: usize) -> Vec<f64> {
        let shape = if kaiser {
            Shape::kaiser_bessel(8 * count)
        } else {
            Shape::sine(8 * count)
        };
        shape.short.iter().map(|&tap| f64::from(tap)).collect()
    }

    /// The window of a block, §4.6.11.3.2, of `count` short ones in a row for a short sequence.
    fn block(sequence: Sequence, kaisers: [bool; 2], spectrum: &[f32]) -> Vec<f64> {
        let frame = spectrum.len();
        let short = frame / 8;
        let flat = (frame - short) / 2;
        let long = kaisers.map(|kaiser| half_long(kaiser, frame));
        let brief = kaisers.map(|kaiser| half(kaiser, short));
        let mut out = vec![0.0; 2 * frame];
        if sequence == Sequence::Short {
            for window in 0..8 {
                let signal = inverse(&spectrum[window * short..][..short]);
                for i in 0..2 * short {
                    let tap = if i < short {
                        brief[usize::from(window > 0)][i]
                    } else {
                        brief[1][2 * short - 1 - i]
                    };
                    out[flat + window * short + i] += signal[i] * tap;
                }
            }
            return out;
        }
        let signal = inverse(spectrum);
        let edge = |place: usize, long: &[f64], brief: &[f64], short_edge: bool| match place {
            _ if !short_edge => long[place],
            _ if place < flat => 0.0,
            _ if place < flat + short => brief[place - flat],
            _ => 1.0,
        };
        for i in 0..frame {
            let left = edge(i, &long[0], &brief[0], sequence == Sequence::Stop);
            let right = edge(i, &long[1], &brief[1], sequence == Sequence::Start);
            out[i] = signal[i] * left;
            out[2 * frame - 1 - i] = signal[2 * frame - 1 - i] * right;
        }
        out
    }

    fn half_long(kaiser: bool, frame: usize) -> Vec<f64> {
        let shape = if kaiser {
            Shape::kaiser_bessel(frame)
        } else {
            Shape::sine(frame)
        };
        shape
            .long(false)
            .iter()
            .map(|&tap| f64::from(tap))
            .collect()
    }

    #[test]
    fn every_sequence_and_shape_matches_the_formula() {
        use Sequence::{Long, Short, Start, Stop};
        for frame in [1_024, 960] {
            let mut bank = Filterbank::new(frame);
            let mut overlap = vec![0.0; frame];
            let mut tail = vec![0.0; frame];
            let mut before = false;
            let blocks = [
                (Long, false),
                (Long, true),
                (Start, true),
                (Short, false),
                (Short, true),
                (Stop, true),
                (Long, false),
                (Start, false),
                (Short, false),
                (Stop, true),
            ];
            for (index, (sequence, kaiser)) in blocks.into_iter().enumerate() {
                let spectrum: Vec<f32> = noise(frame, index as u32 * 7_919)
                    .iter()
                    .map(|line| line * 30_000.0)
                    .collect();
                let windows = IcsInfo {
                    sequence,
                    kaiser,
                    ..IcsInfo::default()
                };
                let mut out = vec![9.0; frame];
                bank.synthesize(&windows, before, &spectrum, &mut overlap, &mut out);
                let want = block(sequence, [before, kaiser], &spectrum);
                for i in 0..frame {
                    let far = (f64::from(out[i]) - want[i] - tail[i]).abs();
                    assert!(far < 2e-7, "{frame} {index} {sequence:?} at {i}: {far}");
                }
                tail.copy_from_slice(&want[frame..]);
                before = kaiser;
            }
        }
    }

    #[test]
    fn analysis_is_undone_by_synthesis() {
        for frame in [1_024, 960] {
            let mut bank = Filterbank::new(frame);
            let signal = noise(3 * frame, 5);
            let windows = IcsInfo::default();
            let mut overlap = vec![0.0; frame];
            let mut out = vec![0.0; frame];
            for block in 0..2 {
                let mut spectrum = vec![0.0; frame];
                bank.analyze(&windows, false, &signal[block * frame..], &mut spectrum);
                bank.synthesize(&windows, false, &spectrum, &mut overlap, &mut out);
            }
            for (got, want) in out.iter().zip(&signal[frame..]) {
                assert!((got - want).abs() < 2e-6, "{got} for {want}");
            }
        }
    }
}
