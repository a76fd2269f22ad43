//! The bit stream of Layer III (ISO 11172-3 §2.4.1): from a frame's header to its quantised lines.

pub mod bit_reservoir;
pub mod header;
pub mod huffman;
pub mod scalefactor_bands;
pub mod scalefactors;
pub mod side_info;
