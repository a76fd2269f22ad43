//! MP3 and Vorbis through Symphonia's codecs, fed with the packets of our demuxers.

use symphonia_bundle_mp3::MpaDecoder;
use symphonia_codec_vorbis::VorbisDecoder;
use symphonia_core::audio::{Audio, GenericAudioBufferRef};
use symphonia_core::codecs::audio::well_known::{CODEC_ID_MP3, CODEC_ID_VORBIS};
use symphonia_core::codecs::audio::{AudioCodecParameters, AudioDecoder, AudioDecoderOptions};
use symphonia_core::packet::PacketRef;
use symphonia_core::units::{Duration, Timestamp};

use crate::container::{Codec, Track};
use crate::pcm::PcmBlock;

use super::codec::{PacketDecoder, Refused};
use super::vorbis_setup::floor_posts_are_apart;
use super::DecodeError;

/// A Symphonia codec.
pub struct SymphoniaPackets {
    decoder: Box<dyn AudioDecoder>,
    codec: Codec,
}

impl SymphoniaPackets {
    /// A decoder for `track`.
    pub fn new(track: &Track) -> Result<Self, DecodeError> {
        let mut parameters = AudioCodecParameters::new();
        let (id, set_up) = match track.codec {
            Codec::Vorbis => (CODEC_ID_VORBIS, vorbis_set_up(&track.codec_private)),
            Codec::Mp3 | Codec::Aac | Codec::Flac | Codec::Opus | Codec::Pcm(_) => {
                (CODEC_ID_MP3, Some(Vec::new()))
            }
        };
        let set_up = set_up.ok_or_else(|| refused(track))?;
        parameters
            .for_codec(id)
            .with_sample_rate(track.sample_rate_hz);
        if !set_up.is_empty() {
            parameters.with_extra_data(set_up.into_boxed_slice());
        }
        let decoder = open(track.codec, &parameters).ok_or_else(|| refused(track))?;
        Ok(Self {
            decoder,
            codec: track.codec,
        })
    }
}

fn refused(track: &Track) -> DecodeError {
    DecodeError::UnsupportedCodec(format!("{:?}, {} channels", track.codec, track.channels))
}

fn open(codec: Codec, parameters: &AudioCodecParameters) -> Option<Box<dyn AudioDecoder>> {
    // "Gapless" also makes the Vorbis decoder drop its first, incomplete packet.
    let options = AudioDecoderOptions::default().gapless(true);
    Some(match codec {
        Codec::Vorbis => Box::new(VorbisDecoder::try_new(parameters, &options).ok()?),
        Codec::Mp3 => Box::new(MpaDecoder::try_new(parameters, &options).ok()?),
        Codec::Aac | Codec::Flac | Codec::Opus | Codec::Pcm(_) => return None,
    })
}

/// Symphonia takes the identification and the set-up header, one after the other.
fn vorbis_set_up(codec_private: &[u8]) -> Option<Vec<u8>> {
    let [identification, _, set_up] =
        crate::container::packet_frames::vorbis_headers(codec_private)?;
    if !floor_posts_are_apart(set_up) {
        return None;
    }
    Some([identification, set_up].concat())
}

/// A Layer III frame beyond +24 dB of full scale: the codec leaves a band of mixed blocks unscaled
/// (ISO 11172-3 §2.4.2.7), and silence is what a listener would rather have.
fn is_blast(block: &PcmBlock) -> bool {
    (0..block.channel_count()).any(|channel| {
        block
            .channel(channel)
            .iter()
            .any(|sample| !(-16.0..=16.0).contains(sample))
    })
}

impl PacketDecoder for SymphoniaPackets {
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
        if self.codec == Codec::Mp3 && is_blast(out) {
            out.reset(0, 0);
            return Err(Refused);
        }
        Ok(())
    }

    fn reset(&mut self) {
        self.decoder.reset();
    }
}
