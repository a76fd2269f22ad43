//! Packets without bits that no decoder reads: padding, ancillary data, comments, free header fields. What is
//! heard stays the same to the sample; everything that could carry other data is removed. A packet that no decoder
//! would take is none.
//!
//! Unchanged, because finding their end needs a complete decoder: band replication of HE-AAC, what a CELT
//! frame has to spare beyond its bands, the redundancy of a SILK frame, code books of Vorbis without packets.

use super::family::PacketScrub;
use crate::track::Track;

/// Cleans the packets of one stream in order. Those of Layer III hang together: see [`super::mp3::scrub`].
pub struct Scrub {
    codec: Box<dyn PacketScrub>,
}

impl Scrub {
    /// For the packets of `track`; `None` when its set-up contradicts itself.
    pub fn new(track: &Track) -> Option<Self> {
        let codec = super::of(track).scrub(track)?;
        Some(Self { codec })
    }

    /// Reduces `packet` to the bits that decoders read; `false` when it is unreadable.
    pub fn packet(&mut self, packet: &mut Vec<u8>) -> bool {
        self.codec.packet(packet)
    }

    /// The rebuilt set-up bytes of `track`. Known when its packets have been seen.
    pub fn codec_private(&self, track: &Track) -> Option<Vec<u8>> {
        self.codec.codec_private(track)
    }
}
