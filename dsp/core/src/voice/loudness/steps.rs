//! Loudness over time in little room: 20 bytes a second, in stretches that are never moved.

use crate::analysis::loudness::{energy_at, lufs_of};

/// Levels of one stretch: about 7 minutes.
const STRETCH: usize = 4_096;
/// The lowest level above silence, LUFS.
const LOWEST_LUFS: f64 = -100.0;
/// Levels per LU.
const RESOLUTION: f64 = 100.0;

/// Loudness of every 100 ms, to a hundredth of an LU.
#[derive(Debug, Default)]
pub struct Steps {
    stretches: Vec<Vec<u16>>,
}

impl Steps {
    /// Adds the mean weighted energy of the next step.
    pub fn add(&mut self, energy: f64) {
        let above = lufs_of(energy.max(1e-30)) - LOWEST_LUFS;
        // `as` saturates: absurd levels stay levels.
        let level = (above.max(0.0) * RESOLUTION).round() as u16;
        match self.stretches.last_mut() {
            Some(stretch) if stretch.len() < STRETCH => stretch.push(level),
            _ => {
                let mut stretch = Vec::with_capacity(STRETCH);
                stretch.push(level);
                self.stretches.push(stretch);
            }
        }
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.stretches.iter().map(Vec::len).sum()
    }

    /// Mean weighted energy of one step; 0 where there is none.
    pub fn energy(&self, step: usize) -> f64 {
        let level = self
            .stretches
            .get(step / STRETCH)
            .and_then(|stretch| stretch.get(step % STRETCH));
        match level {
            None | Some(0) => 0.0,
            Some(&level) => energy_at(f64::from(level) / RESOLUTION + LOWEST_LUFS),
        }
    }
}
