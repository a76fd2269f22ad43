//! AAC-LC. The codec takes mono and stereo; a block with more channels is taken apart into its
//! elements, each of which is a mono or stereo stream of its own.

use crate::container::aac::{Block, Element, Kind};
use crate::container::aac_config::AacConfig;
use crate::container::bits::BitBuffer;
use crate::container::Track;
use crate::pcm::PcmBlock;

use super::codec::{PacketDecoder, Refused};
use super::symphonia_packets::SymphoniaPackets;
use super::DecodeError;

/// Frames of a block.
const BLOCK_FRAMES: usize = 1_024;

/// An AAC stream.
pub struct AacPackets {
    track: Track,
    core_rate_hz: u32,
    /// For configurations 1 and 2.
    whole: Option<SymphoniaPackets>,
    /// For all others: a decoder an element.
    parts: Vec<(Kind, SymphoniaPackets)>,
    bits: BitBuffer,
    part: PcmBlock,
}

impl AacPackets {
    /// A decoder for `track`; refuses what is not Low Complexity with 1,024 frames.
    pub fn new(track: &Track) -> Result<Self, DecodeError> {
        let unsupported =
            || DecodeError::UnsupportedCodec(format!("aac, {} channels, not LC", track.channels));
        let config = AacConfig::parse(&track.codec_private).ok_or_else(unsupported)?;
        config.core().ok_or_else(unsupported)?;
        let whole = match config.configuration {
            1 | 2 => Some(SymphoniaPackets::new(track)?),
            _ => None,
        };
        Ok(Self {
            track: track.clone(),
            core_rate_hz: config.sample_rate_hz,
            whole,
            parts: Vec::new(),
            bits: BitBuffer::default(),
            part: PcmBlock::new(),
        })
    }

    /// Puts `elements` of `packet` into a block of their own. A low-frequency channel becomes a
    /// single one, which it is.
    fn gather(&mut self, packet: &[u8], elements: &[Element]) {
        self.bits.clear();
        for element in elements {
            let id = if element.kind == Kind::Pair { 1 } else { 0 };
            self.bits.push(id, 3);
            self.bits
                .copy(packet, element.bits.start + 3..element.bits.end);
        }
        self.bits.push(7, 3);
    }

    /// The decoder of the element `index` of a block.
    fn part(&mut self, index: usize, kind: Kind) -> Result<&mut SymphoniaPackets, Refused> {
        if self.parts.get(index).is_none_or(|(was, _)| *was != kind) {
            let mut track = self.track.clone();
            track.channels = kind.channels();
            track.codec_private =
                AacConfig::low_complexity(self.core_rate_hz, track.channels).ok_or(Refused)?;
            let decoder = SymphoniaPackets::new(&track).map_err(|_| Refused)?;
            self.parts.truncate(index);
            self.parts.push((kind, decoder));
        }
        self.parts
            .get_mut(index)
            .map(|(_, decoder)| decoder)
            .ok_or(Refused)
    }
}

impl PacketDecoder for AacPackets {
    fn decode(&mut self, packet: &[u8], out: &mut PcmBlock) -> Result<(), Refused> {
        if let Some(whole) = &mut self.whole {
            if whole.decode(packet, out).is_ok() {
                return Ok(());
            }
        }
        let block = Block::read(packet, self.core_rate_hz).ok_or(Refused)?;
        if self.whole.is_some() {
            // Side information the codec does not know stood in the way of the channels.
            if block.channels() != self.track.channels {
                return Err(Refused);
            }
            self.gather(packet, &block.elements);
            let whole = self.whole.as_mut().ok_or(Refused)?;
            return whole.decode(&self.bits.bytes, out);
        }
        out.reset(usize::from(block.channels()), BLOCK_FRAMES);
        let mut channel = 0;
        for (index, element) in block.elements.iter().enumerate() {
            self.gather(packet, core::slice::from_ref(element));
            let bytes = core::mem::take(&mut self.bits.bytes);
            let mut part = core::mem::take(&mut self.part);
            let decoded = self
                .part(index, element.kind)
                .and_then(|decoder| decoder.decode(&bytes, &mut part));
            for from in 0..usize::from(element.kind.channels()) {
                if decoded.is_ok() && from < part.channel_count() {
                    let plane = part.channel(from);
                    let frames = plane.len().min(BLOCK_FRAMES);
                    out.channel_mut(channel)[..frames].copy_from_slice(&plane[..frames]);
                }
                channel += 1;
            }
            (self.bits.bytes, self.part) = (bytes, part);
            if decoded.is_err() {
                out.reset(0, 0);
                return Err(Refused);
            }
        }
        Ok(())
    }

    fn reset(&mut self) {
        self.parts.clear();
        if let Some(whole) = &mut self.whole {
            whole.reset();
        }
    }
}
