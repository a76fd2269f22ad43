//! The calls that only the larger build can do. Here they answer `needs_larger_engine`.

use js_sys::Function;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::JsValue;

use crate::fault::Fault;
use crate::object::Disturbances;
use crate::source::JsSource;

/// What disturbs the sound of the whole source, or of `start … end` seconds.
#[wasm_bindgen(js_name = findDisturbances)]
#[allow(unused_variables)]
pub fn find_disturbances(
    source: JsSource,
    start: Option<f64>,
    end: Option<f64>,
    #[wasm_bindgen(unchecked_optional_param_type = "(fraction: number) => void")]
    on_progress: Option<Function>,
) -> Result<Disturbances, JsValue> {
    Err(Fault::needs_larger_engine().into())
}
