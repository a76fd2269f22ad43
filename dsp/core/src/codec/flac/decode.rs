//! FLAC frame by frame. Each states its own rate, channels and bits (RFC 9639 §9.1), and they may change
//! inside one file: the decoder follows, and its output has the rate the file began with.

use super::syntax::frame_header;
use super::syntax::subframe::FlacFrame;
use crate::codec::flac::syntax::stream_info::StreamInfo;
use crate::pcm::PcmBlock;
use crate::track::Track;

use crate::codec::packet_decoder::{PacketDecoder, Refused};
use crate::pcm::stretch::stretch;

/// Bits of a sample if neither the frame nor STREAMINFO states them.
const USUAL_BITS: u32 = 16;

/// A FLAC stream.
pub struct FlacPackets {
    sample_rate_hz: u32,
    bits: u32,
    frame: FlacFrame,
}

impl FlacPackets {
    /// A decoder for `track`.
    pub fn new(track: &Track) -> Self {
        let info = track
            .codec_private
            .first_chunk()
            .and_then(StreamInfo::parse);
        Self {
            sample_rate_hz: track.sample_rate_hz,
            bits: info.map_or(USUAL_BITS, |info| info.bits),
            frame: FlacFrame::default(),
        }
    }
}

impl PacketDecoder for FlacPackets {
    fn decode(&mut self, packet: &[u8], out: &mut PcmBlock) -> Result<(), Refused> {
        out.reset(0, 0);
        let header = frame_header::parse(packet).ok_or(Refused)?;
        let bits = header.bits.unwrap_or(self.bits);
        let kept = self.frame.decode(packet, &header, bits);
        let scale = 1.0 / (1u64 << (bits - 1)) as f32;
        out.reset(usize::from(header.channels), kept);
        for index in 0..usize::from(header.channels) {
            for (to, &sample) in out
                .channel_mut(index)
                .iter_mut()
                .zip(self.frame.channel(index))
            {
                *to = sample as f32 * scale;
            }
        }
        let rate_hz = header.sample_rate_hz.unwrap_or(self.sample_rate_hz);
        if rate_hz != self.sample_rate_hz {
            let frames = frame_header::frames(packet, self.sample_rate_hz).ok_or(Refused)?;
            stretch(
                out,
                frames as usize * kept / (header.block_frames as usize).max(1),
            );
        }
        if kept < header.block_frames as usize {
            return Err(Refused);
        }
        Ok(())
    }

    fn reset(&mut self) {}
}
