//! One FLAC frame to samples (RFC 9639 §9.2): its bits up to the first invalid one, so
//! that a damaged frame yields the samples before the damage.

use super::frame_header::FrameHeader;
use crate::bits::reader::Bits;

/// Fixed predictors by order, the oldest sample's factor first (RFC 9639 §9.2.5).
const FIXED: [&[i64]; 5] = [&[], &[1], &[-1, 2], &[1, -3, 3], &[-1, 4, -6, 4]];

/// Channel assignments that code a difference (RFC 9639 §9.1.3).
const LEFT_SIDE: u8 = 8;
const RIGHT_SIDE: u8 = 9;
const MID_SIDE: u8 = 10;

/// Samples of one frame, a buffer a channel that is kept from frame to frame.
#[derive(Debug, Default)]
pub struct FlacFrame {
    channels: Vec<Vec<i64>>,
    end_bits: Option<usize>,
}

impl FlacFrame {
    /// Decodes the frame `packet` begins with, whose header is `header`, at `depth` bits a sample.
    /// Returns how many of its samples a channel could be decoded: all of them unless it is damaged.
    /// In a damaged pair, a channel that is missing repeats the other.
    pub fn decode(&mut self, packet: &[u8], header: &FrameHeader, depth: u32) -> usize {
        let count = usize::from(header.channels);
        let block = header.block_frames as usize;
        self.channels.resize_with(count, Vec::new);
        for channel in &mut self.channels {
            channel.clear();
        }
        let mut bits = Bits::from(packet, header.bytes * 8);
        let mut whole = true;
        for (index, channel) in self.channels.iter_mut().enumerate() {
            let side = match header.assignment {
                LEFT_SIDE | MID_SIDE => index == 1,
                RIGHT_SIDE => index == 0,
                _ => false,
            };
            let mut subframe = Subframe {
                bits: &mut bits,
                depth: depth + u32::from(side),
                block,
                out: channel,
            };
            if whole && subframe.read().is_none() {
                whole = false;
            }
        }
        self.end_bits = whole.then_some(bits.position());
        let kept = self.channels.first().map_or(0, Vec::len);
        if !whole && header.assignment == RIGHT_SIDE {
            // A difference without its reference.
            let right = self.channels.get(1).map_or(0, Vec::len);
            self.pair(header.assignment, right);
            return right;
        }
        self.pair(header.assignment, kept);
        kept
    }

    /// Samples of a channel: as many as the frame states, or fewer when the rest could not be read.
    pub fn channel(&self, index: usize) -> &[i64] {
        self.channels.get(index).map_or(&[], Vec::as_slice)
    }

    /// Where the samples of the last frame end in it, in bits; `None` when it was damaged.
    pub fn end_bits(&self) -> Option<usize> {
        self.end_bits
    }

    /// Turns a coded pair into left and right, `kept` samples each.
    fn pair(&mut self, assignment: u8, kept: usize) {
        let [first, second] = self.channels.as_mut_slice() else {
            // Mono as it is; of more channels those that are missing are silent.
            for channel in &mut self.channels {
                channel.resize(kept, 0);
            }
            return;
        };
        let had = second.len().min(kept);
        first.truncate(kept);
        if !matches!(assignment, LEFT_SIDE..=MID_SIDE) {
            second.truncate(had);
            second.extend_from_slice(&first[had..]);
            return;
        }
        second.resize(kept, 0);
        for (a, b) in first.iter_mut().zip(second) {
            (*a, *b) = match assignment {
                LEFT_SIDE => (*a, *a - *b),
                RIGHT_SIDE => (*a + *b, *b),
                _ => {
                    let double = *a << 1 | *b & 1;
                    ((double + *b) >> 1, (double - *b) >> 1)
                }
            };
        }
    }
}

/// One channel being read.
struct Subframe<'a, 'b> {
    bits: &'a mut Bits<'b>,
    /// Bits of a sample.
    depth: u32,
    block: usize,
    out: &'a mut Vec<i64>,
}

impl Subframe<'_, '_> {
    /// Reads the channel; `None` if its bits cannot be read, with the earlier samples in `out`.
    fn read(&mut self) -> Option<()> {
        if self.bits.read(1)? != 0 {
            return None;
        }
        let kind = self.bits.read(6)? as usize;
        let wasted = match self.bits.read(1)? {
            0 => 0,
            _ => self.bits.rice(0)?.0 + 1,
        };
        self.depth = self.depth.checked_sub(wasted).filter(|&left| left > 0)?;
        let depth = self.depth as usize;
        let read = match kind {
            0 => {
                let value = self.bits.signed(depth)?;
                self.out.resize(self.block, value);
                Some(())
            }
            1 => self.verbatim(self.block),
            8..=12 => self.predicted(FIXED[kind - 8], 0),
            32..=63 => self.linear(kind - 31),
            _ => None,
        };
        for sample in self.out.iter_mut() {
            *sample <<= wasted;
        }
        read
    }

    fn verbatim(&mut self, count: usize) -> Option<()> {
        for _ in 0..count {
            self.out.push(self.bits.signed(self.depth as usize)?);
        }
        Some(())
    }

    /// Linear prediction with factors of the stream (RFC 9639 §9.2.6).
    fn linear(&mut self, order: usize) -> Option<()> {
        if order > self.block {
            return None;
        }
        self.verbatim(order)?;
        let precision = self.bits.read(4)? as usize + 1;
        let shift = u32::try_from(self.bits.signed(5)?).ok()?;
        if precision == 16 {
            return None;
        }
        let mut factors = [0; 32];
        for factor in factors[..order].iter_mut().rev() {
            *factor = self.bits.signed(precision)?;
        }
        self.residual(&factors[..order], shift)
    }

    fn predicted(&mut self, factors: &[i64], shift: u32) -> Option<()> {
        self.verbatim(factors.len().min(self.block))?;
        self.residual(factors, shift)
    }

    /// The coded difference from the prediction (RFC 9639 §9.2.7), added as it is read. A sample
    /// out of range is damage that the bits themselves did not show.
    fn residual(&mut self, factors: &[i64], shift: u32) -> Option<()> {
        let parameter_bits = match self.bits.read(2)? {
            0 => 4,
            1 => 5,
            _ => return None,
        };
        let partitions = 1usize << self.bits.read(4)?;
        let length = self.block / partitions;
        if length * partitions != self.block || length < factors.len() {
            return None;
        }
        let most = 1i64 << (self.depth - 1);
        for partition in 1..=partitions {
            let parameter = self.bits.read(parameter_bits)?;
            let escape = parameter + 1 == 1 << parameter_bits;
            let raw = if escape { self.bits.read(5)? } else { 0 };
            while self.out.len() < partition * length {
                let difference = if escape {
                    self.bits.signed(raw as usize)?
                } else {
                    let (high, low) = self.bits.rice(parameter)?;
                    let folded = u64::from(high) << parameter | u64::from(low);
                    (folded >> 1) as i64 ^ -((folded & 1) as i64)
                };
                let past = &self.out[self.out.len() - factors.len()..];
                let sum: i64 = past.iter().zip(factors).map(|(a, b)| a * b).sum();
                let sample = (sum >> shift) + difference;
                if !(-most..most).contains(&sample) {
                    return None;
                }
                self.out.push(sample);
            }
        }
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bits::writer::BitWriter;

    /// The coding of one subframe.
    #[derive(Clone, Copy)]
    enum Coding<'a> {
        Constant,
        Verbatim,
        /// Factors (oldest first) and shift, partition order, Rice parameter; 15 is the escape.
        Fixed(usize, u32, u32),
        Linear(&'a [i64], u32, u32, u32),
    }

    fn write_signed(out: &mut BitWriter, value: i64, bits: u32) {
        if bits > 32 {
            out.push((value >> 32) as u32 & 1, 1);
            return out.push(value as u32, 32);
        }
        out.push((value & ((1 << bits) - 1)) as u32, bits as usize);
    }

    fn write_residual(out: &mut BitWriter, samples: &[i64], factors: &[i64], code: [u32; 3]) {
        let [shift, order, parameter] = code;
        out.push(0, 2);
        out.push(order, 4);
        let length = samples.len() >> order;
        for partition in 0..1 << order {
            out.push(parameter, 4);
            if parameter == 15 {
                out.push(20, 5);
            }
            let from = (partition * length).max(factors.len());
            for at in from..(partition + 1) * length {
                let past = &samples[at - factors.len()..at];
                let sum: i64 = past.iter().zip(factors).map(|(a, b)| a * b).sum();
                let difference = samples[at] - (sum >> shift);
                if parameter == 15 {
                    write_signed(out, difference, 20);
                    continue;
                }
                let folded = (difference << 1 ^ difference >> 63) as u64;
                (0..folded >> parameter).for_each(|_| out.push(0, 1));
                out.push(1, 1);
                out.push(folded as u32 & ((1 << parameter) - 1), parameter as usize);
            }
        }
    }

    fn write_subframe(
        out: &mut BitWriter,
        samples: &[i64],
        coding: Coding<'_>,
        depth: u32,
        wasted: u32,
    ) {
        let kind = match coding {
            Coding::Constant => 0,
            Coding::Verbatim => 1,
            Coding::Fixed(order, ..) => 8 + order as u32,
            Coding::Linear(factors, ..) => 31 + factors.len() as u32,
        };
        out.push(kind, 7);
        out.push(u32::from(wasted > 0), 1);
        if wasted > 0 {
            (1..wasted).for_each(|_| out.push(0, 1));
            out.push(1, 1);
        }
        let depth = depth - wasted;
        let samples: Vec<i64> = samples.iter().map(|sample| sample >> wasted).collect();
        let warm_up = |out: &mut BitWriter, count: usize| {
            samples[..count]
                .iter()
                .for_each(|&sample| write_signed(out, sample, depth));
        };
        match coding {
            Coding::Constant => write_signed(out, samples[0], depth),
            Coding::Verbatim => warm_up(out, samples.len()),
            Coding::Fixed(order, partitions, parameter) => {
                warm_up(out, order);
                write_residual(out, &samples, FIXED[order], [0, partitions, parameter]);
            }
            Coding::Linear(factors, shift, partitions, parameter) => {
                warm_up(out, factors.len());
                out.push(14 - 1, 4);
                out.push(shift, 5);
                factors
                    .iter()
                    .rev()
                    .for_each(|&factor| write_signed(out, factor, 14));
                write_residual(out, &samples, factors, [shift, partitions, parameter]);
            }
        }
    }

    fn header(block: usize, channels: u16, assignment: u8) -> FrameHeader {
        FrameHeader {
            block_frames: block as u32,
            number: 0,
            variable: false,
            channels,
            assignment,
            sample_rate_hz: None,
            bits: None,
            bytes: 0,
        }
    }

    /// A tone in noise, multiples of `step`.
    fn tone(count: usize, peak: f64, step: i64) -> Vec<i64> {
        let mut noise = 1u32;
        (0..count)
            .map(|index| {
                noise = noise.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                let hiss = f64::from(noise >> 16) / 65_536.0 - 0.5;
                let value = peak * (0.9 * libm::sin(index as f64 * 0.07) + 0.05 * hiss);
                value as i64 / step * step
            })
            .collect()
    }

    #[test]
    fn every_coding_of_a_subframe_gives_back_its_samples() {
        let factors = [-100, 31, -250, 900, -3_000, 6_900];
        let many: Vec<i64> = (0..32).map(|index| [3, -7, 11][index % 3]).collect();
        for (coding, wasted) in [
            (Coding::Verbatim, 0),
            (Coding::Verbatim, 3),
            (Coding::Fixed(0, 0, 14), 0),
            (Coding::Fixed(1, 2, 9), 0),
            (Coding::Fixed(2, 4, 10), 2),
            (Coding::Fixed(3, 0, 15), 0),
            (Coding::Fixed(4, 5, 12), 0),
            (Coding::Linear(&factors, 12, 3, 11), 0),
            (Coding::Linear(&factors[5..], 13, 0, 11), 1),
            (Coding::Linear(&many, 9, 2, 13), 0),
        ] {
            let samples = tone(576, 30_000.0, 1 << wasted);
            let mut out = BitWriter::default();
            write_subframe(&mut out, &samples, coding, 16, wasted);
            let mut frame = FlacFrame::default();
            assert_eq!(frame.decode(&out.bytes(), &header(576, 1, 0), 16), 576);
            assert_eq!(frame.channel(0), samples);
            // Cut anywhere, the remaining samples are right.
            for cut in (0..out.bytes().len()).step_by(41) {
                let kept = frame.decode(&out.bytes()[..cut], &header(576, 1, 0), 16);
                assert!(kept < 576 && frame.channel(0) == &samples[..kept]);
            }
        }
        let mut out = BitWriter::default();
        write_subframe(&mut out, &[-5; 16], Coding::Constant, 16, 0);
        let mut frame = FlacFrame::default();
        assert_eq!(frame.decode(&out.bytes(), &header(16, 1, 0), 16), 16);
        assert_eq!(frame.channel(0), [-5; 16]);
    }

    #[test]
    fn coded_pairs_become_left_and_right_at_32_bits_too() {
        let left = tone(256, 2_147_000_000.0, 1);
        let right: Vec<i64> = left.iter().map(|&sample| -sample / 3 + 77).collect();
        let side: Vec<i64> = left.iter().zip(&right).map(|(a, b)| a - b).collect();
        let mid: Vec<i64> = left.iter().zip(&right).map(|(a, b)| (a + b) >> 1).collect();
        for (assignment, pair) in [
            (1, [&left, &right]),
            (LEFT_SIDE, [&left, &side]),
            (RIGHT_SIDE, [&side, &right]),
            (MID_SIDE, [&mid, &side]),
        ] {
            let mut out = BitWriter::default();
            for (index, samples) in pair.into_iter().enumerate() {
                let wide = assignment >= LEFT_SIDE && (index == 1) != (assignment == RIGHT_SIDE);
                write_subframe(&mut out, samples, Coding::Verbatim, 32 + u32::from(wide), 0);
            }
            let mut frame = FlacFrame::default();
            assert_eq!(
                frame.decode(&out.bytes(), &header(256, 2, assignment), 32),
                256
            );
            assert_eq!(
                (frame.channel(0), frame.channel(1)),
                (&left[..], &right[..]),
                "{assignment}"
            );
            // The second channel is cut off: it repeats the first, or both are cut.
            let kept = frame.decode(&out.bytes()[..1_500], &header(256, 2, assignment), 32);
            if assignment == RIGHT_SIDE {
                assert!(kept < 256 && frame.channel(0) == &left[..kept]);
            } else {
                assert_eq!((kept, frame.channel(0)[255]), (256, frame.channel(1)[255]));
            }
        }
    }

    #[test]
    fn a_sample_out_of_range_ends_the_valid_part() {
        let mut samples = tone(64, 20_000.0, 1);
        samples[40] = 40_000;
        let mut out = BitWriter::default();
        write_subframe(&mut out, &samples, Coding::Fixed(0, 0, 14), 17, 0);
        let mut frame = FlacFrame::default();
        assert_eq!(frame.decode(&out.bytes(), &header(64, 1, 0), 16), 40);
    }
}
