//! Opus through `rusty-opus`: mono, stereo and the surround layouts of RFC 7845 §5.1.1.

use rusty_opus::multistream::OpusMSDecoder;
use rusty_opus::OpusDecoder;

use crate::container::{packet_frames, Track};
use crate::pcm::PcmBlock;

use super::codec::{PacketDecoder, Refused};
use super::DecodeError;

/// Longest packet in frames (RFC 6716 §2.1.4: 120 ms).
const MAX_FRAMES: usize = 5_760;
/// Concealment fades out; past 120 ms the hole is plain silence.
const MAX_CONCEALED_FRAMES: usize = 5_760;
/// Frames concealed at once: 20 ms.
const CONCEALED_FRAMES: usize = 960;

enum Streams {
    One(Box<OpusDecoder>),
    Many(Box<OpusMSDecoder>, i32),
}

/// Decodes Opus packets at 48 kHz.
pub struct OpusPackets {
    streams: Streams,
    channels: usize,
    gain: f32,
    interleaved: Vec<f32>,
    concealed: usize,
}

impl OpusPackets {
    /// A decoder for `track`, whose `codec_private` is an `OpusHead`, or empty for plain mono or stereo.
    pub fn new(track: &Track) -> Result<Self, DecodeError> {
        let head = track.codec_private.as_slice();
        let head = head.strip_prefix(b"OpusHead").unwrap_or(head);
        // Output gain, Q7.8 dB (RFC 7845 §5.1).
        let gain_q8 = head
            .get(8..10)
            .map_or(0, |b| i16::from_le_bytes([b[0], b[1]]));
        let family = head.get(10).copied().unwrap_or(0);
        let channels = usize::from(track.channels);
        let streams = open(channels, i32::from(family))?;
        Ok(Self {
            streams,
            channels,
            gain: libm::powf(10.0, f32::from(gain_q8) / 256.0 / 20.0),
            interleaved: vec![0.0; MAX_FRAMES * channels],
            concealed: 0,
        })
    }

    fn run(&mut self, packet: &[u8], frames: usize) -> Result<usize, Refused> {
        let out = &mut self.interleaved[..frames * self.channels];
        match &mut self.streams {
            Streams::One(decoder) => decoder.decode(packet, frames, out).map_err(|_| Refused),
            Streams::Many(decoder, _) => decoder.decode(packet, frames, out).map_err(|_| Refused),
        }
    }

    fn copy_out(&self, frames: usize, out: &mut PcmBlock, at: usize) {
        for channel in 0..self.channels {
            let to = out.channel_mut(channel)[at..].iter_mut();
            let from = self.interleaved[channel..]
                .iter()
                .step_by(self.channels)
                .take(frames);
            to.zip(from)
                .for_each(|(to, &sample)| *to = sample * self.gain);
        }
    }
}

fn open(channels: usize, family: i32) -> Result<Streams, DecodeError> {
    let refused = |_| DecodeError::UnsupportedCodec(format!("opus, {channels} channels"));
    Ok(if channels <= 2 {
        Streams::One(Box::new(
            OpusDecoder::new(48_000, channels).map_err(refused)?,
        ))
    } else {
        let decoder = OpusMSDecoder::new(48_000, channels, family).map_err(refused)?;
        Streams::Many(Box::new(decoder), family)
    })
}

impl PacketDecoder for OpusPackets {
    fn decode(&mut self, packet: &[u8], out: &mut PcmBlock) -> Result<(), Refused> {
        let frames = packet_frames::opus(packet).ok_or(Refused)? as usize;
        let decoded = self.run(packet, frames)?.min(frames);
        self.concealed = 0;
        out.reset(self.channels, decoded);
        self.copy_out(decoded, out, 0);
        Ok(())
    }

    fn conceal(&mut self, channels: usize, frames: usize, out: &mut PcmBlock) {
        debug_assert_eq!(channels, self.channels);
        out.reset(self.channels, frames);
        let mut at = 0;
        // Only whole 2.5 ms steps can be asked for; the rest stays silent.
        while at < frames && self.concealed < MAX_CONCEALED_FRAMES {
            let step = (frames - at).min(CONCEALED_FRAMES) / 120 * 120;
            if step == 0 {
                break;
            }
            match self.run(&[], step) {
                Ok(got) => self.copy_out(got.min(step), out, at),
                Err(Refused) => break,
            }
            at += step;
            self.concealed += step;
        }
    }

    fn reset(&mut self) {
        let family = match &self.streams {
            Streams::One(_) => 0,
            Streams::Many(_, family) => *family,
        };
        // It was opened with the same numbers before.
        if let Ok(streams) = open(self.channels, family) {
            self.streams = streams;
        }
        self.concealed = 0;
    }
}
