//! What all tools have in common.

use crate::pcm::PcmBlock;

/// One step of processing that keeps time: over a whole take exactly as many frames come out as went in, each at
/// its own place. Memory does not depend on the length of the take, and how the take is split into blocks changes no
/// sample.
pub trait Stage {
    /// Takes `block` and appends to `out` what is ready. Latency is the stage's own affair: the first blocks may
    /// append nothing. `out` has the channels of `block`; what stands in it already is left alone.
    fn push(&mut self, block: &PcmBlock, out: &mut PcmBlock);

    /// Appends what is still inside. Further blocks are not allowed.
    fn finish(&mut self, out: &mut PcmBlock);
}
