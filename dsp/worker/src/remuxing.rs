//! A file's sound in a clean container, without metadata: its packets where they can be copied.

use dsp_core::edit::CleanCopy;
use dsp_results::records;
use js_sys::Function;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::JsValue;

use crate::fault::Fault;
use crate::object::RemuxReport;
use crate::progress::Progress;
use crate::source::{JsSink, JsSource, Source};

/// Writes the sound of `source` to `sink`: the same packets, or an MP3 if they hold sound that somebody
/// cut or browsers do not play them. `wants_words`: the damage also in sentences.
#[wasm_bindgen]
pub fn remux(
    source: JsSource,
    sink: JsSink,
    wants_words: bool,
    #[wasm_bindgen(unchecked_optional_param_type = "(fraction: number) => void")]
    on_progress: Option<Function>,
) -> Result<RemuxReport, JsValue> {
    let mut progress = Progress::new(on_progress);
    let mut copy = CleanCopy::new(Source::new(source)).map_err(Fault::from)?;
    let mut out = Vec::new();
    loop {
        let more = copy.step(&mut out).map_err(Fault::from)?;
        if !out.is_empty() {
            sink.write(&out)?;
            out.clear();
        }
        progress.report(copy.progress())?;
        if !more {
            break;
        }
    }
    for patch in copy.patches() {
        sink.patch(patch.offset as f64, &patch.bytes)?;
    }
    let Some(report) = copy.report() else {
        return Err(Fault::invalid_argument("nothing was written").into());
    };
    Ok(records::RemuxReport::of(report, wants_words).into())
}
