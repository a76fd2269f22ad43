//! The encoder: collects samples, runs the stages frame by frame, and closes the stream with the
//! tag that makes its length exact.

use super::attack::{AttackDetector, ZONE_FRAMES, ZONE_START_FRAMES};
use super::bit_reservoir::BitReservoir;
use super::filterbank::{Filterbank, HISTORY_FRAMES, SUBBANDS};
use super::frame::{
    scalefactor_bits, write_scalefactors, write_side_info, BitWriter, Format, Gains, GranuleInfo,
};
use super::huffman::{self, Huffman, Plan};
use super::info_tag::{crc16, tag_frame, tag_frame_bytes, TagFacts};
use super::math::{larger, log2, smaller};
use super::mdct::{BlockType, Mdct, LINES, SLOTS};
use super::psychoacoustics::{Masking, Psychoacoustics, LONG_FFT, SHORT_FFT};
use super::quantize::{interleave_short, Bands, Granule, Steps, MOST_BANDS};
use super::rate_control::{Budget, RateControl, COARSEST_SHIFT, FINEST_SHIFT};
use super::tables::{BITRATES_KBPS, LONG_BANDS, SAMPLE_RATES_HZ};
use super::{Config, Mp3Error};
use crate::pcm::Planar;

/// Samples per frame and channel.
pub(super) const FRAME_FRAMES: usize = 1152;
/// Samples kept from before the frame: the psychoacoustic window reaches back furthest.
pub(super) const PAST_FRAMES: usize = 1024;
/// Samples needed after the frame, for the block switching of the granule that follows.
pub(super) const AHEAD_FRAMES: usize = ZONE_FRAMES - ZONE_START_FRAMES;
/// Filterbank (481) and MDCT overlap (576), less the 529 every decoder adds of its own.
const DELAY_FRAMES: u64 = 528;
/// Decoder delay, which gapless players take off both ends.
const DECODER_DELAY_FRAMES: u64 = 529;
/// Largest `part2_3_length`.
const LARGEST_PART_BITS: u32 = 4095;
/// Start of the long psychoacoustic window relative to its granule: the MDCT of a granule looks at
/// samples −816 … 336 around its first, which centres at −240.
const LONG_WINDOW_START: isize = -240 - (LONG_FFT as isize) / 2;

/// Start of the first short psychoacoustic window: the short MDCT windows centre at −432, −240
/// and −48.
const SHORT_WINDOW_START: isize = -432 - (SHORT_FFT as isize) / 2;

/// What is known when the stream ends.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finish {
    /// Final bytes of the first frame, to be written at offset 0 of the stream.
    pub first_frame: Vec<u8>,
    /// Audio frames in the stream, the first (tag) frame not counted.
    pub audio_frames: u64,
    /// Bytes of the whole stream.
    pub total_bytes: u64,
    /// Samples per channel that were given and will be decoded.
    pub pcm_frames: u64,
}

/// Streaming encoder for one file.
pub struct Encoder {
    format: Format,
    stages: Stages,
    /// Per channel: [`PAST_FRAMES`] samples before the next frame, then what has come.
    pcm: Vec<Vec<f32>>,
    pcm_frames: u64,
    audio_frames: u64,
    emitted_bytes: u64,
    music_crc: u16,
    reservoir: BitReservoir,
    tag_written: bool,
    extent: Extent,
}

/// Which frames of the stream an encoder writes. The ones before are encoded and thrown away, so
/// that the first one written starts from the state it would have in a serial run.
#[derive(Debug, Clone, Copy)]
pub(super) struct Extent {
    /// First frame encoded.
    pub start: u64,
    /// First frame written; its reservoir is empty.
    pub first: u64,
    /// One past the last frame, where it is known.
    pub end: Option<u64>,
    /// Another piece follows.
    pub followed: bool,
}

impl Extent {
    /// End of a piece that another follows; the end of the stream itself asks for nothing.
    fn piece_end(&self) -> Option<u64> {
        self.end.filter(|_| self.followed)
    }
}

/// What one run wrote, for joining.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Written {
    pub frames: u64,
    pub bytes: u64,
    pub crc: u16,
}

impl Encoder {
    /// An encoder for one stream, or the reason it cannot be.
    pub fn new(config: Config) -> Result<Self, Mp3Error> {
        let whole = Extent {
            start: 0,
            first: 0,
            end: None,
            followed: false,
        };
        let mut encoder = Self::for_extent(config, whole)?;
        encoder.tag_written = false;
        Ok(encoder)
    }

    /// An encoder that writes `extent` only, without a tag. Its samples begin with frame
    /// `extent.start`, [`PAST_FRAMES`] samples earlier unless that is the first.
    pub(super) fn for_extent(config: Config, extent: Extent) -> Result<Self, Mp3Error> {
        let format = format(config)?;
        let past = if extent.start == 0 { PAST_FRAMES } else { 0 };
        Ok(Self {
            format,
            stages: Stages::new(&format),
            pcm: vec![vec![0.0; past]; format.channels],
            pcm_frames: 0,
            audio_frames: extent.start,
            emitted_bytes: 0,
            music_crc: 0,
            reservoir: BitReservoir::new(&format),
            tag_written: true,
            extent,
        })
    }

    /// Takes a block of any length and appends the frames it completes to `out`. Full scale is
    /// ±1.0; what is not finite counts as silence.
    pub fn encode(&mut self, pcm: Planar<'_>, out: &mut Vec<u8>) -> Result<(), Mp3Error> {
        let frames = pcm.first().map_or(0, |plane| plane.len());
        if pcm.len() != self.format.channels || pcm.iter().any(|plane| plane.len() != frames) {
            return Err(Mp3Error::BlockShape);
        }
        let mut at = 0;
        while at < frames {
            // A frame's worth at a time keeps the memory constant for any block.
            let to = frames.min(at + FRAME_FRAMES);
            for (plane, store) in pcm.iter().zip(&mut self.pcm) {
                store.extend(plane[at..to].iter().map(|&sample| clean(sample)));
            }
            self.pcm_frames += (to - at) as u64;
            at = to;
            self.encode_complete(out)?;
        }
        Ok(())
    }

    /// Encodes what remains and appends the last frames. The first frame must then be replaced by
    /// [`Finish::first_frame`].
    pub fn finish(self, out: &mut Vec<u8>) -> Result<Finish, Mp3Error> {
        let (format, pcm_frames) = (self.format, self.pcm_frames);
        let tag_bytes = tag_frame_bytes(&format) as u64;
        let mut written = self.finish_extent(audio_frames(pcm_frames), out)?;
        written.bytes -= tag_bytes;
        finish(&format, pcm_frames, written)
    }

    /// Encodes up to frame `end`, with silence where samples are missing, and fills the last slot.
    pub(super) fn finish_extent(
        mut self,
        end: u64,
        out: &mut Vec<u8>,
    ) -> Result<Written, Mp3Error> {
        self.extent.end = Some(end);
        self.encode_complete(out)?;
        while self.audio_frames < end {
            for store in &mut self.pcm {
                let needed = PAST_FRAMES + FRAME_FRAMES + AHEAD_FRAMES;
                if store.len() < needed {
                    store.resize(needed, 0.0);
                }
            }
            self.encode_complete(out)?;
        }
        let start = out.len();
        self.reservoir.finish(out);
        self.account(out, start)?;
        Ok(Written {
            frames: end - self.extent.first,
            bytes: self.emitted_bytes,
            crc: self.music_crc,
        })
    }

    fn encode_complete(&mut self, out: &mut Vec<u8>) -> Result<(), Mp3Error> {
        if !self.tag_written {
            self.tag_written = true;
            let placeholder = vec![0; tag_frame_bytes(&self.format)];
            self.emitted_bytes += placeholder.len() as u64;
            out.extend_from_slice(&placeholder);
        }
        while self.pcm[0].len() >= PAST_FRAMES + FRAME_FRAMES + AHEAD_FRAMES
            && self.extent.end.is_none_or(|end| self.audio_frames < end)
        {
            let start = out.len();
            if self.audio_frames == self.extent.first {
                self.reservoir = BitReservoir::new(&self.format);
                self.stages.rate_control.restart();
            }
            let to_come = self.extent.piece_end().map(|end| end - self.audio_frames);
            self.stages.rate_control.announce_end(to_come);
            let padded = self.format.is_padded(self.audio_frames);
            self.stages
                .encode_frame(&self.format, padded, &self.pcm, &mut self.reservoir, out);
            for store in &mut self.pcm {
                store.drain(..FRAME_FRAMES);
            }
            self.audio_frames += 1;
            if self.audio_frames <= self.extent.first {
                out.truncate(start);
            }
            self.account(out, start)?;
        }
        Ok(())
    }

    fn account(&mut self, out: &[u8], start: usize) -> Result<(), Mp3Error> {
        self.music_crc = crc16(self.music_crc, &out[start..]);
        self.emitted_bytes += (out.len() - start) as u64;
        if self.emitted_bytes > u64::from(u32::MAX) {
            return Err(Mp3Error::LimitExceeded);
        }
        Ok(())
    }
}

/// Frames a stream of `pcm_frames` samples needs, so that a decoder gives all of them back.
pub(super) fn audio_frames(pcm_frames: u64) -> u64 {
    (DELAY_FRAMES + pcm_frames + DECODER_DELAY_FRAMES).div_ceil(FRAME_FRAMES as u64)
}

/// The closing facts of a stream whose audio frames are `written`.
pub(super) fn finish(
    format: &Format,
    pcm_frames: u64,
    written: Written,
) -> Result<Finish, Mp3Error> {
    let total_bytes = written.bytes + tag_frame_bytes(format) as u64;
    let facts = TagFacts {
        frames: u32::try_from(written.frames).map_err(|_| Mp3Error::LimitExceeded)?,
        bytes: u32::try_from(total_bytes).map_err(|_| Mp3Error::LimitExceeded)?,
        delay_frames: DELAY_FRAMES as u16,
        padding_frames: (written.frames * FRAME_FRAMES as u64 - DELAY_FRAMES - pcm_frames) as u16,
        music_crc: written.crc,
        lowpass_hz: lowpass_hz(format),
    };
    Ok(Finish {
        first_frame: tag_frame(format, &facts),
        audio_frames: written.frames,
        total_bytes,
        pcm_frames,
    })
}

/// Header indices of a configuration, or why it is refused.
pub(super) fn format(config: Config) -> Result<Format, Mp3Error> {
    let rate_index = SAMPLE_RATES_HZ
        .iter()
        .position(|&rate| rate == config.sample_rate_hz)
        .ok_or(Mp3Error::UnsupportedSampleRate {
            sample_rate_hz: config.sample_rate_hz,
        })?;
    if !(1..=2).contains(&config.channels) {
        return Err(Mp3Error::UnsupportedChannels {
            channels: config.channels,
        });
    }
    let bitrate_index = BITRATES_KBPS
        .iter()
        .position(|&rate| rate == config.bitrate_kbps && rate != 0)
        .ok_or(Mp3Error::UnsupportedBitrate {
            bitrate_kbps: config.bitrate_kbps,
        })?;
    Ok(Format {
        rate_index,
        bitrate_index,
        channels: usize::from(config.channels),
    })
}

fn clean(sample: f32) -> f32 {
    if sample.is_finite() {
        sample.clamp(-2.0, 2.0)
    } else {
        0.0
    }
}

/// Low-pass in Hz: bits above it are better spent below.
fn lowpass_hz(format: &Format) -> u32 {
    let per_channel = format.bits_per_second() / 1000 / format.channels as u32;
    let wanted = match per_channel {
        0..=32 => 10_000,
        33..=40 => 12_000,
        41..=48 => 14_000,
        49..=56 => 15_500,
        57..=64 => 16_800,
        65..=80 => 17_600,
        81..=96 => 18_600,
        97..=112 => 19_400,
        _ => 20_000,
    };
    wanted.min(format.sample_rate_hz() / 2)
}

/// The stages and the signal state between frames.
struct Stages {
    filterbank: Filterbank,
    mdct: Mdct,
    psychoacoustics: Psychoacoustics,
    huffman: Huffman,
    steps: Steps,
    long: Bands,
    short: Bands,
    rate_control: RateControl,
    /// Subband samples per channel: the granule before, then the two of the frame.
    slots: Vec<Vec<[f32; SUBBANDS]>>,
    granules: Vec<Granule>,
    detectors: Vec<AttackDetector>,
    /// Whether the granule before the frame, its first and so on hold an attack.
    attacks: [bool; 4],
    /// The detectors have read a zone.
    listening: bool,
    rate_index: usize,
    lowpass_line: usize,
}

impl Stages {
    fn new(format: &Format) -> Self {
        let lowpass_hz = lowpass_hz(format);
        let nyquist = format.sample_rate_hz() / 2;
        Self {
            filterbank: Filterbank::new(),
            mdct: Mdct::new(),
            psychoacoustics: Psychoacoustics::new(format.rate_index, format.channels),
            huffman: Huffman::new(),
            steps: Steps::new(),
            long: Bands::long(format.rate_index),
            short: Bands::short(format.rate_index),
            rate_control: RateControl::new(),
            slots: vec![vec![[0.0; SUBBANDS]; 3 * SLOTS]; format.channels],
            granules: (0..2 * format.channels).map(|_| Granule::new()).collect(),
            detectors: vec![AttackDetector::new(); format.channels],
            attacks: [false; 4],
            listening: false,
            rate_index: format.rate_index,
            lowpass_line: (LINES * lowpass_hz as usize / nyquist as usize).min(LINES),
        }
    }

    fn encode_frame(
        &mut self,
        format: &Format,
        padded: bool,
        pcm: &[Vec<f32>],
        reservoir: &mut BitReservoir,
        out: &mut Vec<u8>,
    ) {
        let channels = format.channels;
        self.find_attacks(pcm);
        self.transform(pcm, channels);
        let mut thresholds = self.thresholds(pcm, channels);
        let mid_side = channels == 2 && self.decide_mid_side(&mut thresholds);
        for (granule, thresholds) in self.granules.iter_mut().zip(&thresholds) {
            let bands = if granule.block_type == BlockType::Short {
                &self.short
            } else {
                &self.long
            };
            granule.find_gains(&self.steps, bands, thresholds);
        }
        let slot_bytes = format.frame_bytes() + usize::from(padded) - format.head_bytes();
        let infos = self.spend(reservoir, slot_bytes);

        let mut bits = BitWriter::default();
        let mut paired = [[infos[0]; 2]; 2];
        for (index, info) in infos.iter().enumerate() {
            paired[index / channels][index % channels] = *info;
        }
        write_side_info(reservoir.begin_bytes(), &paired, channels, &mut bits);
        let mut head = format.header(padded, mid_side).to_vec();
        head.extend(bits.take_bytes());
        for (info, granule) in infos.iter().zip(&self.granules) {
            write_scalefactors(info, &mut bits);
            huffman::write(&info.plan, &granule.values, &granule.lines, &mut bits);
        }
        let main_data = bits.take_bytes();
        reservoir.push(head, slot_bytes, &main_data, out);
        let limit_bits = 8 * reservoir.limit_bytes() as u32;
        self.rate_control
            .close_frame(8 * reservoir.begin_bytes() as u32, limit_bits);
    }

    /// Reads the zones of the frame's second granule and of the one after it; the first granule's
    /// is known from the frame before.
    #[inline(never)]
    fn find_attacks(&mut self, pcm: &[Vec<f32>]) {
        self.attacks.copy_within(2.., 0);
        // The stream's first zone only tells the detectors what is usual.
        let first_zone = usize::from(self.listening);
        self.listening = true;
        for zone in first_zone..3 {
            let from = PAST_FRAMES + 576 * zone - ZONE_START_FRAMES;
            self.attacks[zone + 1] = false;
            for (detector, plane) in self.detectors.iter_mut().zip(pcm) {
                self.attacks[zone + 1] |= detector.read(&plane[from - 2..from + ZONE_FRAMES]);
            }
        }
    }

    /// Window shape of a granule of the frame, common to all channels.
    fn block_type(&self, granule: usize) -> BlockType {
        let [before, this, after] = [0, 1, 2].map(|i| self.attacks[granule + i]);
        match (before, this, after) {
            (_, true, _) => BlockType::Short,
            // Between two attacks there is no room for a long window.
            (true, _, true) => BlockType::Short,
            (true, _, _) => BlockType::Stop,
            (_, _, true) => BlockType::Start,
            _ => BlockType::Long,
        }
    }

    /// Samples to lines, for both granules of all channels.
    fn transform(&mut self, pcm: &[Vec<f32>], channels: usize) {
        let block_types = [self.block_type(0), self.block_type(1)];
        for channel in 0..channels {
            let slots = &mut self.slots[channel];
            slots.copy_within(2 * SLOTS.., 0);
            let from = PAST_FRAMES - HISTORY_FRAMES;
            let samples = &pcm[channel][from..PAST_FRAMES + FRAME_FRAMES];
            self.filterbank.analyse(samples, &mut slots[SLOTS..]);
            for granule in 0..2 {
                let window: &[[f32; SUBBANDS]; 2 * SLOTS] = slots
                    [granule * SLOTS..(granule + 2) * SLOTS]
                    .try_into()
                    .expect("a slice of 36 slots");
                let target = &mut self.granules[granule * channels + channel];
                target.block_type = block_types[granule];
                if target.block_type == BlockType::Short {
                    let mut lines = [0.0; LINES];
                    self.mdct.transform(window, BlockType::Short, &mut lines);
                    for window in lines.chunks_exact_mut(LINES / 3) {
                        window[self.lowpass_line / 3..].fill(0.0);
                    }
                    interleave_short(self.rate_index, &lines, &mut target.lines);
                    target.prepare(&self.short);
                } else {
                    let block_type = target.block_type;
                    self.mdct.transform(window, block_type, &mut target.lines);
                    target.lines[self.lowpass_line..].fill(0.0);
                    target.prepare(&self.long);
                }
            }
        }
    }

    /// Allowed noise per band of every granule, in the order granule, channel.
    #[inline(never)]
    fn thresholds(&mut self, pcm: &[Vec<f32>], channels: usize) -> Vec<[f32; MOST_BANDS]> {
        let mut thresholds = Vec::with_capacity(2 * channels);
        for granule in 0..2 {
            let start =
                (PAST_FRAMES as isize + 576 * granule as isize + LONG_WINDOW_START) as usize;
            let signals: Vec<&[f32]> = pcm
                .iter()
                .map(|plane| &plane[start..start + LONG_FFT])
                .collect();
            let block_type = self.granules[granule * channels].block_type;
            let mut masking = self
                .psychoacoustics
                .analyse(&signals, block_type == BlockType::Long);
            let short = block_type == BlockType::Short;
            if short {
                let start = PAST_FRAMES as isize + 576 * granule as isize + SHORT_WINDOW_START;
                let signals: Vec<[&[f32]; 3]> = pcm
                    .iter()
                    .map(|plane| {
                        [0, 1, 2].map(|window| {
                            let from = start as usize + 192 * window;
                            &plane[from..from + SHORT_FFT]
                        })
                    })
                    .collect();
                masking = self.psychoacoustics.analyse_short(&signals);
            }
            let granules = &self.granules[granule * channels..(granule + 1) * channels];
            let energies = granules.iter().map(|granule| &granule.energy);
            let share = self.psychoacoustics.quiet_share(energies, short);
            let quiet = self.psychoacoustics.quiet(short).map(|quiet| quiet * share);
            for (granule, masking) in granules.iter().zip(&masking) {
                thresholds.push(allowed_noise(&granule.energy, masking, &quiet));
            }
        }
        thresholds
    }

    /// Chooses M/S for the frame when it needs fewer bits at equal noise, and rewrites lines and
    /// thresholds. Noise in M and S reaches each of L and R at half power from both, so the lower
    /// of the two channels' thresholds holds for M and S alike.
    fn decide_mid_side(&mut self, thresholds: &mut [[f32; MOST_BANDS]]) -> bool {
        let mut left_right = 0.0;
        let mut mid_side = 0.0;
        let mut rotated: Vec<Granule> = Vec::with_capacity(4);
        let mut shared: Vec<[f32; MOST_BANDS]> = Vec::with_capacity(4);
        for granule in 0..2 {
            let (left, right) = (&self.granules[2 * granule], &self.granules[2 * granule + 1]);
            let bands = self.bands(left.block_type);
            let mut mid = Granule::new();
            let mut side = Granule::new();
            (mid.block_type, side.block_type) = (left.block_type, right.block_type);
            for line in 0..LINES {
                let (l, r) = (left.lines[line], right.lines[line]);
                mid.lines[line] = (l + r) * core::f32::consts::FRAC_1_SQRT_2;
                side.lines[line] = (l - r) * core::f32::consts::FRAC_1_SQRT_2;
            }
            mid.prepare(bands);
            side.prepare(bands);
            let (l, r) = (&thresholds[2 * granule], &thresholds[2 * granule + 1]);
            let both: [f32; MOST_BANDS] = core::array::from_fn(|band| smaller(l[band], r[band]));
            left_right += demand(bands, &left.energy, l) + demand(bands, &right.energy, r);
            mid_side += demand(bands, &mid.energy, &both) + demand(bands, &side.energy, &both);
            rotated.extend([mid, side]);
            shared.extend([both, both]);
        }
        if mid_side >= left_right {
            return false;
        }
        self.granules = rotated;
        thresholds.copy_from_slice(&shared);
        true
    }

    fn bands(&self, block_type: BlockType) -> &Bands {
        match block_type {
            BlockType::Short => &self.short,
            _ => &self.long,
        }
    }

    /// Rate loop of the frame: one shift for all granules.
    #[inline(never)]
    fn spend(&mut self, reservoir: &BitReservoir, slot_bytes: usize) -> Vec<GranuleInfo> {
        let available = 8 * (slot_bytes + reservoir.begin_bytes()) as u32;
        let saved = 8 * reservoir.begin_bytes() as u32;
        let budget = Budget {
            least: available.saturating_sub(8 * reservoir.limit_bytes() as u32),
            usual: available - saved + saved * 5 / 8,
            most: available,
        };
        let gains: Vec<Gains> = self
            .granules
            .iter()
            .map(|granule| granule.choose_scalefactors(self.bands(granule.block_type)))
            .collect();
        let mut shift = self.rate_control.first_shift();
        let (mut too_fine, mut too_coarse) = (FINEST_SHIFT - 1, COARSEST_SHIFT + 1);
        let mut last: Option<(i32, u32)> = None;
        loop {
            let infos = self.quantise_all(&gains, shift);
            let bits: u32 = infos
                .iter()
                .map(|info| u32::from(info.part2_3_length))
                .sum();
            if let Some(last) = last {
                self.rate_control.learn_slope(last, (shift, bits));
            }
            last = Some((shift, bits));
            let next = if bits > budget.most {
                too_fine = shift;
                shift + self.rate_control.correction(bits, budget.most)
            } else if bits > budget.usual && shift < 0 {
                too_fine = shift;
                (shift + self.rate_control.correction(bits, budget.usual)).min(0)
            } else if bits < budget.least && shift > FINEST_SHIFT {
                too_coarse = shift;
                shift + self.rate_control.correction(bits, budget.least)
            } else {
                self.rate_control.used(shift);
                return infos;
            };
            if too_fine + 1 >= too_coarse {
                // The finer of two neighbours does not fit: take the coarser.
                shift = too_coarse;
                let infos = self.quantise_all(&gains, shift);
                self.rate_control.used(shift);
                return infos;
            }
            shift = next.clamp(too_fine + 1, too_coarse - 1);
        }
    }

    fn quantise_all(&mut self, gains: &[Gains], shift: i32) -> Vec<GranuleInfo> {
        let long_bands = &LONG_BANDS[self.rate_index];
        self.granules
            .iter_mut()
            .zip(gains)
            .map(|(granule, gains)| {
                let mut gains = *gains;
                let (bands, regions) = match granule.block_type {
                    BlockType::Long => (&self.long, Some(long_bands)),
                    BlockType::Short => (&self.short, None),
                    _ => (&self.long, None),
                };
                let lowest = granule.lowest_global_gain(bands, &gains);
                let base = i32::from(gains.global_gain);
                let mut global = (base + shift).max(lowest);
                loop {
                    gains.global_gain = global.clamp(0, 255) as u8;
                    granule.quantise(&self.steps, bands, &gains, shift);
                    let plan: Plan = self.huffman.plan(&granule.values, regions);
                    let shared = [false; 4];
                    let bits = plan.bits
                        + scalefactor_bits(granule.block_type, gains.scalefac_compress, &shared);
                    if bits <= LARGEST_PART_BITS || global >= 255 {
                        return GranuleInfo {
                            part2_3_length: bits as u16,
                            block_type: granule.block_type,
                            gains,
                            plan,
                            shared,
                        };
                    }
                    global += 1;
                }
            })
            .collect()
    }
}

/// Threshold per band: the masked part of the energy, but never below the threshold in quiet.
fn allowed_noise(
    energy: &[f32; MOST_BANDS],
    masking: &Masking,
    quiet: &[f32; MOST_BANDS],
) -> [f32; MOST_BANDS] {
    core::array::from_fn(|band| larger(energy[band] * masking.ratio[band], quiet[band]))
}

/// Bits a granule asks for: half the binary logarithm of signal over noise, per line.
fn demand(bands: &Bands, energy: &[f32; MOST_BANDS], thresholds: &[f32; MOST_BANDS]) -> f32 {
    (0..bands.count)
        .map(|band| {
            let ratio = energy[band] / larger(thresholds[band], 1e-20);
            bands.range(band).len() as f32 * 0.5 * log2(1.0 + ratio)
        })
        .sum()
}
