//! Cut lists to files.

use dsp_core::edit::{CutSession, Progress as Step};
use dsp_results::formats::OutputFormat;
use dsp_results::records;
use js_sys::Function;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::JsValue;

use crate::fault::Fault;
use crate::object::CutReport;
use crate::progress::Progress;
use crate::source::{JsSink, JsSource, Source};
use crate::tools::{regions_of, tools_of, JsTools};

/// Keeps regions of a source. `bounds` are start and end in seconds, in turn; an end past the file
/// means its end. `tools` are applied to the kept regions.
#[wasm_bindgen]
pub fn cut(
    source: JsSource,
    bounds: &[f64],
    #[wasm_bindgen(unchecked_param_type = "OutputFormat")] format: &str,
    bitrate_kbps: u32,
    sink: &JsSink,
    #[wasm_bindgen(unchecked_optional_param_type = "(fraction: number) => void")]
    on_progress: Option<Function>,
    #[wasm_bindgen(unchecked_optional_param_type = "VoiceTools")] tools: Option<JsTools>,
) -> Result<CutReport, JsValue> {
    let tools = tools_of(tools)?;
    let output = OutputFormat::named(format)
        .ok_or_else(|| Fault::invalid_argument("the format is wav, mp3 or small"))?
        .output(bitrate_kbps);
    let regions = regions_of(bounds);
    let mut session = CutSession::with_tools(Source::new(source), &regions, output, &tools)
        .map_err(Fault::from)?;
    let mut progress = Progress::new(on_progress);
    let mut out = Vec::new();
    loop {
        let step = session.step(&mut out).map_err(Fault::from)?;
        sink.write(&out)?;
        out.clear();
        match step {
            Step::Working { fraction } => progress.report(fraction)?,
            Step::Done(summary) => {
                for patch in &summary.patches {
                    sink.patch(patch.offset as f64, &patch.bytes)?;
                }
                progress.report(1.0)?;
                return Ok(records::CutReport::from(&summary).into());
            }
        }
    }
}
