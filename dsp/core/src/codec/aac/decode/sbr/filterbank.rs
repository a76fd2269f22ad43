//! The complex filterbanks of band replication (ISO 14496-3 §4.6.18.4): 32 subbands of the core's signal, and a signal
//! of 64 subbands or of the lower 32.

use super::tables::WINDOW;
use crate::transform::Dct4;

/// Subbands of the core's signal, and frames of it to a line of time.
pub const CORE_SUBBANDS: usize = 32;
/// Subbands of the whole band.
pub const SUBBANDS: usize = 64;
/// Frames of the core that a line of time still sees.
const REACH: usize = 288;
/// Levels are those of 16-bit samples.
const FULL_SCALE: f64 = 32_768.0;

/// One line of time: real and imaginary parts of its subbands.
#[derive(Debug, Clone, Copy)]
pub struct Line<const N: usize> {
    pub re: [f32; N],
    pub im: [f32; N],
}

impl<const N: usize> Line<N> {
    /// Silence.
    pub const SILENT: Self = Self {
        re: [0.0; N],
        im: [0.0; N],
    };
}

/// The tap `at` of 640.
fn tap(at: usize) -> f32 {
    match WINDOW.get(at) {
        Some(tap) => *tap,
        None => {
            let mirrored = WINDOW[640 - at];
            // The window changes its sign where a repetition begins.
            if at.is_multiple_of(128) {
                -mirrored
            } else {
                mirrored
            }
        }
    }
}

/// exp(−iπ/32·`frames`·(k + ½)) of each subband k.
fn turns(frames: f64) -> Line<CORE_SUBBANDS> {
    let mut turns = Line::SILENT;
    for k in 0..CORE_SUBBANDS {
        let angle = -core::f64::consts::PI / 32.0 * frames * (k as f64 + 0.5);
        turns.re[k] = libm::cos(angle) as f32;
        turns.im[k] = libm::sin(angle) as f32;
    }
    turns
}

/// From the core's samples to subbands (§4.6.18.4.1).
pub struct Analysis {
    /// The last [`REACH`] frames and those of the block.
    signal: Vec<f32>,
    /// Taps of the five repetitions, in the order of `signal`.
    taps: [[f32; SUBBANDS]; 5],
    /// exp(−iπ/32·¾(k + ½)).
    turns: Line<CORE_SUBBANDS>,
    dct: Dct4,
}

impl Analysis {
    /// A filterbank without a past.
    pub fn new() -> Self {
        Self {
            signal: vec![0.0; REACH],
            taps: core::array::from_fn(|repetition| {
                core::array::from_fn(|i| tap(2 * (63 - i + 64 * repetition)))
            }),
            turns: turns(0.75),
            dct: Dct4::new(CORE_SUBBANDS, 2.0 * FULL_SCALE),
        }
    }

    /// The lines of `samples`, 32 frames each, into `lines`.
    pub fn analyze(&mut self, samples: &[f32], lines: &mut [Line<CORE_SUBBANDS>]) {
        self.signal.extend_from_slice(samples);
        for (line, at) in lines.iter_mut().zip((0..).step_by(CORE_SUBBANDS)) {
            let Some(signal) = self.signal.get(at..at + REACH + CORE_SUBBANDS) else {
                break;
            };
            // The newest frame comes last, so sums are in reverse.
            let mut sums = [0.0; SUBBANDS];
            for (repetition, taps) in self.taps.iter().enumerate() {
                let newest = REACH + CORE_SUBBANDS - SUBBANDS * repetition;
                let part = &signal[newest - SUBBANDS..newest];
                for i in 0..SUBBANDS {
                    sums[i] += part[i] * taps[i];
                }
            }
            let mut odd = [0.0; CORE_SUBBANDS];
            let mut even = [0.0; CORE_SUBBANDS];
            for n in 0..CORE_SUBBANDS {
                odd[n] = sums[63 - n] - sums[n];
                even[n] = sums[32 + n] + sums[31 - n];
            }
            let mut cosines = [0.0; CORE_SUBBANDS];
            let mut sines = [0.0; CORE_SUBBANDS];
            self.dct.transform(&odd, &mut cosines);
            self.dct.transform(&even, &mut sines);
            for k in 0..CORE_SUBBANDS {
                let sine = if k % 2 == 0 { sines[k] } else { -sines[k] };
                let (re, im) = (self.turns.re[k], self.turns.im[k]);
                line.re[k] = cosines[k] * re - sine * im;
                line.im[k] = cosines[k] * im + sine * re;
            }
        }
        let used = self.signal.len().saturating_sub(REACH);
        self.signal.drain(..used);
    }

    /// Forgets its past.
    pub fn reset(&mut self) {
        self.signal.clear();
        self.signal.resize(REACH, 0.0);
    }
}

/// From subbands to samples (§4.6.18.4.2, 4.6.18.4.3): one frame of each line for each of `subbands`.
pub struct Synthesis {
    subbands: usize,
    /// The last ten lines, turned to 2 × `subbands` phases each, the newest at `newest`.
    phases: Vec<f32>,
    newest: usize,
    /// Taps of the ten repetitions.
    taps: Vec<f32>,
    /// exp(−iπ/128·(k + ½)) where half of the frames are left out: a quarter of one earlier.
    turns: Option<Line<CORE_SUBBANDS>>,
    dct: Dct4,
}

/// Lines that a sample depends on.
const DEPTH: usize = 10;

impl Synthesis {
    /// A filterbank of 64 subbands, or of the lower 32, without a past.
    pub fn new(subbands: usize) -> Self {
        let step = SUBBANDS / subbands;
        Self {
            subbands,
            phases: vec![0.0; DEPTH * 2 * subbands],
            newest: 0,
            taps: (0..DEPTH * subbands).map(|at| tap(at * step)).collect(),
            turns: (subbands < SUBBANDS).then(|| turns(0.25)),
            dct: Dct4::new(subbands, 1.0 / (64.0 * FULL_SCALE)),
        }
    }

    /// Its subbands, and frames of a line.
    pub fn subbands(&self) -> usize {
        self.subbands
    }

    /// The samples of `line`, into `out`.
    pub fn synthesize(&mut self, line: &Line<SUBBANDS>, out: &mut [f32]) {
        let count = self.subbands;
        let mut real = line.re;
        let mut reversed = [0.0; SUBBANDS];
        for k in 0..count {
            reversed[k] = line.im[count - 1 - k];
        }
        if let Some(turns) = &self.turns {
            for k in 0..count {
                let (re, im) = (turns.re[k], turns.im[k]);
                real[k] = line.re[k] * re - line.im[k] * im;
                reversed[count - 1 - k] = line.re[k] * im + line.im[k] * re;
            }
        }
        let mut cosines = [0.0; SUBBANDS];
        let mut sines = [0.0; SUBBANDS];
        self.dct.transform(&real, &mut cosines);
        self.dct.transform(&reversed, &mut sines);
        self.newest = (self.newest + DEPTH - 1) % DEPTH;
        let phases = &mut self.phases[self.newest * 2 * count..][..2 * count];
        let (rising, falling) = phases.split_at_mut(count);
        for n in 0..count {
            let sine = if n % 2 == 0 { sines[n] } else { -sines[n] };
            rising[n] = sine - cosines[n];
            falling[count - 1 - n] = sine + cosines[n];
        }
        let out = &mut out[..count];
        out.fill(0.0);
        for age in 0..DEPTH {
            let at = (self.newest + age) % DEPTH * 2 * count + age % 2 * count;
            let phases = &self.phases[at..at + count];
            let taps = &self.taps[age * count..(age + 1) * count];
            for j in 0..count {
                out[j] += phases[j] * taps[j];
            }
        }
    }

    /// Forgets its past.
    pub fn reset(&mut self) {
        self.phases.fill(0.0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn noise(length: usize) -> Vec<f32> {
        (0..length as u32)
            .map(|i| (i.wrapping_mul(2_654_435_761) >> 8) as f32 / 8_388_608.0 - 1.0)
            .collect()
    }

    #[test]
    fn subbands_are_those_of_the_formula() {
        let signal = noise(1_024);
        let mut lines = [Line::SILENT; 32];
        Analysis::new().analyze(&signal, &mut lines);
        for (index, line) in lines.iter().enumerate() {
            // x of the standard: the newest frame first.
            let x = |n: usize| {
                let at = (32 * index + 31).checked_sub(n);
                at.map_or(0.0, |at| f64::from(signal[at]) * FULL_SCALE)
            };
            for k in 0..CORE_SUBBANDS {
                let (mut re, mut im) = (0.0, 0.0);
                for n in 0..64 {
                    let u: f64 = (0..5)
                        .map(|j| x(n + 64 * j) * f64::from(tap(2 * (n + 64 * j))))
                        .sum();
                    let angle =
                        core::f64::consts::PI / 64.0 * (k as f64 + 0.5) * (2.0 * n as f64 - 0.5);
                    re += 2.0 * u * angle.cos();
                    im += 2.0 * u * angle.sin();
                }
                let far = (f64::from(line.re[k]) - re).abs() + (f64::from(line.im[k]) - im).abs();
                assert!(far < 0.2, "line {index}, subband {k}: {far}");
            }
        }
    }

    #[test]
    fn samples_are_those_of_the_formula() {
        for count in [64, 32] {
            let mut bank = Synthesis::new(count);
            let mut v = vec![0.0f64; 20 * count];
            let values = noise(2 * 64 * 24);
            for values in values.chunks_exact(128) {
                let mut line = Line::SILENT;
                line.re.copy_from_slice(&values[..64]);
                line.im.copy_from_slice(&values[64..]);
                let mut got = vec![9.0; count];
                bank.synthesize(&line, &mut got);
                v.rotate_right(2 * count);
                for n in 0..2 * count {
                    v[n] = (0..count)
                        .map(|k| {
                            // With 32 subbands every other frame of those with 64.
                            let step = 64 / count;
                            let angle = core::f64::consts::PI / 128.0
                                * (k as f64 + 0.5)
                                * (2.0 * (step * n) as f64 - 255.0);
                            f64::from(line.re[k]) * angle.cos()
                                - f64::from(line.im[k]) * angle.sin()
                        })
                        .sum::<f64>()
                        / 64.0;
                }
                for j in 0..count {
                    let c = |at: usize| f64::from(tap(at * 64 / count));
                    let want: f64 = (0..5)
                        .map(|i| {
                            v[4 * count * i + j] * c(2 * count * i + j)
                                + v[4 * count * i + 3 * count + j] * c(2 * count * i + count + j)
                        })
                        .sum();
                    let far = (f64::from(got[j]) * FULL_SCALE - want).abs();
                    assert!(far < 1e-5, "{count} subbands, frame {j}: {far}");
                }
            }
        }
    }

    #[test]
    fn a_tone_passes_unchanged_at_the_double_rate() {
        let tone = |at: f64, rate: f64| (at * 1_000.0 * core::f64::consts::TAU / rate).sin() as f32;
        let signal: Vec<f32> = (0..4_096).map(|n| tone(f64::from(n), 22_050.0)).collect();
        let (mut analysis, mut synthesis) = (Analysis::new(), Synthesis::new(64));
        let mut lines = vec![Line::<CORE_SUBBANDS>::SILENT; 128];
        analysis.analyze(&signal, &mut lines);
        let mut out = vec![0.0; 8_192];
        for (line, out) in lines.iter().zip(out.chunks_exact_mut(64)) {
            let mut whole = Line::SILENT;
            whole.re[..32].copy_from_slice(&line.re);
            whole.im[..32].copy_from_slice(&line.im);
            synthesis.synthesize(&whole, out);
        }
        let power =
            |samples: &[f32]| samples.iter().map(|x| x * x).sum::<f32>() / samples.len() as f32;
        let ratio = power(&out[2_048..]) / power(&signal[1_024..]);
        assert!((ratio - 1.0).abs() < 5e-3, "{ratio}");
    }
}
