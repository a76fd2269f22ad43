//! Whatever can be decoded of a damaged file, as a WAVE.

use dsp_core::repair::{Progress as Step, RepairSession};
use dsp_results::records;
use js_sys::Function;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::JsValue;

use crate::fault::Fault;
use crate::object::RepairReport;
use crate::progress::Progress;
use crate::source::{JsSink, JsSource, Source};

/// Writes a 16-bit WAVE to `sink`. `wants_words`: the report also in sentences.
#[wasm_bindgen]
pub fn repair(
    source: JsSource,
    sink: JsSink,
    wants_words: bool,
    #[wasm_bindgen(unchecked_optional_param_type = "(fraction: number) => void")]
    on_progress: Option<Function>,
) -> Result<RepairReport, JsValue> {
    let mut progress = Progress::new(on_progress);
    let mut session = RepairSession::new(Source::new(source)).map_err(Fault::from)?;
    let mut out = Vec::new();
    loop {
        let step = session.step(&mut out).map_err(Fault::from)?;
        if !out.is_empty() {
            sink.write(&out)?;
            out.clear();
        }
        match step {
            Step::Working { fraction } => progress.report(fraction)?,
            Step::Done(report) => {
                for patch in &report.patches {
                    sink.patch(patch.offset as f64, &patch.bytes)?;
                }
                progress.report(1.0)?;
                return Ok(records::RepairReport::of(&report, wants_words).into());
            }
        }
    }
}
