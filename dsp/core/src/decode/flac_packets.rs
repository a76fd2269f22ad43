//! FLAC frame by frame. Each says its own rate, channels and bits (RFC 9639 §9.1), and they may change
//! inside one file: the decoder follows, and what comes out has the rate the file began with.

use crate::container::flac::StreamInfo;
use crate::container::{packet_frames, Track};
use crate::pcm::PcmBlock;

use super::codec::{PacketDecoder, Refused};
use super::stretch::stretch;
use super::symphonia_packets::SymphoniaPackets;
use super::DecodeError;

/// A FLAC stream.
pub struct FlacPackets {
    track: Track,
    /// What `decoder` was built for.
    built: Option<StreamInfo>,
    decoder: SymphoniaPackets,
}

impl FlacPackets {
    /// A decoder for `track`.
    pub fn new(track: &Track) -> Result<Self, DecodeError> {
        let built = track
            .codec_private
            .first_chunk()
            .and_then(StreamInfo::parse);
        Ok(Self {
            track: track.clone(),
            built,
            decoder: SymphoniaPackets::new(track)?,
        })
    }
}

impl PacketDecoder for FlacPackets {
    fn decode(&mut self, packet: &[u8], out: &mut PcmBlock) -> Result<(), Refused> {
        let stream = StreamInfo::of_packet(packet, self.built).ok_or(Refused)?;
        if self.built.is_none_or(|built| !built.allows(&stream)) {
            let mut track = self.track.clone();
            track.codec_private = stream.to_bytes();
            self.decoder = SymphoniaPackets::new(&track).map_err(|_| Refused)?;
            self.built = Some(stream);
        }
        self.decoder.decode(packet, out)?;
        if stream.sample_rate_hz != self.track.sample_rate_hz {
            let frames = packet_frames::flac(packet, self.track.sample_rate_hz).ok_or(Refused)?;
            stretch(out, frames as usize);
        }
        Ok(())
    }

    fn reset(&mut self) {}
}
