//! wasm-bindgen shell of the core for Web Workers and Node: converts types and errors, computes
//! nothing. A core error becomes a JS `Error` whose `name` is the stable code.

use wasm_bindgen::prelude::wasm_bindgen;

mod analysing;
#[cfg(feature = "large")]
mod cleaning;
mod cutting;
mod decoding;
mod encoding;
mod fault;
mod gather;
mod hashing;
#[cfg(not(feature = "large"))]
mod lacking;
mod object;
mod progress;
mod remuxing;
mod repairing;
mod sharing;
mod source;
mod tools;
mod voicing;

/// Digest of the sources this module was built from, which `dsp/pkg/build.js` names too: a loader refuses
/// a module of another build than its own.
#[wasm_bindgen(js_name = buildDigest)]
pub fn build_digest() -> String {
    option_env!("DSP_BUILD").unwrap_or("unknown").to_owned()
}
