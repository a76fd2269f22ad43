//! The engine's interface to a codec: its decoder, the length of its packets, the order of its channels, and
//! clean packets. Each codec answers in its own folder; only [`super::of`] lists all of them.

use super::packet_decoder::{PacketDecoder, Unsupported};
use crate::track::{Container, Track};

/// How far before a wanted frame decoding must begin, so that the output does not depend on
/// where it began.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Preroll {
    /// Every packet is independent.
    None,
    /// Exact after this many frames: packets that overlap or lend each other bits.
    Frames(u64),
    /// State fades but never ends (RFC 7845 §4.6 asks for 80 ms): the stream is decoded from fixed
    /// anchors, so that a frame has one value wherever decoding began.
    Anchored {
        /// Distance of anchors in frames.
        every: u64,
        /// Frames decoded before an anchor and thrown away: 1.7 % of extra decoding where it is Opus.
        warm_up: u64,
    },
}

/// The order of three to eight channels in a decoded packet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ChannelOrder {
    /// WAVE, FLAC (RFC 9639 §9.1.3) and Symphonia's planes.
    Wave,
    /// Vorbis (Vorbis I §4.3.9), which Opus keeps (RFC 7845 §5.1.1.2).
    Vorbis,
    /// The elements of AAC (ISO 14496-3 table 1.19; seven is configuration 11).
    Aac,
}

/// How many frames a packet decodes to, known without decoding it wherever the codec allows.
pub trait PacketFrames: core::fmt::Debug {
    /// Frames that the packet decodes to by its own header; `None` when it is not of this codec.
    fn frames(&mut self, packet: &[u8]) -> Option<u64> {
        self.place(packet).map(u64::from)
    }

    /// Frames of the timeline that the packet takes, whether or not it can be decoded; `None` when it is
    /// malformed or must be decoded to know.
    fn place(&mut self, packet: &[u8]) -> Option<u32>;

    /// Whether packets state their own length.
    fn counts(&self) -> bool {
        true
    }

    /// Forgets the packet before (after a gap or at a new stream).
    fn reset(&mut self) {}

    /// A copy in the same state.
    fn boxed_clone(&self) -> Box<dyn PacketFrames>;
}

/// Packets of one stream in order, without bits that no decoder reads.
pub trait PacketScrub {
    /// Reduces `packet` to the bits that decoders read; `false` when it is unreadable.
    fn packet(&mut self, packet: &mut Vec<u8>) -> bool;

    /// The rebuilt set-up bytes of `track`. Known when its packets have been seen.
    fn codec_private(&self, track: &Track) -> Option<Vec<u8>> {
        Some(track.codec_private.clone())
    }
}

/// One codec. Every track handed in is of it.
pub trait Family: Sync {
    /// Builds the decoder of a track.
    fn decoder(&self, track: &Track) -> Result<Box<dyn PacketDecoder>, Unsupported>;

    /// Pre-roll of a track.
    fn preroll(&self, track: &Track) -> Preroll;

    /// Measures the packets of a track; some need the packet before, so they are fed in order.
    fn frames(&self, track: &Track) -> Box<dyn PacketFrames>;

    /// Cleans the packets of a track; `None` when its set-up contradicts itself.
    fn scrub(&self, track: &Track) -> Option<Box<dyn PacketScrub>>;

    /// The order of the channels that its decoder returns.
    fn channel_order(&self) -> ChannelOrder;

    /// Most frames that encoders put before the sound, and after it, for the sake of coding. More than
    /// that is sound that the editor removed.
    fn priming(&self, _track: &Track) -> u64 {
        0
    }

    /// The container of a clean copy of packets that were found in `found_in`.
    fn copied_into(&self, found_in: Container) -> Container;

    /// Whether the decoder of `before` continues with `after`, a stream appended to it. Otherwise a new one begins.
    fn goes_on(&self, _before: &Track, _after: &Track) -> bool {
        false
    }
}
