//! Test signals.

/// A sine of `hz` at `rate`, `frames` long.
pub fn sine(hz: f64, amplitude: f64, rate: u32, frames: usize) -> Vec<f32> {
    (0..frames)
        .map(|n| {
            let phase = 2.0 * std::f64::consts::PI * hz * n as f64 / f64::from(rate);
            (amplitude * phase.sin()) as f32
        })
        .collect()
}

/// Tones, noise bursts, clicks and silence, different in each channel.
pub fn busy(frames: usize, channels: usize) -> Vec<Vec<f32>> {
    (0..channels)
        .map(|channel| {
            let mut state = 12_345u32 + channel as u32;
            (0..frames)
                .map(|n| {
                    state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                    let noise = (state >> 8) as f32 / 8_388_608.0 - 1.0;
                    let t = n as f32 / 44_100.0;
                    let part = n / 3_000 % 5;
                    let tone =
                        (t * 2_764.6).sin() * 0.3 + (t * 7_000.0 + channel as f32).sin() * 0.1;
                    match part {
                        0 => tone,
                        1 => tone * 0.3 + noise * 0.2,
                        2 => tone * 0.5 + if n % 1_500 < 60 { noise * 0.6 } else { 0.0 },
                        3 => 0.0,
                        _ => noise * 0.05 + tone,
                    }
                })
                .collect()
        })
        .collect()
}

/// White noise within ±1, the same every time.
pub fn white(frames: usize) -> Vec<f32> {
    let mut state = 12_345u32;
    (0..frames)
        .map(|_| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 8) as f32 / 8_388_608.0 - 1.0
        })
        .collect()
}
