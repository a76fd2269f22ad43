//! The ten-second preview on recordings that hide something, beside a slow oracle that follows the definition.

mod support;

use dsp_core::analysis::pass::{AnalysisPass, AnalysisWants};
use dsp_core::analysis::preview::{Preview, PreviewFinder, SpanReason};
use support::{wav, Random};

/// Low: what is heard here lies below 3.4 kHz, as on a telephone, and 20 minutes are quickly made.
const RATE: u32 = 8_000;

/// Who speaks: pitch in Hz, and formants of three vowels.
struct Speaker {
    hz: f32,
    vowels: [[f32; 3]; 3],
}

const ANNA: Speaker = Speaker {
    hz: 205.0,
    vowels: [
        [850.0, 1_220.0, 2_810.0],
        [310.0, 2_790.0, 3_310.0],
        [500.0, 1_640.0, 2_700.0],
    ],
};
const BEN: Speaker = Speaker {
    hz: 110.0,
    vowels: [
        [640.0, 1_190.0, 2_390.0],
        [270.0, 2_290.0, 3_010.0],
        [300.0, 870.0, 2_240.0],
    ],
};

fn noise(random: &mut Random) -> f32 {
    random.below(1 << 24) as f32 / (1 << 23) as f32 - 1.0
}

fn frames(seconds: f64) -> usize {
    (seconds * f64::from(RATE)) as usize
}

/// Syllables of changing length and strength; without a pitch it is a whisper.
fn speech(who: &Speaker, seconds: f64, level: f32, voiced: bool, seed: u64) -> Vec<f32> {
    let mut random = Random(seed);
    let mut memory = [0.0f32; 6];
    let (mut phase, mut left, mut length) = (0.0, 0, 1);
    let (mut vowel, mut strength) = (0, 1.0);
    (0..frames(seconds))
        .map(|n| {
            if left == 0 {
                length = frames(0.14 + 0.001 * random.below(160) as f64);
                left = length;
                vowel = random.below(3) as usize;
                strength = 0.5 + 0.5 * random.below(100) as f32 / 100.0;
            }
            left -= 1;
            let t = n as f32 / RATE as f32;
            phase += who.hz * (1.0 + 0.12 * (t * 1.7).sin()) / RATE as f32;
            let breath = noise(&mut random);
            let mut source = if voiced { 0.03 * breath } else { 0.4 * breath };
            if phase >= 1.0 {
                phase -= 1.0;
                source += if voiced { 1.0 } else { 0.0 };
            }
            let mut sum = 0.0;
            for (i, hz) in who.vowels[vowel].iter().enumerate() {
                let r = (-core::f32::consts::PI * (60.0 + 40.0 * i as f32) / RATE as f32).exp();
                let c = 2.0 * r * (core::f32::consts::TAU * hz / RATE as f32).cos();
                let y = (1.0 - r) * source + c * memory[2 * i] - r * r * memory[2 * i + 1];
                memory[2 * i + 1] = memory[2 * i];
                memory[2 * i] = y;
                sum += y;
            }
            let within = left as f32 / length as f32;
            level * strength * (core::f32::consts::PI * within).sin() * sum.clamp(-0.9, 0.9)
        })
        .collect()
}

/// Chords that ring, two a second.
fn music(seconds: f64, level: f32) -> Vec<f32> {
    let mut random = Random(11);
    let mut out = vec![0.0; frames(seconds)];
    for start in (0..out.len()).step_by(frames(0.5)) {
        for _ in 0..3 {
            let hz = 220.0 * 2f32.powf(random.below(13) as f32 / 12.0);
            for (n, sample) in out[start..].iter_mut().take(frames(1.5)).enumerate() {
                let t = n as f32 / RATE as f32;
                *sample += level
                    * (20.0 * t).min(1.0)
                    * (-1.2 * t).exp()
                    * (core::f32::consts::TAU * hz * t).sin();
            }
        }
    }
    out
}

fn silence(seconds: f64) -> Vec<f32> {
    vec![0.0; frames(seconds)]
}

fn put(into: &mut [f32], at: f64, what: &[f32]) {
    into[frames(at)..][..what.len()].copy_from_slice(what);
}

fn add_room(samples: &mut [f32], db: f32) {
    let mut random = Random(5);
    let amplitude = 10f32.powf(db / 20.0) * 3f32.sqrt();
    for sample in samples {
        *sample += amplitude * noise(&mut random);
    }
}

fn pass(bytes: &[u8], wants: AnalysisWants) -> (Option<Preview>, Vec<u8>, Vec<u8>) {
    let mut pass = AnalysisPass::new(bytes, wants).unwrap();
    let (mut envelope, mut rms) = (Vec::new(), Vec::new());
    let mut more = true;
    while more {
        more = pass.step().unwrap();
        envelope.extend_from_slice(pass.envelope());
        rms.extend_from_slice(pass.peaks().completed_rms());
    }
    (pass.finish().unwrap().preview, envelope, rms)
}

/// The preview of a file; the oracle must say the same.
fn preview_of(planes: &[Vec<f32>]) -> Preview {
    let bytes = wav(RATE, planes);
    let only = AnalysisWants {
        preview: true,
        ..AnalysisWants::default()
    };
    let (preview, envelope, _) = pass(&bytes, only);
    let preview = preview.unwrap();
    assert!(envelope.is_empty(), "what was not wanted is not given out");
    let with_its_sources = AnalysisWants {
        peaks: true,
        envelope: true,
        ..AnalysisWants::default()
    };
    let (none, envelope, rms) = pass(&bytes, with_its_sources);
    assert_eq!(none, None);
    let total = planes[0].len() as f64 / f64::from(RATE);
    let oracle = oracle::preview(&envelope, &rms, f64::from(RATE), total);
    let starts: Vec<_> = preview
        .spans
        .iter()
        .map(|span| (span.reason, span.start_seconds))
        .collect();
    assert_eq!(starts, oracle.0);
    assert_eq!(preview.heat.len(), oracle.1.len());
    for (at, (&heat, slow)) in preview.heat.iter().zip(&oracle.1).enumerate() {
        assert!(
            (f64::from(heat) - slow).abs() <= 1.0,
            "{at}: {heat}, not {slow}"
        );
    }
    assert_order(&preview, total);
    preview
}

/// Five spans of two seconds, ten in all, in order and apart, one of each reason.
fn assert_order(preview: &Preview, total: f64) {
    let spans = &preview.spans;
    let heard: f64 = spans.iter().map(|span| span.seconds).sum();
    assert!((heard - 10.0).abs() <= 0.2, "{spans:?}");
    for pair in spans.windows(2) {
        assert!(
            pair[0].start_seconds + pair[0].seconds <= pair[1].start_seconds,
            "{spans:?}"
        );
    }
    for reason in SpanReason::ALL {
        assert_eq!(
            spans.iter().filter(|span| span.reason == *reason).count(),
            1
        );
    }
    let last = spans[4];
    assert_eq!(
        (spans[0].start_seconds, spans[0].reason),
        (0.0, SpanReason::Start)
    );
    assert!((last.start_seconds + last.seconds - total).abs() < 1e-9);
    assert_eq!(last.reason, SpanReason::End);
    assert!((64..=200).contains(&preview.heat.len()));
}

/// Start of the span with this reason.
fn start_of(preview: &Preview, reason: SpanReason) -> f64 {
    let found = preview.spans.iter().find(|span| span.reason == reason);
    found.unwrap().start_seconds
}

/// Seconds of a span that lie within `from..to`.
fn inside(preview: &Preview, reason: SpanReason, from: f64, to: f64) -> f64 {
    let start = start_of(preview, reason);
    ((start + 2.0).min(to) - start.max(from)).max(0.0)
}

fn chosen(preview: &Preview, from: f64, to: f64) -> f64 {
    [
        SpanReason::Loudest,
        SpanReason::Speech,
        SpanReason::Different,
    ]
    .iter()
    .map(|&reason| inside(preview, reason, from, to))
    .sum()
}

#[test]
fn the_only_five_seconds_of_sound_in_twenty_minutes_are_heard() {
    for (at, level, room) in [
        (720.0, 0.5, None),
        (720.4, 0.01, None),
        (720.4, 0.05, Some(-75.0)),
        (3.7, 0.01, None),
        (1_190.2, 0.01, Some(-80.0)),
    ] {
        let mut samples = silence(1_200.0);
        put(&mut samples, at, &speech(&ANNA, 5.0, level, true, 1));
        if let Some(db) = room {
            add_room(&mut samples, db);
        }
        let preview = preview_of(&[samples]);
        assert_eq!(
            inside(&preview, SpanReason::Loudest, at, at + 5.0),
            2.0,
            "{at}"
        );
        assert!(chosen(&preview, at, at + 5.0) >= 3.0, "{:?}", preview.spans);
        let hot = (at / 6.0) as usize;
        assert!(preview.heat[hot..=hot + 1].iter().any(|&heat| heat > 100));
        let elsewhere = preview.heat.iter().filter(|&&heat| heat > 100).count();
        assert!(elsewhere <= 3, "{:?}", preview.heat);
    }
}

#[test]
fn five_seconds_of_a_tone_or_of_opposite_phase_are_heard_in_twenty_minutes() {
    let tone: Vec<f32> = (0..frames(5.0))
        .map(|n| 0.1 * (n as f32 * 0.7).sin())
        .collect();
    let mut left = silence(1_200.0);
    put(&mut left, 720.0, &tone);
    let right: Vec<f32> = left.iter().map(|x| -x).collect();
    for planes in [vec![left.clone()], vec![left.clone(), right]] {
        let preview = preview_of(&planes);
        assert_eq!(inside(&preview, SpanReason::Loudest, 720.0, 725.0), 2.0);
    }
}

#[test]
fn eight_seconds_of_a_second_voice_in_fifteen_minutes_of_another_are_heard() {
    for (main, guest, at) in [
        (&ANNA, &BEN, 431.3),
        (&BEN, &ANNA, 700.0),
        (&ANNA, &BEN, 12.6),
    ] {
        let mut samples = speech(main, 900.0, 0.4, true, 2);
        put(&mut samples, at, &speech(guest, 8.0, 0.4, true, 3));
        add_room(&mut samples, -65.0);
        let preview = preview_of(&[samples]);
        let heard = inside(&preview, SpanReason::Different, at, at + 8.0);
        assert_eq!(heard, 2.0, "{at}: {:?}", preview.spans);
    }
}

#[test]
fn a_second_voice_is_heard_between_pauses_too() {
    let mut samples = speech(&ANNA, 900.0, 0.4, true, 2);
    for pause in 0..60 {
        put(&mut samples, 15.0 * f64::from(pause) + 4.1, &silence(3.5));
    }
    put(&mut samples, 500.0, &speech(&BEN, 8.0, 0.3, true, 3));
    add_room(&mut samples, -62.0);
    let preview = preview_of(&[samples]);
    assert_eq!(inside(&preview, SpanReason::Different, 500.0, 508.0), 2.0);
}

#[test]
fn a_shout_near_the_end_is_the_loudest() {
    let mut samples = speech(&BEN, 600.0, 0.2, true, 4);
    put(&mut samples, 593.5, &speech(&BEN, 1.5, 1.0, true, 5));
    let preview = preview_of(&[samples]);
    assert!(inside(&preview, SpanReason::Loudest, 593.5, 595.0) >= 1.0);
}

#[test]
fn music_in_the_middle_of_speech_is_unlike_the_rest_and_not_taken_for_speech() {
    let mut talk = speech(&ANNA, 600.0, 0.4, true, 6);
    put(&mut talk, 300.0, &music(12.0, 0.1));
    let preview = preview_of(&[talk]);
    assert_eq!(inside(&preview, SpanReason::Different, 300.0, 312.0), 2.0);
    assert_eq!(inside(&preview, SpanReason::Speech, 300.0, 312.0), 0.0);
}

#[test]
fn of_whispers_between_silences_whispers_are_heard() {
    let mut samples = silence(1_200.0);
    for phrase in 0..30 {
        let at = 40.0 * f64::from(phrase) + 17.3;
        put(
            &mut samples,
            at,
            &speech(&ANNA, 6.0, 0.01, false, phrase as u64),
        );
    }
    add_room(&mut samples, -78.0);
    let preview = preview_of(&[samples]);
    for reason in [
        SpanReason::Loudest,
        SpanReason::Speech,
        SpanReason::Different,
    ] {
        let within = (start_of(&preview, reason) - 17.3).rem_euclid(40.0);
        assert!(
            within <= 5.0 || within >= 39.0,
            "{reason:?}: {:?}",
            preview.spans
        );
    }
}

#[test]
fn what_is_shorter_than_ten_seconds_is_heard_whole() {
    for seconds in [0.01, 0.4, 3.3, 9.99] {
        let only = AnalysisWants {
            preview: true,
            ..AnalysisWants::default()
        };
        let samples = speech(&BEN, seconds, 0.3, true, 8);
        let total = samples.len() as f64 / f64::from(RATE);
        let preview = pass(&wav(RATE, &[samples]), only).0.unwrap();
        assert_eq!(preview.spans.len(), 1);
        let span = preview.spans[0];
        assert_eq!((span.start_seconds, span.seconds), (0.0, total));
        assert_eq!(span.reason, SpanReason::Start);
        assert_eq!(preview.heat.len(), 64);
    }
    let nothing = PreviewFinder::new(48_000).finish(0);
    assert_eq!(nothing.spans, []);
    assert_eq!(nothing.heat, [0; 64]);
}

#[test]
fn every_length_from_ten_seconds_on_has_five_spans_and_ties_go_to_the_first() {
    for tenths in [
        100, 101, 109, 110, 115, 119, 120, 131, 140, 157, 200, 640, 641,
    ] {
        let seconds = f64::from(tenths) / 10.0;
        for seed in 0..4 {
            preview_of(&[speech(&ANNA, seconds, 0.3, true, 20 + seed)]);
        }
        let preview = preview_of(&[silence(seconds)]);
        let starts: Vec<f64> = preview
            .spans
            .iter()
            .map(|span| span.start_seconds)
            .collect();
        assert_eq!(starts[..4], [0.0, 2.0, 4.0, 6.0]);
        assert!(preview.heat.iter().all(|&heat| heat == 0));
    }
}

#[test]
fn pieces_of_any_length_and_rates_of_any_kind_give_the_same() {
    let samples = speech(&BEN, 33.3, 0.3, true, 9);
    let wants = AnalysisWants {
        peaks: true,
        envelope: true,
        ..AnalysisWants::default()
    };
    let (_, envelope, rms) = pass(&wav(RATE, std::slice::from_ref(&samples)), wants);
    let whole = preview_of(std::slice::from_ref(&samples));
    for (frames, pairs) in [(1, 1), (7, 400), (1_000, 3)] {
        let mut finder = PreviewFinder::new(RATE);
        let mut bytes = envelope.chunks(16 * frames);
        let mut levels = rms.chunks(pairs);
        loop {
            let (bands, rms) = (bytes.next(), levels.next());
            if bands.is_none() && rms.is_none() {
                break;
            }
            finder.push(bands.unwrap_or(&[]), rms.unwrap_or(&[]));
        }
        assert_eq!(finder.finish(samples.len() as u64), whole);
    }
    for rate in [0, 1, 100, 3_000, 640_000] {
        let mut finder = PreviewFinder::new(rate);
        finder.push(&[77; 16 * 400], &[200; 5_000]);
        finder.finish(1_280_000);
    }
}

/// Slow and obvious: the definition in double precision, every sum written out.
mod oracle {
    use super::SpanReason;

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

    /// Power of what changes 2 to 7 times in 15 values, by their Fourier transform.
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
                let apart = taken.iter().all(|&other| start.abs_diff(other) >= 2);
                apart && fits(&[taken, &[start]].concat(), end, later - 1)
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
                .map(|band| {
                    context.weighted(band, 0..seconds.len(), 2) - context.usual[band].powi(2)
                })
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
}
