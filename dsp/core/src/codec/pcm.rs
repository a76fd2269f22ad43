//! Stored PCM to planar floats. 16-bit samples become `s / 32768`, exactly, so that writing them
//! back gives the same bytes.

use crate::pcm::PcmBlock;
use crate::track::{Codec, Container, PcmFormat, Track};

use super::family::{ChannelOrder, Family, PacketFrames, PacketScrub, Preroll};
use super::packet_decoder::{PacketDecoder, Refused, Unsupported};

/// The codec as the engine asks for it.
pub struct Pcm;

impl Family for Pcm {
    fn decoder(&self, track: &Track) -> Result<Box<dyn PacketDecoder>, Unsupported> {
        match track.codec {
            Codec::Pcm(format) => Ok(Box::new(PcmPackets::new(format, track.channels))),
            other => Err(Unsupported(other.name().to_owned())),
        }
    }

    fn preroll(&self, _track: &Track) -> Preroll {
        Preroll::None
    }

    fn frames(&self, track: &Track) -> Box<dyn PacketFrames> {
        Box::new(Blocks::of(track))
    }

    fn scrub(&self, track: &Track) -> Option<Box<dyn PacketScrub>> {
        Some(Box::new(Blocks::of(track)))
    }

    fn channel_order(&self) -> ChannelOrder {
        ChannelOrder::Wave
    }

    fn copied_into(&self, _found_in: Container) -> Container {
        Container::Wav
    }
}

/// Bytes of one sample of every channel.
#[derive(Debug)]
struct Blocks(usize);

impl Blocks {
    fn of(track: &Track) -> Self {
        let bytes = match track.codec {
            Codec::Pcm(format) => format.bytes(),
            _ => 1,
        };
        Self(bytes * usize::from(track.channels.max(1)))
    }
}

impl PacketFrames for Blocks {
    fn frames(&mut self, packet: &[u8]) -> Option<u64> {
        Some((packet.len() / self.0) as u64)
    }

    fn place(&mut self, packet: &[u8]) -> Option<u32> {
        u32::try_from(packet.len() / self.0).ok()
    }

    fn boxed_clone(&self) -> Box<dyn PacketFrames> {
        Box::new(Self(self.0))
    }
}

impl PacketScrub for Blocks {
    fn packet(&mut self, packet: &mut Vec<u8>) -> bool {
        packet.truncate(packet.len() / self.0 * self.0);
        !packet.is_empty()
    }
}

/// Converts interleaved PCM.
pub struct PcmPackets {
    format: PcmFormat,
    channels: usize,
}

impl PcmPackets {
    /// A converter for packets of `channels` interleaved channels.
    pub fn new(format: PcmFormat, channels: u16) -> Self {
        Self {
            format,
            channels: usize::from(channels.max(1)),
        }
    }
}

impl PacketDecoder for PcmPackets {
    fn decode(&mut self, packet: &[u8], out: &mut PcmBlock) -> Result<(), Refused> {
        let bytes = self.format.bytes();
        let block = bytes * self.channels;
        out.reset(self.channels, packet.len() / block);
        for channel in 0..self.channels {
            let samples = packet.get(channel * bytes..).unwrap_or(&[]).chunks(block);
            let plane = out.channel_mut(channel).iter_mut().zip(samples);
            match self.format {
                PcmFormat::U8 => plane.for_each(|(to, s)| *to = (f32::from(s[0]) - 128.0) / 128.0),
                PcmFormat::S16 => plane.for_each(|(to, s)| {
                    *to = f32::from(i16::from_le_bytes([s[0], s[1]])) / 32_768.0;
                }),
                PcmFormat::S24 => plane.for_each(|(to, s)| {
                    *to = (i32::from_le_bytes([0, s[0], s[1], s[2]]) >> 8) as f32 / 8_388_608.0;
                }),
                PcmFormat::S32 => plane.for_each(|(to, s)| {
                    *to = i32::from_le_bytes([s[0], s[1], s[2], s[3]]) as f32 / 2_147_483_648.0;
                }),
                PcmFormat::S64 => plane.for_each(|(to, s)| {
                    *to = i32::from_le_bytes([s[4], s[5], s[6], s[7]]) as f32 / 2_147_483_648.0;
                }),
                PcmFormat::F32 => plane.for_each(|(to, s)| {
                    *to = finite(f32::from_le_bytes([s[0], s[1], s[2], s[3]]));
                }),
                PcmFormat::F64 => plane.for_each(|(to, s)| {
                    let value = [s[0], s[1], s[2], s[3], s[4], s[5], s[6], s[7]];
                    *to = finite(f64::from_le_bytes(value) as f32);
                }),
                PcmFormat::ALaw => plane.for_each(|(to, s)| *to = from_alaw(s[0])),
                PcmFormat::MuLaw => plane.for_each(|(to, s)| *to = from_mulaw(s[0])),
            }
        }
        Ok(())
    }

    fn reset(&mut self) {}
}

/// ITU-T G.711 table 1: sign, three bits of segment, four of step, every other bit inverted. Sixteen
/// bits of full scale, as every reader gives them.
fn from_alaw(code: u8) -> f32 {
    let code = code ^ 0x55;
    let step = i32::from(code & 15) << 4 | 8;
    let magnitude = match code >> 4 & 7 {
        0 => step,
        segment => (step | 0x100) << (segment - 1),
    };
    let sign = if code & 0x80 == 0 { -1 } else { 1 };
    (sign * magnitude) as f32 / 32_768.0
}

/// ITU-T G.711 table 2: all bits inverted, steps biased by 33 of 8,192.
fn from_mulaw(code: u8) -> f32 {
    let code = !code;
    let magnitude = ((i32::from(code & 15) << 3 | 0x84) << (code >> 4 & 7)) - 0x84;
    let sign = if code & 0x80 == 0 { 1 } else { -1 };
    (sign * magnitude) as f32 / 32_768.0
}

/// Float files may contain anything; a value that is not a number would break every later meter.
fn finite(sample: f32) -> f32 {
    if sample.is_finite() {
        sample
    } else {
        0.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn companded_codes_have_the_values_of_g711() {
        // Of 16 bits: largest, smallest and a middle value of either sign.
        for (code, wanted) in [
            (0xAA, 32_256),
            (0x2A, -32_256),
            (0xD5, 8),
            (0x55, -8),
            (0x85, 4_224),
        ] {
            assert_eq!(from_alaw(code), wanted as f32 / 32_768.0, "A {code:#x}");
        }
        for (code, wanted) in [
            (0x80, 32_124),
            (0x00, -32_124),
            (0xFF, 0),
            (0xFE, 8),
            (0x9F, 8_316),
        ] {
            assert_eq!(from_mulaw(code), wanted as f32 / 32_768.0, "µ {code:#x}");
        }
    }

    #[test]
    fn full_scale_is_one_in_every_format() {
        for (format, lowest, half) in [
            (PcmFormat::U8, vec![0u8], vec![192u8]),
            (PcmFormat::S16, vec![0, 0x80], vec![0, 0x40]),
            (PcmFormat::S24, vec![0, 0, 0x80], vec![0, 0, 0x40]),
            (PcmFormat::S32, vec![0, 0, 0, 0x80], vec![0, 0, 0, 0x40]),
            (
                PcmFormat::S64,
                vec![0, 0, 0, 0, 0, 0, 0, 0x80],
                vec![0, 0, 0, 0, 0, 0, 0, 0x40],
            ),
            (
                PcmFormat::F32,
                (-1f32).to_le_bytes().to_vec(),
                0.5f32.to_le_bytes().to_vec(),
            ),
            (
                PcmFormat::F64,
                (-1f64).to_le_bytes().to_vec(),
                0.5f64.to_le_bytes().to_vec(),
            ),
        ] {
            let packet = [lowest.clone(), half.clone(), half, lowest].concat();
            let mut out = PcmBlock::new();
            PcmPackets::new(format, 2)
                .decode(&packet, &mut out)
                .unwrap();
            assert_eq!(out.channel(0), [-1.0, 0.5], "{format:?}");
            assert_eq!(out.channel(1), [0.5, -1.0], "{format:?}");
        }
    }
}
