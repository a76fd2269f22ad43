//! What can be told about audio by looking at it once: every analyser takes blocks as they are
//! decoded and needs memory that does not grow: what has a size of its own (pairs, bands, silent
//! stretches) is handed out while it is found.

pub mod clipping;
pub mod cover;
pub mod envelope;
pub mod loudness;
pub(crate) mod loudness_histogram;
pub mod pass;
pub mod peak_pieces;
pub mod peaks;
pub mod preview;
mod run;
pub mod silence;
pub mod spectrum;
pub(crate) mod true_peak;
