//! Spectral band replication (SBR, ISO 14496-3 §4.6.18): what a fill element holds about the upper half of the band.
//! Values are coded as differences from the block before. A block is taken only when all of it was read, so a damaged one
//! changes nothing.

pub mod channel_data;
pub mod frequency_bands;
pub mod grid;
pub mod header;
mod huffman;
pub mod parametric_stereo;

use self::channel_data::ChannelData;
use self::frequency_bands::FrequencyBands;
use self::header::Header;
use self::parametric_stereo::StereoData;
use crate::bits::reader::Bits;

/// The extension that is parametric stereo (table 4.122).
const PARAMETRIC_STEREO: u32 = 2;
/// Extension types of the payload, without and with a check sum (table 4.121).
const SBR_DATA: u32 = 13;
const SBR_DATA_CRC: u32 = 14;

/// The upper band of one element: a single channel or a pair.
#[derive(Debug, Clone)]
pub struct UpperBand {
    pub header: Header,
    pub bands: FrequencyBands,
    /// One, or two of a pair.
    pub channels: [ChannelData; 2],
    /// Levels of the second channel are balances.
    pub coupled: bool,
    /// The bands are not those of the block before.
    pub is_new: bool,
    /// A single channel is spread over two.
    pub stereo: Option<Box<StereoData>>,
}

impl UpperBand {
    /// Reads `extension_payload` (table 4.57) of `count` bytes for an element of one channel or two. `core_hz` is the
    /// core's rate, `before` the block before, `first` the stream's first header. `None` where it is damaged, or no header
    /// came yet.
    pub fn read(
        bits: &mut Bits<'_>,
        count: usize,
        core_hz: u32,
        is_pair: bool,
        before: Option<&Self>,
        first: Option<Header>,
    ) -> Option<Self> {
        let end = bits.position() + 8 * count;
        match bits.read(4)? {
            SBR_DATA => {}
            SBR_DATA_CRC => bits.skip(10)?,
            _ => return None,
        }
        let mut header = before.map(|before| before.header).or(first);
        if bits.read(1)? == 1 {
            header = Some(Header::read(bits)?);
        }
        let header = header?;
        let known = before.filter(|before| before.header.has_bands_of(&header));
        let mut band = match known {
            Some(known) => {
                let mut band = Self {
                    header,
                    is_new: false,
                    ..known.clone()
                };
                // The limiter's bands alone may change without a new start.
                if known.header.limiter_bands != header.limiter_bands {
                    band.bands = FrequencyBands::new(&header, core_hz)?;
                }
                band
            }
            None => Self {
                bands: FrequencyBands::new(&header, core_hz)?,
                header,
                channels: [ChannelData::default(), ChannelData::default()],
                coupled: false,
                is_new: true,
                stereo: before.and_then(|before| before.stereo.clone()),
            },
        };
        if is_pair {
            band.pair(bits)?;
        } else {
            band.single(bits)?;
            let held = band.stereo.take();
            band.stereo = stereo(bits, end, held.as_deref())
                .or_else(|| held.map(|before| before.held()))
                .map(Box::new);
        }
        (bits.position() <= end).then_some(band)
    }

    /// `sbr_single_channel_element` (table 4.65) up to its extension.
    fn single(&mut self, bits: &mut Bits<'_>) -> Option<()> {
        if bits.read(1)? == 1 {
            bits.skip(4)?;
        }
        let (bands, channel) = (&self.bands, &mut self.channels[0]);
        self.coupled = false;
        channel.grid(bits, &self.header)?;
        channel.directions(bits)?;
        channel.inverse_filtering(bits, bands)?;
        channel.levels(bits, bands, false)?;
        channel.noise(bits, bands, false)?;
        channel.sinusoids(bits, bands)
    }

    /// `sbr_channel_pair_element` (table 4.66) up to its extension.
    fn pair(&mut self, bits: &mut Bits<'_>) -> Option<()> {
        if bits.read(1)? == 1 {
            bits.skip(8)?;
        }
        self.coupled = bits.read(1)? == 1;
        let (header, bands) = (&self.header, &self.bands);
        let [left, right] = &mut self.channels;
        left.grid(bits, header)?;
        if self.coupled {
            right.share_grid(left);
            left.directions(bits)?;
            right.directions(bits)?;
            left.inverse_filtering(bits, bands)?;
            right.inverse_filtering = left.inverse_filtering;
            left.levels(bits, bands, false)?;
            left.noise(bits, bands, false)?;
            right.levels(bits, bands, true)?;
            right.noise(bits, bands, true)?;
        } else {
            right.grid(bits, header)?;
            left.directions(bits)?;
            right.directions(bits)?;
            left.inverse_filtering(bits, bands)?;
            right.inverse_filtering(bits, bands)?;
            left.levels(bits, bands, false)?;
            right.levels(bits, bands, false)?;
            left.noise(bits, bands, false)?;
            right.noise(bits, bands, false)?;
        }
        left.sinusoids(bits, bands)?;
        right.sinusoids(bits, bands)
    }
}

/// Parametric stereo in the extension that ends an element, before bit `end`.
fn stereo(bits: &Bits<'_>, end: usize, before: Option<&StereoData>) -> Option<StereoData> {
    let mut bits = bits.clone();
    if bits.read(1)? == 0 {
        return None;
    }
    let mut count = bits.read(4)? as usize;
    if count == 15 {
        count += bits.read(8)? as usize;
    }
    let end = end.min(bits.position() + 8 * count);
    if bits.read(2)? != PARAMETRIC_STEREO {
        return None;
    }
    let data = StereoData::read(&mut bits, before)?;
    (bits.position() <= end).then_some(data)
}
