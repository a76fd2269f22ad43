//! The bit stream of FLAC. Subframes are lossless: reading them is decoding them.

pub mod frame_header;
pub mod stream_info;
pub mod subframe;
