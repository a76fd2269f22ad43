//! Bit reservoir and output queue (ISO 11172-3 §2.4.3.4.1, §C.1.5.4.2): main data may begin up to
//! 511 bytes before its frame's header, at the low rates 255. Heads wait here until their slots are full.

use super::frame::Format;
use std::collections::VecDeque;

/// Largest `main_data_begin`, a 9-bit field …
const LARGEST_BEGIN_BYTES: usize = 511;
/// … and of the low rates, which have 8 bits (ISO 13818-3 §2.4.1.7).
const LARGEST_LOW_BEGIN_BYTES: usize = 255;
/// Decoder input buffer, §C.1.5.4.2.1.
const BUFFER_BITS: usize = 7680;

/// Keeps the slots of the frames and the main data in step.
pub struct BitReservoir {
    limit_bytes: usize,
    /// Bytes of earlier slots not yet used: the next `main_data_begin`.
    begin_bytes: usize,
    /// Heads not yet emitted, each with the size of its slot.
    heads: VecDeque<(Vec<u8>, usize)>,
    data: VecDeque<u8>,
}

impl BitReservoir {
    /// An empty reservoir for a stream of this format.
    pub fn new(format: &Format) -> Self {
        let frame_bits = (format.frame_bytes() + 1) * 8;
        let largest = if format.is_low_rate() {
            LARGEST_LOW_BEGIN_BYTES
        } else {
            LARGEST_BEGIN_BYTES
        };
        Self {
            limit_bytes: (BUFFER_BITS.saturating_sub(frame_bits) / 8).min(largest),
            begin_bytes: 0,
            heads: VecDeque::new(),
            data: VecDeque::new(),
        }
    }

    /// `main_data_begin` of the next frame, in bytes.
    pub fn begin_bytes(&self) -> usize {
        self.begin_bytes
    }

    /// Most bytes the reservoir can carry over to the frame after.
    pub fn limit_bytes(&self) -> usize {
        self.limit_bytes
    }

    /// Queues a frame: its head, the bytes its slot holds, and its main data, at most
    /// `begin_bytes() + slot_bytes` long. Bytes that neither the data nor the reservoir can use are
    /// stuffed with zeros. Complete frames are appended to `out`.
    #[inline(never)]
    pub fn push(&mut self, head: Vec<u8>, slot_bytes: usize, main_data: &[u8], out: &mut Vec<u8>) {
        self.data.extend(main_data);
        let left = (self.begin_bytes + slot_bytes).saturating_sub(main_data.len());
        let stuffing = left.saturating_sub(self.limit_bytes);
        self.data.extend(core::iter::repeat_n(0, stuffing));
        self.begin_bytes = left - stuffing;
        self.heads.push_back((head, slot_bytes));
        self.emit(out);
    }

    /// Fills the last slots with zeros and empties the queue.
    pub fn finish(&mut self, out: &mut Vec<u8>) {
        self.data.extend(core::iter::repeat_n(0, self.begin_bytes));
        self.begin_bytes = 0;
        self.emit(out);
    }

    fn emit(&mut self, out: &mut Vec<u8>) {
        while let Some((_, slot_bytes)) = self.heads.front() {
            if self.data.len() < *slot_bytes {
                break;
            }
            let Some((head, slot_bytes)) = self.heads.pop_front() else {
                break;
            };
            out.extend_from_slice(&head);
            out.extend(self.data.drain(..slot_bytes));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slots_are_filled_in_order_and_the_limit_is_kept() {
        let format = Format {
            rate_index: 0,
            bitrate_index: 9,
            channels: 1,
        };
        let mut reservoir = BitReservoir::new(&format);
        let mut out = Vec::new();
        // 300 of 396 bytes used five times: 96 saved each time, until the limit stuffs.
        for frame in 0..7u8 {
            reservoir.push(vec![200 + frame], 396, &vec![frame; 300], &mut out);
            let expected = (96 * (usize::from(frame) + 1)).min(reservoir.limit_bytes());
            assert_eq!(reservoir.begin_bytes(), expected);
        }
        reservoir.push(vec![207], 396, &vec![7; 396 + 511], &mut out);
        assert_eq!(reservoir.begin_bytes(), 0);
        reservoir.finish(&mut out);
        assert_eq!(out.len(), 8 * 397);
        for frame in 0..8 {
            assert_eq!(out[frame * 397], 200 + frame as u8);
        }
    }
}
