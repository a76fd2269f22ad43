//! Packets without what no decoder reads: padding, ancillary data, comments, free header fields. What is
//! heard stays the same to the sample; what could carry anything else is gone. A packet that no decoder
//! would take is none.
//!
//! Left as they are, because only a decoder of all of it could tell: band replication of HE-AAC, what a CELT
//! frame has to spare beyond its bands, the redundancy of a SILK frame, code books of Vorbis without packets.

use super::aac::scrub::AacScrub;
use super::flac::scrub::FlacScrub;
use super::opus;
use super::opus::scrub::OpusScrub;
use super::vorbis::scrub::VorbisScrub;
use crate::track::{Codec, Track};

/// Cleans the packets of one stream in order. Those of Layer III hang together: see [`super::mp3::scrub`].
pub struct Scrub {
    codec: Packets,
}

enum Packets {
    Aac(Box<AacScrub>),
    Flac(FlacScrub),
    Opus(OpusScrub),
    Vorbis(Box<VorbisScrub>),
    /// Bytes of a frame of samples.
    Pcm(usize),
    Mp3,
}

impl Scrub {
    /// For the packets of `track`; `None` when its set-up contradicts itself.
    pub fn new(track: &Track) -> Option<Self> {
        let set_up = &track.codec_private;
        let codec = match track.codec {
            Codec::Aac => Packets::Aac(Box::new(AacScrub::new(set_up)?)),
            Codec::Flac => Packets::Flac(FlacScrub::new(set_up)),
            Codec::Opus => Packets::Opus(OpusScrub::new(set_up, track.channels)?),
            Codec::Vorbis => Packets::Vorbis(Box::new(VorbisScrub::new(set_up)?)),
            Codec::Pcm(format) => Packets::Pcm(format.bytes() * usize::from(track.channels.max(1))),
            Codec::Mp3 => Packets::Mp3,
        };
        Some(Self { codec })
    }

    /// Leaves of `packet` what is read; `false` when it cannot be read at all.
    pub fn packet(&mut self, packet: &mut Vec<u8>) -> bool {
        match &mut self.codec {
            Packets::Aac(aac) => aac.packet(packet),
            Packets::Flac(flac) => flac.packet(packet),
            Packets::Opus(opus) => opus.packet(packet),
            Packets::Vorbis(vorbis) => vorbis.packet(packet),
            Packets::Pcm(frame) => {
                packet.truncate(packet.len() / *frame * *frame);
                !packet.is_empty()
            }
            Packets::Mp3 => true,
        }
    }

    /// The set-up bytes of `track`, made anew. Known when its packets have been seen.
    pub fn codec_private(&self, track: &Track) -> Option<Vec<u8>> {
        let original = &track.codec_private;
        match &self.codec {
            Packets::Aac(aac) => aac.codec_private(original),
            Packets::Opus(_) => opus::scrub::identification(original, track.channels),
            Packets::Vorbis(vorbis) => Some(vorbis.codec_private().to_vec()),
            Packets::Flac(_) | Packets::Pcm(_) | Packets::Mp3 => Some(original.clone()),
        }
    }
}
