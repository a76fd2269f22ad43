//! Cut lists to files.

use dsp_core::edit::{CutSession, CutSummary, Output, Progress as Step};
use js_sys::Function;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::JsValue;

use crate::fault::Fault;
use crate::object::ObjectBuilder;
use crate::progress::Progress;
use crate::source::{JsSink, JsSource, Source};

/// Keeps regions of a source. `bounds` are start and end in seconds, in turn; an end past the file
/// means its end. `format` is `wav` or `mp3`. Returns `{ frames, seconds, sampleRate, channels }`.
#[wasm_bindgen(
    unchecked_return_type = "{ frames: number; seconds: number; sampleRate: number; channels: number }"
)]
pub fn cut(
    source: JsSource,
    bounds: &[f64],
    format: &str,
    bitrate_kbps: u32,
    sink: &JsSink,
    on_progress: Option<Function>,
) -> Result<JsValue, JsValue> {
    let output = match format {
        "wav" => Output::Wav,
        "mp3" => Output::Mp3 { bitrate_kbps },
        _ => return Err(Fault::invalid_argument("the format is wav or mp3").into()),
    };
    let regions: Vec<(f64, f64)> = bounds
        .chunks_exact(2)
        .map(|pair| (pair[0], pair[1]))
        .collect();
    let mut session =
        CutSession::new(Source::new(source), &regions, output).map_err(Fault::from)?;
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
                return Ok(facts(&summary));
            }
        }
    }
}

fn facts(summary: &CutSummary) -> JsValue {
    ObjectBuilder::new()
        .field("frames", summary.frames as f64)
        .field(
            "seconds",
            summary.frames as f64 / f64::from(summary.sample_rate_hz),
        )
        .field("sampleRate", summary.sample_rate_hz)
        .field("channels", summary.channels)
        .build()
}
