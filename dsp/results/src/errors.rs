//! Stable codes of everything the engine can fail with.

use dsp_core::codec::mp3::encode::Mp3Error;
use dsp_core::container::ContainerError;
use dsp_core::decode::DecodeError;
use dsp_core::edit::CutError;
use dsp_core::hash::challenge::ChallengeError;
use dsp_core::names;
use dsp_core::source::SourceError;

/// Why an operation failed; its name is the code callers see.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ErrorCode {
    /// The bytes themselves could not be read.
    SourceUnreadable,
    /// The file has no bytes.
    Empty,
    /// Not a supported container.
    UnsupportedFormat,
    /// An unsupported codec, or an unsupported use of it.
    UnsupportedCodec,
    /// Nothing in it sounds.
    NoAudio,
    /// A value exceeds the core's limit.
    LimitExceeded,
    /// An argument of the caller is invalid.
    InvalidArgument,
    /// This build of the engine lacks the operation; the larger one has it.
    NeedsLargerEngine,
}

impl ErrorCode {
    names! {
        SourceUnreadable => "source_unreadable",
        Empty => "empty",
        UnsupportedFormat => "unsupported_format",
        UnsupportedCodec => "unsupported_codec",
        NoAudio => "no_audio",
        LimitExceeded => "limit_exceeded",
        InvalidArgument => "invalid_argument",
        NeedsLargerEngine => "needs_larger_engine",
    }
}

impl From<&SourceError> for ErrorCode {
    fn from(_: &SourceError) -> Self {
        Self::SourceUnreadable
    }
}

impl From<&ChallengeError> for ErrorCode {
    fn from(_: &ChallengeError) -> Self {
        Self::InvalidArgument
    }
}

impl From<&Mp3Error> for ErrorCode {
    fn from(_: &Mp3Error) -> Self {
        Self::InvalidArgument
    }
}

impl From<&ContainerError> for ErrorCode {
    fn from(error: &ContainerError) -> Self {
        match error {
            ContainerError::Source(error) => error.into(),
            ContainerError::Empty => Self::Empty,
            ContainerError::UnsupportedFormat => Self::UnsupportedFormat,
            ContainerError::UnsupportedCodec(_) => Self::UnsupportedCodec,
            ContainerError::NoAudio => Self::NoAudio,
            ContainerError::LimitExceeded { .. } => Self::LimitExceeded,
        }
    }
}

impl From<&DecodeError> for ErrorCode {
    fn from(error: &DecodeError) -> Self {
        match error {
            DecodeError::UnsupportedCodec(_) => Self::UnsupportedCodec,
            DecodeError::NeedsLargerEngine => Self::NeedsLargerEngine,
            DecodeError::Container(error) => error.into(),
        }
    }
}

impl From<&CutError> for ErrorCode {
    fn from(error: &CutError) -> Self {
        match error {
            CutError::Decode(error) => error.into(),
            CutError::Mp3(error) => error.into(),
            CutError::List(_) | CutError::NothingKept => Self::InvalidArgument,
        }
    }
}
