//! Containers: from bytes to codec packets, resiliently. One demuxer per container, all of our own,
//! because the field's demuxers stop at the first malformed element and this product's files come
//! from phones that lost their battery. Every demuxer resynchronises, reports what it skipped, never
//! trusts a length it has not checked against the bytes that remain, and holds at most one packet.

// One window of bytes at a time, and what was wrong with them.
pub(crate) mod aac;
pub mod aac_config;
pub(crate) mod bits;
mod crc;
pub mod damage_log;
pub mod field_names;
pub mod opus_packet;
pub mod packet_clock;
pub mod reader;
pub mod timeline;
pub mod window;

// One folder or file per container.
pub mod ebml;
pub mod flac;
pub mod isobmff;
pub mod mpeg_audio;
pub mod ogg;
pub mod riff;

// What containers share.
pub mod packet_frames;
mod vorbis_comment;

// The same packets in a clean container.
pub mod remux;

// Finding the demuxer.
mod probe;
pub use probe::open;

use core::fmt;

use crate::source::SourceError;

/// The file format that holds the packets.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Container {
    WebM,
    Mp4,
    Ogg,
    MpegAudio,
    Adts,
    Flac,
    Wav,
}

impl Container {
    names! {
        WebM => "webm",
        Mp4 => "mp4",
        Ogg => "ogg",
        MpegAudio => "mp3",
        Adts => "adts",
        Flac => "flac",
        Wav => "wav",
    }
}

/// Most channels of a track, where the codec has no limit of its own: ambisonics of the seventh order
/// has 64, the largest layout of loudspeakers 24 (ITU-R BS.2051).
pub const MAX_CHANNELS: u16 = 64;

/// What the packets hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Codec {
    /// RFC 6716; packets are Opus packets, `codec_private` is the `OpusHead` packet of RFC 7845 §5.1
    /// from its magic on, whatever the container stores.
    Opus,
    /// `codec_private` is the three Vorbis headers, each behind a u32 little-endian length.
    Vorbis,
    /// MPEG-1/2/2.5 Layer III, one frame a packet, header included.
    Mp3,
    /// AAC raw data blocks (Main, Low Complexity or Long Term Prediction), `codec_private` is the
    /// AudioSpecificConfig.
    Aac,
    /// One FLAC frame a packet, `codec_private` is the 34-byte STREAMINFO.
    Flac,
    /// Interleaved PCM as stored.
    Pcm(PcmFormat),
}

impl Codec {
    /// `channels`, where a track of this codec may have so many.
    pub fn check_channels(self, channels: u64) -> Result<u16, ContainerError> {
        let limit = match self {
            Self::Opus | Self::Pcm(_) => MAX_CHANNELS,
            _ => 8,
        };
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

    names! {
        Opus => "opus",
        Vorbis => "vorbis",
        Mp3 => "mp3",
        Aac => "aac",
        Flac => "flac",
        Pcm(PcmFormat::U8) => "pcm_u8",
        Pcm(PcmFormat::S16) => "pcm_s16le",
        Pcm(PcmFormat::S24) => "pcm_s24le",
        Pcm(PcmFormat::S32) => "pcm_s32le",
        Pcm(PcmFormat::S64) => "pcm_s64le",
        Pcm(PcmFormat::F32) => "pcm_f32le",
        Pcm(PcmFormat::F64) => "pcm_f64le",
        Pcm(PcmFormat::ALaw) => "pcm_alaw",
        Pcm(PcmFormat::MuLaw) => "pcm_mulaw",
    }
}

/// Sample layout of PCM packets, little-endian.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum PcmFormat {
    U8,
    S16,
    S24,
    S32,
    S64,
    F32,
    F64,
    ALaw,
    MuLaw,
}

impl PcmFormat {
    /// Bytes of one sample of one channel.
    pub fn bytes(self) -> usize {
        match self {
            Self::U8 | Self::ALaw | Self::MuLaw => 1,
            Self::S16 => 2,
            Self::S24 => 3,
            Self::S32 | Self::F32 => 4,
            Self::S64 | Self::F64 => 8,
        }
    }
}

/// The one audio track of a file.
#[derive(Debug, Clone, PartialEq)]
pub struct Track {
    /// The container it was found in.
    pub container: Container,
    /// Its codec.
    pub codec: Codec,
    /// Channels: 1…[`MAX_CHANNELS`] of PCM and Opus, 1…8 of the others.
    pub channels: u16,
    /// Rate of the decoded samples in Hz; 48,000 for Opus whatever the header says of its input.
    pub sample_rate_hz: u32,
    /// Decoder set-up bytes, see [`Codec`].
    pub codec_private: Vec<u8>,
    /// Decoded frames to drop at the start: Opus pre-skip, LAME delay (+ decoder delay), edit list,
    /// CodecDelay. In frames of `sample_rate_hz`.
    pub delay_frames: u64,
    /// Frames that remain after trimming, where the container states it exactly (LAME tag, edit
    /// list, STREAMINFO, RIFF data size). A statement to trim the tail by, never to be shown as duration.
    pub stated_frames: Option<u64>,
}

/// One codec packet. The buffer is reused from packet to packet.
#[derive(Debug, Clone, Default)]
pub struct Packet {
    /// The codec's bytes.
    pub data: Vec<u8>,
    /// Position of the packet's first decoded frame in the undelayed stream, in frames of the
    /// track's rate, where the container states it (WebM and MP4 timestamps, Ogg granules).
    pub timestamp: Option<u64>,
    /// Decoded frames to drop from the end of this packet (DiscardPadding, final Ogg granule).
    pub discard_end_frames: u32,
    /// Byte offset of the packet in the file, for seeking and for reports.
    pub offset: u64,
    /// True when bytes before this packet were lost or skipped: the decoder must conceal, not join.
    pub after_gap: bool,
    /// Frames known to be missing before this packet, in containers without time stamps (MP3, ADTS:
    /// counted from the bytes that were skipped). 0 where `timestamp` says it.
    pub lost_frames: u32,
    /// True when the packet's checksum is wrong: a decoder may make something of it, a clean file is
    /// better without it.
    pub broken: bool,
    /// True when a new stream starts here (chained Ogg): [`Demuxer::track`] has changed, and the
    /// decoder is to be rebuilt from it. Its `delay_frames` are dropped from here on.
    pub restart: bool,
}

impl Packet {
    /// Empties the packet and sets every field to its default, keeping the buffer.
    pub fn clear(&mut self) {
        let mut data = core::mem::take(&mut self.data);
        data.clear();
        *self = Self {
            data,
            ..Self::default()
        };
    }
}

/// Something wrong that was met and survived.
#[derive(Debug, Clone, PartialEq)]
pub struct Damage {
    /// What it is.
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
    /// The stream carries bandwidth this core does not decode (HE-AAC: only the lower half is heard).
    HalfBand,
}

impl DamageKind {
    // The order in which a report tells them: from the file as a whole to its places.
    names! {
        MissingHeader => "missing_header",
        WrongHeader => "wrong_header",
        SizeLie => "size_lie",
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

    /// Damage met so far, in file order; bounded (at most 1,000 entries, the last one summing up).
    fn damage(&self) -> &[Damage];

    /// Names of metadata fields met so far (title, encoder, location …), without their values.
    fn metadata(&self) -> &[String];

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
}

/// Why a file cannot be read at all.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ContainerError {
    /// The bytes themselves could not be read.
    Source(SourceError),
    /// The file has no bytes.
    Empty,
    /// No container of ours.
    UnsupportedFormat,
    /// A container of ours with a codec that is not (the name is the container's own code).
    UnsupportedCodec(String),
    /// A container of ours without any audio packet.
    NoAudio,
    /// A value is past what the core accepts.
    LimitExceeded {
        /// Which limit.
        what: &'static str,
        /// Its value.
        limit: u64,
        /// What the file asks for.
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
            Self::UnsupportedCodec(name) => write!(f, "unsupported codec {name}"),
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
