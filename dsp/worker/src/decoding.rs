//! Inspection of a file, and parts of it as samples.

use dsp_core::edit;
use dsp_results::records;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::JsValue;

use crate::fault::Fault;
use crate::object::{Inspection, PcmRange};
use crate::source::{JsSource, Source};
use crate::tools::{tools_of, JsTools};

/// Longest range `decodeRange` returns at once: the samples are held in wasm memory and copied.
const MAX_RANGE_SECONDS: f64 = 60.0;

/// Container, codec, exact duration, metadata field names, damage.
#[wasm_bindgen]
pub fn inspect(source: JsSource) -> Result<Inspection, JsValue> {
    let inspection = dsp_core::inspect::inspect(Source::new(source)).map_err(Fault::from)?;
    Ok(records::Inspection::from(&inspection).into())
}

/// Decodes `start … end` seconds, at most a minute at once, as `tools` leave them.
#[wasm_bindgen(js_name = decodeRange)]
pub fn decode_range(
    source: JsSource,
    start: f64,
    end: f64,
    #[wasm_bindgen(unchecked_optional_param_type = "VoiceTools")] tools: Option<JsTools>,
) -> Result<PcmRange, JsValue> {
    if !(start >= 0.0 && end > start && end - start <= MAX_RANGE_SECONDS) {
        return Err(
            Fault::invalid_argument("a range is at most 60 seconds, from start to end").into(),
        );
    }
    let tools = tools_of(tools)?;
    let range = edit::decode_range(Source::new(source), start, end, &tools).map_err(Fault::from)?;
    Ok(records::PcmRange::from(&range).into())
}
