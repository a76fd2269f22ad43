//! Opus through `rusty-opus`: mono, stereo and the surround layouts of RFC 7845 §5.1.1.

use rusty_opus::OpusDecoder;

use super::syntax::packet;
use crate::pcm::PcmBlock;
use crate::track::Track;

use super::syntax::multistream::Layout;
use crate::codec::packet_decoder::{PacketDecoder, Refused, Unsupported};

/// Longest packet in frames (RFC 6716 §2.1.4: 120 ms).
const MAX_FRAMES: usize = 5_760;
/// Concealment fades out; past 120 ms the hole is plain silence.
const MAX_CONCEALED_FRAMES: usize = 5_760;
/// Frames concealed at once: 20 ms.
const CONCEALED_FRAMES: usize = 960;

/// Decodes Opus packets at 48 kHz.
pub struct OpusPackets {
    layout: Layout,
    /// One decoder a stream: the coupled (stereo) ones first.
    streams: Vec<OpusDecoder>,
    channels: usize,
    gain: f32,
    /// Standard framing of a self-delimited packet, and the decoded length of one stream.
    standard: Vec<u8>,
    interleaved: Vec<f32>,
    planar: PcmBlock,
    concealed: usize,
}

impl OpusPackets {
    /// A decoder for `track`, whose `codec_private` is an `OpusHead`, or empty for plain mono or stereo.
    pub fn new(track: &Track) -> Result<Self, Unsupported> {
        let head = track.codec_private.as_slice();
        let head = head.strip_prefix(b"OpusHead").unwrap_or(head);
        // Output gain, Q7.8 dB (RFC 7845 §5.1).
        let gain_q8 = head
            .get(8..10)
            .map_or(0, |b| i16::from_le_bytes([b[0], b[1]]));
        let channels = usize::from(track.channels);
        let refused = || Unsupported(format!("opus, {channels} channels"));
        let layout = Layout::new(head, channels).ok_or_else(refused)?;
        Ok(Self {
            streams: open(&layout).ok_or_else(refused)?,
            layout,
            channels,
            gain: libm::powf(10.0, f32::from(gain_q8) / 256.0 / 20.0),
            standard: Vec::new(),
            interleaved: vec![0.0; MAX_FRAMES * 2],
            planar: PcmBlock::new(),
            concealed: 0,
        })
    }

    /// Decodes `packet` (or conceals, when it is empty) to `frames` frames in `self.planar`.
    fn run(&mut self, packet: &[u8], frames: usize) -> Result<usize, Refused> {
        self.planar.reset(self.channels, frames);
        let mut rest = packet;
        let mut decoded = frames;
        for (index, stream) in self.streams.iter_mut().enumerate() {
            let width = self.layout.width(index);
            let out = &mut self.interleaved[..frames * width];
            let last = index + 1 == self.layout.streams();
            let part = if last || packet.is_empty() {
                rest
            } else {
                rest =
                    super::syntax::multistream::split(rest, &mut self.standard).ok_or(Refused)?;
                self.standard.as_slice()
            };
            decoded = stream
                .decode(part, frames, out)
                .map_err(|_| Refused)?
                .min(decoded);
            for channel in 0..self.channels {
                if let Some(side) = self.layout.side(channel, index) {
                    let from = out[side..].iter().step_by(width);
                    for (to, &sample) in self.planar.channel_mut(channel).iter_mut().zip(from) {
                        *to = sample * self.gain;
                    }
                }
            }
        }
        Ok(decoded)
    }
}

fn open(layout: &Layout) -> Option<Vec<OpusDecoder>> {
    (0..layout.streams())
        .map(|index| OpusDecoder::new(48_000, layout.width(index)).ok())
        .collect()
}

impl PacketDecoder for OpusPackets {
    fn decode(&mut self, packet: &[u8], out: &mut PcmBlock) -> Result<(), Refused> {
        let frames = packet::frames(packet).ok_or(Refused)? as usize;
        let decoded = self.run(packet, frames)?;
        self.concealed = 0;
        core::mem::swap(out, &mut self.planar);
        out.trim(0, decoded);
        Ok(())
    }

    fn conceal(&mut self, channels: usize, frames: usize, out: &mut PcmBlock) {
        debug_assert_eq!(channels, self.channels);
        out.reset(self.channels, frames);
        let mut at = 0;
        // Only whole 2.5 ms steps can be asked for; the rest stays silent.
        while at < frames && self.concealed < MAX_CONCEALED_FRAMES {
            let step = (frames - at).min(CONCEALED_FRAMES) / 120 * 120;
            if step == 0 || self.run(&[], step).is_err() {
                break;
            }
            for channel in 0..self.channels {
                out.channel_mut(channel)[at..at + step]
                    .copy_from_slice(self.planar.channel(channel));
            }
            at += step;
            self.concealed += step;
        }
    }

    fn reset(&mut self) {
        // The old ones first: memory never holds both. They were opened with the same numbers before.
        self.streams.clear();
        if let Some(streams) = open(&self.layout) {
            self.streams = streams;
        }
        self.concealed = 0;
    }
}
