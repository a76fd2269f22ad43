//! The bit reservoir (ISO 11172-3 §2.4.3.4.3): a frame's main data may begin in frames before it. What is
//! kept is a pure function of the last packets, so that decoding may begin anywhere.

use crate::bits::cursor::{BitCursor, WORDS};

/// Bytes `main_data_begin` can point back (9 bits).
const MAX_BACK: usize = 511;
/// Bytes of one frame that can hold main data: four granules of 12 bits of length, rounded up. What a
/// large frame of free format has after them is ancillary.
const MAX_MAIN: usize = 2_048;
/// Frames (of the output) over which packets are remembered, two packets less than
/// `Preroll::Packets(30)`: overlap and filterbank need those.
const MEMORY_FRAMES: usize = 28 * 1_152;
/// Packets of 576 frames in that time.
const MAX_PACKETS: usize = MEMORY_FRAMES / 576;

/// Main data of the last frames, and of the present one as words.
pub struct Reservoir {
    /// The last bytes of main data, right-aligned.
    kept: [u8; MAX_BACK],
    /// How many of them are valid.
    kept_bytes: usize,
    /// Bytes that each of the last packets brought, oldest first from `oldest` on.
    packet_bytes: [u16; MAX_PACKETS],
    oldest: usize,
    /// The current frame's main data, from where its first granule begins.
    words: Box<[u32; WORDS]>,
    bits: usize,
    /// Bits before `words` that are not there.
    missing_bits: usize,
}

impl Reservoir {
    /// An empty one.
    pub fn new() -> Self {
        Self {
            kept: [0; MAX_BACK],
            kept_bytes: 0,
            packet_bytes: [0; MAX_PACKETS],
            oldest: 0,
            words: Box::new([0; WORDS]),
            bits: 0,
            missing_bits: 0,
        }
    }

    /// Forgets all packets.
    pub fn clear(&mut self) {
        self.kept_bytes = 0;
        self.packet_bytes = [0; MAX_PACKETS];
    }

    /// Takes the main data of the next frame, whose first granule begins `main_data_begin` bytes before.
    /// `frames` is the decoded length.
    pub fn push(&mut self, main_data: &[u8], main_data_begin: usize, frames: usize) {
        let back = main_data_begin.min(self.kept_bytes);
        self.missing_bits = 8 * (main_data_begin - back);
        let before = &self.kept[MAX_BACK - back..];
        let now = &main_data[..main_data.len().min(MAX_MAIN)];
        self.bits = 8 * (back + now.len());
        let mut bytes = [[0; 4]; WORDS];
        let flat = bytes.as_flattened_mut();
        flat[..back].copy_from_slice(before);
        flat[back..back + now.len()].copy_from_slice(now);
        for (word, bytes) in self.words.iter_mut().zip(bytes) {
            *word = u32::from_be_bytes(bytes);
        }
        self.keep(main_data, frames);
    }

    fn keep(&mut self, main_data: &[u8], frames: usize) {
        let new = &main_data[main_data.len().saturating_sub(MAX_BACK)..];
        self.kept.copy_within(new.len().., 0);
        self.kept[MAX_BACK - new.len()..].copy_from_slice(new);
        // A packet of 1152 frames takes the place of two.
        for bytes in [0, new.len() as u16]
            .into_iter()
            .skip(usize::from(frames <= 576))
        {
            self.packet_bytes[self.oldest] = bytes;
            self.oldest = (self.oldest + 1) % MAX_PACKETS;
        }
        let remembered: usize = self
            .packet_bytes
            .iter()
            .map(|&bytes| usize::from(bytes))
            .sum();
        self.kept_bytes = remembered.min(MAX_BACK);
    }

    /// Bytes that `main_data_begin` asks for and that are not there.
    pub fn missing_bytes(&self) -> usize {
        self.missing_bits / 8
    }

    /// How many of `length` bits, `at` bits after the place `main_data_begin` points to, lie before the
    /// end of the frame.
    pub fn bits_there(&self, at: usize, length: usize) -> usize {
        (self.missing_bits + self.bits)
            .saturating_sub(at)
            .min(length)
    }

    /// A cursor over `length` bits, `at` bits after the place `main_data_begin` points to; `None` when
    /// they begin before the stored bytes. Bits past the end of the frame are not returned.
    pub fn bits(&self, at: usize, length: usize) -> Option<BitCursor<'_>> {
        let at = at.checked_sub(self.missing_bits)?;
        Some(BitCursor::new(
            &self.words,
            at.min(self.bits),
            (at + length).min(self.bits),
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn byte(reservoir: &Reservoir, at: usize) -> Option<u32> {
        let mut bits = reservoir.bits(8 * at, 8)?;
        (bits.left() == 8).then(|| bits.read(8))
    }

    #[test]
    fn main_data_begins_in_the_frames_before() {
        let mut reservoir = Reservoir::new();
        reservoir.push(&[1, 2, 3], 0, 1_152);
        assert_eq!(byte(&reservoir, 2), Some(3));
        assert_eq!(byte(&reservoir, 3), None, "past the end of the frame");
        reservoir.push(&[4, 5], 2, 1_152);
        assert_eq!(byte(&reservoir, 0), Some(2));
        assert_eq!(byte(&reservoir, 2), Some(4));
        // Two of six bytes are not there.
        reservoir.push(&[6], 7, 1_152);
        assert_eq!(byte(&reservoir, 1), None);
        assert_eq!(byte(&reservoir, 2), Some(1));
        assert_eq!(byte(&reservoir, 7), Some(6));
        reservoir.clear();
        reservoir.push(&[7], 1, 1_152);
        assert_eq!(byte(&reservoir, 0), None);
        assert_eq!(byte(&reservoir, 1), Some(7));
    }

    #[test]
    fn stored_bytes_cover_only_the_packets_of_a_preroll() {
        for (frames, packets) in [(1_152, 28), (576, 56)] {
            let mut reservoir = Reservoir::new();
            reservoir.push(&[9; 100], 0, frames);
            for _ in 1..packets {
                reservoir.push(&[1], 0, frames);
            }
            assert_eq!(reservoir.kept_bytes, 100 + packets - 1);
            reservoir.push(&[1], 0, frames);
            assert_eq!(reservoir.kept_bytes, packets);
        }
    }

    #[test]
    fn a_frame_larger_than_its_main_data_can_be_gives_its_end_to_the_next() {
        let mut large = vec![1; 5_000];
        large[4_999] = 2;
        let mut reservoir = Reservoir::new();
        reservoir.push(&large, 0, 1_152);
        assert_eq!(byte(&reservoir, MAX_MAIN - 1), Some(1));
        assert_eq!(byte(&reservoir, MAX_MAIN), None);
        reservoir.push(&[3], 1, 1_152);
        assert_eq!(byte(&reservoir, 0), Some(2));
        assert_eq!(byte(&reservoir, 1), Some(3));
    }
}
