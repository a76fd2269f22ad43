//! The Layer III decoder, by the stages of the standard: the output of [`super::syntax`] goes through
//! [`requantization`], [`stereo`] and [`reordering`] to lines, through [`imdct`] and [`synthesis`] to samples.
//! All arithmetic is IEEE single precision in a fixed order and all tables come from `libm`, so every
//! platform hears the same.

mod imdct;
pub mod main_data;
mod reordering;
mod requantization;
mod stereo;
#[cfg(test)]
mod streams;
mod synthesis;

use self::imdct::{Hybrid, Overlap, SLOTS, SUBBANDS};
use self::main_data::{Content, Frame, MainData, Place};
use self::reordering::{interleave, AliasReduction, SUBBAND_LINES};
use self::synthesis::{History, Synthesis, MAX_SLOTS};
use super::syntax::header::Header;
use super::syntax::scalefactor_bands::LINES;
use super::syntax::scalefactors::Scalefactors;
use super::syntax::side_info::{Blocks, Granule};
use crate::codec::packet_decoder::{PacketDecoder, Refused};
use crate::pcm::PcmBlock;

/// Slots after which nothing of a stream's end is left in the filterbanks: overlap and window.
const TAIL_SLOTS: usize = 2 * SLOTS;

/// Decodes the frames of one stream. Its state is that of the packets [`crate::codec::family::Preroll`] speaks of.
pub struct Mp3Packets {
    main_data: MainData,
    alias: AliasReduction,
    hybrid: Hybrid,
    synthesis: Synthesis,
    channels: [Channel; 2],
    /// Channels that may not be silent.
    sounding: usize,
    lines: Box<[[f32; LINES]; 2]>,
    /// The decoded part of the last packet, if it was rejected.
    salvaged: PcmBlock,
}

/// State and work space of one channel.
struct Channel {
    overlap: Overlap,
    history: History,
    slots: Box<[[f32; SUBBANDS]; MAX_SLOTS]>,
}

impl Channel {
    fn new() -> Self {
        Self {
            overlap: Overlap::new(),
            history: History::new(),
            slots: Box::new([[0.0; SUBBANDS]; MAX_SLOTS]),
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
            main_data: MainData::new(),
            alias: AliasReduction::new(),
            hybrid: Hybrid::new(),
            synthesis: Synthesis::new(),
            channels: [Channel::new(), Channel::new()],
            sounding: 0,
            lines: Box::new([[0.0; LINES]; 2]),
            salvaged: PcmBlock::new(),
        }
    }

    /// Turns the main data of a frame into the slots of its channels. `false` when a granule had to be
    /// left out for other reasons than the reservoir's emptiness, which a cut explains.
    fn read_frame(&mut self, frame: &Frame) -> bool {
        let (header, info) = (&frame.header, &frame.info);
        let mut is_whole = true;
        let mut place = Place::default();
        for (index, granules) in info.granules[..header.granules()].iter().enumerate() {
            let parts = self.main_data.granule(frame, &mut place, &mut self.lines);
            let granules = &granules[..header.channels];
            let mut right_factors = Scalefactors::default();
            let mut ends = [0; 2];
            for channel in 0..header.channels {
                match parts[channel].content {
                    Content::Lines { factors, end, .. } => {
                        ends[channel] = end;
                        if channel == 1 {
                            right_factors = factors;
                        }
                    }
                    Content::Damaged => is_whole = false,
                    Content::Missing | Content::WithoutGains => {}
                }
                if ends[channel] == 0 {
                    self.lines[channel].fill(0.0);
                }
            }
            if let [_, right] = granules {
                let bands = right.bands(header.rate);
                ends = stereo::join(header, right, bands, &right_factors, &mut self.lines, ends);
            }
            for (channel, granule) in granules.iter().enumerate() {
                self.transform(header, granule, channel, index, ends[channel]);
            }
        }
        is_whole
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
            let end = interleave(granule.bands(header.rate), lines, end);
            self.alias.apply(lines, normal.saturating_sub(1), end)
        } else {
            self.alias.apply(lines, SUBBANDS - 1, end)
        };
        let Channel { overlap, slots, .. } = &mut self.channels[channel];
        let slots = &mut slots[index * SLOTS..(index + 1) * SLOTS];
        self.hybrid
            .transform(lines, end, granule.blocks, normal, overlap, slots);
    }

    /// Drains the filterbanks into the first frames of `out`.
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

    /// Clears the state of the channels from `channels` on.
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
        let Some(frame) = self.main_data.open(packet) else {
            out.reset(0, 0);
            return Err(Refused);
        };
        let header = &frame.header;
        let frames = header.granules() * LINES;
        self.silence(self.sounding.min(header.channels));
        self.sounding = header.channels;
        let is_whole = self.read_frame(&frame);
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

    /// A rejected packet yields its decodable part, lost ones the end of the sound before.
    fn conceal(&mut self, channels: usize, frames: usize, out: &mut PcmBlock) {
        if frames > 0 && self.salvaged.frames() == frames {
            core::mem::swap(out, &mut self.salvaged);
            self.salvaged.reset(0, 0);
            return;
        }
        out.reset(channels, frames);
        self.fade_out(out);
        self.main_data.clear();
    }

    fn reset(&mut self) {
        self.silence(0);
        self.main_data.clear();
        self.salvaged.reset(0, 0);
    }
}
