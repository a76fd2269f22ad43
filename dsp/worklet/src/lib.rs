//! Raw C-ABI shell of the core for the audio render thread: fixed memory, zero imports.

/// Version of this interface; the worklet refuses another one.
#[unsafe(no_mangle)]
pub extern "C" fn interface_version() -> u32 {
    1
}
