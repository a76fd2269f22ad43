//! Sample descriptions: which codec the samples hold and its set-up bytes (ISO 14496-12 §8.5.2,
//! ISO 14496-14 §5.6, QuickTime's sound descriptions, "Encapsulation of Opus in ISOBMFF" §4.3.2).

use super::boxes::{find_in, number};
use crate::codec::aac::syntax::audio_specific_config::AacConfig;
use crate::codec::alac::syntax::{AlacConfig, CONFIG_BYTES};
use crate::container::{check_channels, Codec, ContainerError, PcmFormat};

/// Bytes of a sound description before its boxes.
const ENTRY_BYTES: usize = 36;

/// Format of a track's samples.
#[derive(Debug, Clone, PartialEq)]
pub struct SampleEntry {
    /// Supported codec.
    pub codec: Codec,
    /// Channels.
    pub channels: u16,
    /// Rate of decoded samples in Hz.
    pub sample_rate_hz: u32,
    /// See [`Codec`].
    pub codec_private: Vec<u8>,
    /// Opus PreSkip in frames.
    pub pre_skip: u64,
    /// PCM is stored big-endian.
    pub big_endian: bool,
}

/// Most entries stepped over.
const MAX_ENTRIES: u64 = 64;

/// Reads entry `index`, counted from 1, of a sample description payload.
pub fn parse(stsd: &[u8], index: u64) -> Result<SampleEntry, ContainerError> {
    let mut entry = stsd.get(8..).unwrap_or(&[]);
    for _ in 1..index.min(MAX_ENTRIES) {
        let size = number(entry, 0, 4).max(8) as usize;
        entry = entry.get(size..).unwrap_or(&[]);
    }
    let size = number(entry, 0, 4) as usize;
    let kind = entry.get(4..8).ok_or(ContainerError::NoAudio)?;
    let entry = &entry[..size.clamp(8, entry.len())];
    let fixed = Fixed::read(entry);
    let name = kind.iter().map(|&byte| byte as char).collect::<String>();
    let unsupported = || ContainerError::UnsupportedCodec(name.trim().to_string());
    let mut found = SampleEntry {
        codec: Codec::Mp3,
        channels: fixed.channels,
        sample_rate_hz: fixed.rate_hz,
        codec_private: Vec::new(),
        pre_skip: 0,
        big_endian: false,
    };
    match kind {
        b"mp4a" => mpeg4(entry, &mut found)?,
        b"Opus" => opus(find_in(entry, b"dOps").ok_or_else(unsupported)?, &mut found)
            .ok_or_else(unsupported)?,
        b"alac" => alac(entry, &mut found).ok_or_else(unsupported)?,
        b"fLaC" => flac(find_in(entry, b"dfLa").ok_or_else(unsupported)?, &mut found)
            .ok_or_else(unsupported)?,
        b".mp3" | b"mp3 " | b"ms\0U" => {}
        _ => {
            let (format, big_endian) = pcm(kind, entry, &fixed).ok_or_else(unsupported)?;
            found.codec = Codec::Pcm(format);
            found.big_endian = big_endian;
        }
    }
    check_channels(found.codec, u64::from(found.channels))?;
    if !(1..=768_000).contains(&found.sample_rate_hz) {
        return Err(ContainerError::LimitExceeded {
            what: "sample rate",
            limit: 768_000,
            actual: u64::from(found.sample_rate_hz),
        });
    }
    Ok(found)
}

/// The fields every sound description begins with.
struct Fixed {
    channels: u16,
    bits: u64,
    rate_hz: u32,
    lpcm_flags: u64,
}

impl Fixed {
    fn read(entry: &[u8]) -> Self {
        // QuickTime's version 2 repeats channels, rate and bits in wider fields after the old ones.
        if number(entry, 16, 2) == 2 {
            let rate = f64::from_bits(number(entry, 40, 8));
            return Self {
                channels: number(entry, 48, 4).min(0xFFFF) as u16,
                bits: number(entry, 56, 4),
                rate_hz: if rate.is_finite() { rate as u32 } else { 0 },
                lpcm_flags: number(entry, 60, 4),
            };
        }
        Self {
            channels: number(entry, 24, 2) as u16,
            bits: number(entry, 26, 2),
            rate_hz: number(entry, 32, 2) as u32,
            lpcm_flags: 0,
        }
    }
}

/// `mp4a`: the elementary stream descriptor names the actual codec (ISO 14496-1 §7.2.6).
fn mpeg4(entry: &[u8], found: &mut SampleEntry) -> Result<(), ContainerError> {
    let stream = find_in(entry, b"esds").map_or(Descriptor::default(), |esds| {
        Descriptor::read(esds.get(4..).unwrap_or(&[]))
    });
    let unsupported = |name: String| Err(ContainerError::UnsupportedCodec(name));
    match stream.object_type {
        // MPEG-4 audio, MPEG-2 AAC Main and LC; 0 when the descriptor is missing.
        0 | 0x40 | 0x66 | 0x67 => {
            let mut private = stream.specific;
            if private.is_empty() {
                let Some(made) = AacConfig::low_complexity(found.sample_rate_hz, found.channels)
                else {
                    return unsupported("mp4a".into());
                };
                private = made;
            }
            let Some(config) = AacConfig::parse(&private) else {
                return unsupported("mp4a.40".into());
            };
            if config.object_type == 34 {
                return Ok(());
            }
            if !config.is_decodable() {
                return unsupported(config.codec_string());
            }
            found.codec = Codec::Aac;
            found.sample_rate_hz = config.whole_rate_hz();
            if config.channels > 0 {
                found.channels = config.channels;
            }
            found.codec_private = private;
        }
        // MPEG-2 and MPEG-1 audio: Layer III in every file that has it.
        0x69 | 0x6B => {}
        other => return unsupported(format!("mp4a.{other:02x}")),
    }
    Ok(())
}

#[derive(Default)]
struct Descriptor {
    object_type: u8,
    specific: Vec<u8>,
}

impl Descriptor {
    fn read(mut bytes: &[u8]) -> Self {
        let mut found = Self::default();
        // ES (3) holds DecoderConfig (4) holds DecoderSpecificInfo (5): entering is enough.
        for _ in 0..16 {
            let Some((&tag, rest)) = bytes.split_first() else {
                break;
            };
            let Some((length, rest)) = expandable(rest) else {
                break;
            };
            let skip = match tag {
                3 => {
                    let flags = number(rest, 2, 1);
                    let url = if flags & 0x40 != 0 {
                        1 + number(rest, 3, 1) as usize
                    } else {
                        0
                    };
                    3 + if flags & 0x80 != 0 { 2 } else { 0 }
                        + url
                        + if flags & 0x20 != 0 { 2 } else { 0 }
                }
                4 => {
                    found.object_type = number(rest, 0, 1) as u8;
                    13
                }
                5 => {
                    found.specific = rest[..length.min(rest.len()).min(64)].to_vec();
                    break;
                }
                _ => length,
            };
            bytes = rest.get(skip..).unwrap_or(&[]);
        }
        found
    }
}

/// Length of a descriptor: seven bits a byte, at most four bytes.
fn expandable(bytes: &[u8]) -> Option<(usize, &[u8])> {
    let mut length = 0;
    for index in 0..4 {
        let byte = *bytes.get(index)?;
        length = length << 7 | usize::from(byte & 0x7F);
        if byte & 0x80 == 0 {
            return Some((length, &bytes[index + 1..]));
        }
    }
    None
}

/// `dOps`: an OpusHead in big-endian without its magic.
fn opus(config: &[u8], found: &mut SampleEntry) -> Option<()> {
    if config.len() < 11 {
        return None;
    }
    let mut head = b"OpusHead\x01".to_vec();
    head.push(config[1]);
    head.extend(config[2..4].iter().rev());
    head.extend(config[4..8].iter().rev());
    head.extend(config[8..10].iter().rev());
    head.extend(&config[10..config.len().min(11 + 2 + 255)]);
    found.codec = Codec::Opus;
    found.channels = u16::from(config[1]);
    found.sample_rate_hz = 48_000;
    found.pre_skip = number(config, 2, 2);
    found.codec_private = head;
    Some(())
}

/// `alac` in an entry of the same name, also within QuickTime's `wave`: version and flags, then the configuration.
fn alac(entry: &[u8], found: &mut SampleEntry) -> Option<()> {
    let inner = find_in(entry.get(ENTRY_BYTES..)?, b"alac")?;
    let private = inner.get(4..4 + CONFIG_BYTES)?;
    let config = AlacConfig::parse(private)?;
    found.codec = Codec::Alac;
    found.channels = config.channels;
    found.sample_rate_hz = config.sample_rate_hz;
    found.codec_private = private.to_vec();
    Some(())
}

/// `dfLa`: version and flags, then FLAC metadata blocks.
fn flac(config: &[u8], found: &mut SampleEntry) -> Option<()> {
    let blocks = config.get(4..)?;
    if blocks.first()? & 0x7F != 0 {
        return None;
    }
    let info = blocks.get(4..38)?;
    let bits = number(info, 10, 4);
    found.codec = Codec::Flac;
    found.sample_rate_hz = (bits >> 12) as u32;
    found.channels = (bits >> 9 & 7) as u16 + 1;
    found.codec_private = info.to_vec();
    Some(())
}

/// Uncompressed forms: sample layout and whether it is big-endian.
fn pcm(kind: &[u8], entry: &[u8], fixed: &Fixed) -> Option<(PcmFormat, bool)> {
    let little = find_in(entry, b"enda").is_some_and(|enda| number(enda, 0, 2) == 1);
    let integer = |bits| match bits {
        16 => Some(PcmFormat::S16),
        24 => Some(PcmFormat::S24),
        32 => Some(PcmFormat::S32),
        _ => None,
    };
    let float = |bits| {
        if bits == 64 {
            PcmFormat::F64
        } else {
            PcmFormat::F32
        }
    };
    Some(match kind {
        b"sowt" => (integer(fixed.bits)?, false),
        b"twos" => (integer(fixed.bits)?, true),
        b"raw " => (PcmFormat::U8, false),
        b"alaw" => (PcmFormat::ALaw, false),
        b"ulaw" => (PcmFormat::MuLaw, false),
        b"in24" => (PcmFormat::S24, !little),
        b"in32" => (PcmFormat::S32, !little),
        b"fl32" => (PcmFormat::F32, !little),
        b"fl64" => (PcmFormat::F64, !little),
        // QuickTime: bit 0 float, bit 1 big-endian.
        b"lpcm" if fixed.lpcm_flags & 1 != 0 => (float(fixed.bits), fixed.lpcm_flags & 2 != 0),
        b"lpcm" => (integer(fixed.bits)?, fixed.lpcm_flags & 2 != 0),
        // ISO 23003-5 §5: flags (bit 0 little-endian), then the sample size.
        b"ipcm" | b"fpcm" => {
            let config = find_in(entry, b"pcmC")?;
            let big_endian = number(config, 4, 1) & 1 == 0;
            let bits = number(config, 5, 1);
            (
                if kind == b"fpcm" {
                    float(bits)
                } else {
                    integer(bits)?
                },
                big_endian,
            )
        }
        _ => return None,
    })
}
