//! The first frame: an `Info` header with the LAME extension, from which players learn the exact
//! length. Layout as widely read (Xing's header, Gabriel Bouvigne's "LAME tag" revision 1); it is
//! no part of ISO 11172-3.

use super::frame::Format;

/// Name in the extension. Players trust delay and padding only if it starts with `LAME`.
const ENCODER_NAME: &[u8; 9] = b"LAMEaural";
/// Length of the tag from `Info` to its check sum.
const TAG_BYTES: usize = 156;

/// Facts that fill the tag.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TagFacts {
    /// Audio frames after the tag's own.
    pub frames: u32,
    /// Bytes of the whole stream, the tag's frame included.
    pub bytes: u32,
    /// Samples to drop at the start besides the decoder's own 529.
    pub delay_frames: u16,
    /// Samples to drop at the end, the decoder's 529 included.
    pub padding_frames: u16,
    /// CRC-16 of all audio frames.
    pub music_crc: u16,
    /// Low-pass frequency in Hz.
    pub lowpass_hz: u32,
}

/// Bitrate index of the tag's frame: the stream's own, or the smallest in which the tag fits.
fn tag_format(format: &Format) -> Format {
    let mut format = *format;
    while format.frame_bytes() < format.head_bytes() + TAG_BYTES {
        format.bitrate_index += 1;
    }
    format
}

/// Bytes of the tag's frame.
pub fn tag_frame_bytes(format: &Format) -> usize {
    tag_format(format).frame_bytes()
}

/// The whole first frame.
pub fn tag_frame(format: &Format, facts: &TagFacts) -> Vec<u8> {
    let own = tag_format(format);
    let mut frame = vec![0u8; own.frame_bytes()];
    frame[..4].copy_from_slice(&own.header(false, false));
    let tag = own.head_bytes();
    let mut at = tag;
    let mut put = |bytes: &[u8]| {
        frame[at..at + bytes.len()].copy_from_slice(bytes);
        at += bytes.len();
    };
    put(b"Info");
    put(&0x0fu32.to_be_bytes()); // frames, bytes, table of contents and quality follow
    put(&facts.frames.to_be_bytes());
    put(&facts.bytes.to_be_bytes());
    let contents: [u8; 100] = core::array::from_fn(|percent| (percent * 256 / 100) as u8);
    put(&contents);
    put(&57u32.to_be_bytes()); // quality indicator, informative
    put(ENCODER_NAME);
    put(&[0x01]); // tag revision 0, constant bitrate
    put(&[(facts.lowpass_hz / 100).min(255) as u8]);
    put(&[0; 8]); // no peak, no replay gain
    put(&[0]); // flags: none
    put(&[(own.bits_per_second() / 1000).min(255) as u8]);
    let (delay, padding) = (
        u32::from(facts.delay_frames),
        u32::from(facts.padding_frames),
    );
    put(&((delay << 12) | (padding & 0xfff)).to_be_bytes()[1..]);
    let rate_code = match own.sample_rate_hz() {
        0..=32_000 => 0u8,
        44_100 => 1,
        _ => 2,
    };
    let mode = if own.channels == 1 { 0u8 } else { 3 }; // mono, joint stereo
    put(&[(rate_code << 6) | (mode << 2)]);
    put(&[0, 0, 0]); // no gain change, no preset
    put(&facts.bytes.to_be_bytes());
    put(&facts.music_crc.to_be_bytes());
    debug_assert_eq!(at - tag, TAG_BYTES - 2);
    let check = crc16(0, &frame[..at]);
    frame[at..at + 2].copy_from_slice(&check.to_be_bytes());
    frame
}

/// CRC-16 with the reflected polynomial 0xA001 (CRC-16/ARC), as the tag uses it.
pub fn crc16(mut crc: u16, bytes: &[u8]) -> u16 {
    for &byte in bytes {
        crc ^= u16::from(byte);
        for _ in 0..8 {
            crc = if crc & 1 == 1 {
                (crc >> 1) ^ 0xa001
            } else {
                crc >> 1
            };
        }
    }
    crc
}

/// [`crc16`] of two runs of bytes joined, from their own values and the length of the second:
/// appending a zero bit is a linear map, squared for every bit of the length.
pub fn join_crc(first: u16, second: u16, second_bytes: u64) -> u16 {
    let apply = |map: &[u16; 16], value: u16| {
        (0..16)
            .filter(|bit| value >> bit & 1 == 1)
            .fold(0, |sum, bit| sum ^ map[bit])
    };
    // Image of each bit of the register under one zero byte.
    let mut map: [u16; 16] = core::array::from_fn(|bit| crc16(1 << bit, &[0]));
    let mut crc = first;
    let mut length = second_bytes;
    while length > 0 {
        if length & 1 == 1 {
            crc = apply(&map, crc);
        }
        map = core::array::from_fn(|bit| apply(&map, map[bit]));
        length >>= 1;
    }
    crc ^ second
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn crc_of_the_check_string_is_the_published_one() {
        assert_eq!(crc16(0, b"123456789"), 0xbb3d);
    }

    #[test]
    fn joining_equals_running_on() {
        let bytes: Vec<u8> = (0..1000u32).map(|n| ((n * n) >> 3) as u8).collect();
        for split in [0, 1, 417, 999, 1000] {
            let (first, second) = bytes.split_at(split);
            let joined = join_crc(crc16(0, first), crc16(0, second), second.len() as u64);
            assert_eq!(joined, crc16(0, &bytes), "at {split}");
        }
    }
}
