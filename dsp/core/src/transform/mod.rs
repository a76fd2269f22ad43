//! From samples to frequencies: windows and a real FFT for the few sizes the engine uses.

mod real_fft;
mod unit_circle;
pub mod window;

pub use real_fft::{RealFft, MAX_FFT_SIZE};
