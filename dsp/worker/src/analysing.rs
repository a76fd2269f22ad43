//! One pass over a file: peaks while it runs, everything else at the end.

use dsp_core::analysis::pass::{AnalysisPass, AnalysisWants};
use dsp_core::analysis::peaks::PeakPyramid;
use dsp_core::decode::Decoder;
use dsp_core::pcm::PcmBlock;
use dsp_results::records::{self, AnalysisParts, PeaksChunk, SilentStretch};
use dsp_results::shell::{Bytes, SignedBytes};
use js_sys::{Array, Function};
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::JsValue;

use crate::fault::Fault;
use crate::gather::Gather;
use crate::object::{object, Grown, PeaksFile};
use crate::progress::Progress;
use crate::source::{JsSink, JsSource, Source};

/// Pairs per report once the wave is under way: 21.8 s at 48 kHz, a handful of messages per minute
/// of audio. The first reports are shorter, so that the first second is drawn at once.
const REPORT_PAIRS: usize = 4096;
const FIRST_REPORT_PAIRS: usize = 128;

/// Bytes of a data file written at once.
const WRITE_BYTES: usize = 16 * 1024;

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = r"
/** What `analyse` can be asked for. */
export type AnalysisPart = keyof AnalysisParts;
/** The inspection and the parts that were asked for. */
export type Analysis<P extends AnalysisPart> = Inspection & Pick<AnalysisParts, P>;
/** Reads and decodes a source once and measures what `parts` names; peaks are made for `on_peaks`. */
export function analyse<P extends AnalysisPart>(
    source: ByteSource, parts: readonly P[], on_peaks?: (chunk: PeaksChunk) => void): Analysis<P>;
";

/// See the declaration above: its result depends on `parts`, which a generated declaration cannot express.
#[wasm_bindgen(skip_typescript)]
pub fn analyse(
    source: JsSource,
    parts: Array,
    on_peaks: Option<Function>,
) -> Result<JsValue, JsValue> {
    let wants = wanted(&parts, on_peaks.is_some())?;
    let mut pass = AnalysisPass::new(Source::new(source), wants).map_err(Fault::from)?;
    let rate = pass.sample_rate_hz();
    let mut pending: Vec<i8> = Vec::new();
    let mut pending_rms: Vec<u8> = Vec::new();
    let mut first_pair = 0;
    let mut report_at = FIRST_REPORT_PAIRS;
    let silence = Array::new();
    let mut envelope = Gather::new();
    loop {
        let more = pass.step().map_err(Fault::from)?;
        envelope.push(pass.envelope());
        for stretch in pass.silence() {
            silence.push(&object(&SilentStretch::of(stretch, rate)));
        }
        if let Some(callback) = &on_peaks {
            pending.extend_from_slice(pass.peaks().completed(0));
            pending_rms.extend_from_slice(pass.peaks().completed_rms());
            let pairs = pending.len() / 2;
            if pairs >= report_at || (!more && pairs > 0) {
                let chunk = PeaksChunk {
                    first_pair,
                    pairs: SignedBytes(core::mem::take(&mut pending)),
                    rms: Bytes(core::mem::take(&mut pending_rms)),
                    frames_per_pair: PeakPyramid::frames_per_pair(0) as u32,
                    sample_rate: rate,
                    fraction: if more { pass.fraction() } else { 1.0 },
                };
                callback.call1(&JsValue::NULL, &object(&chunk))?;
                first_pair += pairs as u64;
                report_at = (report_at * 2).min(REPORT_PAIRS);
            }
        }
        if !more {
            break;
        }
    }
    let analysis = pass.finish().map_err(Fault::from)?;
    let (silence, envelope) = (Grown(silence), Grown(envelope.finish()));
    let measured = AnalysisParts::of(&analysis, wants, silence, envelope);
    let inspection = records::Inspection::from(&analysis.inspection);
    Ok(object(&(inspection, measured)))
}

fn wanted(parts: &Array, wants_peaks: bool) -> Result<AnalysisWants, Fault> {
    let mut wants = AnalysisWants {
        peaks: wants_peaks,
        ..AnalysisWants::default()
    };
    for part in parts.iter() {
        let known = part
            .as_string()
            .is_some_and(|name| records::want(&mut wants, &name));
        if !known {
            let names = records::PART_NAMES.join(", ");
            return Err(Fault::invalid_argument(format!("the parts are {names}")));
        }
    }
    Ok(wants)
}

/// Writes the base level of the peak pyramid to `sink` as an audiowaveform data file, version 2.
/// Nothing else is measured, which saves a fifth of the time.
#[wasm_bindgen(js_name = peaksDat)]
pub fn peaks_dat(
    source: JsSource,
    sink: JsSink,
    #[wasm_bindgen(unchecked_optional_param_type = "(fraction: number) => void")]
    on_progress: Option<Function>,
) -> Result<PeaksFile, JsValue> {
    let mut progress = Progress::new(on_progress);
    let mut decoder = Decoder::open(Source::new(source)).map_err(Fault::from)?;
    let rate = decoder.sample_rate_hz();
    let mut peaks = PeakPyramid::new(rate);
    let mut block = PcmBlock::new();
    let mut out = peaks.dat_head(0).to_vec();
    while decoder.next_block(&mut block).map_err(Fault::from)? {
        peaks.forget();
        peaks.push(&block);
        put(&mut out, &peaks);
        if out.len() >= WRITE_BYTES {
            sink.write(&out)?;
            out.clear();
        }
        progress.report(decoder.position_bytes() as f64 / decoder.len_bytes().max(1) as f64)?;
    }
    peaks.forget();
    peaks.finish();
    put(&mut out, &peaks);
    sink.write(&out)?;
    progress.report(1.0)?;
    sink.patch(0.0, &peaks.dat_head(0))?;
    let file = records::PeaksFile {
        pairs: peaks.pairs(0) as u64,
        frames_per_pair: PeakPyramid::frames_per_pair(0) as u32,
        sample_rate: rate,
        seconds: peaks.frames() as f64 / f64::from(rate),
    };
    Ok(file.into())
}

/// Appends the completed pairs of the base level.
fn put(out: &mut Vec<u8>, peaks: &PeakPyramid) {
    out.extend(peaks.completed(0).iter().map(|&value| value as u8));
}
