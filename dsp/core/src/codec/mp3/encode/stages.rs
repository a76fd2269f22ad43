//! One frame through all stages: attacks, filterbank and MDCT, thresholds, mid and side, the loops
//! that spend its bits, and its layout in the stream.

use super::attack::{AttackDetector, ZONE_FRAMES, ZONE_START_FRAMES};
use super::bit_reservoir::BitReservoir;
use super::frame::{write_scalefactors, write_side_info, Format, Gains, GranuleInfo};
use super::huffman;
use super::huffman::{Huffman, Plan, Regions};
use super::math::{larger, log2, smaller};
use super::mdct::{BlockType, Mdct, LINES, SLOTS};
use super::psychoacoustics::{Masking, Psychoacoustics, LONG_FFT, SHORT_FFT};
use super::quantization::{interleave_short, Bands, Granule, Steps, MAX_BANDS};
use super::rate_control::{Budget, RateControl, COARSEST_SHIFT, FINEST_SHIFT};
use super::subband_analysis::{Filterbank, HISTORY_FRAMES, SUBBANDS};
use crate::bits::writer::BitWriter;
use crate::codec::mp3::tables::LONG_BANDS;

/// Samples kept from before the frame: the psychoacoustic window reaches back furthest.
pub(super) const PAST_FRAMES: usize = 1024;

/// First line of region 1 of a granule of short blocks; the others with window switching begin it with their eighth
/// band (§2.4.2.7).
const SHORT_REGION_END: u16 = 36;
/// Largest `part2_3_length`.
const LARGEST_PART_BITS: u32 = 4095;
/// Start of the long psychoacoustic window relative to its granule: the MDCT of a granule looks at
/// samples −816 … 336 around its first, which centres at −240.
const LONG_WINDOW_START: isize = -240 - (LONG_FFT as isize) / 2;

/// Start of the first short psychoacoustic window: the short MDCT windows centre at −432, −240
/// and −48.
const SHORT_WINDOW_START: isize = -432 - (SHORT_FFT as isize) / 2;

/// Bitrate of a channel up to which the low rates do without their last band, kbit/s.
const MOST_WITHOUT_LAST_KBPS: u32 = 64;

/// Low-pass in Hz: bits above it are better spent below.
pub(super) fn lowpass_hz(format: &Format) -> u32 {
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
    // The last band has no scalefactor, so its sound decides how fine the steps of all bands are. At the low rates that
    // band is narrow: without it few bits reach further (decision 0032).
    let last = if format.is_low_rate() && per_channel <= MOST_WITHOUT_LAST_KBPS {
        usize::from(LONG_BANDS[format.rate_index][21])
    } else {
        LINES
    };
    wanted.min(format.sample_rate_hz() / 2 * last as u32 / LINES as u32)
}

/// Where noise is heard above its thresholds, speech is understood by what lies low. The low rates are used with few bits, so
/// their noise rises by 2 dB per kHz up to 8 kHz: at 48 kbit/s PESQ +0.4, STOI 0.99 instead of 0.96, ViSQOL the same
/// (decision 0032).
const TILT_DB_PER_KHZ: f64 = 2.0;
/// Frequency that keeps its threshold.
const TILT_FROM_KHZ: f64 = 4.0;
/// Frequency from which the noise rises no further.
const TILT_TOP_KHZ: f64 = 8.0;
/// Below 1 kHz the thresholds are 4 dB lower than the tilt makes them, above 1.6 kHz they are not: STOI 0.994 instead of 0.992.
const LOWER_DB: f64 = 4.0;
const LOWER_FROM_KHZ: f64 = 1.6;
const LOWER_WIDTH_KHZ: f64 = 0.6;
/// Most noise of a band at the low rates, as a share of its energy: −2 dB. A tilted threshold above the sound itself would
/// leave the band out: ViSQOL +0.04.
const MOST_NOISE: f32 = 0.63;

/// Factors by which the thresholds of the long bands are changed.
#[inline(never)]
fn tilt(format: &Format) -> [f32; MAX_BANDS] {
    let mut tilt = [1.0; MAX_BANDS];
    if format.is_low_rate() {
        let bands = Bands::long(format.rate_index);
        let khz_of_a_line = f64::from(format.sample_rate_hz()) / (2_000 * LINES) as f64;
        for (band, factor) in tilt[..bands.count].iter_mut().enumerate() {
            let range = bands.range(band);
            let khz = (range.start + range.end) as f64 / 2.0 * khz_of_a_line;
            let lower = ((LOWER_FROM_KHZ - khz) / LOWER_WIDTH_KHZ).clamp(0.0, 1.0);
            let db = TILT_DB_PER_KHZ * (khz.min(TILT_TOP_KHZ) - TILT_FROM_KHZ) - LOWER_DB * lower;
            *factor = libm::exp10(db / 10.0) as f32;
        }
    }
    tilt
}

/// Slots the filterbank computes for as many granules: it takes four at a time.
const fn analysed_slots(granules: usize) -> usize {
    (granules * SLOTS).next_multiple_of(4)
}

/// The stages and the signal state between frames.
pub(super) struct Stages {
    filterbank: Filterbank,
    mdct: Mdct,
    psychoacoustics: Psychoacoustics,
    huffman: Huffman,
    steps: Steps,
    long: Bands,
    short: Bands,
    pub(super) rate_control: RateControl,
    /// Subband samples per channel: the granule before, those of the frame, and what rounds them up to a multiple of four.
    slots: Vec<Vec<[f32; SUBBANDS]>>,
    granules: Vec<Granule>,
    detectors: Vec<AttackDetector>,
    /// Whether the granule before the frame, its first and so on hold an attack.
    attacks: [bool; 4],
    /// Factor of the noise that each long band may carry.
    tilt: [f32; MAX_BANDS],
    /// The detectors have read a zone.
    listening: bool,
    rate_index: usize,
    /// Granules of a frame.
    frame_granules: usize,
    lowpass_line: usize,
}

impl Stages {
    pub(super) fn new(format: &Format) -> Self {
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
            slots: vec![
                vec![[0.0; SUBBANDS]; SLOTS + analysed_slots(format.granules())];
                format.channels
            ],
            granules: (0..format.granules() * format.channels)
                .map(|_| Granule::new())
                .collect(),
            detectors: vec![AttackDetector::new(); format.channels],
            attacks: [false; 4],
            tilt: tilt(format),
            listening: false,
            rate_index: format.rate_index,
            frame_granules: format.granules(),
            lowpass_line: (LINES * lowpass_hz as usize / nyquist as usize).min(LINES),
        }
    }

    pub(super) fn encode_frame(
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
        write_side_info(format, reservoir.begin_bytes(), &infos, &mut bits);
        let mut head = format.header(padded, mid_side).to_vec();
        head.extend(bits.take_bytes());
        for (info, granule) in infos.iter().zip(&self.granules) {
            write_scalefactors(info, format.is_low_rate(), &mut bits);
            huffman::write(&info.plan, &granule.values, &granule.lines, &mut bits);
        }
        let main_data = bits.take_bytes();
        reservoir.push(head, slot_bytes, &main_data, out);
        let limit_bits = 8 * reservoir.limit_bytes() as u32;
        self.rate_control
            .close_frame(8 * reservoir.begin_bytes() as u32, limit_bits);
    }

    /// Reads the zones of the frame's later granules and of the one after it; the first granule's
    /// is known from the frame before.
    #[inline(never)]
    fn find_attacks(&mut self, pcm: &[Vec<f32>]) {
        self.attacks.copy_within(self.frame_granules.., 0);
        // The stream's first zone only trains the detectors.
        let first_zone = usize::from(self.listening);
        self.listening = true;
        for zone in first_zone..=self.frame_granules {
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

    /// Samples to lines, for all granules of all channels.
    fn transform(&mut self, pcm: &[Vec<f32>], channels: usize) {
        let count = self.frame_granules;
        let block_types = [0, count - 1].map(|granule| self.block_type(granule));
        for channel in 0..channels {
            let slots = &mut self.slots[channel];
            slots.copy_within(count * SLOTS..(count + 1) * SLOTS, 0);
            let from = PAST_FRAMES - HISTORY_FRAMES;
            let samples = &pcm[channel][from..PAST_FRAMES + SUBBANDS * analysed_slots(count)];
            self.filterbank.analyse(samples, &mut slots[SLOTS..]);
            for granule in 0..count {
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
    fn thresholds(&mut self, pcm: &[Vec<f32>], channels: usize) -> Vec<[f32; MAX_BANDS]> {
        let mut thresholds = Vec::with_capacity(self.granules.len());
        for granule in 0..self.frame_granules {
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
                let mut allowed = allowed_noise(&granule.energy, masking, &quiet);
                if !short {
                    for (allowed, tilt) in allowed.iter_mut().zip(self.tilt) {
                        *allowed *= tilt;
                    }
                }
                // One granule a frame: a low rate.
                if self.frame_granules == 1 {
                    for (allowed, energy) in allowed.iter_mut().zip(&granule.energy) {
                        *allowed = larger(smaller(*allowed, energy * MOST_NOISE), 1e-20);
                    }
                }
                thresholds.push(allowed);
            }
        }
        thresholds
    }

    /// Chooses M/S for the frame when it needs fewer bits at equal noise, and rewrites lines and
    /// thresholds. Noise in M and S reaches each of L and R at half power from both, so the lower
    /// of the two channels' thresholds holds for M and S alike.
    fn decide_mid_side(&mut self, thresholds: &mut [[f32; MAX_BANDS]]) -> bool {
        let mut left_right = 0.0;
        let mut mid_side = 0.0;
        let mut rotated: Vec<Granule> = Vec::with_capacity(4);
        let mut shared: Vec<[f32; MAX_BANDS]> = Vec::with_capacity(4);
        for granule in 0..self.frame_granules {
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
            let both: [f32; MAX_BANDS] = core::array::from_fn(|band| smaller(l[band], r[band]));
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
                    BlockType::Long => (&self.long, Regions::Bands(long_bands)),
                    BlockType::Short => (&self.short, Regions::MeetAt(SHORT_REGION_END)),
                    _ => (&self.long, Regions::MeetAt(long_bands[8])),
                };
                let lowest = granule.lowest_global_gain(bands, &gains);
                let base = i32::from(gains.global_gain);
                let mut global = (base + shift).max(lowest);
                loop {
                    gains.global_gain = global.clamp(0, 255) as u8;
                    granule.quantise(&self.steps, bands, &gains, shift);
                    let plan: Plan = self.huffman.plan(&granule.values, regions);
                    let kind = bands.kind();
                    let bits = plan.bits + kind.bits(gains.scalefac_compress);
                    if bits <= LARGEST_PART_BITS || global >= 255 {
                        return GranuleInfo {
                            part2_3_length: bits as u16,
                            block_type: granule.block_type,
                            gains,
                            plan,
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
    energy: &[f32; MAX_BANDS],
    masking: &Masking,
    quiet: &[f32; MAX_BANDS],
) -> [f32; MAX_BANDS] {
    core::array::from_fn(|band| larger(energy[band] * masking.ratio[band], quiet[band]))
}

/// Bits a granule asks for: half the binary logarithm of signal over noise, per line.
fn demand(bands: &Bands, energy: &[f32; MAX_BANDS], thresholds: &[f32; MAX_BANDS]) -> f32 {
    (0..bands.count)
        .map(|band| {
            let ratio = energy[band] / larger(thresholds[band], 1e-20);
            bands.range(band).len() as f32 * 0.5 * log2(1.0 + ratio)
        })
        .sum()
}
