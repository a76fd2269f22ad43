//! What is in a file, and parts of it as samples.

use dsp_core::decode::Decoder;
use dsp_core::pcm::PcmBlock;
use dsp_results::records;
use dsp_results::shell::Samples;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::JsValue;

use crate::fault::Fault;
use crate::object::{Inspection, PcmRange};
use crate::source::{JsSource, Source};

/// Longest range `decodeRange` gives out at once: the samples are held in wasm memory and copied.
const MAX_RANGE_SECONDS: f64 = 60.0;

/// Container, codec, exact duration, metadata field names, damage.
#[wasm_bindgen]
pub fn inspect(source: JsSource) -> Result<Inspection, JsValue> {
    let inspection = dsp_core::inspect::inspect(Source::new(source)).map_err(Fault::from)?;
    Ok(records::Inspection::from(&inspection).into())
}

/// Decodes `start … end` seconds, at most a minute at once.
#[wasm_bindgen(js_name = decodeRange)]
pub fn decode_range(source: JsSource, start: f64, end: f64) -> Result<PcmRange, JsValue> {
    if !(start >= 0.0 && end > start && end - start <= MAX_RANGE_SECONDS) {
        return Err(
            Fault::invalid_argument("a range is at most 60 seconds, from start to end").into(),
        );
    }
    let mut decoder = Decoder::open(Source::new(source)).map_err(Fault::from)?;
    let rate = f64::from(decoder.sample_rate_hz());
    let first = (start * rate).round() as u64;
    let wanted = ((end * rate).round() as u64 - first) as usize;
    decoder.seek(first).map_err(Fault::from)?;
    let mut channels = vec![Vec::with_capacity(wanted); decoder.channels()];
    let mut block = PcmBlock::new();
    while channels[0].len() < wanted && decoder.next_block(&mut block).map_err(Fault::from)? {
        let take = block.frames().min(wanted - channels[0].len());
        for (index, channel) in channels.iter_mut().enumerate() {
            channel.extend_from_slice(&block.channel(index)[..take]);
        }
    }
    let range = records::PcmRange {
        channels: channels.into_iter().map(Samples).collect(),
        sample_rate: decoder.sample_rate_hz(),
        start_seconds: first as f64 / rate,
    };
    Ok(range.into())
}
