//! How many frames a packet decodes to, known without decoding it wherever the codec allows: what places
//! packets between two time stamps and adds up to an exact duration.

use super::aac::syntax::audio_specific_config::AacConfig;
use super::flac::syntax::frame_header;
use super::mp3::syntax::header;
use super::opus::syntax::packet;
use super::vorbis::syntax::block_sizes::VorbisSizes;
use super::vorbis::syntax::headers;
use crate::track::{Codec, Track};

/// Measures the packets of one stream; Vorbis needs the packet before, so feed them in order.
#[derive(Debug, Clone)]
pub struct PacketClock {
    kind: Kind,
}

#[derive(Debug, Clone)]
enum Kind {
    Opus,
    Vorbis(VorbisSizes),
    /// Vorbis without a readable set-up: only decoding tells.
    UnknownVorbis,
    /// Frames of every block.
    Aac(u32),
    /// Frames of every frame of the stream's own rate.
    Mp3(u32),
    /// Rate of the stream in Hz.
    Flac(u32),
    Pcm {
        bytes_per_frame: usize,
    },
    Uncounted,
}

impl PacketClock {
    /// A clock for the packets of `track`.
    pub fn new(track: &Track) -> Self {
        let kind = match track.codec {
            Codec::Opus => Kind::Opus,
            Codec::Vorbis => headers::split(&track.codec_private)
                .and_then(|[identification, _, set_up]| VorbisSizes::new(identification, set_up))
                .map_or(Kind::UnknownVorbis, Kind::Vorbis),
            Codec::Aac => Kind::Aac(
                AacConfig::parse(&track.codec_private)
                    .map_or(1_024, |config| u32::from(config.frame_length)),
            ),
            Codec::Mp3 => Kind::Mp3(header::frames_at(track.sample_rate_hz)),
            Codec::Flac => Kind::Flac(track.sample_rate_hz),
            Codec::Pcm(format) => Kind::Pcm {
                bytes_per_frame: format.bytes() * usize::from(track.channels.max(1)),
            },
        };
        Self { kind }
    }

    /// A clock that does not look: every packet lasts 0 frames.
    pub fn uncounted() -> Self {
        Self {
            kind: Kind::Uncounted,
        }
    }

    /// Whether packets tell their length themselves.
    pub fn counts(&self) -> bool {
        !matches!(self.kind, Kind::UnknownVorbis | Kind::Uncounted)
    }

    /// Frames the packet decodes to by what it says itself; `None` when it cannot be one of this codec.
    pub fn frames(&mut self, packet: &[u8]) -> Option<u64> {
        match &mut self.kind {
            Kind::Uncounted | Kind::UnknownVorbis => (!packet.is_empty()).then_some(0),
            Kind::Aac(frames) => (!packet.is_empty()).then_some(u64::from(*frames)),
            Kind::Mp3(_) => header::frames_by_version(packet).map(u64::from),
            Kind::Pcm { bytes_per_frame } => Some((packet.len() / *bytes_per_frame) as u64),
            _ => self.place(packet).map(u64::from),
        }
    }

    /// Frames of the timeline that the packet takes, whether or not it can be decoded; `None` when it is
    /// malformed or only decoding tells.
    pub fn place(&mut self, packet: &[u8]) -> Option<u32> {
        match &mut self.kind {
            Kind::Opus => packet::frames(packet),
            Kind::Vorbis(sizes) => sizes.frames(packet),
            Kind::UnknownVorbis => None,
            Kind::Aac(frames) | Kind::Mp3(frames) => Some(*frames),
            Kind::Flac(rate_hz) => frame_header::frames(packet, *rate_hz),
            Kind::Pcm { bytes_per_frame } => u32::try_from(packet.len() / *bytes_per_frame).ok(),
            Kind::Uncounted => Some(0),
        }
    }

    /// Forgets the packet before (after a gap or at a new stream).
    pub fn reset(&mut self) {
        if let Kind::Vorbis(sizes) = &mut self.kind {
            sizes.reset();
        }
    }
}
