//! AudioSpecificConfig (ISO 14496-3 §1.6.2.1): what of an AAC stream the Low Complexity decoder can
//! decode. HE-AAC carries an LC core at half the rate; the core is decoded and the loss reported.

use crate::container::mpeg_audio::AAC_RATES_HZ;

/// Object types (ISO 14496-3 table 1.17).
const LOW_COMPLEXITY: u32 = 2;
const SPECTRAL_BAND_REPLICATION: u32 = 5;
const PARAMETRIC_STEREO: u32 = 29;

/// What a configuration says of its core.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AacConfig {
    /// Rate of the core in Hz.
    pub sample_rate_hz: u32,
    /// `channelConfiguration`, 1…7.
    pub channel_configuration: u32,
    /// The stream says it is HE-AAC: half of its bandwidth is not in the core.
    pub extended: bool,
    object_type: u32,
    short_frames: bool,
}

struct Bits<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Bits<'_> {
    fn read(&mut self, count: usize) -> Option<u32> {
        let mut value = 0;
        for _ in 0..count {
            let byte = self.bytes.get(self.at / 8)?;
            value = value << 1 | u32::from(byte >> (7 - self.at % 8) & 1);
            self.at += 1;
        }
        Some(value)
    }

    fn object_type(&mut self) -> Option<u32> {
        Some(match self.read(5)? {
            31 => 32 + self.read(6)?,
            short => short,
        })
    }

    fn rate(&mut self) -> Option<u32> {
        match self.read(4)? {
            15 => self.read(24),
            index => AAC_RATES_HZ.get(index as usize).copied(),
        }
    }
}

impl AacConfig {
    /// Reads a configuration; `None` when it is cut short or reserved.
    pub fn parse(config: &[u8]) -> Option<Self> {
        let mut bits = Bits {
            bytes: config,
            at: 0,
        };
        let mut object_type = bits.object_type()?;
        let sample_rate_hz = bits.rate()?;
        let channel_configuration = bits.read(4)?;
        let mut extended = false;
        if matches!(object_type, SPECTRAL_BAND_REPLICATION | PARAMETRIC_STEREO) {
            extended = true;
            bits.rate()?;
            object_type = bits.object_type()?;
        }
        let short_frames = bits.read(1)? == 1;
        // Backward compatible signalling: a sync word behind the LC configuration.
        let _core_coder = bits
            .read(1)
            .filter(|&depends| depends == 1)
            .and_then(|_| bits.read(14));
        let _extension = bits.read(1);
        if bits.read(11) == Some(0x2B7) && bits.read(5) == Some(SPECTRAL_BAND_REPLICATION) {
            extended |= bits.read(1) == Some(1);
        }
        Some(Self {
            sample_rate_hz,
            channel_configuration,
            extended,
            object_type,
            short_frames,
        })
    }
}

/// The configuration of the LC core alone, for a decoder that knows nothing else; `None` when the
/// core is not 1,024-frame Low Complexity.
pub fn core_config(config: &[u8]) -> Option<Vec<u8>> {
    let parsed = AacConfig::parse(config)?;
    if parsed.object_type != LOW_COMPLEXITY || parsed.short_frames {
        return None;
    }
    let mut bits = u64::from(LOW_COMPLEXITY);
    let mut count = 5;
    let mut push = |value: u32, width: u32| {
        bits = bits << width | u64::from(value);
        count += width;
    };
    match AAC_RATES_HZ
        .iter()
        .position(|&hz| hz == parsed.sample_rate_hz)
    {
        Some(index) => push(index as u32, 4),
        None => {
            push(15, 4);
            push(parsed.sample_rate_hz, 24);
        }
    }
    push(parsed.channel_configuration, 4);
    push(0, 3);
    let padding = (8 - count % 8) % 8;
    let bytes = (count + padding) / 8;
    Some((bits << padding).to_be_bytes()[8 - bytes as usize..].to_vec())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_plain_configuration_is_kept() {
        // AAC-LC, 44.1 kHz, stereo.
        assert_eq!(core_config(&[0x12, 0x10]), Some(vec![0x12, 0x10]));
        let parsed = AacConfig::parse(&[0x12, 0x10]).unwrap();
        assert_eq!(
            (
                parsed.sample_rate_hz,
                parsed.channel_configuration,
                parsed.extended
            ),
            (44_100, 2, false)
        );
    }

    #[test]
    fn he_aac_is_recognised_in_both_signallings_and_reduced_to_its_core() {
        // Explicit: object type 5, core 22.05 kHz, stereo, extension 44.1 kHz, core LC.
        let explicit = [0x2B, 0x92, 0x08, 0x00];
        let parsed = AacConfig::parse(&explicit).unwrap();
        assert!(parsed.extended);
        assert_eq!(parsed.sample_rate_hz, 22_050);
        assert_eq!(core_config(&explicit), Some(vec![0x13, 0x90]));
        // Backward compatible: LC 22.05 kHz stereo, then 0x2B7, 5, present, 44.1 kHz.
        let implicit = [0x13, 0x90, 0x56, 0xE5, 0xA0];
        assert!(AacConfig::parse(&implicit).unwrap().extended);
        assert_eq!(core_config(&implicit), Some(vec![0x13, 0x90]));
    }

    #[test]
    fn other_object_types_and_short_frames_are_refused() {
        assert_eq!(core_config(&[0x0A, 0x10]), None, "main");
        assert_eq!(core_config(&[0x12, 0x14]), None, "960 frames");
        assert_eq!(core_config(&[0x12]), None);
    }
}
