//! The active decoder, and the one that takes over at the next anchor: codecs whose state fades but
//! never ends are restarted at fixed places ([`Preroll::Anchored`]), so that a frame has one value
//! wherever decoding began.

use crate::container::Track;
use crate::pcm::PcmBlock;

use super::DecodeError;
use crate::codec;
use crate::codec::family::Preroll;
use crate::codec::packet_decoder::{PacketDecoder, Refused};

/// A codec with its successor.
pub struct AnchoredCodec {
    preroll: Preroll,
    codec: Box<dyn PacketDecoder>,
    /// The decoder that takes over at the next anchor.
    successor: Option<Box<dyn PacketDecoder>>,
    /// The one that was active before the last anchor: the next successor, so that memory stays
    /// its value at the first.
    retired: Option<Box<dyn PacketDecoder>>,
    successor_out: PcmBlock,
    next_anchor: u64,
}

impl AnchoredCodec {
    /// A decoder for `track`.
    pub fn new(track: &Track) -> Result<Self, DecodeError> {
        let preroll = codec::of(track).preroll(track);
        Ok(Self {
            codec: codec::of(track).decoder(track)?,
            successor: None,
            retired: None,
            successor_out: PcmBlock::new(),
            next_anchor: match preroll {
                Preroll::Anchored { every, .. } => every,
                _ => u64::MAX,
            },
            preroll,
        })
    }

    /// How far before a wanted frame decoding begins.
    pub fn preroll(&self) -> Preroll {
        self.preroll
    }

    /// Whether decoding begins at fixed places.
    pub fn is_anchored(&self) -> bool {
        matches!(self.preroll, Preroll::Anchored { .. })
    }

    /// Continues with another stream at the same anchors.
    pub fn replace(&mut self, stream: &Track) -> Result<(), DecodeError> {
        self.codec = codec::of(stream).decoder(stream)?;
        (self.successor, self.retired) = (None, None);
        Ok(())
    }

    /// Restarts for the undelayed frame `target`: the codec is the active one after the
    /// anchor before it.
    pub fn begin_for(&mut self, target: u64) {
        self.codec.reset();
        self.successor = None;
        if let Preroll::Anchored { every, .. } = self.preroll {
            self.next_anchor = (target / every + 1) * every;
        }
    }

    /// Nothing will be decoded any more.
    pub fn drop_successor(&mut self) {
        self.successor = None;
    }

    /// See [`PacketDecoder::after_gap`].
    pub fn after_gap(&mut self) {
        self.codec.after_gap();
    }

    /// Keeps the successor warm before an anchor and activates it there. `start` is the undelayed
    /// frame that the next packet of `stream` begins with.
    pub fn pass(&mut self, start: u64, stream: &Track) -> Result<(), DecodeError> {
        let Preroll::Anchored { every, warm_up } = self.preroll else {
            return Ok(());
        };
        if start + warm_up >= self.next_anchor && self.successor.is_none() {
            self.successor = Some(match self.retired.take() {
                Some(mut retired) => {
                    retired.reset();
                    retired
                }
                None => codec::of(stream).decoder(stream)?,
            });
        }
        if start >= self.next_anchor {
            if let Some(successor) = self.successor.take() {
                self.retired = Some(core::mem::replace(&mut self.codec, successor));
            }
            self.next_anchor = (start / every + 1) * every;
        }
        Ok(())
    }

    /// See [`PacketDecoder::decode`].
    pub fn decode(&mut self, packet: &[u8], out: &mut PcmBlock) -> Result<(), Refused> {
        if let Some(successor) = &mut self.successor {
            let _ = successor.decode(packet, &mut self.successor_out);
        }
        self.codec.decode(packet, out)
    }

    /// See [`PacketDecoder::conceal`].
    pub fn conceal(&mut self, channels: usize, frames: usize, out: &mut PcmBlock) {
        if let Some(successor) = &mut self.successor {
            successor.conceal(channels, frames, &mut self.successor_out);
        }
        self.codec.conceal(channels, frames, out);
    }
}
