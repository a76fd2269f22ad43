//! The preview, slow and obvious: its definition in double precision, every sum written out.

use dsp_core::analysis::preview::SpanReason;

const REASONS: [SpanReason; 3] = [
    SpanReason::Loudest,
    SpanReason::Speech,
    SpanReason::Different,
];

struct Second {
    spectrum: Vec<f64>,
    modulation: f64,
    power: f64,
}

fn percentile(values: &[f64], share: f64) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let rank = (values.len() as f64 * share).ceil() as usize;
    sorted.get(rank.max(1) - 1).copied().unwrap_or(0.0)
}

fn mean(values: impl Iterator<Item = f64>) -> f64 {
    let (sum, count) = values.fold((0.0, 0), |(sum, count), x| (sum + x, count + 1));
    sum / f64::from(count.max(1))
}

/// Power of modulation with 2 to 7 periods in 15 values, by their Fourier transform.
fn changes(levels: &[f64]) -> f64 {
    let bin = |k: usize| {
        let angle = |n: usize| std::f64::consts::TAU * (k * n) as f64 / 15.0;
        let re: f64 = levels
            .iter()
            .enumerate()
            .map(|(n, x)| x * angle(n).cos())
            .sum();
        let im: f64 = levels
            .iter()
            .enumerate()
            .map(|(n, x)| x * angle(n).sin())
            .sum();
        (re * re + im * im) / 225.0
    };
    (2..=7).map(|k| 2.0 * bin(k)).sum()
}

fn second(frames: &[&[u8]], rms: &[u8]) -> Second {
    let loudest = frames.iter().flat_map(|frame| frame.iter()).max().unwrap();
    let active: Vec<_> = frames
        .iter()
        .filter(|frame| *frame.iter().max().unwrap() >= loudest.saturating_sub(54))
        .collect();
    let spectrum = (0..16)
        .map(|band| mean(active.iter().map(|frame| f64::from(frame[band]))))
        .map(|mean| (mean + 0.5).floor());
    let modulation = [3..6, 6..9, 9..12, 12..15].into_iter().map(|bands| {
        let levels: Vec<f64> = (0..15)
            .map(|n| {
                let Some(frame) = frames.get(n) else {
                    return 0.0;
                };
                let level = frame[bands.clone()].iter().max().unwrap();
                (f64::from(*level) - f64::from(*loudest) + 120.0).max(0.0) / 120.0
            })
            .collect();
        changes(&levels)
    });
    let heard = mean(frames.iter().map(|frame| {
        let powers = frame.iter().filter(|&&byte| byte > 0);
        powers
            .map(|&byte| 10f64.powf(f64::from(byte) / 30.0 - 9.0))
            .sum()
    }));
    let whole = mean(
        rms.iter()
            .map(|&byte| 2.0 * (f64::from(byte) / 255.0).powi(4)),
    );
    Second {
        spectrum: spectrum.collect(),
        modulation: modulation.sum(),
        power: heard + (whole - heard).max(0.0) / 4.0,
    }
}

/// How far the mean shape of some seconds is from that of all.
fn distance(seconds: &[Second], sounding: &[f64], window: std::ops::Range<usize>) -> f64 {
    let shape = |second: &Second, band: usize| {
        second.spectrum[band] - mean(second.spectrum.iter().copied())
    };
    let all: f64 = sounding.iter().sum();
    let heard: f64 = sounding[window.clone()].iter().sum();
    if heard == 0.0 {
        return 0.0;
    }
    let squares = (0..16).map(|band| {
        let weighted = |range: std::ops::Range<usize>, power: i32| -> f64 {
            range
                .map(|at| sounding[at] * shape(&seconds[at], band).powi(power))
                .sum()
        };
        let usual = weighted(0..seconds.len(), 1) / all;
        let variance = weighted(0..seconds.len(), 2) / all - usual * usual;
        (weighted(window.clone(), 1) / heard - usual).powi(2) / (variance + 81.0)
    });
    heard * mean(squares)
}

fn fits(taken: &[usize], end: usize, later: usize) -> bool {
    later == 0
        || (2..=end.saturating_sub(2)).any(|start| {
            let separate = taken.iter().all(|&other| start.abs_diff(other) >= 2);
            separate && fits(&[taken, &[start]].concat(), end, later - 1)
        })
}

/// Reasons and starts in the order of time, and the heat curve.
pub fn preview(
    envelope: &[u8],
    rms: &[u8],
    rate: f64,
    total: f64,
) -> (Vec<(SpanReason, f64)>, Vec<f64>) {
    let frames: Vec<&[u8]> = envelope.chunks(16).collect();
    let seconds: Vec<Second> = frames
        .chunks(15)
        .enumerate()
        .map(|(at, frames)| {
            let starts = |at: usize| (at as f64 * rate / 256.0).ceil() as usize;
            let pairs = starts(at).min(rms.len())..starts(at + 1).min(rms.len());
            second(frames, &rms[pairs])
        })
        .collect();
    let levels: Vec<f64> = seconds
        .iter()
        .map(|second| 10.0 * second.power.max(1e-10).log10())
        .collect();
    let top = levels.iter().copied().fold(f64::MIN, f64::max);
    let loud = percentile(&levels, 0.95)
        .max(top - 20.0)
        .max(-60.0)
        .min(top);
    let least = (percentile(&levels, 0.05) + 6.0)
        .min(loud - 20.0)
        .max(-80.0);
    let sounding: Vec<f64> = levels
        .iter()
        .map(|level| ((level - least) / 12.0).clamp(0.0, 1.0))
        .collect();
    let count = seconds.len();
    // One pass over all seconds for each band and span: remembered, or an hour would take one.
    let novelty: Vec<f64> = {
        let context = Context::new(&seconds, &sounding);
        (0..count)
            .map(|at| {
                let alone = context.distance(at..(at + 2).min(count));
                let around = context.distance(at.saturating_sub(3)..(at + 5).min(count));
                if alone > 0.0 {
                    alone.max(around)
                } else {
                    0.0
                }
            })
            .collect()
    };
    if count > 0 {
        // The remembered way is the written-out one.
        for at in [0, count / 2, count - 1] {
            let slow = distance(&seconds, &sounding, at..(at + 2).min(count));
            let quick = Context::new(&seconds, &sounding).distance(at..(at + 2).min(count));
            assert!((slow - quick).abs() < 1e-6);
        }
    }
    let value = |reason: SpanReason, at: usize| -> f64 {
        let both = at..(at + 2).min(count);
        match reason {
            SpanReason::Loudest => both.map(|at| seconds[at].power).sum(),
            SpanReason::Speech => both
                .map(|at| (seconds[at].modulation + 0.001) * sounding[at])
                .sum(),
            _ => novelty[at] + both.map(|at| 0.001 * sounding[at]).sum::<f64>(),
        }
    };
    let end = total as usize - 2;
    let mut taken = Vec::new();
    let mut spans = vec![(SpanReason::Start, 0.0), (SpanReason::End, total - 2.0)];
    for (order, reason) in REASONS.into_iter().enumerate() {
        let allowed = (2..=end - 2).filter(|&at| {
            taken.iter().all(|&other: &usize| at.abs_diff(other) >= 2)
                && fits(&[taken.as_slice(), &[at]].concat(), end, 2 - order)
        });
        let best = allowed.fold(None, |best: Option<usize>, at| match best {
            Some(best) if value(reason, at) <= 1.001 * value(reason, best) => Some(best),
            _ => Some(at),
        });
        taken.push(best.unwrap());
        spans.push((reason, best.unwrap() as f64));
    }
    spans.sort_by(|one, other| one.1.total_cmp(&other.1));
    (spans, heat(&levels, loud, &novelty, total))
}

fn heat(levels: &[f64], loud: f64, novelty: &[f64], total: f64) -> Vec<f64> {
    let floor = (loud - 40.0).max(-80.0);
    let known: Vec<f64> = novelty.iter().copied().filter(|&x| x > 0.0).collect();
    let usual = percentile(&known, 0.5);
    let most = known.iter().copied().fold(0.0, f64::max);
    let of_second = |at: usize| -> f64 {
        let Some(level) = levels.get(at).filter(|_| loud > floor) else {
            return 0.0;
        };
        let before = if at > 0 { novelty[at - 1] } else { 0.0 };
        let unlike = ((novelty[at].max(before) - usual) / (most - usual)).max(0.0);
        let unlike = if most > usual { unlike } else { 0.0 };
        ((level - floor) / (loud - floor)).clamp(0.0, 1.0) * (0.5 + 0.5 * unlike)
    };
    let count = levels.len().clamp(64, 200);
    (0..count)
        .map(|slot| {
            let from = slot as f64 * total / count as f64;
            let to = (slot + 1) as f64 * total / count as f64;
            let seconds =
                (0..levels.len()).filter(|&at| (at as f64) < to && (at + 1) as f64 > from);
            255.0 * seconds.map(of_second).fold(0.0, f64::max)
        })
        .collect()
}

/// Mean and variance of every band, once.
struct Context<'a> {
    seconds: &'a [Second],
    sounding: &'a [f64],
    usual: Vec<f64>,
    variance: Vec<f64>,
}

impl<'a> Context<'a> {
    fn new(seconds: &'a [Second], sounding: &'a [f64]) -> Self {
        let mut context = Self {
            seconds,
            sounding,
            usual: vec![0.0; 16],
            variance: vec![0.0; 16],
        };
        context.usual = (0..16)
            .map(|band| context.weighted(band, 0..seconds.len(), 1))
            .collect();
        context.variance = (0..16)
            .map(|band| context.weighted(band, 0..seconds.len(), 2) - context.usual[band].powi(2))
            .collect();
        context
    }

    fn weighted(&self, band: usize, range: std::ops::Range<usize>, power: i32) -> f64 {
        let all: f64 = self.sounding[range.clone()].iter().sum();
        let sum: f64 = range
            .map(|at| {
                let spectrum = &self.seconds[at].spectrum;
                let shape = spectrum[band] - mean(spectrum.iter().copied());
                self.sounding[at] * shape.powi(power)
            })
            .sum();
        if all > 0.0 {
            sum / all
        } else {
            0.0
        }
    }

    fn distance(&self, window: std::ops::Range<usize>) -> f64 {
        let heard: f64 = self.sounding[window.clone()].iter().sum();
        let squares = (0..16).map(|band| {
            let off = self.weighted(band, window.clone(), 1) - self.usual[band];
            off * off / (self.variance[band] + 81.0)
        });
        heard * mean(squares)
    }
}
