//! FLAC (RFC 9639).

pub mod decode;
pub mod scrub;
pub mod syntax;
