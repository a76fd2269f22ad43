//! AAC (ISO 14496-3 subpart 4, ISO 13818-7): Main, Low Complexity and Long Term Prediction.

pub mod decode;
pub mod scrub;
pub mod syntax;
