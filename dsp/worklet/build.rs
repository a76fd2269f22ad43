//! Fixes the memory of the audio-thread module: it is claimed once and can never grow.

/// Pages of 64 KiB: one of stack, two of tables and state.
const MEMORY_BYTES: u32 = 4 * 65_536;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    if std::env::var("CARGO_CFG_TARGET_ARCH").as_deref() != Ok("wasm32") {
        return;
    }
    for argument in [
        "-zstack-size=65536".to_owned(),
        format!("--initial-memory={MEMORY_BYTES}"),
        format!("--max-memory={MEMORY_BYTES}"),
    ] {
        println!("cargo::rustc-link-arg-cdylib={argument}");
    }
}
