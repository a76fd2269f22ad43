//! Opus (RFC 6716) and its streams (RFC 7845).

pub mod decode;
pub mod scrub;
pub mod syntax;
