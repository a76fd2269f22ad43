//! Gain for whispers: slow, never in a pause, and less between words.

use std::collections::VecDeque;

use super::steps::Steps;
use crate::analysis::loudness::{energy_at, lufs_of};

/// Steps per second.
pub const STEPS_PER_SECOND: f64 = 10.0;
/// Steps before and after whose speech makes the level of a step: 3 s in all.
const ASIDE: usize = 15;
/// Steps of speech among them from which on there is a level.
const MIN_SPEECH: usize = 3;
/// Steps before and after among which the noise is looked for: 10 s in all.
const NOISE_ASIDE: usize = 50;
/// Speech is this far above the noise, as a factor of energy: 6 dB.
const SPEECH_FACTOR: f64 = 4.0;
/// Speech is louder than this, LUFS: the absolute gate of BS.1770.
const MIN_LUFS: f64 = -70.0;
/// Speech this far below the take as a whole is left as it is, LU: it is how people talk.
const KNEE_LU: f64 = 4.0;
/// The most a whisper is lifted, dB …
const MAX_DB: f64 = 9.0;
/// … and the most the noise between its words is, in the middle of a step: less than 6 dB in the mean of a gap,
/// whose ends belong to the slopes.
const GAP_DB: f64 = 4.0;
/// Steps from speech up to which a gap is between words, and from which on it is a pause.
const GAP_STEPS: usize = 3;
const PAUSE_STEPS: usize = 8;

/// Gain of every step in dB, given the loudness of all.
pub fn lift_of(steps: &Steps, integrated_lufs: f64) -> Vec<f32> {
    let count = steps.len();
    let is_speech = speech(steps);
    let mut lift = vec![0.0f32; count];
    let (mut sum, mut spoken) = (0.0, 0usize);
    let include = |step: usize| {
        if is_speech[step] {
            (steps.energy(step), 1)
        } else {
            (0.0, 0)
        }
    };
    for step in 0..(ASIDE.min(count)) {
        let (energy, one) = include(step);
        (sum, spoken) = (sum + energy, spoken + one);
    }
    for step in 0..count {
        if step + ASIDE < count {
            let (energy, one) = include(step + ASIDE);
            (sum, spoken) = (sum + energy, spoken + one);
        }
        if step > ASIDE {
            let (energy, one) = include(step - ASIDE - 1);
            (sum, spoken) = (sum - energy, spoken - one);
        }
        if spoken < MIN_SPEECH || sum <= 0.0 {
            continue;
        }
        let below = integrated_lufs - KNEE_LU - lufs_of(sum / spoken as f64);
        let wanted = below.clamp(0.0, MAX_DB);
        lift[step] = match distance(&is_speech, step) {
            0 => wanted,
            away if away <= GAP_STEPS => wanted.min(GAP_DB),
            away => {
                let left = PAUSE_STEPS.saturating_sub(away) as f64;
                wanted.min(GAP_DB) * left / (PAUSE_STEPS - GAP_STEPS) as f64
            }
        } as f32;
    }
    lift
}

/// Which steps are speech: well above the least that ten seconds around them have.
fn speech(steps: &Steps) -> Vec<bool> {
    let count = steps.len();
    // Ascending from the front: the front is the least of the window.
    let mut window: VecDeque<(usize, f64)> = VecDeque::new();
    let mut next = 0;
    (0..count)
        .map(|step| {
            while next < count && next <= step + NOISE_ASIDE {
                let energy = around(steps, next);
                while window.back().is_some_and(|&(_, least)| least >= energy) {
                    window.pop_back();
                }
                window.push_back((next, energy));
                next += 1;
            }
            while window
                .front()
                .is_some_and(|&(at, _)| at + NOISE_ASIDE < step)
            {
                window.pop_front();
            }
            let noise = window.front().map_or(0.0, |&(_, least)| least);
            steps.energy(step) > (noise * SPEECH_FACTOR).max(energy_at(MIN_LUFS))
        })
        .collect()
}

/// Mean of 300 ms: a single step of noise is no evidence.
fn around(steps: &Steps, step: usize) -> f64 {
    let from = step.saturating_sub(1);
    let to = (step + 2).min(steps.len());
    (from..to).map(|at| steps.energy(at)).sum::<f64>() / (to - from) as f64
}

/// Steps to the nearest one of speech, up to [`PAUSE_STEPS`].
fn distance(is_speech: &[bool], step: usize) -> usize {
    let at = |index: Option<usize>| {
        index
            .and_then(|i| is_speech.get(i))
            .copied()
            .unwrap_or(false)
    };
    (0..PAUSE_STEPS)
        .find(|&away| at(step.checked_sub(away)) || at(step.checked_add(away)))
        .unwrap_or(PAUSE_STEPS)
}

/// The corners of the curve: steps (at their middle) and gains, no further than this from every step, dB.
const CLOSE_DB: f32 = 0.25;
/// Steps a straight line may span.
const LONGEST_LINE: usize = 100;

/// As few points as the curve needs.
pub fn corners(lift: &[f32]) -> Vec<(usize, f32)> {
    let mut points: Vec<(usize, f32)> = Vec::new();
    if lift.iter().all(|&db| db == 0.0) {
        return points;
    }
    let mut from = 0;
    points.push((0, lift[0]));
    while from + 1 < lift.len() {
        let mut to = from + 1;
        while to + 1 < lift.len() && to - from < LONGEST_LINE && is_straight(lift, from, to + 1) {
            to += 1;
        }
        points.push((to, lift[to]));
        from = to;
    }
    // Flat stretches need their ends only.
    let mut kept: Vec<(usize, f32)> = Vec::with_capacity(points.len());
    for (index, &point) in points.iter().enumerate() {
        let is_inside = index > 0
            && points.get(index + 1).is_some_and(|next| next.1 == point.1)
            && points[index - 1].1 == point.1;
        if !is_inside {
            kept.push(point);
        }
    }
    kept
}

fn is_straight(lift: &[f32], from: usize, to: usize) -> bool {
    let slope = (lift[to] - lift[from]) / (to - from) as f32;
    (from + 1..to).all(|at| (lift[from] + slope * (at - from) as f32 - lift[at]).abs() <= CLOSE_DB)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Steps of these loudnesses, each repeated this many times.
    fn steps(runs: &[(usize, f64)]) -> Steps {
        let mut steps = Steps::default();
        for &(count, lufs) in runs {
            (0..count).for_each(|_| steps.add(energy_at(lufs)));
        }
        steps
    }

    #[test]
    fn a_whisper_is_lifted_its_gaps_by_less_a_pause_and_speech_not_at_all() {
        let mut runs = vec![(100, -20.0), (30, -65.0)];
        for _ in 0..10 {
            runs.extend([(8, -38.0), (4, -65.0)]);
        }
        runs.extend([(60, -65.0), (100, -20.0)]);
        let steps = steps(&runs);
        let lift = lift_of(&steps, -20.0);
        assert_eq!(lift.len(), steps.len());
        assert!(lift[..80].iter().all(|&db| db == 0.0));
        let whisper = &lift[160..210];
        assert!(whisper.iter().all(|&db| db <= 9.0) && whisper.contains(&9.0));
        for (step, &db) in lift.iter().enumerate() {
            if steps.energy(step) < energy_at(-60.0) {
                assert!(db <= GAP_DB as f32, "step {step}: {db} dB");
            }
        }
        // In the middle of the pauses.
        assert!(lift[110..120].iter().all(|&db| db == 0.0));
        assert!(lift[270..290].iter().all(|&db| db == 0.0));
    }

    #[test]
    fn corners_stay_close_to_the_curve() {
        let curve: Vec<f32> = (0..900)
            .map(|n| {
                if n < 300 {
                    0.0
                } else {
                    (4.0 + 4.0 * (n as f32 / 40.0).sin()).min(7.0)
                }
            })
            .collect();
        let points = corners(&curve);
        assert!(points.len() < 120, "{}", points.len());
        for pair in points.windows(2) {
            let [(from, a), (to, b)] = [pair[0], pair[1]];
            for (at, db) in curve.iter().enumerate().take(to + 1).skip(from) {
                let line = a + (b - a) * (at - from) as f32 / (to - from) as f32;
                assert!((line - db).abs() <= CLOSE_DB + 1e-4, "step {at}");
            }
        }
        assert_eq!(corners(&[0.0; 500]), []);
    }
}
