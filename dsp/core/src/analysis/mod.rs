//! Analysis of audio in one pass: every analyser takes blocks as they are decoded and needs constant
//! memory. Results that grow with the file (pairs, bands, silent stretches) are returned as they are
//! found.

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
