//! Decoding: any supported file to planar blocks in order, trimmed and arranged as its tags ask, holes
//! filled so that time never shifts, memory independent of length.

mod anchors;
mod arrangement;
mod core_track;
mod damage;
mod downmix;
mod error;
mod media;
mod timeline;
mod trims;

pub use damage::DamageAt;
pub use error::DecodeError;

use self::arrangement::Arrangement;
use self::media::MediaDecoder;
use crate::container::{Damage, Track};
use crate::pcm::PcmBlock;
use crate::source::{ByteSource, Shared};

/// Decodes one file.
///
/// ```
/// # use dsp_core::{decode::{Decoder, DecodeError}, pcm::PcmBlock};
/// # fn run(bytes: &[u8]) -> Result<u64, DecodeError> {
/// let mut decoder = Decoder::open(bytes)?;
/// let mut block = PcmBlock::new();
/// while decoder.next_block(&mut block)? {
///     // block.channel(0) …
/// }
/// # Ok(decoder.position_frames())
/// # }
/// # assert!(run(&[]).is_err());
/// ```
pub struct Decoder<'s> {
    media: MediaDecoder<'s>,
    /// Where the file plays other frames than it holds, or in another order.
    arrangement: Option<Arrangement>,
}

impl<'s> Decoder<'s> {
    /// Finds the container by its bytes and gets ready to decode. Reads the head of the file.
    pub fn open<S: ByteSource + 's>(source: S) -> Result<Self, DecodeError> {
        let media = MediaDecoder::open(source)?;
        let arrangement = Arrangement::new(media.edits());
        Ok(Self { media, arrangement })
    }

    /// The bytes, for another reader of the same file.
    pub(crate) fn source(&self) -> Shared<'s> {
        self.media.source()
    }

    /// The track as its container describes it; `channels` may exceed the output channels.
    pub fn track(&self) -> &Track {
        self.media.track()
    }

    /// Channels of the blocks: 1 or 2. More than two are folded to stereo (ITU-R BS.775).
    pub fn channels(&self) -> usize {
        self.media.channels()
    }

    /// Rate of the blocks in Hz.
    pub fn sample_rate_hz(&self) -> u32 {
        self.media.sample_rate_hz()
    }

    /// Index of the frame that the next block begins with.
    pub fn position_frames(&self) -> u64 {
        match &self.arrangement {
            Some(arrangement) => arrangement.position(),
            None => self.media.position_frames(),
        }
    }

    /// Bytes of the file read so far, for progress; where parts are arranged, as many of them as frames.
    pub fn position_bytes(&self) -> u64 {
        let arranged = self.arrangement.as_ref();
        match arranged.and_then(Arrangement::fraction) {
            Some(fraction) => (fraction * self.len_bytes() as f64) as u64,
            None => self.media.position_bytes(),
        }
    }

    /// Length of the file in bytes.
    pub fn len_bytes(&self) -> u64 {
        self.media.len_bytes()
    }

    /// Damage so far.
    pub fn damage(&self) -> &[DamageAt] {
        match &self.arrangement {
            Some(arrangement) => arrangement.damage(),
            None => self.media.damage(),
        }
    }

    /// Damage so far, by byte.
    pub(crate) fn byte_damage(&self) -> &[Damage] {
        self.media.byte_damage()
    }

    /// Names of metadata fields so far, without values.
    pub fn metadata(&self) -> &[String] {
        self.media.metadata()
    }

    /// True when the file also declares a video track.
    pub fn has_video(&self) -> bool {
        self.media.has_video()
    }

    /// Frames of the file that an edit hides from playback. Walks through the file.
    pub(crate) fn hidden_frames(&mut self) -> Result<u64, DecodeError> {
        match &mut self.arrangement {
            Some(arrangement) => arrangement.hidden_frames(&self.media),
            None => Ok(self.media.track().delay_frames),
        }
    }

    /// Replaces `block` by the next frames; `false` (and an empty block) at the end. Blocks have
    /// between 1 and a few thousand frames.
    pub fn next_block(&mut self, block: &mut PcmBlock) -> Result<bool, DecodeError> {
        match &mut self.arrangement {
            Some(arrangement) => arrangement.next_block(&mut self.media, block),
            None => self.media.next_block(block),
        }
    }

    /// Makes `frame` the first frame of the next block. Exact for every codec: the result equals
    /// that of decoding from the start. Forward, packets in between are walked over
    /// without decoding; backward, the file is walked from its start.
    pub fn seek(&mut self, frame: u64) -> Result<(), DecodeError> {
        match &mut self.arrangement {
            Some(arrangement) => arrangement.seek(&self.media, frame),
            None => self.media.seek(frame),
        }
    }

    /// Where piece `index` of about a minute begins, a multiple of `unit` frames: right after an anchor where
    /// the codec has them, so that [`Decoder::seek`] to it decodes next to nothing twice. `None` where the
    /// beginning is the only place to begin at.
    pub fn piece_start(&self, index: u64, unit: u64) -> Option<u64> {
        match self.arrangement {
            Some(_) => None,
            None => self.media.piece_start(index, unit),
        }
    }

    /// Walks to the end, decodes only what cannot be measured, and returns the number of frames.
    /// The decoder is at its end afterwards.
    pub fn count_frames(&mut self) -> Result<u64, DecodeError> {
        match &mut self.arrangement {
            Some(arrangement) => arrangement.count_frames(&mut self.media),
            None => self.media.count_frames(),
        }
    }

    /// Frames of the file by its last packets' time stamps, without a walk: nearly right if recorder and
    /// samples kept time, but too inexact to cut by. `None` if only a walk finds it, also if the bytes that were jumped
    /// over would hold far more or less time than those that follow: the stamps are then those of another recording,
    /// appended. Only for a decoder that has returned nothing yet; it cannot decode afterwards.
    pub fn estimate_frames(self) -> Result<Option<u64>, DecodeError> {
        match self.arrangement {
            Some(_) => Ok(None),
            None => self.media.estimate_frames(),
        }
    }
}
