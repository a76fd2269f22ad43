//! Framing of bare streams: the headers of Layer III or ADTS.

use crate::codec::aac::syntax::adts::AdtsHeader;
use crate::codec::mp3::syntax::header::Header;

/// Bytes of a file that decide whether a frame begins there.
pub const HEADER_BYTES: usize = 9;

/// Fields of a frame header.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FrameHeader {
    /// Whole frame in bytes, header included.
    pub bytes: u32,
    /// Bytes before the payload that the decoder is not given (ADTS header; 0 for Layer III).
    pub skip: u32,
    /// Frames (samples per channel) it decodes to.
    pub frames: u32,
    /// Rate in Hz.
    pub sample_rate_hz: u32,
    /// Channels, 1…8; 0 in ADTS if only the payload states them.
    pub channels: u16,
    /// AAC blocks it holds, 1 for Layer III.
    pub blocks: u32,
    /// Fields that never change inside one stream.
    pub key: u32,
}

/// How frames of a stream are recognised: Layer III and ADTS by the layer bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Framing {
    Layer3,
    /// Layer III in free format (bitrate index 0): a frame's length is known only by the distance of headers,
    /// here without the padding slot.
    FreeLayer3 {
        bytes: u32,
    },
    Adts,
}

impl Framing {
    /// Reads the header at the start of `bytes`; `None` if no supported frame begins there.
    pub fn parse(self, bytes: &[u8]) -> Option<FrameHeader> {
        match self {
            Self::Layer3 => layer3(bytes, None),
            Self::FreeLayer3 { bytes: length } => layer3(bytes, Some(length)),
            Self::Adts => adts(bytes),
        }
    }

    /// Whether the frames are MP3, of whichever format.
    pub fn is_layer3(self) -> bool {
        self != Self::Adts
    }
}

/// Bytes of the Layer III frame that `head` begins, where frames of free format have `free_bytes` without
/// their padding slot; `None` when it is no such frame.
pub fn layer3_bytes(head: &[u8], free_bytes: usize) -> Option<usize> {
    let is_free = head.get(2)? >> 4 == 0;
    let free = is_free.then_some(u32::try_from(free_bytes).ok()?);
    layer3(head, free).map(|header| header.bytes as usize)
}

fn layer3(bytes: &[u8], free: Option<u32>) -> Option<FrameHeader> {
    let header = Header::parse(bytes)?;
    Some(FrameHeader {
        bytes: header.frame_bytes(free)?,
        skip: 0,
        frames: header.frames(),
        sample_rate_hz: header.sample_rate_hz(),
        channels: header.channels as u16,
        blocks: 1,
        // Synchronisation, version, layer and rate.
        key: u32::from_be_bytes(*bytes.first_chunk()?) & 0xFFFE_0C00,
    })
}

fn adts(bytes: &[u8]) -> Option<FrameHeader> {
    let header = AdtsHeader::parse(bytes)?;
    Some(FrameHeader {
        bytes: header.bytes,
        skip: header.header_bytes,
        frames: 1_024 * header.blocks,
        sample_rate_hz: header.sample_rate_hz,
        channels: header.channels,
        blocks: header.blocks,
        key: header.key,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn layer3_lengths_match_the_formula() {
        // MPEG-1 Layer III, 128 kbit/s, 44.1 kHz, joint stereo.
        let header = layer3(&[0xFF, 0xFB, 0x90, 0x64], None).unwrap();
        assert_eq!(
            (header.bytes, header.frames, header.channels),
            (417, 1_152, 2)
        );
        assert_eq!(
            layer3(&[0xFF, 0xFB, 0x92, 0x64], None).unwrap().bytes,
            418,
            "padded"
        );
        // MPEG-2, 64 kbit/s, 22.05 kHz, mono; MPEG-2.5, 8 kHz.
        let half = layer3(&[0xFF, 0xF3, 0x80, 0xC0], None).unwrap();
        assert_eq!(
            (half.bytes, half.frames, half.sample_rate_hz, half.channels),
            (208, 576, 22_050, 1)
        );
        assert_eq!(
            layer3(&[0xFF, 0xE3, 0x88, 0xC0], None)
                .unwrap()
                .sample_rate_hz,
            8_000
        );
        for refused in [
            [0xFF, 0xFB, 0x00, 0x64],
            [0xFF, 0xFB, 0xF0, 0x64],
            [0xFF, 0xFB, 0x9C, 0x64],
        ] {
            assert_eq!(layer3(&refused, None), None);
        }
    }

    #[test]
    fn adts_and_layer3_never_claim_the_same_bytes() {
        for second in 0..=255u8 {
            let bytes = [0xFF, second, 0x50, 0x80, 0x10, 0x1F, 0xFC, 0, 0];
            assert!(
                layer3(&bytes, None).is_none() || adts(&bytes).is_none(),
                "{second:#x}"
            );
        }
    }
}
