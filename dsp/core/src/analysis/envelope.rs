//! The spectral envelope: 16 bands, 15 times a second, one byte each. A visualizer that has it needs
//! no live analysis; 20 minutes take 288 kB.

use super::spectrum::to_bytes;
use crate::lanes::F32x4;
use crate::pcm::PcmBlock;
use crate::transform::{window, RealFft, MAX_FFT_SIZE};

/// Bands of one frame, low to high.
pub const BANDS: usize = 16;
/// Envelope frames per second.
pub const FRAMES_PER_SECOND: usize = 15;
/// Lower edge of the first band.
pub const LOWEST_HZ: f32 = 80.0;
/// Width of a band in octaves: 16 of them end at 10.24 kHz.
pub const OCTAVES_PER_BAND: f32 = 7.0 / BANDS as f32;
/// Envelope frames that are handed out at most: 12 hours, 10 MB.
pub const MAX_FRAMES: usize = 12 * 3600 * FRAMES_PER_SECOND;

/// Spectra per envelope frame; their mean power is shown.
const SPECTRA_PER_FRAME: usize = 3;

/// Builds the envelope from blocks of any length.
#[derive(Debug, Clone)]
pub struct SpectralEnvelope {
    fft: Box<RealFft>,
    window: Vec<f32>,
    /// The latest `fft.size()` frames, mixed to mono; a ring.
    history: Vec<f32>,
    write_at: usize,
    ordered: Vec<f32>,
    /// Bins of each band; empty above the Nyquist frequency.
    bands: [core::ops::Range<usize>; BANDS],
    sample_rate_hz: u64,
    frame: u64,
    spectra: u64,
    power: [f32; BANDS],
    frames: usize,
    completed: Vec<u8>,
}

impl SpectralEnvelope {
    /// An empty envelope.
    pub fn new(sample_rate_hz: u32) -> Self {
        // 43 ms at 48 kHz: longer windows would blur one envelope frame (67 ms) into the next.
        let size = match sample_rate_hz {
            0..12_000 => 512,
            12_000..24_000 => 1024,
            _ => MAX_FFT_SIZE,
        };
        let mut fft = Box::new(RealFft::EMPTY);
        fft.set_size(size);
        let mut window = vec![0.0; size];
        window::blackman(&mut window);
        let bin_hz = sample_rate_hz.max(1) as f32 / size as f32;
        let bin_of = |hz: f32| ((hz / bin_hz).round() as usize).clamp(1, size / 2);
        Self {
            fft,
            window,
            history: vec![0.0; size],
            write_at: 0,
            ordered: vec![0.0; size],
            bands: core::array::from_fn(|band| {
                let from = bin_of(band_edge_hz(band));
                from..bin_of(band_edge_hz(band + 1)).max((from + 1).min(size / 2))
            }),
            sample_rate_hz: sample_rate_hz.max(1).into(),
            frame: 0,
            spectra: 0,
            power: [0.0; BANDS],
            frames: 0,
            completed: Vec::new(),
        }
    }

    /// Adds the next frames; channels are averaged.
    pub fn push(&mut self, block: &PcmBlock) {
        let channels = block.channel_count();
        let gain = 1.0 / channels.max(1) as f32;
        let mut from = 0;
        while from < block.frames() {
            let due = self.due_frame() - self.frame;
            let take = due
                .min((block.frames() - from) as u64)
                .min((self.history.len() - self.write_at) as u64) as usize;
            let slots = &mut self.history[self.write_at..self.write_at + take];
            slots.fill(0.0);
            for channel in 0..channels {
                for (slot, &sample) in slots.iter_mut().zip(&block.channel(channel)[from..]) {
                    *slot += if sample.is_finite() {
                        sample * gain
                    } else {
                        0.0
                    };
                }
            }
            self.write_at = (self.write_at + take) % self.history.len();
            from += take;
            self.frame += take as u64;
            if self.frame == self.due_frame() {
                self.add_spectrum();
            }
        }
    }

    /// Audio frame after which the next spectrum is taken.
    fn due_frame(&self) -> u64 {
        (self.spectra + 1) * self.sample_rate_hz / (SPECTRA_PER_FRAME * FRAMES_PER_SECOND) as u64
    }

    fn add_spectrum(&mut self) {
        let size = self.fft.size();
        let (newer, older) = self.history.split_at(self.write_at);
        let (first, last) = self.ordered.split_at_mut(older.len());
        first.copy_from_slice(older);
        last.copy_from_slice(newer);
        let (re, im) = self.fft.forward(&self.ordered, &self.window);
        for (power, bins) in self.power.iter_mut().zip(&self.bands) {
            *power += loudest_bin(&re[bins.clone()], &im[bins.clone()]) / (size * size) as f32;
        }
        self.spectra += 1;
        if self.spectra.is_multiple_of(SPECTRA_PER_FRAME as u64) {
            self.close_frame(SPECTRA_PER_FRAME as u64);
        }
    }

    fn close_frame(&mut self, spectra: u64) {
        if self.frames < MAX_FRAMES {
            self.frames += 1;
            for four in self.power.as_chunks::<4>().0 {
                let mean = F32x4::new(*four).mul(F32x4::splat(1.0 / spectra as f32));
                let bytes = to_bytes(mean.sqrt()).to_array();
                self.completed.extend(bytes.map(|byte| byte as u8));
            }
        }
        self.power = [0.0; BANDS];
    }

    /// A last part of a frame counts. Further blocks are not allowed.
    pub fn finish(&mut self) {
        let open = self.spectra % SPECTRA_PER_FRAME as u64;
        if open > 0 {
            self.close_frame(open);
        }
    }

    /// The frames since the last [`SpectralEnvelope::forget`], [`BANDS`] bytes each, low band first;
    /// 0 is -100 dB or less and 255 -30 dB or more of the loudest bin, as in a byte spectrum without
    /// smoothing.
    pub fn completed(&self) -> &[u8] {
        &self.completed
    }

    /// Lets go of what was completed.
    pub fn forget(&mut self) {
        self.completed.clear();
    }
}

/// Largest squared magnitude. `f32::max` is a call in wasm, and this looks at 20,000 bins a second.
fn loudest_bin(re: &[f32], im: &[f32]) -> f32 {
    let (re, re_rest) = re.as_chunks::<4>();
    let (im, im_rest) = im.as_chunks::<4>();
    let mut four = F32x4::splat(0.0);
    for (re, im) in re.iter().zip(im) {
        let (re, im) = (F32x4::new(*re), F32x4::new(*im));
        four = four.max(re.mul(re).add(im.mul(im)));
    }
    let rest = re_rest
        .iter()
        .zip(im_rest)
        .map(|(re, im)| re * re + im * im);
    let larger = |most: f32, power: f32| if power > most { power } else { most };
    four.to_array().into_iter().chain(rest).fold(0.0, larger)
}

/// Lower edge of a band; that of band [`BANDS`] is the upper edge of the last.
pub fn band_edge_hz(band: usize) -> f32 {
    LOWEST_HZ * libm::exp2f(band as f32 * OCTAVES_PER_BAND)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn envelope(samples: &[f32], rate: u32, piece: usize) -> Vec<u8> {
        let mut envelope = SpectralEnvelope::new(rate);
        let mut block = PcmBlock::new();
        for part in samples.chunks(piece) {
            block.reset(2, part.len());
            block.channel_mut(0).copy_from_slice(part);
            block.channel_mut(1).copy_from_slice(part);
            envelope.push(&block);
        }
        envelope.finish();
        envelope.completed().to_vec()
    }

    fn sine(hz: f32, amplitude: f32, rate: u32, seconds: f32) -> Vec<f32> {
        (0..(seconds * rate as f32) as usize)
            .map(|n| amplitude * (core::f32::consts::TAU * hz * n as f32 / rate as f32).sin())
            .collect()
    }

    #[test]
    fn a_tone_peaks_in_its_band_at_every_rate() {
        for rate in [8000, 16_000, 44_100, 48_000, 96_000] {
            for band in 2..BANDS {
                let hz = (band_edge_hz(band) * band_edge_hz(band + 1)).sqrt();
                if hz > rate as f32 / 2.3 || (rate == 96_000 && band < 4) {
                    continue;
                }
                let bytes = envelope(&sine(hz, 0.03, rate, 1.0), rate, 1000);
                assert_eq!(bytes.len(), FRAMES_PER_SECOND * BANDS, "{rate} Hz");
                let last = &bytes[bytes.len() - BANDS..];
                let loudest = (0..BANDS).max_by_key(|&band| last[band]).unwrap();
                assert_eq!(loudest, band, "{hz} Hz at {rate}: {last:?}");
                // Half the amplitude times the window's mean, 0.42; up to 1.1 dB lost between bins.
                let decibels = 20.0 * (0.03f32 * 0.42 / 2.0).log10();
                let byte = 255.0 / 70.0 * (decibels + 100.0);
                assert!(
                    (byte - f32::from(last[band])).abs() < 6.0,
                    "{byte}: {last:?}"
                );
            }
        }
    }

    #[test]
    fn frames_follow_the_sound_in_time() {
        let mut samples = sine(1000.0, 0.03, 48_000, 1.0);
        samples.extend(vec![0.0; 48_000]);
        let bytes = envelope(&samples, 48_000, 480);
        let frames: Vec<u8> = bytes
            .chunks(BANDS)
            .map(|f| *f.iter().max().unwrap())
            .collect();
        assert_eq!(frames.len(), 30);
        assert!(frames[1..15].iter().all(|&byte| byte > 150), "{frames:?}");
        assert!(frames[17..].iter().all(|&byte| byte == 0), "{frames:?}");
    }

    #[test]
    fn blocks_of_any_length_give_the_same_bytes() {
        let samples = sine(440.0, 0.2, 44_100, 0.7);
        let whole = envelope(&samples, 44_100, samples.len());
        for piece in [1, 129, 5000] {
            assert_eq!(envelope(&samples, 44_100, piece), whole);
        }
        assert_eq!(whole.len(), BANDS * 11);
        assert!(envelope(&[], 44_100, 1).is_empty());
        SpectralEnvelope::new(0).finish();
    }
}
