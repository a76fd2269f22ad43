//! The clock of a stream's packets: places packets between two time stamps and sums to an exact duration.

use super::family::PacketFrames;
use crate::track::Track;

/// Measures the packets of one stream; Vorbis needs the packet before, so feed them in order.
#[derive(Debug)]
pub struct PacketClock {
    /// None: a clock that does not look.
    frames: Option<Box<dyn PacketFrames>>,
}

impl Clone for PacketClock {
    fn clone(&self) -> Self {
        let frames = self.frames.as_ref().map(|frames| frames.boxed_clone());
        Self { frames }
    }
}

impl PacketClock {
    /// A clock for the packets of `track`.
    pub fn new(track: &Track) -> Self {
        Self {
            frames: Some(super::of(track).frames(track)),
        }
    }

    /// A clock that does not look: every packet lasts 0 frames.
    pub fn uncounted() -> Self {
        Self { frames: None }
    }

    /// Whether packets state their own length.
    pub fn counts(&self) -> bool {
        self.frames.as_ref().is_some_and(|frames| frames.counts())
    }

    /// Frames that the packet decodes to by its own header; `None` when it is not of this codec.
    pub fn frames(&mut self, packet: &[u8]) -> Option<u64> {
        match &mut self.frames {
            Some(frames) => frames.frames(packet),
            None => (!packet.is_empty()).then_some(0),
        }
    }

    /// Frames of the timeline that the packet takes, whether or not it can be decoded; `None` when it is
    /// malformed or must be decoded to know.
    pub fn place(&mut self, packet: &[u8]) -> Option<u32> {
        match &mut self.frames {
            Some(frames) => frames.place(packet),
            None => Some(0),
        }
    }

    /// Forgets the packet before (after a gap or at a new stream).
    pub fn reset(&mut self) {
        if let Some(frames) = &mut self.frames {
            frames.reset();
        }
    }
}
