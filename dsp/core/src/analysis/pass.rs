//! One pass over a file that yields everything asked of it together: nothing is read or decoded twice,
//! it measures only requested parts and stores nothing that grows with the file.

use super::clipping::ClippingCounter;
use super::cover::{Cover, COVER_POINTS};
use super::envelope::SpectralEnvelope;
use super::loudness::{Loudness, LoudnessMeter};
use super::peaks::PeakPyramid;
use super::preview::{Preview, PreviewFinder};
use super::silence::{Silence, SilenceMap, SilenceRule};
use crate::decode::{DecodeError, Decoder};
use crate::hash::HashingSource;
use crate::inspect::Inspection;
use crate::pcm::PcmBlock;
use crate::source::ByteSource;

/// Requested parts other than the inspection. Nothing else is measured.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct AnalysisWants {
    /// Pairs of the peak pyramid.
    pub peaks: bool,
    /// Digest of the file's bytes.
    pub sha256: bool,
    /// Integrated loudness.
    pub lufs: bool,
    /// True peak.
    pub true_peak_dbtp: bool,
    /// Samples at full scale.
    pub clipped_samples: bool,
    /// Silent stretches.
    pub silence: bool,
    /// The ring of the whole file.
    pub cover: bool,
    /// Bands over time.
    pub envelope: bool,
    /// Spans to play first.
    pub preview: bool,
}

/// Results of a finished pass. Results that were not requested are `None`.
#[derive(Debug, Clone, PartialEq)]
pub struct Analysis {
    /// Inspection of the file; its frames are those that were decoded.
    pub inspection: Inspection,
    /// SHA-256 of the file's bytes.
    pub sha256: Option<[u8; 32]>,
    /// Integrated loudness and true peak, each also `None` where it is undefined.
    pub loudness: Loudness,
    /// Samples at full scale.
    pub clipped_samples: Option<u64>,
    /// The ring of the whole file, see [`Cover::finish`].
    pub cover: Option<[u8; COVER_POINTS]>,
    /// Spans to play first.
    pub preview: Option<Preview>,
}

/// A pass under way. Call [`AnalysisPass::step`] until it returns `false`, then [`AnalysisPass::finish`].
/// Take what each step completed, including the last step, before the next.
pub struct AnalysisPass<'s, S: ByteSource + 's> {
    wants: AnalysisWants,
    /// Only where a digest is wanted.
    source: Option<HashingSource<S>>,
    decoder: Decoder<'s>,
    block: PcmBlock,
    peaks: PeakPyramid,
    cover: Cover,
    loudness: LoudnessMeter,
    /// Its transform has tables: only where it is wanted, or the preview made of it.
    envelope: Option<SpectralEnvelope>,
    preview: Option<PreviewFinder>,
    clipping: ClippingCounter,
    silence: SilenceMap,
}

impl<'s, S: ByteSource + 's> AnalysisPass<'s, S> {
    /// Opens the file.
    pub fn new(source: S, wants: AnalysisWants) -> Result<Self, DecodeError> {
        let (source, decoder) = if wants.sha256 {
            let source = HashingSource::new(source);
            (Some(source.clone()), Decoder::open(source)?)
        } else {
            (None, Decoder::open(source)?)
        };
        let rate = decoder.sample_rate_hz();
        Ok(Self {
            peaks: PeakPyramid::new(rate),
            cover: Cover::new(),
            loudness: LoudnessMeter::of(rate, wants.lufs, wants.true_peak_dbtp),
            envelope: (wants.envelope || wants.preview).then(|| SpectralEnvelope::new(rate)),
            preview: wants.preview.then(|| PreviewFinder::new(rate)),
            clipping: ClippingCounter::new(),
            silence: SilenceMap::new(rate, SilenceRule::default()),
            block: PcmBlock::new(),
            wants,
            source,
            decoder,
        })
    }

    /// Decodes and looks at one block; `false` at the end.
    pub fn step(&mut self) -> Result<bool, DecodeError> {
        self.peaks.forget();
        self.silence.forget();
        if let Some(envelope) = &mut self.envelope {
            envelope.forget();
        }
        let more = self.decoder.next_block(&mut self.block)?;
        let wants = self.wants;
        if more {
            if wants.peaks || wants.cover || wants.preview {
                self.peaks.push(&self.block);
            }
            if wants.lufs || wants.true_peak_dbtp {
                self.loudness.push(&self.block);
            }
            if let Some(envelope) = &mut self.envelope {
                envelope.push(&self.block);
            }
            if wants.clipped_samples {
                self.clipping.push(&self.block);
            }
            if wants.silence {
                self.silence.push(&self.block);
            }
        } else {
            self.peaks.finish();
            self.silence.finish();
            if let Some(envelope) = &mut self.envelope {
                envelope.finish();
            }
        }
        if wants.cover {
            self.cover.push(self.peaks.completed_rms());
        }
        if let (Some(preview), Some(envelope)) = (&mut self.preview, &self.envelope) {
            preview.push(envelope.completed(), self.peaks.completed_rms());
        }
        Ok(more)
    }

    /// The peak pyramid, with the pairs that the last step completed of each level.
    pub fn peaks(&self) -> &PeakPyramid {
        &self.peaks
    }

    /// Bands over time that the last step completed, see [`SpectralEnvelope::completed`].
    pub fn envelope(&self) -> &[u8] {
        self.envelope
            .as_ref()
            .filter(|_| self.wants.envelope)
            .map_or(&[], SpectralEnvelope::completed)
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

    /// Hashes the bytes that the decoder skipped, if requested, and returns the results.
    pub fn finish(self) -> Result<Analysis, DecodeError> {
        let sha256 = self
            .source
            .map(|source| source.finish())
            .transpose()
            .map_err(crate::container::ContainerError::Source)?;
        let inspection = Inspection::of(&self.decoder);
        Ok(Analysis {
            preview: self
                .preview
                .map(|preview| preview.finish(inspection.frames)),
            inspection,
            sha256,
            loudness: self.loudness.finish(),
            clipped_samples: self
                .wants
                .clipped_samples
                .then(|| self.clipping.clipped_samples()),
            cover: self.wants.cover.then(|| self.cover.finish()),
        })
    }
}
