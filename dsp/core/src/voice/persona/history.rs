//! Samples of one channel that are still needed, by their place in the take.

/// Dropped samples are removed in batches of this size, so that few samples move.
const SLACK: usize = 8192;

/// A window that moves over a signal. Before its first sample there is silence.
#[derive(Debug, Clone, Default)]
pub struct History {
    start: usize,
    samples: Vec<f32>,
}

impl History {
    /// The position after the last sample.
    pub fn end(&self) -> usize {
        self.start + self.samples.len()
    }

    /// Adds samples at the end.
    pub fn push(&mut self, samples: &[f32]) {
        self.samples.extend_from_slice(samples);
    }

    /// Silence up to `end`.
    pub fn lengthen(&mut self, end: usize) {
        let length = end.saturating_sub(self.start).max(self.samples.len());
        self.samples.resize(length, 0.0);
    }

    /// The sample at `place`; silence where there is none.
    #[inline(always)]
    pub fn at(&self, place: isize) -> f32 {
        usize::try_from(place - self.start as isize)
            .ok()
            .and_then(|index| self.samples.get(index))
            .copied()
            .unwrap_or(0.0)
    }

    /// Samples from `from` on, as many as there are of `length`.
    pub fn slice(&self, from: usize, length: usize) -> &[f32] {
        let from = from.saturating_sub(self.start).min(self.samples.len());
        let to = (from + length).min(self.samples.len());
        &self.samples[from..to]
    }

    /// As [`History::slice`], for writing.
    pub fn slice_mut(&mut self, from: usize, length: usize) -> &mut [f32] {
        let from = from.saturating_sub(self.start).min(self.samples.len());
        let to = (from + length).min(self.samples.len());
        &mut self.samples[from..to]
    }

    /// Copies the samples around `from` into `out`, with silence outside the history.
    pub fn copy(&self, from: isize, out: &mut [f32]) {
        out.fill(0.0);
        let end = from + out.len() as isize;
        let (first, last) = (from.max(self.start as isize), end.min(self.end() as isize));
        if first < last {
            let there = self.slice(first as usize, (last - first) as usize);
            out[(first - from) as usize..(last - from) as usize].copy_from_slice(there);
        }
    }

    /// Discards the samples before `place`.
    pub fn forget(&mut self, place: usize) {
        let gone = place.saturating_sub(self.start).min(self.samples.len());
        if gone > SLACK {
            self.samples.drain(..gone);
            self.start += gone;
        }
    }
}
