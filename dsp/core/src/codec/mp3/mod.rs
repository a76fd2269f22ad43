//! MPEG audio Layer III (ISO/IEC 11172-3, 13818-3 and the "2.5" quarter rates).

pub(crate) mod decode;
pub mod encode;
pub(crate) mod scrub;
pub(crate) mod syntax;

// Tables of encoder and decoder.
mod code_books;
mod tables;
mod window_shapes;

use self::decode::Mp3Packets;
use self::syntax::header;
use super::family::{ChannelOrder, Family, PacketFrames, PacketScrub, Preroll};
use super::packet_decoder::{PacketDecoder, Unsupported};
use crate::track::{Container, Track};

/// The codec as the engine asks for it.
pub struct Mp3;

impl Family for Mp3 {
    fn decoder(&self, _track: &Track) -> Result<Box<dyn PacketDecoder>, Unsupported> {
        Ok(Box::new(Mp3Packets::new()))
    }

    fn preroll(&self, _track: &Track) -> Preroll {
        // Overlap, and the bit reservoir: at most 511 bytes back (ISO 11172-3 §2.4.3.4), 23 of the smallest frames.
        Preroll::Frames(30 * 1_152)
    }

    fn frames(&self, track: &Track) -> Box<dyn PacketFrames> {
        Box::new(Frames(header::frames_at(track.sample_rate_hz)))
    }

    fn scrub(&self, _track: &Track) -> Option<Box<dyn PacketScrub>> {
        Some(Box::new(Whole))
    }

    fn channel_order(&self) -> ChannelOrder {
        ChannelOrder::Wave
    }

    fn priming(&self, _track: &Track) -> u64 {
        // Twelve bits of the LAME tag, and the delay of the decoder.
        4_095 + 529
    }

    fn copied_into(&self, _found_in: Container) -> Container {
        Container::MpegAudio
    }

    fn goes_on(&self, before: &Track, after: &Track) -> bool {
        // A stream that only changes its mode keeps its reservoir.
        after.codec == before.codec && after.sample_rate_hz == before.sample_rate_hz
    }
}

/// Frames of every frame of the stream's own rate.
#[derive(Debug)]
struct Frames(u32);

impl PacketFrames for Frames {
    fn frames(&mut self, packet: &[u8]) -> Option<u64> {
        header::frames_by_version(packet).map(u64::from)
    }

    fn place(&mut self, _packet: &[u8]) -> Option<u32> {
        Some(self.0)
    }

    fn boxed_clone(&self) -> Box<dyn PacketFrames> {
        Box::new(Self(self.0))
    }
}

/// Frames hang together by the bit reservoir: [`scrub`] cleans the stream, not its packets.
struct Whole;

impl PacketScrub for Whole {
    fn packet(&mut self, _packet: &mut Vec<u8>) -> bool {
        true
    }
}
