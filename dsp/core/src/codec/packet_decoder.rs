//! One interface over every codec: a packet in, planar samples out.

use crate::pcm::PcmBlock;

/// The codec or this use of it is not supported: its name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unsupported(pub String);

/// A packet its decoder refused. The caller conceals it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Refused;

/// Decodes the packets of one stream in order.
pub trait PacketDecoder {
    /// Decodes one packet into `out` at the stream's own channel count and rate, replacing its
    /// content. `out` may end up empty (the first Vorbis packet). On refusal `out` holds the frames
    /// before the place that is broken: mostly none.
    fn decode(&mut self, packet: &[u8], out: &mut PcmBlock) -> Result<(), Refused>;

    /// Fills `out` with `frames` frames in place of packets that were lost. Silence unless the
    /// codec states another.
    fn conceal(&mut self, channels: usize, frames: usize, out: &mut PcmBlock) {
        out.reset(channels, frames);
    }

    /// Packets before the next are missing and were concealed. Most decoders ignore it.
    fn after_gap(&mut self) {}

    /// Forgets everything before the next packet.
    fn reset(&mut self);
}
