//! Psychoacoustic model: how much noise each scalefactor band may carry unheard. A 1024-point
//! spectrum is summed over partitions of a third of a bark, spread along the basilar membrane, and
//! lowered by an offset between tone and noise (the method of ISO 11172-3 Annex D, model 2, with
//! tonality read from the spectrum's peakiness).
//!
//! Thresholds leave here as ratios to the signal's energy, so that the FFT's scale and the MDCT's
//! never meet; only the threshold in quiet is absolute, in MDCT units.

use super::fft::{Complex, Fft};
use super::math::{larger, smaller};
use super::partitions::{Resolution, MAX_PARTITIONS};
use super::quantization::{Bands, MAX_BANDS};
use crate::codec::mp3::tables::{sample_rate_hz, LONG_BANDS, SHORT_BANDS};
use crate::lanes::F32x4;

/// Length of the long analysis.
pub const LONG_FFT: usize = 1024;
/// Length of the analysis of one short window.
pub const SHORT_FFT: usize = 256;
const BINS: usize = LONG_FFT / 2 + 1;

/// Level in dB SPL that a full-scale sine is assumed to be played at.
const FULL_SCALE_DB_SPL: f64 = 96.0;
/// Frequency from which the threshold in quiet rises no further.
const QUIET_TOP_KHZ: f64 = 14.0;
/// Masking offset in short windows, which cannot distinguish tones from noise: −8 dB.
const SHORT_OFFSET: f32 = 0.158_489_3;

/// Power, as heard, from which a recording is taken to be played as loud as it is: −15 dB below a
/// full-scale sine where the ear is keenest. Below, the listener turns it up by the difference …
const LOUD: f32 = 0.031_25;
/// … but by no more than 30 dB.
const QUIETEST_SHARE: f32 = 1e-3;
/// How much of the loudness is left a granule later: −45 dB over the warm-up of a piece, so that it
/// starts as a serial run would.
const LOUDNESS_DECAY: f32 = 0.9;

/// Masking thresholds of one granule of one channel.
#[derive(Debug, Clone, Copy)]
pub struct Masking {
    /// Allowed noise over signal energy, per scalefactor band.
    pub ratio: [f32; MAX_BANDS],
}

/// State of one channel.
struct Channel {
    /// Thresholds of the two granules before.
    previous: [[f32; MAX_PARTITIONS]; 2],
}

/// The model for all channels of a stream.
pub struct Psychoacoustics {
    long_fft: Fft<LONG_FFT>,
    short_fft: Fft<SHORT_FFT>,
    long: Resolution,
    short: Resolution,
    /// Threshold in quiet per long and short band, energy of MDCT lines.
    quiet_long: [f32; MAX_BANDS],
    quiet_short: [f32; MAX_BANDS],
    channels: Vec<Channel>,
    loudness: f32,
}

impl Psychoacoustics {
    /// Builds the tables for one sampling rate.
    pub fn new(rate_index: usize, channels: usize) -> Self {
        let rate = f64::from(sample_rate_hz(rate_index));
        let long_bands = Bands::long(rate_index);
        let mut quiet_long = [0.0; MAX_BANDS];
        let mut quiet_short = [0.0; MAX_BANDS];
        for (bands, lines_per_window, quiet) in [
            (long_bands.clone(), 576.0, &mut quiet_long),
            (Bands::short(rate_index), 192.0, &mut quiet_short),
        ] {
            let mut start = 0.0;
            for band in 0..bands.count {
                let width = bands.range(band).len() as f64;
                let from = start / lines_per_window * rate / 2.0;
                let to = (start + width) / lines_per_window * rate / 2.0;
                if bands.count == 22 || band % 3 == 2 {
                    start += width;
                }
                let level = (0..=8)
                    .map(|i| quiet_db_spl(from + (to - from) * f64::from(i) / 8.0))
                    .fold(f64::INFINITY, f64::min);
                // A sine of amplitude a gives about a² in the lines of its band.
                quiet[band] = libm::exp10((level - FULL_SCALE_DB_SPL) / 10.0) as f32;
            }
        }
        Self {
            long_fft: Fft::new(),
            short_fft: Fft::new(),
            long: Resolution::new(rate, LONG_FFT, &LONG_BANDS[rate_index], 576.0),
            short: Resolution::new(rate, SHORT_FFT, &SHORT_BANDS[rate_index], 192.0),
            quiet_long,
            quiet_short,
            channels: (0..channels)
                .map(|_| Channel {
                    previous: [[f32::INFINITY; MAX_PARTITIONS]; 2],
                })
                .collect(),
            loudness: 0.0,
        }
    }

    /// Threshold in quiet per band, as energy of MDCT lines.
    pub fn quiet(&self, short: bool) -> &[f32; MAX_BANDS] {
        if short {
            &self.quiet_short
        } else {
            &self.quiet_long
        }
    }

    /// Notes how loud a granule is (energies of MDCT lines per band, one array per channel) and gives
    /// the factor by which the threshold in quiet is lowered, because listeners turn up quiet recordings.
    /// Bands weigh by how well the ear hears them. The loudest of the last half second decides.
    pub fn quiet_share<'a>(
        &mut self,
        energies: impl Iterator<Item = &'a [f32; MAX_BANDS]>,
        short: bool,
    ) -> f32 {
        let quiet = if short {
            &self.quiet_short
        } else {
            &self.quiet_long
        };
        let keenest = quiet
            .iter()
            .copied()
            .filter(|&q| q > 0.0)
            .fold(f32::INFINITY, smaller);
        let windows = if short { 3.0 } else { 1.0 };
        let mut loudest = self.loudness * LOUDNESS_DECAY;
        for energy in energies {
            let mut sum = 0.0;
            for (energy, quiet) in energy.iter().zip(quiet) {
                if *quiet > 0.0 {
                    sum += energy * (keenest / quiet);
                }
            }
            loudest = larger(loudest, sum / windows);
        }
        self.loudness = loudest;
        smaller(larger(loudest / LOUD, QUIETEST_SHARE), 1.0)
    }

    /// Masking of one granule in long windows. `signals` has one slice of [`LONG_FFT`] samples per
    /// channel; granules must come in order. `guard_pre_echo` holds thresholds down where they rise
    /// fast: for long windows only, the others follow an attack on purpose.
    pub fn analyse(&mut self, signals: &[&[f32]], guard_pre_echo: bool) -> [Masking; 2] {
        let first = signals[0];
        let second = signals.last().unwrap_or(&first);
        let mut power = [[0.0; BINS]; 2];
        spectra(
            &mut self.long_fft,
            &self.long.window,
            first,
            second,
            &mut power,
        );
        let mut masking = [Masking {
            ratio: [0.0; MAX_BANDS],
        }; 2];
        for channel in 0..signals.len().min(2) {
            masking[channel] = self.mask(channel, &power[channel], guard_pre_echo);
        }
        masking
    }

    /// Masking of one granule in short windows, band by band with the windows interleaved.
    /// `signals[channel][window]` has [`SHORT_FFT`] samples.
    pub fn analyse_short(&mut self, signals: &[[&[f32]; 3]]) -> [Masking; 2] {
        let mut masking = [Masking {
            ratio: [1.0; MAX_BANDS],
        }; 2];
        let mut power = [[0.0; SHORT_FFT / 2 + 1]; 2];
        for window in 0..3 {
            let first = signals[0][window];
            let second = signals.last().map_or(first, |channel| channel[window]);
            spectra(
                &mut self.short_fft,
                &self.short.window,
                first,
                second,
                &mut power,
            );
            for channel in 0..signals.len().min(2) {
                let energy = self.short.energies(&power[channel]).0;
                let masker = energy.map(|energy| energy * SHORT_OFFSET);
                let threshold = self.short.spread(&masker);
                self.short.to_bands(
                    &energy,
                    &threshold,
                    &mut masking[channel].ratio[window..],
                    3,
                );
            }
        }
        masking
    }

    #[inline(never)]
    fn mask(&mut self, channel: usize, power: &[f32; BINS], guard_pre_echo: bool) -> Masking {
        let count = self.long.partitions.len();
        let (energy, peak) = self.long.energies(power);
        // Each partition masks by its energy, lowered by its own offset.
        let mut masker = [0.0f32; MAX_PARTITIONS];
        for (index, partition) in self.long.partitions.iter().enumerate() {
            let (below, above) = (index.saturating_sub(1), (index + 1).min(count - 1));
            let mut sum = energy[index];
            let mut top = peak[index];
            if below < index {
                sum += energy[below];
                top = larger(top, peak[below]);
            }
            if above > index {
                sum += energy[above];
                top = larger(top, peak[above]);
            }
            masker[index] = energy[index] * partition.peakiness.offset(top, sum);
        }
        let mut threshold = self.long.spread(&masker);
        // Pre-echo control: no threshold rises faster than the ear forgets (Annex D, 2× and 16×).
        let state = &mut self.channels[channel];
        let fresh = threshold;
        if guard_pre_echo {
            let (twice, sixteenfold) = (F32x4::splat(2.0), F32x4::splat(16.0));
            let least = F32x4::splat(1e-12);
            for index in (0..MAX_PARTITIONS).step_by(4) {
                let one_before = F32x4::load(&state.previous[0], index).mul(twice);
                let two_before = F32x4::load(&state.previous[1], index).mul(sixteenfold);
                let ceiling = one_before.min(two_before).max(least);
                F32x4::load(&threshold, index)
                    .min(ceiling)
                    .store(&mut threshold, index);
            }
        }
        state.previous[1] = state.previous[0];
        state.previous[0] = fresh;
        let mut masking = Masking {
            ratio: [1.0; MAX_BANDS],
        };
        self.long
            .to_bands(&energy, &threshold, &mut masking.ratio, 1);
        masking
    }
}

/// Power spectra of two real signals of `N` samples.
#[inline(never)]
fn spectra<const N: usize, const BINS: usize>(
    fft: &mut Fft<N>,
    window: &[f32],
    a: &[f32],
    b: &[f32],
    power: &mut [[f32; BINS]; 2],
) {
    let mut data = Complex::<N>::zero();
    for n in (0..N).step_by(4) {
        let taper = F32x4::load(window, n);
        F32x4::load(a, n).mul(taper).store(&mut data.re, n);
        F32x4::load(b, n).mul(taper).store(&mut data.im, n);
    }
    fft.transform(&mut data);
    // 2A = Z[k] + Z*[N−k], 2iB = Z[k] − Z*[N−k]
    for k in [0, N / 2] {
        power[0][k] = data.re[k] * data.re[k];
        power[1][k] = data.im[k] * data.im[k];
    }
    let quarter = F32x4::splat(0.25);
    for k in (1..N / 2 - 3).step_by(4).chain([N / 2 - 4]) {
        let mirrored = |part: &[f32; N]| F32x4::load(part, N - k - 3).reverse();
        let (zr, zi) = (F32x4::load(&data.re, k), F32x4::load(&data.im, k));
        let (mr, mi) = (mirrored(&data.re), mirrored(&data.im));
        let (ar, ai) = (zr.add(mr), zi.sub(mi));
        let (br, bi) = (zi.add(mi), mr.sub(zr));
        let a = ar.mul(ar).add(ai.mul(ai)).mul(quarter);
        let b = br.mul(br).add(bi.mul(bi)).mul(quarter);
        a.store(&mut power[0], k);
        b.store(&mut power[1], k);
    }
}

/// Terhardt's threshold in quiet, dB SPL; held from [`QUIET_TOP_KHZ`] upwards, where ears and
/// playback levels differ most.
fn quiet_db_spl(hz: f64) -> f64 {
    let khz = (hz / 1000.0).clamp(0.05, QUIET_TOP_KHZ);
    3.64 * libm::pow(khz, -0.8) - 6.5 * libm::exp(-0.6 * (khz - 3.3) * (khz - 3.3))
        + 1e-3 * khz * khz * khz * khz
}
