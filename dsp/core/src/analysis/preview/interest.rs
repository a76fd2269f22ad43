//! How interesting each second is, compared with all the others.

use super::seconds::Second;
use super::span::SPAN_SECONDS;
use crate::analysis::cover::percentile;
use crate::analysis::envelope::BANDS;

/// Number of values of the heat curve: one per second within this range, so that a phone's width can draw each.
pub const HEAT_VALUES: core::ops::RangeInclusive<usize> = 64..=200;
/// Below this a second is silence, whatever the others are.
const SILENCE_DB: f32 = -80.0;
/// A second counts as sounding this much above the quietest twentieth, and at most this little below the loud ones.
const ABOVE_QUIET_DB: f32 = 6.0;
const BELOW_LOUD_DB: f32 = 20.0;
/// This far above, a second certainly sounds: the end of a word before a pause is mostly room noise.
const CERTAIN_DB: f32 = 12.0;
/// Height of the heat curve.
const HEAT_RANGE_DB: f32 = 40.0;
/// Smallest spread that counts as information, in steps of a byte: 3 dB.
const MIN_SPREAD: f32 = 9.0;
/// Seconds on both sides of a span that are compared with the rest together with it: a second voice lasts, and over
/// eight seconds the speaker matters more than the words.
const AROUND_SECONDS: usize = 3;

/// Score of any sound if nothing resembles speech or differs from the rest: a tone beats silence.
const SOUND: f32 = 1e-3;

/// How interesting every second is, or every span by its first second.
pub(super) struct Interest {
    /// Mean power of a second.
    power: Vec<f32>,
    /// Modulation of a second; 0 where nothing sounds.
    modulation: Vec<f32>,
    /// How unlike the rest a span is; 0 where nothing sounds.
    novelty: Vec<f32>,
    /// How certainly something sounds in a second, 0…1.
    sounding: Vec<f32>,
    /// Loudness of a second over the range of the heat curve, 0…1.
    loud: Vec<f32>,
}

impl Interest {
    pub fn of(seconds: &[Second]) -> Self {
        let levels: Vec<f32> = seconds.iter().map(level_db).collect();
        let mut sorted = levels.clone();
        sorted.sort_by(f32::total_cmp);
        let quiet = percentile(&sorted, 5);
        let top = sorted.last().copied().unwrap_or(SILENCE_DB);
        let loud = percentile(&sorted, 95)
            .max(top - BELOW_LOUD_DB)
            .max(SILENCE_DB + BELOW_LOUD_DB)
            .min(top);
        let least = (quiet + ABOVE_QUIET_DB)
            .min(loud - BELOW_LOUD_DB)
            .max(SILENCE_DB);
        let sounding: Vec<f32> = levels
            .iter()
            .map(|level| ((level - least) / CERTAIN_DB).clamp(0.0, 1.0))
            .collect();
        let floor = (loud - HEAT_RANGE_DB).max(SILENCE_DB);
        let height = |level: f32| ((level - floor) / (loud - floor)).clamp(0.0, 1.0);
        Self {
            power: seconds.iter().map(|second| second.power).collect(),
            modulation: seconds
                .iter()
                .zip(&sounding)
                .map(|(second, sounds)| second.modulation * sounds)
                .collect(),
            novelty: novelty(seconds, &sounding),
            loud: levels
                .iter()
                .map(|&level| if loud > floor { height(level) } else { 0.0 })
                .collect(),
            sounding,
        }
    }

    /// Power of a span.
    pub fn loudness(&self, span: usize) -> f32 {
        sum(&self.power, span)
    }

    /// How much a span is like speech.
    pub fn speech(&self, span: usize) -> f32 {
        sum(&self.modulation, span) + SOUND * sum(&self.sounding, span)
    }

    /// How unlike the rest a span is.
    pub fn difference(&self, span: usize) -> f32 {
        self.unlike(span) + SOUND * sum(&self.sounding, span)
    }

    fn unlike(&self, span: usize) -> f32 {
        self.novelty.get(span).copied().unwrap_or(0.0)
    }

    /// The heat curve over `total` seconds.
    pub fn heat(&self, total: f64) -> Vec<u8> {
        let mut sorted: Vec<f32> = self.novelty.iter().copied().filter(|&x| x > 0.0).collect();
        sorted.sort_by(f32::total_cmp);
        let usual = percentile(&sorted, 50);
        let most = sorted.last().copied().unwrap_or(0.0);
        let heat_of = |second: usize| {
            let spans = second.saturating_sub(SPAN_SECONDS - 1)..=second;
            let novelty = spans.map(|span| self.unlike(span)).fold(0.0, f32::max);
            let unlike = if most > usual {
                ((novelty - usual) / (most - usual)).max(0.0)
            } else {
                0.0
            };
            self.loud.get(second).copied().unwrap_or(0.0) * (0.5 + 0.5 * unlike)
        };
        let count = self
            .loud
            .len()
            .clamp(*HEAT_VALUES.start(), *HEAT_VALUES.end());
        (0..count)
            .map(|slot| {
                let edge = |slot: usize| slot as f64 * total / count as f64;
                let from = edge(slot) as usize;
                let to = (libm::ceil(edge(slot + 1)) as usize).max(from + 1);
                let hottest = (from..to).map(heat_of).fold(0.0, f32::max);
                (hottest * 255.0 + 0.5) as u8
            })
            .collect()
    }
}

fn level_db(second: &Second) -> f32 {
    10.0 * libm::log10f(second.power.max(1e-10))
}

fn sum(values: &[f32], span: usize) -> f32 {
    let of = |second: usize| values.get(second).copied().unwrap_or(0.0);
    (span..span + SPAN_SECONDS).map(of).sum()
}

/// A spectrum without its level: each band relative to the mean of all.
fn shape(second: &Second) -> [f32; BANDS] {
    let mean = second
        .spectrum
        .iter()
        .map(|&byte| f32::from(byte))
        .sum::<f32>()
        / BANDS as f32;
    second.spectrum.map(|byte| f32::from(byte) - mean)
}

/// How far the shape of each span is from the mean of all, in units of their spread, times the seconds it was seen in:
/// the mean of many seconds wanders less. The span by itself, or with its surroundings, whichever differs more.
fn novelty(seconds: &[Second], sounding: &[f32]) -> Vec<f32> {
    let all = sounding.iter().sum::<f32>().max(f32::MIN_POSITIVE);
    let (mut mean, mut squares) = ([0.0f32; BANDS], [0.0f32; BANDS]);
    for (second, sounds) in seconds.iter().zip(sounding) {
        for (band, value) in shape(second).into_iter().enumerate() {
            mean[band] += sounds * value / all;
            squares[band] += sounds * value * value / all;
        }
    }
    let weight: [f32; BANDS] = core::array::from_fn(|band| {
        let variance = (squares[band] - mean[band] * mean[band]).max(0.0);
        1.0 / (variance + MIN_SPREAD * MIN_SPREAD)
    });
    let distance = |from: usize, to: usize| {
        let mut sums = [0.0f32; BANDS];
        let mut heard = 0.0;
        for (second, sounds) in seconds[from..to].iter().zip(&sounding[from..to]) {
            heard += sounds;
            for (sum, value) in sums.iter_mut().zip(shape(second)) {
                *sum += sounds * value;
            }
        }
        if heard == 0.0 {
            return 0.0;
        }
        let off = |band: usize| sums[band] / heard - mean[band];
        let far: f32 = (0..BANDS)
            .map(|band| off(band) * off(band) * weight[band])
            .sum();
        heard * far / BANDS as f32
    };
    (0..seconds.len())
        .map(|span| {
            let end = (span + SPAN_SECONDS).min(seconds.len());
            let alone = distance(span, end);
            if alone == 0.0 {
                return 0.0;
            }
            let around = span.saturating_sub(AROUND_SECONDS);
            alone.max(distance(around, (end + AROUND_SECONDS).min(seconds.len())))
        })
        .collect()
}
