//! The framing of Opus packets; the external decoder reads the frames.

pub mod identification_header;
pub mod multistream;
pub mod packet;
