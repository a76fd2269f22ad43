//! STREAMINFO (RFC 9639 §8.2), read from a file or made from a frame.

use super::frame_header::FrameHeader;

/// Stream values that decoders and positions need.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StreamInfo {
    /// Block sizes in frames.
    pub smallest_block: u16,
    /// See `smallest_block`.
    pub largest_block: u32,
    /// Rate in Hz, at least 1.
    pub sample_rate_hz: u32,
    /// Channels, 1…8.
    pub channels: u16,
    /// Bits of a sample, 4…32.
    pub bits: u32,
    /// Frames of the stream; 0 when unknown.
    pub total_frames: u64,
    /// Sizes of frames in bytes and the checksum of the samples, as they stood.
    rest: ([u8; 6], [u8; 16]),
}

impl StreamInfo {
    /// Reads the 34 bytes; `None` when rate or block size cannot be.
    pub fn parse(bytes: &[u8; 34]) -> Option<Self> {
        let mut packed = [0; 8];
        packed.copy_from_slice(&bytes[10..18]);
        let packed = u64::from_be_bytes(packed);
        let (mut sizes, mut checksum) = ([0; 6], [0; 16]);
        sizes.copy_from_slice(&bytes[4..10]);
        checksum.copy_from_slice(&bytes[18..]);
        let found = Self {
            smallest_block: u16::from_be_bytes([bytes[0], bytes[1]]),
            largest_block: u32::from(u16::from_be_bytes([bytes[2], bytes[3]])),
            sample_rate_hz: (packed >> 44) as u32,
            channels: (packed >> 41 & 7) as u16 + 1,
            bits: (packed >> 36 & 31) as u32 + 1,
            total_frames: packed & 0xF_FFFF_FFFF,
            rest: (sizes, checksum),
        };
        (found.sample_rate_hz > 0).then_some(found)
    }

    /// The stream a frame belongs to: the frame's own values, else those of `info`. `None` when
    /// neither states the rate.
    pub fn of_frame(header: &FrameHeader, info: Option<Self>) -> Option<Self> {
        let known = info.unwrap_or(Self {
            smallest_block: 16,
            largest_block: 0,
            sample_rate_hz: header.sample_rate_hz?,
            channels: header.channels,
            bits: header.bits.unwrap_or(16),
            total_frames: 0,
            rest: ([0; 6], [0; 16]),
        });
        let made = Self {
            largest_block: known.largest_block.max(header.block_frames),
            sample_rate_hz: header.sample_rate_hz.unwrap_or(known.sample_rate_hz),
            channels: header.channels,
            bits: header.bits.unwrap_or(known.bits),
            ..known
        };
        // Sizes and checksum were of another stream.
        Some(match info {
            Some(info) if info.allows(&made) => made,
            _ => Self {
                rest: ([0; 6], [0; 16]),
                ..made
            },
        })
    }

    /// Whether frames of `other` fit these values.
    pub fn allows(&self, other: &Self) -> bool {
        self.sample_rate_hz == other.sample_rate_hz
            && self.channels == other.channels
            && self.bits == other.bits
            && self.largest_block >= other.largest_block
    }

    /// The 34 bytes.
    pub fn to_bytes(self) -> Vec<u8> {
        let largest = self.largest_block.clamp(16, 0xFFFF) as u16;
        let packed = u64::from(self.sample_rate_hz & 0xF_FFFF) << 44
            | u64::from((self.channels - 1) & 7) << 41
            | u64::from((self.bits - 1) & 31) << 36
            | self.total_frames & 0xF_FFFF_FFFF;
        let mut out = self.smallest_block.min(largest).to_be_bytes().to_vec();
        out.extend(largest.to_be_bytes());
        out.extend(self.rest.0);
        out.extend(packed.to_be_bytes());
        out.extend(self.rest.1);
        out
    }
}

#[cfg(test)]
mod tests {
    use super::super::frame_header::parse;
    use super::*;

    #[test]
    fn survives_a_round_trip_and_is_made_from_a_frame() {
        // RFC 9639 appendix D.1.
        let mut bytes = [0u8; 34];
        bytes[..18].copy_from_slice(&[
            0x10, 0, 0x10, 0, 0, 0, 0x0F, 0, 0, 0x0F, 0x0A, 0xC4, 0x42, 0xF0, 0, 0, 0, 1,
        ]);
        bytes[18..].fill(7);
        let info = StreamInfo::parse(&bytes).unwrap();
        assert_eq!(
            (
                info.sample_rate_hz,
                info.channels,
                info.bits,
                info.total_frames
            ),
            (44_100, 2, 16, 1)
        );
        assert_eq!(info.to_bytes(), bytes);
        let header = parse(&[0xFF, 0xF8, 0x69, 0x18, 0x00, 0x00, 0xBF]).unwrap();
        let made = StreamInfo::of_frame(&header, None).unwrap();
        assert_eq!(
            (made.sample_rate_hz, made.channels, made.bits),
            (44_100, 2, 16)
        );
        assert_eq!(StreamInfo::of_frame(&header, Some(info)), Some(info));
        let mono = StreamInfo {
            channels: 1,
            ..info
        };
        let corrected = StreamInfo::of_frame(&header, Some(mono)).unwrap();
        assert_eq!((corrected.channels, corrected.total_frames), (2, 1));
        assert!(!mono.allows(&corrected));
    }
}
