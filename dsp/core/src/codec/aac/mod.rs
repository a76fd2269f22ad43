//! AAC (ISO 14496-3 subpart 4, ISO 13818-7): Main, Low Complexity and Long Term Prediction.

pub mod decode;
pub mod scrub;
pub mod syntax;

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
        Preroll::Anchored {
            every: 30 * u64::from(track.sample_rate_hz),
            warm_up: 4 * 1_024,
        }
    }

    fn frames(&self, track: &Track) -> Box<dyn PacketFrames> {
        let config = AacConfig::parse(&track.codec_private);
        let frames = config.map_or(1_024, |config| u32::from(config.frame_length));
        Box::new(Frames(frames))
    }

    fn scrub(&self, track: &Track) -> Option<Box<dyn PacketScrub>> {
        let scrub = AacScrub::new(&track.codec_private)?;
        Some(Box::new(scrub))
    }

    fn channel_order(&self) -> ChannelOrder {
        ChannelOrder::Aac
    }

    fn priming(&self) -> u64 {
        // Apple 2,112, Fraunhofer 2,048, ffmpeg 1,024, Nero 2,624; padding fills a packet or two.
        2_624
    }

    fn copied_into(&self, _found_in: Container) -> Container {
        Container::Mp4
    }
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
