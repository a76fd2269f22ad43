//! The noise of the room: per band the least smoothed power within five seconds before and after (minimum statistics,
//! R. Martin, IEEE Trans. Speech and Audio Processing 9(5), 2001, with a window that looks both ways).

use std::collections::VecDeque;

use super::bands::{Row, BANDS};

/// Rows of the moving mean, 200 ms: long enough for the power of noise to hold still.
pub const MEAN_ROWS: usize = 20;
/// Those of them after the row it stands for.
const AFTER: usize = MEAN_ROWS / 2;
/// Rows whose minimum is kept as one.
const GROUP_ROWS: usize = 50;
/// Groups before and after: with its own, 10.5 s.
const GROUPS_ASIDE: usize = 10;
/// A band is never taken for quieter, −94 dBFS: codecs leave out bands of silence now and then.
const MIN_POWER: f32 = 4e-10;

/// A smoothed row, with the noise at its time.
pub struct Measured {
    /// Mean power of 200 ms around.
    pub power: Row,
    /// The noise in it.
    pub floor: Row,
    /// Power of the row itself, all bands.
    pub momentary: f32,
}

#[derive(Debug, Default)]
struct Group {
    rows: Vec<(Row, f32)>,
    least: Row,
}

/// Turns rows into measured rows, five seconds later.
#[derive(Debug, Default)]
pub struct NoiseFloor {
    /// The rows of the moving mean and their sum.
    window: VecDeque<Row>,
    sum: [f64; BANDS],
    pushed: usize,
    /// Rows whose mean was taken.
    averaged: usize,
    open: Group,
    groups: VecDeque<Group>,
    /// Group that is to be measured next.
    current: usize,
}

impl NoiseFloor {
    /// Adds a row; rows that can be measured by now go to `take`, in order.
    pub fn push(&mut self, row: Row, take: impl FnMut(Measured)) {
        for (sum, power) in self.sum.iter_mut().zip(row) {
            *sum += f64::from(power);
        }
        self.window.push_back(row);
        self.pushed += 1;
        if self.pushed > AFTER {
            self.add_mean(take);
        }
    }

    /// The rest.
    pub fn finish(&mut self, mut take: impl FnMut(Measured)) {
        while self.averaged < self.pushed {
            self.add_mean(&mut take);
        }
        self.close(&mut take);
        while self.current < self.groups.len() {
            self.measure(&mut take);
        }
    }

    /// Takes the mean around the next row: as many rows before and after as there are.
    fn add_mean(&mut self, take: impl FnMut(Measured)) {
        let mut first = self.pushed - self.window.len();
        while first + MEAN_ROWS - AFTER <= self.averaged {
            if let Some(left) = self.window.pop_front() {
                for (sum, power) in self.sum.iter_mut().zip(left) {
                    *sum -= f64::from(power);
                }
            }
            first += 1;
        }
        let count = self.window.len().max(1) as f64;
        let mean = self.sum.map(|sum| (sum.max(0.0) / count) as f32);
        let row = self.window.get(self.averaged - first);
        let momentary = row.map_or(0.0, |row| row.iter().sum());
        self.averaged += 1;
        if self.open.rows.is_empty() {
            self.open.least = mean;
        }
        for (least, power) in self.open.least.iter_mut().zip(mean) {
            *least = least.min(power);
        }
        self.open.rows.push((mean, momentary));
        if self.open.rows.len() == GROUP_ROWS {
            self.close(take);
        }
    }

    fn close(&mut self, take: impl FnMut(Measured)) {
        if self.open.rows.is_empty() {
            return;
        }
        self.groups.push_back(core::mem::take(&mut self.open));
        if self.groups.len() > self.current + GROUPS_ASIDE {
            self.measure(take);
        }
    }

    /// Returns the current group and drops samples that later groups don't need.
    fn measure(&mut self, mut take: impl FnMut(Measured)) {
        let mut floor = [f32::MAX; BANDS];
        for group in &self.groups {
            for (least, power) in floor.iter_mut().zip(group.least) {
                *least = least.min(power);
            }
        }
        let floor = floor.map(|power| power.max(MIN_POWER));
        for (power, momentary) in core::mem::take(&mut self.groups[self.current].rows) {
            take(Measured {
                power,
                floor,
                momentary,
            });
        }
        if self.current == GROUPS_ASIDE {
            self.groups.pop_front();
        } else {
            self.current += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_is_measured_once_against_the_least_around_it() {
        for count in [0, 1, 9, 10, 11, 49, 700, 2_000] {
            let mut floor = NoiseFloor::default();
            let mut got = Vec::new();
            // A dip of half a second every five seconds.
            let power = |n: usize| if n % 500 < 50 { 1e-6 } else { 1e-3 };
            for n in 0..count {
                floor.push([power(n); BANDS], |row| {
                    got.push((row.floor[0], row.power[0]))
                });
            }
            floor.finish(|row| got.push((row.floor[0], row.power[0])));
            assert_eq!(got.len(), count);
            assert!(
                got.iter().all(|&(floor, _)| (floor - 1e-6).abs() < 1e-9),
                "{count}"
            );
            if count > 600 {
                assert!((got[300].1 - 1e-3).abs() < 1e-9);
            }
        }
    }

    #[test]
    fn digital_silence_has_a_floor_too() {
        let mut floor = NoiseFloor::default();
        let mut rows = 0;
        for _ in 0..1_500 {
            floor.push([0.0; BANDS], |row| {
                rows += 1;
                assert_eq!(row.floor, [MIN_POWER; BANDS]);
            });
        }
        assert!(rows > 900 && rows < 1_500);
    }
}
