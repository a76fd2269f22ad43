//! How high a voice is, ten milliseconds at a time: normalised correlation of a signal at 8 kHz or so with itself,
//! the shortest period that is nearly as good as the best (Talkin, in Speech Coding and Synthesis, 1995).

use std::collections::VecDeque;

use super::history::History;

/// The rate the search runs at is the sample rate through a whole number and at least this.
const SEARCH_HZ: u32 = 8000;
const LOWEST_HZ: f32 = 65.0;
const HIGHEST_HZ: f32 = 420.0;
/// Seconds that are compared.
const WINDOW_SECONDS: f32 = 0.02;
/// Correlation from which a sound has a pitch, …
const VOICED: f32 = 0.55;
/// … and above which it keeps its previous one.
const STILL_VOICED: f32 = 0.4;
/// A shorter period wins if it is this good, relative to the best …
const NEARLY: f32 = 0.88;
/// … and one within a fifth of the last is taken for better than it is.
const FAVOUR: f32 = 1.15;
/// Mean power below any speech: −80 dB.
const SILENCE: f32 = 1e-8;

/// The signal at the search rate and the pitch of each hop.
pub struct PitchTracker {
    divisor: usize,
    taps: Vec<f32>,
    /// Middle of the channels at the full rate.
    wide: History,
    /// At the search rate; sample `i` is at `i · divisor`.
    narrow: History,
    search_hz: f32,
    hop: usize,
    /// Periods in frames, 0 without a pitch, of the hops from `first` on: as found, and the last one settled.
    raw: VecDeque<f32>,
    first: usize,
    last: f32,
    scores: Vec<f32>,
    window: Vec<f32>,
}

impl PitchTracker {
    /// For hops of `hop` frames.
    pub fn new(sample_rate_hz: u32, hop: usize) -> Self {
        let divisor = (sample_rate_hz / SEARCH_HZ).max(1) as usize;
        // A raised cosine of four steps: nothing of it is left at the new rate.
        let length = if divisor == 1 { 1 } else { 4 * divisor - 1 };
        let mut taps: Vec<f32> = (1..=length)
            .map(|i| {
                let angle = core::f64::consts::TAU * i as f64 / (length + 1) as f64;
                (1.0 - libm::cos(angle)) as f32
            })
            .collect();
        let sum: f32 = taps.iter().sum();
        taps.iter_mut().for_each(|tap| *tap /= sum);
        Self {
            divisor,
            taps,
            wide: History::default(),
            narrow: History::default(),
            search_hz: sample_rate_hz as f32 / divisor as f32,
            hop,
            raw: VecDeque::new(),
            first: 0,
            last: 0.0,
            scores: Vec::new(),
            window: Vec::new(),
        }
    }

    /// Adds the next frames of the middle.
    pub fn push(&mut self, middle: &[f32]) {
        self.wide.push(middle);
        let half = self.taps.len() / 2;
        while self.narrow.end() * self.divisor + half < self.wide.end() {
            let from = (self.narrow.end() * self.divisor) as isize - half as isize;
            let sum = (from..)
                .zip(&self.taps)
                .map(|(place, tap)| tap * self.wide.at(place))
                .sum();
            self.narrow.push(&[sum]);
        }
        while let Some(period) = self.next_hop() {
            self.raw.push_back(period);
        }
    }

    /// The hop that is next, if enough is known around it.
    fn next_hop(&mut self) -> Option<f32> {
        let middle = (self.first + self.raw.len()) * self.hop / self.divisor;
        let longest = (self.search_hz / LOWEST_HZ) as usize;
        let window = (self.search_hz * WINDOW_SECONDS) as usize;
        let length = window + longest + 2;
        let from = middle as isize - (length / 2) as isize;
        if self.narrow.end() < middle + length / 2 + 1 {
            return None;
        }
        self.window.resize(length, 0.0);
        self.narrow.copy(from, &mut self.window);
        let period = self.search(window, longest);
        self.last = period;
        Some(period * self.divisor as f32)
    }

    /// The period in samples of the search rate.
    fn search(&mut self, window: usize, longest: usize) -> f32 {
        let samples = &mut self.window[..];
        let mean = samples.iter().sum::<f32>() / samples.len() as f32;
        samples.iter_mut().for_each(|sample| *sample -= mean);
        let samples = &self.window[..];
        let energy: f32 = samples.iter().map(|x| x * x).sum();
        if energy < SILENCE * samples.len() as f32 {
            return 0.0;
        }
        let shortest = (self.search_hz / HIGHEST_HZ) as usize;
        self.scores.clear();
        self.scores.resize(longest + 2, 0.0);
        for lag in shortest - 1..=longest + 1 {
            // Both parts move, so that their middle stays.
            let at = (longest + 1 - lag) / 2;
            let (one, other) = (
                &samples[at..at + window],
                &samples[at + lag..at + lag + window],
            );
            self.scores[lag] = likeness(one, other);
        }
        let scores = &self.scores;
        let near = |lag: usize| self.last > 0.0 && (lag as f32 - self.last).abs() < 0.2 * self.last;
        let score = |lag: usize| scores[lag] * if near(lag) { FAVOUR } else { 1.0 };
        let is_peak = |lag: &usize| {
            scores[*lag] >= scores[lag - 1] && scores[*lag] >= scores[lag + 1] && scores[*lag] > 0.0
        };
        let best = (shortest..=longest)
            .filter(is_peak)
            .map(score)
            .fold(0.0f32, f32::max);
        let Some(lag) = (shortest..=longest)
            .filter(is_peak)
            .find(|&lag| score(lag) >= NEARLY * best)
        else {
            return 0.0;
        };
        let enough = if near(lag) { STILL_VOICED } else { VOICED };
        if scores[lag] < enough {
            return 0.0;
        }
        // A parabola through the peak.
        let (low, here, high) = (scores[lag - 1], scores[lag], scores[lag + 1]);
        let curve = low - 2.0 * here + high;
        let shift = if curve < -1e-6 {
            0.5 * (low - high) / curve
        } else {
            0.0
        };
        lag as f32 + shift.clamp(-0.5, 0.5)
    }

    /// Period in frames around hop `index`, 0 without a pitch: the middle one of three, so that a single slip is none.
    /// `None` as long as it is not known.
    pub fn period(&self, index: usize) -> Option<f32> {
        let at = |index: usize| self.raw.get(index.checked_sub(self.first)?).copied();
        let (here, after) = (at(index)?, at(index + 1)?);
        let before = index.checked_sub(1).and_then(at).unwrap_or(here);
        let mut three = [before, here, after];
        three.sort_by(f32::total_cmp);
        Some(three[1])
    }

    /// The signal at the search rate, and frames per sample of it.
    pub fn narrow(&self) -> (&History, usize) {
        (&self.narrow, self.divisor)
    }

    /// Discards everything before `frame`.
    pub fn forget(&mut self, frame: usize) {
        self.wide
            .forget(frame.min(self.wide.end().saturating_sub(self.taps.len())));
        let longest =
            2 * (self.search_hz / LOWEST_HZ) as usize + (self.search_hz * WINDOW_SECONDS) as usize;
        let narrow = frame.min(self.first * self.hop) / self.divisor;
        self.narrow.forget(narrow.saturating_sub(longest));
        while (self.first + 2) * self.hop < frame && self.raw.len() > 3 {
            self.raw.pop_front();
            self.first += 1;
        }
    }
}

/// Correlation of the samples that both have, −1…1.
pub fn likeness(one: &[f32], other: &[f32]) -> f32 {
    // Several sums that do not wait for each other.
    const LANES: usize = 8;
    let length = one.len().min(other.len());
    let (ones, one_rest) = one[..length].as_chunks::<LANES>();
    let (others, other_rest) = other[..length].as_chunks::<LANES>();
    let (mut product, mut a, mut b) = ([0.0; LANES], [0.0; LANES], [0.0; LANES]);
    for (one, other) in ones.iter().zip(others) {
        for lane in 0..LANES {
            product[lane] += one[lane] * other[lane];
            a[lane] += one[lane] * one[lane];
            b[lane] += other[lane] * other[lane];
        }
    }
    for (lane, (x, y)) in one_rest.iter().zip(other_rest).enumerate() {
        product[lane] += x * y;
        a[lane] += x * x;
        b[lane] += y * y;
    }
    let sum = |lanes: [f32; LANES]| lanes.iter().sum::<f32>();
    sum(product) / (sum(a) * sum(b)).sqrt().max(1e-20)
}
