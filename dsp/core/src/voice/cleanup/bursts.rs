//! Bursts that a voice blows at the microphone: plosives below 120 Hz, sharp s between 5 and 9 kHz. A band is lowered
//! while a burst lasts, and untouched otherwise.

use super::super::stage::Stage;
use super::clicks::middle_of;
use super::findings::power_of;
use crate::pcm::PcmBlock;

/// Measurements per second.
const CELLS_PER_SECOND: u32 = 1_000;
/// Cells that a gain is known before it is needed.
const AHEAD_CELLS: usize = 12;
/// Cells a gain takes to open and to close.
const OPEN_CELLS: f32 = 8.0;
const CLOSE_CELLS: f32 = 60.0;
/// Cells between two bursts that count as two.
const APART_CELLS: u32 = 120;

/// Plosives are below this, voices above.
const PLOSIVE_HZ: f64 = 120.0;
/// A plosive is this many times above the voice's lower half, and above its own level of the last half second.
const PLOSIVE_OVER_VOICE: f32 = 4.0;
const PLOSIVE_OVER_BEFORE: f32 = 10.0;
/// Its level relative to the loud parts, dB.
const PLOSIVE_DB: f64 = -6.0;

/// Sharp s are around this frequency.
const SHARP_HZ: f64 = 6_700.0;
const SHARP_Q: f64 = 1.7;
/// A sharp s is this many times above the rest of the sound.
const SHARP_OVER_REST: f32 = 2.0;
/// Its level relative to the loud parts, dB: usual ones are 15 to 20 below.
const SHARP_DB: f64 = -9.0;
/// Lowest rate with an s in it.
const MIN_SHARP_RATE_HZ: u32 = 22_050;
/// What is left of the loudest s.
const SHARPEST_GAIN: f32 = 0.35;

/// Second-order sections after R. Bristow-Johnson's "Cookbook formulae for audio EQ biquad filter coefficients".
#[derive(Debug, Clone, Copy)]
struct Section {
    b: [f64; 3],
    a: [f64; 2],
}

/// Q of the two sections of a Butterworth filter of fourth order.
const BUTTERWORTH_4: [f64; 2] = [0.541_196_1, 1.306_563];

impl Section {
    /// Changes nothing.
    const NONE: Self = Self {
        b: [1.0, 0.0, 0.0],
        a: [0.0; 2],
    };

    fn of(hz: f64, q: f64, sample_rate_hz: u32, b: impl Fn(f64, f64) -> [f64; 3]) -> Self {
        let turn = core::f64::consts::TAU * (hz / f64::from(sample_rate_hz)).min(0.49);
        let (sine, cosine) = libm::sincos(turn);
        let alpha = sine / (2.0 * q);
        let whole = 1.0 + alpha;
        Self {
            b: b(cosine, alpha).map(|b| b / whole),
            a: [-2.0 * cosine / whole, (1.0 - alpha) / whole],
        }
    }

    fn low(hz: f64, q: f64, rate: u32) -> Self {
        Self::of(hz, q, rate, |c, _| {
            [(1.0 - c) / 2.0, 1.0 - c, (1.0 - c) / 2.0]
        })
    }

    fn high(hz: f64, q: f64, rate: u32) -> Self {
        Self::of(hz, q, rate, |c, _| {
            [(1.0 + c) / 2.0, -1.0 - c, (1.0 + c) / 2.0]
        })
    }

    fn band(hz: f64, q: f64, rate: u32) -> Self {
        Self::of(hz, q, rate, |_, alpha| [alpha, 0.0, -alpha])
    }
}

/// `N` filters of one or two sections, with their state; all at once.
#[derive(Debug, Clone, Copy)]
struct Filters<const N: usize>([Stages<N>; 2]);

/// A section of each of `N` filters.
#[derive(Debug, Clone, Copy)]
struct Stages<const N: usize> {
    b: [[f64; N]; 3],
    a: [[f64; N]; 2],
    state: [[f64; N]; 2],
}

impl<const N: usize> Filters<N> {
    fn of(filters: [&[Section]; N]) -> Self {
        Self(core::array::from_fn(|at| {
            let sections = filters.map(|sections| sections.get(at).unwrap_or(&Section::NONE));
            Stages {
                b: core::array::from_fn(|k| sections.map(|section| section.b[k])),
                a: core::array::from_fn(|k| sections.map(|section| section.a[k])),
                state: [[0.0; N]; 2],
            }
        }))
    }

    #[inline(always)]
    fn next(&mut self, x: f32) -> [f32; N] {
        let mut x = [f64::from(x); N];
        for Stages { b, a, state } in &mut self.0 {
            let y: [f64; N] = core::array::from_fn(|n| b[0][n] * x[n] + state[0][n]);
            *state = [
                core::array::from_fn(|n| b[1][n] * x[n] - a[0][n] * y[n] + state[1][n]),
                core::array::from_fn(|n| b[2][n] * x[n] - a[1][n] * y[n]),
            ];
            x = y;
        }
        x.map(|x| x as f32)
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Plosive,
    SharpS,
}

/// Measures one kind of burst, a thousand times a second.
#[derive(Debug)]
pub struct BurstFinder {
    kind: Kind,
    /// For the band, and for the sound that it is compared with.
    filters: Filters<2>,
    cell: usize,
    counted: usize,
    /// Power of the cell so far.
    sums: [f32; 2],
    band_power: f32,
    other_power: f32,
    /// Power of the band in the last half second.
    before: f32,
}

impl BurstFinder {
    /// Finds plosives.
    pub fn plosives(rate: u32) -> Self {
        let low = BUTTERWORTH_4.map(|q| Section::low(PLOSIVE_HZ, q, rate));
        let voice = [
            Section::high(180.0, 0.7, rate),
            Section::low(1_000.0, 0.7, rate),
        ];
        Self::new(Kind::Plosive, &low, &voice, rate)
    }

    /// Finds sharp s.
    pub fn sharp_s(rate: u32) -> Self {
        let band = [Section::band(SHARP_HZ, SHARP_Q, rate)];
        let rest = BUTTERWORTH_4.map(|q| Section::low(4_000.0, q, rate));
        Self::new(Kind::SharpS, &band, &rest, rate)
    }

    fn new(kind: Kind, band: &[Section], other: &[Section], rate: u32) -> Self {
        Self {
            kind,
            filters: Filters::of([band, other]),
            cell: (rate / CELLS_PER_SECOND).max(1) as usize,
            counted: 0,
            sums: [0.0; 2],
            band_power: 0.0,
            other_power: 0.0,
            before: 0.0,
        }
    }

    /// Adds samples. For each cell that they complete, `take` receives the power of a burst, or 0.
    pub fn push(&mut self, samples: &[f32], mut take: impl FnMut(f32)) {
        let mut left = samples;
        while !left.is_empty() {
            let count = (self.cell - self.counted).min(left.len());
            let (now, later) = left.split_at(count);
            // Copies stay in registers.
            let (mut filters, mut sums) = (self.filters, self.sums);
            for &x in now {
                let [band, other] = filters.next(x);
                sums = [sums[0] + band * band, sums[1] + other * other];
            }
            (self.filters, self.sums) = (filters, sums);
            self.counted += count;
            if self.counted == self.cell {
                take(self.measure());
                (self.counted, self.sums) = (0, [0.0; 2]);
            }
            left = later;
        }
    }

    fn measure(&mut self) -> f32 {
        let [band, other] = self.sums.map(|sum| sum / self.cell as f32);
        self.band_power += 0.2 * (band - self.band_power);
        self.other_power += 0.1 * (other - self.other_power);
        let power = self.band_power;
        let is_burst = match self.kind {
            Kind::Plosive => {
                power > PLOSIVE_OVER_VOICE * self.other_power
                    && power > PLOSIVE_OVER_BEFORE * self.before
            }
            Kind::SharpS => power > SHARP_OVER_REST * self.other_power,
        };
        // A burst itself raises it little.
        self.before += 0.002 * (power.min(4.0 * self.before + 1e-9) - self.before);
        if is_burst {
            power
        } else {
            0.0
        }
    }
}

/// Counts bursts by their level; which of them are loud is known when the take is.
#[derive(Debug)]
pub struct BurstCounter {
    finder: BurstFinder,
    /// Bursts of each level, by dB below full scale.
    levels: [u32; 128],
    /// The burst under way, and cells since its last one.
    peak: f32,
    quiet: u32,
}

impl BurstCounter {
    /// Counts what `finder` finds.
    pub fn new(finder: BurstFinder) -> Self {
        Self {
            finder,
            levels: [0; 128],
            peak: 0.0,
            quiet: 0,
        }
    }

    /// Adds samples.
    pub fn push(&mut self, samples: &[f32]) {
        let Self {
            finder,
            levels,
            peak,
            quiet,
        } = self;
        finder.push(samples, |power| {
            *quiet = if power > 0.0 { 0 } else { *quiet + 1 };
            *peak = peak.max(power);
            if *quiet > APART_CELLS && *peak > 0.0 {
                note(levels, core::mem::take(peak));
            }
        });
    }

    /// Bursts that are loud beside a voice of `voice_db`.
    pub fn finish(mut self, voice_db: f64) -> u32 {
        if self.peak > 0.0 {
            note(&mut self.levels, self.peak);
        }
        let least = voice_db + self.finder.relative_db();
        let last = (-least).clamp(0.0, 127.0) as usize;
        self.levels[..last].iter().sum()
    }
}

impl BurstFinder {
    /// Least level of a burst, relative to the voice.
    fn relative_db(&self) -> f64 {
        match self.kind {
            Kind::Plosive => PLOSIVE_DB,
            Kind::SharpS => SHARP_DB,
        }
    }
}

fn note(levels: &mut [u32; 128], power: f32) {
    let below = -super::findings::decibels(f64::from(power));
    levels[below.clamp(0.0, 127.0) as usize] += 1;
}

/// Lowers a band during bursts; a stage of 12 ms latency. Elsewhere samples stay as they are.
#[derive(Debug)]
pub struct Bursts {
    finder: BurstFinder,
    /// Power from which on a burst is loud.
    loud: f32,
    /// What goes: below 120 Hz, or the band of the s.
    filters: Vec<Filters<1>>,
    /// Samples that wait, of each channel: as they are, and what can be taken from them.
    waiting: Vec<[Vec<f32>; 2]>,
    /// Wanted share of the band to remove, cell by cell, for those that wait and those ahead.
    wanted: Vec<f32>,
    share: f32,
    middle: Vec<f32>,
    given: PcmBlock,
}

impl Bursts {
    /// For plosives of a voice with the level `voice_db`.
    pub fn plosives(voice_db: f64, sample_rate_hz: u32, channels: usize) -> Self {
        let sections = BUTTERWORTH_4.map(|q| Section::high(PLOSIVE_HZ, q, sample_rate_hz));
        let finder = BurstFinder::plosives(sample_rate_hz);
        Self::new(finder, &sections, voice_db, channels)
    }

    /// For sharp s of a voice with the level `voice_db`.
    pub fn sharp_s(voice_db: f64, sample_rate_hz: u32, channels: usize) -> Self {
        let sections = [Section::band(SHARP_HZ, SHARP_Q, sample_rate_hz)];
        let finder = BurstFinder::sharp_s(sample_rate_hz);
        Self::new(finder, &sections, voice_db, channels)
    }

    fn new(finder: BurstFinder, sections: &[Section], voice_db: f64, channels: usize) -> Self {
        Self {
            loud: power_of(voice_db + finder.relative_db()) as f32,
            finder,
            filters: vec![Filters::of([sections]); channels],
            waiting: vec![[Vec::new(), Vec::new()]; channels],
            wanted: Vec::new(),
            share: 0.0,
            middle: Vec::new(),
            given: PcmBlock::new(),
        }
    }

    /// Whether rates as low as this have the band at all.
    pub fn has_sharp_s(sample_rate_hz: u32) -> bool {
        sample_rate_hz >= MIN_SHARP_RATE_HZ
    }

    /// Share of the band that a burst of this power loses.
    fn share_of(kind: Kind, power: f32, loud: f32) -> f32 {
        match kind {
            _ if power <= loud => 0.0,
            Kind::Plosive => 1.0,
            // Two to one above the threshold.
            Kind::SharpS => 1.0 - libm::sqrtf(libm::sqrtf(loud / power)).max(SHARPEST_GAIN),
        }
    }

    fn add(&mut self, block: &PcmBlock) {
        middle_of(block, &mut self.middle);
        let is_plosive = self.finder.kind == Kind::Plosive;
        for (index, ([plain, band], filter)) in
            self.waiting.iter_mut().zip(&mut self.filters).enumerate()
        {
            for &x in block.channel(index) {
                let x = if x.is_finite() { x } else { 0.0 };
                let [y] = filter.next(x);
                plain.push(x);
                band.push(if is_plosive { x - y } else { y });
            }
        }
        let Self {
            finder,
            wanted,
            loud,
            middle,
            ..
        } = self;
        let kind = finder.kind;
        finder.push(middle, |power| {
            wanted.push(Self::share_of(kind, power, *loud))
        });
    }

    /// Gives the cells whose future is known.
    fn give(&mut self, out: &mut PcmBlock) {
        let cell = self.finder.cell;
        let cells = self.wanted.len().saturating_sub(AHEAD_CELLS);
        if cells == 0 {
            return;
        }
        self.given.reset(self.waiting.len(), cells * cell);
        for at in 0..cells {
            let wanted = self.wanted[at..=at + AHEAD_CELLS]
                .iter()
                .fold(0.0f32, |most, &share| most.max(share));
            let next = wanted.clamp(
                (self.share - 1.0 / CLOSE_CELLS).max(0.0),
                self.share + 1.0 / OPEN_CELLS,
            );
            for (index, [plain, band]) in self.waiting.iter().enumerate() {
                let range = at * cell..(at + 1) * cell;
                let given = &mut self.given.channel_mut(index)[range.clone()];
                for (n, ((out, x), band)) in given
                    .iter_mut()
                    .zip(&plain[range.clone()])
                    .zip(&band[range])
                    .enumerate()
                {
                    let share = self.share + (next - self.share) * n as f32 / cell as f32;
                    *out = x - share * band;
                }
            }
            self.share = next;
        }
        out.append(&self.given.planes());
        self.wanted.drain(..cells);
        for part in self.waiting.iter_mut().flatten() {
            part.drain(..cells * cell);
        }
    }
}

impl Stage for Bursts {
    fn push(&mut self, block: &PcmBlock, out: &mut PcmBlock) {
        self.add(block);
        self.give(out);
    }

    fn finish(&mut self, out: &mut PcmBlock) {
        let left = self.waiting.first().map_or(0, |[plain, _]| plain.len());
        let mut silence = PcmBlock::new();
        silence.reset(self.waiting.len(), (AHEAD_CELLS + 2) * self.finder.cell);
        self.add(&silence);
        let mut rest = PcmBlock::new();
        rest.reset(self.waiting.len(), 0);
        self.give(&mut rest);
        rest.trim(0, left);
        out.append(&rest.planes());
    }

    fn grid(&self) -> Option<u64> {
        Some(self.finder.cell as u64)
    }
}
