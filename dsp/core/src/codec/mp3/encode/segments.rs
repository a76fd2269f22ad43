//! A stream in segments of one fixed length, so that several workers can encode it and it is the same
//! stream however the segments are distributed. Each segment is a piece in the sense of [`super::parallel`]:
//! its reservoir begins and ends empty, and its own encoder is warmed up over the frames before it. One worker
//! does exactly that, segment after segment.

use super::encoder::{audio_frames, finish, format, Finish, Written};
use super::info_tag::{join_crc, tag_frame_bytes};
use super::parallel::{piece_at, Piece, PieceEncoder, PieceFinish, FRAME_FRAMES};
use super::{Config, Mp3Error};
use crate::pcm::Planar;

/// MPEG frames of a segment: two minutes at 48 kHz. The warm-up costs 1 % of it, the empty reservoir at
/// its ends a few hundred bytes.
pub const SEGMENT_FRAMES: u64 = 5_000;

/// Segment `index` of a stream whose length is not known yet.
fn segment(index: u64) -> Piece {
    let first = index.saturating_mul(SEGMENT_FRAMES);
    piece_at(first, SEGMENT_FRAMES)
}

/// Segments that a stream of at most `pcm_frames` samples has.
pub fn segments_of(pcm_frames: u64) -> u64 {
    audio_frames(FRAME_FRAMES, pcm_frames)
        .div_ceil(SEGMENT_FRAMES)
        .max(1)
}

/// First sample to feed for segment `index`, warm-up included.
pub fn segment_start(index: u64) -> u64 {
    segment(index).pcm_from
}

/// Result of a run of segments.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RunFinish {
    /// Frames and bytes written, and their checksum.
    pub written: PieceFinish,
    /// Samples of the whole stream, if it ended within this run; unknown to runs after its end.
    pub pcm_frames: Option<u64>,
}

/// Streaming encoder of the segments from one on.
pub struct SegmentEncoder {
    config: Config,
    /// The segment after the last.
    end: u64,
    /// The segment being written.
    index: u64,
    /// None once all are written.
    current: Option<PieceEncoder>,
    /// That of the next segment, while it is warmed up.
    next: Option<PieceEncoder>,
    /// Sample that began the run, and the one that comes next.
    start: u64,
    position: u64,
    written: Written,
}

impl SegmentEncoder {
    /// An encoder of segments `first … end` (that one left out) of a stream. Its samples begin with
    /// [`segment_start`].
    pub fn new(config: Config, first: u64, end: u64) -> Result<Self, Mp3Error> {
        let piece = segment(first);
        Ok(Self {
            current: Some(PieceEncoder::new(config, &piece)?),
            config,
            end,
            index: first,
            next: None,
            start: piece.pcm_from,
            position: piece.pcm_from,
            written: Written {
                frames: 0,
                bytes: 0,
                crc: 0,
            },
        })
    }

    /// Whether all segments are written: further samples are not looked at.
    pub fn is_done(&self) -> bool {
        self.index >= self.end
    }

    /// Takes the next samples and appends the frames they complete to `out`.
    pub fn encode(&mut self, pcm: Planar<'_>, out: &mut Vec<u8>) -> Result<(), Mp3Error> {
        let frames = pcm.first().map_or(0, |plane| plane.len());
        if pcm.iter().any(|plane| plane.len() != frames) {
            return Err(Mp3Error::BlockShape);
        }
        let mut at = 0;
        while at < frames && !self.is_done() {
            let ends_at = segment(self.index).pcm_to;
            let following = segment(self.index + 1);
            let is_last = self.index + 1 >= self.end;
            if self.next.is_none() && !is_last && self.position >= following.pcm_from {
                self.next = Some(PieceEncoder::new(self.config, &following)?);
            }
            let until = if self.next.is_none() && !is_last {
                following.pcm_from
            } else {
                ends_at
            };
            let take = usize::try_from(until - self.position)
                .unwrap_or(usize::MAX)
                .min(frames - at);
            let part: Vec<&[f32]> = pcm.iter().map(|plane| &plane[at..at + take]).collect();
            if let Some(current) = &mut self.current {
                current.encode(&part, out)?;
            }
            if let Some(next) = &mut self.next {
                // Its first frame needs samples that the current segment no longer does.
                next.encode(&part, out)?;
            }
            at += take;
            self.position += take as u64;
            if self.position == ends_at {
                self.close(u64::MAX, out)?;
            }
        }
        Ok(())
    }

    /// Ends the current segment, in a stream of `total` frames.
    fn close(&mut self, total: u64, out: &mut Vec<u8>) -> Result<(), Mp3Error> {
        self.index += 1;
        let Some(current) = core::mem::replace(&mut self.current, self.next.take()) else {
            return Ok(());
        };
        let piece = current.finish_at(total, out)?;
        self.written = Written {
            frames: self.written.frames + piece.audio_frames,
            bytes: self.written.bytes + piece.bytes,
            crc: join_crc(self.written.crc, piece.crc, piece.bytes),
        };
        Ok(())
    }

    /// Appends the last frames. Where not all segments are written the stream has ended.
    pub fn finish(mut self, out: &mut Vec<u8>) -> Result<RunFinish, Mp3Error> {
        let ended = !self.is_done();
        let is_past_end = self.position == self.start && self.start > 0;
        let pcm_frames = (ended && !is_past_end).then_some(self.position);
        if pcm_frames.is_some() {
            let total = audio_frames(FRAME_FRAMES, self.position);
            while !self.is_done() && self.index * SEGMENT_FRAMES < total {
                self.close(total, out)?;
            }
        }
        Ok(RunFinish {
            written: PieceFinish {
                audio_frames: self.written.frames,
                bytes: self.written.bytes,
                crc: self.written.crc,
            },
            pcm_frames,
        })
    }
}

/// Bytes of a stream's first frame, which [`super::parallel::join`] makes when all else is written.
pub fn first_frame_bytes(config: Config) -> Result<usize, Mp3Error> {
    Ok(tag_frame_bytes(&format(config)?))
}

/// The closing facts of a stream that one run wrote from its first segment to its end.
pub fn finish_stream(config: Config, run: &RunFinish) -> Result<Finish, Mp3Error> {
    let pcm_frames = run.pcm_frames.ok_or(Mp3Error::PiecesMissing)?;
    let written = Written {
        frames: run.written.audio_frames,
        bytes: run.written.bytes,
        crc: run.written.crc,
    };
    if written.frames != audio_frames(FRAME_FRAMES, pcm_frames) {
        return Err(Mp3Error::PiecesMissing);
    }
    finish(&format(config)?, pcm_frames, written)
}
