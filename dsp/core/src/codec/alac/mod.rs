//! Apple Lossless (ALAC), as phones keep memos: read, never written. Only Safari plays it, so that copies
//! to publish are MP3.

pub mod decode;
pub mod syntax;

use self::decode::AlacPackets;
use self::syntax::AlacConfig;
use super::family::{ChannelOrder, Family, PacketFrames, PacketScrub, Preroll};
use super::packet_decoder::{PacketDecoder, Unsupported};
use crate::track::{Container, Track};

/// The codec as the engine asks for it.
pub struct Alac;

impl Family for Alac {
    fn decoder(&self, track: &Track) -> Result<Box<dyn PacketDecoder>, Unsupported> {
        Ok(Box::new(AlacPackets::new(track)?))
    }

    fn preroll(&self, _track: &Track) -> Preroll {
        Preroll::None
    }

    fn frames(&self, track: &Track) -> Box<dyn PacketFrames> {
        let config = AlacConfig::parse(&track.codec_private);
        Box::new(Frames(config.map_or(4_096, |config| config.frame_length)))
    }

    fn scrub(&self, _track: &Track) -> Option<Box<dyn PacketScrub>> {
        None
    }

    fn channel_order(&self) -> ChannelOrder {
        ChannelOrder::Wave
    }

    fn copied_into(&self, _found_in: Container) -> Container {
        Container::Mp4
    }
}

/// Frames of a packet that does not state a length.
#[derive(Debug)]
struct Frames(u32);

impl PacketFrames for Frames {
    fn place(&mut self, packet: &[u8]) -> Option<u32> {
        syntax::frames(packet, self.0)
    }

    fn boxed_clone(&self) -> Box<dyn PacketFrames> {
        Box::new(Self(self.0))
    }
}
