//! One pass over a file that yields everything asked of it together: nothing is read or decoded twice,
//! and nothing is kept that grows with the file.

use super::clipping::ClippingCounter;
use super::envelope::SpectralEnvelope;
use super::face::{Face, FACE_MAGNITUDES};
use super::loudness::{Loudness, LoudnessMeter};
use super::peaks::PeakPyramid;
use super::silence::{Silence, SilenceMap, SilenceRule};
use crate::decode::{DecodeError, Decoder};
use crate::hash::HashingSource;
use crate::inspect::Inspection;
use crate::pcm::PcmBlock;
use crate::source::ByteSource;

/// What a finished pass knows.
#[derive(Debug, Clone, PartialEq)]
pub struct Analysis {
    /// What the file is; frames are those that were decoded.
    pub inspection: Inspection,
    /// SHA-256 of the file's bytes.
    pub sha256: [u8; 32],
    /// Integrated loudness and true peak.
    pub loudness: Loudness,
    /// Samples at full scale.
    pub clipped_samples: u64,
    /// Magnitudes of the whole file, see [`Face::finish`].
    pub face: [u8; FACE_MAGNITUDES],
}

/// A pass under way. Call [`AnalysisPass::step`] until it returns `false`, then [`AnalysisPass::finish`].
/// What every step completed, the last one too, is to be taken before the next.
pub struct AnalysisPass<'s, S: ByteSource + 's> {
    source: HashingSource<S>,
    decoder: Decoder<'s>,
    block: PcmBlock,
    peaks: PeakPyramid,
    face: Face,
    loudness: LoudnessMeter,
    envelope: SpectralEnvelope,
    clipping: ClippingCounter,
    silence: SilenceMap,
}

impl<'s, S: ByteSource + 's> AnalysisPass<'s, S> {
    /// Opens the file.
    pub fn new(source: S) -> Result<Self, DecodeError> {
        let source = HashingSource::new(source);
        let decoder = Decoder::open(source.clone())?;
        let rate = decoder.sample_rate_hz();
        Ok(Self {
            peaks: PeakPyramid::new(rate),
            face: Face::new(),
            loudness: LoudnessMeter::new(rate),
            envelope: SpectralEnvelope::new(rate),
            clipping: ClippingCounter::new(),
            silence: SilenceMap::new(rate, SilenceRule::default()),
            block: PcmBlock::new(),
            source,
            decoder,
        })
    }

    /// Decodes and looks at one block; `false` at the end.
    pub fn step(&mut self) -> Result<bool, DecodeError> {
        self.peaks.forget();
        self.envelope.forget();
        self.silence.forget();
        let more = self.decoder.next_block(&mut self.block)?;
        if more {
            self.peaks.push(&self.block);
            self.loudness.push(&self.block);
            self.envelope.push(&self.block);
            self.clipping.push(&self.block);
            self.silence.push(&self.block);
        } else {
            self.peaks.finish();
            self.envelope.finish();
            self.silence.finish();
        }
        self.face.push(self.peaks.completed(0));
        Ok(more)
    }

    /// The peak pyramid, with what the last step completed of each level.
    pub fn peaks(&self) -> &PeakPyramid {
        &self.peaks
    }

    /// Bands over time that the last step completed, see [`SpectralEnvelope::completed`].
    pub fn envelope(&self) -> &[u8] {
        self.envelope.completed()
    }

    /// Silent stretches that ended in the last step.
    pub fn silence(&self) -> &[Silence] {
        self.silence.completed()
    }

    /// Rate of the audio in Hz.
    pub fn sample_rate_hz(&self) -> u32 {
        self.decoder.sample_rate_hz()
    }

    /// Share of the file's bytes that was read, 0…1.
    pub fn fraction(&self) -> f64 {
        self.decoder.position_bytes() as f64 / self.decoder.len_bytes().max(1) as f64
    }

    /// Hashes what the decoder left out and sums up.
    pub fn finish(self) -> Result<Analysis, DecodeError> {
        let sha256 = self
            .source
            .finish()
            .map_err(crate::container::ContainerError::Source)?;
        Ok(Analysis {
            inspection: Inspection::of(&self.decoder),
            sha256,
            loudness: self.loudness.finish(),
            clipped_samples: self.clipping.clipped_samples(),
            face: self.face.finish(),
        })
    }
}
