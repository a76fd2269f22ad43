//! How many frames a packet decodes to, read from the packet itself: what places packets between
//! two time stamps and adds up to an exact duration without decoding.

use super::aac::syntax::audio_specific_config::AacConfig;
use super::flac::syntax::frame_header;
use super::opus::syntax::packet;
use super::vorbis::syntax::block_sizes::VorbisSizes;
use crate::track::{Codec, Track};

/// Counts frames packet by packet; Vorbis needs the packet before, so feed them in order.
#[derive(Debug, Clone)]
pub struct PacketClock {
    kind: Kind,
}

#[derive(Debug, Clone)]
enum Kind {
    Opus,
    Vorbis(VorbisSizes),
    Fixed(u64),
    Mp3,
    Flac(u32),
    Pcm { bytes_per_frame: usize },
}

impl PacketClock {
    /// A clock for the packets of `track`.
    pub fn new(track: &Track) -> Self {
        let kind = match track.codec {
            Codec::Opus => Kind::Opus,
            Codec::Vorbis => {
                vorbis_sizes(&track.codec_private).map_or(Kind::Fixed(0), Kind::Vorbis)
            }
            Codec::Aac => Kind::Fixed(
                AacConfig::parse(&track.codec_private)
                    .map_or(1024, |config| u64::from(config.frame_length)),
            ),
            Codec::Mp3 => Kind::Mp3,
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
            kind: Kind::Fixed(0),
        }
    }

    /// Frames the packet decodes to; `None` when the packet cannot be one of this codec.
    pub fn frames(&mut self, packet: &[u8]) -> Option<u64> {
        match &mut self.kind {
            Kind::Opus => packet::frames(packet).map(u64::from),
            Kind::Vorbis(sizes) => sizes.frames(packet).map(u64::from),
            Kind::Fixed(frames) => (!packet.is_empty()).then_some(*frames),
            Kind::Mp3 => mp3_frames(packet),
            Kind::Flac(rate) => frame_header::frames(packet, *rate).map(u64::from),
            Kind::Pcm { bytes_per_frame } => Some((packet.len() / *bytes_per_frame) as u64),
        }
    }

    /// Forgets the packet before (after a gap or at a new stream).
    pub fn reset(&mut self) {
        if let Kind::Vorbis(sizes) = &mut self.kind {
            sizes.reset();
        }
    }
}

/// Frames of one Layer III frame by its version bits (ISO 11172-3 §2.4.2.1, 13818-3 §2.4.2.1).
fn mp3_frames(packet: &[u8]) -> Option<u64> {
    match packet {
        [0xFF, second, ..] if second & 0xE0 == 0xE0 => {
            Some(if second >> 3 & 3 == 3 { 1152 } else { 576 })
        }
        _ => None,
    }
}

/// From the three headers of [`Codec::Vorbis`], each behind a u32 little-endian length.
fn vorbis_sizes(codec_private: &[u8]) -> Option<VorbisSizes> {
    let mut headers = codec_private;
    let mut next = || {
        let (length, rest) = headers.split_first_chunk::<4>()?;
        let length = u32::from_le_bytes(*length) as usize;
        let header = rest.get(..length)?;
        headers = &rest[length..];
        Some(header)
    };
    let identification = next()?;
    next()?;
    VorbisSizes::new(identification, next()?)
}
