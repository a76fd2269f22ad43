//! From measured rows to cuts.

use std::collections::VecDeque;

use super::bands::{BandPowers, BANDS, BREATH_BANDS, ROWS_PER_SECOND};
use super::floor::{Measured, NoiseFloor, MEAN_ROWS};
use crate::pcm::PcmBlock;

/// A band is quiet up to here, dB above the noise.
const QUIET_DB: f32 = 6.0;
/// A breath begins where the mean of its bands is this far above the noise, dB, …
const BREATH_DB: f32 = 3.2;
/// … and lasts while it stays above this. The mean of noise itself moves about 1.3 (0.4) above its minimum.
const BREATH_EDGE_DB: f32 = 2.4;
/// Shortest and longest breath as the moving mean shows it, in rows: 0.2 to 3 s, widened by it. A click is shorter,
/// an engine that starts is longer.
const BREATH_ROWS: core::ops::RangeInclusive<u64> = 28..=320;
/// Rows on either side of a breath where it looks like noise but may be audible.
const SKIRT_ROWS: u64 = 15;
/// Rows that the moving mean takes from each end of a pause next to loud sound.
const BLUR_ROWS: u64 = MEAN_ROWS as u64 / 2;
/// Left of a pause on either side, in rows, …
const PADDING_ROWS: u64 = 20;
/// … and searched from there for the quietest row.
const SEARCH_ROWS: u64 = 10;
/// A pause is at least this far below the loud part of the take, dB: where nothing is louder, nothing is a pause.
const MIN_CONTRAST_DB: f32 = 8.0;
/// Share of all rows that are no louder than the loud part.
const LOUD_SHARE: f64 = 0.95;
/// Latest rows whose power is remembered: a breath has to end before the pause before it is known to.
const REMEMBERED_ROWS: usize = 400;

/// Position of a pause.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PauseKind {
    /// Before the first sound.
    Start,
    /// Between two sounds.
    Between,
    /// After the last sound.
    End,
}

impl PauseKind {
    crate::names! {
        Start => "start",
        Between => "between",
        End => "end",
    }
}

/// A cut that shortens a pause; the rest of the pause is outside of it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PauseCut {
    /// Seconds from the start.
    pub start_seconds: f64,
    /// Seconds from the start.
    pub end_seconds: f64,
    /// Its position.
    pub kind: PauseKind,
    /// 0…1: how far it is below the take, and how even.
    pub confidence: f64,
}

/// A pause as it was found, in rows.
#[derive(Debug, Clone, Copy)]
struct Pause {
    from: u64,
    to: u64,
    /// Whether there was sound before.
    after_sound: bool,
    /// Sum of its rows' levels in dB, and their number.
    level_sum: f64,
    rows: u64,
    /// Loudest band of all rows, dB above the noise.
    highest_db: f32,
    /// Quietest row near its beginning and that row's power.
    quietest: (u64, f32),
}

/// A pause and where it is cut.
#[derive(Debug, Clone, Copy)]
struct Found {
    cut: (u64, u64),
    kind: PauseKind,
    level_db: f32,
    highest_db: f32,
}

/// Finds pauses in blocks of any length. Memory grows with the number of pauses only.
#[derive(Debug)]
pub struct PauseFinder {
    bands: BandPowers,
    floor: NoiseFloor,
    pauses: Pauses,
}

impl PauseFinder {
    /// For pauses of at least `min_seconds`; 0.5 … 60 are sensible, others are taken as these.
    pub fn new(sample_rate_hz: u32, min_seconds: f64) -> Self {
        let seconds = if min_seconds >= 0.5 {
            min_seconds.min(60.0)
        } else {
            0.5
        };
        Self {
            bands: BandPowers::new(sample_rate_hz),
            floor: NoiseFloor::default(),
            pauses: Pauses::new((seconds * ROWS_PER_SECOND as f64).round() as u64),
        }
    }

    /// Adds the next frames.
    pub fn push(&mut self, block: &PcmBlock) {
        let Self {
            bands,
            floor,
            pauses,
        } = self;
        bands.push(block, |row| {
            floor.push(row, |measured| pauses.push(&measured))
        });
    }

    /// The cuts, in order, without overlap.
    pub fn finish(mut self) -> Vec<PauseCut> {
        let pauses = &mut self.pauses;
        self.floor.finish(|measured| pauses.push(&measured));
        self.pauses.finish()
    }
}

#[derive(Debug)]
struct Pauses {
    min_rows: u64,
    row: u64,
    heard: bool,
    /// Latest row that was not quiet.
    sound_at: u64,
    open: Option<Pause>,
    /// First row of a possible breath.
    breath: Option<Breath>,
    /// Powers of the latest rows, the newest last.
    latest: VecDeque<f32>,
    found: Vec<Found>,
    levels: Levels,
}

/// A rise above the noise within a pause, and the pause up to it.
#[derive(Debug, Clone, Copy)]
struct Breath {
    from: u64,
    before: Pause,
    highest_db: f32,
}

impl Pauses {
    fn new(min_rows: u64) -> Self {
        Self {
            min_rows,
            row: 0,
            heard: false,
            sound_at: 0,
            open: None,
            breath: None,
            latest: VecDeque::with_capacity(REMEMBERED_ROWS + 1),
            found: Vec::new(),
            levels: Levels::default(),
        }
    }

    fn push(&mut self, measured: &Measured) {
        let above: [f32; BANDS] = core::array::from_fn(|band| {
            decibels(measured.power[band].max(1e-12) / measured.floor[band])
        });
        let highest = above.iter().copied().fold(0.0, f32::max);
        let rise = above[BREATH_BANDS]
            .iter()
            .map(|db| db.max(0.0))
            .sum::<f32>()
            / BREATH_BANDS.len() as f32;
        let level = decibels(measured.power.iter().sum::<f32>().max(1e-10));
        self.levels.add(level);
        self.latest.push_back(measured.momentary);
        if self.latest.len() > REMEMBERED_ROWS {
            self.latest.pop_front();
        }
        if highest <= QUIET_DB {
            self.go_on(level, highest, rise, measured.momentary);
        } else {
            self.sound();
        }
        self.row += 1;
    }

    /// A quiet row.
    fn go_on(&mut self, level: f32, highest: f32, rise: f32, power: f32) {
        let row = self.row;
        let mut pause = match self.open {
            Some(pause) => pause,
            // The level is still decaying from a loud moment.
            None if rise >= BREATH_EDGE_DB && row - self.sound_at < *BREATH_ROWS.end() => return,
            None => self.begin(row),
        };
        match self.breath {
            None if rise >= BREATH_EDGE_DB => {
                self.breath = Some(Breath {
                    from: row,
                    before: pause,
                    highest_db: rise,
                });
            }
            Some(breath) if rise >= BREATH_EDGE_DB => {
                self.breath = Some(Breath {
                    highest_db: breath.highest_db.max(rise),
                    ..breath
                });
            }
            Some(breath) => {
                self.breath = None;
                if breath.highest_db >= BREATH_DB && BREATH_ROWS.contains(&(row - breath.from)) {
                    self.close(breath.before, breath.from.saturating_sub(SKIRT_ROWS));
                    self.heard = true;
                    pause = self.begin(row + SKIRT_ROWS);
                }
            }
            None => {}
        }
        pause.to = row + 1;
        pause.level_sum += f64::from(level);
        pause.rows += 1;
        pause.highest_db = pause.highest_db.max(highest);
        let searched = first_cut(&pause);
        if (searched..searched + SEARCH_ROWS).contains(&row) && power < pause.quietest.1 {
            pause.quietest = (row, power);
        }
        self.open = Some(pause);
    }

    fn begin(&self, row: u64) -> Pause {
        Pause {
            from: row,
            to: row,
            after_sound: self.heard,
            level_sum: 0.0,
            rows: 0,
            highest_db: 0.0,
            quietest: (row, f32::MAX),
        }
    }

    /// A row that is not quiet: the rise before it belongs to it.
    fn sound(&mut self) {
        match (self.breath.take(), self.open.take()) {
            (Some(breath), Some(pause)) => {
                let is_breath = *BREATH_ROWS.end() >= self.row - breath.from;
                if is_breath {
                    self.close(breath.before, breath.from.saturating_sub(SKIRT_ROWS));
                } else {
                    self.close(pause, self.row);
                }
            }
            (None, Some(pause)) => self.close(pause, self.row),
            _ => {}
        }
        self.heard = true;
        self.sound_at = self.row;
    }

    /// Ends a pause before row `to`.
    fn close(&mut self, pause: Pause, to: u64) {
        self.keep(Pause { to, ..pause }, true);
    }

    fn keep(&mut self, pause: Pause, before_sound: bool) {
        let blurred = u64::from(pause.after_sound) + u64::from(before_sound);
        let rows = pause.to.saturating_sub(pause.from) + blurred * BLUR_ROWS;
        if rows < self.min_rows || pause.rows == 0 {
            return;
        }
        let start = match (pause.after_sound, pause.quietest.1 < f32::MAX) {
            (false, _) => 0,
            (true, true) => pause.quietest.0,
            (true, false) => first_cut(&pause),
        };
        let end = if before_sound {
            self.quietest_before((pause.to + BLUR_ROWS).saturating_sub(PADDING_ROWS))
        } else {
            pause.to
        };
        if end <= start {
            return;
        }
        self.found.push(Found {
            cut: (start, end),
            kind: match (pause.after_sound, before_sound) {
                (false, _) => PauseKind::Start,
                (true, true) => PauseKind::Between,
                (true, false) => PauseKind::End,
            },
            level_db: (pause.level_sum / pause.rows as f64) as f32,
            highest_db: pause.highest_db,
        });
    }

    /// The quietest row of those searched up to `last`.
    fn quietest_before(&self, last: u64) -> u64 {
        let newest = self.row;
        (last.saturating_sub(SEARCH_ROWS)..=last)
            .filter_map(|row| {
                let back = usize::try_from(newest.checked_sub(row)?).ok()?;
                let at = self.latest.len().checked_sub(back + 1)?;
                Some((row, *self.latest.get(at)?))
            })
            .min_by(|a, b| a.1.total_cmp(&b.1))
            .map_or(last, |(row, _)| row)
    }

    fn finish(mut self) -> Vec<PauseCut> {
        // The rows after the last one are the end.
        self.row = self.row.saturating_sub(1);
        let ending = match (self.breath, self.open) {
            (Some(breath), Some(_))
                if breath.highest_db >= BREATH_DB
                    && BREATH_ROWS.contains(&(self.row + 1 - breath.from)) =>
            {
                self.close(breath.before, breath.from.saturating_sub(SKIRT_ROWS));
                None
            }
            (_, open) => open,
        };
        if let Some(pause) = ending {
            self.keep(pause, false);
        }
        let loud = self.levels.share(LOUD_SHARE);
        let seconds = |row: u64| row as f64 / ROWS_PER_SECOND as f64;
        self.found
            .iter()
            .filter(|found| loud - found.level_db >= MIN_CONTRAST_DB)
            .map(|found| {
                let contrast = (loud - found.level_db - MIN_CONTRAST_DB) / 16.0;
                let evenness = (QUIET_DB - found.highest_db) / 3.0;
                PauseCut {
                    start_seconds: seconds(found.cut.0),
                    end_seconds: seconds(found.cut.1),
                    kind: found.kind,
                    confidence: f64::from((contrast.min(1.0) + evenness.clamp(0.0, 1.0)) / 2.0),
                }
            })
            .collect()
    }
}

/// First row a pause may be cut at.
fn first_cut(pause: &Pause) -> u64 {
    (pause.from + PADDING_ROWS).saturating_sub(BLUR_ROWS)
}

fn decibels(power: f32) -> f32 {
    10.0 * libm::log10f(power)
}

/// Counts levels in steps of 1 dB.
#[derive(Debug, Default)]
struct Levels {
    counts: Vec<u64>,
}

impl Levels {
    /// Level of the lowest count.
    const LOWEST_DB: f32 = -100.0;
    const STEPS: usize = 140;

    fn add(&mut self, db: f32) {
        self.counts.resize(Self::STEPS, 0);
        let step = (db - Self::LOWEST_DB).max(0.0) as usize;
        self.counts[step.min(Self::STEPS - 1)] += 1;
    }

    /// The level that `share` of all do not exceed.
    fn share(&self, share: f64) -> f32 {
        let wanted = share * self.counts.iter().sum::<u64>() as f64;
        let mut below = 0.0;
        for (step, &count) in self.counts.iter().enumerate() {
            below += count as f64;
            if below >= wanted {
                return Self::LOWEST_DB + step as f32;
            }
        }
        Self::LOWEST_DB
    }
}
