//! Which bits of a stream's main data are read: what lies between them is ancillary (ISO 11172-3
//! §2.4.1.7 and §2.4.2.10) or stuffing, and could be anything.

use super::decode::{parse, read_factors, requantization};
use super::syntax::bit_reservoir::Reservoir;
use super::syntax::header::Header;
use super::syntax::huffman::Huffman;
use super::syntax::scalefactor_bands::{bands, LINES};
use super::syntax::scalefactors::Scalefactors;
use super::syntax::side_info::{Granule, SideInfo};

/// The bits of one granule of one channel. Places count from where `main_data_begin` points.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Extent {
    /// Where its bits begin.
    pub at: usize,
    /// How many of them are there: less than the side information says at the end of a frame.
    pub bits: usize,
    /// Bits that were read; a last code word may end behind `bits`.
    pub read: usize,
    /// It is heard. What is lost or contradicts the standard is silent.
    pub sounds: bool,
}

/// What one frame reads.
#[derive(Debug, Clone, Copy)]
pub struct FrameExtents {
    /// Its header.
    pub header: Header,
    /// Its side information.
    pub info: SideInfo,
    /// Offset of its own main data in the packet.
    pub main_data_at: usize,
    /// Bytes of earlier frames that `main_data_begin` asks for and that are not there.
    pub missing_bytes: usize,
    /// By granule and channel.
    pub granules: [[Extent; 2]; 2],
}

/// Follows the frames of one stream in order.
pub struct Extents {
    huffman: Huffman,
    reservoir: Reservoir,
    lines: Box<[f32; LINES]>,
}

impl Extents {
    /// At the start of a stream.
    pub fn new() -> Self {
        Self {
            huffman: Huffman::new(),
            reservoir: Reservoir::new(),
            lines: Box::new([0.0; LINES]),
        }
    }

    /// Frames were lost here.
    pub fn reset(&mut self) {
        self.reservoir.clear();
    }

    /// Reads the next frame; `None` when it is cut off within its side information.
    pub fn read(&mut self, packet: &[u8]) -> Option<FrameExtents> {
        let Some((header, info, main_data)) = parse(packet) else {
            self.reservoir.clear();
            return None;
        };
        let frames = header.granules() * LINES;
        self.reservoir.push(main_data, info.main_data_begin, frames);
        let mut found = FrameExtents {
            header,
            info,
            main_data_at: packet.len() - main_data.len(),
            missing_bytes: self.reservoir.missing_bytes(),
            granules: Default::default(),
        };
        let mut first: [Option<Scalefactors>; 2] = [None; 2];
        let mut at = 0;
        for (index, granules) in info.granules[..header.granules()].iter().enumerate() {
            let is_there = self.reservoir.bits(at, 0).is_some();
            for (channel, granule) in granules[..header.channels].iter().enumerate() {
                let extent = &mut found.granules[index][channel];
                extent.at = at;
                extent.bits = self.reservoir.bits_there(at, granule.bits);
                if is_there {
                    let shared = (index > 0).then_some((first[channel], info.shared[channel]));
                    if let Some((factors, read)) =
                        self.granule(&header, granule, channel, at, shared)
                    {
                        first[channel] = Some(factors);
                        (extent.read, extent.sounds) = (read, true);
                    }
                }
                at += granule.bits;
            }
        }
        Some(found)
    }

    /// Scalefactors of one granule and how many bits of it are read; `None` when it is silent.
    fn granule(
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
        let begun = bits.position();
        let bands = bands(header.rate, granule);
        let factors = read_factors(header, granule, channel, bands, shared, &mut bits)?;
        if bits.left() == 0 {
            let is_whole = !bits.is_past() || granule.bits == 0;
            return is_whole.then_some((factors, granule.bits));
        }
        let end = self.huffman.decode(granule, &mut bits, &mut self.lines);
        let sounds = requantization::requantise(granule, &factors, bands, &mut self.lines, end);
        sounds.then_some((factors, bits.position() - begun))
    }
}
