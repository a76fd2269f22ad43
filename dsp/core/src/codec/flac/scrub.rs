//! FLAC: frames without the bits between their last sample and their checksum (RFC 9639 §9.3), and
//! STREAMINFO without unknown counts.

use super::syntax::frame_header;
use super::syntax::subframe::FlacFrame;
use crate::crc::crc16;

/// Cleans the frames of one stream.
pub struct FlacScrub {
    frame: FlacFrame,
    /// Bits of a sample if a frame does not state them.
    bits: u32,
}

impl FlacScrub {
    /// For frames of a stream with this STREAMINFO.
    pub fn new(stream_info: &[u8]) -> Self {
        let bits = match stream_info.get(12..14) {
            Some([high, low]) => u32::from(high & 1) << 4 | u32::from(low >> 4),
            _ => 15,
        };
        Self {
            frame: FlacFrame::default(),
            bits: bits + 1,
        }
    }

    /// Ends `packet` after its samples; `false` when they cannot be read.
    pub fn packet(&mut self, packet: &mut Vec<u8>) -> bool {
        let Some(header) = frame_header::parse(packet) else {
            return false;
        };
        let bits = header.bits.unwrap_or(self.bits);
        self.frame.decode(packet, &header, bits);
        let Some(end) = self.frame.end_bits() else {
            return false;
        };
        let bytes = end.div_ceil(8);
        packet.truncate(bytes);
        if let (Some(last), 1..) = (packet.last_mut(), end % 8) {
            *last &= 0xFF << (8 - end % 8);
        }
        let sum = crc16(0, packet);
        packet.extend(sum.to_be_bytes());
        true
    }
}
