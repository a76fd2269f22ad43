//! A file's one audio track and its packets.

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
    Aiff,
    /// Several files and the order in which parts of them play; only an editor makes it.
    Takes,
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
        Aiff => "aiff",
        Takes => "takes",
    }
}

/// Most channels of a track, where the codec has no limit of its own: ambisonics of the seventh order
/// has 64, the largest layout of loudspeakers 24 (ITU-R BS.2051).
pub const MAX_CHANNELS: u16 = 64;

/// Codec of the packets.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Codec {
    /// RFC 6716; packets are Opus packets, `codec_private` is the `OpusHead` packet of RFC 7845 §5.1
    /// from its magic on, whatever the container stores.
    Opus,
    /// `codec_private` is the three Vorbis headers, each after a u32 little-endian length.
    Vorbis,
    /// MPEG-1/2/2.5 Layer III, one frame a packet, header included.
    Mp3,
    /// AAC raw data blocks (Main, Low Complexity or Long Term Prediction), `codec_private` is the
    /// AudioSpecificConfig.
    Aac,
    /// ALAC packets, `codec_private` is the 24-byte ALACSpecificConfig.
    Alac,
    /// One FLAC frame a packet, `codec_private` is the 34-byte STREAMINFO.
    Flac,
    /// Interleaved PCM as stored.
    Pcm(PcmFormat),
}

impl Codec {
    /// Most channels of a track.
    pub fn most_channels(self) -> u16 {
        match self {
            Self::Opus | Self::Pcm(_) => MAX_CHANNELS,
            Self::Vorbis | Self::Mp3 | Self::Aac | Self::Alac | Self::Flac => 8,
        }
    }

    names! {
        Opus => "opus",
        Vorbis => "vorbis",
        Mp3 => "mp3",
        Aac => "aac",
        Alac => "alac",
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
    /// Rate of the decoded samples in Hz; 48,000 for Opus whatever rate the header states for its input.
    pub sample_rate_hz: u32,
    /// Decoder set-up bytes, see [`Codec`].
    pub codec_private: Vec<u8>,
    /// Decoded frames to drop at the start: Opus pre-skip, LAME delay (+ decoder delay), edit list,
    /// CodecDelay. In frames of `sample_rate_hz`.
    pub delay_frames: u64,
    /// Frames that remain after trimming, where the container states it exactly (LAME tag, edit
    /// list, STREAMINFO, RIFF data size). A statement to trim the tail by, never to be shown as duration.
    pub stated_frames: Option<u64>,
    /// The first packet with an upper band of AAC, whose header later ones may not repeat. Else empty.
    pub first_packet: Vec<u8>,
}

/// A part of a recording in the order it is played, if its container cuts or reorders the media
/// (the edit list of MP4). In frames of the track's rate; media frames count from the first packet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EditPart {
    /// Nothing sounds.
    Silence {
        /// How long.
        frames: u64,
    },
    /// These frames sound, or those of them that there are.
    Media {
        /// First frame.
        start: u64,
        /// Frame after the last; `u64::MAX` is the end of the media.
        end: u64,
    },
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
    /// counted from the bytes that were skipped). 0 if `timestamp` includes it.
    pub lost_frames: u32,
    /// True when the packet's checksum is wrong: a decoder may make something of it, a clean file is
    /// better without it.
    pub broken: bool,
    /// True when a new stream starts here (chained Ogg): the demuxer's track has changed, and the
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
