//! AudioSpecificConfig (ISO 14496-3 §1.6.2.1): the kind of AAC in the raw data blocks.

use crate::bits::reader::Bits;

/// Audio object types that are read (ISO 14496-3 table 1.17).
pub const MAIN: u8 = 1;
pub const LOW_COMPLEXITY: u8 = 2;
pub const LONG_TERM: u8 = 4;

/// Sampling frequencies by index in Hz (ISO 14496-3 table 1.18).
pub const SAMPLE_RATES_HZ: [u32; 13] = [
    96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8_000,
    7_350,
];

/// The parsed head of an AudioSpecificConfig.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AacConfig {
    /// Audio object type of the core coder: 2 is AAC-LC (ISO 14496-3 table 1.17).
    pub object_type: u8,
    /// Rate of the core coder in Hz (half of the output rate under SBR).
    pub sample_rate_hz: u32,
    /// `channelConfiguration` unchanged (table 1.19).
    pub configuration: u8,
    /// Channels of the core coder; 0 if a program config element states them.
    pub channels: u16,
    /// Frames in one raw data block: 1,024 or 960.
    pub frame_length: u16,
    /// Spectral band replication is signalled (HE-AAC), with its output rate in Hz.
    pub sbr_rate_hz: Option<u32>,
    /// Parametric stereo is signalled (HE-AAC v2).
    pub ps: bool,
}

/// Spectral band replication, and parametric stereo on top of it.
const SBR: u8 = 5;
const PARAMETRIC_STEREO: u8 = 29;

fn object_type(bits: &mut Bits<'_>) -> Option<u8> {
    let short = bits.read(5)?;
    Some(if short == 31 {
        32 + bits.read(6)?
    } else {
        short
    } as u8)
}

fn rate(bits: &mut Bits<'_>) -> Option<u32> {
    let index = bits.read(4)?;
    if index == 15 {
        return bits.read(24).filter(|rate| (1..=192_000).contains(rate));
    }
    SAMPLE_RATES_HZ.get(index as usize).copied()
}

impl AacConfig {
    /// Reads the config; `None` when it ends early or names a reserved rate.
    pub fn parse(bytes: &[u8]) -> Option<Self> {
        let mut bits = Bits::new(bytes);
        let mut object_type = self::object_type(&mut bits)?;
        let mut sample_rate_hz = rate(&mut bits)?;
        let configuration = bits.read(4)?;
        // Table 1.19; a program config element names the channels of configuration 0.
        let channels = match configuration {
            1..=6 => configuration as u16,
            7 | 12 | 14 => 8,
            11 => 7,
            _ => 0,
        };
        let mut sbr_rate_hz = None;
        let mut ps = false;
        if object_type == SBR || object_type == PARAMETRIC_STEREO {
            ps = object_type == PARAMETRIC_STEREO;
            sbr_rate_hz = Some(rate(&mut bits)?);
            object_type = self::object_type(&mut bits)?;
        } else if sample_rate_hz > 48_000 && object_type == 0 {
            sample_rate_hz = 48_000;
        }
        let short_frames = bits.read(1).unwrap_or(0) == 1;
        if sbr_rate_hz.is_none() {
            (sbr_rate_hz, ps) =
                backward_compatible_sbr(bytes, bits.position()).unwrap_or((None, false));
        }
        Some(Self {
            object_type,
            sample_rate_hz,
            configuration: configuration as u8,
            channels,
            frame_length: if short_frames { 960 } else { 1024 },
            sbr_rate_hz,
            ps,
        })
    }

    /// The two bytes of an AAC-LC config; `None` for a rate or channel count without an index.
    pub fn low_complexity(sample_rate_hz: u32, channels: u16) -> Option<Vec<u8>> {
        let index = SAMPLE_RATES_HZ
            .iter()
            .position(|&rate| rate == sample_rate_hz)? as u16;
        let configuration = match channels {
            1..=6 => channels,
            8 => 7,
            _ => return None,
        };
        Some(
            (2 << 11 | index << 7 | configuration << 3)
                .to_be_bytes()
                .to_vec(),
        )
    }

    /// Whether the core is of an object type that is decoded: Main, Low Complexity or Long Term
    /// Prediction.
    pub fn is_decodable(&self) -> bool {
        matches!(self.object_type, MAIN | LOW_COMPLEXITY | LONG_TERM)
    }

    /// The rate of what is decoded: twice the core's where a whole band of that rate is signalled.
    pub fn whole_rate_hz(&self) -> u32 {
        let double = 2 * self.sample_rate_hz;
        if self.frame_length == 1_024 && self.sbr_rate_hz == Some(double) {
            double
        } else {
            self.sample_rate_hz
        }
    }

    /// The codec string of RFC 6381, as in `mp4a.40.5`.
    pub fn codec_string(&self) -> String {
        let kind = match (self.sbr_rate_hz.is_some(), self.ps) {
            (true, true) => 29,
            (true, false) => 5,
            _ => self.object_type,
        };
        format!("mp4a.40.{kind}")
    }
}

/// The sync extension at the end (ISO 14496-3 §1.6.6.1): 0x2B7, object type 5, flag, rate.
fn backward_compatible_sbr(bytes: &[u8], from: usize) -> Option<(Option<u32>, bool)> {
    for at in from..(bytes.len() * 8).saturating_sub(16).min(from + 64) {
        let mut bits = Bits::from(bytes, at);
        if bits.read(11)? != 0x2B7 {
            continue;
        }
        if object_type(&mut bits)? == SBR && bits.read(1)? == 1 {
            let rate = rate(&mut bits)?;
            let ps = bits.read(11) == Some(0x548) && bits.read(1) == Some(1);
            return Some((Some(rate), ps));
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn low_complexity_survives_a_round_trip() {
        for rate in SAMPLE_RATES_HZ {
            for channels in [1, 2, 6, 8] {
                let bytes = AacConfig::low_complexity(rate, channels).unwrap();
                let config = AacConfig::parse(&bytes).unwrap();
                assert_eq!(
                    (config.object_type, config.sample_rate_hz, config.channels),
                    (2, rate, channels)
                );
                assert_eq!(config.sbr_rate_hz, None);
            }
        }
    }

    #[test]
    fn recognises_both_ways_of_signalling_he_aac() {
        // Object type 5, 22,050 Hz core, stereo, 44,100 Hz output, then object type 2.
        let explicit = AacConfig::parse(&[0x2B, 0x92, 0x08, 0x00]).unwrap();
        assert_eq!(explicit.sbr_rate_hz, Some(44_100));
        assert_eq!((explicit.object_type, explicit.sample_rate_hz), (2, 22_050));
        assert_eq!(explicit.codec_string(), "mp4a.40.5");
        // AAC-LC 22,050 Hz stereo with the sync extension 0x2B7.
        let hidden = AacConfig::parse(&[0x13, 0x90, 0x56, 0xE5, 0xA0]).unwrap();
        assert_eq!(hidden.sbr_rate_hz, Some(44_100));
        assert_eq!(hidden.object_type, 2);
    }

    #[test]
    fn main_low_complexity_and_long_term_prediction_are_decoded() {
        let decodable =
            |bytes: &[u8]| AacConfig::parse(bytes).is_some_and(|config| config.is_decodable());
        assert!(decodable(&[0x12, 0x10]));
        assert!(decodable(&[0x2B, 0x92, 0x08, 0x00]), "the core of HE-AAC");
        assert!(decodable(&[0x0A, 0x10]), "main");
        assert!(decodable(&[0x22, 0x10]), "long term prediction");
        assert!(decodable(&[0x12, 0x14]), "960 frames");
        assert!(!decodable(&[0x1A, 0x10]), "scalable sample rate");
        assert!(!decodable(&[0xB9, 0x10]), "error resilient low delay");
    }

    #[test]
    fn refuses_truncated_input() {
        assert_eq!(AacConfig::parse(&[]), None);
        assert_eq!(AacConfig::parse(&[0x12]), None);
        assert_eq!(AacConfig::parse(&[0x17, 0xFF]), None);
    }
}
