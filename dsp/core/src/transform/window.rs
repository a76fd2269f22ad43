//! Window functions, periodic form (the one for spectra).

use super::unit_circle;
use super::MAX_FFT_SIZE;

/// Blackman window with α = 0.16, as the Web Audio API's AnalyserNode applies it
/// (Web Audio API §1.8.6 "FFT Windowing and Smoothing over Time"). `window.len()` is a power of
/// two from 4 to [`MAX_FFT_SIZE`]; a longer slice is filled up to that size.
pub fn blackman(window: &mut [f32]) {
    let size = window.len().min(MAX_FFT_SIZE);
    let mut cosines = [0.0; MAX_FFT_SIZE];
    let mut sines = [0.0; MAX_FFT_SIZE];
    unit_circle::fill(size, &mut cosines, &mut sines);
    const ALPHA: f32 = 0.16;
    for (value, cosine) in window.iter_mut().zip(cosines) {
        // cos 2x = 2 cos² x - 1
        let double = 2.0 * cosine * cosine - 1.0;
        *value = (1.0 - ALPHA) / 2.0 - 0.5 * cosine + ALPHA / 2.0 * double;
    }
}

/// Samples of a frame of about 20 ms, at which the syllables of a voice stay separate.
pub fn short_size(sample_rate_hz: u32) -> usize {
    match sample_rate_hz {
        0..24_000 => 512,
        24_000..64_000 => 1_024,
        _ => 2_048,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blackman_follows_the_web_audio_formula() {
        for size in [512, 1024, 2048] {
            let mut window = vec![0.0; size];
            blackman(&mut window);
            for (n, value) in window.iter().enumerate() {
                let x = core::f64::consts::TAU * n as f64 / size as f64;
                let expected = 0.42 - 0.5 * x.cos() + 0.08 * (2.0 * x).cos();
                assert!((f64::from(*value) - expected).abs() < 2e-7, "{n} of {size}");
            }
        }
    }
}
