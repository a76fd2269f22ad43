//! Repair: everything that can be decoded of a damaged file, on its own timeline, as a 16-bit WAVE
//! (RF64 past 4 GiB), and a report of the damage. Holes become concealment or silence, never a
//! shift.

pub mod sentences;

use crate::container::riff::HeaderPatch;
use crate::container::ContainerError;
use crate::decode::{DecodeError, Decoder};
use crate::edit::{Sink, WavSink};
use crate::inspect::Inspection;
use crate::pcm::PcmBlock;
use crate::source::ByteSource;

/// A step ends when it has written this many bytes.
const STEP_BYTES: usize = 128 * 1024;

/// Result of a step.
#[derive(Debug, Clone, PartialEq)]
pub enum Progress {
    /// Bytes were appended; there is more.
    Working {
        /// 0…1 of the source's bytes.
        fraction: f64,
    },
    /// All bytes were appended; the patches are still to be written.
    Done(Report),
}

/// Result of a repair.
#[derive(Debug, Clone, PartialEq)]
pub struct Report {
    /// Facts about the source; its `frames` are those of the finished file.
    pub inspection: Inspection,
    /// Bytes to write over the beginning of the finished file.
    pub patches: Vec<HeaderPatch>,
}

/// One repair in progress. Memory does not depend on the length of the source.
pub struct RepairSession<'s> {
    decoder: Decoder<'s>,
    block: PcmBlock,
    sink: Option<Box<WavSink>>,
    begun: bool,
}

impl<'s> RepairSession<'s> {
    /// Opens `source`; rejects files without supported audio.
    pub fn new<S: ByteSource + 's>(source: S) -> Result<Self, DecodeError> {
        let decoder = Decoder::open(source)?;
        let sink = WavSink::new(decoder.sample_rate_hz(), decoder.channels(), None);
        Ok(Self {
            decoder,
            block: PcmBlock::new(),
            sink: Some(Box::new(sink)),
            begun: false,
        })
    }

    /// Does a piece of the work and appends its bytes to `out`: 128 KiB or so. After
    /// [`Progress::Done`] there is nothing more to do, and asking again is an error.
    pub fn step(&mut self, out: &mut Vec<u8>) -> Result<Progress, DecodeError> {
        let nothing = DecodeError::Container(ContainerError::NoAudio);
        let Some(mut sink) = self.sink.take() else {
            return Err(nothing);
        };
        let enough = out.len() + STEP_BYTES;
        if !self.begun {
            self.begun = true;
            sink.begin(out);
        }
        while out.len() < enough {
            if !self.decoder.next_block(&mut self.block)? {
                let inspection = Inspection::of(&self.decoder);
                if inspection.frames == 0 {
                    return Err(nothing);
                }
                return Ok(Progress::Done(Report {
                    patches: sink.end(out).patches,
                    inspection,
                }));
            }
            sink.append(&self.block.planes(), out);
        }
        self.sink = Some(sink);
        let fraction =
            self.decoder.position_bytes() as f64 / self.decoder.len_bytes().max(1) as f64;
        Ok(Progress::Working {
            fraction: fraction.min(1.0),
        })
    }
}
