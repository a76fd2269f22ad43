//! One channel: its state from block to block, and the buffer of its spectrum.

use super::filterbank::Filterbank;
use super::long_term_prediction::History;
use super::prediction::Predictors;
use super::spectral_data::{Seeds, SEED};
use super::tables::Tables;
use super::tns::{shape, Way};
use crate::codec::aac::syntax::audio_specific_config::{LONG_TERM, MAIN};
use crate::codec::aac::syntax::format::Format;
use crate::codec::aac::syntax::individual_channel_stream::{IndividualChannelStream, MAX_BANDS};
use crate::codec::aac::syntax::raw_data_block::Kind;

/// A channel of an element.
pub struct Channel {
    /// The element it belongs to, and whether it is its second channel.
    place: (Kind, bool),
    /// The same in the block being read.
    pub next_place: (Kind, bool),
    pub side: IndividualChannelStream,
    pub spectrum: Vec<f32>,
    /// See [`Seeds`].
    pub seeds: Box<Seeds>,
    /// Second half of the block before, windowed.
    overlap: Vec<f32>,
    /// The shape of that half.
    kaiser: bool,
    predictors: Option<Predictors>,
    history: Option<History>,
}

impl Channel {
    /// A channel without a past.
    pub fn new(place: (Kind, bool), format: &Format) -> Self {
        let frame = format.frame_length();
        Self {
            place,
            next_place: place,
            side: IndividualChannelStream::default(),
            spectrum: vec![0.0; frame],
            seeds: Box::new([SEED; MAX_BANDS]),
            overlap: vec![0.0; frame],
            kaiser: false,
            predictors: (format.object_type == MAIN).then(Predictors::new),
            history: (format.object_type == LONG_TERM).then(|| History::new(frame)),
        }
    }

    /// Forgets its past.
    pub fn reset(&mut self) {
        self.overlap.fill(0.0);
        self.kaiser = false;
        if let Some(predictors) = &mut self.predictors {
            predictors.reset();
        }
        if let Some(history) = &mut self.history {
            history.reset();
        }
    }

    /// The block was read completely; its history depends on its place.
    pub fn settle(&mut self) {
        if self.place != self.next_place {
            self.reset();
            self.place = self.next_place;
        }
    }

    /// Main's prediction (§4.6.6). Short windows make predictors forget.
    pub fn predict(&mut self, format: &Format) {
        if let Some(predictors) = &mut self.predictors {
            if self.side.windows.is_short() {
                predictors.reset();
            } else {
                let prediction = self.side.windows.prediction;
                predictors.apply(prediction, &format.bands, &mut self.spectrum);
            }
        }
    }

    /// Long-term prediction (§4.6.7).
    pub fn predict_long_term(&mut self, format: &Format, tables: &Tables, bank: &mut Filterbank) {
        let [first, second] = self.side.windows.long_term;
        let long_term = if self.place.1 && self.side.common {
            second
        } else {
            first
        };
        if let (Some(long_term), Some(history)) = (long_term, &mut self.history) {
            let (side, bands) = (&self.side, &format.bands);
            let before = self.kaiser;
            history.predict(long_term, side, before, bands, tables, bank);
            history.add(long_term, side, bands, &mut self.spectrum);
        }
    }

    /// Temporal noise shaping (§4.6.9).
    pub fn shape(&mut self, format: &Format, tables: &Tables) {
        let spectrum = &mut self.spectrum;
        shape(&self.side, &format.bands, tables, Way::Synthesis, spectrum);
    }

    /// The signal of the block, into `out`.
    pub fn synthesize(&mut self, bank: &mut Filterbank, out: &mut [f32]) {
        let windows = &self.side.windows;
        bank.synthesize(windows, self.kaiser, &self.spectrum, &mut self.overlap, out);
        self.kaiser = windows.kaiser;
        if let Some(history) = &mut self.history {
            history.push(out, &self.overlap);
        }
    }

    /// Replaces a lost block: the second half of the previous block fades out to silence.
    pub fn fade_out(&mut self, out: &mut [f32]) {
        for (to, sample) in out.iter_mut().zip(&self.overlap) {
            *to = *sample;
        }
        self.overlap.fill(0.0);
        if let Some(history) = &mut self.history {
            history.reset();
        }
    }
}
