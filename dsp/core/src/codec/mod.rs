//! Codecs: one folder each, by the stage names of its standard. `syntax` reads the bit stream, `decode`
//! makes samples of it, `encode` the other way, `scrub` leaves of a packet what a decoder reads. What
//! holds the packets is [`crate::container`]'s business.

pub(crate) mod aac;
pub(crate) mod flac;
pub mod mp3;
pub(crate) mod opus;
pub(crate) mod pcm;
pub(crate) mod vorbis;

// One of them, by the codec of a track.
pub(crate) mod family;
pub mod packet_clock;
pub(crate) mod packet_decoder;
pub(crate) mod registry;
pub(crate) mod scrub;
