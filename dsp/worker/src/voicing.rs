//! Analyses for voice tools.

use dsp_core::decode::Decoder;
use dsp_core::edit::LoudnessSession;
use dsp_core::pcm::PcmBlock;
use dsp_core::voice::pauses::PauseFinder;
use dsp_results::records;
use js_sys::{Array, Function};
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::JsValue;

use crate::fault::Fault;
use crate::object::{object, LoudnessPlan};
use crate::progress::Progress;
use crate::source::{JsSource, Source};
use crate::tools::{regions_of, tools_of, JsTools};

/// Cuts that shorten pauses of at least `min_seconds`, in order.
#[wasm_bindgen(js_name = proposePauses, unchecked_return_type = "PauseCut[]")]
pub fn propose_pauses(
    source: JsSource,
    min_seconds: f64,
    #[wasm_bindgen(unchecked_optional_param_type = "(fraction: number) => void")]
    on_progress: Option<Function>,
) -> Result<Array, JsValue> {
    let mut progress = Progress::new(on_progress);
    let mut decoder = Decoder::open(Source::new(source)).map_err(Fault::from)?;
    let mut finder = PauseFinder::new(decoder.sample_rate_hz(), min_seconds);
    let mut block = PcmBlock::new();
    while decoder.next_block(&mut block).map_err(Fault::from)? {
        finder.push(&block);
        progress.report(decoder.position_bytes() as f64 / decoder.len_bytes().max(1) as f64)?;
    }
    progress.report(1.0)?;
    let cuts = finder.finish();
    let written = cuts.iter().map(|cut| object(&records::PauseCut::from(cut)));
    Ok(written.collect())
}

/// How the regions of `bounds`, as in `cut`, reach their target loudness after the `tools` that run before.
#[wasm_bindgen(js_name = planLoudness)]
pub fn plan_loudness(
    source: JsSource,
    bounds: &[f64],
    #[wasm_bindgen(unchecked_optional_param_type = "VoiceTools")] tools: Option<JsTools>,
    #[wasm_bindgen(unchecked_optional_param_type = "(fraction: number) => void")]
    on_progress: Option<Function>,
) -> Result<LoudnessPlan, JsValue> {
    let mut progress = Progress::new(on_progress);
    let tools = tools_of(tools)?;
    let regions = regions_of(bounds);
    let mut session =
        LoudnessSession::new(Source::new(source), &regions, &tools).map_err(Fault::from)?;
    while session.step().map_err(Fault::from)? {
        progress.report(session.fraction())?;
    }
    progress.report(1.0)?;
    let plan = session
        .plan()
        .ok_or_else(|| Fault::invalid_argument("no plan was made"))?;
    Ok(records::LoudnessPlan::from(plan).into())
}
