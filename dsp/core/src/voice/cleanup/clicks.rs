//! Clicks shorter than 3 ms: found where linear prediction fails and does not fail around, or only at the pulses of a
//! voice; replaced by prediction.

use super::super::persona::history::History;
use super::super::persona::lattice::MAX_ORDER;
use super::super::persona::prediction::{correlate, predict, Correlation, Predictor};
use super::super::stage::Stage;
use crate::pcm::PcmBlock;

/// Cells per second, whose largest residual is compared.
const CELLS_PER_SECOND: u32 = 2_000;
/// Cells of a hop, for which one predictor is made.
const HOP_CELLS: usize = 20;
/// Cells that a click may fill on either side of its middle: with the middle 3 ms.
const CLICK_CELLS: usize = 3;
/// Cells before and after a click that are compared with it: more than the longest period of a voice.
const AROUND_CELLS: usize = 50;
/// Power of the residual of a click over the largest one around it.
const STANDS_OUT: f32 = 5.0;
/// Between the pulses of a voice: power of a click's residual over that of all but the pulses, the cells on either side that
/// are compared, the periods in cells (80 to 250 Hz), the cells of a pulse, and those that a click is away from it.
const STANDS_OUT_BETWEEN: f32 = 8.0;
const BETWEEN_CELLS: usize = 32;
const PERIOD_CELLS: core::ops::RangeInclusive<isize> = 8..=25;
const PULSE_CELLS: isize = 5;
const APART_CELLS: isize = 2;
/// A sound that begins with a burst, as after a t or a k, is no click: power of the residual after it over that before it, as
/// means of logarithms over these cells on either side. Decision 0030 has the real recordings.
const BEGINS: f32 = 4.0;
const BEGINS_CELLS: core::ops::RangeInclusive<isize> = 5..=20;
/// Smallest residual of a click, re full scale.
const SMALLEST: f32 = 3e-4;
/// Order of the predictors that find clicks, and of those that fill the gap.
const FINDING_ORDER: usize = 16;
const FILLING_ORDER: usize = 54;
/// Samples left and right of the gap that the filling predictor is made of, in cells.
const LEARNING_CELLS: usize = 60;

/// A click begins `BEFORE` samples before the power of the residual reaches `BEGINS_ABOVE` times the usual power. It ends where
/// the mean power over `END_REACH` samples on either side falls below `ENDS_BELOW` times the usual power.
const BEGINS_ABOVE: f64 = 12.0;
const BEFORE: usize = 2;
const ENDS_BELOW: f64 = 3.0;
const END_REACH: usize = 8;

/// Where a click is: its first sample, and the one after the last that it can have.
pub type Gap = (usize, usize);

/// Finds clicks in samples, about 40 ms later.
#[derive(Debug)]
pub struct ClickFinder {
    cell: usize,
    window: Vec<f32>,
    samples: History,
    residual: History,
    /// Samples whose residual is known.
    predicted: usize,
    /// Largest squared residual of each cell; the first is cell `first_cell`.
    cells: Vec<f32>,
    first_cell: usize,
    /// Next cell to be judged.
    judged: usize,
    part: Vec<f32>,
}

impl ClickFinder {
    /// At the rate of the samples.
    pub fn new(sample_rate_hz: u32) -> Self {
        let cell = (sample_rate_hz / CELLS_PER_SECOND).max(1) as usize;
        let length = 2 * HOP_CELLS * cell;
        let step = core::f64::consts::TAU / length as f64;
        Self {
            cell,
            window: (0..length)
                .map(|n| (0.5 - 0.5 * libm::cos(step * (n as f64 + 0.5))) as f32)
                .collect(),
            samples: History::default(),
            residual: History::default(),
            predicted: 0,
            cells: Vec::new(),
            first_cell: 0,
            judged: 0,
            part: vec![0.0; length],
        }
    }

    /// Samples before this one have been judged: no click will be found there.
    pub fn known(&self) -> usize {
        self.judged.saturating_sub(CLICK_CELLS + 1) * self.cell
    }

    /// Adds samples; clicks go to `take`, in order.
    pub fn push(&mut self, samples: &[f32], take: impl FnMut(Gap)) {
        self.samples.push(samples);
        self.judge(take);
    }

    /// The clicks before the end. That the sound ends is no click.
    pub fn finish(&mut self, mut take: impl FnMut(Gap)) {
        let end = self.samples.end();
        let silence = (HOP_CELLS + AROUND_CELLS + 2 * HOP_CELLS) * self.cell;
        self.samples.lengthen(end + silence);
        self.judge(|gap| {
            if gap.1 <= end {
                take(gap);
            }
        });
    }

    fn judge(&mut self, mut take: impl FnMut(Gap)) {
        let hop = HOP_CELLS * self.cell;
        while self.predicted + hop + hop / 2 <= self.samples.end() {
            self.predict_hop(hop);
        }
        while self.judged + AROUND_CELLS < self.first_cell + self.cells.len() {
            if let Some(gap) = self.click_at(self.judged) {
                take(gap);
                // Its rest is no other click.
                self.judged += CLICK_CELLS;
            }
            self.judged += 1;
        }
        let needed = self.judged.saturating_sub(AROUND_CELLS);
        if needed > self.first_cell + 8 * AROUND_CELLS {
            self.cells.drain(..needed - self.first_cell);
            self.first_cell = needed;
        }
        self.residual.forget(needed * self.cell);
        let used = self.predicted.saturating_sub(hop);
        self.samples.forget(used);
    }

    /// The residual of the next hop.
    fn predict_hop(&mut self, hop: usize) {
        let from = self.predicted;
        self.samples
            .copy(from as isize - (hop / 2) as isize, &mut self.part);
        // The hop and, before it, the samples that its first ones are predicted from.
        let before = FINDING_ORDER.min(hop / 2);
        let plain = self.part[hop / 2 - before..hop / 2 + hop].to_vec();
        for (sample, weight) in self.part.iter_mut().zip(&self.window) {
            *sample *= weight;
        }
        let mut correlation: Correlation = [0.0; MAX_ORDER + 1];
        correlate(&self.part, FINDING_ORDER, &mut correlation);
        let predictor = steadied(&correlation, FINDING_ORDER);
        let taps = predictor.polynomial[1..=FINDING_ORDER].iter().rev();
        let taps: Vec<f32> = taps.map(|&a| a as f32).collect();
        // Four taps for all samples, then the next four: then no sample waits for another.
        let mut residual = vec![0.0f32; hop];
        for (four, taps) in taps.chunks_exact(4).enumerate() {
            for (predicted, x) in residual.iter_mut().zip(plain[4 * four..].windows(4)) {
                for (x, tap) in x.iter().zip(taps) {
                    *predicted += x * tap;
                }
            }
        }
        for (residual, x) in residual.iter_mut().zip(&plain[before..]) {
            *residual += x;
        }
        for cell in residual.chunks_exact(self.cell) {
            self.cells.push(largest(cell.iter().map(|r| r * r)));
        }
        self.residual.push(&residual);
        self.predicted += hop;
    }

    fn largest(&self, from: usize, to: usize) -> f32 {
        let at = |cell: usize| cell.saturating_sub(self.first_cell).min(self.cells.len());
        largest(self.cells[at(from)..at(to)].iter().copied())
    }

    /// Largest squared residual of a cell; 0 before the take.
    fn power(&self, cell: usize) -> f32 {
        let at = cell.checked_sub(self.first_cell);
        at.and_then(|at| self.cells.get(at)).copied().unwrap_or(0.0)
    }

    /// Mean of the binary logarithms of the cells before (−1) or after (1) a click in `cell`. Before the take is silence.
    fn usual(&self, cell: usize, side: isize) -> f32 {
        let count = BEGINS_CELLS.count() as f32;
        let power = |distance: isize| {
            let at = cell.checked_add_signed(side * distance);
            let power = at.map_or(0.0, |at| self.power(at));
            libm::log2f(power.max(SMALLEST * SMALLEST / 100.0))
        };
        BEGINS_CELLS.map(power).sum::<f32>() / count
    }

    /// Whether every residual around `cell` that is above `limit` comes once a period, at a place of the period where `cell`
    /// is not.
    fn is_between_pulses(&self, cell: usize, limit: f32) -> bool {
        let reach = BETWEEN_CELLS as isize;
        let strong: Vec<isize> = (-reach..=reach)
            .filter(|distance| distance.unsigned_abs() > CLICK_CELLS)
            .filter(|&distance| self.power(cell.saturating_add_signed(distance)) > limit)
            .collect();
        PERIOD_CELLS.clone().any(|period| {
            let places = strong.iter().map(|distance| distance.rem_euclid(period));
            // In most sounds one of the first is too near, and the rest of them need no division.
            let apart = APART_CELLS..=period - APART_CELLS;
            if !places.clone().all(|place| apart.contains(&place)) {
                return false;
            }
            let (Some(first), Some(last)) = (places.clone().min(), places.max()) else {
                return false;
            };
            let is_pulse = last - first < PULSE_CELLS.min(period / 2);
            let whole = (reach - last) / period;
            let mut periods = -whole..=whole;
            let has_pulse = |n: isize| {
                strong
                    .iter()
                    .any(|distance| distance.div_euclid(period) == n)
            };
            is_pulse && whole > 0 && periods.all(has_pulse)
        })
    }

    /// The click whose middle is in `cell`.
    fn click_at(&self, cell: usize) -> Option<Gap> {
        let power = self.power(cell);
        if power < SMALLEST * SMALLEST {
            return None;
        }
        let inside = (cell.saturating_sub(CLICK_CELLS), cell + CLICK_CELLS + 1);
        if power < self.largest(inside.0, inside.1) {
            return None;
        }
        let before = self.largest(cell.saturating_sub(AROUND_CELLS), inside.0);
        let after = self.largest(inside.1, cell + AROUND_CELLS + 1);
        let mut around = before.max(after);
        if power < STANDS_OUT * around {
            around = power / STANDS_OUT_BETWEEN;
            if !self.is_between_pulses(cell, around) {
                return None;
            }
        }
        let (quiet, sound) = (self.usual(cell, -1), self.usual(cell, 1));
        if sound - quiet > libm::log2f(BEGINS) {
            return None;
        }
        let edge = around.max(power / 400.0);
        let from = inside.0 * self.cell;
        let inner = self.residual.slice(from, (inside.1 - inside.0) * self.cell);
        let first = from + inner.iter().position(|r| r * r > edge)?;
        let longest = (2 * CLICK_CELLS + 1) * self.cell;
        Some((first.saturating_sub(self.cell / 2), first + longest))
    }
}

/// The largest of powers. `f32::max` asks for NaN, and is a call of a function in wasm.
fn largest(powers: impl Iterator<Item = f32>) -> f32 {
    powers.fold(0.0, |most, power| if power > most { power } else { most })
}

/// A predictor that also holds where the samples have no power at some frequencies.
fn steadied(correlation: &Correlation, order: usize) -> Predictor {
    let mut correlation = *correlation;
    correlation[0] = correlation[0] * (1.0 + 1e-7) + 1e-12;
    predict(&correlation, order)
}

/// Shortest and longest period of a voice, Hz, and the samples around a gap that are compared with their periods, in gaps.
const HIGHEST_HZ: u32 = 400;
const LOWEST_HZ: u32 = 65;
/// Steps in which a period is looked for first.
const COARSE: usize = 4;
/// Share of the power that the periods next to a sample must explain.
const PERIODIC: f64 = 0.5;

/// What the periods before and after say about each sample of a voice; zeros where the sound has no period.
fn periods_of(samples: &[f32], gap: &core::ops::Range<usize>, cell: usize) -> Vec<f64> {
    let second = cell * CELLS_PER_SECOND as usize;
    let (shortest, longest) = (second / HIGHEST_HZ as usize, second / LOWEST_HZ as usize);
    // The samples outside the gap, and whether a place has one; with room for a period on either side.
    let room = longest + COARSE;
    let (mut sound, mut known) = (
        vec![0.0; samples.len() + 2 * room],
        vec![0u8; samples.len() + 2 * room],
    );
    for (at, &x) in samples.iter().enumerate() {
        if !gap.contains(&at) {
            (sound[room + at], known[room + at]) = (f64::from(x), 1);
        }
    }
    let mean = |at: usize, period: usize| -> f64 {
        let (before, after) = (room + at - period, room + at + period);
        let share = match known[before] + known[after] {
            2 => 0.5,
            one_or_none => f64::from(one_or_none),
        };
        share * (sound[before] + sound[after])
    };
    let near = gap.start.saturating_sub(longest)..(gap.end + longest).min(samples.len());
    let outside = |step: usize| -> Vec<usize> {
        let places = near.clone().step_by(step);
        places.filter(|at| !gap.contains(at)).collect()
    };
    let all = outside(1);
    let whole: f64 = all.iter().map(|&at| f64::from(samples[at]).powi(2)).sum();
    // How much a period explains, and the share of it to take.
    let explained = |period: usize, places: &[usize]| -> (f64, f64) {
        let (mut product, mut own) = (0.0, 1e-30);
        for &at in places {
            let mean = mean(at, period);
            product += f64::from(samples[at]) * mean;
            own += mean * mean;
        }
        let share = (product / own).max(0.0);
        (share * product, share)
    };
    let best = |periods: core::ops::RangeInclusive<usize>, by: usize, places: &[usize]| {
        periods
            .step_by(by)
            .map(|period| (period, explained(period, places).0))
            .max_by(|a, b| a.1.total_cmp(&b.1))
            .map(|best| best.0)
    };
    let first = shortest.max(gap.len() + 1);
    let Some(period) = best(first..=longest, COARSE, &outside(COARSE))
        .and_then(|about| best(first.max(about - COARSE)..=about + COARSE, 1, &all))
    else {
        return vec![0.0; samples.len()];
    };
    let (explained, share) = explained(period, &all);
    if explained < PERIODIC * whole {
        return vec![0.0; samples.len()];
    }
    (0..samples.len())
        .map(|at| share * mean(at, period))
        .collect()
}

/// Replaces a click within `gap`: what the periods around do not explain becomes the samples that fit the predictor of their
/// surroundings best (A. J. E. M. Janssen, R. N. J. Veldhuis, L. B. Vries, IEEE Trans. ASSP 34(2), 1986). Both ends of
/// `samples` stay.
fn fill(samples: &mut [f32], gap: core::ops::Range<usize>, cell: usize) {
    let periods = periods_of(samples, &gap, cell);
    let mut rest: Vec<f32> = samples
        .iter()
        .zip(&periods)
        .map(|(x, period)| x - *period as f32)
        .collect();
    let Some(gap) = interpolate(&mut rest, gap) else {
        return;
    };
    for at in gap {
        samples[at] = rest[at] + periods[at] as f32;
    }
}

/// Interpolates the part of `gap` that surroundings do not predict, and answers it.
fn interpolate(
    samples: &mut [f32],
    mut gap: core::ops::Range<usize>,
) -> Option<core::ops::Range<usize>> {
    let mut correlation: Correlation = [0.0; MAX_ORDER + 1];
    for part in [&samples[..gap.start], &samples[gap.end..]] {
        correlate(part, FILLING_ORDER, &mut correlation);
    }
    let a = steadied(&correlation, FILLING_ORDER).polynomial;
    // It begins and ends where its surroundings predict the sound: whispers are predicted badly, so only means tell.
    let power = |at: usize| -> f64 {
        let past = samples[..=at].iter().rev();
        let sum: f64 = past.zip(&a).map(|(x, a)| f64::from(*x) * a).sum();
        sum * sum
    };
    let known = (FILLING_ORDER..gap.start).chain(gap.end + FILLING_ORDER..samples.len());
    let usual = known.clone().map(power).sum::<f64>() / known.count().max(1) as f64;
    let reach = gap.start.saturating_sub(END_REACH)..(gap.end + END_REACH).min(samples.len());
    let powers: Vec<f64> = reach.clone().map(power).collect();
    let around = |at: usize| -> f64 {
        let at = at - reach.start;
        let near = &powers[at.saturating_sub(END_REACH)..(at + END_REACH + 1).min(powers.len())];
        near.iter().sum::<f64>() / near.len() as f64
    };
    let begins = gap
        .clone()
        .find(|&at| powers[at - reach.start] > BEGINS_ABOVE * usual);
    let ends = gap
        .clone()
        .rev()
        .find(|&at| around(at) > ENDS_BELOW * usual);
    gap = begins?.saturating_sub(BEFORE).max(gap.start)..(ends? + 1).min(gap.end);
    if gap.is_empty() {
        return None;
    }
    let lags: Vec<f64> = (0..=FILLING_ORDER)
        .map(|lag| (lag..=FILLING_ORDER).map(|j| a[j] * a[j - lag]).sum())
        .collect();
    let known = |at: usize, lag: isize| -> f64 {
        match usize::try_from(at as isize + lag) {
            Ok(place) if !gap.contains(&place) => {
                samples.get(place).copied().map_or(0.0, f64::from)
            }
            _ => 0.0,
        }
    };
    let reach = FILLING_ORDER as isize;
    let wanted: Vec<f64> = gap
        .clone()
        .map(|at| {
            -(-reach..=reach)
                .map(|lag| lags[lag.unsigned_abs()] * known(at, lag))
                .sum::<f64>()
        })
        .collect();
    for (sample, value) in samples[gap.clone()].iter_mut().zip(solved(&lags, &wanted)) {
        *sample = value as f32;
    }
    Some(gap)
}

/// Solves T x = y for a symmetric Toeplitz matrix (N. Levinson, J. Math. Phys. 25, 1947); `lags` beyond its end are 0.
fn solved(lags: &[f64], y: &[f64]) -> Vec<f64> {
    let lag = |n: usize| lags.get(n).copied().unwrap_or(0.0);
    let mut x: Vec<f64> = Vec::with_capacity(y.len());
    // The solution of T f = (error, 0, 0, …).
    let mut f = vec![1.0];
    let mut error = lag(0).max(1e-30);
    for (n, &wanted) in y.iter().enumerate() {
        if n > 0 {
            let sum: f64 = f.iter().enumerate().map(|(i, f)| f * lag(n - i)).sum();
            let k = -sum / error;
            f.push(0.0);
            let turned: Vec<f64> = f.iter().rev().copied().collect();
            for (f, turned) in f.iter_mut().zip(turned) {
                *f += k * turned;
            }
            error = (error * (1.0 - k * k)).max(1e-30);
        }
        let reached: f64 = x.iter().enumerate().map(|(i, x)| x * lag(n - i)).sum();
        let step = (wanted - reached) / error;
        x.push(0.0);
        for (x, f) in x.iter_mut().zip(f.iter().rev()) {
            *x += step * f;
        }
    }
    x
}

/// Replaces clicks in all channels where the mean of all shows them; a stage of 60 ms latency.
#[derive(Debug)]
pub struct ClickRemover {
    finder: ClickFinder,
    channels: Vec<History>,
    middle: Vec<f32>,
    gaps: Vec<Gap>,
    learning: usize,
    given: usize,
}

impl ClickRemover {
    /// At the rate of the blocks.
    pub fn new(sample_rate_hz: u32, channels: usize) -> Self {
        let finder = ClickFinder::new(sample_rate_hz);
        Self {
            learning: LEARNING_CELLS * finder.cell,
            finder,
            channels: vec![History::default(); channels],
            middle: Vec::new(),
            gaps: Vec::new(),
            given: 0,
        }
    }

    /// Fills the gaps whose surroundings are known and appends what will not change to `out`.
    fn give(&mut self, end: usize, out: &mut PcmBlock) {
        let Self {
            channels,
            gaps,
            learning,
            ..
        } = self;
        let have = channels.first().map_or(0, History::end);
        gaps.retain(|&(first, last)| {
            if have < (last + *learning).min(end) {
                return true;
            }
            for channel in channels.iter_mut() {
                // So much before a gap is kept until it is filled.
                let start = first.saturating_sub(*learning);
                let last = last.min(have);
                let part = channel.slice_mut(start, last + *learning - start);
                if last > first && last - start <= part.len() {
                    fill(part, first - start..last - start, self.finder.cell);
                }
            }
            false
        });
        let ready = gaps
            .first()
            .map_or(self.finder.known(), |gap| gap.0.min(self.finder.known()))
            .min(have)
            .max(self.given);
        let planes: Vec<&[f32]> = channels
            .iter()
            .map(|channel| channel.slice(self.given, ready - self.given))
            .collect();
        out.append(&planes);
        self.given = ready;
        for channel in channels {
            channel.forget(ready.saturating_sub(2 * *learning));
        }
    }
}

impl Stage for ClickRemover {
    fn push(&mut self, block: &PcmBlock, out: &mut PcmBlock) {
        middle_of(block, &mut self.middle);
        for (index, channel) in self.channels.iter_mut().enumerate() {
            let finite = |&x: &f32| if x.is_finite() { x } else { 0.0 };
            let samples: Vec<f32> = block.channel(index).iter().map(finite).collect();
            channel.push(&samples);
        }
        let gaps = &mut self.gaps;
        self.finder.push(&self.middle, |gap| gaps.push(gap));
        self.give(usize::MAX, out);
    }

    fn finish(&mut self, out: &mut PcmBlock) {
        let end = self.channels.first().map_or(0, History::end);
        let gaps = &mut self.gaps;
        self.finder.finish(|gap| gaps.push(gap));
        self.give(end, out);
    }

    fn grid(&self) -> Option<u64> {
        Some((HOP_CELLS * self.finder.cell) as u64)
    }
}

/// Writes the mean of all channels to `middle`. NaN and infinite samples count as silence.
pub fn middle_of(block: &PcmBlock, middle: &mut Vec<f32>) {
    middle.clear();
    middle.resize(block.frames(), 0.0);
    let share = 1.0 / block.channel_count().max(1) as f32;
    for index in 0..block.channel_count() {
        for (sum, sample) in middle.iter_mut().zip(block.channel(index)) {
            *sum += if sample.is_finite() {
                sample * share
            } else {
                0.0
            };
        }
    }
}
