//! From samples to frequencies and back: windows, a real FFT for the few sizes the engine uses, and the
//! cosine transforms inside filterbanks.

mod complex_fft;
mod complex_lanes;
pub(crate) mod dct18;
pub(crate) mod dct32;
mod dct4;
mod real_fft;
mod unit_circle;
pub mod window;

pub use dct4::Dct4;
pub use real_fft::{RealFft, MAX_FFT_SIZE};
