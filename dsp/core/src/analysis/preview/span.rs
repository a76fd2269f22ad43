//! A span of the preview, and why it is there.

/// Length of a span.
pub const SPAN_SECONDS: usize = 2;
/// Shorter recordings are played completely.
pub const PREVIEW_SECONDS: usize = 10;
/// Why a span is in the preview.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SpanReason {
    /// It is the beginning.
    Start,
    /// Nothing is louder.
    Loudest,
    /// Nothing changes more as syllables do.
    Speech,
    /// It sounds least like the rest.
    Different,
    /// It is the end.
    End,
}

impl SpanReason {
    names! {
        Start => "start",
        Loudest => "loudest",
        Speech => "speech",
        Different => "different",
        End => "end",
    }
}

/// A span of the preview.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PreviewSpan {
    /// From the start of the recording.
    pub start_seconds: f64,
    /// Two; less where the recording is shorter than a preview.
    pub seconds: f64,
    /// Why it is there.
    pub reason: SpanReason,
}
