//! A copy to publish: the same packets if all of them are played ([`Remux`]); else an MP3 of the audible part
//! where the file contains sound that a cut hides, so that the copy contains none of it, where recordings
//! with different channels or rates follow each other, and where browsers do not play the codec.

use crate::container::remux::{Remux, RemuxReport};
use crate::container::riff::HeaderPatch;
use crate::container::{Codec, Container, ContainerError};
use crate::decode::Decoder;
use crate::hash::Sha256;
use crate::pcm::PcmBlock;
use crate::source::{ByteSource, Shared};

use super::error::CutError;
use super::sink::{Mp3Sink, Sink};

/// A step ends when it has written this many bytes.
const STEP_BYTES: usize = 128 * 1024;

/// A copy in progress. Memory does not depend on the length of the source.
pub struct CleanCopy<'s> {
    work: Work<'s>,
    report: Option<RemuxReport>,
}

enum Work<'s> {
    Packets(Box<Remux<'s>>),
    Sound(Box<Encoding<'s>>),
}

/// The audible part, as MP3.
struct Encoding<'s> {
    decoder: Decoder<'s>,
    block: PcmBlock,
    /// `None` when it is finished.
    sink: Option<Box<Mp3Sink>>,
    begun: bool,
    /// Of the MP3's frames after the one that counts them.
    sound: Sha256,
    frames: u64,
    cut_seconds: f64,
    patches: Vec<HeaderPatch>,
}

impl<'s> CleanCopy<'s> {
    /// Opens the source. Reads the whole source if its sound must be encoded.
    pub fn new<S: ByteSource + 's>(source: S) -> Result<Self, CutError> {
        let source = Shared::new(source);
        let work = match Remux::open(source.clone())? {
            Some(remux) => Work::Packets(Box::new(remux)),
            None => Work::Sound(Box::new(Encoding::new(source)?)),
        };
        Ok(Self { work, report: None })
    }

    /// Does a bounded piece of work and appends its output; `false` when all is written but
    /// the patches.
    pub fn step(&mut self, out: &mut Vec<u8>) -> Result<bool, CutError> {
        if self.report.is_some() {
            return Ok(false);
        }
        let begun = out.len();
        self.report = match &mut self.work {
            Work::Packets(remux) => {
                let more = remux.step(out)?;
                if remux.leaves_out() {
                    out.truncate(begun);
                    let mut encoding = Encoding::new(remux.source())?;
                    // All that is hidden is what the codec itself puts first.
                    encoding.cut_seconds = 0.0;
                    self.work = Work::Sound(Box::new(encoding));
                    return Ok(true);
                }
                remux.report().filter(|_| !more).cloned()
            }
            Work::Sound(encoding) => encoding.step(out)?,
        };
        Ok(self.report.is_none())
    }

    /// Share of the work done, 0…1.
    pub fn progress(&self) -> f64 {
        match &self.work {
            Work::Packets(remux) => remux.progress(),
            Work::Sound(encoding) => {
                let done = encoding.decoder.position_frames() as f64;
                (done / encoding.frames.max(1) as f64).min(1.0)
            }
        }
    }

    /// The report; `None` before the end. No packets are counted where the sound was encoded.
    pub fn report(&self) -> Option<&RemuxReport> {
        self.report.as_ref()
    }

    /// Bytes to write over the beginning at the end.
    pub fn patches(&self) -> &[HeaderPatch] {
        match &self.work {
            Work::Packets(_) => &[],
            Work::Sound(encoding) => &encoding.patches,
        }
    }
}

/// An hour at 96 kbit/s is 43 MB, below every limit of an upload; up to 50 minutes there is room for 128.
fn bitrate_kbps(seconds: f64) -> u32 {
    if seconds > 3_000.0 {
        96
    } else {
        128
    }
}

impl<'s> Encoding<'s> {
    fn new(source: Shared<'s>) -> Result<Self, CutError> {
        let frames = Decoder::open(source.clone())?.count_frames()?;
        let mut decoder = Decoder::open(source)?;
        let rate = decoder.sample_rate_hz();
        let seconds = frames as f64 / f64::from(rate);
        let sink = Mp3Sink::new(rate, decoder.channels(), bitrate_kbps(seconds))?;
        Ok(Self {
            cut_seconds: decoder.hidden_frames()? as f64 / f64::from(rate),
            decoder,
            block: PcmBlock::new(),
            sink: Some(Box::new(sink)),
            begun: false,
            sound: Sha256::new(),
            frames,
            patches: Vec::new(),
        })
    }

    fn step(&mut self, out: &mut Vec<u8>) -> Result<Option<RemuxReport>, CutError> {
        let full = out.len() + STEP_BYTES;
        if !core::mem::replace(&mut self.begun, true) {
            self.sink.iter_mut().for_each(|sink| sink.begin(out));
        }
        let mut hashed = out.len();
        while out.len() < full {
            if !self.decoder.next_block(&mut self.block)? {
                let sink = self
                    .sink
                    .take()
                    .filter(|_| self.decoder.position_frames() > 0);
                let sink = sink.ok_or(ContainerError::NoAudio)?;
                let sample_rate_hz = sink.sample_rate_hz();
                let end = (sink as Box<dyn Sink>).finish(out)?;
                self.sound.update(out.get(hashed..).unwrap_or_default());
                self.patches = end.patches;
                return Ok(Some(RemuxReport {
                    container: Container::MpegAudio,
                    codec: Codec::Mp3,
                    channels: self.decoder.channels() as u16,
                    sample_rate_hz,
                    frames: end.frames,
                    packets: 0,
                    sound_sha256: self.sound.clone().finish(),
                    removed: self.decoder.metadata().to_vec(),
                    damage: self.decoder.byte_damage().to_vec(),
                    dropped_video: self.decoder.has_video(),
                    cut_seconds: self.cut_seconds,
                }));
            }
            if let Some(sink) = &mut self.sink {
                sink.write(&self.block.planes(), out)?;
            }
            self.sound.update(out.get(hashed..).unwrap_or_default());
            hashed = out.len();
        }
        Ok(None)
    }
}
