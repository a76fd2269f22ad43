//! The Layer III decoder, by the stages of the standard: what [`super::syntax`] has read goes through
//! [`requantization`], [`stereo`] and [`reordering`] to lines, through [`imdct`] and [`synthesis`] to samples.
//! All arithmetic is IEEE single precision in a fixed order and all tables come from `libm`, so every
//! platform hears the same.

mod imdct;
mod reordering;
pub mod requantization;
mod stereo;
#[cfg(test)]
mod streams;
mod synthesis;

use self::imdct::{Hybrid, Overlap, SLOTS, SUBBANDS};
use self::reordering::{interleave, AliasReduction, SUBBAND_LINES};
use self::synthesis::{History, Synthesis, MOST_SLOTS};
use super::syntax::bit_reservoir::Reservoir;
use super::syntax::header::Header;
use super::syntax::huffman::Huffman;
use super::syntax::scalefactor_bands::{bands, Bands, LINES};
use super::syntax::scalefactors::Scalefactors;
use super::syntax::side_info::{Blocks, Granule, SideInfo};
use crate::bits::cursor::BitCursor;
use crate::codec::packet_decoder::{PacketDecoder, Refused};
use crate::pcm::PcmBlock;

/// Slots after which nothing of a stream's end is left in the filterbanks: overlap and window.
const TAIL_SLOTS: usize = 2 * SLOTS;

/// Decodes the frames of one stream. Its state is that of the packets [`crate::codec::decoders::preroll`] speaks of.
pub struct Mp3Packets {
    huffman: Huffman,
    alias: AliasReduction,
    hybrid: Hybrid,
    synthesis: Synthesis,
    reservoir: Reservoir,
    channels: [Channel; 2],
    /// Channels that may not be silent.
    sounding: usize,
    lines: Box<[[f32; LINES]; 2]>,
    /// What could be decoded of the last packet, if it was refused.
    salvaged: PcmBlock,
}

/// State and work space of one channel.
struct Channel {
    overlap: Overlap,
    history: History,
    slots: Box<[[f32; SUBBANDS]; MOST_SLOTS]>,
}

impl Channel {
    fn new() -> Self {
        Self {
            overlap: Overlap::new(),
            history: History::new(),
            slots: Box::new([[0.0; SUBBANDS]; MOST_SLOTS]),
        }
    }

    fn clear(&mut self) {
        self.overlap.clear();
        self.history.clear();
    }
}

impl Mp3Packets {
    /// A decoder at rest.
    pub fn new() -> Self {
        Self {
            huffman: Huffman::new(),
            alias: AliasReduction::new(),
            hybrid: Hybrid::new(),
            synthesis: Synthesis::new(),
            reservoir: Reservoir::new(),
            channels: [Channel::new(), Channel::new()],
            sounding: 0,
            lines: Box::new([[0.0; LINES]; 2]),
            salvaged: PcmBlock::new(),
        }
    }

    /// Turns the main data of a frame into the slots of its channels. `false` when a granule had to be
    /// left out for other reasons than the reservoir's emptiness, which a cut explains.
    fn read_frame(&mut self, header: &Header, info: &SideInfo) -> bool {
        let mut is_whole = true;
        let mut first: [Option<Scalefactors>; 2] = [None; 2];
        let mut at = 0;
        for (index, granules) in info.granules[..header.granules()].iter().enumerate() {
            let mut factors = [Scalefactors::default(); 2];
            let mut ends = [0; 2];
            let granules = &granules[..header.channels];
            let is_there = self.reservoir.bits(at, 0).is_some();
            for (channel, granule) in granules.iter().enumerate() {
                if is_there {
                    let shared = (index > 0).then_some((first[channel], info.shared[channel]));
                    match self.read_granule(header, granule, channel, at, shared) {
                        Some((read, end)) => {
                            factors[channel] = read;
                            first[channel] = Some(read);
                            ends[channel] = end;
                        }
                        None => is_whole = false,
                    }
                }
                at += granule.bits;
                if ends[channel] == 0 {
                    self.lines[channel].fill(0.0);
                }
            }
            if let [_, right] = granules {
                let bands = bands(header.rate, right);
                ends = stereo::join(header, right, bands, &factors[1], &mut self.lines, ends);
            }
            for (channel, granule) in granules.iter().enumerate() {
                self.transform(header, granule, channel, index, ends[channel]);
            }
        }
        is_whole
    }

    /// Scalefactors and lines of one granule of one channel, whose bits begin at `at`, and the line from
    /// which on all are zero. `shared` are the scalefactors of granule 0 and which of them hold.
    fn read_granule(
        &mut self,
        header: &Header,
        granule: &Granule,
        channel: usize,
        at: usize,
        shared: Option<(Option<Scalefactors>, [bool; 4])>,
    ) -> Option<(Scalefactors, usize)> {
        if granule.broken {
            return None;
        }
        let mut bits = self.reservoir.bits(at, granule.bits)?;
        let bands = bands(header.rate, granule);
        let Some(factors) = read_factors(header, granule, channel, bands, shared, &mut bits) else {
            return Some((Scalefactors::default(), 0));
        };
        let lines = &mut self.lines[channel];
        if bits.left() == 0 {
            // Nothing is said about the lines; scalefactors alone may be cut.
            return (!bits.is_past() || granule.bits == 0).then_some((factors, 0));
        }
        let end = self.huffman.decode(granule, &mut bits, lines);
        requantization::requantise(granule, &factors, bands, lines, end).then_some((factors, end))
    }

    /// Lines of granule `index` to slots.
    fn transform(
        &mut self,
        header: &Header,
        granule: &Granule,
        channel: usize,
        index: usize,
        end: usize,
    ) {
        let lines = &mut self.lines[channel];
        let normal = if granule.mixed {
            header.mixed_lines() / SUBBAND_LINES
        } else {
            0
        };
        let end = if granule.blocks == Blocks::Short {
            let end = interleave(bands(header.rate, granule), lines, end);
            self.alias.apply(lines, normal.saturating_sub(1), end)
        } else {
            self.alias.apply(lines, SUBBANDS - 1, end)
        };
        let Channel { overlap, slots, .. } = &mut self.channels[channel];
        let slots = &mut slots[index * SLOTS..(index + 1) * SLOTS];
        self.hybrid
            .transform(lines, end, granule.blocks, normal, overlap, slots);
    }

    /// What is left in the filterbanks, into the first frames of `out`; nothing is left after that.
    fn fade_out(&mut self, out: &mut PcmBlock) {
        let mut tail = [0.0; 32 * TAIL_SLOTS];
        let channels = self.sounding.min(out.channel_count());
        for (index, channel) in self.channels[..channels].iter_mut().enumerate() {
            let (first, second) = channel.slots.split_at_mut(SLOTS);
            self.lines[0].fill(0.0);
            let overlap = &mut channel.overlap;
            self.hybrid
                .transform(&self.lines[0], 0, Blocks::Long, 0, overlap, first);
            second.fill([0.0; SUBBANDS]);
            self.synthesis
                .synthesise(&channel.slots[..], &mut channel.history, &mut tail);
            for (sample, last) in out.channel_mut(index).iter_mut().zip(tail) {
                *sample = last;
            }
        }
        self.silence(0);
    }

    /// Forgets what was heard on the channels from `channels` on.
    fn silence(&mut self, channels: usize) {
        for channel in self.channels.iter_mut().take(self.sounding).skip(channels) {
            channel.clear();
        }
        self.sounding = channels;
    }
}

impl PacketDecoder for Mp3Packets {
    fn decode(&mut self, packet: &[u8], out: &mut PcmBlock) -> Result<(), Refused> {
        self.salvaged.reset(0, 0);
        let Some((header, info, main_data)) = parse(packet) else {
            self.reservoir.clear();
            out.reset(0, 0);
            return Err(Refused);
        };
        let frames = header.granules() * LINES;
        self.reservoir.push(main_data, info.main_data_begin, frames);
        self.silence(self.sounding.min(header.channels));
        self.sounding = header.channels;
        let is_whole = self.read_frame(&header, &info);
        out.reset(header.channels, frames);
        for (index, channel) in self.channels[..header.channels].iter_mut().enumerate() {
            let slots = &channel.slots[..header.granules() * SLOTS];
            self.synthesis
                .synthesise(slots, &mut channel.history, out.channel_mut(index));
        }
        if is_whole {
            return Ok(());
        }
        core::mem::swap(out, &mut self.salvaged);
        out.reset(0, 0);
        Err(Refused)
    }

    /// A refused packet comes out as what could be decoded of it, lost ones as the end of what was heard.
    fn conceal(&mut self, channels: usize, frames: usize, out: &mut PcmBlock) {
        if frames > 0 && self.salvaged.frames() == frames {
            core::mem::swap(out, &mut self.salvaged);
            self.salvaged.reset(0, 0);
            return;
        }
        out.reset(channels, frames);
        self.fade_out(out);
        self.reservoir.clear();
    }

    fn reset(&mut self) {
        self.silence(0);
        self.reservoir.clear();
        self.salvaged.reset(0, 0);
    }
}

/// Scalefactors of a granule; `None` when its gains stood in a granule that is lost. `shared` are those
/// of granule 0 and which of them hold.
#[inline]
pub fn read_factors(
    header: &Header,
    granule: &Granule,
    channel: usize,
    bands: &Bands,
    shared: Option<(Option<Scalefactors>, [bool; 4])>,
    bits: &mut BitCursor,
) -> Option<Scalefactors> {
    if header.is_low_rate() {
        let positions = header.intensity && channel == 1;
        return Some(Scalefactors::read_low_rate(granule, positions, bits));
    }
    let shared = match &shared {
        Some((Some(first), groups)) => Some((first, groups)),
        Some((None, groups)) if granule.blocks != Blocks::Short && groups.contains(&true) => {
            return None;
        }
        _ => None,
    };
    Some(Scalefactors::read(granule, bands, shared, bits))
}

/// Header, side information and main data of a frame.
pub fn parse(packet: &[u8]) -> Option<(Header, SideInfo, &[u8])> {
    let header = Header::parse(packet)?;
    let rest = packet.get(header.bytes()..)?;
    let info = SideInfo::parse(&header, rest)?;
    Some((header, info, rest.get(header.side_info_bytes()..)?))
}
