//! Bit streams. One reader checks every read; two look-aheads serve inner loops, where a window must cost two
//! loads: Layer III's words have a fixed number, so that a mask keeps the index inside, AAC's packets none.

pub mod cursor;
pub mod least_first;
pub mod packet_words;
pub mod reader;
pub mod writer;
