//! What can be told about audio by looking at it once: every analyser takes blocks as they are
//! decoded and needs memory that is constant or a few bytes per second.

pub mod clipping;
pub mod envelope;
pub mod loudness;
pub mod pass;
pub mod peaks;
pub mod silence;
pub mod spectrum;
mod true_peak;
