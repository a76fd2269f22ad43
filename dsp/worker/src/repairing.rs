//! Whatever can be decoded of a damaged file, as a WAVE.

use dsp_core::repair::{sentences, Progress as Step, RepairSession};
use js_sys::Function;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::JsValue;

use crate::decoding::inspection_fields;
use crate::fault::Fault;
use crate::object::{array, ObjectBuilder};
use crate::progress::Progress;
use crate::source::{JsSink, JsSource, Source};

/// Writes a 16-bit WAVE to `sink` and returns the report: `Inspection & { secondsKept, words }`, where
/// `words` says in sentences what was wrong and what became of it.
#[wasm_bindgen(unchecked_return_type = "any")]
pub fn repair(
    source: JsSource,
    sink: JsSink,
    on_progress: Option<Function>,
) -> Result<JsValue, JsValue> {
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
                let words = sentences::of_report(&report);
                return Ok(inspection_fields(ObjectBuilder::new(), &report.inspection)
                    .field("secondsKept", report.seconds_kept)
                    .field(
                        "words",
                        array(words.iter().map(|line| JsValue::from_str(line))),
                    )
                    .build());
            }
        }
    }
}
