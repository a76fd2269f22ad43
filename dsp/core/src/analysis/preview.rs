//! The ten-second preview: five spans of two seconds that represent the recording, each with
//! its reason, and a heat curve of where listening is worth it. A help for looking through a queue, never proof that
//! nothing else is in it. Made of the bytes of the spectral envelope and of the peak pyramid: nothing is decoded or
//! transformed for it, and of each second 28 bytes are kept.

mod choice;
mod interest;
mod seconds;
mod span;

pub use self::interest::HEAT_VALUES;
pub use self::span::{PreviewSpan, SpanReason, PREVIEW_SECONDS, SPAN_SECONDS};

use self::choice::choose;
use self::interest::Interest;
use self::seconds::Seconds;

/// Spans to play first.
#[derive(Debug, Clone, PartialEq)]
pub struct Preview {
    /// In the order of time, never overlapping; one, the whole, of a recording of less than ten seconds.
    pub spans: Vec<PreviewSpan>,
    /// Over the whole length, see [`HEAT_VALUES`]: 0 is silence, half is as loud as the rest and similar to it, 255
    /// is as loud and different.
    pub heat: Vec<u8>,
}

/// Collects the features of each second.
#[derive(Debug, Clone)]
pub struct PreviewFinder {
    seconds: Seconds,
    sample_rate_hz: u32,
}

impl PreviewFinder {
    /// Initial state.
    pub fn new(sample_rate_hz: u32) -> Self {
        let sample_rate_hz = sample_rate_hz.max(1);
        Self {
            seconds: Seconds::new(sample_rate_hz),
            sample_rate_hz,
        }
    }

    /// Adds what a pass has completed: [`super::envelope::SpectralEnvelope::completed`], whole frames, and
    /// [`super::peaks::PeakPyramid::completed_rms`]. The two may be at different positions.
    pub fn push(&mut self, envelope: &[u8], rms: &[u8]) {
        self.seconds.push_envelope(envelope);
        self.seconds.push_rms(rms);
    }

    /// Chooses; `frames` is the length of the recording.
    pub fn finish(self, frames: u64) -> Preview {
        let total = frames as f64 / f64::from(self.sample_rate_hz);
        let seconds = self.seconds.finish();
        let interest = Interest::of(&seconds);
        Preview {
            spans: choose(&interest, total),
            heat: interest.heat(total),
        }
    }
}
