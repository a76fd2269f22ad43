//! The main data of frames in order: which bits of the reservoir each granule has, and what they hold
//! (ISO 11172-3 §2.4.1.7 and §2.4.2.10). The decoder and the scrubber share it, so that the scrubber keeps of
//! a frame exactly the bits that are decoded.

use super::requantization;
use crate::bits::cursor::BitCursor;
use crate::codec::mp3::syntax::bit_reservoir::Reservoir;
use crate::codec::mp3::syntax::header::Header;
use crate::codec::mp3::syntax::huffman::Huffman;
use crate::codec::mp3::syntax::scalefactor_bands::LINES;
use crate::codec::mp3::syntax::scalefactors::Scalefactors;
use crate::codec::mp3::syntax::side_info::{Blocks, Granule, SideInfo};

/// A frame with its main data.
#[derive(Debug, Clone, Copy)]
pub struct Frame {
    /// Its header.
    pub header: Header,
    /// Its side information.
    pub info: SideInfo,
    /// Offset of its own main data in the packet.
    pub main_data_at: usize,
}

/// Result of reading one granule of one channel.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub enum Content {
    /// They were in packets that are lost.
    #[default]
    Missing,
    /// They contradict the standard.
    Damaged,
    /// Its gains stood in a granule that is lost: silence.
    WithoutGains,
    /// Lines, requantised.
    Lines {
        /// Their scalefactors.
        factors: Scalefactors,
        /// The line from which on all are zero.
        end: usize,
        /// Bits that were read; a last code word may end after those of the granule.
        read: usize,
    },
}

/// One granule of one channel.
#[derive(Debug, Clone, Copy, Default)]
pub struct Part {
    /// Where its bits begin, counted from where `main_data_begin` points.
    pub at: usize,
    /// Their contents.
    pub content: Content,
}

/// A place in a frame's main data, from granule to granule.
#[derive(Default)]
pub struct Place {
    at: usize,
    index: usize,
    /// Scalefactors of granule 0, which granule 1 may share.
    first: [Option<Scalefactors>; 2],
}

/// Follows the frames of one stream.
pub struct MainData {
    huffman: Huffman,
    reservoir: Reservoir,
}

impl MainData {
    /// At the start of a stream.
    pub fn new() -> Self {
        Self {
            huffman: Huffman::new(),
            reservoir: Reservoir::new(),
        }
    }

    /// Frames were lost here.
    pub fn clear(&mut self) {
        self.reservoir.clear();
    }

    /// Takes the next frame; `None` when it is cut off within its side information, which loses the
    /// reservoir too.
    pub fn open(&mut self, packet: &[u8]) -> Option<Frame> {
        let Some((header, info, main_data)) = parse(packet) else {
            self.reservoir.clear();
            return None;
        };
        let frames = header.granules() * LINES;
        self.reservoir.push(main_data, info.main_data_begin, frames);
        Some(Frame {
            header,
            info,
            main_data_at: packet.len() - main_data.len(),
        })
    }

    /// Bytes of earlier frames that `main_data_begin` asks for and that are not there.
    pub fn missing_bytes(&self) -> usize {
        self.reservoir.missing_bytes()
    }

    /// How many of the bits of a granule at `at` lie before the end of the frame.
    pub fn bits_there(&self, at: usize, granule: &Granule) -> usize {
        self.reservoir.bits_there(at, granule.bits)
    }

    /// Reads the next granule of `frame`, all channels of it, into `lines`.
    pub fn granule(
        &mut self,
        frame: &Frame,
        place: &mut Place,
        lines: &mut [[f32; LINES]; 2],
    ) -> [Part; 2] {
        let Frame { header, info, .. } = frame;
        let mut parts = [Part::default(); 2];
        let is_there = self.reservoir.bits(place.at, 0).is_some();
        let granules = &info.granules[place.index][..header.channels];
        for (channel, granule) in granules.iter().enumerate() {
            let part = &mut parts[channel];
            part.at = place.at;
            if is_there {
                let shared =
                    (place.index > 0).then_some((place.first[channel], info.shared[channel]));
                let lines = &mut lines[channel];
                part.content = self.read(header, granule, channel, place.at, shared, lines);
                if let Content::Lines { factors, .. } = part.content {
                    place.first[channel] = Some(factors);
                }
            }
            place.at += granule.bits;
        }
        place.index += 1;
        parts
    }

    /// One granule of one channel, whose bits begin at `at`. `shared` are the scalefactors of granule 0 and
    /// which of them hold.
    fn read(
        &mut self,
        header: &Header,
        granule: &Granule,
        channel: usize,
        at: usize,
        shared: Option<(Option<Scalefactors>, [bool; 4])>,
        lines: &mut [f32; LINES],
    ) -> Content {
        if granule.broken {
            return Content::Damaged;
        }
        let Some(mut bits) = self.reservoir.bits(at, granule.bits) else {
            return Content::Damaged;
        };
        let begun = bits.position();
        let Some(factors) = read_factors(header, granule, channel, shared, &mut bits) else {
            return Content::WithoutGains;
        };
        if bits.left() == 0 {
            // The lines are unaffected; only scalefactors may be cut.
            if bits.is_past() && granule.bits > 0 {
                return Content::Damaged;
            }
            return Content::Lines {
                factors,
                end: 0,
                read: granule.bits,
            };
        }
        let end = self.huffman.decode(granule, &mut bits, lines);
        let bands = granule.bands(header.rate);
        if !requantization::requantise(granule, &factors, bands, lines, end) {
            return Content::Damaged;
        }
        Content::Lines {
            factors,
            end,
            read: bits.position() - begun,
        }
    }
}

/// Scalefactors of a granule; `None` when its gains stood in a granule that is lost. `shared` are those
/// of granule 0 and which of them hold.
#[inline]
fn read_factors(
    header: &Header,
    granule: &Granule,
    channel: usize,
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
    let bands = granule.bands(header.rate);
    Some(Scalefactors::read(granule, bands, shared, bits))
}

/// Header, side information and main data of a frame.
fn parse(packet: &[u8]) -> Option<(Header, SideInfo, &[u8])> {
    let header = Header::parse(packet)?;
    let rest = packet.get(header.bytes()..)?;
    let info = SideInfo::parse(&header, rest)?;
    Some((header, info, rest.get(header.side_info_bytes()..)?))
}
