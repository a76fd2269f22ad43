//! What the engine asks of a codec: its decoder, the length of its packets, and packets without what nobody
//! reads. Each codec answers in its own folder; this file alone knows all of them.

use super::aac::Aac;
use super::flac::Flac;
use super::mp3::Mp3;
use super::opus::Opus;
use super::packet_decoder::{PacketDecoder, Unsupported};
use super::pcm::Pcm;
use super::vorbis::Vorbis;
use crate::track::{Codec, Track};

/// How far before a wanted frame decoding must begin, so that what comes out does not depend on
/// where it began.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Preroll {
    /// Every packet stands alone.
    None,
    /// Exact after this many packets: overlap, and for Layer III the bit reservoir (at most 511
    /// bytes back, ISO 11172-3 §2.4.3.4; 23 of the smallest frames).
    Packets(u32),
    /// State fades but never ends (RFC 7845 §4.6 asks for 80 ms): the stream is decoded from fixed
    /// anchors, so that a frame has one value wherever decoding began.
    Anchored {
        /// Distance of anchors in frames.
        every: u64,
        /// Frames decoded before an anchor and thrown away: 1.7 % of extra decoding where it is Opus.
        warm_up: u64,
    },
}

/// How many frames a packet decodes to, known without decoding it wherever the codec allows.
pub trait PacketFrames: core::fmt::Debug {
    /// Frames the packet decodes to by what it says itself; `None` when it cannot be one of this codec.
    fn frames(&mut self, packet: &[u8]) -> Option<u64> {
        self.place(packet).map(u64::from)
    }

    /// Frames of the timeline that the packet takes, whether or not it can be decoded; `None` when it is
    /// malformed or only decoding tells.
    fn place(&mut self, packet: &[u8]) -> Option<u32>;

    /// Whether packets tell their length themselves.
    fn counts(&self) -> bool {
        true
    }

    /// Forgets the packet before (after a gap or at a new stream).
    fn reset(&mut self) {}

    /// Another one in the same state.
    fn twin(&self) -> Box<dyn PacketFrames>;
}

/// Packets of one stream in order, without what no decoder reads.
pub trait PacketScrub {
    /// Leaves of `packet` what is read; `false` when it cannot be read at all.
    fn packet(&mut self, packet: &mut Vec<u8>) -> bool;

    /// The set-up bytes of `track`, made anew. Known when its packets have been seen.
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
}

/// The codec of a track.
pub fn of(track: &Track) -> &'static dyn Family {
    match track.codec {
        Codec::Opus => &Opus,
        Codec::Vorbis => &Vorbis,
        Codec::Mp3 => &Mp3,
        Codec::Aac => &Aac,
        Codec::Flac => &Flac,
        Codec::Pcm(_) => &Pcm,
    }
}
