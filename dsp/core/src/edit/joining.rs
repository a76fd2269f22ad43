//! Kept spans as one stream: decoded one after the other, joined where they meet.

use crate::decode::Decoder;
use crate::pcm::fade::{crossfade, half_join_frames};
use crate::pcm::{PcmBlock, Planar};

use super::cut_list::{CutList, Span};
use super::error::CutError;

/// Takes the samples of the stream in order.
pub type Taker<'t> = &'t mut dyn FnMut(Planar<'_>) -> Result<(), CutError>;

/// Decodes span after span. Around each join two windows of samples are set aside as they come by:
/// the end of one span with the samples after it, and the beginning of the next with those before it.
pub struct Joining<'s> {
    decoder: Decoder<'s>,
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

impl<'s> Joining<'s> {
    /// Ready to decode the kept parts of `list`.
    pub fn new(decoder: Decoder<'s>, list: &CutList) -> Self {
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
            begun: false,
            written: 0,
        };
        joining.open_windows();
        joining
    }

    /// Sets the windows of the join after the current span.
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

    /// Continues with frame `at` of the result as if everything before it were written. Returns the frame that
    /// is written first: inside a join, the one that the join begins with.
    pub fn enter(&mut self, at: u64) -> u64 {
        let (mut current, mut start) = (0, 0u64);
        while current + 1 < self.spans.len() {
            let after = start.saturating_add(self.spans[current].end - self.spans[current].start);
            // The join after a span is written with it.
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

    /// Frames of the result so far.
    pub fn written(&self) -> u64 {
        self.written
    }

    /// One block. `false` when the last span is written or the source has ended.
    pub fn step(&mut self, take: Taker<'_>) -> Result<bool, CutError> {
        if !self.begun {
            self.begun = true;
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
            take(&planes)?;
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
                return self.end_without_join(span, take);
            }
            return Ok(true);
        }
        if far && self.block_end() < self.beginning.from {
            self.decoder.seek(self.beginning.from)?;
            self.block.reset(self.decoder.channels(), 0);
            self.block_start = self.beginning.from;
            if !self.read()? {
                return self.end_without_join(span, take);
            }
            return Ok(true);
        }
        if self.block_end() < needed {
            if !self.read()? {
                return self.end_without_join(span, take);
            }
            return Ok(true);
        }
        crossfade(&mut self.ending.samples, &self.beginning.samples);
        take(&self.ending.samples.planes())?;
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
    fn end_without_join(&mut self, span: Span, take: Taker<'_>) -> Result<bool, CutError> {
        let end = span.end.min(self.decoder.position_frames().max(self.next));
        self.ending
            .samples
            .trim(0, end.saturating_sub(self.ending.from) as usize);
        take(&self.ending.samples.planes())?;
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

    /// The decoder.
    pub fn decoder(&self) -> &Decoder<'s> {
        &self.decoder
    }

    /// Part of the work that is done.
    pub fn fraction(&self) -> f64 {
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
