//! Louder and softer areas. Between two gains the amplitude follows half a period of a raised cosine, 10 ms long.

use core::ops::Range;

use super::stage::Stage;
use crate::pcm::PcmBlock;

/// Half of a ramp in seconds.
const HALF_RAMP_SECONDS: f64 = 0.005;

/// An area of the source and its gain.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct AreaGain {
    start_seconds: f64,
    end_seconds: f64,
    db: f64,
}

impl AreaGain {
    /// Gains that are accepted, dB.
    const DB: core::ops::RangeInclusive<f64> = -12.0..=6.0;

    /// Seconds of the source. `None` when a bound or the gain, −12 to 6 dB, is not valid.
    pub fn new(start_seconds: f64, end_seconds: f64, db: f64) -> Option<Self> {
        let is_valid =
            start_seconds >= 0.0 && end_seconds >= start_seconds && Self::DB.contains(&db);
        is_valid.then_some(Self {
            start_seconds,
            end_seconds,
            db,
        })
    }

    /// Whether it makes its area louder.
    pub fn raises(&self) -> bool {
        self.db > 0.0
    }
}

/// A change of the amplitude, in the middle of its ramp.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Step {
    /// Frame of the kept audio.
    at: u64,
    /// Amplitude after it.
    to: f64,
}

/// Applies [`AreaGain`]s; outside the areas nothing changes. The ramp between two areas that touch is around the
/// bound, any other is outside its area. Where the sound in between is cut, it is around the cut.
pub struct AreaGains {
    steps: Vec<Step>,
    half_ramp: u64,
    /// Steps whose ramps ended before `frame`.
    passed: usize,
    /// Amplitude before the first step.
    first: f64,
    /// Next frame.
    frame: u64,
    changed: PcmBlock,
}

impl AreaGains {
    /// For the frames `kept` of a source, one range after the other. Areas are in time order.
    pub fn new(areas: &[AreaGain], kept: &[Range<u64>], sample_rate_hz: u32) -> Self {
        let rate = f64::from(sample_rate_hz);
        let half_ramp = ((HALF_RAMP_SECONDS * rate).round() as u64).max(1);
        let mut steps = in_source(areas, rate, half_ramp);
        into_kept(&mut steps, kept);
        let total = kept.iter().fold(0u64, |sum, range| {
            sum.saturating_add(range.end - range.start)
        });
        let before = steps.partition_point(|step| step.at == 0);
        let first = before
            .checked_sub(1)
            .map_or(1.0, |last: usize| steps[last].to);
        steps.drain(..before);
        steps.truncate(steps.partition_point(|step| step.at < total));
        Self {
            steps,
            half_ramp,
            passed: 0,
            first,
            frame: 0,
            changed: PcmBlock::new(),
        }
    }

    /// The amplitude behind the first `steps` steps.
    fn after(&self, steps: usize) -> f64 {
        steps
            .checked_sub(1)
            .map_or(self.first, |last| self.steps[last].to)
    }

    /// The amplitude of the next frame, and for how many frames, `limit` at most.
    fn next(&mut self, limit: usize) -> (f32, usize) {
        let (frame, half) = (self.frame, self.half_ramp);
        while let Some(step) = self.steps.get(self.passed) {
            if frame < step.at.saturating_add(half) {
                break;
            }
            self.passed += 1;
        }
        let mut gain = self.after(self.passed);
        let mut level = gain;
        let mut frames = limit;
        for step in &self.steps[self.passed..] {
            let until_ramp = step.at.saturating_sub(frame + half);
            if until_ramp > 0 {
                frames = usize::try_from(until_ramp).map_or(frames, |until| until.min(frames));
                break;
            }
            frames = 1;
            let share = ((frame + half - step.at) as f64 + 0.5) / (2 * half) as f64;
            let sine = libm::sin(share * core::f64::consts::FRAC_PI_2);
            gain += (step.to - level) * sine * sine;
            level = step.to;
        }
        (gain as f32, frames)
    }
}

impl Stage for AreaGains {
    fn push(&mut self, block: &PcmBlock, out: &mut PcmBlock) {
        self.changed.reset(block.channel_count(), 0);
        self.changed.append(&block.planes());
        let mut from = 0;
        while from < block.frames() {
            let (gain, frames) = self.next(block.frames() - from);
            for channel in 0..block.channel_count() {
                for sample in &mut self.changed.channel_mut(channel)[from..from + frames] {
                    *sample *= gain;
                }
            }
            from += frames;
            self.frame += frames as u64;
        }
        out.append(&self.changed.planes());
    }

    fn finish(&mut self, _out: &mut PcmBlock) {}

    fn grid(&self) -> Option<u64> {
        Some(1)
    }

    fn enter(&mut self, frame: u64) {
        self.frame = frame;
    }
}

/// The steps at the bounds of the areas, in frames of the source.
fn in_source(areas: &[AreaGain], rate: f64, half_ramp: u64) -> Vec<Step> {
    // `as` saturates: far past the end is the largest frame there is.
    let frame = |seconds: f64| (seconds * rate).round() as u64;
    let mut steps: Vec<Step> = Vec::with_capacity(2 * areas.len());
    let mut end_before = None;
    for (index, area) in areas.iter().enumerate() {
        let (start, end) = (frame(area.start_seconds), frame(area.end_seconds));
        let gap_middle = |from: u64, to: u64| from + to.saturating_sub(from) / 2;
        let rise = match end_before {
            Some(before) => start
                .saturating_sub(half_ramp)
                .max(gap_middle(before, start)),
            None => start.saturating_sub(half_ramp),
        };
        let next = areas.get(index + 1).map(|next| frame(next.start_seconds));
        let fall = end.saturating_add(half_ramp);
        let fall = next.map_or(fall, |next| fall.min(gap_middle(end, next)));
        steps.push(Step {
            at: rise,
            to: libm::pow(10.0, area.db / 20.0),
        });
        steps.push(Step { at: fall, to: 1.0 });
        end_before = Some(end);
    }
    steps
}

/// The steps in frames of the kept audio; those in a cut are where it was.
fn into_kept(steps: &mut [Step], kept: &[Range<u64>]) {
    let mut ranges = kept.iter().peekable();
    let mut before = 0u64;
    for step in steps {
        while let Some(range) = ranges.next_if(|range| range.end <= step.at) {
            before = before.saturating_add(range.end - range.start);
        }
        let within = ranges
            .peek()
            .map_or(0, |range| step.at.saturating_sub(range.start));
        step.at = before.saturating_add(within);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RATE_HZ: u32 = 1_000;
    const HALF: i64 = 5;

    fn areas(given: &[(f64, f64, f64)]) -> Vec<AreaGain> {
        let area = |&(start, end, db): &(f64, f64, f64)| AreaGain::new(start, end, db).unwrap();
        given.iter().map(area).collect()
    }

    /// Ones through the stage, pushed in pieces.
    fn gains(areas: &[AreaGain], kept: &[Range<u64>], piece: usize) -> Vec<f32> {
        let frames: u64 = kept.iter().map(|range| range.end - range.start).sum();
        let mut stage = AreaGains::new(areas, kept, RATE_HZ);
        let (mut block, mut out) = (PcmBlock::new(), PcmBlock::new());
        out.reset(2, 0);
        for from in (0..frames as usize).step_by(piece) {
            block.reset(2, piece.min(frames as usize - from));
            block.channel_mut(0).fill(1.0);
            block.channel_mut(1).fill(1.0);
            stage.push(&block, &mut out);
        }
        stage.finish(&mut out);
        assert_eq!(out.channel(0), out.channel(1));
        out.channel(0).to_vec()
    }

    /// Frame by frame: every step of the whole list adds its share of the change.
    fn slowly(steps: &[(i64, f64)], first: f64, frames: usize) -> Vec<f32> {
        let gain = |frame: usize| {
            let mut level = first;
            let mut gain = first;
            for &(at, to) in steps {
                let share = ((frame as i64 - at + HALF) as f64 + 0.5) / (2 * HALF) as f64;
                let share = share.clamp(0.0, 1.0);
                gain += (to - level) * (1.0 - (share * std::f64::consts::PI).cos()) / 2.0;
                level = to;
            }
            gain as f32
        };
        (0..frames).map(gain).collect()
    }

    fn assert_near(actual: &[f32], expected: &[f32]) {
        assert_eq!(actual.len(), expected.len());
        for (frame, (a, b)) in actual.iter().zip(expected).enumerate() {
            assert!((a - b).abs() < 1e-6, "frame {frame}: {a}, expected {b}");
        }
    }

    fn amplitude(db: f64) -> f64 {
        10f64.powf(db / 20.0)
    }

    #[test]
    fn areas_that_touch_share_one_ramp_and_others_have_theirs_outside() {
        let list = areas(&[(0.1, 0.2, -12.0), (0.2, 0.3, 6.0), (0.4, 0.5, -3.0)]);
        let expected = slowly(
            &[
                (95, amplitude(-12.0)),
                (200, amplitude(6.0)),
                (305, 1.0),
                (395, amplitude(-3.0)),
                (505, 1.0),
            ],
            1.0,
            600,
        );
        let whole = gains(&list, core::slice::from_ref(&(0..600)), 600);
        assert_near(&whole, &expected);
        // An area that touches none has its gain from its first to its last frame.
        assert!(whole[400..500].iter().all(|&x| x == amplitude(-3.0) as f32));
        assert!(whole[310..390].iter().all(|&x| x == 1.0));
        for piece in [1, 7, 99, 100, 101] {
            assert_eq!(
                gains(&list, core::slice::from_ref(&(0..600)), piece),
                whole,
                "pieces of {piece}"
            );
        }
    }

    #[test]
    fn a_cut_between_two_areas_has_one_ramp_around_it() {
        let list = areas(&[(0.1, 0.2, -6.0), (0.5, 0.6, 4.0)]);
        let expected = slowly(&[(100, amplitude(4.0))], amplitude(-6.0), 200);
        assert_near(&gains(&list, &[100..200, 500..600], 64), &expected);
    }

    #[test]
    fn what_is_kept_begins_and_ends_with_the_gain_of_its_area() {
        let list = areas(&[(0.1, 0.4, -6.0)]);
        let kept = gains(&list, core::slice::from_ref(&(200..300)), 64);
        assert!(kept.iter().all(|&x| x == amplitude(-6.0) as f32));
        // Also where the area ends with what is kept, and the source goes on.
        let kept = gains(&list, core::slice::from_ref(&(100..400)), 64);
        assert!(kept.iter().all(|&x| x == amplitude(-6.0) as f32));
    }

    #[test]
    fn areas_shorter_than_a_ramp_stay_between_their_gains() {
        let list = areas(&[
            (0.1, 0.102, -12.0),
            (0.102, 0.104, 6.0),
            (0.107, 0.108, -12.0),
            (0.5, 0.5, 6.0),
        ]);
        let all = gains(&list, core::slice::from_ref(&(0..600)), 600);
        let (low, high) = (amplitude(-12.0) as f32, amplitude(6.0) as f32);
        assert!(all.iter().all(|&x| (low..=high).contains(&x)));
        let steepest = all.windows(2).map(|pair| (pair[1] - pair[0]).abs());
        // 18 dB over 10 frames, a raised cosine at its steepest.
        let limit = (high - low) * std::f32::consts::FRAC_PI_2 / (2 * HALF) as f32;
        assert!(steepest.fold(0.0, f32::max) <= limit + 1e-6);
    }

    #[test]
    fn gains_and_bounds_that_are_not_valid_are_refused() {
        for (start, end, db) in [
            (0.0, 1.0, 6.1),
            (0.0, 1.0, -12.1),
            (0.0, 1.0, f64::NAN),
            (-1.0, 1.0, 0.0),
            (2.0, 1.0, 0.0),
            (0.0, f64::NAN, 0.0),
        ] {
            assert_eq!(AreaGain::new(start, end, db), None);
        }
        assert!(AreaGain::new(0.0, f64::INFINITY, -12.0).is_some());
    }
}
