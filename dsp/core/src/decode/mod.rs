//! Decoding: any supported file to planar blocks in order, trimmed and arranged as its tags ask, holes
//! filled so that time never shifts, memory independent of length.

mod anchors;
mod arrangement;
mod damage;
mod downmix;
mod error;
mod file;
mod media;
mod takes;
mod timeline;
mod trims;
mod whole_band;

pub use damage::DamageAt;
pub use error::DecodeError;

use self::file::FileDecoder;
use self::takes::Takes;
use crate::container::{Damage, Track};
use crate::pcm::PcmBlock;
use crate::source::{ByteSource, Shared};

/// Decodes one file, or several that a list of takes joins ([`takes`]).
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
pub struct Decoder<'s>(Kind<'s>);

enum Kind<'s> {
    File(Box<FileDecoder<'s>>),
    Takes(Box<Takes<'s>>),
}

impl<'s> Decoder<'s> {
    /// Finds the container by its bytes and gets ready to decode. Reads the head of the file.
    pub fn open<S: ByteSource + 's>(source: S) -> Result<Self, DecodeError> {
        let source = Shared::new(source);
        Ok(Self(match Takes::open(source.clone())? {
            Some(takes) => Kind::Takes(Box::new(takes)),
            None => Kind::File(Box::new(FileDecoder::open(source)?)),
        }))
    }

    /// The bytes, for another reader of the same file.
    pub(crate) fn source(&self) -> Shared<'s> {
        match &self.0 {
            Kind::File(file) => file.source(),
            Kind::Takes(takes) => takes.source(),
        }
    }

    /// The track as its container describes it; `channels` may exceed the output channels.
    pub fn track(&self) -> &Track {
        match &self.0 {
            Kind::File(file) => file.track(),
            Kind::Takes(takes) => takes.track(),
        }
    }

    /// Channels of the blocks: 1 or 2. More than two are folded to stereo (ITU-R BS.775).
    pub fn channels(&self) -> usize {
        match &self.0 {
            Kind::File(file) => file.channels(),
            Kind::Takes(takes) => takes.channels(),
        }
    }

    /// Rate of the blocks in Hz.
    pub fn sample_rate_hz(&self) -> u32 {
        match &self.0 {
            Kind::File(file) => file.sample_rate_hz(),
            Kind::Takes(takes) => takes.sample_rate_hz(),
        }
    }

    /// Index of the frame that the next block begins with.
    pub fn position_frames(&self) -> u64 {
        match &self.0 {
            Kind::File(file) => file.position_frames(),
            Kind::Takes(takes) => takes.position_frames(),
        }
    }

    /// Bytes of the file read so far, for progress; where parts are arranged, as many of them as frames.
    pub fn position_bytes(&self) -> u64 {
        match &self.0 {
            Kind::File(file) => file.position_bytes(),
            Kind::Takes(takes) => takes.position_bytes(),
        }
    }

    /// Length of the file in bytes.
    pub fn len_bytes(&self) -> u64 {
        match &self.0 {
            Kind::File(file) => file.len_bytes(),
            Kind::Takes(takes) => takes.len_bytes(),
        }
    }

    /// Damage so far.
    pub fn damage(&self) -> &[DamageAt] {
        match &self.0 {
            Kind::File(file) => file.damage(),
            Kind::Takes(takes) => takes.damage(),
        }
    }

    /// Damage so far, by byte.
    pub(crate) fn byte_damage(&self) -> &[Damage] {
        match &self.0 {
            Kind::File(file) => file.byte_damage(),
            Kind::Takes(takes) => takes.byte_damage(),
        }
    }

    /// Names of metadata fields so far, without values.
    pub fn metadata(&self) -> &[String] {
        match &self.0 {
            Kind::File(file) => file.metadata(),
            Kind::Takes(takes) => takes.metadata(),
        }
    }

    /// True when the file also declares a video track.
    pub fn has_video(&self) -> bool {
        match &self.0 {
            Kind::File(file) => file.has_video(),
            Kind::Takes(takes) => takes.has_video(),
        }
    }

    /// Frames of the file that an edit hides from playback. Walks through the file.
    pub(crate) fn hidden_frames(&mut self) -> Result<u64, DecodeError> {
        match &mut self.0 {
            Kind::File(file) => file.hidden_frames(),
            Kind::Takes(takes) => takes.hidden_frames(),
        }
    }

    /// Replaces `block` by the next frames; `false` (and an empty block) at the end. Blocks have
    /// between 1 and a few thousand frames.
    pub fn next_block(&mut self, block: &mut PcmBlock) -> Result<bool, DecodeError> {
        match &mut self.0 {
            Kind::File(file) => file.next_block(block),
            Kind::Takes(takes) => takes.next_block(block),
        }
    }

    /// Makes `frame` the first frame of the next block. Exact for every codec: the result equals
    /// that of decoding from the start. Forward, packets in between are walked over
    /// without decoding; backward, the file is walked from its start.
    pub fn seek(&mut self, frame: u64) -> Result<(), DecodeError> {
        match &mut self.0 {
            Kind::File(file) => file.seek(frame),
            Kind::Takes(takes) => takes.seek(frame),
        }
    }

    /// Where piece `index` of about a minute begins, a multiple of `unit` frames: right after an anchor where
    /// the codec has them, so that [`Decoder::seek`] to it decodes next to nothing twice. `None` where the
    /// beginning is the only place to begin at.
    pub fn piece_start(&self, index: u64, unit: u64) -> Option<u64> {
        match &self.0 {
            Kind::File(file) => file.piece_start(index, unit),
            Kind::Takes(takes) => takes.piece_start(index, unit),
        }
    }

    /// Walks to the end, decodes only what cannot be measured, and returns the number of frames.
    /// The decoder is at its end afterwards.
    pub fn count_frames(&mut self) -> Result<u64, DecodeError> {
        match &mut self.0 {
            Kind::File(file) => file.count_frames(),
            Kind::Takes(takes) => takes.count_frames(),
        }
    }

    /// Frames of the file by its last packets' time stamps, without a walk: nearly right if recorder and
    /// samples kept time, but too inexact to cut by. `None` if only a walk finds it, also if the bytes that were jumped
    /// over would hold far more or less time than those that follow: the stamps are then those of another recording,
    /// appended. Only for a decoder that has returned nothing yet; it cannot decode afterwards.
    pub fn estimate_frames(self) -> Result<Option<u64>, DecodeError> {
        match self.0 {
            Kind::File(file) => file.estimate_frames(),
            Kind::Takes(takes) => takes.estimate_frames(),
        }
    }
}
