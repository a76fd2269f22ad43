//! The headers before the packets: Info, Tracks and Tags (RFC 9559 §5.1.2, §5.1.4, §5.1.8).

use super::element::*;
use crate::codec::aac::syntax::audio_specific_config::AacConfig;
use crate::codec::opus::syntax::identification_header;
use crate::container::field_names::FieldNames;
use crate::container::{check_channels, Codec, Container, ContainerError, PcmFormat, Track};

/// One audio track as the file declares it.
#[derive(Debug, Clone, PartialEq)]
pub struct TrackEntry {
    /// Number its blocks carry.
    pub number: u64,
    /// The track as callers see it.
    pub track: Track,
    /// Bytes taken off the front of every frame (ContentCompAlgo 3).
    pub stripped: Vec<u8>,
}

/// All tracks of the file.
#[derive(Debug, Clone, Default)]
pub struct Tracks {
    /// The first audio track with a supported codec.
    pub audio: Option<TrackEntry>,
    /// Why the first audio track was rejected.
    pub refused: Option<ContainerError>,
    /// Numbers of all declared tracks.
    pub numbers: Vec<u64>,
    /// A video track is declared.
    pub has_video: bool,
}

/// Most tracks looked at; more is no recording.
const MAX_TRACKS: usize = 64;

/// Reads a Tracks payload.
pub fn tracks(payload: &[u8], fields: &mut FieldNames) -> Tracks {
    let mut found = Tracks::default();
    for (id, entry) in Children(payload).take(MAX_TRACKS) {
        if id != TRACK_ENTRY {
            continue;
        }
        let raw = RawEntry::read(entry, fields);
        found.numbers.push(raw.number);
        found.has_video |= raw.kind == 1;
        if raw.kind != 2 || found.audio.is_some() {
            continue;
        }
        match raw.audio() {
            Ok(audio) => found.audio = Some(audio),
            Err(error) => found.refused = found.refused.take().or(Some(error)),
        }
    }
    found
}

/// Nanoseconds per timestamp tick of an Info payload; names of its fields go to `fields`.
pub fn info(payload: &[u8], fields: &mut FieldNames) -> Option<u64> {
    let mut scale = None;
    for (id, value) in Children(payload) {
        match id {
            TIMESTAMP_SCALE => {
                scale = Some(unsigned(value)).filter(|&scale| (1..=1_000_000_000).contains(&scale))
            }
            TITLE => fields.add("title"),
            DATE_UTC => fields.add("date"),
            MUXING_APP => fields.add("muxing_app"),
            WRITING_APP => fields.add("writing_app"),
            SEGMENT_FILENAME => fields.add("segment_filename"),
            SEGMENT_UUID => fields.add("segment_uuid"),
            _ => {}
        }
    }
    scale
}

/// Names of the tags of a Tags payload.
pub fn tags(payload: &[u8], fields: &mut FieldNames) {
    for (_, tag) in Children(payload).filter(|child| child.0 == TAG) {
        simple_tags(tag, fields, 0);
    }
}

fn simple_tags(payload: &[u8], fields: &mut FieldNames, depth: u8) {
    // SimpleTag is recursive; no tagger nests deeper than this.
    if depth > 4 {
        return;
    }
    for (id, value) in Children(payload) {
        match id {
            SIMPLE_TAG => simple_tags(value, fields, depth + 1),
            TAG_NAME => fields.add(&String::from_utf8_lossy(&value[..value.len().min(64)])),
            _ => {}
        }
    }
}

#[derive(Default)]
struct RawEntry<'a> {
    number: u64,
    kind: u64,
    codec: &'a [u8],
    private: &'a [u8],
    delay_ns: Option<u64>,
    rate: f64,
    channels: u64,
    bit_depth: u64,
    stripped: &'a [u8],
    encoding: Option<&'static str>,
}

impl<'a> RawEntry<'a> {
    fn read(entry: &'a [u8], fields: &mut FieldNames) -> Self {
        let mut raw = Self {
            rate: 8000.0,
            channels: 1,
            ..Self::default()
        };
        for (id, value) in Children(entry) {
            match id {
                TRACK_NUMBER => raw.number = unsigned(value),
                TRACK_TYPE => raw.kind = unsigned(value),
                TRACK_NAME => fields.add("track_name"),
                CODEC_ID => raw.codec = value,
                CODEC_PRIVATE => raw.private = value,
                CODEC_DELAY => raw.delay_ns = Some(unsigned(value)),
                AUDIO => raw.read_audio(value),
                CONTENT_ENCODINGS => raw.read_encodings(value),
                _ => {}
            }
        }
        raw
    }

    fn read_audio(&mut self, payload: &[u8]) {
        for (id, value) in Children(payload) {
            match id {
                SAMPLING_FREQUENCY => self.rate = float(value),
                CHANNELS => self.channels = unsigned(value),
                BIT_DEPTH => self.bit_depth = unsigned(value),
                _ => {}
            }
        }
    }

    fn read_encodings(&mut self, payload: &'a [u8]) {
        let encodings = Children(payload).filter(|child| child.0 == CONTENT_ENCODING);
        for (id, value) in encodings.flat_map(|child| Children(child.1)) {
            match id {
                CONTENT_ENCRYPTION => self.encoding = Some("encrypted"),
                CONTENT_COMPRESSION => {
                    let mut algorithm = 0;
                    for (id, value) in Children(value) {
                        match id {
                            CONTENT_COMP_ALGO => algorithm = unsigned(value),
                            CONTENT_COMP_SETTINGS => self.stripped = value,
                            _ => {}
                        }
                    }
                    // Only header stripping (3) leaves the packets as they are.
                    if algorithm != 3 {
                        self.encoding = Some("compressed");
                    }
                }
                _ => {}
            }
        }
    }

    fn audio(&self) -> Result<TrackEntry, ContainerError> {
        let name = String::from_utf8_lossy(&self.codec[..self.codec.len().min(32)]);
        let name = name.trim_end_matches('\0');
        let unsupported = |what: &str| ContainerError::UnsupportedCodec(what.to_string());
        if let Some(encoding) = self.encoding {
            return Err(unsupported(&format!("{name} ({encoding})")));
        }
        let mut rate = if self.rate.is_finite() {
            self.rate.round() as u32
        } else {
            0
        };
        let mut channels = self.channels;
        let mut private = self.private.to_vec();
        let mut pre_skip = 0;
        let codec = match name {
            "A_OPUS" => {
                rate = 48_000;
                if !private.starts_with(b"OpusHead") || private.len() < 19 {
                    private = identification_header::without_own(channels.clamp(1, 2) as u8, 0);
                }
                channels = u64::from(private[9]);
                pre_skip = u64::from(u16::from_le_bytes([private[10], private[11]]));
                Codec::Opus
            }
            "A_VORBIS" => {
                private = vorbis_headers(self.private)
                    .ok_or_else(|| unsupported("A_VORBIS without headers"))?;
                // Vorbis I §4.2.2: channels at byte 11, rate at 12…15, after our own length.
                channels = u64::from(private[4 + 11]);
                rate = u32::from_le_bytes([private[16], private[17], private[18], private[19]]);
                Codec::Vorbis
            }
            "A_FLAC" => {
                private = stream_info(self.private)
                    .ok_or_else(|| unsupported("A_FLAC without STREAMINFO"))?;
                let bits = u32::from_be_bytes([private[10], private[11], private[12], private[13]]);
                rate = bits >> 12;
                channels = u64::from(bits >> 9 & 7) + 1;
                Codec::Flac
            }
            "A_MPEG/L3" => Codec::Mp3,
            _ if name.starts_with("A_AAC") => {
                if private.is_empty() {
                    private = AacConfig::low_complexity(rate, channels as u16)
                        .ok_or_else(|| unsupported(name))?;
                }
                let config = AacConfig::parse(&private).ok_or_else(|| unsupported(name))?;
                if !config.is_decodable() {
                    return Err(unsupported(&config.codec_string()));
                }
                rate = config.sample_rate_hz;
                if config.channels > 0 {
                    channels = u64::from(config.channels);
                }
                Codec::Aac
            }
            "A_PCM/INT/LIT" => Codec::Pcm(match self.bit_depth {
                8 => PcmFormat::U8,
                16 => PcmFormat::S16,
                24 => PcmFormat::S24,
                32 => PcmFormat::S32,
                _ => return Err(unsupported(name)),
            }),
            "A_PCM/FLOAT/IEEE" => Codec::Pcm(match self.bit_depth {
                64 => PcmFormat::F64,
                _ => PcmFormat::F32,
            }),
            _ => return Err(unsupported(name)),
        };
        let channels = check_channels(codec, channels)?;
        if !(1..=768_000).contains(&rate) {
            return Err(ContainerError::LimitExceeded {
                what: "sample rate",
                limit: 768_000,
                actual: u64::from(rate),
            });
        }
        let delay_frames = match self.delay_ns {
            // A delay is a few packets; anything longer than a second is not one.
            Some(ns) if ns <= 1_000_000_000 => (ns * u64::from(rate) + 500_000_000) / 1_000_000_000,
            _ => pre_skip,
        };
        Ok(TrackEntry {
            number: self.number,
            track: Track {
                container: Container::WebM,
                codec,
                channels,
                sample_rate_hz: rate,
                codec_private: private,
                delay_frames,
                stated_frames: None,
                first_packet: Vec::new(),
            },
            stripped: self.stripped[..self.stripped.len().min(64)].to_vec(),
        })
    }
}

/// Three Xiph-laced headers (RFC 9559 §6.2, A_VORBIS) as [`Codec::Vorbis`] wants them.
fn vorbis_headers(private: &[u8]) -> Option<Vec<u8>> {
    if *private.first()? != 2 {
        return None;
    }
    let mut at = 1;
    let mut sizes = [0usize; 3];
    for size in &mut sizes[..2] {
        loop {
            let byte = *private.get(at)?;
            at += 1;
            *size += usize::from(byte);
            if byte != 255 {
                break;
            }
        }
    }
    sizes[2] = private.len().checked_sub(at + sizes[0] + sizes[1])?;
    // The identification header is 30 bytes long (Vorbis I §4.2.2).
    if sizes[0] < 30 {
        return None;
    }
    let mut headers = Vec::with_capacity(private.len() + 12);
    for size in sizes {
        headers.extend((size as u32).to_le_bytes());
        headers.extend(private.get(at..at + size)?);
        at += size;
    }
    Some(headers)
}

/// The 34 bytes of STREAMINFO after `fLaC` and a block head (RFC 9639 §8.2).
pub fn stream_info(private: &[u8]) -> Option<Vec<u8>> {
    let blocks = private.strip_prefix(b"fLaC").unwrap_or(private);
    let [kind, _, _, _, info @ ..] = blocks else {
        return None;
    };
    (kind & 0x7F == 0).then(|| info.get(..34).map(<[u8]>::to_vec))?
}
