//! ALAC through Symphonia's codec, fed with the packets of our demuxers.

use symphonia_codec_alac::AlacDecoder;
use symphonia_core::audio::{Audio, GenericAudioBufferRef};
use symphonia_core::codecs::audio::well_known::CODEC_ID_ALAC;
use symphonia_core::codecs::audio::{AudioCodecParameters, AudioDecoder, AudioDecoderOptions};
use symphonia_core::packet::PacketRef;
use symphonia_core::units::{Duration, Timestamp};

use super::syntax::{AlacConfig, CONFIG_BYTES};
use crate::codec::packet_decoder::{PacketDecoder, Refused, Unsupported};
use crate::pcm::PcmBlock;
use crate::track::Track;

/// Symphonia's samples are 32-bit integers, whatever the file's.
const FULL_SCALE: f32 = 2_147_483_648.0;

/// Symphonia's ALAC codec.
pub struct AlacPackets {
    decoder: AlacDecoder,
}

impl AlacPackets {
    /// A decoder for `track`.
    pub fn new(track: &Track) -> Result<Self, Unsupported> {
        let refused = || Unsupported("alac".into());
        AlacConfig::parse(&track.codec_private).ok_or_else(refused)?;
        let mut parameters = AudioCodecParameters::new();
        parameters
            .for_codec(CODEC_ID_ALAC)
            .with_sample_rate(track.sample_rate_hz)
            .with_extra_data(track.codec_private[..CONFIG_BYTES].into());
        let decoder = AlacDecoder::try_new(&parameters, &AudioDecoderOptions::default())
            .map_err(|_| refused())?;
        Ok(Self { decoder })
    }
}

impl PacketDecoder for AlacPackets {
    fn decode(&mut self, packet: &[u8], out: &mut PcmBlock) -> Result<(), Refused> {
        let packet = PacketRef::new(0, Timestamp::new(0), Duration::new(0), packet);
        match self.decoder.decode_ref(&packet).map_err(|_| Refused)? {
            GenericAudioBufferRef::S32(buffer) => {
                out.reset(buffer.num_planes(), buffer.frames());
                for channel in 0..buffer.num_planes() {
                    if let Some(plane) = buffer.plane(channel) {
                        let samples = out.channel_mut(channel).iter_mut().zip(plane);
                        samples.for_each(|(out, &sample)| *out = sample as f32 / FULL_SCALE);
                    }
                }
            }
            _ => return Err(Refused),
        }
        Ok(())
    }

    fn reset(&mut self) {
        self.decoder.reset();
    }
}
