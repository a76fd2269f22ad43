//! Opus (RFC 6716) and its streams (RFC 7845).

pub mod decode;
pub mod scrub;
pub mod syntax;

use self::decode::OpusPackets;
use self::scrub::OpusScrub;
use self::syntax::packet;
use super::family::{ChannelOrder, Family, PacketFrames, PacketScrub, Preroll};
use super::packet_decoder::{PacketDecoder, Unsupported};
use crate::track::{Container, Track};

/// The codec as the engine asks for it.
pub struct Opus;

impl Family for Opus {
    fn decoder(&self, track: &Track) -> Result<Box<dyn PacketDecoder>, Unsupported> {
        Ok(Box::new(OpusPackets::new(track)?))
    }

    fn preroll(&self, _track: &Track) -> Preroll {
        Preroll::Anchored {
            every: 30 * 48_000,
            warm_up: 24_000,
        }
    }

    fn frames(&self, _track: &Track) -> Box<dyn PacketFrames> {
        Box::new(Frames)
    }

    fn scrub(&self, track: &Track) -> Option<Box<dyn PacketScrub>> {
        let scrub = OpusScrub::new(&track.codec_private, track.channels)?;
        Some(Box::new(scrub))
    }

    fn channel_order(&self) -> ChannelOrder {
        ChannelOrder::Vorbis
    }

    fn priming(&self, _track: &Track) -> u64 {
        // Pre-skip: 80 ms of convergence (RFC 7845 §4.2), 312 frames mostly; padding fills a packet.
        3_840
    }

    fn copied_into(&self, found_in: Container) -> Container {
        match found_in {
            Container::Ogg | Container::Mp4 => found_in,
            _ => Container::WebM,
        }
    }
}

#[derive(Debug)]
struct Frames;

impl PacketFrames for Frames {
    fn place(&mut self, packet: &[u8]) -> Option<u32> {
        packet::frames(packet)
    }

    fn boxed_clone(&self) -> Box<dyn PacketFrames> {
        Box::new(Self)
    }
}

impl PacketScrub for OpusScrub {
    fn packet(&mut self, packet: &mut Vec<u8>) -> bool {
        self.packet(packet)
    }

    fn codec_private(&self, track: &Track) -> Option<Vec<u8>> {
        scrub::identification(&track.codec_private, track.channels)
    }
}
