//! Power in bands, a hundred times a second.

use crate::pcm::PcmBlock;
use crate::transform::{window, RealFft};

/// Bands, low to high.
pub const BANDS: usize = 7;
/// Rows of powers per second.
pub const ROWS_PER_SECOND: u64 = 100;

/// Edges in Hz: rumble and mains hum are below, nothing of a voice or a breath is only above.
const EDGES_HZ: [f32; BANDS + 1] = [
    100.0, 300.0, 600.0, 1_000.0, 2_000.0, 3_500.0, 5_500.0, 8_000.0,
];
/// The bands of a breath, 0.6 to 8 kHz.
pub const BREATH_BANDS: core::ops::Range<usize> = 2..BANDS;

/// Mean power of each band; 0 above the Nyquist frequency.
pub type Row = [f32; BANDS];

/// Makes rows of blocks. Row `n` is about the time `n / ROWS_PER_SECOND`.
#[derive(Debug)]
pub struct BandPowers {
    fft: Box<RealFft>,
    window: Vec<f32>,
    /// The latest frames of each channel, oldest first, and room for the next.
    recent: Vec<Vec<f32>>,
    bins: [core::ops::Range<usize>; BANDS],
    /// Turns a bin into power relative to full scale.
    scale: f32,
    sample_rate_hz: u64,
    frame: u64,
    rows: u64,
}

impl BandPowers {
    /// At the rate of the blocks.
    pub fn new(sample_rate_hz: u32) -> Self {
        let size = window::short_size(sample_rate_hz);
        let mut fft = Box::new(RealFft::EMPTY);
        fft.set_size(size);
        let mut window = vec![0.0; size];
        window::blackman(&mut window);
        let squares: f32 = window.iter().map(|x| x * x).sum();
        let bin_hz = sample_rate_hz.max(1) as f32 / size as f32;
        let bin_of = |hz: f32| ((hz / bin_hz).round() as usize).clamp(1, size / 2);
        Self {
            fft,
            window,
            recent: Vec::new(),
            bins: core::array::from_fn(|band| bin_of(EDGES_HZ[band])..bin_of(EDGES_HZ[band + 1])),
            scale: 2.0 / (squares * size as f32),
            sample_rate_hz: sample_rate_hz.max(ROWS_PER_SECOND as u32).into(),
            frame: 0,
            rows: 0,
        }
    }

    /// Adds the next frames; every row they complete goes to `take`.
    pub fn push(&mut self, block: &PcmBlock, mut take: impl FnMut(Row)) {
        let size = self.window.len();
        self.recent
            .resize_with(block.channel_count(), || vec![0.0; size]);
        let mut from = 0;
        while from < block.frames() {
            let due = (self.rows + 1) * self.sample_rate_hz / ROWS_PER_SECOND;
            let count = (due - self.frame).min((block.frames() - from) as u64) as usize;
            for (index, recent) in self.recent.iter_mut().enumerate() {
                let samples = &block.channel(index)[from..from + count];
                recent.extend(samples.iter().map(|x| if x.is_finite() { *x } else { 0.0 }));
            }
            from += count;
            self.frame += count as u64;
            if self.frame == due {
                self.rows += 1;
                take(self.row());
            }
        }
    }

    /// Powers of the latest frames, the mean of all channels.
    fn row(&mut self) -> Row {
        let size = self.window.len();
        let scale = self.scale / self.recent.len().max(1) as f32;
        let mut row = [0.0; BANDS];
        for recent in &mut self.recent {
            recent.drain(..recent.len() - size);
            let (re, im) = self.fft.forward(recent, &self.window);
            for (power, bins) in row.iter_mut().zip(&self.bins) {
                let (re, im) = (&re[bins.clone()], &im[bins.clone()]);
                let sum: f32 = re.iter().zip(im).map(|(re, im)| re * re + im * im).sum();
                *power += sum * scale;
            }
        }
        row
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(samples: &[f32], rate: u32, piece: usize) -> Vec<Row> {
        let mut powers = BandPowers::new(rate);
        let (mut block, mut rows) = (PcmBlock::new(), Vec::new());
        for part in samples.chunks(piece) {
            block.reset(1, part.len());
            block.channel_mut(0).copy_from_slice(part);
            powers.push(&block, |row| rows.push(row));
        }
        rows
    }

    #[test]
    fn a_tone_is_in_its_band_with_its_power_at_every_rate() {
        for rate in [8_000u32, 16_000, 22_050, 44_100, 48_000, 96_000] {
            let tone: Vec<f32> = (0..rate)
                .map(|n| 0.5 * (core::f32::consts::TAU * 1_500.0 * n as f32 / rate as f32).sin())
                .collect();
            let rows = rows(&tone, rate, 777);
            assert_eq!(rows.len(), 100, "{rate} Hz");
            let row = rows[50];
            assert!((row[3] / 0.125 - 1.0).abs() < 0.02, "{rate} Hz: {row:?}");
            assert!(row[0] < 1e-6 && row[6] < 1e-6, "{rate} Hz: {row:?}");
        }
    }

    #[test]
    fn blocks_of_any_length_give_the_same_rows() {
        let noise: Vec<f32> = (0..9_000u32)
            .map(|n| (n.wrapping_mul(2_654_435_761) >> 8) as f32 / 8_388_608.0 - 1.0)
            .collect();
        let whole = rows(&noise, 22_050, usize::MAX);
        for piece in [1, 219, 220, 221, 4_096] {
            assert_eq!(rows(&noise, 22_050, piece), whole);
        }
    }
}
