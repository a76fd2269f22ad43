//! wasm-bindgen shell of the core for Web Workers and Node: converts types and errors, computes
//! nothing. A core error becomes a JS `Error` whose `name` is the stable code.

use wasm_bindgen::prelude::wasm_bindgen;

mod analysing;
mod cutting;
mod decoding;
mod encoding;
mod fault;
mod gather;
mod hashing;
mod object;
mod progress;
mod remuxing;
mod repairing;
mod source;

/// Version of the core; the loader refuses a module whose version it does not expect.
#[wasm_bindgen(js_name = coreVersion)]
pub fn core_version() -> String {
    env!("CARGO_PKG_VERSION").to_owned()
}
