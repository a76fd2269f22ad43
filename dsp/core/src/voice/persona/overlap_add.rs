//! Pitch moved in time, without resampling: grains of two periods around marks one period apart are placed at marks
//! that are closer or wider (TD-PSOLA; Moulines & Charpentier, Speech Communication 9, 1990). Sound without pitch
//! keeps its place.

use super::history::History;
use super::pitch_track::{likeness, PitchTracker};

/// Seconds between marks where there is no pitch.
const STEP_SECONDS: f32 = 0.005;
/// Largest distance between two marks, in seconds.
const WIDEST_SECONDS: f32 = 0.02;
/// How far a mark may stand from where the last period puts it, relative to the period.
const REACH: f32 = 0.12;
/// Weight of a mark on the signal's peak, compared with one that resembles the last.
const PEAK_WEIGHT: f32 = 0.15;
/// Steps of a rising half window.
const SHAPE_STEPS: usize = 1024;

/// A place in the sound that begins a period.
#[derive(Debug, Clone, Copy)]
struct Mark {
    at: usize,
    voiced: bool,
}

/// Moves the pitch of all channels alike.
pub struct OverlapAdd {
    hop: usize,
    step: usize,
    widest: usize,
    pitch: PitchTracker,
    middle: History,
    input: Vec<History>,
    output: Vec<History>,
    /// Sum of the windows placed so far.
    weights: History,
    /// The marks around the next grain: before, of and after it; further ones when they are known.
    marks: Vec<Mark>,
    /// Side of the wave the marks of this sound stand on.
    side: f32,
    /// Position of the next grain, in frames.
    next: f64,
    /// Output before this is whole.
    ready: usize,
    shape: Vec<f32>,
}

impl OverlapAdd {
    /// For hops of `hop` frames, which the pitch is looked at.
    pub fn new(sample_rate_hz: u32, channels: usize, hop: usize) -> Self {
        let frames = |seconds: f32| (sample_rate_hz as f32 * seconds) as usize;
        let angle = |i: usize| core::f64::consts::PI * i as f64 / SHAPE_STEPS as f64;
        let step = frames(STEP_SECONDS);
        Self {
            hop,
            step,
            widest: frames(WIDEST_SECONDS),
            pitch: PitchTracker::new(sample_rate_hz, hop),
            middle: History::default(),
            input: vec![History::default(); channels],
            output: vec![History::default(); channels],
            weights: History::default(),
            marks: vec![Mark {
                at: 0,
                voiced: false,
            }],
            side: 1.0,
            next: 0.0,
            ready: 0,
            shape: (0..=SHAPE_STEPS)
                .map(|i| (0.5 - 0.5 * libm::cos(angle(i))) as f32)
                .collect(),
        }
    }

    /// Adds the next frames, one slice per channel, and the middle of them.
    pub fn push(&mut self, planes: &[Vec<f32>], middle: &[f32]) {
        for (input, plane) in self.input.iter_mut().zip(planes) {
            input.push(plane);
        }
        self.middle.push(middle);
        self.pitch.push(middle);
    }

    /// Processes all that it can; `factor` answers pitch out over in at a frame. Returns the frame the output is whole
    /// up to.
    pub fn advance(&mut self, mut factor: impl FnMut(usize) -> f64) -> usize {
        while self.place_grain(&mut factor) {}
        self.ready
    }

    /// Whole output of a channel.
    pub fn output(&self, channel: usize) -> &History {
        &self.output[channel]
    }

    /// Whether there is a pitch around `frame`; false as long as that is not known.
    pub fn is_voiced(&self, frame: usize) -> bool {
        self.pitch
            .period(frame / self.hop)
            .is_some_and(|period| period > 0.0)
    }

    /// Discards everything before `frame` of the output.
    pub fn forget(&mut self, frame: usize) {
        for output in &mut self.output {
            output.forget(frame);
        }
        self.weights.forget(frame.min(self.ready));
        let input = frame.min(self.marks[0].at).saturating_sub(2 * self.widest);
        self.input
            .iter_mut()
            .for_each(|channel| channel.forget(input));
        self.middle.forget(input);
        self.pitch.forget(input);
    }

    /// Puts down the next grain, if its surroundings are known.
    fn place_grain(&mut self, factor: &mut impl FnMut(usize) -> f64) -> bool {
        let place = self.next as usize;
        // The mark nearest to the place, and the one after it.
        loop {
            while self.marks.len() < 3 {
                let Some(mark) = self.find_mark(self.marks[self.marks.len() - 1]) else {
                    return false;
                };
                self.marks.push(mark);
            }
            let [.., here, after] = self.marks[..3] else {
                return false;
            };
            if after.at.abs_diff(place) > here.at.abs_diff(place) {
                break;
            }
            self.marks.remove(0);
        }
        let [before, here, after] = [self.marks[0], self.marks[1], self.marks[2]];
        if self.middle.end() < after.at + 1 {
            return false;
        }
        self.add_grain(place, before.at, here.at, after.at);
        let period = (after.at - here.at) as f64;
        self.next = if here.voiced && after.voiced {
            self.next + period / factor(place).clamp(0.5, 2.0)
        } else {
            // Back to where the sound is.
            (after.at as f64).max(self.next + 1.0)
        };
        // The next grain begins at most this much before its mark.
        let ready = (self.next as usize).saturating_sub(self.widest);
        self.even_out(self.ready, ready);
        self.ready = self.ready.max(ready);
        true
    }

    /// Keeps the power where grains stand wider than they were; denser ones, unlike each other, hardly add to it.
    fn even_out(&mut self, from: usize, to: usize) {
        let length = to.saturating_sub(from);
        for output in &mut self.output {
            let weights = self.weights.slice(from, length);
            for (out, weight) in output.slice_mut(from, length).iter_mut().zip(weights) {
                *out /= weight.clamp(0.25, 1.0).sqrt();
            }
        }
    }

    /// The mark after `last`; `None` until there is enough audio.
    fn find_mark(&mut self, last: Mark) -> Option<Mark> {
        let period = self.pitch.period((last.at + self.hop / 2) / self.hop)?;
        if period == 0.0 {
            let at = last.at + self.step;
            return Some(Mark { at, voiced: false });
        }
        let (narrow, divisor) = self.pitch.narrow();
        let known = self.middle.end().min(narrow.end() * divisor);
        if known < last.at + self.step + 2 * period as usize + 4 * divisor {
            return None;
        }
        let at = if last.voiced {
            self.alike(last.at, period)
        } else {
            let from = (last.at + self.step / 2) / divisor + 1;
            let length = (period as usize / divisor).max(1);
            let peak = narrow.slice(from, length).iter().enumerate();
            let (at, value) = peak.fold((0, 0.0f32), |best, (i, &value)| {
                if value.abs() > best.1.abs() {
                    (i, value)
                } else {
                    best
                }
            });
            self.side = if value < 0.0 { -1.0 } else { 1.0 };
            (from + at) * divisor
        };
        Some(Mark { at, voiced: true })
    }

    /// The place about a period after `last` whose surroundings resemble its own most.
    fn alike(&mut self, last: usize, period: f32) -> usize {
        let (narrow, divisor) = self.pitch.narrow();
        let scale = divisor as f32;
        let length = (period / scale) as usize;
        let nearest = (period * (1.0 - REACH) / scale) as usize;
        let furthest = (period * (1.0 + REACH) / scale) as usize + 1;
        let here = last / divisor;
        let around = |length: usize, middle: usize| middle.saturating_sub(length / 2);
        let own = narrow.slice(around(length, here), length);
        let peak = narrow
            .slice(here + nearest, furthest - nearest + 1)
            .iter()
            .fold(1e-20f32, |most, value| most.max(value.abs()));
        let coarse = best_of(nearest..=furthest, |lag| {
            let other = narrow.slice(around(length, here + lag), length);
            let height = self.side * narrow.at((here + lag) as isize) / peak;
            likeness(own, other) + PEAK_WEIGHT * height
        });
        let length = period as usize;
        let own = self.middle.slice(around(length, last), length);
        let coarse = coarse * divisor;
        last + best_of(coarse - divisor.min(coarse - 1)..=coarse + divisor, |lag| {
            likeness(own, self.middle.slice(around(length, last + lag), length))
        })
    }

    /// Adds the samples around `mark` at `place`.
    fn add_grain(&mut self, place: usize, before: usize, mark: usize, after: usize) {
        let (left, right) = (mark - before, after - mark);
        let end = place + right;
        self.weights.lengthen(end);
        self.output
            .iter_mut()
            .for_each(|output| output.lengthen(end));
        let skipped = left.saturating_sub(place);
        let rise = |i: usize, of: usize| shape(&self.shape, i as f32 / of as f32);
        let window: Vec<f32> = (skipped..left)
            .map(|i| rise(i, left))
            .chain((0..right).map(|i| 1.0 - rise(i, right)))
            .collect();
        let to = place + skipped - left;
        let from = mark + skipped - left;
        let weights = self.weights.slice_mut(to, window.len());
        for (sum, weight) in weights.iter_mut().zip(&window) {
            *sum += weight;
        }
        for (input, output) in self.input.iter().zip(&mut self.output) {
            let out = output.slice_mut(to, window.len());
            for ((out, sample), weight) in out
                .iter_mut()
                .zip(input.slice(from, window.len()))
                .zip(&window)
            {
                *out += weight * sample;
            }
        }
    }
}

/// The first of the best.
fn best_of(range: core::ops::RangeInclusive<usize>, score: impl Fn(usize) -> f32) -> usize {
    let first = *range.start();
    range
        .fold((first, f32::MIN), |best, at| {
            let score = score(at);
            if score > best.1 {
                (at, score)
            } else {
                best
            }
        })
        .0
}

/// The rising half of a raised cosine at 0…1; two that cross make exactly 1.
fn shape(table: &[f32], at: f32) -> f32 {
    let place = at * SHAPE_STEPS as f32;
    let index = (place as usize).min(SHAPE_STEPS - 1);
    table[index] + (table[index + 1] - table[index]) * (place - index as f32)
}
