//! Why a file cannot be decoded.

use core::fmt;

use crate::codec::packet_decoder::Unsupported;
use crate::container::foreign::codec_name;
use crate::container::ContainerError;

/// Why a file cannot be decoded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DecodeError {
    /// The container's own error.
    Container(ContainerError),
    /// The codec or this use of it is not supported.
    UnsupportedCodec(String),
    /// The whole build of the engine decodes it.
    NeedsLargerEngine,
}

impl From<ContainerError> for DecodeError {
    fn from(error: ContainerError) -> Self {
        match error {
            ContainerError::UnsupportedCodec(name) => Self::UnsupportedCodec(name),
            other => Self::Container(other),
        }
    }
}

impl From<Unsupported> for DecodeError {
    fn from(Unsupported(name): Unsupported) -> Self {
        Self::UnsupportedCodec(name)
    }
}

impl fmt::Display for DecodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Container(error) => error.fmt(f),
            Self::UnsupportedCodec(name) => f.write_str(codec_name(name)),
            Self::NeedsLargerEngine => f.write_str("the larger build of the engine decodes it"),
        }
    }
}

impl std::error::Error for DecodeError {}
