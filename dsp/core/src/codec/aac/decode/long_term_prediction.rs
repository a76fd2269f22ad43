//! Long-term prediction (ISO 14496-3 §4.6.7): a long block is predicted from the signal decoded before.

use super::filterbank::Filterbank;
use super::stereo::for_each_band;
use super::tables::Tables;
use super::tns::{shape, Way};
use crate::codec::aac::syntax::ics_info::LongTerm;
use crate::codec::aac::syntax::individual_channel_stream::IndividualChannelStream;
use crate::codec::aac::syntax::scale_factor_bands::Bands;

/// Gains by index (table 4.98).
const GAINS: [f32; 8] = [
    0.570_829, 0.696_616, 0.813_004, 0.911_304, 0.984_900, 1.067_894, 1.194_601, 1.369_533,
];
/// The history is clamped to ± this much of full scale: gains above 1 feed back.
const MOST: f32 = 4.0;

/// The signal of one channel so far: two frames, and half of the one that follows, not yet overlapped.
pub struct History {
    signal: Vec<f32>,
    predicted: Vec<f32>,
    spectrum: Vec<f32>,
}

impl History {
    /// Silence, for blocks of `frame` frames.
    pub fn new(frame: usize) -> Self {
        Self {
            signal: vec![0.0; 3 * frame],
            predicted: vec![0.0; 2 * frame],
            spectrum: vec![0.0; frame],
        }
    }

    /// Forgets everything.
    pub fn reset(&mut self) {
        self.signal.fill(0.0);
    }

    /// Works out the prediction of a block; `kaiser` is the shape of the block before.
    pub fn predict(
        &mut self,
        long_term: LongTerm,
        side: &IndividualChannelStream,
        kaiser: bool,
        bands: &Bands,
        tables: &Tables,
        bank: &mut Filterbank,
    ) {
        let frame = self.spectrum.len();
        let lag = usize::from(long_term.lag);
        let gain = GAINS[usize::from(long_term.gain & 7)];
        // Samples closer to the end than the lag are not known yet.
        let known = (frame + lag).min(2 * frame);
        let from = (2 * frame).saturating_sub(lag);
        self.predicted.fill(0.0);
        for (to, sample) in self.predicted[..known].iter_mut().zip(&self.signal[from..]) {
            *to = sample * gain;
        }
        bank.analyze(&side.windows, kaiser, &self.predicted, &mut self.spectrum);
        shape(side, bands, tables, Way::Analysis, &mut self.spectrum);
    }

    /// Adds the prediction to the bands of `spectrum` that use it.
    pub fn add(
        &self,
        long_term: LongTerm,
        side: &IndividualChannelStream,
        bands: &Bands,
        spectrum: &mut [f32],
    ) {
        for_each_band(side, bands, spectrum.len(), |band, range| {
            if long_term.used >> band & 1 == 1 {
                for at in range {
                    spectrum[at] += self.spectrum[at];
                }
            }
        });
    }

    /// Takes in a decoded frame and the `overlap` it left.
    pub fn push(&mut self, out: &[f32], overlap: &[f32]) {
        let frame = self.spectrum.len();
        self.signal.copy_within(frame..2 * frame, 0);
        let fresh = out.iter().chain(overlap);
        for (to, &sample) in self.signal[frame..].iter_mut().zip(fresh) {
            *to = sample.clamp(-MOST, MOST);
        }
    }
}
