//! The frames of one source at the rate and with the channels of a list. Any frame has the value that a pass from
//! the source's start gives it.

use crate::codec::family::ChannelOrder;
use crate::decode::downmix;
use crate::decode::file::FileDecoder;
use crate::decode::DecodeError;
use crate::pcm::resample::Resampler;
use crate::pcm::PcmBlock;

/// Reads ranges; nothing is decoded twice where they rise.
pub struct SourceReader<'s> {
    decoder: FileDecoder<'s>,
    resampler: Option<Resampler>,
    channels: usize,
    decoded: PcmBlock,
    /// Frames that were made; `taken` of them were read.
    made: PcmBlock,
    taken: usize,
    /// Frame that is read next without a jump.
    next: u64,
    ended: bool,
}

impl<'s> SourceReader<'s> {
    pub fn new(decoder: FileDecoder<'s>, rate_hz: u32, channels: usize) -> Self {
        let from_hz = decoder.sample_rate_hz();
        let resampler =
            (from_hz != rate_hz).then(|| Resampler::new(from_hz, rate_hz, decoder.channels()));
        Self {
            decoder,
            resampler,
            channels,
            decoded: PcmBlock::new(),
            made: PcmBlock::new(),
            taken: 0,
            next: 0,
            ended: false,
        }
    }

    /// Copies the frames from `from` on into `out`, from its frame `at` to its end. Returns how many there were.
    pub fn read(&mut self, from: u64, out: &mut PcmBlock, at: usize) -> Result<usize, DecodeError> {
        if from > self.next && self.ended && self.taken == self.made.frames() {
            return Ok(0);
        }
        if from != self.next {
            self.jump(from)?;
        }
        let wanted = out.frames().saturating_sub(at);
        let mut count = 0;
        while count < wanted {
            let ready = self.made.frames() - self.taken;
            if ready == 0 {
                if !self.make()? {
                    break;
                }
                continue;
            }
            let step = ready.min(wanted - count);
            for channel in 0..self.channels {
                let source = &self.made.channel(channel)[self.taken..self.taken + step];
                out.channel_mut(channel)[at + count..at + count + step].copy_from_slice(source);
            }
            self.taken += step;
            count += step;
        }
        self.next += count as u64;
        Ok(count)
    }

    fn jump(&mut self, frame: u64) -> Result<(), DecodeError> {
        let first = match &mut self.resampler {
            Some(resampler) => resampler.begin_at(frame),
            None => frame,
        };
        self.decoder.seek(first)?;
        self.made.reset(self.channels, 0);
        (self.taken, self.next, self.ended) = (0, frame, false);
        Ok(())
    }

    /// Makes more frames; `false` at the end.
    fn make(&mut self) -> Result<bool, DecodeError> {
        if self.ended {
            return Ok(false);
        }
        self.ended = !self.decoder.next_block(&mut self.decoded)?;
        match &mut self.resampler {
            Some(resampler) if self.ended => resampler.finish(&mut self.made),
            Some(resampler) => resampler.push(&self.decoded.planes(), &mut self.made),
            None => core::mem::swap(&mut self.made, &mut self.decoded),
        }
        downmix::fold(&mut self.made, self.channels, ChannelOrder::Wave);
        self.taken = 0;
        Ok(true)
    }
}
