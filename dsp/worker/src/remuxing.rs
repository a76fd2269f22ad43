//! A file's packets in a clean container, without metadata.

use dsp_core::container::remux::Remux;
use dsp_results::records;
use js_sys::Function;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::JsValue;

use crate::fault::Fault;
use crate::object::RemuxReport;
use crate::progress::Progress;
use crate::source::{JsSink, JsSource, Source};

/// Writes the packets of `source` to `sink`, forward only. `wants_words`: the damage also in sentences.
#[wasm_bindgen]
pub fn remux(
    source: JsSource,
    #[wasm_bindgen(unchecked_param_type = "ForwardSink")] sink: JsSink,
    wants_words: bool,
    #[wasm_bindgen(unchecked_optional_param_type = "(fraction: number) => void")]
    on_progress: Option<Function>,
) -> Result<RemuxReport, JsValue> {
    let mut progress = Progress::new(on_progress);
    let mut remux = Remux::new(Source::new(source)).map_err(Fault::from)?;
    let mut out = Vec::new();
    loop {
        let more = remux.step(&mut out).map_err(Fault::from)?;
        if !out.is_empty() {
            sink.write(&out)?;
            out.clear();
        }
        progress.report(remux.progress())?;
        if !more {
            break;
        }
    }
    let Some(report) = remux.report() else {
        return Err(Fault::invalid_argument("nothing was written").into());
    };
    Ok(records::RemuxReport::of(report, wants_words).into())
}
