//! How many frames a packet decodes to, read from the packet itself: what places packets between
//! two time stamps and adds up to an exact duration without decoding.

use super::aac_config::AacConfig;
use super::packet_frames::{self, VorbisSizes};
use super::{Codec, PcmFormat, Track};

/// Counts frames packet by packet; Vorbis needs the packet before, so feed them in order.
#[derive(Debug, Clone)]
pub struct PacketClock {
    kind: Kind,
}

#[derive(Debug, Clone)]
enum Kind {
    Opus,
    Vorbis(VorbisSizes),
    Fixed(u64),
    Mp3,
    Flac { default_frames: u64 },
    Pcm { bytes_per_frame: usize },
}

impl PacketClock {
    /// A clock for the packets of `track`.
    pub fn new(track: &Track) -> Self {
        let kind = match track.codec {
            Codec::Opus => Kind::Opus,
            Codec::Vorbis => {
                vorbis_sizes(&track.codec_private).map_or(Kind::Fixed(0), Kind::Vorbis)
            }
            Codec::AacLc => Kind::Fixed(
                AacConfig::parse(&track.codec_private)
                    .map_or(1024, |config| u64::from(config.frame_length)),
            ),
            Codec::Mp3 => Kind::Mp3,
            Codec::Flac => Kind::Flac {
                default_frames: track
                    .codec_private
                    .get(2..4)
                    .map_or(4096, |max| u64::from(u16::from_be_bytes([max[0], max[1]]))),
            },
            Codec::Pcm(format) => Kind::Pcm {
                bytes_per_frame: bytes_per_sample(format) * usize::from(track.channels.max(1)),
            },
        };
        Self { kind }
    }

    /// A clock that does not look: every packet lasts 0 frames.
    pub fn uncounted() -> Self {
        Self {
            kind: Kind::Fixed(0),
        }
    }

    /// Frames the packet decodes to; `None` when the packet cannot be one of this codec.
    pub fn frames(&mut self, packet: &[u8]) -> Option<u64> {
        match &mut self.kind {
            Kind::Opus => packet_frames::opus(packet).map(u64::from),
            Kind::Vorbis(sizes) => sizes.frames(packet).map(u64::from),
            Kind::Fixed(frames) => (!packet.is_empty()).then_some(*frames),
            Kind::Mp3 => mp3_frames(packet),
            Kind::Flac { default_frames } => flac_frames(packet, *default_frames),
            Kind::Pcm { bytes_per_frame } => Some((packet.len() / *bytes_per_frame) as u64),
        }
    }

    /// Forgets the packet before (after a gap or at a new stream).
    pub fn reset(&mut self) {
        if let Kind::Vorbis(sizes) = &mut self.kind {
            sizes.reset();
        }
    }
}

/// Bytes of one sample as stored.
pub fn bytes_per_sample(format: PcmFormat) -> usize {
    match format {
        PcmFormat::U8 => 1,
        PcmFormat::S16 => 2,
        PcmFormat::S24 => 3,
        PcmFormat::S32 | PcmFormat::F32 => 4,
        PcmFormat::F64 => 8,
    }
}

/// Frames of one Layer III frame by its version bits (ISO 11172-3 §2.4.2.1, 13818-3 §2.4.2.1).
fn mp3_frames(packet: &[u8]) -> Option<u64> {
    match packet {
        [0xFF, second, ..] if second & 0xE0 == 0xE0 => {
            Some(if second >> 3 & 3 == 3 { 1152 } else { 576 })
        }
        _ => None,
    }
}

/// Block size of a FLAC frame (RFC 9639 §9.1.1).
fn flac_frames(packet: &[u8], default_frames: u64) -> Option<u64> {
    let [0xFF, second, third, _, rest @ ..] = packet else {
        return None;
    };
    if second & 0xFC != 0xF8 {
        return None;
    }
    // The coded number is as long as UTF-8 says, up to seven bytes.
    let coded = match rest.first()?.leading_ones() as usize {
        0 => 1,
        count @ 2..=7 => count,
        _ => return None,
    };
    Some(match third >> 4 {
        0 => default_frames,
        1 => 192,
        code @ 2..=5 => 144 << code,
        6 => u64::from(*rest.get(coded)?) + 1,
        7 => {
            u64::from(u16::from_be_bytes([
                *rest.get(coded)?,
                *rest.get(coded + 1)?,
            ])) + 1
        }
        code => 1 << code,
    })
}

/// From the three headers of [`Codec::Vorbis`], each behind a u32 little-endian length.
fn vorbis_sizes(codec_private: &[u8]) -> Option<VorbisSizes> {
    let mut headers = codec_private;
    let mut next = || {
        let (length, rest) = headers.split_first_chunk::<4>()?;
        let length = u32::from_le_bytes(*length) as usize;
        let header = rest.get(..length)?;
        headers = &rest[length..];
        Some(header)
    };
    let identification = next()?;
    next()?;
    VorbisSizes::new(identification, next()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_flac_block_sizes() {
        assert_eq!(flac_frames(&[0xFF, 0xF8, 0xC9, 0x18, 0x00], 0), Some(4096));
        assert_eq!(flac_frames(&[0xFF, 0xF8, 0x19, 0x18, 0x00], 0), Some(192));
        assert_eq!(
            flac_frames(&[0xFF, 0xF8, 0x69, 0x18, 0x00, 99], 0),
            Some(100)
        );
        assert_eq!(
            flac_frames(&[0xFF, 0xF8, 0x79, 0x18, 0xC4, 0x80, 0x01, 0x00], 0),
            Some(257)
        );
        assert_eq!(flac_frames(&[0xFF, 0xF8, 0x79, 0x18], 0), None);
        assert_eq!(flac_frames(&[0x00, 0xF8, 0x79, 0x18], 0), None);
    }
}
