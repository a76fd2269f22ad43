//! Parametric stereo (ISO 14496-3 §8.6.4, the baseline with 20 bands): two channels from one and a copy of it that is
//! made unlike it.

use super::channel::LINES;
use super::filterbank::{Line, SUBBANDS};
use crate::codec::aac::syntax::sbr::parametric_stereo::{StereoData, STEREO_BANDS};

/// Subbands that are divided further, and what they are divided into.
const DIVIDED: usize = 3;
const HYBRID: usize = 10;
/// All subbands, the divided ones first.
const BANDS: usize = HYBRID + SUBBANDS - DIVIDED;
/// Lines on both sides of one that its division sees.
pub const REACH: usize = 6;
/// Subbands that all-pass filters make unlike; those after them are delayed.
const ALL_PASS: usize = 30;
/// The first subband that is delayed by a single line, and the delay of those before.
const SHORTEST: usize = 42;
const LONG_DELAY: usize = 14;
/// Delay before the all-pass filters, and in them.
const DELAY: usize = 2;
const LINKS: [(usize, f32); 3] = [(3, 0.651_439_1), (4, 0.564_718_1), (5, 0.489_541_65)];
const LONGEST_LINK: usize = 5;

/// Half of the filters that divide a subband, up to their middle (tables 8.38, 8.39).
const EIGHT: [f64; 7] = [
    0.007_460_829_498_12,
    0.022_704_209_498_25,
    0.045_468_659_304_73,
    0.072_661_139_295_91,
    0.098_851_085_752_64,
    0.117_937_105_672_17,
    0.125,
];
const TWO: [f32; 7] = [
    0.0,
    0.018_994_875,
    0.0,
    -0.072_931_39,
    0.0,
    0.305_966_3,
    0.5,
];

/// The parameter band of each subband (table 8.48).
fn parameter_band(k: usize) -> usize {
    match k {
        0 | 3 => 1,
        1 | 2 => 0,
        4..=16 => k - 2,
        17 => 14,
        18..=20 => 15,
        21..=24 => 16,
        25..=29 => 17,
        30..=41 => 18,
        _ => 19,
    }
}

#[derive(Clone, Copy)]
struct Complex {
    re: f32,
    im: f32,
}

const ZERO: Complex = Complex { re: 0.0, im: 0.0 };

impl Complex {
    /// exp(i·`angle`).
    fn turn(angle: f64) -> Self {
        Self {
            re: libm::cos(angle) as f32,
            im: libm::sin(angle) as f32,
        }
    }

    fn mul(self, other: Self) -> Self {
        Self {
            re: self.re * other.re - self.im * other.im,
            im: self.re * other.im + self.im * other.re,
        }
    }

    fn add(self, other: Self) -> Self {
        Self {
            re: self.re + other.re,
            im: self.im + other.im,
        }
    }

    fn scale(self, factor: f32) -> Self {
        Self {
            re: self.re * factor,
            im: self.im * factor,
        }
    }

    fn power(self) -> f32 {
        self.re * self.re + self.im * self.im
    }
}

/// Mono to left and right, the copy to left and right.
type Mix = [f32; 4];

/// Lowers the decorrelated signal behind a transient (§8.6.4.5.3).
#[derive(Clone, Copy, Default)]
struct Transient {
    peak: f32,
    mean: f32,
    fall: f32,
}

impl Transient {
    /// The gain of the copy at a line of this power.
    fn gain(&mut self, power: f32) -> f32 {
        self.peak = (0.765_928_3 * self.peak).max(power);
        self.mean += 0.25 * (power - self.mean);
        self.fall += 0.25 * (self.peak - power - self.fall);
        let limit = 1.5 * self.fall;
        if limit > self.mean {
            self.mean / limit
        } else {
            1.0
        }
    }
}

/// All-pass filters of one subband.
struct AllPass {
    turn: Complex,
    link_turns: [Complex; 3],
    decay: f32,
    links: [[Complex; LONGEST_LINK]; 3],
}

impl AllPass {
    fn new(k: usize) -> Self {
        // Table 8.42.
        const CENTRES: [f64; HYBRID] = [-3.0, -1.0, 1.0, 3.0, 5.0, 7.0, 10.0, 14.0, 18.0, 22.0];
        let centre = match CENTRES.get(k) {
            Some(eighths) => eighths / 8.0,
            None => k as f64 - 6.5,
        };
        let turn = |part: f64| Complex::turn(-core::f64::consts::PI * part * centre);
        Self {
            turn: turn(0.39),
            link_turns: [0.43, 0.75, 0.347].map(turn),
            decay: (1.0 - 0.05 * (k as f32 - 10.0)).clamp(0.0, 1.0),
            links: [[ZERO; LONGEST_LINK]; 3],
        }
    }

    fn pass(&mut self, input: Complex, line: usize) -> Complex {
        let mut value = input.mul(self.turn);
        for (link, (&turn, (delay, gain))) in
            self.links.iter_mut().zip(self.link_turns.iter().zip(LINKS))
        {
            let gain = gain * self.decay;
            let delayed = link[line % delay].mul(turn);
            let out = delayed.add(value.scale(-gain));
            link[line % delay] = value.add(out.scale(gain));
            value = out;
        }
        value
    }
}

/// State from block to block.
pub struct ParametricStereo {
    /// The divided subbands: [`REACH`] lines of the block before, those of the block and [`REACH`] more.
    low: [[Complex; LINES + 2 * REACH]; DIVIDED],
    filters: [[Complex; 13]; 8],
    all_pass: Vec<AllPass>,
    delays: Vec<[Complex; LONG_DELAY]>,
    transients: [Transient; STEREO_BANDS],
    /// Lines so far, for the places in delays.
    line: usize,
    mix: [Mix; STEREO_BANDS],
}

impl ParametricStereo {
    /// Two equal channels so far.
    pub fn new() -> Self {
        Self {
            low: [[ZERO; LINES + 2 * REACH]; DIVIDED],
            filters: core::array::from_fn(|q| {
                core::array::from_fn(|n| {
                    let angle = core::f64::consts::TAU / 8.0 * (q as f64 + 0.5) * (6.0 - n as f64);
                    let tap = EIGHT[n.min(12 - n)];
                    let turn = Complex::turn(angle);
                    turn.scale(tap as f32)
                })
            }),
            all_pass: (0..ALL_PASS).map(AllPass::new).collect(),
            delays: vec![[ZERO; LONG_DELAY]; BANDS],
            transients: [Transient::default(); STEREO_BANDS],
            line: 0,
            mix: [[1.0, 1.0, 0.0, 0.0]; STEREO_BANDS],
        }
    }

    /// Spreads the lines of `mono`, [`REACH`] more than a block, over `left` and `right`.
    pub fn spread(
        &mut self,
        data: &StereoData,
        mono: &[Line<SUBBANDS>],
        left: &mut [Line<SUBBANDS>],
        right: &mut [Line<SUBBANDS>],
    ) {
        for (band, low) in self.low.iter_mut().enumerate() {
            low.copy_within(LINES..LINES + REACH, 0);
            for (low, line) in low[REACH..].iter_mut().zip(mono) {
                *low = Complex {
                    re: line.re[band],
                    im: line.im[band],
                };
            }
        }
        let mut begin = 0;
        for envelope in 0..data.envelopes {
            let end = usize::from(data.ends[envelope]).min(LINES);
            let wanted: [Mix; STEREO_BANDS] = core::array::from_fn(|band| {
                let (level, coherence) =
                    (data.levels[envelope][band], data.coherences[envelope][band]);
                mix(data, level, coherence)
            });
            let lines = end.saturating_sub(begin);
            let mut step = [[0.0; 4]; STEREO_BANDS];
            for (step, (wanted, from)) in step.iter_mut().zip(wanted.iter().zip(&self.mix)) {
                *step = core::array::from_fn(|i| (wanted[i] - from[i]) / lines.max(1) as f32);
            }
            for at in begin..end {
                for (mix, step) in self.mix.iter_mut().zip(&step) {
                    for i in 0..4 {
                        mix[i] += step[i];
                    }
                }
                self.spread_line(at, &mono[at], &mut left[at], &mut right[at]);
            }
            self.mix = wanted;
            begin = end.max(begin);
        }
    }

    fn spread_line(
        &mut self,
        at: usize,
        mono: &Line<SUBBANDS>,
        left: &mut Line<SUBBANDS>,
        right: &mut Line<SUBBANDS>,
    ) {
        let mut signal = [ZERO; BANDS];
        self.divide(at, &mut signal);
        for k in DIVIDED..SUBBANDS {
            signal[k + HYBRID - DIVIDED] = Complex {
                re: mono.re[k],
                im: mono.im[k],
            };
        }
        let mut powers = [0.0; STEREO_BANDS];
        for (k, value) in signal.iter().enumerate() {
            powers[parameter_band(k)] += value.power();
        }
        let mut gains = [0.0; STEREO_BANDS];
        for (gain, (transient, power)) in
            gains.iter_mut().zip(self.transients.iter_mut().zip(powers))
        {
            *gain = transient.gain(power);
        }
        (*left, *right) = (Line::SILENT, Line::SILENT);
        for (k, &value) in signal.iter().enumerate() {
            let delay = match k {
                0..ALL_PASS => DELAY,
                ALL_PASS..SHORTEST => LONG_DELAY,
                _ => 1,
            };
            let place = self.line % delay;
            let delayed = core::mem::replace(&mut self.delays[k][place], value);
            let unlike = match self.all_pass.get_mut(k) {
                Some(filter) => filter.pass(delayed, self.line),
                None => delayed,
            };
            let band = parameter_band(k);
            let unlike = unlike.scale(gains[band]);
            let [to_left, to_right, copy_left, copy_right] = self.mix[band];
            let subband = match k {
                0..=5 => 0,
                6 | 7 => 1,
                8 | 9 => 2,
                _ => k + DIVIDED - HYBRID,
            };
            left.re[subband] += to_left * value.re + copy_left * unlike.re;
            left.im[subband] += to_left * value.im + copy_left * unlike.im;
            right.re[subband] += to_right * value.re + copy_right * unlike.re;
            right.im[subband] += to_right * value.im + copy_right * unlike.im;
        }
        self.line += 1;
    }

    /// Divides the lowest three subbands of line `at` into ten (§8.6.4.3).
    fn divide(&self, at: usize, signal: &mut [Complex; BANDS]) {
        let seen = &self.low[0][at..at + 13];
        let eighth = |q: usize| {
            let taps = self.filters[q].iter();
            taps.zip(seen)
                .fold(ZERO, |sum, (tap, value)| sum.add(tap.mul(*value)))
        };
        signal[0] = eighth(6);
        signal[1] = eighth(7);
        signal[2] = eighth(0);
        signal[3] = eighth(1);
        signal[4] = eighth(2).add(eighth(5));
        signal[5] = eighth(3).add(eighth(4));
        for (band, first) in [(1, 6), (2, 8)] {
            let seen = &self.low[band][at..at + 13];
            let middle = seen[6].scale(TWO[6]);
            let mut sides = ZERO;
            for n in [1, 3, 5] {
                sides = sides.add(seen[n].add(seen[12 - n]).scale(TWO[n]));
            }
            let (low, high) = (middle.add(sides), middle.add(sides.scale(-1.0)));
            // Every other subband has its frequencies reversed.
            let ordered = if band == 1 { [high, low] } else { [low, high] };
            signal[first..first + 2].copy_from_slice(&ordered);
        }
    }
}

/// The mixture of a level difference and a coherence (§8.6.4.6.2).
fn mix(data: &StereoData, level: i8, coherence: i8) -> Mix {
    // Tables 8.25, 8.26, 8.28.
    const LEVELS_DB: [f64; 8] = [0.0, 2.0, 4.0, 7.0, 10.0, 14.0, 18.0, 25.0];
    const FINE_LEVELS_DB: [f64; 16] = [
        0.0, 2.0, 4.0, 6.0, 8.0, 10.0, 13.0, 16.0, 19.0, 22.0, 25.0, 30.0, 35.0, 40.0, 45.0, 50.0,
    ];
    const COHERENCES: [f64; 8] = [1.0, 0.937, 0.841_18, 0.600_92, 0.367_64, 0.0, -0.589, -1.0];
    let index = usize::from(level.unsigned_abs());
    let db = if data.has_fine_levels() {
        FINE_LEVELS_DB[index.min(15)]
    } else {
        LEVELS_DB[index.min(7)]
    };
    let ratio = libm::exp10(db * f64::from(level.signum()) / 20.0);
    let alike = COHERENCES[(coherence & 7) as usize];
    let root = core::f64::consts::SQRT_2;
    let mixed = if data.mixes_by_angle() {
        let alike = alike.max(0.05);
        let mut angle = 0.5 * libm::atan2(2.0 * ratio * alike, ratio * ratio - 1.0);
        if angle < 0.0 {
            angle += core::f64::consts::FRAC_PI_2;
        }
        let sum = ratio + 1.0 / ratio;
        let spread = libm::sqrt(1.0 + (4.0 * alike * alike - 4.0) / (sum * sum));
        let turn = libm::atan(libm::sqrt((1.0 - spread) / (1.0 + spread)));
        let (sin, cos) = (libm::sin(angle), libm::cos(angle));
        [
            root * cos * libm::cos(turn),
            root * sin * libm::cos(turn),
            -root * sin * libm::sin(turn),
            root * cos * libm::sin(turn),
        ]
    } else {
        let right = root / libm::sqrt(1.0 + ratio * ratio);
        let left = ratio * right;
        let alpha = 0.5 * libm::acos(alike);
        let beta = alpha * (right - left) / root;
        [
            left * libm::cos(beta + alpha),
            right * libm::cos(beta - alpha),
            left * libm::sin(beta + alpha),
            right * libm::sin(beta - alpha),
        ]
    };
    mixed.map(|factor| factor as f32)
}
