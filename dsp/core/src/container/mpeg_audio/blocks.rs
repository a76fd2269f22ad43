//! ADTS frames that hold several raw data blocks (ISO 14496-3 §1.A.2): a packet is one block.

use super::header::FrameHeader;
use super::MpegAudioDemuxer;
use crate::codec::aac::syntax::audio_specific_config::AacConfig;
use crate::codec::aac::syntax::raw_data_block::{Block, Format};
use crate::container::{ContainerError, Packet};
use crate::source::ByteSource;

/// Frames of a block in ADTS.
const BLOCK_FRAMES: u32 = 1_024;
/// Bytes of the check sum behind each of several blocks.
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
    /// Those of the frame `header` at `at`; `None` when it is a packet as it stands.
    pub fn of(header: FrameHeader, at: u64) -> Option<Self> {
        (header.blocks > 1).then_some(Self {
            at: at + u64::from(header.skip),
            end: at + u64::from(header.bytes),
            left: header.blocks,
            protected: header.skip > 7,
        })
    }
}

impl<S: ByteSource> MpegAudioDemuxer<S> {
    /// Makes the first of `blocks` the `packet`. Where its end cannot be told, the rest goes with it and
    /// counts as lost.
    pub(super) fn next_block(
        &mut self,
        blocks: Blocks,
        packet: &mut Packet,
    ) -> Result<(), ContainerError> {
        packet.lost_frames += core::mem::take(&mut self.lost_block_frames);
        packet.after_gap |= packet.lost_frames > 0;
        packet.offset = blocks.at;
        let bytes = blocks.end.saturating_sub(blocks.at) as usize;
        self.reader.copy(blocks.at, bytes, &mut packet.data)?;
        if blocks.left < 2 {
            return Ok(());
        }
        let block = AacConfig::parse(&self.track.codec_private)
            .and_then(|config| Block::read(&packet.data, &Format::of(&config)));
        match block {
            Some(block) => {
                packet.data.truncate(block.bytes);
                let check_sum = if blocks.protected { CHECK_SUM_BYTES } else { 0 };
                self.blocks = Some(Blocks {
                    at: blocks.at + block.bytes as u64 + check_sum,
                    left: blocks.left - 1,
                    ..blocks
                });
            }
            None => self.lost_block_frames = BLOCK_FRAMES * (blocks.left - 1),
        }
        Ok(())
    }
}
