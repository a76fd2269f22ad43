//! One file as its edit list plays it.

use super::arrangement::Arrangement;
use super::damage::DamageAt;
use super::media::MediaDecoder;
use super::DecodeError;
use crate::container::{Damage, Track};
use crate::pcm::PcmBlock;
use crate::source::Shared;

/// Decodes one file; [`super::Decoder`] says what each function does.
pub struct FileDecoder<'s> {
    media: MediaDecoder<'s>,
    /// Where the file plays other frames than it holds, or in another order.
    arrangement: Option<Arrangement>,
}

impl<'s> FileDecoder<'s> {
    pub fn open(source: Shared<'s>) -> Result<Self, DecodeError> {
        let media = MediaDecoder::open(source)?;
        let arrangement = Arrangement::new(media.edits());
        Ok(Self { media, arrangement })
    }

    pub fn source(&self) -> Shared<'s> {
        self.media.source()
    }

    pub fn track(&self) -> &Track {
        self.media.track()
    }

    pub fn channels(&self) -> usize {
        self.media.channels()
    }

    pub fn sample_rate_hz(&self) -> u32 {
        self.media.sample_rate_hz()
    }

    pub fn position_frames(&self) -> u64 {
        match &self.arrangement {
            Some(arrangement) => arrangement.position(),
            None => self.media.position_frames(),
        }
    }

    pub fn position_bytes(&self) -> u64 {
        let arranged = self.arrangement.as_ref();
        match arranged.and_then(Arrangement::fraction) {
            Some(fraction) => (fraction * self.len_bytes() as f64) as u64,
            None => self.media.position_bytes(),
        }
    }

    pub fn len_bytes(&self) -> u64 {
        self.media.len_bytes()
    }

    pub fn damage(&self) -> &[DamageAt] {
        match &self.arrangement {
            Some(arrangement) => arrangement.damage(),
            None => self.media.damage(),
        }
    }

    pub fn byte_damage(&self) -> &[Damage] {
        self.media.byte_damage()
    }

    pub fn metadata(&self) -> &[String] {
        self.media.metadata()
    }

    pub fn has_video(&self) -> bool {
        self.media.has_video()
    }

    pub fn hidden_frames(&mut self) -> Result<u64, DecodeError> {
        match &mut self.arrangement {
            Some(arrangement) => arrangement.hidden_frames(&self.media),
            None => Ok(self.media.track().delay_frames),
        }
    }

    pub fn next_block(&mut self, block: &mut PcmBlock) -> Result<bool, DecodeError> {
        match &mut self.arrangement {
            Some(arrangement) => arrangement.next_block(&mut self.media, block),
            None => self.media.next_block(block),
        }
    }

    pub fn seek(&mut self, frame: u64) -> Result<(), DecodeError> {
        match &mut self.arrangement {
            Some(arrangement) => arrangement.seek(&self.media, frame),
            None => self.media.seek(frame),
        }
    }

    pub fn piece_start(&self, index: u64, unit: u64) -> Option<u64> {
        match self.arrangement {
            Some(_) => None,
            None => self.media.piece_start(index, unit),
        }
    }

    pub fn count_frames(&mut self) -> Result<u64, DecodeError> {
        match &mut self.arrangement {
            Some(arrangement) => arrangement.count_frames(&mut self.media),
            None => self.media.count_frames(),
        }
    }

    pub fn estimate_frames(self) -> Result<Option<u64>, DecodeError> {
        match self.arrangement {
            Some(_) => Ok(None),
            None => self.media.estimate_frames(),
        }
    }
}
