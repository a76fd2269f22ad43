//! From samples to frequencies and back: windows, a real FFT for the few sizes the engine uses, and the
//! DCT-IV inside every modified cosine transform.

mod complex_fft;
mod complex_lanes;
mod dct4;
mod real_fft;
mod unit_circle;
pub mod window;

pub use dct4::Dct4;
pub use real_fft::{RealFft, MAX_FFT_SIZE};
