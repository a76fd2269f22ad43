//! ADTS: a header before every few raw data blocks (ISO 13818-7 §6.2).

use super::audio_specific_config::SAMPLE_RATES_HZ;

/// The profile of Scalable Sample Rate.
const SCALABLE: u8 = 2;

/// Fields of a frame header.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AdtsHeader {
    /// Whole frame in bytes, header included.
    pub bytes: u32,
    /// Bytes before the first block.
    pub header_bytes: u32,
    /// Raw data blocks.
    pub blocks: u32,
    /// Rate in Hz.
    pub sample_rate_hz: u32,
    /// Channels, 1…8; 0 if only the blocks state them.
    pub channels: u16,
    /// Fields that never change inside one stream: everything of the fixed header but the private, original
    /// and home bits.
    pub key: u32,
}

impl AdtsHeader {
    /// Reads the header that `bytes` begin with; `None` when there is none.
    pub fn parse(bytes: &[u8]) -> Option<Self> {
        let head = bytes.first_chunk::<7>()?;
        if head[0] != 0xFF || head[1] & 0xF6 != 0xF0 {
            return None;
        }
        let unprotected = head[1] & 1 == 1;
        let sample_rate_hz = *SAMPLE_RATES_HZ.get(usize::from(head[2] >> 2 & 15))?;
        let channels = [0, 1, 2, 3, 4, 5, 6, 8][usize::from((head[2] & 1) << 2 | head[3] >> 6)];
        let bytes =
            u32::from(head[3] & 3) << 11 | u32::from(head[4]) << 3 | u32::from(head[5] >> 5);
        let blocks = u32::from(head[6] & 3) + 1;
        // The check sum has the places of all blocks but the first before it (tables 1.A.5, 1.A.8).
        let header_bytes = if unprotected { 7 } else { 7 + 2 * blocks };
        (bytes > header_bytes).then_some(Self {
            bytes,
            header_bytes,
            blocks,
            sample_rate_hz,
            channels,
            key: u32::from_be_bytes([head[0], head[1], head[2] & 0xFD, head[3] & 0xC0]),
        })
    }
}

/// AudioSpecificConfig (ISO 14496-3 §1.6.2.1) of the stream whose frame begins with `head`.
pub fn audio_specific_config(head: &[u8]) -> Vec<u8> {
    let (second, third) = (
        head.get(2).copied().unwrap_or(0),
        head.get(3).copied().unwrap_or(0),
    );
    let object_type = match second >> 6 {
        // No encoder makes it; a header with this value holds the object type of Low Complexity, which is one more
        // than its profile.
        SCALABLE => SCALABLE,
        profile => profile + 1,
    };
    let rate = second >> 2 & 15;
    let channels = (second & 1) << 2 | third >> 6;
    vec![
        object_type << 3 | rate >> 1,
        (rate & 1) << 7 | channels << 3,
    ]
}
