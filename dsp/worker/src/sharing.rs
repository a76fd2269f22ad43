//! Work that several workers share: each opens the file and is asked for pieces, in any order.

use dsp_core::analysis::peak_pieces;
use dsp_core::analysis::peaks::PeakPyramid;
use dsp_core::edit::CutRuns;
use dsp_results::records::{self, PeaksChunk};
use dsp_results::shell::{Bytes, Numbers, SignedBytes};
use js_sys::Function;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::JsValue;

use crate::fault::Fault;
use crate::object::{object, LengthEstimate, Mp3RunEnd, Survey};
use crate::progress::Progress;
use crate::source::{JsSink, JsSource, Source};
use crate::tools::{regions_of, tools_of, JsTools};

/// Pairs of the first report, so that the first second is drawn at once; each is twice as long as the one
/// before, up to a piece.
const FIRST_REPORT_PAIRS: usize = 128;

/// A file whose peaks are made in pieces of about a minute; see `dsp_core::analysis::peak_pieces`.
#[wasm_bindgen]
pub struct PeakPieces {
    file: peak_pieces::PeakPieces<'static>,
}

#[wasm_bindgen]
impl PeakPieces {
    /// Opens the file.
    #[wasm_bindgen(constructor)]
    pub fn new(source: JsSource) -> Result<PeakPieces, JsValue> {
        let file = peak_pieces::PeakPieces::new(Source::new(source)).map_err(Fault::from)?;
        Ok(Self { file })
    }

    /// The length by the end of the file; `undefined` if only a walk finds it.
    pub fn estimate(&self) -> Result<Option<LengthEstimate>, JsValue> {
        let frames = self.file.estimate_frames().map_err(Fault::from)?;
        let rate = self.file.sample_rate_hz();
        Ok(frames.filter(|&frames| frames > 0).map(|frames| {
            let estimate = records::LengthEstimate {
                seconds: frames as f64 / f64::from(rate),
                sample_rate: rate,
                channels: self.file.track().channels,
            };
            estimate.into()
        }))
    }

    /// Walks the file without decoding: its inspection, but for packets that a decoder would refuse, and how
    /// many pieces it has. 1: only one worker can do it.
    pub fn survey(&mut self) -> Result<Survey, JsValue> {
        let (inspection, pieces) = self.file.survey().map_err(Fault::from)?;
        let survey = records::Survey {
            inspection: (&inspection).into(),
            pieces,
        };
        Ok(survey.into())
    }

    /// Makes piece `index` and reports its pairs as they come. `false`: a packet was refused somewhere so far,
    /// and only one whole pass finds all damage.
    pub fn piece(
        &mut self,
        index: u32,
        #[wasm_bindgen(unchecked_param_type = "(chunk: PeaksChunk) => void")] on_peaks: &Function,
    ) -> Result<bool, JsValue> {
        let file = &mut self.file;
        file.begin(index.into()).map_err(Fault::from)?;
        let mut first_pair = file.first_pair(index.into()).unwrap_or(0);
        let (mut pending, mut pending_rms): (Vec<i8>, Vec<u8>) = Default::default();
        let mut report_at = if index == 0 {
            FIRST_REPORT_PAIRS
        } else {
            usize::MAX
        };
        loop {
            let more = file.step().map_err(Fault::from)?;
            pending.extend_from_slice(file.peaks().completed(0));
            pending_rms.extend_from_slice(file.peaks().completed_rms());
            let pairs = pending.len() / 2;
            if pairs >= report_at || (!more && pairs > 0) {
                let chunk = PeaksChunk {
                    first_pair,
                    pairs: SignedBytes(core::mem::take(&mut pending)),
                    rms: Bytes(core::mem::take(&mut pending_rms)),
                    frames_per_pair: PeakPyramid::frames_per_pair(0) as u32,
                    sample_rate: file.sample_rate_hz(),
                    fraction: file.fraction(),
                };
                on_peaks.call1(&JsValue::NULL, &object(&chunk))?;
                first_pair += pairs as u64;
                report_at = report_at.saturating_mul(2);
            }
            if !more {
                return Ok(!file.has_refused());
            }
        }
    }
}

/// A cut to MP3 that is made in runs of segments; see `dsp_core::edit::CutRuns`.
#[wasm_bindgen]
pub struct Mp3Runs {
    runs: CutRuns<'static>,
}

#[wasm_bindgen]
impl Mp3Runs {
    /// Opens the file; `bounds` and `tools` as in `cut`.
    #[wasm_bindgen(constructor)]
    pub fn new(
        source: JsSource,
        bounds: &[f64],
        bitrate_kbps: u32,
        #[wasm_bindgen(unchecked_optional_param_type = "VoiceTools")] tools: Option<JsTools>,
    ) -> Result<Mp3Runs, JsValue> {
        let tools = tools_of(tools)?;
        let regions = regions_of(bounds);
        let runs = CutRuns::new(Source::new(source), &regions, bitrate_kbps, &tools)
            .map_err(Fault::from)?;
        Ok(Self { runs })
    }

    /// Segments at most. 1: only one worker can do it.
    #[wasm_bindgen(getter)]
    pub fn segments(&self) -> f64 {
        self.runs.segments() as f64
    }

    /// Bytes of the first frame, which `joinPieces` makes when all runs are there.
    #[wasm_bindgen(getter, js_name = headBytes)]
    pub fn head_bytes(&self) -> u32 {
        self.runs.head_bytes() as u32
    }

    /// Hz of the file to be.
    #[wasm_bindgen(getter, js_name = sampleRate)]
    pub fn sample_rate(&self) -> u32 {
        self.runs.config().sample_rate_hz
    }

    /// Channels of the file to be.
    #[wasm_bindgen(getter)]
    pub fn channels(&self) -> u16 {
        self.runs.config().channels
    }

    /// Writes segments `first … end`, that one left out.
    pub fn encode(
        &mut self,
        first: u32,
        end: u32,
        sink: &JsSink,
        #[wasm_bindgen(unchecked_optional_param_type = "(fraction: number) => void")]
        on_progress: Option<Function>,
    ) -> Result<Mp3RunEnd, JsValue> {
        let mut progress = Progress::new(on_progress);
        let mut failed = Ok(());
        let mut out = Vec::new();
        let run = self
            .runs
            .encode(first.into(), end.into(), &mut out, |out, fraction| {
                if failed.is_ok() {
                    failed = sink.write(out);
                }
                out.clear();
                if failed.is_ok() {
                    failed = progress.report(fraction);
                }
            })
            .map_err(Fault::from)?;
        failed?;
        sink.write(&out)?;
        let written = run.written;
        let end = records::Mp3RunEnd {
            summary: Numbers(vec![
                written.audio_frames as f64,
                written.bytes as f64,
                f64::from(written.crc),
            ]),
            frames: run.pcm_frames,
        };
        Ok(end.into())
    }
}
