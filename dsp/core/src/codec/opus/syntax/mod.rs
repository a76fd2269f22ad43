//! The framing of Opus packets; what is inside the frames the taken decoder reads.

pub mod multistream;
pub mod packet;
