//! Vorbis I.

pub mod decode;
pub mod scrub;
pub mod syntax;

use self::decode::VorbisPackets;
use self::scrub::VorbisScrub;
use self::syntax::block_sizes::VorbisSizes;
use self::syntax::headers;
use super::family::{ChannelOrder, Family, PacketFrames, PacketScrub, Preroll};
use super::packet_decoder::{PacketDecoder, Unsupported};
use crate::track::{Container, Track};

/// The codec as the engine asks for it.
pub struct Vorbis;

impl Family for Vorbis {
    fn decoder(&self, track: &Track) -> Result<Box<dyn PacketDecoder>, Unsupported> {
        Ok(Box::new(VorbisPackets::new(track)?))
    }

    fn preroll(&self, _track: &Track) -> Preroll {
        // Two packets, whose blocks overlap.
        Preroll::Frames(2 * 4_096)
    }

    fn frames(&self, track: &Track) -> Box<dyn PacketFrames> {
        let sizes = headers::split(&track.codec_private)
            .and_then(|[identification, _, set_up]| VorbisSizes::new(identification, set_up));
        Box::new(Frames(sizes))
    }

    fn scrub(&self, track: &Track) -> Option<Box<dyn PacketScrub>> {
        let scrub = VorbisScrub::new(&track.codec_private)?;
        Some(Box::new(scrub))
    }

    fn channel_order(&self) -> ChannelOrder {
        ChannelOrder::Wave
    }

    fn priming(&self, _track: &Track) -> u64 {
        // A long block, and the half of another.
        8_192
    }

    fn copied_into(&self, found_in: Container) -> Container {
        match found_in {
            Container::Ogg => found_in,
            _ => Container::WebM,
        }
    }
}

/// `None` without a readable set-up: the length needs decoding.
#[derive(Debug)]
struct Frames(Option<VorbisSizes>);

impl PacketFrames for Frames {
    fn frames(&mut self, packet: &[u8]) -> Option<u64> {
        match &mut self.0 {
            Some(sizes) => sizes.frames(packet).map(u64::from),
            None => (!packet.is_empty()).then_some(0),
        }
    }

    fn place(&mut self, packet: &[u8]) -> Option<u32> {
        self.0.as_mut().and_then(|sizes| sizes.frames(packet))
    }

    fn counts(&self) -> bool {
        self.0.is_some()
    }

    fn reset(&mut self) {
        if let Some(sizes) = &mut self.0 {
            sizes.reset();
        }
    }

    fn boxed_clone(&self) -> Box<dyn PacketFrames> {
        Box::new(Self(self.0.clone()))
    }
}

impl PacketScrub for VorbisScrub {
    fn packet(&mut self, packet: &mut Vec<u8>) -> bool {
        self.packet(packet)
    }

    fn codec_private(&self, _track: &Track) -> Option<Vec<u8>> {
        Some(self.codec_private().to_vec())
    }
}
