//! FLAC (RFC 9639).

pub mod decode;
pub mod scrub;
pub mod syntax;

use self::decode::FlacPackets;
use self::scrub::FlacScrub;
use self::syntax::frame_header;
use super::family::{ChannelOrder, Family, PacketFrames, PacketScrub, Preroll};
use super::packet_decoder::{PacketDecoder, Unsupported};
use crate::track::{Container, Track};

/// The codec as the engine asks for it.
pub struct Flac;

impl Family for Flac {
    fn decoder(&self, track: &Track) -> Result<Box<dyn PacketDecoder>, Unsupported> {
        Ok(Box::new(FlacPackets::new(track)))
    }

    fn preroll(&self, _track: &Track) -> Preroll {
        Preroll::None
    }

    fn frames(&self, track: &Track) -> Box<dyn PacketFrames> {
        Box::new(Frames(track.sample_rate_hz))
    }

    fn scrub(&self, track: &Track) -> Option<Box<dyn PacketScrub>> {
        Some(Box::new(FlacScrub::new(&track.codec_private)))
    }

    fn channel_order(&self) -> ChannelOrder {
        ChannelOrder::Wave
    }

    fn copied_into(&self, _found_in: Container) -> Container {
        Container::Flac
    }
}

/// Rate of the stream in Hz.
#[derive(Debug)]
struct Frames(u32);

impl PacketFrames for Frames {
    fn place(&mut self, packet: &[u8]) -> Option<u32> {
        frame_header::frames(packet, self.0)
    }

    fn boxed_clone(&self) -> Box<dyn PacketFrames> {
        Box::new(Self(self.0))
    }
}

impl PacketScrub for FlacScrub {
    fn packet(&mut self, packet: &mut Vec<u8>) -> bool {
        self.packet(packet)
    }
}
