//! The framing of Opus packets; what is inside the frames the taken decoder reads.

pub mod identification_header;
pub mod multistream;
pub mod packet;
