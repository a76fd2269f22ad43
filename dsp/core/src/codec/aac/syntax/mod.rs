//! The bit stream of AAC, a file per element of its syntax (ISO 14496-3 §4.4).

pub mod adts;
pub mod audio_specific_config;
pub mod channel_pair_element;
pub mod coupling_channel_element;
pub mod elements;
pub mod format;
pub mod huffman;
pub mod ics_info;
pub mod individual_channel_stream;
pub mod raw_data_block;
#[cfg(feature = "replication")]
pub mod sbr;
pub mod scale_factor_bands;
