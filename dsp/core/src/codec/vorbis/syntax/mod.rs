//! The parts of the Vorbis bit stream that give lengths and ends; a library decodes the samples.

pub mod block_sizes;
pub mod codebook;
pub mod headers;
pub mod setup_header;
