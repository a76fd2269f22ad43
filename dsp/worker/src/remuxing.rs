//! A file's packets in a clean container, without metadata.

use dsp_core::container::remux::Remux;
use js_sys::Function;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::JsValue;

use crate::fault::Fault;
use crate::object::{array, ObjectBuilder};
use crate::progress::Progress;
use crate::source::{JsSink, JsSource, Source};

/// Writes the packets of `source` to `sink`, forward only: `{ container, codec, channels, sampleRate,
/// frames, seconds, packets, removed, video, damage, words }`. `removed` names the metadata fields left
/// out, `video` says that the source declares a video track, which is left out too; `damage` is what
/// was wrong with the source, as `{ kind, atByte, bytes }`, and `words` the same in sentences.
#[wasm_bindgen(unchecked_return_type = "any")]
pub fn remux(
    source: JsSource,
    sink: JsSink,
    on_progress: Option<Function>,
) -> Result<JsValue, JsValue> {
    let mut progress = Progress::new(on_progress);
    let mut remux = Remux::new(Source::new(source)).map_err(Fault::from)?;
    let mut out = Vec::new();
    loop {
        let more = remux.step(&mut out).map_err(Fault::from)?;
        if !out.is_empty() {
            sink.write(&out)?;
            out.clear();
        }
        progress.report(remux.progress())?;
        if !more {
            break;
        }
    }
    let Some(report) = remux.report() else {
        return Err(Fault::invalid_argument("nothing was written").into());
    };
    let removed = report.removed.iter().map(|name| JsValue::from_str(name));
    let damage = report.damage.iter().map(|damage| {
        ObjectBuilder::new()
            .field("kind", damage.kind.name())
            .field("atByte", damage.offset as f64)
            .field("bytes", damage.bytes as f64)
            .build()
    });
    let kinds: Vec<_> = report.damage.iter().map(|damage| damage.kind).collect();
    let words = dsp_core::repair::sentences::of_kinds(&kinds);
    Ok(ObjectBuilder::new()
        .field("container", report.container.name())
        .field("codec", report.codec.name())
        .field("channels", report.channels)
        .field("sampleRate", report.sample_rate_hz)
        .field("frames", report.frames as f64)
        .field(
            "seconds",
            report.frames as f64 / f64::from(report.sample_rate_hz),
        )
        .field("packets", report.packets as f64)
        .field("removed", array(removed))
        .field("video", report.dropped_video)
        .field("damage", array(damage))
        .field(
            "words",
            array(words.iter().map(|line| JsValue::from_str(line))),
        )
        .build())
}
