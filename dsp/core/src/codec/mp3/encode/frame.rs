//! The frame around the audio: header, side information and scalefactors as bits
//! (ISO 11172-3 §2.4.1.3–7), and the sizes they take.

use super::huffman::Plan;
use super::mdct::{BlockType, LINES};
use super::scalefactor_lengths::Kind;
use crate::bits::writer::BitWriter;
use crate::codec::mp3::tables::{bitrates_kbps, sample_rate_hz, LOW_RATES};

/// The constant part of a stream's headers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Format {
    /// As [`sample_rate_hz`] counts them.
    pub rate_index: usize,
    /// Index into [`bitrates_kbps`].
    pub bitrate_index: usize,
    /// 1 or 2.
    pub channels: usize,
}

impl Format {
    /// Sampling rate in Hz.
    pub fn sample_rate_hz(&self) -> u32 {
        sample_rate_hz(self.rate_index)
    }

    /// Bitrate in bits per second.
    pub fn bits_per_second(&self) -> u32 {
        bitrates_kbps(self.rate_index)[self.bitrate_index] * 1000
    }

    /// Whether it is one of ISO 13818-3.
    pub fn is_low_rate(&self) -> bool {
        self.rate_index >= LOW_RATES
    }

    /// Granules of a frame.
    pub fn granules(&self) -> usize {
        if self.is_low_rate() {
            1
        } else {
            2
        }
    }

    /// Samples per frame and channel.
    pub fn frames(&self) -> usize {
        LINES * self.granules()
    }

    /// Bytes of header and side information.
    pub fn head_bytes(&self) -> usize {
        4 + match (self.is_low_rate(), self.channels) {
            (false, 2) => 32,
            (true, 1) => 9,
            _ => 17,
        }
    }

    /// Bytes of a frame without the padding slot (§2.4.3.1).
    pub fn frame_bytes(&self) -> usize {
        (self.slots_per_second() / self.sample_rate_hz()) as usize
    }

    /// Bytes of as many frames as the sampling rate.
    fn slots_per_second(&self) -> u32 {
        self.frames() as u32 / 8 * self.bits_per_second()
    }

    /// Whether frame `index` carries the padding slot that keeps the mean rate exact.
    pub fn is_padded(&self, index: u64) -> bool {
        let rate = u64::from(self.sample_rate_hz());
        let remainder = u64::from(self.slots_per_second()) % rate;
        // The pattern repeats after as many frames as the sampling rate.
        let slots_before = |frames: u64| frames * remainder / rate;
        let index = index % rate;
        slots_before(index + 1) != slots_before(index)
    }

    /// The four header bytes. `mid_side` is the mode extension bit for M/S.
    pub fn header(&self, padded: bool, mid_side: bool) -> [u8; 4] {
        let mode = if self.channels == 1 { 3u8 } else { 1 };
        [
            0xff,
            // MPEG-2 or MPEG-1, Layer III, no CRC
            if self.is_low_rate() { 0xf3 } else { 0xfb },
            ((self.bitrate_index as u8) << 4)
                | ((self.rate_index % LOW_RATES) as u8) << 2
                | (u8::from(padded) << 1),
            (mode << 6) | (u8::from(mid_side) << 5) | 0b0100, // original, no emphasis
        ]
    }
}

/// Scalefactors and gains of one granule of one channel.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Gains {
    /// `global_gain`, 0…255.
    pub global_gain: u8,
    /// Scalefactors in coding order: 21 long, or 12 × 3 short.
    pub scalefactors: [u8; 39],
    /// Lengths of the scalefactors ([`Kind::groups`]); 4 bits of MPEG-1, 9 of the low rates.
    pub scalefac_compress: u16,
    /// Scalefactor unit: 0 is a factor of √2, 1 a factor of 2.
    pub scalefac_scale: u8,
    /// Adds Table B.6 to the scalefactors.
    pub preflag: u8,
    /// Gain of each short window in units of a factor of 4.
    pub subblock_gain: [u8; 3],
}

impl Default for Gains {
    fn default() -> Self {
        Self {
            global_gain: 0,
            scalefactors: [0; 39],
            scalefac_compress: 0,
            scalefac_scale: 0,
            preflag: 0,
            subblock_gain: [0; 3],
        }
    }
}

/// The side information of one granule of one channel.
#[derive(Debug, Clone, Copy)]
pub struct GranuleInfo {
    /// Bits of scalefactors and code words.
    pub part2_3_length: u16,
    /// Window shape.
    pub block_type: BlockType,
    /// Gains.
    pub gains: Gains,
    /// Coding of the lines.
    pub plan: Plan,
}

/// Writes the scalefactors.
pub fn write_scalefactors(info: &GranuleInfo, is_low_rate: bool, out: &mut BitWriter) {
    let kind = Kind {
        is_low_rate,
        is_short: info.block_type == BlockType::Short,
    };
    let mut scalefactors = info.gains.scalefactors.iter();
    for (bands, length) in kind.groups(info.gains.scalefac_compress) {
        for &value in scalefactors.by_ref().take(usize::from(bands)) {
            out.put(u32::from(value), u32::from(length));
        }
    }
}

/// Writes the side information. `granules` are those of the frame in the order granule, channel; none takes
/// scalefactors from the one before (`scfsi`).
pub fn write_side_info(
    format: &Format,
    main_data_begin: usize,
    granules: &[GranuleInfo],
    out: &mut BitWriter,
) {
    let channels = format.channels as u32;
    if format.is_low_rate() {
        out.put(main_data_begin as u32, 8);
        out.put(0, channels);
    } else {
        out.put(main_data_begin as u32, 9);
        out.put(0, if channels == 1 { 5 } else { 3 });
        out.put(0, 4 * channels);
    }
    for info in granules {
        write_granule_info(info, format.is_low_rate(), out);
    }
}

fn write_granule_info(info: &GranuleInfo, is_low_rate: bool, out: &mut BitWriter) {
    let (gains, plan) = (&info.gains, &info.plan);
    out.put(u32::from(info.part2_3_length), 12);
    out.put(u32::from(plan.big_values), 9);
    out.put(u32::from(gains.global_gain), 8);
    out.put(
        u32::from(gains.scalefac_compress),
        if is_low_rate { 9 } else { 4 },
    );
    if info.block_type == BlockType::Long {
        out.put(0, 1);
        for table in plan.tables {
            out.put(u32::from(table), 5);
        }
        out.put(u32::from(plan.region0_count), 4);
        out.put(u32::from(plan.region1_count), 3);
    } else {
        out.put(1, 1);
        out.put(info.block_type as u32, 2);
        out.put(0, 1); // no mixed blocks
        for &table in &plan.tables[..2] {
            out.put(u32::from(table), 5);
        }
        for gain in gains.subblock_gain {
            out.put(u32::from(gain), 3);
        }
    }
    if !is_low_rate {
        out.put(u32::from(gains.preflag), 1);
    }
    out.put(u32::from(gains.scalefac_scale), 1);
    out.put(u32::from(plan.count1_table), 1);
}
