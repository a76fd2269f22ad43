//! The frame around the audio: header, side information and scalefactors as bits
//! (ISO 11172-3 §2.4.1.3–7), and the sizes they take.

use super::huffman::Plan;
use super::mdct::BlockType;
use crate::bits::writer::BitWriter;
use crate::codec::mp3::tables::{BITRATES_KBPS, SAMPLE_RATES_HZ, SCALEFACTOR_LENGTHS};

/// The constant part of a stream's headers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Format {
    /// Index into [`SAMPLE_RATES_HZ`].
    pub rate_index: usize,
    /// Index into [`BITRATES_KBPS`].
    pub bitrate_index: usize,
    /// 1 or 2.
    pub channels: usize,
}

impl Format {
    /// Sampling rate in Hz.
    pub fn sample_rate_hz(&self) -> u32 {
        SAMPLE_RATES_HZ[self.rate_index]
    }

    /// Bitrate in bits per second.
    pub fn bits_per_second(&self) -> u32 {
        BITRATES_KBPS[self.bitrate_index] * 1000
    }

    /// Bytes of header and side information.
    pub fn head_bytes(&self) -> usize {
        4 + if self.channels == 1 { 17 } else { 32 }
    }

    /// Bytes of a frame without the padding slot (§2.4.3.1).
    pub fn frame_bytes(&self) -> usize {
        (144 * self.bits_per_second() / self.sample_rate_hz()) as usize
    }

    /// Whether frame `index` carries the padding slot that keeps the mean rate exact.
    pub fn is_padded(&self, index: u64) -> bool {
        let rate = u64::from(self.sample_rate_hz());
        let remainder = u64::from(144 * self.bits_per_second()) % rate;
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
            0xfb, // MPEG-1, Layer III, no CRC
            ((self.bitrate_index as u8) << 4)
                | ((self.rate_index as u8) << 2)
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
    /// Index into [`SCALEFACTOR_LENGTHS`].
    pub scalefac_compress: u8,
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
    /// Scalefactor groups taken from granule 0 (`scfsi`); only in granule 1.
    pub shared: [bool; 4],
}

/// First and one-past-last band of each `scfsi` group (§2.4.2.7).
pub const SHARED_GROUPS: [(usize, usize); 4] = [(0, 6), (6, 11), (11, 16), (16, 21)];

/// Bits the scalefactors take.
pub fn scalefactor_bits(block_type: BlockType, compress: u8, shared: &[bool; 4]) -> u32 {
    let (low, high) = SCALEFACTOR_LENGTHS[usize::from(compress)];
    let (low, high) = (u32::from(low), u32::from(high));
    if block_type == BlockType::Short {
        return 18 * (low + high);
    }
    SHARED_GROUPS
        .iter()
        .zip(shared)
        .enumerate()
        .filter(|(_, (_, &shared))| !shared)
        .map(|(group, (&(from, to), _))| (to - from) as u32 * if group < 2 { low } else { high })
        .sum()
}

/// Writes the scalefactors.
pub fn write_scalefactors(info: &GranuleInfo, out: &mut BitWriter) {
    let (low, high) = SCALEFACTOR_LENGTHS[usize::from(info.gains.scalefac_compress)];
    let scalefactors = &info.gains.scalefactors;
    if info.block_type == BlockType::Short {
        for (band, &value) in scalefactors[..36].iter().enumerate() {
            out.put(
                u32::from(value),
                u32::from(if band < 18 { low } else { high }),
            );
        }
        return;
    }
    for (group, &(from, to)) in SHARED_GROUPS.iter().enumerate() {
        if info.shared[group] {
            continue;
        }
        for &value in &scalefactors[from..to] {
            out.put(
                u32::from(value),
                u32::from(if group < 2 { low } else { high }),
            );
        }
    }
}

/// Writes the side information; `granules[granule][channel]`.
pub fn write_side_info(
    main_data_begin: usize,
    granules: &[[GranuleInfo; 2]; 2],
    channels: usize,
    out: &mut BitWriter,
) {
    out.put(main_data_begin as u32, 9);
    out.put(0, if channels == 1 { 5 } else { 3 });
    for channel in 0..channels {
        for shared in granules[1][channel].shared {
            out.put(u32::from(shared), 1);
        }
    }
    for granule in granules {
        for info in &granule[..channels] {
            write_granule_info(info, out);
        }
    }
}

fn write_granule_info(info: &GranuleInfo, out: &mut BitWriter) {
    let (gains, plan) = (&info.gains, &info.plan);
    out.put(u32::from(info.part2_3_length), 12);
    out.put(u32::from(plan.big_values), 9);
    out.put(u32::from(gains.global_gain), 8);
    out.put(u32::from(gains.scalefac_compress), 4);
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
    out.put(u32::from(gains.preflag), 1);
    out.put(u32::from(gains.scalefac_scale), 1);
    out.put(u32::from(plan.count1_table), 1);
}
