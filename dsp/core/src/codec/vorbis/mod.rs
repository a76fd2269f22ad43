//! Vorbis I.

pub mod decode;
pub mod scrub;
pub mod syntax;
