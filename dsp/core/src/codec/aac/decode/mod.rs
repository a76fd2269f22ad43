//! AAC (ISO 14496-3 subpart 4, ISO 13818-7): Main, Low Complexity and Long Term Prediction with 1,024 or
//! 960 frames a block, every channel element, coupling included. Band replication is on top of it.
//!
//! A block is read whole before anything of it is remembered, so that a damaged one leaves no trace; what
//! comes in its place is the end of the block before, fading out.

mod channel;
mod coupling;
mod filterbank;
mod long_term_prediction;
mod prediction;
#[cfg(feature = "replication")]
mod sbr;
mod spectral_data;
mod stereo;
mod tables;
#[cfg(test)]
mod tests;
mod tns;
mod window_shape;

#[cfg(feature = "replication")]
pub use self::sbr::{states_stereo, ReplicatedPackets};

use self::channel::Channel;
use self::coupling::Coupled;
use self::filterbank::Filterbank;
use self::spectral_data::{Noise, Reader, SEED};
use self::tables::Tables;
use super::syntax::audio_specific_config::AacConfig;
use super::syntax::channel_pair_element::Pair;
use super::syntax::coupling_channel_element::{Coupling, Point};
use super::syntax::elements;
use super::syntax::format::Format;
use super::syntax::individual_channel_stream::{IndividualChannelStream, NOISE};
use super::syntax::raw_data_block::{Kind, MAX_ELEMENTS};
use crate::bits::packet_words::Words;
use crate::bits::reader::Bits;
use crate::codec::packet_decoder::{PacketDecoder, Refused, Unsupported};
use crate::lanes::F32x4;
use crate::pcm::PcmBlock;
use crate::track::Track;

/// A sample beyond this much of full scale (+24 dB) is damage that parsed: silence is what a listener
/// would rather have.
const BLAST: f32 = 16.0;

/// An element with channels of the present block.
#[derive(Debug, Clone, Copy)]
struct Element {
    kind: Kind,
    tag: u8,
    /// Its first channel.
    first: usize,
    pair: Pair,
}

/// A fill element, which belongs to the element before it.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(not(feature = "replication"), allow(dead_code))]
struct Extension {
    element: usize,
    /// Where its payload begins, in bits.
    at: usize,
    bytes: usize,
}

/// An AAC stream.
pub struct AacPackets {
    format: Format,
    /// Channels by the configuration, 0 if only the blocks state them.
    configured: usize,
    tables: Tables,
    bank: Filterbank,
    words: Words,
    elements: Vec<Element>,
    /// Channels in the order of elements, of which `count` are in the present block.
    channels: Vec<Channel>,
    count: usize,
    coupled: Vec<Coupled>,
    coupled_count: usize,
    /// Fill elements of the present block.
    extensions: Vec<Extension>,
    noise: Noise,
}

impl AacPackets {
    /// A decoder for `track`; refuses object types that are not named above.
    pub fn new(track: &Track) -> Result<Self, Unsupported> {
        let config = AacConfig::parse(&track.codec_private)
            .ok_or_else(|| Unsupported("aac without a configuration".into()))?;
        if !config.is_decodable() {
            return Err(Unsupported(config.codec_string()));
        }
        let format = Format::of(&config);
        Ok(Self {
            format,
            configured: usize::from(config.channels),
            tables: Tables::new(),
            bank: Filterbank::new(format.frame_length()),
            words: Words::default(),
            elements: Vec::with_capacity(MAX_ELEMENTS),
            channels: Vec::new(),
            count: 0,
            coupled: Vec::new(),
            coupled_count: 0,
            extensions: Vec::new(),
            noise: SEED,
        })
    }

    /// Reads a block up to its spectra. `None` where it is damaged before it holds all channels.
    fn read(&mut self, packet: &[u8]) -> Option<()> {
        self.words.load(packet);
        let mut bits = Bits::new(packet);
        let wanted = if self.configured > 0 {
            self.configured
        } else {
            self.count
        };
        self.elements.clear();
        self.extensions.clear();
        (self.count, self.coupled_count) = (0, 0);
        loop {
            let whole = self.count > 0 && self.count >= wanted;
            let element = bits.read(3);
            if element == Some(7) {
                break;
            }
            let read = element.and_then(|element| match element {
                0 => self.element(&mut bits, Kind::Single),
                1 => self.element(&mut bits, Kind::Pair),
                2 => self.coupling(&mut bits),
                3 => self.element(&mut bits, Kind::LowFrequency),
                4 => elements::data_stream(&mut bits),
                5 => elements::program_config(&mut bits).map(drop),
                _ => self.extension(&mut bits),
            });
            if read.is_none() {
                // Garbage after the channels does not belong to them.
                if whole {
                    break;
                }
                return None;
            }
        }
        (self.count > 0).then_some(())
    }

    fn element(&mut self, bits: &mut Bits<'_>, kind: Kind) -> Option<()> {
        let tag = bits.read(4)? as u8;
        if self.elements.len() >= MAX_ELEMENTS {
            return None;
        }
        let first = self.count;
        let mut pair = Pair::default();
        if kind == Kind::Pair {
            pair = Pair::read(bits, &self.format)?;
        }
        for index in 0..usize::from(kind.channels()) {
            let place = (kind, index == 1);
            let at = first + index;
            if at == self.channels.len() {
                self.channels.push(Channel::new(place, &self.format));
            }
            let (before, rest) = self.channels.split_at_mut(at);
            let channel = &mut rest[0];
            channel.next_place = place;
            channel.side =
                IndividualChannelStream::read(bits, &self.format, pair.windows.as_ref())?;
            let reader = Reader {
                words: &self.words,
                tables: &self.tables,
                bands: &self.format.bands,
            };
            // §4.6.13.3: a flag where both channels are noise makes it the same noise.
            let first_channel = before
                .last()
                .filter(|_| index == 1 && pair.windows.is_some());
            let end = reader.read(
                bits.position(),
                &channel.side,
                &mut channel.spectrum,
                &mut self.noise,
                &mut channel.seeds,
                |band| {
                    let first_channel = first_channel
                        .filter(|first_channel| first_channel.side.books[band] == NOISE)?;
                    (pair.mid_side >> band & 1 == 1).then_some(first_channel.seeds[band])
                },
            )?;
            bits.skip(end - bits.position())?;
        }
        self.count = first + usize::from(kind.channels());
        self.elements.push(Element {
            kind,
            tag,
            first,
            pair,
        });
        Some(())
    }

    fn extension(&mut self, bits: &mut Bits<'_>) -> Option<()> {
        let (payload, bytes) = elements::fill_payload(bits)?;
        if let Some(element) = self.elements.len().checked_sub(1) {
            self.extensions.push(Extension {
                element,
                at: payload.position(),
                bytes,
            });
        }
        Some(())
    }

    fn coupling(&mut self, bits: &mut Bits<'_>) -> Option<()> {
        bits.skip(4)?;
        let coupling = Coupling::read(bits)?;
        let at = self.coupled_count;
        if at >= MAX_ELEMENTS {
            return None;
        }
        if at == self.coupled.len() {
            self.coupled.push(Coupled {
                coupling,
                channel: Channel::new((Kind::Single, false), &self.format),
                gains: Vec::new(),
                signal: vec![0.0; self.format.frame_length()],
            });
        }
        let coupled = &mut self.coupled[at];
        coupled.coupling = coupling;
        let channel = &mut coupled.channel;
        channel.side = IndividualChannelStream::read(bits, &self.format, None)?;
        let reader = Reader {
            words: &self.words,
            tables: &self.tables,
            bands: &self.format.bands,
        };
        let end = reader.read(
            bits.position(),
            &channel.side,
            &mut channel.spectrum,
            &mut self.noise,
            &mut channel.seeds,
            |_| None,
        )?;
        bits.skip(end - bits.position())?;
        coupling.gains(bits, &channel.side, &mut coupled.gains)?;
        self.coupled_count += 1;
        Some(())
    }

    /// From spectra to signals.
    fn finish(&mut self, out: &mut PcmBlock) {
        let (format, tables, bank) = (&self.format, &self.tables, &mut self.bank);
        let coupled = &mut self.coupled[..self.coupled_count];
        for coupled in coupled.iter_mut() {
            coupled.channel.predict(format);
            coupled.channel.shape(format, tables);
            if coupled.point() == Point::Signal {
                let signal = &mut coupled.signal;
                coupled.channel.synthesize(bank, signal);
            }
        }
        out.reset(self.count, format.frame_length());
        for channel in &mut self.channels[..self.count] {
            channel.settle();
        }
        for element in &self.elements {
            let channels = usize::from(element.kind.channels());
            let channels = &mut self.channels[element.first..element.first + channels];
            stereo(element, format, channels);
            let couple = |channels: &mut [Channel], point: Point| {
                for coupled in coupled.iter().filter(|coupled| coupled.point() == point) {
                    for (list, second) in coupled.lists(element.kind, element.tag) {
                        let spectrum = &mut channels[usize::from(second)].spectrum;
                        coupled.add_spectrum(list, &format.bands, spectrum);
                    }
                }
            };
            couple(channels, Point::BeforeShaping);
            for channel in channels.iter_mut() {
                channel.predict_long_term(format, tables, bank);
                channel.shape(format, tables);
            }
            couple(channels, Point::AfterShaping);
            for (index, channel) in channels.iter_mut().enumerate() {
                channel.synthesize(bank, out.channel_mut(element.first + index));
            }
            for coupled in coupled.iter().filter(|c| c.point() == Point::Signal) {
                for (list, second) in coupled.lists(element.kind, element.tag) {
                    let signal = out.channel_mut(element.first + usize::from(second));
                    coupled.add_signal(list, signal);
                }
            }
        }
    }

    fn forget(&mut self) {
        for channel in &mut self.channels {
            channel.reset();
        }
        for coupled in &mut self.coupled {
            coupled.channel.reset();
        }
    }
}

/// Sum and difference, Main's prediction, intensity, in this order (§4.6.8).
fn stereo(element: &Element, format: &Format, channels: &mut [Channel]) {
    let (bands, pair) = (&format.bands, &element.pair);
    let shared = pair.windows.is_some();
    if let ([left, right], true) = (&mut *channels, shared) {
        let sides = [&left.side, &right.side];
        stereo::mid_side(pair, bands, sides, &mut left.spectrum, &mut right.spectrum);
    }
    for channel in channels.iter_mut() {
        channel.predict(format);
    }
    if let [left, right] = channels {
        let spectra = (&left.spectrum, &mut right.spectrum);
        stereo::intensity(pair, bands, &right.side, spectra.0, spectra.1);
    }
}

/// Whether every sample is a number below [`BLAST`].
fn is_sound(samples: &[f32]) -> bool {
    let mut most = F32x4::splat(0.0);
    let mut nothing = most;
    for at in (0..samples.len()).step_by(4) {
        let four = F32x4::load(samples, at);
        most = most.max(four.abs());
        // Values that are not finite do not become 0.
        nothing = nothing.add(four.mul(F32x4::splat(0.0)));
    }
    let below = most.to_array().iter().all(|&sample| sample <= BLAST);
    below && nothing.to_array().iter().all(|&sum| sum == 0.0)
}

impl PacketDecoder for AacPackets {
    fn decode(&mut self, packet: &[u8], out: &mut PcmBlock) -> Result<(), Refused> {
        let (noise, count) = (self.noise, self.count);
        if self.read(packet).is_none() {
            (self.noise, self.count) = (noise, count);
            out.reset(0, 0);
            return Err(Refused);
        }
        self.finish(out);
        if !(0..out.channel_count()).all(|channel| is_sound(out.channel(channel))) {
            self.forget();
            out.reset(0, 0);
            return Err(Refused);
        }
        Ok(())
    }

    fn conceal(&mut self, channels: usize, frames: usize, out: &mut PcmBlock) {
        if self.count == 0 {
            out.reset(channels, frames);
            return;
        }
        out.reset(self.count, frames);
        for (index, channel) in self.channels[..self.count].iter_mut().enumerate() {
            channel.fade_out(out.channel_mut(index));
        }
    }

    fn reset(&mut self) {
        self.forget();
        self.count = 0;
        self.noise = SEED;
    }
}
