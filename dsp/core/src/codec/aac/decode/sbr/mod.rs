//! Spectral band replication (ISO 14496-3 §4.6.18): the upper half of the band from the lower one and a few numbers,
//! at the double rate; or, "downsampled", within the core's rate. Parametric stereo is on top of it.

mod channel;
mod filterbank;
mod levels;
mod parametric_stereo;
mod tables;

use self::channel::{Channel, Stated, LINES};
use self::filterbank::{Line, Synthesis, CORE_SUBBANDS, SUBBANDS};
use self::levels::Levels;
use self::parametric_stereo::{ParametricStereo, REACH};
use super::{is_sound, AacPackets, Element, Kind};
use crate::bits::reader::Bits;
use crate::codec::aac::syntax::audio_specific_config::AacConfig;
use crate::codec::aac::syntax::sbr::header::Header;
use crate::codec::aac::syntax::sbr::UpperBand;
use crate::codec::packet_decoder::{PacketDecoder, Refused, Unsupported};
use crate::pcm::PcmBlock;
use crate::track::Track;

/// Frames of the core in a block.
const CORE_FRAMES: usize = LINES * CORE_SUBBANDS;

/// An AAC stream with its upper band.
pub struct ReplicatedPackets {
    core: AacPackets,
    core_out: PcmBlock,
    core_hz: u32,
    /// Frames of a block: 2,048, or 1,024 at the core's rate.
    frames: usize,
    /// A single channel is spread over two.
    is_spread: bool,
    /// By their order in a block.
    elements: Vec<Replication>,
    /// Of elements, as the first packet states them: some encoders never repeat them.
    headers: Vec<(usize, Header)>,
    /// First channel and channels of each element in the last block.
    layout: Vec<(usize, usize)>,
}

impl ReplicatedPackets {
    /// A decoder for `track` at its rate, the core's or the double of it. Two channels of a core with a single one are
    /// parametric stereo.
    pub fn new(track: &Track, config: &AacConfig) -> Result<Self, Unsupported> {
        let core_hz = config.sample_rate_hz;
        let is_double = track.sample_rate_hz > core_hz;
        let stated = stated_bands(track, core_hz, &track.first_packet);
        Ok(Self {
            core: AacPackets::new(track)?,
            core_out: PcmBlock::new(),
            core_hz,
            frames: if is_double { 2 } else { 1 } * CORE_FRAMES,
            is_spread: track.channels == 2 && config.channels == 1,
            elements: Vec::new(),
            headers: stated
                .iter()
                .map(|(element, band)| (*element, band.header))
                .collect(),
            layout: Vec::new(),
        })
    }

    /// Channels of the last block and of what comes in the place of a lost one.
    fn channels(&self) -> usize {
        if self.is_spread {
            2
        } else {
            self.layout.iter().map(|(_, channels)| channels).sum()
        }
    }

    /// The whole band of the block in `core_out`, into `out` from frame `at` on.
    fn replicate(&mut self, out: &mut PcmBlock, at: usize) {
        for (&(first, channels), replication) in self.layout.iter().zip(&mut self.elements) {
            if first + channels > self.core_out.channel_count() {
                continue;
            }
            replication.settle(channels);
            if self.is_spread {
                replication.spread(self.core_out.channel(first));
                for side in 0..2 {
                    let out = &mut out.channel_mut(side)[at..at + self.frames];
                    replication.synthesize_side(side, out);
                }
                continue;
            }
            for side in 0..channels {
                let samples = self.core_out.channel(first + side);
                let out = &mut out.channel_mut(first + side)[at..at + self.frames];
                replication.replicate(side, samples, out);
            }
        }
    }
}

impl PacketDecoder for ReplicatedPackets {
    fn decode(&mut self, packet: &[u8], out: &mut PcmBlock) -> Result<(), Refused> {
        let core = self.core.decode(packet, &mut self.core_out);
        if core.is_err() || (self.is_spread && self.core_out.channel_count() != 1) {
            out.reset(0, 0);
            return Err(Refused);
        }
        let channels = |element: &Element| usize::from(element.kind.channels());
        let elements = self.core.elements.iter();
        self.layout.clear();
        self.layout
            .extend(elements.map(|element| (element.first, channels(element))));
        for index in self.elements.len()..self.layout.len() {
            let header = self.headers.iter().find(|(element, _)| *element == index);
            let header = header.map(|&(_, header)| header);
            self.elements.push(Replication::new(self.frames, header));
        }
        for extension in &self.core.extensions {
            let kind = self.core.elements[extension.element].kind;
            let mut bits = Bits::from(packet, extension.at);
            self.elements[extension.element].read(&mut bits, extension.bytes, self.core_hz, kind);
        }
        out.reset(self.channels(), self.frames);
        self.replicate(out, 0);
        if !(0..out.channel_count()).all(|channel| is_sound(out.channel(channel))) {
            self.reset();
            out.reset(0, 0);
            return Err(Refused);
        }
        Ok(())
    }

    /// Whole blocks, of which the first is the end of the block before.
    fn conceal(&mut self, channels: usize, frames: usize, out: &mut PcmBlock) {
        if self.layout.is_empty() {
            out.reset(channels, frames);
            return;
        }
        out.reset(self.channels(), frames.next_multiple_of(self.frames));
        for at in (0..frames).step_by(self.frames) {
            self.core.conceal(channels, CORE_FRAMES, &mut self.core_out);
            self.replicate(out, at);
        }
        out.trim(0, frames);
    }

    fn reset(&mut self) {
        self.core.reset();
        self.layout.clear();
        self.elements.iter_mut().for_each(Replication::reset);
    }
}

/// One element: a channel or a pair.
struct Replication {
    /// Subbands that are heard: 64, or 32 at the core's rate.
    subbands: usize,
    /// The header that the stream begins with.
    first: Option<Header>,
    /// What the last block stated, and the present one.
    band: Option<Box<UpperBand>>,
    next: Option<Box<UpperBand>>,
    is_stated: bool,
    levels: Option<Box<[Levels; 2]>>,
    channels: Vec<(Channel, Synthesis)>,
    whole: Vec<Line<SUBBANDS>>,
    spread: Option<Box<Spread>>,
}

/// Parametric stereo with its two channels.
struct Spread {
    stereo: ParametricStereo,
    lines: [Vec<Line<SUBBANDS>>; 2],
    synthesis: [Synthesis; 2],
}

impl Replication {
    fn new(frames: usize, first: Option<Header>) -> Self {
        Self {
            subbands: frames / LINES,
            first,
            band: None,
            next: None,
            is_stated: false,
            levels: None,
            channels: Vec::new(),
            whole: vec![Line::SILENT; LINES + REACH],
            spread: None,
        }
    }

    /// Reads a payload of `count` bytes. Damage changes nothing: the upper band is silent in this block.
    fn read(&mut self, bits: &mut Bits<'_>, count: usize, core_hz: u32, kind: Kind) {
        let is_pair = kind == Kind::Pair;
        let before = self.band.as_deref();
        if let Some(band) = UpperBand::read(bits, count, core_hz, is_pair, before, self.first) {
            self.next = Some(Box::new(band));
        }
    }

    /// Begins a block of `channels`.
    fn settle(&mut self, channels: usize) {
        while self.channels.len() < channels {
            let synthesis = Synthesis::new(self.subbands);
            self.channels.push((Channel::new(), synthesis));
        }
        self.is_stated = self.next.is_some();
        if let Some(band) = self.next.take() {
            self.levels = Some(Box::new(Levels::of(&band)));
            self.band = Some(band);
        }
    }

    /// The whole band of channel `side`, from the core's `samples` into `out`.
    fn replicate(&mut self, side: usize, samples: &[f32], out: &mut [f32]) {
        self.fill_whole(side, samples);
        let synthesis = &mut self.channels[side].1;
        synthesize(synthesis, &self.whole[..LINES], out);
    }

    /// Spreads the whole band of a single channel over two.
    fn spread(&mut self, samples: &[f32]) {
        self.fill_whole(0, samples);
        let spread = self.spread.get_or_insert_with(|| {
            Box::new(Spread {
                stereo: ParametricStereo::new(),
                lines: [0, 1].map(|_| vec![Line::SILENT; LINES]),
                synthesis: [0, 1].map(|_| Synthesis::new(self.subbands)),
            })
        });
        let [left, right] = &mut spread.lines;
        let data = self.band.as_ref().and_then(|band| band.stereo.as_ref());
        let held;
        let data = match data {
            Some(data) if !self.is_stated => {
                held = data.held();
                Some(&held)
            }
            data => data.map(Box::as_ref),
        };
        match data {
            Some(data) => spread.stereo.spread(data, &self.whole, left, right),
            None => {
                left.copy_from_slice(&self.whole[..LINES]);
                right.copy_from_slice(&self.whole[..LINES]);
            }
        }
    }

    /// The left (0) or right (1) channel after [`Self::spread`], into `out`.
    fn synthesize_side(&mut self, side: usize, out: &mut [f32]) {
        if let Some(spread) = &mut self.spread {
            synthesize(&mut spread.synthesis[side], &spread.lines[side], out);
        }
    }

    fn fill_whole(&mut self, side: usize, samples: &[f32]) {
        let band = self.band.as_deref().filter(|_| self.is_stated);
        let stated = band
            .zip(self.levels.as_deref())
            .map(|(band, levels)| Stated {
                header: &band.header,
                bands: &band.bands,
                data: &band.channels[side],
                levels: &levels[side],
                is_new: band.is_new,
            });
        let channel = &mut self.channels[side].0;
        channel.replicate(samples, stated.as_ref(), &mut self.whole);
    }

    /// Forgets everything before the next block.
    fn reset(&mut self) {
        (self.band, self.next) = (None, None);
        self.is_stated = false;
        self.spread = None;
        for (channel, synthesis) in &mut self.channels {
            channel.reset();
            synthesis.reset();
        }
    }
}

fn synthesize(synthesis: &mut Synthesis, lines: &[Line<SUBBANDS>], out: &mut [f32]) {
    for (line, out) in lines.iter().zip(out.chunks_exact_mut(synthesis.subbands())) {
        synthesis.synthesize(line, out);
    }
}

/// Upper bands that `packet` states with their headers, and their elements.
fn stated_bands(track: &Track, core_hz: u32, packet: &[u8]) -> Vec<(usize, UpperBand)> {
    let mut stated = Vec::new();
    if let (Ok(mut core), false) = (AacPackets::new(track), packet.is_empty()) {
        let is_read = core.read(packet).is_some();
        for extension in core.extensions.iter().filter(|_| is_read) {
            let mut bits = Bits::from(packet, extension.at);
            let is_pair = core.elements[extension.element].kind == Kind::Pair;
            let band = UpperBand::read(&mut bits, extension.bytes, core_hz, is_pair, None, None);
            stated.extend(band.map(|band| (extension.element, band)));
        }
    }
    stated
}

/// Whether `packet` of a single channel states parametric stereo.
pub fn states_stereo(track: &Track, config: &AacConfig, packet: &[u8]) -> bool {
    stated_bands(track, config.sample_rate_hz, packet)
        .iter()
        .any(|(_, band)| band.stereo.is_some())
}
