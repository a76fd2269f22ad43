//! Core errors as JavaScript errors whose `name` is the stable code.

use dsp_core::codec::mp3::encode::Mp3Error;
use dsp_core::container::ContainerError;
use dsp_core::decode::DecodeError;
use dsp_core::edit::CutError;
use dsp_core::hash::challenge::ChallengeError;
use dsp_core::source::SourceError;
use wasm_bindgen::JsValue;

/// An error on its way to JavaScript.
pub struct Fault {
    code: &'static str,
    message: String,
}

impl Fault {
    /// A fault of the caller's.
    pub fn invalid_argument(message: impl Into<String>) -> Self {
        Self {
            code: "invalid_argument",
            message: message.into(),
        }
    }
}

impl From<Fault> for JsValue {
    fn from(fault: Fault) -> Self {
        let error = js_sys::Error::new(&fault.message);
        error.set_name(fault.code);
        error.into()
    }
}

impl From<SourceError> for Fault {
    fn from(error: SourceError) -> Self {
        Self {
            code: "source_unreadable",
            message: error.to_string(),
        }
    }
}

impl From<ChallengeError> for Fault {
    fn from(error: ChallengeError) -> Self {
        Self::invalid_argument(error.to_string())
    }
}

impl From<Mp3Error> for Fault {
    fn from(error: Mp3Error) -> Self {
        Self::invalid_argument(error.to_string())
    }
}

impl From<ContainerError> for Fault {
    fn from(error: ContainerError) -> Self {
        DecodeError::from(error).into()
    }
}

impl From<DecodeError> for Fault {
    fn from(error: DecodeError) -> Self {
        let code = match &error {
            DecodeError::UnsupportedCodec(_) => "unsupported_codec",
            DecodeError::Container(container) => match container {
                ContainerError::Source(_) => "source_unreadable",
                ContainerError::Empty => "empty",
                ContainerError::UnsupportedFormat => "unsupported_format",
                ContainerError::UnsupportedCodec(_) => "unsupported_codec",
                ContainerError::NoAudio => "no_audio",
                ContainerError::LimitExceeded { .. } => "limit_exceeded",
            },
        };
        Self {
            code,
            message: error.to_string(),
        }
    }
}

impl From<CutError> for Fault {
    fn from(error: CutError) -> Self {
        match error {
            CutError::Decode(error) => error.into(),
            CutError::Mp3(error) => error.into(),
            CutError::List(_) | CutError::NothingKept => Self::invalid_argument(error.to_string()),
        }
    }
}
