//! RIFF/WAVE: reading (RIFF, RF64, BW64; PCM 8–32 bit and float 32/64, EXTENSIBLE) and writing.
//! Microsoft "Multiple Channel Audio Data and WAVE Files", EBU Tech 3306 (RF64).

mod read;
mod write;

pub use read::WavDemuxer;
pub use write::{HeaderPatch, WavHeader, WavSpec};
