//! The decoder of a track, and what decoding it from the middle takes.

use super::aac::syntax::audio_specific_config::{AacConfig, LOW_COMPLEXITY};
use super::packet_decoder::{PacketDecoder, Unsupported};
use crate::track::{Codec, Track};

use super::aac::decode::AacPackets;
use super::flac::decode::FlacPackets;
use super::mp3::decode::Mp3Packets;
use super::opus::decode::OpusPackets;
use super::pcm::PcmPackets;
use super::vorbis::decode::VorbisPackets;

/// How far before a wanted frame decoding must begin, so that what comes out does not depend on
/// where it began.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Preroll {
    /// Every packet stands alone.
    None,
    /// Exact after this many packets: overlap, and for Layer III the bit reservoir (at most 511
    /// bytes back, ISO 11172-3 §2.4.3.4; 23 of the smallest frames).
    Packets(u32),
    /// State fades but never ends (RFC 7845 §4.6 asks for 80 ms): the stream is decoded from fixed
    /// anchors, so that a frame has one value wherever decoding began.
    Anchored {
        /// Distance of anchors in frames.
        every: u64,
        /// Frames decoded before an anchor and thrown away.
        warm_up: u64,
    },
}

/// Pre-roll of a track. `Anchored` costs `warm_up / every` of extra decoding, 1.7 %.
pub fn preroll(track: &Track) -> Preroll {
    match track.codec {
        Codec::Opus => Preroll::Anchored {
            every: 30 * 48_000,
            warm_up: 24_000,
        },
        // Overlap ends after a packet, but the noise of PNS (ISO 14496-3 §4.6.13) never repeats.
        Codec::Aac if predicts(track) => Preroll::Anchored {
            every: u64::MAX,
            warm_up: 0,
        },
        Codec::Aac => Preroll::Anchored {
            every: 30 * u64::from(track.sample_rate_hz),
            warm_up: 4 * 1_024,
        },
        Codec::Mp3 => Preroll::Packets(30),
        Codec::Vorbis => Preroll::Packets(2),
        Codec::Flac | Codec::Pcm(_) => Preroll::None,
    }
}

/// Whether blocks of AAC are predicted from all earlier ones (Main, Long Term Prediction), so that the
/// beginning is the only place to begin at.
fn predicts(track: &Track) -> bool {
    AacConfig::parse(&track.codec_private)
        .is_some_and(|config| config.object_type != LOW_COMPLEXITY)
}

/// Builds the decoder of a track.
pub fn build(track: &Track) -> Result<Box<dyn PacketDecoder>, Unsupported> {
    Ok(match track.codec {
        Codec::Opus => Box::new(OpusPackets::new(track)?),
        Codec::Pcm(format) => Box::new(PcmPackets::new(format, track.channels)),
        Codec::Flac => Box::new(FlacPackets::new(track)),
        Codec::Aac => Box::new(AacPackets::new(track)?),
        Codec::Mp3 => Box::new(Mp3Packets::new()),
        Codec::Vorbis => Box::new(VorbisPackets::new(track)?),
    })
}
