//! WAVE: `fmt ` and `data`, nothing else.

use super::{Framed, Mux, Totals};
use crate::container::riff::{WavHeader, WavSpec};
use crate::container::{ContainerError, PcmFormat, Track};

pub struct WavMux {
    spec: WavSpec,
    bytes: u64,
}

impl WavMux {
    pub fn new(track: &Track, format: PcmFormat) -> Self {
        let spec = WavSpec {
            format,
            channels: track.channels,
            sample_rate_hz: track.sample_rate_hz,
        };
        Self { spec, bytes: 0 }
    }
}

impl Mux for WavMux {
    fn measure(&mut self, packet: &Framed<'_>) {
        self.bytes += packet.data.len() as u64;
    }

    fn head(
        &mut self,
        _track: &Track,
        _totals: &Totals,
        out: &mut Vec<u8>,
    ) -> Result<(), ContainerError> {
        let (header, _) = WavHeader::new(self.spec, Some(self.bytes)).finish(self.bytes);
        out.extend(header.bytes);
        Ok(())
    }

    fn write(&mut self, _pass: usize, packet: &Framed<'_>, out: &mut Vec<u8>) {
        out.extend_from_slice(packet.data);
    }

    fn end_pass(&mut self, _pass: usize, out: &mut Vec<u8>) {
        if self.bytes % 2 == 1 {
            out.push(0);
        }
    }
}
