//! Only AAC's core coder is decoded, whatever extensions the container signals.

use crate::codec::aac::syntax::audio_specific_config::AacConfig;
use crate::track::{Codec, Track};

/// `track` at its output rate: for AAC the core's, whatever the container states.
pub fn core_track(track: &Track) -> Track {
    let mut track = track.clone();
    if track.codec == Codec::Aac {
        if let Some(config) = AacConfig::parse(&track.codec_private) {
            track.sample_rate_hz = config.sample_rate_hz;
        }
    }
    track
}

/// Whether the set-up bytes call the stream HE-AAC.
pub fn is_extended(track: &Track) -> bool {
    track.codec == Codec::Aac
        && AacConfig::parse(&track.codec_private).is_some_and(|config| config.sbr_rate_hz.is_some())
}
