//! ADTS frames that hold several raw data blocks (ISO 14496-3 §1.A.2): a packet is one block.

use super::framing::FrameHeader;
use crate::codec::aac::syntax::audio_specific_config::AacConfig;
use crate::codec::aac::syntax::format::Format;
use crate::codec::aac::syntax::raw_data_block::Block;
use crate::container::reader::Reader;
use crate::container::{ContainerError, Packet};
use crate::source::ByteSource;

/// Frames of a block in ADTS.
const BLOCK_FRAMES: u32 = 1_024;
/// Bytes of the check sum after each of several blocks.
const CHECK_SUM_BYTES: u64 = 2;

/// Blocks of a frame that are still to come.
#[derive(Debug, Clone, Copy)]
pub struct Blocks {
    at: u64,
    end: u64,
    left: u32,
    protected: bool,
}

impl Blocks {
    /// Those of the frame `header` at `at`; `None` if it is a single packet.
    pub fn of(header: FrameHeader, at: u64) -> Option<Self> {
        (header.blocks > 1).then_some(Self {
            at: at + u64::from(header.skip),
            end: at + u64::from(header.bytes),
            left: header.blocks,
            protected: header.skip > 7,
        })
    }

    /// Makes the first of them the `packet`. Returns those that follow, and the frames of those whose
    /// place is unknown: they go with the packet and count as lost.
    pub fn read_first<S: ByteSource>(
        self,
        reader: &mut Reader<S>,
        set_up: &[u8],
        packet: &mut Packet,
    ) -> Result<(Option<Self>, u32), ContainerError> {
        packet.offset = self.at;
        let bytes = self.end.saturating_sub(self.at) as usize;
        reader.copy(self.at, bytes, &mut packet.data)?;
        if self.left < 2 {
            return Ok((None, 0));
        }
        let block = AacConfig::parse(set_up)
            .and_then(|config| Block::read(&packet.data, &Format::of(&config)));
        let Some(block) = block else {
            return Ok((None, BLOCK_FRAMES * (self.left - 1)));
        };
        packet.data.truncate(block.bytes);
        let check_sum = if self.protected { CHECK_SUM_BYTES } else { 0 };
        let rest = Self {
            at: self.at + block.bytes as u64 + check_sum,
            left: self.left - 1,
            ..self
        };
        Ok((Some(rest), 0))
    }
}
