//! Peaks in pieces, each made separately, so that several workers can share a file. The pairs of all pieces in
//! order are those of one pass.

use super::peaks::{PeakPyramid, FRAMES_PER_PAIR, MAX_PAIRS};
use crate::container::{DamageKind, Track};
use crate::decode::{DecodeError, Decoder};
use crate::inspect::Inspection;
use crate::pcm::PcmBlock;
use crate::source::ByteSource;

/// Frames that are drawn at most.
const MAX_FRAMES: u64 = (MAX_PAIRS * FRAMES_PER_PAIR) as u64;

/// A file whose pieces can be asked for in any order; in rising order nothing is decoded twice, and what lies
/// between is walked over. Call [`PeakPieces::begin`], then [`PeakPieces::step`] until it returns `false`.
pub struct PeakPieces<'s> {
    decoder: Decoder<'s>,
    /// Frames that were decoded and not looked at yet.
    block: PcmBlock,
    peaks: PeakPyramid,
    position: u64,
    end: u64,
    /// The file has ended.
    ended: bool,
}

impl<'s> PeakPieces<'s> {
    /// Opens the file.
    pub fn new<S: ByteSource + 's>(source: S) -> Result<Self, DecodeError> {
        let decoder = Decoder::open(source)?;
        Ok(Self {
            peaks: PeakPyramid::new(decoder.sample_rate_hz()),
            decoder,
            block: PcmBlock::new(),
            position: 0,
            end: 0,
            ended: false,
        })
    }

    /// First pair of piece `index`; `None` where the file cannot be shared.
    pub fn first_pair(&self, index: u64) -> Option<u64> {
        let unit = FRAMES_PER_PAIR as u64;
        Some(self.decoder.piece_start(index, unit)? / unit)
    }

    /// Length in frames from the time stamps at the file's end, long before [`PeakPieces::survey`] has counted
    /// them; see [`Decoder::estimate_frames`].
    pub fn estimate_frames(&self) -> Result<Option<u64>, DecodeError> {
        Ok(Decoder::open(self.decoder.source())?
            .estimate_frames()?
            .map(|frames| frames.min(MAX_FRAMES)))
    }

    /// The track as its container describes it.
    pub fn track(&self) -> &Track {
        self.decoder.track()
    }

    /// Walks the file to its end without decoding: its facts, and its pieces (1 where it cannot be shared).
    /// Packets that a decoder would refuse are not found by this, see [`PeakPieces::has_refused`].
    pub fn survey(&mut self) -> Result<(Inspection, u64), DecodeError> {
        self.decoder.seek(0)?;
        self.block.reset(self.decoder.channels(), 0);
        let frames = self.decoder.count_frames()?.min(MAX_FRAMES);
        let unit = FRAMES_PER_PAIR as u64;
        let mut pieces = 1;
        while self
            .decoder
            .piece_start(pieces, unit)
            .is_some_and(|start| start < frames)
        {
            pieces += 1;
        }
        Ok((Inspection::of(&self.decoder), pieces))
    }

    /// Goes to the beginning of piece `index`.
    pub fn begin(&mut self, index: u64) -> Result<(), DecodeError> {
        let unit = FRAMES_PER_PAIR as u64;
        let start = self.decoder.piece_start(index, unit).unwrap_or(0);
        let end = self.decoder.piece_start(index.saturating_add(1), unit);
        self.end = end.unwrap_or(u64::MAX).min(MAX_FRAMES);
        self.ended = false;
        self.peaks = PeakPyramid::new(self.decoder.sample_rate_hz());
        if start != self.position || self.block.frames() == 0 {
            self.decoder.seek(start)?;
            self.block.reset(self.decoder.channels(), 0);
        }
        self.position = start;
        Ok(())
    }

    /// Looks at the next frames; `false` when the piece is done. What a step completed is to be taken from
    /// [`PeakPieces::peaks`] before the next, including the last piece's.
    pub fn step(&mut self) -> Result<bool, DecodeError> {
        self.peaks.forget();
        if self.position >= self.end {
            return Ok(false);
        }
        if self.block.frames() == 0 && !self.decoder.next_block(&mut self.block)? {
            self.end = self.position;
            self.ended = true;
            self.peaks.finish();
            return Ok(false);
        }
        let frames = self.block.frames();
        let left = usize::try_from(self.end - self.position).unwrap_or(usize::MAX);
        if left < frames {
            // The next piece begins within the block.
            let mut head = self.block.clone();
            head.trim(0, left);
            self.block.trim(left, frames);
            self.peaks.push(&head);
            self.position = self.end;
        } else {
            self.peaks.push(&self.block);
            self.block.reset(self.decoder.channels(), 0);
            self.position += frames as u64;
        }
        Ok(true)
    }

    /// Pairs of the piece: those that the last step completed.
    pub fn peaks(&self) -> &PeakPyramid {
        &self.peaks
    }

    /// Rate of the audio in Hz.
    pub fn sample_rate_hz(&self) -> u32 {
        self.decoder.sample_rate_hz()
    }

    /// Share of the file's bytes up to the present place, 0…1.
    pub fn fraction(&self) -> f64 {
        if self.ended {
            return 1.0;
        }
        self.decoder.position_bytes() as f64 / self.decoder.len_bytes().max(1) as f64
    }

    /// Whether a packet was refused so far: only one whole pass finds where, next to other damage.
    pub fn has_refused(&self) -> bool {
        let refused = |damage: &crate::decode::DamageAt| damage.kind == DamageKind::Undecodable;
        self.decoder.damage().iter().any(refused)
    }
}
