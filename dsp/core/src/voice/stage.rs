//! The interface of all tools.

use crate::pcm::PcmBlock;

/// One step of processing that keeps time: over a whole take it returns exactly as many frames as it received, each at
/// its own place. Memory does not depend on the length of the take, and how the take is split into blocks changes no
/// sample.
pub trait Stage {
    /// Takes `block` and appends finished frames to `out`. Each stage has its own latency: the first blocks may
    /// append nothing. `out` has the channels of `block`; its content stays.
    fn push(&mut self, block: &PcmBlock, out: &mut PcmBlock);

    /// Appends the remaining frames. Further blocks are not allowed.
    fn finish(&mut self, out: &mut PcmBlock);

    /// Frames. A stage that begins at a multiple of this number gives, after some seconds, the samples that it gives when it
    /// begins with the take. `None`: its output depends on everything before.
    fn grid(&self) -> Option<u64> {
        None
    }

    /// Begins with this frame of the take, a multiple of the grid, instead of the first one. Only before the first block.
    fn enter(&mut self, _frame: u64) {}
}
