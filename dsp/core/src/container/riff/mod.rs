//! RIFF/WAVE and AIFF: reading (RIFF, RIFX, RF64, BW64; PCM 8–32 bit, float 32/64, A-law, µ-law, EXTENSIBLE,
//! Layer III within) and writing.
//! Microsoft "Multiple Channel Audio Data and WAVE Files", EBU Tech 3306 (RF64).

mod aiff;
mod byte_order;
mod chunks;
mod format;
mod layout;
mod names;
mod read;
mod write;

pub use aiff::is_aiff;
pub use read::{mpeg_audio_within, WavDemuxer};
pub use write::{HeaderPatch, WavHeader, WavSpec};
