//! Containers: from bytes to codec packets, resiliently. One demuxer per container, all of our own,
//! because the field's demuxers stop at the first malformed element and this product's files come
//! from phones that lost their battery. Every demuxer resynchronises, reports skipped bytes, never
//! trusts a length it has not checked against the bytes that remain, and holds at most one packet.

// One window of bytes at a time, and the damage found in them.
pub mod damage_log;
pub mod field_names;
pub mod foreign;
pub mod placement;
pub mod reader;
pub mod window;

// One folder or file per container.
pub mod ebml;
pub mod flac;
pub mod isobmff;
pub mod mpeg_audio;
pub mod ogg;
pub mod riff;

// Shared by all containers.
mod vorbis_comment;

// The same packets in a clean container.
pub mod remux;

// Finding the demuxer.
mod probe;
pub use probe::open;
pub(crate) use probe::TAKES_MAGIC;

use core::fmt;

use crate::source::SourceError;
pub use crate::track::{Codec, Container, EditPart, Packet, PcmFormat, Track, MAX_CHANNELS};

/// `channels`, if a track of `codec` may have that many.
fn check_channels(codec: Codec, channels: u64) -> Result<u16, ContainerError> {
    let limit = codec.most_channels();
    match u16::try_from(channels) {
        Ok(0) => Err(ContainerError::NoAudio),
        Ok(channels) if channels <= limit => Ok(channels),
        _ => Err(ContainerError::LimitExceeded {
            what: "channels",
            limit: u64::from(limit),
            actual: channels,
        }),
    }
}

/// A problem in the file that reading survived.
#[derive(Debug, Clone, PartialEq)]
pub struct Damage {
    /// Its kind.
    pub kind: DamageKind,
    /// Byte offset where it begins.
    pub offset: u64,
    /// Bytes that could not be used.
    pub bytes: u64,
}

/// Kinds of damage; [`DamageKind::name`] is the stable name used in JSON.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DamageKind {
    /// The file ends inside an element, page, box or packet.
    Truncated,
    /// Unreadable bytes were skipped until packets were found again.
    Resync,
    /// A page or frame failed its checksum.
    Checksum,
    /// A size field contradicts the bytes that are there (0, all ones, past the end).
    SizeLie,
    /// No usable header: the packets were recognised by their own structure.
    MissingHeader,
    /// Time stamps jump forward: packets are missing.
    Gap,
    /// A packet was there but its decoder refused it.
    Undecodable,
    /// A second recording starts inside the file.
    Concatenated,
    /// A header field contradicts the others (a sample rate that does not fit the byte rate).
    WrongHeader,
    /// A part is to be played at another speed (edit list of MP4): it is played at normal speed.
    EditSpeed,
    /// The stream has an upper half of its band that is not decoded (HE-AAC with 960 frames a block, or above 48 kHz and
    /// not signalled).
    HalfBand,
}

impl DamageKind {
    // In the order of a report: from the whole file to single places.
    names! {
        MissingHeader => "missing_header",
        WrongHeader => "wrong_header",
        SizeLie => "size_lie",
        EditSpeed => "edit_speed",
        HalfBand => "half_band",
        Concatenated => "concatenated",
        Resync => "resync",
        Checksum => "checksum",
        Undecodable => "undecodable",
        Gap => "gap",
        Truncated => "truncated",
    }
}

/// Reads packets in file order.
pub trait Demuxer {
    /// The audio track. Known after opening.
    fn track(&self) -> &Track;

    /// Reads the next packet; `false` at the end. Damage is recorded and skipped, not returned.
    fn next_packet(&mut self, packet: &mut Packet) -> Result<bool, ContainerError>;

    /// Bytes of the file consumed so far, for progress.
    fn position_bytes(&self) -> u64;

    /// Damage so far, in file order; at most 1,000 entries, the last one summing up.
    fn damage(&self) -> &[Damage];

    /// Names of metadata fields so far (title, encoder, location …), without their values.
    fn metadata(&self) -> &[String];

    /// The parts of the media that are played, in order, if a delay and a length cannot express it: packets
    /// are all of them, `delay_frames` is 0 and `stated_frames` unknown then. Empty where all is played.
    /// Known after opening.
    fn edits(&self) -> &[EditPart] {
        &[]
    }

    /// True when the file also declares a video track (an audio-only site refuses it, a rescue of
    /// its sound does not). Known after opening.
    fn has_video(&self) -> bool {
        false
    }

    /// May jump forward to a packet that begins at or before `frame` of the undelayed stream, where
    /// that is cheap and certain; the next packet then carries a `timestamp`. Returns whether it
    /// jumped. The default never does: callers skip packets instead.
    fn jump_to(&mut self, _frame: u64) -> Result<bool, ContainerError> {
        Ok(false)
    }

    /// May jump forward to a packet near the end, once the first was read, where its `timestamp` alone gives its
    /// place: accurate enough for the file's length, not to decode from there. Returns whether it jumped.
    fn jump_near_end(&mut self) -> Result<bool, ContainerError> {
        Ok(false)
    }
}

/// Why a file cannot be read at all.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ContainerError {
    /// The bytes themselves could not be read.
    Source(SourceError),
    /// The file has no bytes.
    Empty,
    /// Not a supported container.
    UnsupportedFormat,
    /// A format or codec that is not ours, by its name or by the container's own code. Shown to people as
    /// [`foreign::codec_name`] has it.
    UnsupportedCodec(String),
    /// A supported container without any audio packet.
    NoAudio,
    /// A value exceeds the core's limit.
    LimitExceeded {
        /// Which limit.
        what: &'static str,
        /// Its value.
        limit: u64,
        /// The value in the file.
        actual: u64,
    },
}

impl From<SourceError> for ContainerError {
    fn from(error: SourceError) -> Self {
        Self::Source(error)
    }
}

impl fmt::Display for ContainerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Source(error) => error.fmt(f),
            Self::Empty => f.write_str("the file is empty"),
            Self::UnsupportedFormat => f.write_str("not an audio format this core reads"),
            Self::UnsupportedCodec(name) => f.write_str(foreign::codec_name(name)),
            Self::NoAudio => f.write_str("the file holds no audio"),
            Self::LimitExceeded {
                what,
                limit,
                actual,
            } => {
                write!(f, "{what} is {actual}, the limit is {limit}")
            }
        }
    }
}

impl std::error::Error for ContainerError {}
