//! Raw C-ABI shell of the core for the audio render thread: fixed memory, zero imports, no panics.
//!
//! One instance holds one meter. The caller writes a render quantum to [`input`] (planar, channel
//! after channel, [`QUANTUM_FRAMES`] apart), calls [`push`], and at drawing rate [`update`]; then
//! [`spectrum`], [`rms`] and [`peak`] hold the result until the next [`update`].
#![allow(unsafe_code)]

use dsp_core::analysis::spectrum::{Level, SpectrumMeter};

/// Frames of a render quantum, Web Audio API §1.1 (`renderQuantumSize` default).
const QUANTUM_FRAMES: usize = 128;
/// Channels read per quantum; further ones are not looked at.
const MAX_CHANNELS: usize = 2;

struct Instance {
    meter: SpectrumMeter,
    level: Level,
    input: [f32; QUANTUM_FRAMES * MAX_CHANNELS],
}

static mut INSTANCE: Instance = Instance {
    meter: SpectrumMeter::EMPTY,
    level: Level {
        rms: 0.0,
        peak: 0.0,
    },
    input: [0.0; QUANTUM_FRAMES * MAX_CHANNELS],
};

// A reference made of the static itself is what `static_mut_refs` warns of.
#[allow(clippy::deref_addrof)]
fn instance() -> &'static mut Instance {
    let instance = &raw mut INSTANCE;
    // SAFETY: a module instance belongs to one audio thread, which runs one export at a time; no
    // export keeps the reference past its return and none calls another.
    unsafe { &mut *instance }
}

/// Version of this interface; the worklet refuses another one.
#[unsafe(no_mangle)]
pub extern "C" fn interface_version() -> u32 {
    2
}

/// Starts afresh with a transform of `fft_size` frames, 512 or 1,024. Returns the number of bins,
/// 0 for another size.
#[unsafe(no_mangle)]
pub extern "C" fn init(fft_size: u32) -> u32 {
    let instance = instance();
    instance.level = Level::default();
    if !instance.meter.start(fft_size as usize) {
        return 0;
    }
    instance.meter.bin_count() as u32
}

/// Address of the input quantum: [`max_channels`] × 128 floats.
#[unsafe(no_mangle)]
pub extern "C" fn input() -> *const f32 {
    instance().input.as_ptr()
}

/// Channels that fit into [`input`].
#[unsafe(no_mangle)]
pub extern "C" fn max_channels() -> u32 {
    MAX_CHANNELS as u32
}

/// Takes `frames` ≤ 128 of `channels` channels from [`input`].
#[unsafe(no_mangle)]
pub extern "C" fn push(frames: u32, channels: u32) {
    let instance = instance();
    instance.meter.push(
        &instance.input,
        QUANTUM_FRAMES,
        channels as usize,
        frames as usize,
    );
}

/// Computes spectrum and level. Call it at most once per drawn frame: each call smooths once.
#[unsafe(no_mangle)]
pub extern "C" fn update() {
    let instance = instance();
    instance.level = instance.meter.update();
}

/// Address of the byte spectrum; as many bytes as [`init`] returned.
#[unsafe(no_mangle)]
pub extern "C" fn spectrum() -> *const u8 {
    instance().meter.bytes().as_ptr()
}

/// RMS of the samples between the last two updates, full scale is 1.
#[unsafe(no_mangle)]
pub extern "C" fn rms() -> f32 {
    instance().level.rms
}

/// Largest absolute sample between the last two updates.
#[unsafe(no_mangle)]
pub extern "C" fn peak() -> f32 {
    instance().level.peak
}
