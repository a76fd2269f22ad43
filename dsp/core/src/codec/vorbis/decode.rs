//! Vorbis through Symphonia's codec, fed with the packets of our demuxers.

use symphonia_codec_vorbis::VorbisDecoder;
use symphonia_core::audio::{Audio, GenericAudioBufferRef};
use symphonia_core::codecs::audio::well_known::CODEC_ID_VORBIS;
use symphonia_core::codecs::audio::{AudioCodecParameters, AudioDecoder, AudioDecoderOptions};
use symphonia_core::packet::PacketRef;
use symphonia_core::units::{Duration, Timestamp};

use crate::pcm::PcmBlock;
use crate::track::Track;

use super::syntax::setup_header;
use crate::codec::packet_decoder::{PacketDecoder, Refused, Unsupported};

/// Symphonia's Vorbis codec.
pub struct VorbisPackets {
    decoder: VorbisDecoder,
}

impl VorbisPackets {
    /// A decoder for `track`.
    pub fn new(track: &Track) -> Result<Self, Unsupported> {
        let mut parameters = AudioCodecParameters::new();
        let set_up = vorbis_set_up(&track.codec_private).ok_or_else(|| refused(track))?;
        parameters
            .for_codec(CODEC_ID_VORBIS)
            .with_sample_rate(track.sample_rate_hz)
            .with_extra_data(set_up.into_boxed_slice());
        // "Gapless" also makes the decoder drop its first, incomplete packet.
        let options = AudioDecoderOptions::default().gapless(true);
        let decoder = VorbisDecoder::try_new(&parameters, &options).map_err(|_| refused(track))?;
        Ok(Self { decoder })
    }
}

fn refused(track: &Track) -> Unsupported {
    Unsupported(format!("{:?}, {} channels", track.codec, track.channels))
}

/// Symphonia takes the identification and the set-up header, one after the other.
fn vorbis_set_up(codec_private: &[u8]) -> Option<Vec<u8>> {
    let [identification, _, set_up] = super::syntax::headers::split(codec_private)?;
    if !setup_header::is_sound(set_up) {
        return None;
    }
    Some([identification, set_up].concat())
}

impl PacketDecoder for VorbisPackets {
    fn decode(&mut self, packet: &[u8], out: &mut PcmBlock) -> Result<(), Refused> {
        let packet = PacketRef::new(0, Timestamp::new(0), Duration::new(0), packet);
        match self.decoder.decode_ref(&packet).map_err(|_| Refused)? {
            GenericAudioBufferRef::F32(buffer) => {
                out.reset(buffer.num_planes(), buffer.frames());
                for channel in 0..buffer.num_planes() {
                    if let Some(plane) = buffer.plane(channel) {
                        out.channel_mut(channel).copy_from_slice(plane);
                    }
                }
            }
            _ => return Err(Refused),
        }
        Ok(())
    }

    fn after_gap(&mut self) {
        self.reset();
    }

    fn reset(&mut self) {
        self.decoder.reset();
    }
}
