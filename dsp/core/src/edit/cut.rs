//! The cut engine: decodes what a cut list keeps, joins it and feeds a sink, a step at a time.

use core::fmt;

use crate::codec::mp3::encode::Mp3Error;
use crate::container::riff::HeaderPatch;
use crate::container::ContainerError;
use crate::decode::{DecodeError, Decoder};
use crate::pcm::PcmBlock;
use crate::source::ByteSource;

use super::copy::WavCopy;
use super::cut_list::{CutList, CutListError, Span};
use super::fade::{crossfade, half_join_frames};
use super::sink::{Mp3Sink, Sink, SinkEnd, WavSink};

/// A step ends when it has written this many bytes.
const STEP_BYTES: usize = 128 * 1024;

/// The file to make.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Output {
    /// 16-bit PCM; a single region of a WAVE file keeps its own sample format, byte for byte.
    Wav,
    /// MPEG-1 Layer III.
    Mp3 {
        /// Constant bitrate in kbit/s.
        bitrate_kbps: u32,
    },
}

/// Why a cut cannot be made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CutError {
    /// The source cannot be decoded.
    Decode(DecodeError),
    /// The list is not one.
    List(CutListError),
    /// The regions lie past the end of the source.
    NothingKept,
    /// The encoder refuses.
    Mp3(Mp3Error),
}

impl From<DecodeError> for CutError {
    fn from(error: DecodeError) -> Self {
        Self::Decode(error)
    }
}

impl From<ContainerError> for CutError {
    fn from(error: ContainerError) -> Self {
        Self::Decode(error.into())
    }
}

impl From<CutListError> for CutError {
    fn from(error: CutListError) -> Self {
        Self::List(error)
    }
}

impl From<Mp3Error> for CutError {
    fn from(error: Mp3Error) -> Self {
        Self::Mp3(error)
    }
}

impl fmt::Display for CutError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Decode(error) => error.fmt(f),
            Self::List(error) => error.fmt(f),
            Self::NothingKept => f.write_str("the regions hold no audio of this file"),
            Self::Mp3(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for CutError {}

/// What became of a step.
#[derive(Debug, Clone, PartialEq)]
pub enum Progress {
    /// Bytes were appended; there is more.
    Working {
        /// 0…1 of the work.
        fraction: f64,
    },
    /// All bytes were appended; the patches are still to be written.
    Done(CutSummary),
}

/// The finished file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CutSummary {
    /// Frames in it.
    pub frames: u64,
    /// Its rate in Hz.
    pub sample_rate_hz: u32,
    /// Its channels.
    pub channels: u16,
    /// Bytes to write over its beginning.
    pub patches: Vec<HeaderPatch>,
}

/// One cut in progress. Memory does not depend on the length of the source or of the regions.
pub struct CutSession<'s> {
    work: Work<'s>,
    file_bytes: u64,
}

enum Work<'s> {
    Copy(WavCopy<'s>),
    Decode(Box<Joining<'s>>),
    Finished,
}

impl<'s> CutSession<'s> {
    /// Opens `source` and gets ready to keep `regions` (start and end in seconds).
    pub fn new<S: ByteSource + 's>(
        source: S,
        regions: &[(f64, f64)],
        output: Output,
    ) -> Result<Self, CutError> {
        let decoder = Decoder::open(source)?;
        let list = CutList::new(regions, decoder.sample_rate_hz())?;
        Self::with_list(decoder, list, output)
    }

    /// As [`CutSession::new`] with a list in frames of the source.
    pub fn from_list<S: ByteSource + 's>(
        source: S,
        list: CutList,
        output: Output,
    ) -> Result<Self, CutError> {
        let decoder = Decoder::open(source)?;
        Self::with_list(decoder, list, output)
    }

    fn with_list(decoder: Decoder<'s>, list: CutList, output: Output) -> Result<Self, CutError> {
        let file_bytes = decoder.len_bytes();
        if let (Output::Wav, [span]) = (output, list.spans()) {
            if let Some(copy) = WavCopy::open(decoder.source(), *span)? {
                return Ok(Self {
                    work: Work::Copy(copy),
                    file_bytes,
                });
            }
        }
        let (rate, channels) = (decoder.sample_rate_hz(), decoder.channels());
        let sink: Box<dyn Sink> = match output {
            Output::Wav => Box::new(WavSink::new(rate, channels, Some(list.frames()))),
            Output::Mp3 { bitrate_kbps } => Box::new(Mp3Sink::new(rate, channels, bitrate_kbps)?),
        };
        let joining = Joining::new(decoder, list, sink);
        Ok(Self {
            work: Work::Decode(Box::new(joining)),
            file_bytes,
        })
    }

    /// Does a piece of the work and appends its bytes to `out`: 128 KiB or so.
    pub fn step(&mut self, out: &mut Vec<u8>) -> Result<Progress, CutError> {
        let enough = out.len() + STEP_BYTES;
        match &mut self.work {
            Work::Copy(copy) => {
                let mut more = true;
                while more && out.len() < enough {
                    more = copy.step(out)?;
                }
                if more {
                    let done = (copy.frames() * copy.spec().block_bytes()) as f64;
                    return Ok(Progress::Working {
                        fraction: (done / self.file_bytes as f64).min(1.0),
                    });
                }
                let spec = copy.spec();
                let end = copy.finish(out);
                self.work = Work::Finished;
                summary(end, spec.sample_rate_hz, spec.channels)
            }
            Work::Decode(joining) => {
                let mut more = true;
                while more && out.len() < enough {
                    more = joining.step(out)?;
                }
                if more {
                    return Ok(Progress::Working {
                        fraction: joining.fraction(),
                    });
                }
                let Work::Decode(joining) = core::mem::replace(&mut self.work, Work::Finished)
                else {
                    return Err(CutError::NothingKept);
                };
                let (rate, channels) = (joining.sink.sample_rate_hz(), joining.decoder.channels());
                summary(joining.sink.finish(out)?, rate, channels as u16)
            }
            Work::Finished => Err(CutError::NothingKept),
        }
    }
}

fn summary(end: SinkEnd, sample_rate_hz: u32, channels: u16) -> Result<Progress, CutError> {
    if end.frames == 0 {
        return Err(CutError::NothingKept);
    }
    let SinkEnd { frames, patches } = end;
    Ok(Progress::Done(CutSummary {
        frames,
        sample_rate_hz,
        channels,
        patches,
    }))
}

/// Decodes span after span. Around each join two windows of samples are set aside as they come by:
/// the end of one span with what follows it, and the beginning of the next with what precedes it.
pub(super) struct Joining<'s, S: Sink + ?Sized = dyn Sink> {
    pub(super) decoder: Decoder<'s>,
    spans: Vec<Span>,
    /// The span being written and the next frame of it.
    current: usize,
    next: u64,
    /// Half joins before and after each span: `halves[i]` is between spans `i − 1` and `i`.
    halves: Vec<u64>,
    ending: Window,
    beginning: Window,
    block: PcmBlock,
    block_start: u64,
    pub(super) sink: Box<S>,
    begun: bool,
    written: u64,
}

/// Samples `from..to` of the source, collected from passing blocks.
#[derive(Default)]
struct Window {
    from: u64,
    to: u64,
    samples: PcmBlock,
}

impl Window {
    fn open(&mut self, from: u64, to: u64, channels: usize) {
        (self.from, self.to) = (from, to);
        // Where the source ends early, silence stands in for it.
        self.samples.reset(channels, (to - from) as usize);
    }

    fn collect(&mut self, block: &PcmBlock, start: u64) {
        let from = self.from.max(start);
        let to = self.to.min(start + block.frames() as u64);
        if from < to {
            for channel in 0..self.samples.channel_count() {
                let source =
                    &block.channel(channel)[(from - start) as usize..(to - start) as usize];
                let target = (from - self.from) as usize..(to - self.from) as usize;
                self.samples.channel_mut(channel)[target].copy_from_slice(source);
            }
        }
    }
}

impl<'s, S: Sink + ?Sized> Joining<'s, S> {
    pub(super) fn new(decoder: Decoder<'s>, list: CutList, sink: Box<S>) -> Self {
        let spans = list.spans().to_vec();
        let rate = decoder.sample_rate_hz();
        let length = |span: &Span| span.end - span.start;
        let mut halves = vec![0; spans.len() + 1];
        for (i, pair) in spans.windows(2).enumerate() {
            halves[i + 1] = half_join_frames(rate, length(&pair[0]), length(&pair[1]));
        }
        let first = spans[0].start;
        let mut joining = Self {
            decoder,
            spans,
            current: 0,
            next: first,
            halves,
            ending: Window::default(),
            beginning: Window::default(),
            block: PcmBlock::new(),
            block_start: 0,
            sink,
            begun: false,
            written: 0,
        };
        joining.open_windows();
        joining
    }

    /// Sets the windows of the join behind the current span.
    fn open_windows(&mut self) {
        let channels = self.decoder.channels();
        let half = self.halves[self.current + 1];
        if let (Some(span), Some(after)) = (
            self.spans.get(self.current),
            self.spans.get(self.current + 1),
        ) {
            self.ending.open(span.end - half, span.end + half, channels);
            self.beginning.open(
                after.start - half.min(after.start),
                after.start + half,
                channels,
            );
        }
    }

    /// Goes on with frame `at` of the result as if everything before it were written. Returns the frame that
    /// is written first: inside a join, the one that the join begins with.
    pub(super) fn enter(&mut self, at: u64) -> u64 {
        let (mut current, mut start) = (0, 0u64);
        while current + 1 < self.spans.len() {
            let after = start.saturating_add(self.spans[current].end - self.spans[current].start);
            // The join behind a span is written with it.
            if at < after.saturating_add(self.halves[current + 1]) {
                break;
            }
            (current, start) = (current + 1, after);
        }
        let span = self.spans[current];
        let plain_end = start.saturating_add(span.end - span.start) - self.halves[current + 1];
        let from = at.clamp(start + self.halves[current], plain_end);
        self.current = current;
        self.next = span.start + (from - start);
        self.written = from;
        self.begun = false;
        self.block.reset(self.decoder.channels(), 0);
        self.block_start = self.next;
        self.open_windows();
        from
    }

    /// One block. `false` when the last span is written or the source has ended.
    pub(super) fn step(&mut self, out: &mut Vec<u8>) -> Result<bool, CutError> {
        if !self.begun {
            self.begun = true;
            self.sink.begin(out);
            self.decoder.seek(self.next)?;
        }
        let Some(&span) = self.spans.get(self.current) else {
            return Ok(false);
        };
        let join_after = self.halves[self.current + 1];
        // The plain part of the span; the joins around it come from the windows.
        let plain_end = span.end - join_after;
        if self.next < plain_end {
            while self.block_end() <= self.next {
                if !self.read()? {
                    return Ok(false);
                }
            }
            let from = (self.next - self.block_start) as usize;
            let to = (plain_end.min(self.block_end()) - self.block_start) as usize;
            let planes: Vec<&[f32]> = (0..self.block.channel_count())
                .map(|channel| &self.block.channel(channel)[from..to])
                .collect();
            self.sink.write(&planes, out)?;
            self.written += (to - from) as u64;
            self.next += (to - from) as u64;
            return Ok(true);
        }
        let Some(&after) = self.spans.get(self.current + 1) else {
            return Ok(false);
        };
        // Everything both windows need has to come by.
        let needed = self.beginning.to.max(self.ending.to);
        let far = self.beginning.from > self.ending.to + u64::from(self.decoder.sample_rate_hz());
        if self.block_end() < self.ending.to {
            if !self.read()? {
                return self.end_without_join(span, out);
            }
            return Ok(true);
        }
        if far && self.block_end() < self.beginning.from {
            self.decoder.seek(self.beginning.from)?;
            self.block.reset(self.decoder.channels(), 0);
            self.block_start = self.beginning.from;
            if !self.read()? {
                return self.end_without_join(span, out);
            }
            return Ok(true);
        }
        if self.block_end() < needed {
            if !self.read()? {
                return self.end_without_join(span, out);
            }
            return Ok(true);
        }
        crossfade(&mut self.ending.samples, &self.beginning.samples);
        self.sink.write(&self.ending.samples.planes(), out)?;
        self.written += self.ending.samples.frames() as u64;
        self.current += 1;
        self.next = after.start + join_after;
        self.open_windows();
        let (block, start) = (core::mem::take(&mut self.block), self.block_start);
        self.ending.collect(&block, start);
        self.beginning.collect(&block, start);
        self.block = block;
        Ok(true)
    }

    /// The next span lies past the end of the source: the current one ends as it is.
    fn end_without_join(&mut self, span: Span, out: &mut Vec<u8>) -> Result<bool, CutError> {
        let end = span.end.min(self.decoder.position_frames().max(self.next));
        self.ending
            .samples
            .trim(0, end.saturating_sub(self.ending.from) as usize);
        self.sink.write(&self.ending.samples.planes(), out)?;
        self.current = self.spans.len();
        Ok(false)
    }

    fn block_end(&self) -> u64 {
        self.block_start + self.block.frames() as u64
    }

    /// The next block, shown to both windows.
    fn read(&mut self) -> Result<bool, CutError> {
        self.block_start = self.decoder.position_frames();
        if !self.decoder.next_block(&mut self.block)? {
            return Ok(false);
        }
        self.ending.collect(&self.block, self.block_start);
        self.beginning.collect(&self.block, self.block_start);
        Ok(true)
    }

    /// Frames of the result so far.
    pub(super) fn written(&self) -> u64 {
        self.written
    }

    /// Part of the work that is done.
    fn fraction(&self) -> f64 {
        let total: u64 = self
            .spans
            .iter()
            .fold(0, |sum, span| sum.saturating_add(span.end - span.start));
        let bytes = self.decoder.position_bytes() as f64 / self.decoder.len_bytes().max(1) as f64;
        (self.written as f64 / total as f64)
            .max(if total > 1 << 40 { bytes } else { 0.0 })
            .min(1.0)
    }
}
