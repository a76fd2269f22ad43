//! Native FLAC (RFC 9639 §8): STREAMINFO, a seek table, the frames.

use super::seek_points::SeekPoints;
use super::{Framed, Mux, Totals};
use crate::container::{ContainerError, Track};

pub struct FlacMux {
    points: SeekPoints,
    bytes: u64,
    block_frames: u64,
    /// Bytes of the smallest and of the largest frame.
    sizes: (u32, u32),
}

impl Default for FlacMux {
    fn default() -> Self {
        // A point a second, first thinned at 48 kHz.
        Self {
            points: SeekPoints::new(48_000),
            bytes: 0,
            block_frames: 0,
            sizes: (u32::MAX, 0),
        }
    }
}

impl Mux for FlacMux {
    fn measure(&mut self, packet: &Framed<'_>) {
        self.points.offer(packet.at, self.bytes);
        self.bytes += packet.data.len() as u64;
        let bytes = packet.data.len() as u32;
        self.sizes = (self.sizes.0.min(bytes), self.sizes.1.max(bytes));
        self.block_frames = self.block_frames.max(packet.frames);
    }

    fn head(
        &mut self,
        track: &Track,
        totals: &Totals,
        out: &mut Vec<u8>,
    ) -> Result<(), ContainerError> {
        let mut info = track.codec_private.clone();
        info.resize(34, 0);
        // The last 36 bits of bytes 13…17 are the length in frames (RFC 9639 §8.2).
        let stated = (u64::from(info[13] & 15) << 32)
            | u64::from(u32::from_be_bytes([info[14], info[15], info[16], info[17]]));
        if stated != totals.end {
            info[13] = info[13] & 0xF0 | (totals.end >> 32 & 15) as u8;
            info[14..18].copy_from_slice(&(totals.end as u32).to_be_bytes());
        }
        // Sizes as counted, 0 where 24 bits are too few; the checksum is unknown.
        for (at, bytes) in [(4, self.sizes.0), (7, self.sizes.1)] {
            let bytes = if bytes < 1 << 24 { bytes } else { 0 };
            info[at..at + 3].copy_from_slice(&bytes.to_be_bytes()[1..]);
        }
        info[18..].fill(0);
        out.extend(b"fLaC");
        out.extend([0, 0, 0, 34]);
        out.extend(info);
        let points = self.points.points();
        out.push(0x80 | 3);
        out.extend(&((points.len() * 18) as u32).to_be_bytes()[1..]);
        for &(frame, offset) in points {
            out.extend(frame.to_be_bytes());
            out.extend(offset.to_be_bytes());
            out.extend((self.block_frames.min(0xFFFF) as u16).to_be_bytes());
        }
        Ok(())
    }

    fn write(&mut self, _pass: usize, packet: &Framed<'_>, out: &mut Vec<u8>) {
        out.extend_from_slice(packet.data);
    }
}
