//! AAC (ISO 14496-3 subpart 4, ISO 13818-7): Main, Low Complexity and Long Term Prediction.

pub mod decode;
pub mod scrub;
pub mod syntax;

#[cfg(feature = "replication")]
pub use self::decode::states_stereo;

use self::decode::AacPackets;
use self::scrub::AacScrub;
use self::syntax::audio_specific_config::{AacConfig, LOW_COMPLEXITY};
use super::family::{ChannelOrder, Family, PacketFrames, PacketScrub, Preroll};
use super::packet_decoder::{PacketDecoder, Unsupported};
use crate::track::{Container, Track};

/// The codec as the engine asks for it.
pub struct Aac;

impl Family for Aac {
    fn decoder(&self, track: &Track) -> Result<Box<dyn PacketDecoder>, Unsupported> {
        #[cfg(feature = "replication")]
        if let Some(config) = replicated(track) {
            return Ok(Box::new(decode::ReplicatedPackets::new(track, &config)?));
        }
        Ok(Box::new(AacPackets::new(track)?))
    }

    fn preroll(&self, track: &Track) -> Preroll {
        // Overlap ends after a packet, but the noise of PNS (ISO 14496-3 §4.6.13) never repeats.
        if predicts(track) {
            return Preroll::Anchored {
                every: u64::MAX,
                warm_up: 0,
            };
        }
        let rate = u64::from(track.sample_rate_hz);
        Preroll::Anchored {
            // A packet begins there, unless some were lost.
            every: (30 * rate).next_multiple_of(frames_of(track)),
            // Encoders repeat the header of band replication twice a second or more often.
            warm_up: if replicated(track).is_some() {
                rate
            } else {
                4 * 1_024
            },
        }
    }

    fn frames(&self, track: &Track) -> Box<dyn PacketFrames> {
        Box::new(Frames(frames_of(track) as u32))
    }

    fn scrub(&self, track: &Track) -> Option<Box<dyn PacketScrub>> {
        let scrub = AacScrub::new(&track.codec_private)?;
        Some(Box::new(scrub))
    }

    fn channel_order(&self) -> ChannelOrder {
        ChannelOrder::Aac
    }

    fn priming(&self, track: &Track) -> u64 {
        // Apple 2,112, Fraunhofer 2,048, ffmpeg 1,024, Nero 2,624; padding fills a packet or two. With an upper band
        // Fraunhofer has 5,059.
        2_624 * frames_of(track) / 1_024
    }

    fn copied_into(&self, _found_in: Container) -> Container {
        Container::Mp4
    }
}

/// Frames of a block.
fn frames_of(track: &Track) -> u64 {
    match replicated(track) {
        Some(config) if config.sample_rate_hz < track.sample_rate_hz => 2_048,
        Some(_) => 1_024,
        None => {
            let config = AacConfig::parse(&track.codec_private);
            config.map_or(1_024, |config| u64::from(config.frame_length))
        }
    }
}

/// The configuration of a core whose upper band is replicated (HE-AAC): `track` has the double rate, or the core's and
/// its configuration says so.
pub fn replicated(track: &Track) -> Option<AacConfig> {
    let config = AacConfig::parse(&track.codec_private)?;
    let core_hz = config.sample_rate_hz;
    let is_double = track.sample_rate_hz == 2 * core_hz;
    let is_within = track.sample_rate_hz == core_hz && config.sbr_rate_hz == Some(core_hz);
    (config.frame_length == 1_024 && (is_double || is_within)).then_some(config)
}

/// Whether blocks are predicted from all earlier ones (Main, Long Term Prediction), so that the beginning is the
/// only place to begin at.
fn predicts(track: &Track) -> bool {
    AacConfig::parse(&track.codec_private)
        .is_some_and(|config| config.object_type != LOW_COMPLEXITY)
}

/// Frames of every block.
#[derive(Debug)]
struct Frames(u32);

impl PacketFrames for Frames {
    fn frames(&mut self, packet: &[u8]) -> Option<u64> {
        (!packet.is_empty()).then_some(u64::from(self.0))
    }

    fn place(&mut self, _packet: &[u8]) -> Option<u32> {
        Some(self.0)
    }

    fn boxed_clone(&self) -> Box<dyn PacketFrames> {
        Box::new(Self(self.0))
    }
}

impl PacketScrub for AacScrub {
    fn packet(&mut self, packet: &mut Vec<u8>) -> bool {
        self.packet(packet)
    }

    fn codec_private(&self, track: &Track) -> Option<Vec<u8>> {
        self.codec_private(&track.codec_private)
    }
}
