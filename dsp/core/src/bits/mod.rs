//! Bit streams.

pub mod cursor;
pub mod packet_words;
pub mod reader;
pub mod writer;
