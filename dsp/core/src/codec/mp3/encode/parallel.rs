//! Encoding in pieces, one per worker. Every piece begins with an empty reservoir and after a few
//! frames of warm-up that are encoded and thrown away, so its lines, window shapes, thresholds and
//! stereo decisions are those of a serial run; only the sharing of bits starts afresh. The bytes
//! of the pieces in order, after the first frame that [`join`] makes, are the file.
//!
//! Only for the rates of MPEG-1. Deterministic for a given number of pieces; one piece gives the bytes of [`super::Encoder`].

use super::encoder::{
    audio_frames, finish, format, Encoder, Extent, Finish, Written, AHEAD_FRAMES,
};
use super::info_tag::join_crc;
use super::stages::PAST_FRAMES;
use super::{Config, Mp3Error};
use crate::pcm::Planar;

/// Samples per frame and channel of MPEG-1, which pieces are of.
pub(super) const FRAME_FRAMES: usize = 1152;
/// Frames of warm-up: the model's memory is two granules, the rate control settles in about 40.
const WARM_UP_FRAMES: u64 = 48;
/// Shortest piece worth a warm-up.
const SHORTEST_PIECE_FRAMES: u64 = 4 * WARM_UP_FRAMES;

/// One worker's share of a stream.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Piece {
    /// First sample (per channel) to feed, warm-up included.
    pub pcm_from: u64,
    /// One past the last sample to feed.
    pub pcm_to: u64,
    /// First frame written, counted from the first audio frame.
    pub first_audio_frame: u64,
    /// Frames written.
    pub audio_frames: u64,
    /// Another piece follows.
    pub followed: bool,
}

/// Result of a piece; [`join`] needs all of them in order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PieceFinish {
    /// Frames written.
    pub audio_frames: u64,
    /// Bytes written.
    pub bytes: u64,
    /// CRC-16 of those bytes.
    pub crc: u16,
}

/// Splits a stream of `pcm_frames` samples into at most `pieces` pieces of nearly equal length;
/// fewer when they would be shorter than about 5 seconds.
pub fn plan(pcm_frames: u64, pieces: usize) -> Vec<Piece> {
    let total = audio_frames(FRAME_FRAMES, pcm_frames);
    let count = (total / SHORTEST_PIECE_FRAMES).clamp(1, pieces.max(1) as u64);
    (0..count)
        .map(|index| {
            let first = total * index / count;
            let end = total * (index + 1) / count;
            let piece = piece_at(first, end - first);
            Piece {
                pcm_to: pcm_frames.min(piece.pcm_to),
                followed: end < total,
                ..piece
            }
        })
        .collect()
}

/// The piece of `count` frames from `first` on of a stream that may continue after it.
pub(super) fn piece_at(first: u64, count: u64) -> Piece {
    let end = first.saturating_add(count);
    let start = first
        .saturating_sub(WARM_UP_FRAMES)
        .saturating_mul(FRAME_FRAMES as u64);
    Piece {
        pcm_from: start.saturating_sub(PAST_FRAMES as u64),
        pcm_to: end
            .saturating_mul(FRAME_FRAMES as u64)
            .saturating_add(AHEAD_FRAMES as u64),
        first_audio_frame: first,
        audio_frames: count,
        followed: true,
    }
}

/// Streaming encoder of one piece.
pub struct PieceEncoder {
    encoder: Encoder,
    first: u64,
    end: u64,
}

impl PieceEncoder {
    /// An encoder for `piece`, or the reason it cannot be.
    pub fn new(config: Config, piece: &Piece) -> Result<Self, Mp3Error> {
        if config.sample_rate_hz < 32_000 {
            return Err(Mp3Error::UnsupportedSampleRate {
                sample_rate_hz: config.sample_rate_hz,
            });
        }
        let end = piece.first_audio_frame + piece.audio_frames;
        let extent = Extent {
            start: piece.first_audio_frame.saturating_sub(WARM_UP_FRAMES),
            first: piece.first_audio_frame,
            end: Some(end),
            followed: piece.followed,
        };
        Ok(Self {
            encoder: Encoder::for_extent(config, extent)?,
            first: piece.first_audio_frame,
            end,
        })
    }

    /// Takes the next samples of `pcm_from..pcm_to`, any number at a time, and appends the frames
    /// they complete to `out`.
    pub fn encode(&mut self, pcm: Planar<'_>, out: &mut Vec<u8>) -> Result<(), Mp3Error> {
        self.encoder.encode(pcm, out)
    }

    /// Appends the last frames.
    pub fn finish(self, out: &mut Vec<u8>) -> Result<PieceFinish, Mp3Error> {
        self.finish_at(u64::MAX, out)
    }

    /// As [`PieceEncoder::finish`], of a stream that has `total` frames and may end within the piece or before.
    pub(super) fn finish_at(self, total: u64, out: &mut Vec<u8>) -> Result<PieceFinish, Mp3Error> {
        let end = self.end.min(total);
        if end <= self.first {
            return Ok(PieceFinish {
                audio_frames: 0,
                bytes: 0,
                crc: 0,
            });
        }
        let written = self.encoder.finish_extent(end, out)?;
        Ok(PieceFinish {
            audio_frames: written.frames,
            bytes: written.bytes,
            crc: written.crc,
        })
    }
}

/// Encodes a piece whose samples `pcm_from..pcm_to` are in memory.
pub fn encode_piece(
    config: Config,
    piece: &Piece,
    pcm: Planar<'_>,
    out: &mut Vec<u8>,
) -> Result<PieceFinish, Mp3Error> {
    let mut encoder = PieceEncoder::new(config, piece)?;
    encoder.encode(pcm, out)?;
    encoder.finish(out)
}

/// Closes a stream of `pcm_frames` samples encoded in `pieces`: its first frame, to be written
/// before the pieces' bytes, and its totals.
pub fn join(config: Config, pcm_frames: u64, pieces: &[PieceFinish]) -> Result<Finish, Mp3Error> {
    let nothing = Written {
        frames: 0,
        bytes: 0,
        crc: 0,
    };
    let written = pieces.iter().fold(nothing, |sum, piece| Written {
        frames: sum.frames + piece.audio_frames,
        bytes: sum.bytes + piece.bytes,
        crc: join_crc(sum.crc, piece.crc, piece.bytes),
    });
    if written.frames != audio_frames(FRAME_FRAMES, pcm_frames) {
        return Err(Mp3Error::PiecesMissing);
    }
    finish(&format(config)?, pcm_frames, written)
}
