//! Frames that a stage holds back until it has seen the next ones.

use crate::pcm::PcmBlock;

/// First in, first out. Popped frames are removed in blocks as long as the queue, so that a frame is moved
/// once on average.
#[derive(Debug, Default)]
pub struct FrameQueue {
    channels: Vec<Vec<f32>>,
    start: usize,
}

impl FrameQueue {
    /// Adds frames at the end.
    pub fn push(&mut self, block: &PcmBlock) {
        self.channels
            .resize_with(block.channel_count(), Vec::default);
        let waiting = self.len();
        if self.start > waiting {
            for channel in &mut self.channels {
                channel.drain(..self.start);
            }
            self.start = 0;
        }
        for (index, channel) in self.channels.iter_mut().enumerate() {
            channel.extend_from_slice(block.channel(index));
        }
    }

    /// Frames that wait.
    pub fn len(&self) -> usize {
        self.channels
            .first()
            .map_or(0, |channel| channel.len() - self.start)
    }

    /// Appends the first `frames` of them to `out`, each channel after `change`.
    pub fn release(
        &mut self,
        frames: usize,
        out: &mut PcmBlock,
        mut change: impl FnMut(&mut [f32]),
    ) {
        if self.channels.is_empty() {
            return;
        }
        let frames = frames.min(self.len());
        let range = self.start..self.start + frames;
        for channel in &mut self.channels {
            change(&mut channel[range.clone()]);
        }
        let planes: Vec<&[f32]> = self
            .channels
            .iter()
            .map(|channel| &channel[range.clone()])
            .collect();
        out.append(&planes);
        self.start += frames;
    }
}
