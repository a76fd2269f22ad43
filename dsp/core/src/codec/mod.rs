//! Codecs: one folder each, by the stage names of its standard. `syntax` reads the bit stream, `decode`
//! makes samples of it, `encode` the other way, `scrub` reduces a packet to the bits that a decoder reads. What
//! holds the packets is [`crate::container`]'s business.

pub(crate) mod aac;
pub(crate) mod alac;
pub(crate) mod flac;
pub mod mp3;
pub(crate) mod opus;
pub(crate) mod pcm;
pub(crate) mod vorbis;

// The engine's interface to each of them.
pub(crate) mod family;
pub mod packet_clock;
pub(crate) mod packet_decoder;
pub(crate) mod scrub;

use self::aac::Aac;
use self::alac::Alac;
use self::family::Family;
use self::flac::Flac;
use self::mp3::Mp3;
use self::opus::Opus;
use self::pcm::Pcm;
use self::vorbis::Vorbis;
use crate::track::{Codec, Track};

/// The codec of a track.
pub(crate) fn of(track: &Track) -> &'static dyn Family {
    match track.codec {
        Codec::Opus => &Opus,
        Codec::Vorbis => &Vorbis,
        Codec::Mp3 => &Mp3,
        Codec::Aac => &Aac,
        Codec::Alac => &Alac,
        Codec::Flac => &Flac,
        Codec::Pcm(_) => &Pcm,
    }
}
