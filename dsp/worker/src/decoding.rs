//! What is in a file, and parts of it as samples.

use dsp_core::decode::{DamageAt, Decoder};
use dsp_core::inspect::Inspection;
use dsp_core::pcm::PcmBlock;
use js_sys::{Array, Float32Array};
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::JsValue;

use crate::fault::Fault;
use crate::object::{array, ObjectBuilder};
use crate::source::{JsSource, Source};

/// Longest range `decodeRange` gives out at once: the samples are held in wasm memory and copied.
const MAX_RANGE_SECONDS: f64 = 60.0;

/// Container, codec, exact duration, metadata field names, damage (`Inspection` of the protocol).
#[wasm_bindgen(unchecked_return_type = "any")]
pub fn inspect(source: JsSource) -> Result<JsValue, JsValue> {
    let inspection = dsp_core::inspect::inspect(Source::new(source)).map_err(Fault::from)?;
    Ok(inspection_fields(ObjectBuilder::new(), &inspection).build())
}

/// Adds the fields of `Inspection` to an object.
pub fn inspection_fields(object: ObjectBuilder, inspection: &Inspection) -> ObjectBuilder {
    object
        .field("container", inspection.container.name())
        .field("codec", inspection.codec.name())
        .field("channels", inspection.channels)
        .field("sampleRate", inspection.sample_rate_hz)
        .field("frames", inspection.frames as f64)
        .field("seconds", inspection.seconds())
        .field("video", inspection.video)
        .field(
            "metadata",
            array(
                inspection
                    .metadata
                    .iter()
                    .map(|name| JsValue::from_str(name)),
            ),
        )
        .field("damage", array(inspection.damage.iter().map(damage)))
}

fn damage(damage: &DamageAt) -> JsValue {
    ObjectBuilder::new()
        .field("kind", damage.kind.name())
        .field("atSeconds", damage.at_seconds)
        .field("seconds", damage.seconds)
        .build()
}

/// Decodes `start … end` seconds (`PcmRange` of the protocol), at most a minute at once.
#[wasm_bindgen(js_name = decodeRange, unchecked_return_type = "any")]
pub fn decode_range(source: JsSource, start: f64, end: f64) -> Result<JsValue, JsValue> {
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
    let planes: Array = channels
        .iter()
        .map(|channel| Float32Array::from(channel.as_slice()))
        .collect();
    Ok(ObjectBuilder::new()
        .field("channels", planes)
        .field("sampleRate", rate)
        .field("startSeconds", first as f64 / rate)
        .build())
}
