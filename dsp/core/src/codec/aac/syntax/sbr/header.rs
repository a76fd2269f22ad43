//! `sbr_header` (ISO 14496-3 table 4.63).

use crate::bits::reader::Bits;

/// Where the bands of the upper half are, and how their gains are limited.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Header {
    /// Levels have steps of 3 dB, else of 1.5 dB.
    pub coarse: bool,
    /// Indices of the lowest and the highest frequency.
    pub start: u8,
    pub stop: u8,
    /// Bands of the master table below the first that is replicated.
    pub crossover: u8,
    /// 0: bands of equal width; 1…3: 12, 10 or 8 an octave.
    pub scale: u8,
    /// Wider bands (scale 0: all, else the upper ones).
    pub wider: bool,
    /// Noise floors an octave.
    pub noise_bands: u8,
    /// 0: one limiter band; 1…3: 1.2, 2 or 3 an octave.
    pub limiter_bands: u8,
    /// Index of the limit.
    pub limiter_gain: u8,
    /// Energies are compared line by line, else band by band.
    pub interpolates: bool,
    /// Gains change at once, else over five lines of time.
    pub steps: bool,
}

impl Header {
    /// Reads it.
    pub fn read(bits: &mut Bits<'_>) -> Option<Self> {
        let mut header = Self {
            coarse: bits.read(1)? == 1,
            start: bits.read(4)? as u8,
            stop: bits.read(4)? as u8,
            crossover: bits.read(3)? as u8,
            scale: 2,
            wider: true,
            noise_bands: 2,
            limiter_bands: 2,
            limiter_gain: 2,
            interpolates: true,
            steps: true,
        };
        bits.skip(2)?;
        let extra = [bits.read(1)? == 1, bits.read(1)? == 1];
        if extra[0] {
            header.scale = bits.read(2)? as u8;
            header.wider = bits.read(1)? == 1;
            header.noise_bands = bits.read(2)? as u8;
        }
        if extra[1] {
            header.limiter_bands = bits.read(2)? as u8;
            header.limiter_gain = bits.read(2)? as u8;
            header.interpolates = bits.read(1)? == 1;
            header.steps = bits.read(1)? == 1;
        }
        Some(header)
    }

    /// Whether both have the same bands, so that decoding goes on (§4.6.18.2.5).
    pub fn has_bands_of(&self, other: &Self) -> bool {
        let bands = |header: &Self| {
            let Self {
                start,
                stop,
                crossover,
                scale,
                wider,
                noise_bands,
                ..
            } = *header;
            (start, stop, crossover, scale, wider, noise_bands)
        };
        bands(self) == bands(other)
    }
}
