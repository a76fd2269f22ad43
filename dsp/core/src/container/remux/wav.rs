//! WAVE: `fmt ` and `data`, nothing else. It has no time stamps, so that gaps become silence.

use super::{Framed, Mux, Totals};
use crate::container::riff::{WavHeader, WavSpec};
use crate::container::{ContainerError, PcmFormat, Track};

/// Silence written at once, in bytes.
const SILENCE_BYTES: u64 = 64 * 1024;

pub struct WavMux {
    spec: WavSpec,
    bytes: u64,
    /// Silence still to be written.
    owed: u64,
}

impl WavMux {
    pub fn new(track: &Track, format: PcmFormat) -> Self {
        let spec = WavSpec {
            format,
            channels: track.channels,
            sample_rate_hz: track.sample_rate_hz,
        };
        Self {
            spec,
            bytes: 0,
            owed: 0,
        }
    }
}

impl WavMux {
    /// Bytes of silence after a packet.
    fn gap(&self, packet: &Framed<'_>) -> u64 {
        let frame_bytes = self.spec.format.bytes() as u64 * u64::from(self.spec.channels);
        packet.span.saturating_sub(packet.frames) * frame_bytes
    }
}

impl Mux for WavMux {
    fn measure(&mut self, packet: &Framed<'_>) {
        self.bytes += packet.data.len() as u64 + self.gap(packet);
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
        self.owed = self.gap(packet);
    }

    fn pay(&mut self, out: &mut Vec<u8>) -> bool {
        let count = self.owed.min(SILENCE_BYTES);
        self.owed -= count;
        // Eight bits are unsigned: their silence is in the middle.
        let silence = match self.spec.format {
            PcmFormat::U8 => 0x80,
            _ => 0,
        };
        out.resize(out.len() + count as usize, silence);
        count > 0
    }

    fn end_pass(&mut self, _pass: usize, out: &mut Vec<u8>) {
        if self.bytes % 2 == 1 {
            out.push(0);
        }
    }
}
