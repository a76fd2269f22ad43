//! SHA-256 (FIPS 180-4) of streams, and the proof-of-work challenge built on it.

pub mod challenge;
mod constants;
mod hmac;
mod puzzle;
mod sha256;
mod sha256_blocks;
mod tee;

pub use hmac::hmac_sha256;
pub use sha256::Sha256;
pub use tee::HashingSource;
