//! One channel: copies of the lower band whose tones are weakened (ISO 14496-3 §4.6.18.6), at the levels that the
//! stream states, with noise and sinusoids (§4.6.18.7).

use super::filterbank::{Analysis, Line, CORE_SUBBANDS, SUBBANDS};
use super::levels::Levels;
use super::tables::NOISE;
use crate::codec::aac::syntax::sbr::channel_data::ChannelData;
use crate::codec::aac::syntax::sbr::frequency_bands::{FrequencyBands, MAX_FLOORS};
use crate::codec::aac::syntax::sbr::header::Header;

/// Lines of time in a block.
pub const LINES: usize = 32;
/// Lines to a time slot (`RATE`).
const RATE: usize = 2;
/// Lines of the block before that the present one is made with (`T_HFGen`).
const HISTORY: usize = 8;
/// Lines that are looked back at (`T_HFAdj`).
const LOOK_BACK: usize = 2;
/// Lines that envelopes may reach into the next block.
const OVERHANG: usize = 6;
/// Weights of the present line's gain and of those before (§4.6.18.7.6).
const SMOOTHING: [f32; 5] = [
    0.333_333_33,
    0.301_502_83,
    0.218_169_5,
    0.115_163_83,
    0.031_830_5,
];
/// Limits of gains by their index, as factors (§4.6.18.7.5).
const LIMITS: [f32; 4] = [0.707_95, 1.0, 1.412_54, 1e10];
/// The greatest gain, and the greatest that makes up for limited ones.
const MAX_GAIN: f32 = 1e5;
const MAX_BOOST: f32 = 1.584_893_2;
/// Keeps sums from being zero.
const LEAST: f32 = 1e-12;

/// What a block states about a channel.
pub struct Stated<'a> {
    pub header: &'a Header,
    pub bands: &'a FrequencyBands,
    pub data: &'a ChannelData,
    pub levels: &'a Levels,
    pub is_new: bool,
}

/// A value for each subband from the first replicated one.
type PerSubband = [f32; SUBBANDS];

/// Factors of an envelope.
#[derive(Clone, Copy)]
struct Factors {
    gain: PerSubband,
    noise: PerSubband,
    sinusoid: PerSubband,
}

/// State from block to block.
pub struct Channel {
    analysis: Analysis,
    /// The lower band: [`HISTORY`] lines, then those of the block.
    low: Vec<Line<CORE_SUBBANDS>>,
    /// The upper band of the block and its overhang.
    high: Vec<Line<SUBBANDS>>,
    /// The overhang of the block before, its lines and its first subband.
    overhang: [Line<SUBBANDS>; OVERHANG],
    overhang_lines: usize,
    overhang_start: usize,
    bandwidths: [f32; MAX_FLOORS],
    modes: [u8; MAX_FLOORS],
    /// Subbands with a sinusoid in the last envelope.
    sinusoids: u64,
    /// The next block begins with a transient.
    begins_abruptly: bool,
    /// Gains and noise of the last five lines; `recent[0]` is the newest.
    recent: [[PerSubband; 2]; SMOOTHING.len()],
    has_recent: bool,
    noise_at: usize,
    sinusoid_at: usize,
}

impl Channel {
    /// A channel without a past.
    pub fn new() -> Self {
        Self {
            analysis: Analysis::new(),
            low: vec![Line::SILENT; HISTORY + LINES],
            high: vec![Line::SILENT; LINES + OVERHANG],
            overhang: [Line::SILENT; OVERHANG],
            overhang_lines: 0,
            overhang_start: CORE_SUBBANDS,
            bandwidths: [0.0; MAX_FLOORS],
            modes: [0; MAX_FLOORS],
            sinusoids: 0,
            begins_abruptly: false,
            recent: [[[0.0; SUBBANDS]; 2]; SMOOTHING.len()],
            has_recent: false,
            noise_at: 0,
            sinusoid_at: 0,
        }
    }

    /// Forgets its past.
    pub fn reset(&mut self) {
        self.analysis.reset();
        self.low.fill(Line::SILENT);
        self.forget_upper();
        (self.overhang_lines, self.noise_at, self.sinusoid_at) = (0, 0, 0);
    }

    fn forget_upper(&mut self) {
        self.bandwidths = [0.0; MAX_FLOORS];
        self.modes = [0; MAX_FLOORS];
        self.sinusoids = 0;
        self.begins_abruptly = false;
        self.has_recent = false;
    }

    /// The whole band of a block of 1,024 core samples, into [`LINES`] of `whole`; in the lines after them only the lower
    /// band is final. Without `stated` the upper half is silent.
    pub fn replicate(
        &mut self,
        samples: &[f32],
        stated: Option<&Stated<'_>>,
        whole: &mut [Line<SUBBANDS>],
    ) {
        self.low.copy_within(LINES.., 0);
        self.analysis.analyze(samples, &mut self.low[HISTORY..]);
        let mut start = CORE_SUBBANDS;
        let mut end_line = LINES;
        self.high.fill(Line::SILENT);
        if let Some(stated) = stated {
            start = stated.bands.range().0;
            end_line = (RATE * usize::from(stated.data.grid.end())).clamp(LINES, LINES + OVERHANG);
            if stated.is_new {
                self.forget_upper();
            }
            self.generate(stated);
            self.adjust(stated);
        } else {
            self.forget_upper();
        }
        for (at, line) in whole.iter_mut().enumerate() {
            let (upper, start) = if at < self.overhang_lines {
                (&self.overhang[at], self.overhang_start)
            } else {
                (&self.high[at], start)
            };
            *line = *upper;
            let lower = &self.low[at + LOOK_BACK];
            line.re[..start].copy_from_slice(&lower.re[..start]);
            line.im[..start].copy_from_slice(&lower.im[..start]);
        }
        self.overhang_lines = end_line - LINES;
        self.overhang_start = start;
        self.overhang.copy_from_slice(&self.high[LINES..]);
    }

    /// §4.6.18.6: copies the lower band.
    fn generate(&mut self, stated: &Stated<'_>) {
        let bands = stated.bands;
        self.choose_bandwidths(stated);
        let predictors = self.predictors();
        let grid = &stated.data.grid;
        let lines = RATE * usize::from(grid.borders[0])..RATE * usize::from(grid.end());
        for patch in &bands.patches {
            for offset in 0..patch.count {
                let (from, to) = (patch.from + offset, patch.to + offset);
                let floors = bands.noise();
                let floor = floors[1..].iter().position(|&end| to < end).unwrap_or(0);
                let width = self.bandwidths[floor];
                let [first, second] = predictors[from.min(CORE_SUBBANDS - 1)];
                let first = [first[0] * width, first[1] * width];
                let second = [second[0] * width * width, second[1] * width * width];
                let from = from.min(CORE_SUBBANDS - 1);
                let x = |line: usize| (self.low[line].re[from], self.low[line].im[from]);
                for line in lines.clone() {
                    let (re, im) = x(line + LOOK_BACK);
                    let (re_1, im_1) = x(line + LOOK_BACK - 1);
                    let (re_2, im_2) = x(line + LOOK_BACK - 2);
                    let high = &mut self.high[line];
                    high.re[to] = re + first[0] * re_1 - first[1] * im_1 + second[0] * re_2
                        - second[1] * im_2;
                    high.im[to] = im
                        + first[0] * im_1
                        + first[1] * re_1
                        + second[0] * im_2
                        + second[1] * re_2;
                }
            }
        }
    }

    /// §4.6.18.6.2: how far predictors are taken back.
    fn choose_bandwidths(&mut self, stated: &Stated<'_>) {
        for floor in 0..stated.bands.floors() {
            let (mode, before) = (stated.data.inverse_filtering[floor], self.modes[floor]);
            // Table 4.176.
            let wanted = match (mode, before) {
                (0, 1) | (1, 0) => 0.6,
                (0, _) => 0.0,
                (1, _) => 0.75,
                (2, _) => 0.9,
                _ => 0.98,
            };
            let old = self.bandwidths[floor];
            let width: f32 = if wanted < old {
                0.75 * wanted + 0.25 * old
            } else {
                0.906_25 * wanted + 0.093_75 * old
            };
            self.bandwidths[floor] = if width < 0.015_625 {
                0.0
            } else {
                width.min(0.996_093_75)
            };
            self.modes[floor] = mode;
        }
    }

    /// §4.6.18.6.1: the linear predictors of second order of each subband, α₀ and α₁.
    fn predictors(&self) -> [[[f32; 2]; 2]; CORE_SUBBANDS] {
        // Covariances φ(0,1), φ(0,2), φ(1,2) as complex numbers, φ(1,1), φ(2,2).
        let zero = [0.0f32; CORE_SUBBANDS];
        let mut cross = [[zero; 2]; 3];
        let mut power = [zero; 2];
        for line in LOOK_BACK..self.low.len() {
            let x = [&self.low[line], &self.low[line - 1], &self.low[line - 2]];
            for (sums, (a, b)) in cross.iter_mut().zip([(0, 1), (0, 2), (1, 2)]) {
                let (a, b) = (x[a], x[b]);
                for k in 0..CORE_SUBBANDS {
                    sums[0][k] += a.re[k] * b.re[k] + a.im[k] * b.im[k];
                    sums[1][k] += a.im[k] * b.re[k] - a.re[k] * b.im[k];
                }
            }
            for (sums, x) in power.iter_mut().zip(&x[1..]) {
                for k in 0..CORE_SUBBANDS {
                    sums[k] += x.re[k] * x.re[k] + x.im[k] * x.im[k];
                }
            }
        }
        core::array::from_fn(|k| {
            let complex = |index: usize| [cross[index][0][k], cross[index][1][k]];
            let (c01, c02, c12) = (complex(0), complex(1), complex(2));
            let (p1, p2) = (power[0][k], power[1][k]);
            predictor(c01, c02, c12, p1, p2)
        })
    }

    /// §4.6.18.7: levels, noise and sinusoids.
    fn adjust(&mut self, stated: &Stated<'_>) {
        let (data, bands) = (stated.data, stated.bands);
        let grid = &data.grid;
        let (start, stop) = bands.range();
        let transient = grid.transient.map(usize::from);
        let mut sinusoids = 0;
        for envelope in 0..grid.envelopes {
            sinusoids = sinusoids_of(stated, envelope, self.sinusoids);
            let is_abrupt = transient == Some(envelope) || (envelope == 0 && self.begins_abruptly);
            let [first, end] = [0, 1].map(|side| RATE * usize::from(grid.borders[envelope + side]));
            let energies = self.energies(stated, envelope, first, end);
            let factors = factors(stated, envelope, is_abrupt, sinusoids, &energies);
            if !self.has_recent {
                self.recent = [[factors.gain, factors.noise]; SMOOTHING.len()];
                self.has_recent = true;
            }
            for line in first..end {
                self.apply(
                    line,
                    &factors,
                    start..stop,
                    stated.header.steps || is_abrupt,
                    is_abrupt,
                );
            }
        }
        self.sinusoids = sinusoids;
        self.begins_abruptly = transient == Some(grid.envelopes);
    }

    /// Energies of the copy in `first..end` (§4.6.18.7.3).
    fn energies(
        &self,
        stated: &Stated<'_>,
        envelope: usize,
        first: usize,
        end: usize,
    ) -> PerSubband {
        let (start, stop) = stated.bands.range();
        let mut energies = [0.0; SUBBANDS];
        for line in &self.high[first..end] {
            for (m, k) in (start..stop).enumerate() {
                energies[m] += line.re[k] * line.re[k] + line.im[k] * line.im[k];
            }
        }
        let lines = (end - first) as f32;
        energies.iter_mut().for_each(|energy| *energy /= lines);
        if !stated.header.interpolates {
            let table = stated.bands.table(stated.data.grid.fine_bands[envelope]);
            for band in table.windows(2) {
                let part = &mut energies[band[0] - start..band[1] - start];
                let mean = part.iter().sum::<f32>() / part.len() as f32;
                part.fill(mean);
            }
        }
        energies
    }

    /// Makes a line of the copy one of the upper band (§4.6.18.7.6).
    fn apply(
        &mut self,
        line: usize,
        factors: &Factors,
        range: core::ops::Range<usize>,
        steps: bool,
        is_noiseless: bool,
    ) {
        self.recent.rotate_right(1);
        self.recent[0] = [factors.gain, factors.noise];
        let count = range.len();
        let mut smooth = self.recent[0];
        if !steps {
            smooth = [[0.0; SUBBANDS]; 2];
            for (weight, recent) in SMOOTHING.iter().zip(&self.recent) {
                for (sums, values) in smooth.iter_mut().zip(recent) {
                    for m in 0..count {
                        sums[m] += weight * values[m];
                    }
                }
            }
        }
        let high = &mut self.high[line];
        // i to the power of the line: sinusoids turn by a quarter.
        let (turn_re, turn_im) =
            [(1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0)][self.sinusoid_at];
        for (m, k) in range.clone().enumerate() {
            high.re[k] *= smooth[0][m];
            high.im[k] *= smooth[0][m];
            let sinusoid = factors.sinusoid[m];
            if sinusoid > 0.0 {
                high.re[k] += sinusoid * turn_re;
                high.im[k] += sinusoid * if k % 2 == 0 { turn_im } else { -turn_im };
            } else if !is_noiseless {
                let at = 2 * ((self.noise_at + m + 1) % 512);
                let noise = smooth[1][m] / 32_768.0;
                high.re[k] += noise * f32::from(NOISE[at]);
                high.im[k] += noise * f32::from(NOISE[at + 1]);
            }
        }
        self.noise_at = (self.noise_at + count) % 512;
        self.sinusoid_at = (self.sinusoid_at + 1) % 4;
    }
}

/// α₀ and α₁ that predict best; none where they would not be stable.
fn predictor(c01: [f32; 2], c02: [f32; 2], c12: [f32; 2], p1: f32, p2: f32) -> [[f32; 2]; 2] {
    let determinant = p2 * p1 - (c12[0] * c12[0] + c12[1] * c12[1]) / (1.0 + 1e-6);
    let mut second = [0.0; 2];
    if determinant != 0.0 {
        second = [
            (c01[0] * c12[0] - c01[1] * c12[1] - c02[0] * p1) / determinant,
            (c01[0] * c12[1] + c01[1] * c12[0] - c02[1] * p1) / determinant,
        ];
    }
    let mut first = [0.0; 2];
    if p1 != 0.0 {
        first = [
            -(c01[0] + second[0] * c12[0] + second[1] * c12[1]) / p1,
            -(c01[1] + second[1] * c12[0] - second[0] * c12[1]) / p1,
        ];
    }
    let is_small = |value: [f32; 2]| value[0] * value[0] + value[1] * value[1] < 16.0;
    if is_small(first) && is_small(second) {
        [first, second]
    } else {
        [[0.0; 2]; 2]
    }
}

/// Subbands with a sinusoid in an envelope (§4.6.18.7.2): from the transient on, or those that go on.
fn sinusoids_of(stated: &Stated<'_>, envelope: usize, before: u64) -> u64 {
    let begun = match stated.data.grid.transient {
        Some(transient) => envelope >= usize::from(transient),
        None => true,
    };
    let mut subbands = 0;
    for (band, borders) in stated.bands.table(true).windows(2).enumerate() {
        let middle = 1 << ((borders[0] + borders[1]) / 2);
        if stated.data.sinusoids >> band & 1 == 1 && (begun || before & middle != 0) {
            subbands |= middle;
        }
    }
    subbands
}

/// Gains, noise and sinusoids of an envelope (§4.6.18.7.4, 4.6.18.7.5). `energies` are those of the copy.
fn factors(
    stated: &Stated<'_>,
    envelope: usize,
    is_abrupt: bool,
    sinusoids: u64,
    energies: &PerSubband,
) -> Factors {
    let (bands, grid) = (stated.bands, &stated.data.grid);
    let (start, stop) = bands.range();
    let table = bands.table(grid.fine_bands[envelope]);
    let is_second = grid.floors > 1 && grid.borders[envelope] >= grid.floor_borders[1];
    let noise = &stated.levels.noise[usize::from(is_second)];
    let mut wanted = [0.0; SUBBANDS];
    let mut out = Factors {
        gain: [0.0; SUBBANDS],
        noise: [0.0; SUBBANDS],
        sinusoid: [0.0; SUBBANDS],
    };
    let mut floor = 0;
    for (band, borders) in table.windows(2).enumerate() {
        let has_sinusoid = (borders[0]..borders[1]).any(|k| sinusoids >> k & 1 == 1);
        let energy = stated.levels.energies[envelope][band];
        for k in borders[0]..borders[1] {
            while k >= bands.noise()[floor + 1] {
                floor += 1;
            }
            let (m, noise) = (k - start, noise[floor]);
            wanted[m] = energy;
            let part = energy / (1.0 + noise);
            out.noise[m] = (part * noise).sqrt();
            if sinusoids >> k & 1 == 1 {
                out.sinusoid[m] = part.sqrt();
            }
            let copied = if has_sinusoid {
                part * noise
            } else if is_abrupt {
                energy
            } else {
                part
            };
            out.gain[m] = (copied / (1.0 + energies[m])).sqrt();
        }
    }
    for limited in bands.limiter.windows(2) {
        let range = limited[0] - start..limited[1].min(stop) - start;
        let sum = LEAST + wanted[range.clone()].iter().sum::<f32>();
        let copied = LEAST + energies[range.clone()].iter().sum::<f32>();
        let limit = LIMITS[usize::from(stated.header.limiter_gain & 3)];
        let most = (limit * (sum / copied).sqrt()).min(MAX_GAIN);
        let mut reached = LEAST;
        for m in range.clone() {
            if out.gain[m] > most {
                out.noise[m] *= most / out.gain[m];
                out.gain[m] = most;
            }
            reached += energies[m] * out.gain[m] * out.gain[m];
            reached += out.sinusoid[m] * out.sinusoid[m];
            if out.sinusoid[m] == 0.0 && !is_abrupt {
                reached += out.noise[m] * out.noise[m];
            }
        }
        let boost = (sum / reached).sqrt().min(MAX_BOOST);
        for m in range {
            out.gain[m] *= boost;
            out.noise[m] *= boost;
            out.sinusoid[m] *= boost;
        }
    }
    out
}
