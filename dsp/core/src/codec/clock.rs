//! How long each packet of a track is, known without decoding it wherever the codec allows.

use super::aac::syntax::audio_specific_config::AacConfig;
use super::flac::syntax::frame_header;
use super::opus::syntax::packet;
use super::vorbis::syntax::block_sizes::VorbisSizes;
use super::vorbis::syntax::headers;
use crate::track::{Codec, Track};

/// Measures the packets of one stream in order.
#[derive(Debug, Clone)]
pub enum PacketClock {
    Opus,
    Vorbis(VorbisSizes),
    Fixed(u32),
    Flac {
        rate_hz: u32,
    },
    Pcm {
        block_bytes: usize,
    },
    /// Only decoding tells.
    Unknown,
}

impl PacketClock {
    /// The clock of `track`.
    pub fn new(track: &Track) -> Self {
        match track.codec {
            Codec::Opus => Self::Opus,
            Codec::Vorbis => headers::split(&track.codec_private)
                .and_then(|[identification, _, set_up]| VorbisSizes::new(identification, set_up))
                .map_or(Self::Unknown, Self::Vorbis),
            // MPEG-1 below 32 kHz does not exist, MPEG-2 from 32 kHz neither.
            Codec::Mp3 => Self::Fixed(if track.sample_rate_hz >= 32_000 {
                1_152
            } else {
                576
            }),
            Codec::Aac => Self::Fixed(
                AacConfig::parse(&track.codec_private)
                    .map_or(1_024, |config| u32::from(config.frame_length)),
            ),
            Codec::Flac => Self::Flac {
                rate_hz: track.sample_rate_hz,
            },
            Codec::Pcm(format) => Self::Pcm {
                block_bytes: format.bytes() * usize::from(track.channels.max(1)),
            },
        }
    }

    /// Frames the packet decodes to, or `None` when it is malformed or only decoding tells.
    pub fn frames(&mut self, packet: &[u8]) -> Option<u32> {
        match self {
            Self::Opus => packet::frames(packet),
            Self::Vorbis(sizes) => sizes.frames(packet),
            Self::Fixed(frames) => Some(*frames),
            Self::Flac { rate_hz } => frame_header::frames(packet, *rate_hz),
            Self::Pcm { block_bytes } => u32::try_from(packet.len() / *block_bytes).ok(),
            Self::Unknown => None,
        }
    }

    /// The next packet follows a hole.
    pub fn reset(&mut self) {
        if let Self::Vorbis(sizes) = self {
            sizes.reset();
        }
    }
}
