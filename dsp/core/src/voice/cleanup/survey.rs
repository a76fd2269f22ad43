//! Reads a take and finds what disturbs it.

use super::super::stage::Stage;
use super::bursts::{BurstCounter, BurstFinder, Bursts};
use super::clicks::{middle_of, ClickFinder};
use super::findings::{decibels, power_of, Findings, HumTrack};
use super::hum::{HumCanceller, HumFinder};
use super::hum_track::HumTracker;
use super::spectra::Spectra;
use crate::pcm::PcmBlock;

/// Frames whose mean power is taken, about 85 ms: a gap between two words has room for them.
const MEAN_FRAMES: u64 = 8;
/// Means whose least one is noted (minimum statistics, R. Martin, IEEE TSAP 9(5), 2001): about a second. A voice has a
/// gap in most of them.
const WINDOW_MEANS: u64 = 12;
/// Share of the windows whose least power may be lower: the noise is what is left in the pauses.
const QUIET_SHARE: f64 = 0.1;
/// dB from the least power of a window of white noise to its mean; measured by the test of this file.
const MINIMUM_BIAS_DB: f64 = 4.2;
/// Steps of a histogram of levels: 1 dB each, from −160 dB up.
const LEVELS: usize = 170;
const LOWEST_DB: f64 = -160.0;
/// Hiss is heard above this frequency; below it rooms rumble.
const HISS_HZ: f64 = 300.0;
/// Quietest noise that is heard: dB re full scale, and below the voice.
const FAINTEST_DB: f64 = -72.0;
const FAINTEST_BELOW_VOICE_DB: f64 = -55.0;
/// Share of the frames that are louder than the voice's level.
const LOUD_SHARE: f64 = 0.05;
/// Fewer sharp s are left as they are.
const MIN_SHARP: u32 = 3;

/// How often each level occurred.
#[derive(Debug, Clone)]
struct Histogram(Vec<u32>);

impl Histogram {
    fn new() -> Self {
        Self(vec![0; LEVELS])
    }

    fn add(&mut self, db: f64) {
        let place = (db - LOWEST_DB).clamp(0.0, (LEVELS - 1) as f64) as usize;
        self.0[place] = self.0[place].saturating_add(1);
    }

    /// The level that `share` of all are below; the lowest when there is none.
    fn quantile(&self, share: f64) -> f64 {
        let all: f64 = self.0.iter().map(|&count| f64::from(count)).sum();
        let mut left = share * all;
        for (place, &count) in self.0.iter().enumerate() {
            left -= f64::from(count);
            if left < 0.0 {
                return LOWEST_DB + place as f64 + 0.5;
            }
        }
        LOWEST_DB
    }
}

/// A survey in progress. Memory, about 0.4 MB, does not depend on the length of the take; the track of a hum does.
pub struct Survey {
    /// Removes hum found by an earlier survey, so that it is not taken for noise.
    canceller: Option<HumCanceller>,
    tracker: Option<HumTracker>,
    hum_hz: Option<f64>,
    /// With the hum, where this is the second survey.
    quiet_db: Option<f64>,
    finder: HumFinder,
    clicks: ClickFinder,
    found_clicks: u32,
    plosives: BurstCounter,
    sharp_s: Option<BurstCounter>,
    spectra: Spectra,
    hiss_bin: usize,
    input: Vec<Vec<f32>>,
    sum: Vec<f32>,
    least: Vec<f32>,
    power: Vec<f32>,
    frames: u64,
    bins: Vec<Histogram>,
    levels: Histogram,
    middle: Vec<f32>,
    cleaned: PcmBlock,
}

impl Survey {
    /// From `first_frame` of the take on, at the rate of the blocks. `first`: the findings of a survey of the same frames,
    /// whose hum is learned, and removed before the rest is measured.
    pub fn new(
        first: Option<&Findings>,
        first_frame: u64,
        sample_rate_hz: u32,
        channels: usize,
    ) -> Self {
        let spectra = Spectra::new(sample_rate_hz);
        let (size, bins) = (spectra.size(), spectra.bins());
        let rate = f64::from(sample_rate_hz.max(1));
        let hum_hz = first.and_then(|first| first.hum_hz);
        let has_s = Bursts::has_sharp_s(sample_rate_hz);
        Self {
            canceller: first.and_then(|first| {
                Some(HumCanceller::new(
                    first.hum_hz?,
                    first.quiet_db,
                    sample_rate_hz,
                    channels,
                ))
            }),
            tracker: hum_hz.map(|hz| HumTracker::new(hz, first_frame, sample_rate_hz, channels)),
            hum_hz,
            quiet_db: first.map(|first| first.quiet_db),
            finder: HumFinder::new(sample_rate_hz),
            clicks: ClickFinder::new(sample_rate_hz),
            found_clicks: 0,
            plosives: BurstCounter::new(BurstFinder::plosives(sample_rate_hz)),
            sharp_s: has_s.then(|| BurstCounter::new(BurstFinder::sharp_s(sample_rate_hz))),
            hiss_bin: libm::ceil(HISS_HZ * size as f64 / rate) as usize,
            spectra,
            input: vec![Vec::with_capacity(size); channels],
            sum: vec![0.0; bins],
            least: vec![f32::MAX; bins],
            power: vec![0.0; bins],
            frames: 0,
            bins: vec![Histogram::new(); bins],
            levels: Histogram::new(),
            middle: Vec::new(),
            cleaned: PcmBlock::new(),
        }
    }

    /// Adds the next frames.
    pub fn push(&mut self, block: &PcmBlock) {
        if let Some(tracker) = &mut self.tracker {
            tracker.push(block);
        }
        if let Some(canceller) = &mut self.canceller {
            self.cleaned.reset(block.channel_count(), 0);
            canceller.push(block, &mut self.cleaned);
            let cleaned = core::mem::take(&mut self.cleaned);
            self.measure(&cleaned);
            self.cleaned = cleaned;
        } else {
            self.measure(block);
        }
    }

    /// Whether it found a hum and needs no more of the take: only the second survey's other findings count.
    pub fn is_enough(&self) -> bool {
        self.finder.is_certain()
    }

    fn measure(&mut self, block: &PcmBlock) {
        middle_of(block, &mut self.middle);
        if self.hum_hz.is_none() {
            self.finder.push(&self.middle);
        }
        let clicks = &mut self.found_clicks;
        self.clicks.push(&self.middle, |_| *clicks += 1);
        self.plosives.push(&self.middle);
        if let Some(sharp) = &mut self.sharp_s {
            sharp.push(&self.middle);
        }
        let size = self.spectra.size();
        let mut from = 0;
        while from < block.frames() {
            let have = self.input.first().map_or(size, Vec::len);
            let to = (from + size - have).min(block.frames());
            for (index, input) in self.input.iter_mut().enumerate() {
                let samples = &block.channel(index)[from..to];
                input.extend(samples.iter().map(|x| if x.is_finite() { *x } else { 0.0 }));
            }
            if have + to - from == size {
                self.look();
            }
            from = to;
        }
    }

    /// Measures a frame.
    fn look(&mut self) {
        self.power.fill(0.0);
        let scale = self.spectra.scale() as f32 / self.input.len().max(1) as f32;
        for input in &mut self.input {
            let (re, im) = self.spectra.forward(input);
            for (power, (re, im)) in self.power.iter_mut().zip(re.iter().zip(im)) {
                *power += (re * re + im * im) * scale;
            }
            input.drain(..self.spectra.bins());
        }
        self.levels
            .add(decibels(f64::from(self.power[1..].iter().sum::<f32>())));
        for (sum, power) in self.sum.iter_mut().zip(&self.power) {
            *sum += power;
        }
        self.frames += 1;
        if self.frames.is_multiple_of(MEAN_FRAMES) {
            for (least, sum) in self.least.iter_mut().zip(&mut self.sum) {
                *least = least.min(core::mem::take(sum) / MEAN_FRAMES as f32);
            }
        }
        if self.frames.is_multiple_of(MEAN_FRAMES * WINDOW_MEANS) {
            for (histogram, least) in self.bins.iter_mut().zip(&mut self.least) {
                histogram.add(decibels(f64::from(core::mem::replace(least, f32::MAX))));
            }
        }
    }

    /// What there is. A second survey reports no hum where no harmonic stands out from what is around it.
    pub fn finish(mut self) -> Findings {
        let clicks = &mut self.found_clicks;
        self.clicks.finish(|_| *clicks += 1);
        let hum = self.tracker.map(HumTracker::finish).unwrap_or_default();
        let (hum_hz, hum) = match self.hum_hz {
            None => (self.finder.found_hz(), hum),
            Some(_) if hum.lines.iter().all(|&amplitude| amplitude == 0.0) => {
                (None, HumTrack::default())
            }
            found => (found, hum),
        };
        let noise_db: Vec<f64> = self
            .bins
            .iter()
            .map(|bin| bin.quantile(QUIET_SHARE) + MINIMUM_BIAS_DB)
            .collect();
        let sum = |from: usize| {
            let powers = noise_db.iter().skip(from);
            decibels(powers.map(|&db| power_of(db)).sum())
        };
        let (hiss_db, quiet_db) = (sum(self.hiss_bin), sum(1));
        let voice_db = self.levels.quantile(1.0 - LOUD_SHARE);
        let is_heard = hiss_db > FAINTEST_DB && hiss_db > voice_db + FAINTEST_BELOW_VOICE_DB;
        let sharp = self.sharp_s.map_or(0, |sharp| sharp.finish(voice_db));
        Findings {
            hum_hz,
            hum,
            clicks: self.found_clicks,
            hiss_db: is_heard.then_some(hiss_db),
            noise_db,
            plosives: self.plosives.finish(voice_db),
            sharp_s: if sharp >= MIN_SHARP { sharp } else { 0 },
            voice_db,
            quiet_db: self.quiet_db.unwrap_or(quiet_db),
        }
    }
}
