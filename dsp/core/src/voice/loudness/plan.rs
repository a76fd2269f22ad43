//! The result of the passes: plain data, stored with the edit.

use core::ops::Range;

/// No true peak of a finished file is above this, dBTP.
pub const CEILING_DBTP: f64 = -1.5;

/// A point of the lifting curve.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LiftPoint {
    /// Seconds from the start of the source.
    pub at_seconds: f64,
    /// Gain at that time, 0…9 dB.
    pub db: f64,
}

/// How the kept regions reach their target.
#[derive(Debug, Clone, PartialEq)]
pub struct LoudnessPlan {
    /// Integrated loudness of the unchanged regions; `None` for silence, which stays unchanged.
    pub measured_lufs: Option<f64>,
    /// Their true peak; `None` for digital silence.
    pub true_peak_dbtp: Option<f64>,
    /// Their result.
    pub target_lufs: f64,
    /// For everything, before the limiter.
    pub gain_db: f64,
    /// In time order; between two points a straight line in decibels, before the first and after the last flat.
    pub lift: Vec<LiftPoint>,
}

impl LoudnessPlan {
    /// The plan for silence.
    pub fn nothing(channels: usize) -> Self {
        Self {
            measured_lufs: None,
            true_peak_dbtp: None,
            target_lufs: Self::target_lufs(channels),
            gain_db: 0.0,
            lift: Vec::new(),
        }
    }

    /// The plan for the same sound at a level that is `db` higher.
    pub fn moved(self, db: f64) -> Self {
        Self {
            measured_lufs: self.measured_lufs.map(|lufs| lufs + db),
            true_peak_dbtp: self.true_peak_dbtp.map(|peak| peak + db),
            gain_db: self.gain_db - db,
            ..self
        }
    }

    /// −19 LUFS for one channel; −16 for two, which play the same sound 3 dB louder (AES TD1008 for speech).
    pub fn target_lufs(channels: usize) -> f64 {
        if channels == 1 {
            -19.0
        } else {
            -16.0
        }
    }
}

/// Second `at` of the kept audio as a second of its source.
pub fn in_source(kept: &[Range<u64>], frame: u64) -> u64 {
    let mut left = frame;
    for range in kept {
        let length = range.end - range.start;
        if left <= length {
            return range.start + left;
        }
        left -= length;
    }
    kept.last().map_or(frame, |range| range.end)
}

/// The curve in frames of the kept audio, so that a stage does not need the source.
pub fn in_kept(kept: &[Range<u64>], lift: &[LiftPoint], sample_rate_hz: u32) -> Vec<(u64, f64)> {
    let rate = f64::from(sample_rate_hz);
    let mut points: Vec<(u64, f64)> = Vec::new();
    let mut before = 0u64;
    let mut next = 0;
    for range in kept {
        let seconds = |frame: u64| frame as f64 / rate;
        points.push((before, at(lift, seconds(range.start))));
        while next < lift.len() && lift[next].at_seconds <= seconds(range.start) {
            next += 1;
        }
        while next < lift.len() && lift[next].at_seconds < seconds(range.end) {
            let frame = (lift[next].at_seconds * rate).round() as u64;
            points.push((before + frame.saturating_sub(range.start), lift[next].db));
            next += 1;
        }
        before = before.saturating_add(range.end - range.start);
        points.push((before, at(lift, seconds(range.end))));
    }
    if lift.is_empty() {
        points.clear();
    }
    points
}

/// The curve at one time.
fn at(lift: &[LiftPoint], seconds: f64) -> f64 {
    let after = lift.partition_point(|point| point.at_seconds <= seconds);
    match (after.checked_sub(1).map(|i| lift[i]), lift.get(after)) {
        (Some(a), Some(b)) => {
            let share = (seconds - a.at_seconds) / (b.at_seconds - a.at_seconds);
            a.db + share * (b.db - a.db)
        }
        (Some(only), None) => only.db,
        (None, Some(only)) => only.db,
        (None, None) => 0.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_curve_of_the_source_is_read_where_regions_are_kept() {
        let lift = [(1.0, 0.0), (2.0, 6.0), (4.0, 6.0)]
            .map(|(at_seconds, db)| LiftPoint { at_seconds, db });
        let kept = [500..1_500, 3_000..6_000];
        assert_eq!(
            in_kept(&kept, &lift, 1_000),
            [
                (0, 0.0),
                (500, 0.0),
                (1_000, 3.0),
                (1_000, 6.0),
                (2_000, 6.0),
                (4_000, 6.0)
            ]
        );
        assert_eq!(in_kept(&kept, &[], 1_000), []);
        assert_eq!(
            [0, 999, 1_001, 3_900].map(|at| in_source(&kept, at)),
            [500, 1_499, 3_001, 5_900]
        );
    }
}
