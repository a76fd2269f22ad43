// The one place where tool versions of the Rust → WebAssembly build are pinned.

/** Oldest rustc that compiles the workspace (its dependencies' highest rust-version). */
export const RUST_MINIMUM = '1.88.0';

/** Debian packages that carry a relocatable compiler, its library source and a linker (Debian 12+). */
export const DEBIAN_PACKAGES = ['rustc-web', 'cargo-web', 'rust-web-src', 'lld-19'];

export const WASM_TARGET = 'wasm32-unknown-unknown';
