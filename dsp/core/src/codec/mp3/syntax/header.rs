//! The four header bytes of a frame (ISO 11172-3 §2.4.2.3, ISO 13818-3 §2.4.2.3, and the "2.5" half rates).

use crate::codec::mp3::tables::{bitrates_kbps, sample_rate_hz, LOW_RATES};

/// The header of one frame.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Header {
    /// Row of the band tables, as [`sample_rate_hz`] counts the rates.
    pub rate: usize,
    /// 1 or 2.
    pub channels: usize,
    /// Joint stereo: bands of the right channel may be positions.
    pub intensity: bool,
    /// Joint stereo: the channels are sum and difference.
    pub mid_side: bool,
    /// A checksum of two bytes follows. It is not checked: every decodable frame is decoded.
    has_checksum: bool,
    /// 0 is free format, 15 forbidden.
    bitrate_index: u8,
    /// A slot of padding lengthens the frame.
    padded: bool,
}

/// Row of 8 kHz, whose mixed blocks are long up to line 72 instead of 36.
const RATE_8_KHZ: usize = 8;

impl Header {
    /// Reads the header that `packet` begins with; `None` when it is none of Layer III.
    pub fn parse(packet: &[u8]) -> Option<Self> {
        let word = u32::from_be_bytes(*packet.first_chunk()?);
        let (version, layer, rate) = (word >> 19 & 3, word >> 17 & 3, (word >> 10 & 3) as usize);
        if word >> 21 != 0x7FF || version == 1 || layer != 1 || rate == 3 {
            return None;
        }
        let (mode, extension) = (word >> 6 & 3, word >> 4 & 3);
        Some(Self {
            rate: rate
                + match version {
                    3 => 0,
                    2 => LOW_RATES,
                    _ => 2 * LOW_RATES,
                },
            channels: if mode == 3 { 1 } else { 2 },
            intensity: mode == 1 && extension & 1 != 0,
            mid_side: mode == 1 && extension & 2 != 0,
            has_checksum: word >> 16 & 1 == 0,
            bitrate_index: (word >> 12 & 15) as u8,
            padded: word >> 9 & 1 == 1,
        })
    }

    /// Whether the frame is one of ISO 13818-3 or "2.5".
    pub fn is_low_rate(&self) -> bool {
        self.rate >= LOW_RATES
    }

    /// Granules of 576 samples.
    pub fn granules(&self) -> usize {
        if self.is_low_rate() {
            1
        } else {
            2
        }
    }

    /// Rate in Hz.
    pub fn sample_rate_hz(&self) -> u32 {
        sample_rate_hz(self.rate)
    }

    /// Frames (samples per channel) it decodes to.
    pub fn frames(&self) -> u32 {
        576 * self.granules() as u32
    }

    /// Bytes of the whole frame; `free` is the length of those of free format without their padding slot.
    /// `None` where only one of header and stream is of free format, and for the forbidden bitrate.
    pub fn frame_bytes(&self, free: Option<u32>) -> Option<u32> {
        let index = usize::from(self.bitrate_index);
        let kbps = *bitrates_kbps(self.rate).get(index)?;
        if (index == 0) != free.is_some() {
            return None;
        }
        let slots = 72 * self.granules() as u32;
        let whole = free.unwrap_or_else(|| slots * kbps * 1_000 / self.sample_rate_hz());
        Some(whole + u32::from(self.padded))
    }

    /// Whether a checksum follows the four bytes.
    pub fn has_checksum(&self) -> bool {
        self.has_checksum
    }

    /// Bytes before the side information.
    pub fn bytes(&self) -> usize {
        if self.has_checksum {
            6
        } else {
            4
        }
    }

    /// Bytes of the side information (§2.4.1.7).
    pub fn side_info_bytes(&self) -> usize {
        match (self.is_low_rate(), self.channels) {
            (false, 2) => 32,
            (true, 1) => 9,
            _ => 17,
        }
    }

    /// First line after region 0 of a granule of short blocks, which is also where the long lines of a
    /// mixed block end.
    pub fn mixed_lines(&self) -> usize {
        if self.rate == RATE_8_KHZ {
            72
        } else {
            36
        }
    }
}

/// Frames of every frame of a stream at `sample_rate_hz`: MPEG-1 below 32 kHz does not exist, MPEG-2 from
/// 32 kHz neither.
pub fn frames_at(sample_rate_hz: u32) -> u32 {
    if sample_rate_hz >= 32_000 {
        1_152
    } else {
        576
    }
}

/// Frames by the version bits alone, where the rest of the header may be damaged.
pub fn frames_by_version(packet: &[u8]) -> Option<u32> {
    match packet {
        [0xFF, second, ..] if second & 0xE0 == 0xE0 => {
            Some(if second >> 3 & 3 == 3 { 1_152 } else { 576 })
        }
        _ => None,
    }
}
