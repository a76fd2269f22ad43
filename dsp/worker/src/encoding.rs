//! The MP3 encoder for callers that have samples of their own: demo content, parallel pieces, benches.

use dsp_core::codec::mp3::encode::parallel::{self, PieceEncoder, PieceFinish};
use dsp_core::codec::mp3::encode::{Config, Encoder};
use dsp_results::records;
use dsp_results::shell::{Bytes, Numbers};
use js_sys::{Array, Float32Array};
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsValue};

use crate::fault::Fault;
use crate::object::{Mp3End, Mp3Head, Mp3PieceEnd};

/// Copies one `Float32Array` per channel into `own` and returns the slices.
fn take_planes<'a>(own: &'a mut [Vec<f32>], planes: &Array) -> Result<Vec<&'a [f32]>, Fault> {
    if planes.length() as usize != own.len() {
        return Err(Fault::invalid_argument("one Float32Array per channel"));
    }
    for (own, given) in own.iter_mut().zip(planes.iter()) {
        let given: Float32Array = given
            .dyn_into()
            .map_err(|_| Fault::invalid_argument("a channel is not a Float32Array"))?;
        own.resize(given.length() as usize, 0.0);
        given.copy_to(own);
    }
    let slices: Vec<&[f32]> = own.iter().map(Vec::as_slice).collect();
    if slices.iter().any(|plane| plane.len() != slices[0].len()) {
        return Err(Fault::invalid_argument("channels differ in length"));
    }
    Ok(slices)
}

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
    #[wasm_bindgen(unchecked_return_type = "Uint8Array<ArrayBuffer>")]
    pub fn encode(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "Float32Array[]")] planes: &Array,
    ) -> Result<Vec<u8>, JsValue> {
        let slices = take_planes(&mut self.planes, planes)?;
        self.encoder
            .encode(&slices, &mut self.out)
            .map_err(Fault::from)?;
        Ok(core::mem::take(&mut self.out))
    }

    /// Ends the stream and frees the encoder.
    pub fn finish(mut self) -> Result<Mp3End, JsValue> {
        let finish = self.encoder.finish(&mut self.out).map_err(Fault::from)?;
        let end = records::Mp3End {
            head: finish.into(),
            bytes: Bytes(self.out),
        };
        Ok(end.into())
    }
}

/// One worker's share of a stream that is encoded in pieces (see `dsp_core::codec::mp3::encode::parallel`).
#[wasm_bindgen]
pub struct Mp3PieceEncoder {
    encoder: PieceEncoder,
    planes: Vec<Vec<f32>>,
    out: Vec<u8>,
    from: u64,
    to: u64,
}

#[wasm_bindgen]
impl Mp3PieceEncoder {
    /// Piece `index` of a stream of `pcm_frames` samples per channel split into `pieces`. The split
    /// is the same in every worker; `pieceCount` returns the actual number.
    #[wasm_bindgen(constructor)]
    pub fn new(
        sample_rate_hz: u32,
        channels: u16,
        bitrate_kbps: u32,
        pcm_frames: f64,
        pieces: u32,
        index: u32,
    ) -> Result<Mp3PieceEncoder, JsValue> {
        let config = Config {
            sample_rate_hz,
            channels,
            bitrate_kbps,
        };
        let plan = parallel::plan(pcm_frames as u64, pieces as usize);
        let piece = plan
            .get(index as usize)
            .ok_or_else(|| Fault::invalid_argument("there is no such piece"))?;
        let encoder = PieceEncoder::new(config, piece).map_err(Fault::from)?;
        Ok(Self {
            encoder,
            planes: vec![Vec::new(); channels.into()],
            out: Vec::new(),
            from: piece.pcm_from,
            to: piece.pcm_to,
        })
    }

    /// First sample to feed, warm-up included.
    #[wasm_bindgen(getter, js_name = pcmFrom)]
    pub fn pcm_from(&self) -> f64 {
        self.from as f64
    }

    /// One past the last sample to feed.
    #[wasm_bindgen(getter, js_name = pcmTo)]
    pub fn pcm_to(&self) -> f64 {
        self.to as f64
    }

    /// Takes the next samples of `pcmFrom … pcmTo`; returns the bytes that are ready.
    #[wasm_bindgen(unchecked_return_type = "Uint8Array<ArrayBuffer>")]
    pub fn encode(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "Float32Array[]")] planes: &Array,
    ) -> Result<Vec<u8>, JsValue> {
        let slices = take_planes(&mut self.planes, planes)?;
        self.encoder
            .encode(&slices, &mut self.out)
            .map_err(Fault::from)?;
        Ok(core::mem::take(&mut self.out))
    }

    /// Ends the piece and frees the encoder.
    pub fn finish(mut self) -> Result<Mp3PieceEnd, JsValue> {
        let finish = self.encoder.finish(&mut self.out).map_err(Fault::from)?;
        let summary = [
            finish.audio_frames as f64,
            finish.bytes as f64,
            f64::from(finish.crc),
        ];
        let end = records::Mp3PieceEnd {
            bytes: Bytes(self.out),
            summary: Numbers(summary.to_vec()),
        };
        Ok(end.into())
    }
}

/// How many pieces a stream is really split into: fewer than asked for when they would be too short.
#[wasm_bindgen(js_name = pieceCount)]
pub fn piece_count(pcm_frames: f64, pieces: u32) -> u32 {
    parallel::plan(pcm_frames as u64, pieces as usize).len() as u32
}

/// Closes a stream of pieces: the first frame of the file, before the pieces' bytes in order.
/// `summaries` are those of the pieces, one after another.
#[wasm_bindgen(js_name = joinPieces)]
pub fn join_pieces(
    sample_rate_hz: u32,
    channels: u16,
    bitrate_kbps: u32,
    pcm_frames: f64,
    summaries: &[f64],
) -> Result<Mp3Head, JsValue> {
    let config = Config {
        sample_rate_hz,
        channels,
        bitrate_kbps,
    };
    let pieces: Vec<PieceFinish> = summaries
        .chunks_exact(3)
        .map(|summary| PieceFinish {
            audio_frames: summary[0] as u64,
            bytes: summary[1] as u64,
            crc: summary[2] as u16,
        })
        .collect();
    let finish = parallel::join(config, pcm_frames as u64, &pieces).map_err(Fault::from)?;
    Ok(records::Mp3Head::from(finish).into())
}
