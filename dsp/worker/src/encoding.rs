//! The MP3 encoder for callers that have samples of their own: demo content, parallel pieces, benches.

use dsp_core::mp3::{Config, Encoder};
use js_sys::{Array, Float32Array};
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsValue};

use crate::fault::Fault;
use crate::object::ObjectBuilder;

/// Streaming MPEG-1 Layer III encoder.
#[wasm_bindgen]
pub struct Mp3Encoder {
    encoder: Encoder,
    planes: Vec<Vec<f32>>,
    out: Vec<u8>,
}

#[wasm_bindgen]
impl Mp3Encoder {
    /// 32,000, 44,100 or 48,000 Hz; 1 or 2 channels; constant bitrate of 32 … 320 kbps.
    #[wasm_bindgen(constructor)]
    pub fn new(
        sample_rate_hz: u32,
        channels: u16,
        bitrate_kbps: u32,
    ) -> Result<Mp3Encoder, JsValue> {
        let encoder = Encoder::new(Config {
            sample_rate_hz,
            channels,
            bitrate_kbps,
        })
        .map_err(Fault::from)?;
        Ok(Self {
            encoder,
            planes: vec![Vec::new(); channels.into()],
            out: Vec::new(),
        })
    }

    /// Takes one `Float32Array` per channel, all of one length; returns the bytes that are ready.
    #[wasm_bindgen(unchecked_return_type = "Uint8Array")]
    pub fn encode(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "Float32Array[]")] planes: &Array,
    ) -> Result<Vec<u8>, JsValue> {
        if planes.length() as usize != self.planes.len() {
            return Err(Fault::invalid_argument("one Float32Array per channel").into());
        }
        for (own, given) in self.planes.iter_mut().zip(planes.iter()) {
            let given: Float32Array = given
                .dyn_into()
                .map_err(|_| Fault::invalid_argument("a channel is not a Float32Array"))?;
            own.resize(given.length() as usize, 0.0);
            given.copy_to(own);
        }
        let slices: Vec<&[f32]> = self.planes.iter().map(Vec::as_slice).collect();
        if slices.iter().any(|plane| plane.len() != slices[0].len()) {
            return Err(Fault::invalid_argument("channels differ in length").into());
        }
        self.encoder
            .encode(&slices, &mut self.out)
            .map_err(Fault::from)?;
        Ok(core::mem::take(&mut self.out))
    }

    /// Ends the stream: `{ bytes, firstFrame, frames }`. `firstFrame` replaces the bytes at offset 0.
    #[wasm_bindgen(
        unchecked_return_type = "{ bytes: Uint8Array; firstFrame: Uint8Array; frames: number }"
    )]
    pub fn finish(mut self) -> Result<JsValue, JsValue> {
        let finish = self.encoder.finish(&mut self.out).map_err(Fault::from)?;
        Ok(ObjectBuilder::new()
            .field("bytes", js_sys::Uint8Array::from(self.out.as_slice()))
            .field(
                "firstFrame",
                js_sys::Uint8Array::from(finish.first_frame.as_slice()),
            )
            .field("frames", finish.pcm_frames as f64)
            .build())
    }
}
