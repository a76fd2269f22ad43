//! Moves formants: the voice's prediction residual passes through the moved envelope instead of its own.
//! Predictors are made every hop and glide in between.

use super::character::Character;
use super::envelope::{Axis, EnvelopeMover};
use super::history::History;
use super::lattice::{Lattice, Reflections, MAX_ORDER};
use super::prediction::{correlate, order_for, predict};

/// A predictor sees this many hops.
const WINDOW_HOPS: usize = 3;
/// Predictors glide in this many steps per hop.
const GLIDE_STEPS: usize = 10;
/// Tables of the axis are rebuilt this often, in hops: the parameters change slowly.
const AXIS_HOPS: usize = 8;
/// Corner of the pre-emphasis.
const EMPHASIS_HZ: f64 = 200.0;
/// Power at every frequency that a predictor takes for granted, relative to the whole: −90 dB.
const FLOOR: f64 = 1e-9;
/// Width that peaks of the envelope have at least: narrower ones are single harmonics, and must not move as formants.
/// At twice this, the remainder of a formant at its old place holds the moved one back by a fifth of its way.
const WIDTH_HZ: f64 = 30.0;
/// Power per sample below which there is nothing to predict: silence stays silence.
const SILENCE: f64 = 1e-14;
/// The memory of the noise's level, in seconds.
const LEVEL_SECONDS: f64 = 0.001;

/// The filters of one moment.
#[derive(Debug, Clone, Copy)]
struct Filters {
    there: Reflections,
    back: Reflections,
    gain: f32,
    /// Share of the noise in power.
    noise: f32,
}

struct Channel {
    /// With the highs lifted.
    lifted: History,
    last: f32,
    there: Lattice,
    back: Lattice,
    level: f32,
    lowered: f32,
}

/// Moves the formants of all channels alike.
pub struct Formants {
    sample_rate_hz: u32,
    hop: usize,
    order: usize,
    emphasis: f32,
    /// Share of the noise's level that is kept from sample to sample.
    memory: f32,
    window: Vec<f32>,
    framed: Vec<f32>,
    /// Of one channel, as long as the filters stand still.
    residuals: Vec<f32>,
    /// Weights of the autocorrelation: the least width and the floor.
    lags: Vec<f64>,
    mover: EnvelopeMover,
    channels: Vec<Channel>,
    /// Hops whose predictor is made; the last two of them.
    hops: usize,
    filters: [Filters; 2],
    noise: u32,
    /// Frames returned.
    done: usize,
}

impl Formants {
    /// For predictors every `hop` frames.
    pub fn new(sample_rate_hz: u32, channels: usize, hop: usize, noise_seed: u32) -> Self {
        let order = order_for(sample_rate_hz);
        let rate = f64::from(sample_rate_hz);
        let length = WINDOW_HOPS * hop;
        let angle = |i: usize| core::f64::consts::TAU * (i as f64 + 0.5) / length as f64;
        let none = Filters {
            there: [0.0; MAX_ORDER],
            back: [0.0; MAX_ORDER],
            gain: 1.0,
            noise: 0.0,
        };
        let channel = || Channel {
            lifted: History::default(),
            last: 0.0,
            there: Lattice::new(),
            back: Lattice::new(),
            level: 0.0,
            lowered: 0.0,
        };
        Self {
            sample_rate_hz,
            hop,
            order,
            emphasis: libm::exp(-core::f64::consts::TAU * EMPHASIS_HZ / rate) as f32,
            memory: libm::exp(-1.0 / (LEVEL_SECONDS * rate)) as f32,
            window: (0..length)
                .map(|i| (0.5 - 0.5 * libm::cos(angle(i))) as f32)
                .collect(),
            framed: vec![0.0; length],
            residuals: Vec::new(),
            lags: (0..=order)
                .map(|lag| {
                    let turn = core::f64::consts::TAU * WIDTH_HZ * lag as f64 / rate;
                    libm::exp(-0.5 * turn * turn) + if lag == 0 { FLOOR } else { 0.0 }
                })
                .collect(),
            mover: EnvelopeMover::new(order),
            channels: (0..channels).map(|_| channel()).collect(),
            hops: 0,
            filters: [none; 2],
            noise: noise_seed,
            done: 0,
        }
    }

    /// Adds the next samples of a channel.
    pub fn push(&mut self, channel: usize, samples: &[f32]) {
        let emphasis = self.emphasis;
        let Channel { lifted, last, .. } = &mut self.channels[channel];
        let before = core::iter::once(*last).chain(samples.iter().copied());
        let high: Vec<f32> = samples
            .iter()
            .zip(before)
            .map(|(sample, before)| sample - emphasis * before)
            .collect();
        lifted.push(&high);
        *last = samples.last().copied().unwrap_or(*last);
    }

    /// Processes the available frames and appends to `out`, one list per channel; `character` and `voiced` take a
    /// frame.
    pub fn advance(
        &mut self,
        mut character: impl FnMut(usize) -> Character,
        voiced: impl Fn(usize) -> bool,
        out: &mut [Vec<f32>],
    ) {
        let known = self
            .channels
            .first()
            .map_or(0, |channel| channel.lifted.end());
        // Predictor `i` stands at the beginning of hop `i` and sees half its window after that.
        while self.hops * self.hop + WINDOW_HOPS * self.hop / 2 <= known {
            let at = self.hops * self.hop;
            let next = self.filters_at(at, character(at), voiced(at));
            self.filters = [self.filters[1], next];
            self.hops += 1;
            if self.hops > 1 {
                self.filter_hop(out);
            }
        }
        let keep = (self.hops * self.hop).saturating_sub(WINDOW_HOPS * self.hop);
        for channel in &mut self.channels {
            channel.lifted.forget(keep);
        }
    }

    fn filters_at(&mut self, at: usize, character: Character, voiced: bool) -> Filters {
        if self.hops.is_multiple_of(AXIS_HOPS) {
            let axis = Axis::new(character, self.sample_rate_hz);
            self.mover.set(&axis, f64::from(self.emphasis));
        }
        let mut correlation = [0.0; MAX_ORDER + 1];
        let from = at as isize - (self.window.len() / 2) as isize;
        for channel in &self.channels {
            channel.lifted.copy(from, &mut self.framed);
            for (sample, weight) in self.framed.iter_mut().zip(&self.window) {
                *sample *= weight;
            }
            correlate(&self.framed, self.order, &mut correlation);
        }
        if correlation[0] <= SILENCE * self.framed.len() as f64 {
            correlation = [0.0; MAX_ORDER + 1];
        }
        for (value, weight) in correlation.iter_mut().zip(&self.lags) {
            *value *= weight;
        }
        let there = predict(&correlation, self.order);
        let (back, gain) = self.mover.moved(&there);
        Filters {
            there: there.reflections,
            back: back.reflections,
            gain: gain as f32,
            noise: if voiced { 0.0 } else { character.noise as f32 },
        }
    }

    /// The hop between the two predictors.
    fn filter_hop(&mut self, out: &mut [Vec<f32>]) {
        let from = self.done;
        let mut begun = 0;
        for step in 0..GLIDE_STEPS {
            let share = (step as f32 + 0.5) / GLIDE_STEPS as f32;
            let now = self.filters[0].towards(&self.filters[1], share, self.order);
            let (plain, noisy) = (
                (1.0 - now.noise).sqrt() * now.gain,
                now.noise.sqrt() * now.gain,
            );
            let end = (step + 1) * self.hop / GLIDE_STEPS;
            let seed = self.noise;
            for (channel, out) in self.channels.iter_mut().zip(out.iter_mut()) {
                // The same noise in all channels: a voice in the middle stays there.
                self.noise = seed;
                let (there, back) = (&now.there[..self.order], &now.back[..self.order]);
                let Channel {
                    lifted,
                    level,
                    lowered,
                    ..
                } = channel;
                self.residuals.clear();
                self.residuals
                    .extend_from_slice(lifted.slice(from + begun, end - begun));
                channel.there.residuals(there, &mut self.residuals);
                for residual in &self.residuals {
                    let power = residual * residual;
                    *level = power + self.memory * (*level - power);
                    let random = white(&mut self.noise);
                    let source = plain * residual + noisy * level.sqrt() * random;
                    let high = channel.back.sample(back, source);
                    *lowered = high + self.emphasis * *lowered;
                    out.push(*lowered);
                }
                channel.there.settle();
                channel.back.settle();
                for state in [level, lowered] {
                    if state.abs() < 1e-20 {
                        *state = 0.0;
                    }
                }
            }
            begun = end;
        }
        self.done += self.hop;
    }
}

impl Filters {
    /// On the way to `other`.
    fn towards(&self, other: &Self, share: f32, order: usize) -> Self {
        let glide = |a: f32, b: f32| a + (b - a) * share;
        let mut now = *self;
        for m in 0..order {
            now.there[m] = glide(self.there[m], other.there[m]);
            now.back[m] = glide(self.back[m], other.back[m]);
        }
        now.gain = glide(self.gain, other.gain);
        now.noise = glide(self.noise, other.noise);
        now
    }
}

/// White noise of power 1 (xorshift, Marsaglia 2003, period 2³² − 1).
#[inline(always)]
fn white(state: &mut u32) -> f32 {
    *state ^= *state << 13;
    *state ^= *state >> 17;
    *state ^= *state << 5;
    // Evenly in ±√3.
    (*state as i32) as f32 * (1.732_050_8 / 2_147_483_648.0)
}
