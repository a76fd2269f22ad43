//! MP3: the frames without bits that no decoder reads, after one frame that states their number, their offsets and, if
//! the source stated it, how much to trim (Xing's header with Gabriel Bouvigne's LAME extension).

use super::seek_points::SeekPoints;
use super::{Framed, Mux, Totals};
use crate::codec::mp3::scrub::{silent_frame, Mp3Scrub};
use crate::container::mpeg_audio::layer3_bytes;
use crate::container::{ContainerError, Track};

/// Delay of a decoder in samples (528 + 1), which delays in the contract include and tags do not.
const DECODER_DELAY: u64 = 529;
/// From `Xing` to the end of the extension.
const TAG_BYTES: usize = 156;

/// Silent frames written at once.
const SILENT_FRAMES: u64 = 64;

pub struct Mp3Mux {
    points: SeekPoints,
    bytes: u64,
    header: Option<[u8; 4]>,
    /// Bytes of the first frame without its padding slot: the size of all in free format.
    frame_bytes: usize,
    constant_rate: bool,
    /// Frames of the bitstream, and the samples they decode to.
    frames: u64,
    samples: u64,
    scrub: Mp3Scrub,
    /// Silent frames still to be written, and their template.
    owed: u64,
    silence: Vec<u8>,
}

impl Default for Mp3Mux {
    fn default() -> Self {
        Self {
            points: SeekPoints::new(1152),
            bytes: 0,
            header: None,
            frame_bytes: 0,
            constant_rate: true,
            frames: 0,
            samples: 0,
            scrub: Mp3Scrub::new(),
            owed: 0,
            silence: Vec::new(),
        }
    }
}

impl Mux for Mp3Mux {
    fn measure(&mut self, packet: &Framed<'_>) {
        let Some(&[a, b, c, d]) = packet.data.first_chunk::<4>() else {
            return;
        };
        if self.header.is_none() {
            self.frame_bytes = packet.data.len() - usize::from(c >> 1 & 1);
        }
        let first = *self.header.get_or_insert([a, b, c, d]);
        self.constant_rate &= first[2] >> 4 == c >> 4;
        self.points.offer(packet.at, self.bytes);
        let Some(bytes) = layer3_bytes(packet.data, self.frame_bytes) else {
            return;
        };
        self.bytes += bytes as u64;
        let silent = self.silent_frames(packet);
        let silent_bytes = self.silent_bytes(packet.data) as u64;
        for index in 0..silent {
            let at = self.samples - (silent - index) * packet.frames.max(1);
            self.points.offer(at, self.bytes);
            self.bytes += silent_bytes;
        }
        self.frames += 1 + silent;
    }

    fn head(
        &mut self,
        track: &Track,
        totals: &Totals,
        out: &mut Vec<u8>,
    ) -> Result<(), ContainerError> {
        self.samples = 0;
        let Some((mut frame, tag)) = self
            .header
            .and_then(|header| empty_frame(header, self.frame_bytes))
        else {
            return Ok(());
        };
        let stream_bytes = self.bytes + frame.len() as u64;
        let mut fields = Vec::with_capacity(TAG_BYTES);
        fields.extend(if self.constant_rate { b"Info" } else { b"Xing" });
        // Frames, bytes and table of contents follow.
        fields.extend(7u32.to_be_bytes());
        fields.extend((self.frames as u32).to_be_bytes());
        fields.extend((stream_bytes as u32).to_be_bytes());
        fields.extend(self.contents(totals.end, frame.len() as u64, stream_bytes));
        if track.delay_frames >= DECODER_DELAY {
            let delay = (track.delay_frames - DECODER_DELAY).min(4095);
            let dropped = totals
                .end
                .saturating_sub(track.delay_frames + totals.played);
            let padding = (dropped + DECODER_DELAY).min(4095);
            fields.extend(b"LAMEaural");
            fields.extend([if self.constant_rate { 1 } else { 0 }, 0]);
            fields.extend([0; 8]);
            fields.extend([0, 0]);
            fields.extend(&((delay << 12 | padding) as u32).to_be_bytes()[1..]);
        }
        frame[tag..tag + fields.len()].copy_from_slice(&fields);
        out.extend(frame);
        Ok(())
    }

    fn write(&mut self, _pass: usize, packet: &Framed<'_>, out: &mut Vec<u8>) {
        let Some(bytes) = layer3_bytes(packet.data, self.frame_bytes) else {
            return;
        };
        self.scrub.push(packet.data, bytes, out);
        self.owed = self.silent_frames(packet);
        if self.owed > 0 {
            self.scrub.flush(out);
            let length = self.silent_bytes(packet.data);
            self.silence = silent_frame(&without_padding(packet.data), length);
        }
    }

    fn pay(&mut self, out: &mut Vec<u8>) -> bool {
        let some = self.owed.min(SILENT_FRAMES);
        self.owed -= some;
        for _ in 0..some {
            out.extend_from_slice(&self.silence);
        }
        some > 0
    }

    fn end_pass(&mut self, _pass: usize, out: &mut Vec<u8>) {
        self.scrub.flush(out);
    }
}

impl Mp3Mux {
    /// Counts the samples of a packet, and the silent frames after it that bring the next to its place.
    fn silent_frames(&mut self, packet: &Framed<'_>) -> u64 {
        let each = packet.frames.max(1);
        self.samples += packet.frames;
        let gap = (packet.at + packet.span).saturating_sub(self.samples);
        let silent = if packet.last { 0 } else { gap / each };
        self.samples += silent * each;
        silent
    }

    /// Bytes of a silent frame after `packet`.
    fn silent_bytes(&self, packet: &[u8]) -> usize {
        layer3_bytes(&without_padding(packet), self.frame_bytes).unwrap_or(0)
    }

    /// For each percent of the time, its place in 256ths of the bytes.
    fn contents(&self, end: u64, tag_bytes: u64, stream_bytes: u64) -> [u8; 100] {
        let points = self.points.points();
        core::array::from_fn(|percent| {
            let frame = end * percent as u64 / 100;
            let index = points
                .partition_point(|point| point.0 <= frame)
                .saturating_sub(1);
            let offset = points.get(index).map_or(0, |point| point.1 + tag_bytes);
            (offset * 256 / stream_bytes.max(1)).min(255) as u8
        })
    }
}

/// The header `packet` begins with, without a padding slot.
fn without_padding(packet: &[u8]) -> [u8; 4] {
    let mut head = packet.first_chunk().copied().unwrap_or_default();
    head[2] &= !2;
    head
}

/// A silent frame like the stream's first, long enough for the tag, and the tag's position in it.
/// `free_bytes` is the length of frames in free format.
fn empty_frame(header: [u8; 4], free_bytes: usize) -> Option<(Vec<u8>, usize)> {
    // ISO 11172-3 §2.4.2.3 and ISO 13818-3 §2.4.2.3, Layer III, in kbit/s.
    const FULL: [usize; 15] = [
        0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320,
    ];
    const HALF: [usize; 15] = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160];
    let version = header[1] >> 3 & 3;
    let rate = *[44_100usize, 48_000, 32_000].get(usize::from(header[2] >> 2 & 3))?;
    let (table, slots, rate) = match version {
        3 => (FULL, 144_000, rate),
        2 => (HALF, 72_000, rate / 2),
        0 => (HALF, 72_000, rate / 4),
        _ => return None,
    };
    let mono = header[3] >> 6 == 3;
    let tag = 4 + match (version == 3, mono) {
        (true, false) => 32,
        (true, true) | (false, false) => 17,
        (false, true) => 9,
    };
    let own = usize::from(header[2] >> 4).min(14);
    let bytes = |index: usize| match index {
        0 => free_bytes,
        _ => slots * table[index] / rate,
    };
    // A frame of another format would hide the free-format frames after it.
    let index = (own..15)
        .chain(1..own)
        .take(if own == 0 { 1 } else { 15 })
        .find(|&index| bytes(index) >= tag + TAG_BYTES)?;
    let mut frame = vec![0; bytes(index)];
    // No checksum, no padding slot.
    frame[..4].copy_from_slice(&[
        0xFF,
        header[1] | 1,
        (index as u8) << 4 | header[2] & 0x0C,
        header[3] & 0xF3 | 4,
    ]);
    Some((frame, tag))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tag_fits_into_a_frame_of_any_stream() {
        for version in [0xE3u8, 0xF3, 0xFB] {
            for rate in 0..3u8 {
                for bitrate in 1..15u8 {
                    for mode in [0x00, 0xC0] {
                        let (frame, tag) =
                            empty_frame([0xFF, version, bitrate << 4 | rate << 2, mode], 0)
                                .unwrap();
                        assert!(frame.len() >= tag + TAG_BYTES);
                    }
                }
            }
        }
        assert_eq!(empty_frame([0xFF, 0xFB, 0x9C, 0], 0), None);
        let (frame, _) = empty_frame([0xFF, 0xFB, 0x02, 0], 400).unwrap();
        assert_eq!(
            (frame.len(), frame[2]),
            (400, 0),
            "free format keeps its length"
        );
        assert_eq!(empty_frame([0xFF, 0xFB, 0x02, 0], 190), None);
    }
}
