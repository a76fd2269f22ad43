//! Which decoded frames are returned: delay and padding dropped, frames past a stated length held
//! back until it is clear whether it is padding, frames before the wanted one left out.

use crate::container::Track;
use crate::pcm::PcmBlock;

/// Frames past the stated length that are still padding, not a wrong statement: encoders pad by up
/// to two packets and a priming run.
const MAX_PADDING_FRAMES: u64 = 8_192;

/// Counts and trims the decoded frames of one file.
pub struct Trims {
    /// Frames still to be dropped in front.
    delay_left: u64,
    /// Frame that comes next, after trims.
    pub position: u64,
    /// Frames before this are not returned.
    pub wanted_from: u64,
    /// Length the container states; `None` when it does not, or has proved wrong.
    stated: Option<u64>,
    /// Frames past the stated length, held back.
    beyond: Vec<PcmBlock>,
    beyond_frames: u64,
}

impl Trims {
    /// The trims of `track`.
    pub fn new(track: &Track) -> Self {
        Self {
            delay_left: track.delay_frames,
            position: 0,
            wanted_from: 0,
            stated: track.stated_frames,
            beyond: Vec::new(),
            beyond_frames: 0,
        }
    }

    /// Another stream begins, whose first `frames` are delay.
    pub fn delay(&mut self, frames: u64) {
        self.delay_left = frames;
    }

    /// The demuxer has jumped to the undelayed frame `at` of a stream with `delay` in front.
    pub fn land(&mut self, at: u64, delay: u64) {
        self.position = at.saturating_sub(delay);
        self.delay_left = delay.saturating_sub(at);
    }

    /// Whether nothing is held back.
    pub fn is_clear(&self) -> bool {
        self.beyond.is_empty()
    }

    /// Like [`Trims::trim`], for `frames` that were never decoded.
    pub fn count(&mut self, frames: u64, discard: u32) {
        let kept = frames.saturating_sub(u64::from(discard));
        let delay = self.delay_left.min(kept);
        self.delay_left -= delay;
        let mut kept = kept - delay;
        if let Some(stated) = self.stated {
            let inside = stated.saturating_sub(self.position).min(kept);
            self.beyond_frames += kept - inside;
            kept = inside;
            if self.beyond_frames > MAX_PADDING_FRAMES {
                self.stated = None;
                kept += core::mem::take(&mut self.beyond_frames);
            }
        }
        self.position += kept;
    }

    /// Drops delay, padding (the last `discard` frames) and frames before the wanted one from a
    /// decoded block.
    pub fn trim(&mut self, block: &mut PcmBlock, discard: u32) {
        let frames = block.frames();
        let end = frames - frames.min(discard as usize);
        let front = self.delay_left.min(end as u64);
        self.delay_left -= front;
        block.trim(front as usize, end);
        if let Some(stated) = self.stated {
            let inside = stated
                .saturating_sub(self.position)
                .min(block.frames() as u64) as usize;
            if inside < block.frames() {
                let mut beyond = block.clone();
                beyond.trim(inside, block.frames());
                self.beyond_frames += beyond.frames() as u64;
                self.beyond.push(beyond);
                block.trim(0, inside);
                if self.beyond_frames > MAX_PADDING_FRAMES {
                    // More than padding: the statement was wrong.
                    self.stated = None;
                    self.beyond_frames = 0;
                }
            }
        }
        self.give(block);
    }

    /// The next held-back block once the stated length has proved wrong.
    pub fn release(&mut self) -> Option<PcmBlock> {
        if self.stated.is_some() || self.beyond.is_empty() {
            return None;
        }
        let mut block = self.beyond.remove(0);
        self.give(&mut block);
        (block.frames() > 0).then_some(block)
    }

    /// Moves the position over `block` and drops frames before the wanted one.
    fn give(&mut self, block: &mut PcmBlock) {
        let frames = block.frames() as u64;
        let early = self.wanted_from.saturating_sub(self.position).min(frames);
        block.trim(early as usize, frames as usize);
        self.position += frames;
    }
}
