//! Core errors as JavaScript errors whose `name` is the stable code.

use dsp_core::codec::mp3::encode::Mp3Error;
use dsp_core::container::ContainerError;
use dsp_core::decode::DecodeError;
use dsp_core::edit::CutError;
use dsp_core::hash::challenge::ChallengeError;
use dsp_core::source::SourceError;
use dsp_results::errors::ErrorCode;
use wasm_bindgen::JsValue;

/// An error on its way to JavaScript.
pub struct Fault {
    code: ErrorCode,
    message: String,
}

impl Fault {
    /// A fault of the caller's.
    pub fn invalid_argument(message: impl Into<String>) -> Self {
        Self {
            code: ErrorCode::InvalidArgument,
            message: message.into(),
        }
    }

    /// Of a call that this build lacks.
    #[cfg(not(feature = "large"))]
    pub fn needs_larger_engine() -> Self {
        Self {
            code: ErrorCode::NeedsLargerEngine,
            message: "the larger build of the engine has this operation".to_owned(),
        }
    }
}

impl From<Fault> for JsValue {
    fn from(fault: Fault) -> Self {
        let error = js_sys::Error::new(&fault.message);
        error.set_name(fault.code.name());
        error.into()
    }
}

/// Errors of the core that have a code.
macro_rules! coded {
    ($($error:ty),+) => {$(
        impl From<$error> for Fault {
            fn from(error: $error) -> Self {
                Self {
                    code: (&error).into(),
                    message: error.to_string(),
                }
            }
        }
    )+};
}

coded!(
    SourceError,
    ChallengeError,
    Mp3Error,
    ContainerError,
    DecodeError,
    CutError
);
