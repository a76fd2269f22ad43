//! The byte-copy path: one region of a WAVE file to WAVE needs no decoding, whatever its samples are.

use crate::container::riff::{WavHeader, WavSpec};
use crate::container::{self, Codec, Container, ContainerError, Demuxer, Packet};
use crate::source::ByteSource;

use super::cut_list::Span;
use super::sink::SinkEnd;

/// Copies one span of PCM frames.
pub struct WavCopy<'s> {
    demuxer: Box<dyn Demuxer + 's>,
    packet: Packet,
    span: Span,
    spec: WavSpec,
    header: WavHeader,
    data_bytes: u64,
    begun: bool,
}

impl<'s> WavCopy<'s> {
    /// A copier, or `None` when `source` is not PCM in WAVE or AIFF.
    pub fn open<S: ByteSource + 's>(source: S, span: Span) -> Result<Option<Self>, ContainerError> {
        let file_bytes = source.len();
        let mut demuxer = container::open(source)?;
        let track = demuxer.track();
        let Codec::Pcm(format) = track.codec else {
            return Ok(None);
        };
        if !matches!(track.container, Container::Wav | Container::Aiff) {
            return Ok(None);
        }
        let spec = WavSpec {
            format,
            channels: track.channels,
            sample_rate_hz: track.sample_rate_hz,
        };
        demuxer.jump_to(span.start)?;
        Ok(Some(Self {
            demuxer,
            packet: Packet::default(),
            span,
            spec,
            header: WavHeader::new(spec, Some(file_bytes)),
            data_bytes: 0,
            begun: false,
        }))
    }

    /// The copied range.
    pub fn spec(&self) -> WavSpec {
        self.spec
    }

    /// Frames copied so far.
    pub fn frames(&self) -> u64 {
        self.data_bytes / self.spec.block_bytes()
    }

    /// Appends the next piece to `out`; `false` when all was copied.
    pub fn step(&mut self, out: &mut Vec<u8>) -> Result<bool, ContainerError> {
        if !self.begun {
            self.begun = true;
            out.extend_from_slice(&self.header.provisional());
        }
        if !self.demuxer.next_packet(&mut self.packet)? {
            return Ok(false);
        }
        let block = self.spec.block_bytes();
        let first = self.packet.timestamp.unwrap_or(0);
        let frames = self.packet.data.len() as u64 / block;
        let from = self.span.start.saturating_sub(first).min(frames);
        let to = self.span.end.saturating_sub(first).min(frames);
        let bytes = &self.packet.data[(from * block) as usize..(to.max(from) * block) as usize];
        out.extend_from_slice(bytes);
        self.data_bytes += bytes.len() as u64;
        Ok(first + frames < self.span.end)
    }

    /// Ends the file.
    pub fn finish(&self, out: &mut Vec<u8>) -> SinkEnd {
        let (patch, padding) = self.header.finish(self.data_bytes);
        out.extend_from_slice(padding);
        SinkEnd {
            patches: vec![patch],
            frames: self.frames(),
        }
    }
}
