//! The actual contents of a file: its length is counted by walking its packets, never read from a header.

use crate::container::{Codec, Container};
use crate::decode::{DamageAt, DecodeError, Decoder};
use crate::source::ByteSource;

/// Facts about a file.
#[derive(Debug, Clone, PartialEq)]
pub struct Inspection {
    /// Its container.
    pub container: Container,
    /// Its codec.
    pub codec: Codec,
    /// Channels in the file, 1…64 (decoding gives at most 2).
    pub channels: u16,
    /// Rate of the decoded samples in Hz.
    pub sample_rate_hz: u32,
    /// Frames after gapless trims, gaps included.
    pub frames: u64,
    /// The file also declares a video track: sound can be taken from it, but it is no audio file.
    pub video: bool,
    /// Names of metadata fields found, without values.
    pub metadata: Vec<String>,
    /// Damage found, in time.
    pub damage: Vec<DamageAt>,
}

impl Inspection {
    /// Length in seconds.
    pub fn seconds(&self) -> f64 {
        self.frames as f64 / f64::from(self.sample_rate_hz)
    }

    /// Seconds that were decoded, neither concealed nor silent instead.
    pub fn seconds_kept(&self) -> f64 {
        let lost: f64 = self.damage.iter().map(|damage| damage.seconds).sum();
        (self.seconds() - lost).max(0.0)
    }

    /// The facts of a decoder that has reached its end.
    pub fn of(decoder: &Decoder<'_>) -> Self {
        let track = decoder.track();
        Self {
            container: track.container,
            codec: track.codec,
            channels: track.channels,
            sample_rate_hz: decoder.sample_rate_hz(),
            frames: decoder.position_frames(),
            video: decoder.has_video(),
            metadata: decoder.metadata().to_vec(),
            damage: decoder.damage().to_vec(),
        }
    }
}

/// Inspects a file: reads all of it, decodes only where a packet's length is known no other way.
/// Packets that a decoder would refuse are not found by this; decoding finds them.
pub fn inspect<'s, S: ByteSource + 's>(source: S) -> Result<Inspection, DecodeError> {
    let mut decoder = Decoder::open(source)?;
    decoder.count_frames()?;
    Ok(Inspection::of(&decoder))
}
