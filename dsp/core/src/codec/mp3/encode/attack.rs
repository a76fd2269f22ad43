//! Attack detector: where the high-frequency energy jumps, a granule is coded in short windows so
//! that its noise does not run ahead of the sound.

use super::math::larger;

/// Samples per energy reading, 1.3–2 ms.
const STEP_FRAMES: usize = 64;
/// Readings per granule.
const STEPS: usize = 9;
/// Readings looked back over: more than a period of the deepest voice, so that glottal pulses do
/// not count as attacks.
const MEMORY: usize = 10;
/// Jump of energy that counts, 9 dB.
const JUMP: f32 = 8.0;
/// Energy of a reading that cannot be heard as an attack: the second difference of −80 dBFS noise.
const FLOOR: f32 = 64.0 * 6e-8;

/// Samples before its granule's first at which a granule's zone begins: attacks from here on lie
/// under the flat or the short part of the windows (see [`super::mdct::BlockType`]).
pub const ZONE_START_FRAMES: usize = 432;
/// Length of a zone.
pub const ZONE_FRAMES: usize = STEP_FRAMES * STEPS;

/// Remembers the recent energies of one channel.
#[derive(Debug, Clone)]
pub struct AttackDetector {
    recent: [f32; MEMORY],
    at: usize,
}

impl AttackDetector {
    /// Starts in silence.
    pub fn new() -> Self {
        Self {
            recent: [0.0; MEMORY],
            at: 0,
        }
    }

    /// Reads the next zone: two samples of the previous zone, then [`ZONE_FRAMES`]. True when it
    /// holds an attack.
    #[inline(never)]
    pub fn read(&mut self, samples: &[f32]) -> bool {
        let mut attacked = false;
        for step in 0..STEPS {
            let from = step * STEP_FRAMES;
            let mut sums = [0.0f32; 4];
            for at in (from..from + STEP_FRAMES).step_by(4) {
                for (lane, sum) in sums.iter_mut().enumerate() {
                    let n = at + lane;
                    let second = samples[n] - 2.0 * samples[n + 1] + samples[n + 2];
                    *sum += second * second;
                }
            }
            let energy = (sums[0] + sums[1]) + (sums[2] + sums[3]);
            let before = self.recent.into_iter().fold(FLOOR, larger);
            attacked |= energy > JUMP * before;
            self.recent[self.at] = energy;
            self.at = (self.at + 1) % MEMORY;
        }
        attacked
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn zones(signal: impl Fn(usize) -> f32, count: usize) -> Vec<bool> {
        let samples: Vec<f32> = (0..count * ZONE_FRAMES + 2).map(signal).collect();
        let mut detector = AttackDetector::new();
        (0..count)
            .map(|zone| detector.read(&samples[zone * ZONE_FRAMES..(zone + 1) * ZONE_FRAMES + 2]))
            .collect()
    }

    #[test]
    fn a_click_in_a_tone_is_an_attack_and_the_tone_is_not() {
        let found = zones(
            |n| 0.3 * (n as f32 * 0.05).sin() + if n == 3000 { 0.5 } else { 0.0 },
            10,
        );
        let expected: Vec<bool> = (0..10).map(|zone| zone == 2998 / ZONE_FRAMES).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn pulses_of_a_voice_are_no_attacks() {
        let found = zones(
            |n| {
                let since = (n % 441) as f32;
                (-since / 60.0).exp() * (since * 0.3).sin()
            },
            12,
        );
        assert!(found[2..].iter().all(|attack| !attack), "{found:?}");
    }
}
