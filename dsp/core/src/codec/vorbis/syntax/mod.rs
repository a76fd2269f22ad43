//! The bit stream of Vorbis as far as it tells lengths and ends; samples are the taken decoder's.

pub mod block_sizes;
pub mod codebook;
pub mod headers;
pub mod setup_header;
