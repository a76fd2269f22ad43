//! RIFF/WAVE: reading (RIFF, RIFX, RF64, BW64; PCM 8–32 bit, float 32/64, A-law, µ-law, EXTENSIBLE,
//! Layer III within) and writing.
//! Microsoft "Multiple Channel Audio Data and WAVE Files", EBU Tech 3306 (RF64).

mod byte_order;
mod chunks;
mod format;
mod names;
mod read;
mod write;

pub use read::{mpeg_audio_within, WavDemuxer};
pub use write::{HeaderPatch, WavHeader, WavSpec};
