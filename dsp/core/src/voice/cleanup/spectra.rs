//! Spectra of overlapping frames, and the way back.

use crate::transform::{window, RealFft};

/// Spectra of frames of [`window::short_size`]; the next one begins half a frame later.
#[derive(Debug)]
pub struct Spectra {
    fft: Box<RealFft>,
    /// Root of the Hann window: applied before and after, overlapping frames add to 1.
    window: Vec<f32>,
    ones: Vec<f32>,
    hartley: Vec<f32>,
}

impl Spectra {
    /// At the rate of the samples.
    pub fn new(sample_rate_hz: u32) -> Self {
        let size = window::short_size(sample_rate_hz);
        let mut fft = Box::new(RealFft::EMPTY);
        fft.set_size(size);
        let step = core::f64::consts::PI / size as f64;
        Self {
            fft,
            window: (0..size)
                .map(|n| libm::sin(step * n as f64) as f32)
                .collect(),
            ones: vec![1.0; size],
            hartley: vec![0.0; size],
        }
    }

    /// Samples of a frame.
    pub fn size(&self) -> usize {
        self.window.len()
    }

    /// Bins without that of the Nyquist frequency.
    pub fn bins(&self) -> usize {
        self.window.len() / 2
    }

    /// Turns the square of a bin's magnitude into its part of the power, re full scale.
    pub fn scale(&self) -> f64 {
        // The squares of the window add to half of its length.
        4.0 / (self.size() as f64 * self.size() as f64)
    }

    /// Real and imaginary parts of a frame.
    pub fn forward(&mut self, frame: &[f32]) -> (&[f32], &[f32]) {
        self.fft.forward(frame, &self.window)
    }

    /// Adds the windowed samples of a spectrum, each bin times its gain, to `out`. The spectrum has no Nyquist bin.
    pub fn add_inverse(&mut self, re: &[f32], im: &[f32], gains: &[f32], out: &mut [f32]) {
        let size = self.size();
        // A Hartley transform is its own inverse, and its input is real.
        self.hartley.fill(0.0);
        for (k, ((re, im), gain)) in re.iter().zip(im).zip(gains).enumerate() {
            self.hartley[k] = (re - im) * gain;
            if k > 0 {
                self.hartley[size - k] = (re + im) * gain;
            }
        }
        let middle: f32 = self
            .hartley
            .chunks_exact(2)
            .map(|pair| pair[0] - pair[1])
            .sum();
        let (re, im) = self.fft.forward(&self.hartley, &self.ones);
        let scale = 1.0 / size as f32;
        let half = size / 2;
        for n in 0..half {
            out[n] += (re[n] - im[n]) * scale * self.window[n];
        }
        out[half] += middle * scale * self.window[half];
        for n in 1..half {
            out[size - n] += (re[n] + im[n]) * scale * self.window[size - n];
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_way_there_and_back_changes_nothing_but_the_nyquist_frequency() {
        for rate in [16_000, 44_100, 96_000] {
            let mut spectra = Spectra::new(rate);
            let size = spectra.size();
            let signal: Vec<f32> = (0..4 * size as u32)
                .map(|n| {
                    let noise =
                        |n: u32| (n.wrapping_mul(2_654_435_761) >> 8) as f32 / 8_388_608.0 - 1.0;
                    // Two neighbours cancel at the Nyquist frequency.
                    noise(n) + noise(n + 1)
                })
                .collect();
            let mut out = vec![0.0; signal.len()];
            let gains = vec![1.0; size / 2];
            for from in (0..=signal.len() - size).step_by(size / 2) {
                let (re, im) = spectra.forward(&signal[from..from + size]);
                let (re, im) = (re.to_vec(), im.to_vec());
                spectra.add_inverse(&re, &im, &gains, &mut out[from..from + size]);
            }
            for n in size..3 * size {
                assert!(
                    (out[n] - signal[n]).abs() < 0.05,
                    "{rate} Hz, {n}: {} {}",
                    out[n],
                    signal[n]
                );
            }
            let error: f32 = (size..3 * size).map(|n| (out[n] - signal[n]).powi(2)).sum();
            let power: f32 = signal[size..3 * size].iter().map(|x| x * x).sum();
            assert!(error < 1e-4 * power, "{rate} Hz: {error} of {power}");
        }
    }

    #[test]
    fn the_scale_gives_the_power_of_a_tone() {
        let mut spectra = Spectra::new(48_000);
        let tone: Vec<f32> = (0..1_024)
            .map(|n| 0.5 * (core::f32::consts::TAU * 1_500.0 * n as f32 / 48_000.0).sin())
            .collect();
        let scale = spectra.scale();
        let (re, im) = spectra.forward(&tone);
        let power: f64 = re
            .iter()
            .zip(im)
            .map(|(re, im)| f64::from(re * re + im * im))
            .sum();
        assert!(
            (power * scale / 0.125 - 1.0).abs() < 0.01,
            "{}",
            power * scale
        );
    }
}
