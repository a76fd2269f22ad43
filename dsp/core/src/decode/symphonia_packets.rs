//! MP3, AAC-LC and Vorbis through Symphonia's codecs, fed with the packets of our demuxers.

use symphonia_bundle_mp3::MpaDecoder;
use symphonia_codec_aac::AacDecoder;
use symphonia_codec_vorbis::VorbisDecoder;
use symphonia_core::audio::{Audio, GenericAudioBufferRef};
use symphonia_core::codecs::audio::well_known::{CODEC_ID_AAC, CODEC_ID_MP3, CODEC_ID_VORBIS};
use symphonia_core::codecs::audio::{AudioCodecParameters, AudioDecoder, AudioDecoderOptions};
use symphonia_core::packet::PacketRef;
use symphonia_core::units::{Duration, Timestamp};

use crate::container::aac_config::AacConfig;
use crate::container::{Codec, Track};
use crate::pcm::PcmBlock;

use super::codec::{PacketDecoder, Refused};
use super::vorbis_setup::floor_posts_are_apart;
use super::DecodeError;

/// A Symphonia codec.
pub struct SymphoniaPackets {
    decoder: Box<dyn AudioDecoder>,
    parameters: AudioCodecParameters,
    codec: Codec,
    /// AAC packets refused in a row.
    refused: u32,
}

/// Refused AAC packets in a row after which only some are tried again on a new decoder: rubbish by the
/// megabyte is not to cost a decoder a packet.
const MANY_REFUSED: u32 = 256;

impl SymphoniaPackets {
    /// A decoder for `track`.
    pub fn new(track: &Track) -> Result<Self, DecodeError> {
        let mut parameters = AudioCodecParameters::new();
        let (id, set_up) = match track.codec {
            Codec::AacLc => (
                CODEC_ID_AAC,
                AacConfig::parse(&track.codec_private).and_then(|config| config.core()),
            ),
            Codec::Vorbis => (CODEC_ID_VORBIS, vorbis_set_up(&track.codec_private)),
            Codec::Mp3 | Codec::Flac | Codec::Opus | Codec::Pcm(_) => {
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
            parameters,
            codec: track.codec,
            refused: 0,
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
        Codec::AacLc => Box::new(AacDecoder::try_new(parameters, &options).ok()?),
        Codec::Vorbis => Box::new(VorbisDecoder::try_new(parameters, &options).ok()?),
        Codec::Mp3 => Box::new(MpaDecoder::try_new(parameters, &options).ok()?),
        Codec::Flac | Codec::Opus | Codec::Pcm(_) => return None,
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

impl SymphoniaPackets {
    /// A decoder in the state of a new one. Symphonia's own reset keeps, for AAC, the noise generator of
    /// PNS running and the channel elements it met.
    fn renew(&mut self) {
        if let Some(decoder) = open(self.codec, &self.parameters) {
            self.decoder = decoder;
        }
    }

    fn decode_once(&mut self, packet: &[u8], out: &mut PcmBlock) -> Result<(), Refused> {
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
}

impl PacketDecoder for SymphoniaPackets {
    fn decode(&mut self, packet: &[u8], out: &mut PcmBlock) -> Result<(), Refused> {
        let mut result = self.decode_once(packet, out);
        if self.codec != Codec::AacLc {
            return result;
        }
        if result.is_err() && (self.refused < MANY_REFUSED || self.refused.is_multiple_of(64)) {
            // A damaged packet can leave channel elements behind that make all later ones be refused.
            self.renew();
            result = self.decode_once(packet, out);
        }
        self.refused = match result {
            Ok(()) => 0,
            Err(Refused) => self.refused.saturating_add(1),
        };
        result
    }

    fn reset(&mut self) {
        self.decoder.reset();
        if self.codec == Codec::AacLc {
            self.renew();
        }
    }
}
