//! Several files on one timeline: parts of them and silence, one after another, at one rate and with the same
//! channels. Where two parts meet that did not follow each other, they join within 5 ms.

mod list;
mod source_reader;

use self::list::TakeList;
use self::source_reader::SourceReader;
use super::damage::DamageAt;
use super::file::FileDecoder;
use super::DecodeError;
use crate::container::{Codec, Container, ContainerError, Damage, PcmFormat, Track};
use crate::pcm::fade::{crossfade_within, half_join_frames};
use crate::pcm::PcmBlock;
use crate::source::{ByteSource, Section, Shared};

/// Frames returned at once.
const BLOCK_FRAMES: u64 = 4_096;
/// Highest rate that sources of different rates are brought to: the highest an MP3 has.
const MAX_MIXED_RATE_HZ: u32 = 48_000;
/// Length of a piece, see [`super::Decoder::piece_start`].
const PIECE_SECONDS: u64 = 60;

/// A stretch of the timeline.
struct Part {
    /// First frame on the timeline.
    start: u64,
    frames: u64,
    /// Source and its first frame at the list's rate; `None` is silence.
    sound: Option<(usize, u64)>,
}

/// Plays a list of takes; [`super::Decoder`] says what each function does.
pub struct Takes<'s> {
    source: Shared<'s>,
    list: TakeList,
    parts: Vec<Part>,
    /// Half joins before and after each part: `halves[i]` is between parts `i − 1` and `i`.
    halves: Vec<u64>,
    track: Track,
    total: u64,
    position: u64,
    /// Readers of neighbouring parts, by part: memory does not grow with the list.
    readers: Vec<(usize, SourceReader<'s>)>,
    ending: PcmBlock,
    beginning: PcmBlock,
}

impl<'s> Takes<'s> {
    /// `None` where the file is no list. Reads the head of every source.
    pub fn open(mut source: Shared<'s>) -> Result<Option<Self>, DecodeError> {
        let Some(list) = TakeList::read(&mut source)? else {
            return Ok(None);
        };
        let (mut channels, mut highest_hz, mut rates) = (1, 0, Vec::new());
        for range in &list.sources {
            let decoder = file(&source, range)?;
            channels = channels.max(decoder.channels());
            highest_hz = highest_hz.max(decoder.sample_rate_hz());
            rates.push(decoder.sample_rate_hz());
        }
        if rates.iter().any(|&rate| rate != highest_hz) {
            highest_hz = highest_hz.min(MAX_MIXED_RATE_HZ);
        }
        let parts = parts_of(&list, highest_hz);
        let total = parts.last().map_or(0, |part| part.start + part.frames);
        if total == 0 {
            return Err(ContainerError::NoAudio.into());
        }
        let mut halves = vec![0; parts.len() + 1];
        for (index, pair) in parts.windows(2).enumerate() {
            let is_silent = pair.iter().all(|part| part.sound.is_none());
            if !is_silent {
                halves[index + 1] = half_join_frames(highest_hz, pair[0].frames, pair[1].frames);
            }
        }
        Ok(Some(Self {
            source,
            list,
            parts,
            halves,
            track: Track {
                container: Container::Takes,
                codec: Codec::Pcm(PcmFormat::F32),
                channels: channels as u16,
                sample_rate_hz: highest_hz,
                codec_private: Vec::new(),
                delay_frames: 0,
                stated_frames: Some(total),
                first_packet: Vec::new(),
            },
            total,
            position: 0,
            readers: Vec::new(),
            ending: PcmBlock::new(),
            beginning: PcmBlock::new(),
        }))
    }

    pub fn source(&self) -> Shared<'s> {
        self.source.clone()
    }

    pub fn track(&self) -> &Track {
        &self.track
    }

    pub fn channels(&self) -> usize {
        usize::from(self.track.channels)
    }

    pub fn sample_rate_hz(&self) -> u32 {
        self.track.sample_rate_hz
    }

    pub fn position_frames(&self) -> u64 {
        self.position
    }

    pub fn position_bytes(&self) -> u64 {
        (self.position as f64 / self.total as f64 * self.len_bytes() as f64) as u64
    }

    pub fn len_bytes(&self) -> u64 {
        self.source.len()
    }

    /// Sources are inspected one by one before a list names them.
    pub fn damage(&self) -> &[DamageAt] {
        &[]
    }

    pub fn byte_damage(&self) -> &[Damage] {
        &[]
    }

    pub fn metadata(&self) -> &[String] {
        &[]
    }

    pub fn has_video(&self) -> bool {
        false
    }

    pub fn hidden_frames(&mut self) -> Result<u64, DecodeError> {
        Ok(0)
    }

    pub fn next_block(&mut self, block: &mut PcmBlock) -> Result<bool, DecodeError> {
        let index = self
            .parts
            .partition_point(|part| part.start <= self.position);
        let Some(part) = index
            .checked_sub(1)
            .and_then(|index| self.parts.get(index))
            .filter(|_| self.position < self.total)
        else {
            block.reset(self.channels(), 0);
            return Ok(false);
        };
        let (index, within) = (index - 1, self.position - part.start);
        let plain_end = part.frames - self.halves[index + 1];
        if within < self.halves[index] {
            self.join(index, block)?;
        } else if within >= plain_end {
            self.join(index + 1, block)?;
        } else {
            let (frames, sound) = ((plain_end - within).min(BLOCK_FRAMES), part.sound);
            block.reset(self.channels(), frames as usize);
            if let Some((_, first)) = sound {
                self.reader(index)?.read(first + within, block, 0)?;
            }
        }
        self.position += block.frames() as u64;
        Ok(true)
    }

    /// Fills `block` with what is left of the join of part `after` and the part before it.
    fn join(&mut self, after: usize, block: &mut PcmBlock) -> Result<(), DecodeError> {
        let half = self.halves[after];
        let (before, after_part) = (&self.parts[after - 1], &self.parts[after]);
        let start = after_part.start - half;
        let (ending_sound, beginning_sound) = (before.sound, after_part.sound);
        let ending_from = before.frames - half;
        let frames = 2 * half as usize;
        let mut ending = core::mem::take(&mut self.ending);
        let mut beginning = core::mem::take(&mut self.beginning);
        ending.reset(self.channels(), frames);
        beginning.reset(self.channels(), frames);
        let mut ends = frames;
        if let Some((_, first)) = ending_sound {
            let reader = self.reader(after - 1)?;
            ends = reader.read(first + ending_from, &mut ending, 0)?;
            if beginning_sound.is_none() {
                ends = ends.min(half as usize);
            }
        }
        let mut begins = 0;
        if let Some((_, first)) = beginning_sound {
            // Silence stays silent to its last frame, and nothing sounds before a source begins.
            let lead = if ending_sound.is_some() {
                half.min(first)
            } else {
                0
            };
            begins = (half - lead) as usize;
            let reader = self.reader(after)?;
            reader.read(first - lead, &mut beginning, begins)?;
        }
        crossfade_within(&mut ending, ends, &beginning, begins);
        core::mem::swap(block, &mut ending);
        (self.ending, self.beginning) = (ending, beginning);
        block.trim((self.position - start) as usize, frames);
        Ok(())
    }

    /// The reader of a part that sounds.
    fn reader(&mut self, index: usize) -> Result<&mut SourceReader<'s>, DecodeError> {
        self.readers.retain(|&(part, _)| part.abs_diff(index) <= 1);
        let known = self.readers.iter().position(|&(part, _)| part == index);
        let at = match known {
            Some(at) => at,
            None => {
                let named = self.parts[index].sound.map_or(0, |(source, _)| source);
                let decoder = file(&self.source, &self.list.sources[named])?;
                let reader = SourceReader::new(decoder, self.sample_rate_hz(), self.channels());
                self.readers.push((index, reader));
                self.readers.len() - 1
            }
        };
        Ok(&mut self.readers[at].1)
    }

    pub fn seek(&mut self, frame: u64) -> Result<(), DecodeError> {
        self.position = frame.min(self.total);
        Ok(())
    }

    pub fn piece_start(&self, index: u64, unit: u64) -> Option<u64> {
        let piece = PIECE_SECONDS * u64::from(self.sample_rate_hz()) / unit * unit;
        Some(index.saturating_mul(piece))
    }

    pub fn count_frames(&mut self) -> Result<u64, DecodeError> {
        self.position = self.total;
        Ok(self.total)
    }

    pub fn estimate_frames(self) -> Result<Option<u64>, DecodeError> {
        Ok(None)
    }
}

/// A source; a list inside a list is refused.
fn file<'s>(
    source: &Shared<'s>,
    range: &core::ops::Range<u64>,
) -> Result<FileDecoder<'s>, DecodeError> {
    FileDecoder::open(Shared::new(Section::new(source.clone(), range.clone())))
}

/// Entries in frames; those that continue each other are one part.
fn parts_of(list: &TakeList, rate_hz: u32) -> Vec<Part> {
    let frame = |seconds: f64| (seconds * f64::from(rate_hz)).round() as u64;
    let mut parts: Vec<Part> = Vec::with_capacity(list.entries.len());
    let mut start = 0;
    for entry in &list.entries {
        let (from, to) = (frame(entry.start), frame(entry.end));
        let frames = to - from;
        if frames == 0 {
            continue;
        }
        let sound = entry.source.map(|source| (source, from));
        match parts.last_mut() {
            Some(last)
                if sound.is_some()
                    && last
                        .sound
                        .map(|(source, first)| (source, first + last.frames))
                        == sound =>
            {
                last.frames += frames;
            }
            _ => parts.push(Part {
                start,
                frames,
                sound,
            }),
        }
        start += frames;
    }
    parts
}
