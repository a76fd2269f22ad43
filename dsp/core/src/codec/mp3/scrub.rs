//! Layer III: ancillary data, stuffing and free header bits become zero, checksums are recomputed, and what
//! lost frames left half of becomes silence. Frames keep their length and place.

use std::collections::VecDeque;

use super::decode::main_data::{Content, Frame, MainData, Place};
use super::syntax::header::Header;
use super::syntax::scalefactor_bands::LINES;
use crate::crc::crc16;

/// Bytes `main_data_begin` can point back (9 bits): earlier frames are complete.
const MAX_BACK: usize = 511;
/// Bits of a granule's length.
const MAX_BITS: usize = 4_095;
/// 144 words of four ones each: no line of a granule but zeros, in the second code book of quadruples.
const SILENCE_BITS: usize = 576;
/// `part2_3_length`, `big_values` and `global_gain`, before the lengths of the scalefactors.
const FIRST_FIELDS: usize = 12 + 9 + 8;

/// The bits of one granule of one channel. Places count from where `main_data_begin` points.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Extent {
    /// Where its bits begin.
    at: usize,
    /// How many of them are there: fewer than the side information states at the end of a frame.
    bits: usize,
    /// Bits that were read; a last code word may end after `bits`.
    read: usize,
    /// It is audible. Lost or invalid granules are silent.
    sounds: bool,
}

/// The bits of a frame that are read. Bits between them are ancillary or stuffing, with any content.
struct FrameExtents {
    frame: Frame,
    /// Bytes of earlier frames that `main_data_begin` asks for and that are not there.
    missing_bytes: usize,
    /// By granule and channel.
    granules: [[Extent; 2]; 2],
}

/// One frame on its way.
struct Held {
    /// Header, checksum and side information.
    head: Vec<u8>,
    /// Bytes after them.
    main: usize,
}

/// Cleans the frames of one stream in order. A frame is held until no later one can reach back into it.
pub struct Mp3Scrub {
    main_data: MainData,
    lines: Box<[[f32; LINES]; 2]>,
    held: VecDeque<Held>,
    /// Main data of the held frames, and a mask of the bits that are read.
    main: Vec<u8>,
    heard: Vec<u8>,
}

impl Mp3Scrub {
    /// At the start of a stream.
    pub fn new() -> Self {
        Self {
            main_data: MainData::new(),
            lines: Box::new([[0.0; LINES]; 2]),
            held: VecDeque::new(),
            main: Vec::new(),
            heard: Vec::new(),
        }
    }

    /// Takes the next frame, which is to be `length` bytes long: bytes after them are dropped, one that
    /// is truncated is padded. Appends complete frames to `out`.
    pub fn push(&mut self, packet: &[u8], length: usize, out: &mut Vec<u8>) {
        let packet = &packet[..packet.len().min(length)];
        let Some(found) = self.extents(packet) else {
            self.flush(out);
            out.extend(silent_frame(packet, length));
            return;
        };
        let (head, main) = packet.split_at(found.frame.main_data_at);
        let mut head = head.to_vec();
        clean_header(&mut head);
        let from = self.main.len();
        let bytes = length.saturating_sub(head.len());
        self.main.extend_from_slice(main);
        self.main.resize(from + bytes, 0);
        self.heard.resize(from + bytes, 0);
        self.granules(&found, from, &mut head);
        if found.frame.header.has_checksum() {
            let side_info = &head[found.frame.header.bytes()..];
            // §2.4.3.1: of the header's last two bytes and the side information.
            let sum = crc16(crc16(0xFFFF, &head[2..4]), side_info);
            head[4..6].copy_from_slice(&sum.to_be_bytes());
        }
        self.held.push_back(Held { head, main: bytes });
        while self
            .held
            .front()
            .is_some_and(|first| self.main.len() - first.main >= MAX_BACK)
        {
            self.release(out);
        }
        if packet.len() < length {
            self.flush(out);
        }
    }

    /// Reads the next frame; `None` when it is cut off within its side information.
    fn extents(&mut self, packet: &[u8]) -> Option<FrameExtents> {
        let frame = self.main_data.open(packet)?;
        let mut found = FrameExtents {
            frame,
            missing_bytes: self.main_data.missing_bytes(),
            granules: Default::default(),
        };
        let mut place = Place::default();
        let rows = found.granules.iter_mut().zip(&frame.info.granules);
        for (row, granules) in rows.take(frame.header.granules()) {
            let parts = self.main_data.granule(&frame, &mut place, &mut self.lines);
            for channel in 0..frame.header.channels {
                let part = &parts[channel];
                row[channel] = Extent {
                    at: part.at,
                    bits: self.main_data.bits_there(part.at, &granules[channel]),
                    ..Extent::default()
                };
                if let Content::Lines { read, .. } = part.content {
                    (row[channel].read, row[channel].sounds) = (read, true);
                }
            }
        }
        Some(found)
    }

    /// Frames were lost here, or the stream ends: appends all that is held.
    pub fn flush(&mut self, out: &mut Vec<u8>) {
        while !self.held.is_empty() {
            self.release(out);
        }
        self.main_data.clear();
    }

    fn release(&mut self, out: &mut Vec<u8>) {
        let Some(first) = self.held.pop_front() else {
            return;
        };
        out.extend(first.head);
        let main = self.main.drain(..first.main);
        let heard = self.heard.drain(..first.main);
        out.extend(main.zip(heard).map(|(byte, mask)| byte & mask));
    }

    /// Marks the bits read of a frame whose own main data begins at byte `from`, and makes its side
    /// information state no more than that.
    fn granules(&mut self, found: &FrameExtents, from: usize, head: &mut [u8]) {
        let header = &found.frame.header;
        let side = &mut head[header.bytes()..];
        clean_private_bits(header, side);
        // Bits count from where `main_data_begin` points; `None` is before the available data.
        let origin = (8 * from).checked_sub(8 * found.frame.info.main_data_begin);
        let missing = 8 * found.missing_bytes;
        let place = |at: usize| match origin {
            Some(origin) => origin + at,
            None => (8 * from + at).saturating_sub(8 * found.frame.info.main_data_begin),
        };
        let rows = &found.granules[..header.granules()];
        // Granules that begin before the available data are lost; the first complete one must keep its start.
        let is_there = |row: &[Extent; 2]| row[0].at >= missing;
        let first_there = rows.iter().position(is_there);
        let mut lead = first_there.map_or(0, |index| rows[index][0].at - missing);
        if missing > 0 {
            let back = found.frame.info.main_data_begin - found.missing_bytes;
            let back = if first_there.is_some() { back } else { 0 };
            let width = if header.is_low_rate() { 8 } else { 9 };
            put(side, 0, width, back as u32);
        }
        let mut filled = missing;
        for (index, row) in rows.iter().enumerate() {
            for (channel, extent) in row[..header.channels].iter().enumerate() {
                let fields = Fields::of(header, index, channel);
                let granule = &found.frame.info.granules[index][channel];
                if missing > 0 && !is_there(row) {
                    let bits = lead.min(MAX_BITS);
                    lead -= bits;
                    self.silence(place(filled), bits);
                    fields.silence(side, bits);
                    filled += bits;
                } else if !extent.sounds {
                    self.silence(place(extent.at), extent.bits);
                    fields.silence(side, extent.bits);
                } else if extent.bits == 0 {
                    let positions = header.intensity && channel == 1;
                    let is_shared = index == 0 && found.frame.info.shared[channel].contains(&true);
                    if granule.scalefactor_lengths == 0 || !(positions || is_shared) {
                        fields.silence(side, 0);
                    }
                } else {
                    put(side, fields.at, 12, extent.bits as u32);
                    self.mark(place(extent.at), extent.read);
                    if granule.big_lines == 0 {
                        fields.clear_tables(side);
                    }
                }
            }
        }
    }

    /// Marks `bits` from bit `at` on as heard.
    fn mark(&mut self, at: usize, bits: usize) {
        for bit in at..(at + bits).min(8 * self.heard.len()) {
            self.heard[bit / 8] |= 0x80 >> (bit % 8);
        }
    }

    /// Makes `bits` from bit `at` on code words of zeros, where nothing else is read.
    fn silence(&mut self, at: usize, bits: usize) {
        for bit in at..(at + bits.min(SILENCE_BITS)).min(8 * self.heard.len()) {
            let mask = 0x80 >> (bit % 8);
            if self.heard[bit / 8] & mask == 0 {
                self.main[bit / 8] |= mask;
                self.heard[bit / 8] |= mask;
            }
        }
    }
}

/// A frame of `length` bytes without sound, like the one that `packet` begins with, on its own: nothing in
/// it is reached from elsewhere, and it reaches nowhere.
pub fn silent_frame(packet: &[u8], length: usize) -> Vec<u8> {
    let mut frame = vec![0; length];
    let head = packet.len().min(4).min(length);
    frame[..head].copy_from_slice(&packet[..head]);
    clean_header(&mut frame);
    if let Some(second) = frame.get_mut(1) {
        // No checksum.
        *second |= 1;
    }
    frame
}

/// Clears private and copyright bits, and the mode extension where it means nothing; calls every frame an
/// original, as encoders do.
fn clean_header(frame: &mut [u8]) {
    if let [_, _, third, fourth, ..] = frame {
        *third &= !1;
        *fourth = *fourth & 0xF3 | 4;
        if *fourth >> 6 != 1 {
            *fourth &= 0xCF;
        }
    }
}

fn clean_private_bits(header: &Header, side: &mut [u8]) {
    let mono = header.channels == 1;
    match (header.is_low_rate(), mono) {
        (true, _) => put(side, 8, if mono { 1 } else { 2 }, 0),
        (false, _) => put(side, 9, if mono { 5 } else { 3 }, 0),
    }
}

/// Where the side information describes one granule of one channel (ISO 11172-3 §2.4.1.7, ISO 13818-3
/// §2.4.1.7).
struct Fields {
    at: usize,
    bits: usize,
    /// Bits of the lengths of scalefactors.
    lengths: usize,
}

impl Fields {
    fn of(header: &Header, granule: usize, channel: usize) -> Self {
        let mono = header.channels == 1;
        let (before, bits, lengths) = match (header.is_low_rate(), mono) {
            (true, true) => (8 + 1, 63, 9),
            (true, false) => (8 + 2, 63, 9),
            (false, true) => (9 + 5 + 4, 59, 4),
            (false, false) => (9 + 3 + 8, 59, 4),
        };
        let at = before + (granule * header.channels + channel) * bits;
        Self { at, bits, lengths }
    }

    /// A granule of `bits` code words of zeros.
    fn silence(&self, side: &mut [u8], bits: usize) {
        put(side, self.at, 12, bits as u32);
        put(side, self.at + 12, 32, 0);
        put(side, self.at + 44, self.bits - 44, u32::from(bits > 0));
    }

    /// Code books of lines that are not there.
    fn clear_tables(&self, side: &mut [u8]) {
        let at = self.at + FIRST_FIELDS + self.lengths;
        if get(side, at) {
            // After window shape and mixing: two code books.
            put(side, at + 1 + 3, 10, 0);
        } else {
            put(side, at + 1, 22, 0);
        }
    }
}

/// Writes the low `count` bits of `value` at bit `at`, up to the end.
fn put(bytes: &mut [u8], at: usize, count: usize, value: u32) {
    for index in 0..count {
        let bit = at + index;
        if let Some(byte) = bytes.get_mut(bit / 8) {
            let mask = 0x80 >> (bit % 8);
            if value >> (count - 1 - index) & 1 == 1 {
                *byte |= mask;
            } else {
                *byte &= !mask;
            }
        }
    }
}

fn get(bytes: &[u8], bit: usize) -> bool {
    bytes
        .get(bit / 8)
        .is_some_and(|byte| byte << (bit % 8) & 0x80 != 0)
}
