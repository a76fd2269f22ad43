//! The hum of a take, learned from all of it: one phase for all harmonics, so that the strong ones carry the weak ones
//! through a phrase, and an amplitude of each harmonic.

use super::findings::HumTrack;
use super::hum::HARMONICS;
use crate::pcm::PcmBlock;

/// Rate at which the harmonics are measured, Hz or somewhat more.
const NARROW_HZ: u32 = 4_000;
/// Measurements per second; the window of each is twice as long.
const LOOKS_PER_SECOND: f64 = 10.0;
/// Measurements of a point of the track, half a second.
const POINT_LOOKS: usize = 5;
/// Half orders of the fundamental that are measured: those of the harmonics, and those halfway between and above them.
const MEASURED: [usize; HARMONICS + 13] = [
    2, 4, 6, 8, 10, 12, 14, 16, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25,
];
/// Points of a part, which has amplitudes of its own.
pub const PART_POINTS: usize = 8;
/// Weight of a part's neighbours in its amplitudes.
const NEIGHBOUR: f64 = 0.7;
/// How fast the mains change their frequency: the variance that a second adds, (rad/s)². 10 mHz in ten seconds.
const WANDERING: f64 = 4e-4;
/// First doubt about the frequency, (rad/s)²: 0.05 Hz.
const DOUBT: f64 = 0.1;
/// Quietest disturbance of a measurement, power: digital silence is exact.
const EXACT: f64 = 1e-10;
/// Largest correction of a phase at once, rad.
const LARGEST_STEP: f64 = 1.0;
/// Corrections of the whole track.
const ROUNDS: usize = 3;
/// A harmonic counts from this many times its own uncertainty on, in power.
const CERTAIN: f64 = 4.0;

/// Seconds between two points of the track.
pub const POINT_SECONDS: f64 = POINT_LOOKS as f64 / LOOKS_PER_SECOND;

/// A complex number.
#[derive(Debug, Clone, Copy, Default)]
#[allow(missing_docs)]
pub struct Complex {
    pub re: f64,
    pub im: f64,
}

impl Complex {
    /// Of length 1 at this angle.
    pub fn turn(radians: f64) -> Self {
        let (im, re) = libm::sincos(radians);
        Self { re, im }
    }

    /// The product.
    pub fn times(self, by: Self) -> Self {
        Self {
            re: self.re * by.re - self.im * by.im,
            im: self.re * by.im + self.im * by.re,
        }
    }

    /// The sum with `weight` times another.
    pub fn plus(self, other: Self, weight: f64) -> Self {
        Self {
            re: self.re + weight * other.re,
            im: self.im + weight * other.im,
        }
    }

    fn power(self) -> f64 {
        self.re * self.re + self.im * self.im
    }
}

/// One value for each harmonic of a channel.
pub type Lines<T> = [T; HARMONICS];

/// Turned back by a phase of the fundamental: the first by `-radians`, the second by twice as much, and so on.
fn turned_back(lines: &Lines<Complex>, radians: f64) -> Lines<Complex> {
    let step = Complex::turn(-radians);
    let mut turn = step;
    lines.map(|line| {
        let turned = line.times(turn);
        turn = turn.times(step);
        turned
    })
}

/// An average of measurements, each weighted by its certainty.
#[derive(Debug, Clone, Copy, Default)]
struct Mean {
    sum: Complex,
    weight: f64,
}

impl Mean {
    fn value(self) -> Complex {
        Complex::default().plus(self.sum, 1.0 / self.weight.max(1e-30))
    }
}

/// Phase and frequency offset of the fundamental with their variances (R. E. Kalman, J. Basic Eng. 82, 1960).
#[derive(Debug, Clone, Copy)]
struct Phase {
    at: f64,
    rate: f64,
    /// Variance of the phase, covariance, variance of the rate.
    doubt: [f64; 3],
}

impl Phase {
    const FIRST: Self = Self {
        at: 0.0,
        rate: 0.0,
        doubt: [0.01, 0.0, DOUBT],
    };

    fn after(self, seconds: f64) -> Self {
        let [phase, both, rate] = self.doubt;
        let added = WANDERING * seconds;
        Self {
            at: self.at + seconds * self.rate,
            rate: self.rate,
            doubt: [
                phase + seconds * (2.0 * both + seconds * (rate + added / 3.0)),
                both + seconds * (rate + added / 2.0),
                rate + added,
            ],
        }
    }

    fn corrected(self, by: f64, variance: f64) -> Self {
        let [phase, both, rate] = self.doubt;
        let whole = phase + variance;
        let by = by.clamp(-LARGEST_STEP, LARGEST_STEP);
        Self {
            at: self.at + by * phase / whole,
            rate: self.rate + by * both / whole,
            doubt: [
                phase * variance / whole,
                both * variance / whole,
                rate - both * both / whole,
            ],
        }
    }
}

/// How far the phase is ahead by what was measured of harmonics with known amplitudes: the sum of the evidence, and its
/// certainty.
fn evidence(amplitudes: &Lines<Mean>, measured: &Lines<Mean>) -> (f64, f64) {
    let (mut ahead, mut certainty) = (0.0, 1e-30);
    for (order, (amplitude, measured)) in (1..).zip(amplitudes.iter().zip(measured)) {
        if amplitude.weight <= 0.0 || measured.weight <= 0.0 {
            continue;
        }
        let (a, z) = (amplitude.value(), measured.value());
        let weight = 2.0 * f64::from(order) / (1.0 / measured.weight + 1.0 / amplitude.weight);
        ahead += weight * (a.re * z.im - a.im * z.re);
        certainty += weight * f64::from(order) * a.power();
    }
    (ahead, certainty)
}

/// One measurement of all channels.
#[derive(Debug, Clone)]
struct Look {
    lines: Vec<Lines<Complex>>,
    /// Power of what else is there.
    noise: Vec<Lines<f64>>,
}

/// Half a second.
#[derive(Debug, Clone)]
struct Point {
    /// Mean of the phases that were known when it was measured.
    phase: f64,
    /// Of each channel, turned back by these phases.
    lines: Vec<Lines<Mean>>,
}

/// Learns the hum of a known frequency. Keeps 1.4 kB a second of the take and channel.
#[derive(Debug)]
pub struct HumTracker {
    hz: f64,
    start_seconds: f64,
    sample_rate_hz: f64,
    /// Frames that become one.
    factor: usize,
    summed: usize,
    sums: Vec<f64>,
    recent: Vec<Vec<f32>>,
    window: Vec<f32>,
    hop: usize,
    looks: usize,
    /// Those whose neighbours are not known yet.
    before: Option<Vec<Lines<f64>>>,
    last: Option<Look>,
    phase: Phase,
    amplitudes: Vec<Lines<Mean>>,
    point: Point,
    collected: usize,
    points: Vec<Point>,
}

impl HumTracker {
    /// From `first_frame` of the source on.
    pub fn new(hz: f64, first_frame: u64, sample_rate_hz: u32, channels: usize) -> Self {
        let factor = (sample_rate_hz / NARROW_HZ).max(1) as usize;
        let rate_hz = f64::from(sample_rate_hz.max(1)) / factor as f64;
        let hop = libm::round(rate_hz / LOOKS_PER_SECOND).max(1.0) as usize;
        let step = core::f64::consts::TAU / (2 * hop) as f64;
        let none = [Mean::default(); HARMONICS];
        Self {
            hz,
            start_seconds: first_frame as f64 / f64::from(sample_rate_hz.max(1)),
            sample_rate_hz: f64::from(sample_rate_hz.max(1)),
            factor,
            summed: 0,
            sums: vec![0.0; channels],
            recent: vec![Vec::with_capacity(2 * hop); channels],
            window: (0..2 * hop)
                .map(|n| (0.5 - 0.5 * libm::cos(step * (n as f64 + 0.5))) as f32)
                .collect(),
            hop,
            looks: 0,
            before: None,
            last: None,
            phase: Phase::FIRST,
            amplitudes: vec![none; channels],
            point: Point {
                phase: 0.0,
                lines: vec![none; channels],
            },
            collected: 0,
            points: Vec::new(),
        }
    }

    /// Adds the next frames.
    pub fn push(&mut self, block: &PcmBlock) {
        let mut from = 0;
        while from < block.frames() {
            let to = (from + self.factor - self.summed).min(block.frames());
            for (index, sum) in self.sums.iter_mut().enumerate() {
                let samples = &block.channel(index)[from..to];
                *sum += samples
                    .iter()
                    .filter(|x| x.is_finite())
                    .map(|&x| f64::from(x))
                    .sum::<f64>();
            }
            self.summed += to - from;
            from = to;
            if self.summed == self.factor {
                self.summed = 0;
                for (recent, sum) in self.recent.iter_mut().zip(&mut self.sums) {
                    recent.push((core::mem::take(sum) / self.factor as f64) as f32);
                }
                if self.recent.first().is_some_and(|r| r.len() == 2 * self.hop) {
                    self.look();
                }
            }
        }
    }

    /// Measures a window: the harmonics, and the power halfway between them.
    fn look(&mut self) {
        let first = (self.looks * self.hop * self.factor) as f64 + (self.factor as f64 - 1.0) / 2.0;
        let at_seconds = self.start_seconds + first / self.sample_rate_hz;
        let hz = MEASURED.map(|half_orders| self.hz * half_orders as f64 / 2.0);
        let radians = hz.map(|hz| core::f64::consts::TAU * hz / self.sample_rate_hz);
        let steps = radians.map(|radians| Complex::turn(-radians * self.factor as f64));
        // What the mean over `factor` frames took, and the sum of the window.
        let scales = radians.map(|radians| {
            let half = radians / 2.0;
            let kept =
                libm::sin(half * self.factor as f64) / (self.factor as f64 * libm::sin(half));
            2.0 / (self.hop as f64 * kept)
        });
        let mut look = Look {
            lines: Vec::new(),
            noise: Vec::new(),
        };
        for recent in &self.recent {
            let mut turns =
                hz.map(|hz| Complex::turn(-core::f64::consts::TAU * (hz * at_seconds).fract()));
            let mut sums = [Complex::default(); MEASURED.len()];
            for (x, window) in recent.iter().zip(&self.window) {
                let x = f64::from(x * window);
                for ((sum, turn), step) in sums.iter_mut().zip(&mut turns).zip(&steps) {
                    *sum = sum.plus(*turn, x);
                    *turn = turn.times(*step);
                }
            }
            let measured: [Complex; MEASURED.len()] =
                core::array::from_fn(|k| Complex::default().plus(sums[k], scales[k]));
            look.lines.push(core::array::from_fn(|k| measured[k]));
            let between: [f64; MEASURED.len() - HARMONICS] =
                core::array::from_fn(|k| measured[HARMONICS + k].power());
            let usual = between.iter().sum::<f64>() / between.len() as f64;
            // A voice on a line itself shows only elsewhere.
            look.noise.push(core::array::from_fn(|k| {
                let around = &between[k.saturating_sub(1)..k + 3];
                around.iter().copied().fold(usual, f64::max)
            }));
        }
        for recent in &mut self.recent {
            recent.drain(..self.hop);
        }
        self.looks += 1;
        let after = look.noise.clone();
        if let Some(last) = self.last.replace(look) {
            let noise = last.noise.clone();
            self.learn(&last, Some(&after));
            self.before = Some(noise);
        }
    }

    /// Learns from a measurement whose neighbours in time are known.
    fn learn(&mut self, look: &Look, after: Option<&Vec<Lines<f64>>>) {
        if self.collected > 0 || !self.points.is_empty() {
            self.phase = self.phase.after(1.0 / LOOKS_PER_SECOND);
        }
        let measured = |channel: usize, phase: f64| -> Lines<Mean> {
            let turned = turned_back(&look.lines[channel], phase);
            core::array::from_fn(|k| {
                let weight = [self.before.as_ref(), Some(&look.noise), after]
                    .into_iter()
                    .flatten()
                    .map(|noise| noise[channel][k])
                    .fold(EXACT, f64::max)
                    .recip();
                Mean {
                    sum: Complex::default().plus(turned[k], weight),
                    weight,
                }
            })
        };
        let (mut ahead, mut certainty) = (0.0, 0.0);
        for (channel, amplitudes) in self.amplitudes.iter().enumerate() {
            let (a, c) = evidence(amplitudes, &measured(channel, self.phase.at));
            ahead += a;
            certainty += c;
        }
        let phase = self
            .phase
            .corrected(ahead / certainty.max(1e-30), 1.0 / certainty.max(1e-30));
        let turned: Vec<Lines<Mean>> = (0..self.amplitudes.len())
            .map(|channel| measured(channel, phase.at))
            .collect();
        self.phase = phase;
        for (channel, measured) in turned.iter().enumerate() {
            for k in 0..HARMONICS {
                for mean in [
                    &mut self.amplitudes[channel][k],
                    &mut self.point.lines[channel][k],
                ] {
                    mean.sum = mean.sum.plus(measured[k].sum, 1.0);
                    mean.weight += measured[k].weight;
                }
                // What was long ago counts less.
                let mean = &mut self.amplitudes[channel][k];
                let left = 1.0 - 1.0 / (20.0 * LOOKS_PER_SECOND);
                mean.sum = Complex::default().plus(mean.sum, left);
                mean.weight *= left;
            }
        }
        self.point.phase += phase.at;
        self.collected += 1;
        if self.collected == POINT_LOOKS {
            self.end_point();
        }
    }

    fn end_point(&mut self) {
        let none = vec![[Mean::default(); HARMONICS]; self.amplitudes.len()];
        let mut point = core::mem::replace(
            &mut self.point,
            Point {
                phase: 0.0,
                lines: none,
            },
        );
        point.phase /= self.collected.max(1) as f64;
        self.collected = 0;
        self.points.push(point);
    }

    /// The hum of all frames.
    pub fn finish(mut self) -> HumTrack {
        if let Some(last) = self.last.take() {
            self.learn(&last, None);
        }
        if 2 * self.collected > POINT_LOOKS || self.points.is_empty() {
            self.end_point();
        }
        let mut phases: Vec<f64> = self.points.iter().map(|point| point.phase).collect();
        let mut amplitudes = amplitudes_of(&self.points, &phases);
        for _ in 0..ROUNDS {
            phases = smoothed(&self.points, &phases, &amplitudes);
            amplitudes = amplitudes_of(&self.points, &phases);
        }
        // A window's middle is where the second half begins.
        let first = (self.hop * self.factor) as f64 / self.sample_rate_hz;
        HumTrack {
            start_seconds: self.start_seconds
                + first
                + (POINT_LOOKS as f64 - 1.0) / (2.0 * LOOKS_PER_SECOND),
            phases: phases.iter().map(|&phase| phase as f32).collect(),
            lines: amplitudes
                .iter()
                .flatten()
                .flatten()
                .flat_map(|line| {
                    let value = line.value();
                    let doubt = CERTAIN / (line.weight * value.power()).max(1e-30);
                    let share = (1.0 - doubt).max(0.0);
                    [
                        (share * value.re + 0.0) as f32,
                        (share * value.im + 0.0) as f32,
                    ]
                })
                .collect(),
        }
    }
}

/// Amplitudes of each part, for each channel; parts around it count less the farther they are.
fn amplitudes_of(points: &[Point], phases: &[f64]) -> Vec<Vec<Lines<Mean>>> {
    let parts = points.chunks(PART_POINTS).zip(phases.chunks(PART_POINTS));
    let own: Vec<Vec<Lines<Mean>>> = parts
        .map(|(points, phases)| {
            let mut sums = vec![[Mean::default(); HARMONICS]; points[0].lines.len()];
            for (point, phase) in points.iter().zip(phases) {
                for (sums, lines) in sums.iter_mut().zip(&point.lines) {
                    let turned = turned_back(&lines.map(|line| line.sum), phase - point.phase);
                    for k in 0..HARMONICS {
                        sums[k].sum = sums[k].sum.plus(turned[k], 1.0);
                        sums[k].weight += lines[k].weight;
                    }
                }
            }
            sums
        })
        .collect();
    // From the front and from the back; the part itself is in both.
    let mut all = own.clone();
    for k in 1..all.len() {
        let (before, here) = all.split_at_mut(k);
        add(&mut here[0], &before[k - 1], NEIGHBOUR);
    }
    let mut behind = own.clone();
    for k in (0..behind.len().saturating_sub(1)).rev() {
        let (here, after) = behind.split_at_mut(k + 1);
        add(&mut here[k], &after[0], NEIGHBOUR);
        add(&mut all[k], &after[0], NEIGHBOUR);
    }
    all
}

fn add(to: &mut [Lines<Mean>], from: &[Lines<Mean>], weight: f64) {
    for (to, from) in to.iter_mut().flatten().zip(from.iter().flatten()) {
        to.sum = to.sum.plus(from.sum, weight);
        to.weight += weight * from.weight;
    }
}

/// The phases that fit all points best, given the amplitudes (H. E. Rauch, F. Tung, C. T. Striebel, AIAA J. 3(8), 1965).
fn smoothed(points: &[Point], phases: &[f64], amplitudes: &[Vec<Lines<Mean>>]) -> Vec<f64> {
    let mut expected = Vec::with_capacity(points.len());
    let mut known: Vec<Phase> = Vec::with_capacity(points.len());
    for (index, (point, &base)) in points.iter().zip(phases).enumerate() {
        let guess = match known.last() {
            Some(last) => last.after(POINT_SECONDS),
            None => Phase {
                at: base,
                ..Phase::FIRST
            },
        };
        let (mut ahead, mut certainty) = (0.0, 1e-30);
        for (amplitudes, lines) in amplitudes[index / PART_POINTS].iter().zip(&point.lines) {
            let turned = turned_back(&lines.map(|line| line.sum), base - point.phase);
            let measured = core::array::from_fn(|k| Mean {
                sum: turned[k],
                weight: lines[k].weight,
            });
            let (a, c) = evidence(amplitudes, &measured);
            ahead += a;
            certainty += c;
        }
        let step = (ahead / certainty).clamp(-LARGEST_STEP, LARGEST_STEP);
        expected.push(guess);
        known.push(guess.corrected(base + step - guess.at, 1.0 / certainty));
    }
    let mut out: Vec<f64> = known.iter().map(|phase| phase.at).collect();
    let Some(last) = known.last() else {
        return out;
    };
    let (mut at, mut rate) = (last.at, last.rate);
    for index in (0..known.len() - 1).rev() {
        let (here, next) = (known[index], expected[index + 1]);
        let [p, b, r] = here.doubt;
        let [np, nb, nr] = next.doubt;
        let whole = (np * nr - nb * nb).max(1e-300);
        // Covariance of here and next, times the inverse of that of next.
        let (phase, both) = (p + POINT_SECONDS * b, b + POINT_SECONDS * r);
        let (off, off_rate) = (at - next.at, rate - next.rate);
        let (x, y) = (
            (nr * off - nb * off_rate) / whole,
            (np * off_rate - nb * off) / whole,
        );
        at = here.at + phase * x + b * y;
        rate = here.rate + both * x + r * y;
        out[index] = at;
    }
    out
}
