//! Frame headers of MPEG audio: Layer III (ISO 11172-3 §2.4.1.3, ISO 13818-3 §2.4.1.3, and the
//! "2.5" half rates) and ADTS (ISO 13818-7 §6.2).

use crate::codec::aac::syntax::audio_specific_config::SAMPLE_RATES_HZ;

/// Bytes of a file that decide whether a frame begins there.
pub const HEADER_BYTES: usize = 9;

/// What a frame header says.
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
    /// Channels, 1…8; 0 in ADTS where only the payload says it.
    pub channels: u16,
    /// AAC blocks it holds, 1 for Layer III.
    pub blocks: u32,
    /// Fields that never change inside one stream.
    pub key: u32,
}

/// How frames of a stream are told; Layer III and ADTS by the layer bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Framing {
    Layer3,
    /// Layer III in free format (bitrate index 0): only the distance of headers tells a frame's length,
    /// here without the padding slot.
    FreeLayer3 {
        bytes: u32,
    },
    Adts,
}

impl Framing {
    /// Reads the header at the start of `bytes`; `None` when no frame of ours begins there.
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

/// Bitrates of Layer III in kbit/s by index, MPEG-1 and MPEG-2 (ISO 11172-3 table 2.4.2.3,
/// ISO 13818-3 table 2.4.2.3). Index 0 is free format.
const KBPS: [[u32; 15]; 2] = [
    [
        0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320,
    ],
    [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
];

/// Bytes of the Layer III frame that `head` begins, where frames of free format have `free_bytes` without
/// their padding slot; `None` when it is no such frame.
pub fn layer3_bytes(head: &[u8], free_bytes: usize) -> Option<usize> {
    let is_free = head.get(2)? >> 4 == 0;
    let free = is_free.then_some(u32::try_from(free_bytes).ok()?);
    layer3(head, free).map(|header| header.bytes as usize)
}

fn layer3(bytes: &[u8], free: Option<u32>) -> Option<FrameHeader> {
    let word = u32::from_be_bytes(*bytes.first_chunk::<4>()?);
    let version = word >> 19 & 3;
    let layer = word >> 17 & 3;
    let bitrate = (word >> 12 & 15) as usize;
    let rate = (word >> 10 & 3) as usize;
    if word >> 21 != 0x7FF
        || version == 1
        || layer != 1
        || (bitrate == 0) != free.is_some()
        || bitrate == 15
        || rate == 3
    {
        return None;
    }
    let first_version = version == 3;
    let sample_rate_hz = [44_100, 48_000, 32_000][rate] >> [2, 0, 1, 0][version as usize];
    let kbps = KBPS[usize::from(!first_version)][bitrate];
    let padding = word >> 9 & 1;
    let (slots, frames) = if first_version {
        (144, 1_152)
    } else {
        (72, 576)
    };
    Some(FrameHeader {
        bytes: free.unwrap_or(slots * kbps * 1_000 / sample_rate_hz) + padding,
        skip: 0,
        frames,
        sample_rate_hz,
        channels: if word >> 6 & 3 == 3 { 1 } else { 2 },
        blocks: 1,
        key: word & 0xFFFE_0C00,
    })
}

fn adts(bytes: &[u8]) -> Option<FrameHeader> {
    let head = bytes.first_chunk::<7>()?;
    if head[0] != 0xFF || head[1] & 0xF6 != 0xF0 {
        return None;
    }
    let unprotected = head[1] & 1 == 1;
    let sample_rate_hz = *SAMPLE_RATES_HZ.get(usize::from(head[2] >> 2 & 15))?;
    let channels = [0, 1, 2, 3, 4, 5, 6, 8][usize::from((head[2] & 1) << 2 | head[3] >> 6)];
    let bytes = u32::from(head[3] & 3) << 11 | u32::from(head[4]) << 3 | u32::from(head[5] >> 5);
    let blocks = u32::from(head[6] & 3) + 1;
    // The check sum has the places of all blocks but the first before it (tables 1.A.5, 1.A.8).
    let skip = if unprotected { 7 } else { 7 + 2 * blocks };
    if bytes <= skip {
        return None;
    }
    Some(FrameHeader {
        bytes,
        skip,
        frames: 1_024 * blocks,
        sample_rate_hz,
        channels,
        blocks,
        // Everything of the fixed header but the private, original and home bits.
        key: u32::from_be_bytes([head[0], head[1], head[2] & 0xFD, head[3] & 0xC0]),
    })
}

/// The profile of Scalable Sample Rate.
pub const SCALABLE: u8 = 2;

/// Object type of an ADTS frame less one: Main, Low Complexity, [`SCALABLE`], Long Term Prediction.
pub fn adts_profile(bytes: &[u8]) -> u8 {
    bytes.get(2).map_or(0, |byte| byte >> 6)
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
