//! Why there is no result.

use core::fmt;

use crate::codec::mp3::encode::Mp3Error;
use crate::container::ContainerError;
use crate::decode::DecodeError;

use super::cut_list::CutListError;

/// Why a cut cannot be made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CutError {
    /// The source cannot be decoded.
    Decode(DecodeError),
    /// The list is not one.
    List(CutListError),
    /// The regions lie past the end of the source.
    NothingKept,
    /// The encoder refuses.
    Mp3(Mp3Error),
}

impl From<DecodeError> for CutError {
    fn from(error: DecodeError) -> Self {
        Self::Decode(error)
    }
}

impl From<ContainerError> for CutError {
    fn from(error: ContainerError) -> Self {
        Self::Decode(error.into())
    }
}

impl From<CutListError> for CutError {
    fn from(error: CutListError) -> Self {
        Self::List(error)
    }
}

impl From<Mp3Error> for CutError {
    fn from(error: Mp3Error) -> Self {
        Self::Mp3(error)
    }
}

impl fmt::Display for CutError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Decode(error) => error.fmt(f),
            Self::List(error) => error.fmt(f),
            Self::NothingKept => f.write_str("the regions hold no audio of this file"),
            Self::Mp3(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for CutError {}
