//! One pass over a file: peaks while it runs, everything else at the end.

use dsp_core::analysis::pass::AnalysisPass;
use dsp_core::analysis::peaks::PeakPyramid;
use dsp_core::decode::Decoder;
use dsp_core::pcm::PcmBlock;
use js_sys::{Array, Function, Int8Array, Uint8Array};
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::JsValue;

use crate::decoding::inspection_fields;
use crate::fault::Fault;
use crate::gather::Gather;
use crate::hashing::hex;
use crate::object::{nullable, ObjectBuilder};
use crate::progress::Progress;
use crate::source::{JsSink, JsSource, Source};

/// Pairs per report once the wave is under way: 21.8 s at 48 kHz, a handful of messages per minute
/// of audio. The first reports are shorter, so that the first second is drawn at once.
const REPORT_PAIRS: usize = 4096;
const FIRST_REPORT_PAIRS: usize = 128;

/// Bytes of a data file written at once.
const WRITE_BYTES: usize = 16 * 1024;

/// Reads, decodes and analyses a source once (`Analysis` and `PeaksChunk` of the protocol).
#[wasm_bindgen(unchecked_return_type = "any")]
pub fn analyse(source: JsSource, on_peaks: Option<Function>) -> Result<JsValue, JsValue> {
    let mut pass = AnalysisPass::new(Source::new(source)).map_err(Fault::from)?;
    let rate = pass.sample_rate_hz();
    let mut pending: Vec<i8> = Vec::new();
    let mut first_pair = 0;
    let mut report_at = FIRST_REPORT_PAIRS;
    let seconds = |frame: u64| frame as f64 / f64::from(rate);
    let silence = Array::new();
    let mut envelope = Gather::new();
    loop {
        let more = pass.step().map_err(Fault::from)?;
        envelope.push(pass.envelope());
        for stretch in pass.silence() {
            let stretch = ObjectBuilder::new()
                .field("start", seconds(stretch.start_frame))
                .field("end", seconds(stretch.end_frame))
                .build();
            silence.push(&stretch);
        }
        if let Some(callback) = &on_peaks {
            pending.extend_from_slice(pass.peaks().completed(0));
            let pairs = pending.len() / 2;
            if pairs >= report_at || (!more && pairs > 0) {
                let chunk = ObjectBuilder::new()
                    .field("firstPair", first_pair as f64)
                    .field("pairs", Int8Array::from(pending.as_slice()))
                    .field("framesPerPair", PeakPyramid::frames_per_pair(0) as f64)
                    .field("sampleRate", rate)
                    .field("fraction", if more { pass.fraction() } else { 1.0 })
                    .build();
                callback.call1(&JsValue::NULL, &chunk)?;
                first_pair += pairs;
                pending.clear();
                report_at = (report_at * 2).min(REPORT_PAIRS);
            }
        }
        if !more {
            break;
        }
    }
    let analysis = pass.finish().map_err(Fault::from)?;
    Ok(
        inspection_fields(ObjectBuilder::new(), &analysis.inspection)
            .field("sha256", hex(&analysis.sha256))
            .field("lufs", nullable(analysis.loudness.integrated_lufs))
            .field("truePeakDbtp", nullable(analysis.loudness.true_peak_dbtp))
            .field("clippedSamples", analysis.clipped_samples as f64)
            .field("silence", silence)
            .field("face", Uint8Array::from(analysis.face.as_slice()))
            .field("envelope", envelope.finish())
            .build(),
    )
}

/// Writes the base level of the peak pyramid to `sink` as an audiowaveform data file, version 2:
/// `{ pairs, framesPerPair, sampleRate, seconds }`. Nothing else is measured, which saves a fifth of the time.
#[wasm_bindgen(js_name = peaksDat, unchecked_return_type = "any")]
pub fn peaks_dat(
    source: JsSource,
    sink: JsSink,
    on_progress: Option<Function>,
) -> Result<JsValue, JsValue> {
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
    Ok(ObjectBuilder::new()
        .field("pairs", peaks.pairs(0) as f64)
        .field("framesPerPair", PeakPyramid::frames_per_pair(0) as f64)
        .field("sampleRate", rate)
        .field("seconds", peaks.frames() as f64 / f64::from(rate))
        .build())
}

/// Appends what the base level has completed.
fn put(out: &mut Vec<u8>, peaks: &PeakPyramid) {
    out.extend(peaks.completed(0).iter().map(|&value| value as u8));
}
