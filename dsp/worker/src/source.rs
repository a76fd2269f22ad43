//! Bytes from JavaScript: an object `{ size, readAt(offset, length) }` that reads synchronously.

use dsp_core::source::{ByteSource, SourceError};
use js_sys::Uint8Array;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsValue};

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = r"
/** What the core reads from. `readAt` is synchronous and returns fewer bytes only at the end. */
export interface ByteSource { size: number; readAt(offset: number, length: number): Uint8Array }
/** What the core writes to, in order. The view is only valid during the call. */
export interface ForwardSink { write(bytes: Uint8Array): void }
/** `patch` rewrites bytes within the first 4 KiB. */
export interface ByteSink extends ForwardSink { patch(offset: number, bytes: Uint8Array): void }
";

#[wasm_bindgen]
extern "C" {
    /// A JavaScript byte source.
    #[wasm_bindgen(typescript_type = "ByteSource")]
    pub type JsSource;

    #[wasm_bindgen(method, getter)]
    fn size(this: &JsSource) -> f64;

    #[wasm_bindgen(method, catch, js_name = readAt)]
    fn read_at(this: &JsSource, offset: f64, length: u32) -> Result<Uint8Array, JsValue>;

    /// A JavaScript byte sink.
    #[wasm_bindgen(typescript_type = "ByteSink")]
    pub type JsSink;

    /// Appends bytes. The view is only valid during the call.
    #[wasm_bindgen(method, catch)]
    pub fn write(this: &JsSink, bytes: &[u8]) -> Result<(), JsValue>;

    /// Rewrites earlier bytes.
    #[wasm_bindgen(method, catch)]
    pub fn patch(this: &JsSink, offset: f64, bytes: &[u8]) -> Result<(), JsValue>;
}

/// The core's view of a [`JsSource`].
pub struct Source {
    inner: JsSource,
    size: u64,
}

impl Source {
    /// Wraps a source whose size does not change.
    pub fn new(inner: JsSource) -> Self {
        let size = inner.size();
        let size = if size.is_finite() && size > 0.0 {
            size as u64
        } else {
            0
        };
        Self { inner, size }
    }
}

impl ByteSource for Source {
    fn len(&self) -> u64 {
        self.size
    }

    fn read_at(&mut self, offset: u64, out: &mut [u8]) -> Result<usize, SourceError> {
        let length = u32::try_from(out.len()).unwrap_or(u32::MAX);
        let bytes = self
            .inner
            .read_at(offset as f64, length)
            .map_err(|thrown| SourceError(describe(&thrown)))?;
        let count = (bytes.length() as usize).min(out.len());
        bytes.subarray(0, count as u32).copy_to(&mut out[..count]);
        Ok(count)
    }
}

/// The message of a thrown value.
fn describe(thrown: &JsValue) -> String {
    thrown.dyn_ref::<js_sys::Error>().map_or_else(
        || format!("{thrown:?}"),
        |error| String::from(error.message()),
    )
}
