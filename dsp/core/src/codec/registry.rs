//! Every codec, by the name a track gives it.

use super::aac::Aac;
use super::family::Family;
use super::flac::Flac;
use super::mp3::Mp3;
use super::opus::Opus;
use super::pcm::Pcm;
use super::vorbis::Vorbis;
use crate::track::{Codec, Track};

/// The codec of a track.
pub fn of(track: &Track) -> &'static dyn Family {
    match track.codec {
        Codec::Opus => &Opus,
        Codec::Vorbis => &Vorbis,
        Codec::Mp3 => &Mp3,
        Codec::Aac => &Aac,
        Codec::Flac => &Flac,
        Codec::Pcm(_) => &Pcm,
    }
}
