//! The cut engine: decodes the kept parts of a cut list, joins them and feeds a sink, a step at a time.

use crate::container::riff::HeaderPatch;
use crate::container::Container;
use crate::decode::Decoder;
use crate::source::ByteSource;
use crate::voice::{Chain, VoiceTools};

use super::copy::WavCopy;
use super::cut_list::CutList;
use super::error::CutError;
use super::joining::Joining;
use super::processing::Processing;
use super::sink::{Mp3Sink, Sink, SinkEnd, WavSink};
use super::small_sink::SmallSink;

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
    /// MPEG-2 Layer III: one channel at 24 kHz, for listeners with little data.
    Small {
        /// Constant bitrate in kbit/s.
        bitrate_kbps: u32,
    },
}

/// Result of a step.
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
    Decode(Box<Encoding<'s>>),
    Finished,
}

/// From decoded regions to bytes.
struct Encoding<'s> {
    processing: Processing<'s>,
    sink: Box<dyn Sink>,
    begun: bool,
}

impl Encoding<'_> {
    /// One block; `false` when the last one is taken.
    fn step(&mut self, out: &mut Vec<u8>) -> Result<bool, CutError> {
        let Self {
            processing,
            sink,
            begun,
        } = self;
        if !*begun {
            *begun = true;
            sink.begin(out);
        }
        processing.step(&mut |planes| Ok(sink.write(planes, out)?))
    }

    fn finish(self, out: &mut Vec<u8>) -> Result<Progress, CutError> {
        let (rate, channels) = (self.sink.sample_rate_hz(), self.sink.channels());
        summary(self.sink.finish(out)?, rate, channels as u16)
    }
}

impl<'s> CutSession<'s> {
    /// Opens `source` and gets ready to keep `regions` (start and end in seconds).
    pub fn new<S: ByteSource + 's>(
        source: S,
        regions: &[(f64, f64)],
        output: Output,
    ) -> Result<Self, CutError> {
        Self::with_tools(source, regions, output, &VoiceTools::default())
    }

    /// As [`CutSession::new`]; `tools` process the kept audio before it is encoded.
    pub fn with_tools<S: ByteSource + 's>(
        source: S,
        regions: &[(f64, f64)],
        output: Output,
        tools: &VoiceTools,
    ) -> Result<Self, CutError> {
        let decoder = Decoder::open(source)?;
        let list = CutList::new(regions, decoder.sample_rate_hz())?;
        Self::of(decoder, &list, output, tools)
    }

    /// As [`CutSession::new`] with a list in frames of the source.
    pub fn from_list<S: ByteSource + 's>(
        source: S,
        list: CutList,
        output: Output,
    ) -> Result<Self, CutError> {
        let decoder = Decoder::open(source)?;
        Self::of(decoder, &list, output, &VoiceTools::default())
    }

    fn of(
        decoder: Decoder<'s>,
        list: &CutList,
        output: Output,
        tools: &VoiceTools,
    ) -> Result<Self, CutError> {
        let file_bytes = decoder.len_bytes();
        let (rate, channels) = (decoder.sample_rate_hz(), decoder.channels());
        let chain = Chain::new(tools, &list.ranges(), rate, channels);
        let is_plain = chain.is_empty() && decoder.track().container != Container::Takes;
        if let (Output::Wav, [span], true) = (output, list.spans(), is_plain) {
            if let Some(copy) = WavCopy::open(decoder.source(), *span)? {
                return Ok(Self {
                    work: Work::Copy(copy),
                    file_bytes,
                });
            }
        }
        let sink: Box<dyn Sink> = match output {
            Output::Wav => Box::new(WavSink::new(rate, channels, Some(list.frames()))),
            Output::Mp3 { bitrate_kbps } => Box::new(Mp3Sink::new(rate, channels, bitrate_kbps)?),
            Output::Small { bitrate_kbps } => Box::new(SmallSink::new(rate, bitrate_kbps)?),
        };
        let encoding = Encoding {
            processing: Processing::new(Joining::new(decoder, list), chain),
            sink,
            begun: false,
        };
        Ok(Self {
            work: Work::Decode(Box::new(encoding)),
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
            Work::Decode(encoding) => {
                let mut more = true;
                while more && out.len() < enough {
                    more = encoding.step(out)?;
                }
                if more {
                    return Ok(Progress::Working {
                        fraction: encoding.processing.fraction(),
                    });
                }
                let Work::Decode(encoding) = core::mem::replace(&mut self.work, Work::Finished)
                else {
                    return Err(CutError::NothingKept);
                };
                encoding.finish(out)
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
