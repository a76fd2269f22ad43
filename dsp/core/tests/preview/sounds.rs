//! Recordings to preview: speakers, whispers, music, silence.

use crate::support::Random;

/// Low: the sound here is below 3.4 kHz, as on a telephone, and 20 minutes are generated quickly.
pub const RATE: u32 = 8_000;

/// Who speaks: pitch in Hz, and formants of three vowels.
pub struct Speaker {
    hz: f32,
    vowels: [[f32; 3]; 3],
}

pub const ANNA: Speaker = Speaker {
    hz: 205.0,
    vowels: [
        [850.0, 1_220.0, 2_810.0],
        [310.0, 2_790.0, 3_310.0],
        [500.0, 1_640.0, 2_700.0],
    ],
};
pub const BEN: Speaker = Speaker {
    hz: 110.0,
    vowels: [
        [640.0, 1_190.0, 2_390.0],
        [270.0, 2_290.0, 3_010.0],
        [300.0, 870.0, 2_240.0],
    ],
};

pub fn noise(random: &mut Random) -> f32 {
    random.below(1 << 24) as f32 / (1 << 23) as f32 - 1.0
}

pub fn frames(seconds: f64) -> usize {
    (seconds * f64::from(RATE)) as usize
}

/// Syllables of changing length and strength; without a pitch it is a whisper.
pub fn speech(who: &Speaker, seconds: f64, level: f32, voiced: bool, seed: u64) -> Vec<f32> {
    let mut random = Random(seed);
    let mut memory = [0.0f32; 6];
    let (mut phase, mut left, mut length) = (0.0, 0, 1);
    let (mut vowel, mut strength) = (0, 1.0);
    (0..frames(seconds))
        .map(|n| {
            if left == 0 {
                length = frames(0.14 + 0.001 * random.below(160) as f64);
                left = length;
                vowel = random.below(3) as usize;
                strength = 0.5 + 0.5 * random.below(100) as f32 / 100.0;
            }
            left -= 1;
            let t = n as f32 / RATE as f32;
            phase += who.hz * (1.0 + 0.12 * (t * 1.7).sin()) / RATE as f32;
            let breath = noise(&mut random);
            let mut source = if voiced { 0.03 * breath } else { 0.4 * breath };
            if phase >= 1.0 {
                phase -= 1.0;
                source += if voiced { 1.0 } else { 0.0 };
            }
            let mut sum = 0.0;
            for (i, hz) in who.vowels[vowel].iter().enumerate() {
                let r = (-core::f32::consts::PI * (60.0 + 40.0 * i as f32) / RATE as f32).exp();
                let c = 2.0 * r * (core::f32::consts::TAU * hz / RATE as f32).cos();
                let y = (1.0 - r) * source + c * memory[2 * i] - r * r * memory[2 * i + 1];
                memory[2 * i + 1] = memory[2 * i];
                memory[2 * i] = y;
                sum += y;
            }
            let within = left as f32 / length as f32;
            level * strength * (core::f32::consts::PI * within).sin() * sum.clamp(-0.9, 0.9)
        })
        .collect()
}

/// Chords that ring, two a second.
pub fn music(seconds: f64, level: f32) -> Vec<f32> {
    let mut random = Random(11);
    let mut out = vec![0.0; frames(seconds)];
    for start in (0..out.len()).step_by(frames(0.5)) {
        for _ in 0..3 {
            let hz = 220.0 * 2f32.powf(random.below(13) as f32 / 12.0);
            for (n, sample) in out[start..].iter_mut().take(frames(1.5)).enumerate() {
                let t = n as f32 / RATE as f32;
                *sample += level
                    * (20.0 * t).min(1.0)
                    * (-1.2 * t).exp()
                    * (core::f32::consts::TAU * hz * t).sin();
            }
        }
    }
    out
}

pub fn silence(seconds: f64) -> Vec<f32> {
    vec![0.0; frames(seconds)]
}

pub fn put(into: &mut [f32], at: f64, what: &[f32]) {
    into[frames(at)..][..what.len()].copy_from_slice(what);
}

pub fn add_room(samples: &mut [f32], db: f32) {
    let mut random = Random(5);
    let amplitude = 10f32.powf(db / 20.0) * 3f32.sqrt();
    for sample in samples {
        *sample += amplitude * noise(&mut random);
    }
}
