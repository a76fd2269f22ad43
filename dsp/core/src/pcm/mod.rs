//! Planar sample buffers. Samples are `f32`, full scale is ±1.0. Inside the core everything is
//! planar (one slice per channel); interleaved layouts exist only at file borders.

pub mod convert;
pub(crate) mod fade;
pub mod resample;
pub(crate) mod stretch;

/// A block of planar audio that is refilled rather than reallocated.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct PcmBlock {
    channels: Vec<Vec<f32>>,
    frames: usize,
}

impl PcmBlock {
    /// An empty block; the first [`PcmBlock::reset`] gives it its shape.
    pub fn new() -> Self {
        Self::default()
    }

    /// Makes the block `channels` × `frames` of silence, keeping its allocations.
    pub fn reset(&mut self, channels: usize, frames: usize) {
        self.channels.resize_with(channels, Vec::new);
        for channel in &mut self.channels {
            channel.clear();
            channel.resize(frames, 0.0);
        }
        self.frames = frames;
    }

    /// Number of frames (samples per channel).
    pub fn frames(&self) -> usize {
        self.frames
    }

    /// Number of channels.
    pub fn channel_count(&self) -> usize {
        self.channels.len()
    }

    /// Samples of one channel, `frames()` long.
    pub fn channel(&self, index: usize) -> &[f32] {
        &self.channels[index]
    }

    /// Samples of one channel for writing, `frames()` long.
    pub fn channel_mut(&mut self, index: usize) -> &mut [f32] {
        &mut self.channels[index]
    }

    /// All channels as slices, for callers that need [`Planar`].
    pub fn planes(&self) -> Vec<&[f32]> {
        self.channels.iter().map(Vec::as_slice).collect()
    }

    /// Appends `planes`, which has the channels of this block.
    pub fn append(&mut self, planes: Planar<'_>) {
        for (channel, plane) in self.channels.iter_mut().zip(planes) {
            channel.extend_from_slice(plane);
        }
        self.frames += planes.first().map_or(0, |plane| plane.len());
    }

    /// Appends silence up to `frames`.
    pub fn lengthen(&mut self, frames: usize) {
        self.frames = self.frames.max(frames);
        for channel in &mut self.channels {
            channel.resize(self.frames, 0.0);
        }
    }

    /// Keeps frames `from..to` and drops the rest.
    pub fn trim(&mut self, from: usize, to: usize) {
        let to = to.min(self.frames);
        let from = from.min(to);
        for channel in &mut self.channels {
            channel.truncate(to);
            channel.drain(..from);
        }
        self.frames = to - from;
    }
}

/// Borrowed planar audio: one slice per channel, all of the same length in frames.
pub type Planar<'a> = &'a [&'a [f32]];
