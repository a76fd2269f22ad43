//! Clean up from outside: what it finds, what it removes, and that it leaves voices, whispers and breaths alone.

use std::f32::consts::TAU;

use dsp_core::edit::{decode_range, SurveySession};
use dsp_core::pcm::PcmBlock;
use dsp_core::transform::RealFft;
use dsp_core::voice::cleanup::{Cleanup, Findings, HumTrack, Kinds, Strength, Survey};
use dsp_core::voice::{Chain, Stage, VoiceTools};

const RATE: u32 = 48_000;

fn noise(seed: u32) -> impl FnMut() -> f32 {
    let mut state = seed.wrapping_mul(2_654_435_761) | 1;
    move || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 8) as f32 / 8_388_608.0 - 1.0
    }
}

fn frames(seconds: f32) -> usize {
    (seconds * RATE as f32) as usize
}

fn power(samples: &[f32]) -> f64 {
    samples.iter().map(|x| f64::from(*x).powi(2)).sum::<f64>() / samples.len().max(1) as f64
}

fn decibels(ratio: f64) -> f64 {
    10.0 * ratio.max(1e-30).log10()
}

/// Syllables of pulses (or of noise: a whisper) through three resonances, two seconds of them and one of silence.
fn spoken(seconds: f32, is_whisper: bool, seed: u32) -> Vec<f32> {
    let mut random = noise(seed);
    let mut out = vec![0.0; frames(seconds)];
    let mut states = [[0.0f32; 2]; 3];
    let mut phase = 0.0;
    let (mut left, mut length, mut vowel) = (0, 1, 0);
    const VOWELS: [[f32; 3]; 3] = [
        [640.0, 1_190.0, 2_390.0],
        [270.0, 2_290.0, 3_010.0],
        [300.0, 870.0, 2_240.0],
    ];
    for (n, out) in out.iter_mut().enumerate() {
        if left == 0 {
            length = frames(0.2 + 0.06 * random());
            left = length;
            vowel = (n / 7) % 3;
        }
        left -= 1;
        phase += 117.0 * (1.0 + 0.1 * (1.7 * n as f32 / RATE as f32).sin()) / RATE as f32;
        let mut source = if is_whisper { 0.25 } else { 0.02 } * random();
        if phase >= 1.0 {
            phase -= 1.0;
            source += if is_whisper { 0.0 } else { 1.0 };
        }
        let mut sum = 0.0;
        for (i, (state, hz)) in states.iter_mut().zip(VOWELS[vowel]).enumerate() {
            let r = (-std::f32::consts::PI * (60.0 + 40.0 * i as f32) / RATE as f32).exp();
            let y = (1.0 - r) * source + 2.0 * r * (TAU * hz / RATE as f32).cos() * state[0]
                - r * r * state[1];
            *state = [y, state[0]];
            sum += y;
        }
        let shape = (std::f32::consts::PI * left as f32 / length as f32).sin();
        // Phrases begin and end softly.
        let at = (n % frames(3.0)) as f32 / RATE as f32;
        let phrase = (at / 0.1).min((2.0 - at) / 0.1).clamp(0.0, 1.0);
        *out = 2.0 * phrase * phrase * shape * sum;
    }
    out
}

fn level(samples: &[f32], db: f64) -> Vec<f32> {
    let gain = 10f64.powf((db - decibels(power(samples))) / 20.0) as f32;
    samples.iter().map(|x| x * gain).collect()
}

fn hiss(length: usize, db: f64, seed: u32) -> Vec<f32> {
    let mut random = noise(seed);
    level(&(0..length).map(|_| random()).collect::<Vec<_>>(), db)
}

fn sum(a: &[f32], b: &[f32]) -> Vec<f32> {
    a.iter().zip(b).map(|(a, b)| a + b).collect()
}

fn minus(a: &[f32], b: &[f32]) -> Vec<f32> {
    a.iter().zip(b).map(|(a, b)| a - b).collect()
}

fn block_of(planes: &[&[f32]]) -> PcmBlock {
    let mut block = PcmBlock::new();
    block.reset(planes.len(), 0);
    block.append(planes);
    block
}

/// As `SurveySession` does it.
fn findings(planes: &[&[f32]]) -> Findings {
    let pass = |first: Option<&Findings>| {
        let mut survey = Survey::new(first, 0, RATE, planes.len());
        survey.push(&block_of(planes));
        survey.finish()
    };
    let first = pass(None);
    if first.hum_hz.is_some() {
        pass(Some(&first))
    } else {
        first
    }
}

fn tools(findings: &Findings, strength: Strength, kinds: Kinds) -> VoiceTools {
    VoiceTools {
        cleanup: Some(Cleanup {
            findings: findings.clone(),
            strength,
            kinds,
        }),
        ..VoiceTools::default()
    }
}

fn through(tools: &VoiceTools, planes: &[&[f32]], piece: usize) -> Vec<Vec<f32>> {
    let mut chain = Chain::new(tools, &[], RATE, planes.len());
    let mut out = PcmBlock::new();
    out.reset(planes.len(), 0);
    for from in (0..planes[0].len()).step_by(piece) {
        let to = (from + piece).min(planes[0].len());
        let parts: Vec<&[f32]> = planes.iter().map(|plane| &plane[from..to]).collect();
        chain.push(&block_of(&parts), &mut out);
    }
    chain.finish(&mut out);
    out.planes().into_iter().map(<[f32]>::to_vec).collect()
}

const NONE: Kinds = Kinds {
    hum: false,
    clicks: false,
    hiss: false,
    plosives: false,
    sharp_s: false,
};

/// Only this kind is removed.
fn without(samples: &[f32], kinds: Kinds) -> (Findings, Vec<f32>) {
    let found = findings(&[samples]);
    let out = through(&tools(&found, Strength::Medium, kinds), &[samples], 4_096);
    (found, out.into_iter().next().unwrap())
}

fn cleaned(samples: &[f32], strength: Strength) -> (Findings, Vec<f32>) {
    let found = findings(&[samples]);
    let out = through(&tools(&found, strength, Kinds::ALL), &[samples], 4_096);
    (found, out.into_iter().next().unwrap())
}

/// Six harmonics of 50.03 Hz, which wanders by 0.01 Hz, with their phase at each frame.
fn hum(length: usize, db: f64) -> (Vec<f32>, Vec<f64>) {
    let mut angle = 0.0f64;
    let angles: Vec<f64> = (0..length)
        .map(|n| {
            let wander = 0.01 * (0.2 * n as f64 / f64::from(RATE)).sin();
            angle += std::f64::consts::TAU * (50.03 + wander) / f64::from(RATE);
            angle
        })
        .collect();
    let wave: Vec<f32> = angles
        .iter()
        .map(|angle| {
            (1..=6)
                .map(|k| (f64::from(k) * angle + f64::from(k)).sin())
                .sum::<f64>() as f32
        })
        .collect();
    (level(&wave, db), angles)
}

fn at_line(samples: &[f32], angles: &[f64], order: f64) -> f64 {
    let (mut re, mut im) = (0.0, 0.0);
    for (n, (x, angle)) in samples.iter().zip(angles).enumerate() {
        let weight = (std::f64::consts::PI * n as f64 / samples.len() as f64)
            .sin()
            .powi(2);
        re += weight * f64::from(*x) * (order * angle).cos();
        im += weight * f64::from(*x) * (order * angle).sin();
    }
    re * re + im * im
}

#[test]
fn hum_is_30_db_weaker_at_each_of_six_harmonics_beneath_a_voice() {
    let voice = level(&spoken(12.0, false, 1), -26.0);
    let (hum, angles) = hum(voice.len(), -40.0);
    let take = sum(&voice, &hum);
    let (found, out) = without(&take, Kinds { hum: true, ..NONE });
    let hz = found.hum_hz.expect("hum");
    assert!((hz - 50.03).abs() < 0.05, "{hz} Hz");
    for order in 1..=6 {
        let line = |samples: &[f32]| {
            at_line(
                &samples[frames(1.0)..],
                &angles[frames(1.0)..],
                f64::from(order),
            )
        };
        let left = minus(&out, &voice);
        let weaker = decibels(line(&hum) / line(&left));
        assert!(weaker > 30.0, "harmonic {order}: {weaker:.1} dB");
    }
}

#[test]
fn hum_is_gone_on_both_sides_of_a_cut() {
    let voice = level(&spoken(12.0, false, 1), -26.0);
    let (hum, _) = hum(voice.len(), -40.0);
    let take = sum(&voice, &hum);
    let found = findings(&[&take]);
    let tools = tools(&found, Strength::Medium, Kinds { hum: true, ..NONE });
    let kept = [
        frames(1.0) as u64..frames(4.321) as u64,
        frames(7.0) as u64..frames(12.0) as u64,
    ];
    let cut = |samples: &[f32]| -> Vec<f32> {
        let parts = kept
            .iter()
            .map(|range| &samples[range.start as usize..range.end as usize]);
        parts.flatten().copied().collect()
    };
    let mut chain = Chain::new(&tools, &kept, RATE, 1);
    let mut out = PcmBlock::new();
    out.reset(1, 0);
    for piece in cut(&take).chunks(4_096) {
        chain.push(&block_of(&[piece]), &mut out);
    }
    chain.finish(&mut out);
    let voice = cut(&voice);
    let left = minus(out.channel(0), &voice);
    for at in (0..left.len() - frames(0.1)).step_by(frames(0.1)) {
        let weaker = -40.0 - decibels(power(&left[at..at + frames(0.1)]));
        assert!(weaker > 15.0, "{at}: {weaker:.1} dB");
    }
}

#[test]
fn a_hum_that_cannot_be_followed_is_not_reported() {
    let voice = level(&spoken(12.0, true, 4), -30.0);
    let mut first = findings(&[&voice]);
    first.hum_hz = Some(50.2);
    let mut second = Survey::new(Some(&first), 0, RATE, 1);
    second.push(&block_of(&[&voice]));
    let found = second.finish();
    assert_eq!(found.hum_hz, None);
    assert_eq!(found.hum, HumTrack::default());
}

#[test]
fn a_clean_voice_has_nothing_to_remove_and_stays_as_it_is() {
    for is_whisper in [false, true] {
        let voice = level(&spoken(12.0, is_whisper, 2), -28.0);
        let (found, out) = cleaned(&voice, Strength::Strong);
        assert_eq!((found.hum_hz, found.clicks, found.hiss_db), (None, 0, None));
        assert_eq!((found.plosives, found.sharp_s), (0, 0));
        assert!(out == voice);
    }
}

#[test]
fn the_level_of_even_noise_is_measured_within_a_decibel() {
    for db in [-60.0, -45.0] {
        let take = sum(
            &level(&spoken(12.0, false, 3), -26.0),
            &hiss(frames(12.0), db, 4),
        );
        let found = findings(&[&take]);
        let measured = found.hiss_db.expect("hiss");
        assert!((measured - db).abs() < 1.0, "{measured:.1} for {db} dB");
    }
}

#[test]
fn noise_is_weaker_by_the_strength_in_pauses() {
    let take = sum(
        &level(&spoken(12.0, false, 5), -26.0),
        &hiss(frames(12.0), -50.0, 6),
    );
    for (strength, db) in [
        (Strength::Gentle, 6.0),
        (Strength::Medium, 12.0),
        (Strength::Strong, 18.0),
    ] {
        let (_, out) = cleaned(&take, strength);
        let pause = frames(5.2)..frames(5.9);
        let weaker = decibels(power(&take[pause.clone()]) / power(&out[pause]));
        assert!((weaker - db).abs() < 2.0, "{strength:?}: {weaker:.1} dB");
    }
}

/// Bins a second that stand out by 12 dB above the mean of what is around them in time and frequency: they are heard as
/// tones that come and go.
fn lonely_peaks(samples: &[f32]) -> f64 {
    const SIZE: usize = 1_024;
    const HOP: usize = 256;
    let mut fft = RealFft::new(SIZE).unwrap();
    let hann: Vec<f32> = (0..SIZE)
        .map(|n| 0.5 - 0.5 * (TAU * n as f32 / SIZE as f32).cos())
        .collect();
    let spectra: Vec<Vec<f32>> = (0..=samples.len() - SIZE)
        .step_by(HOP)
        .map(|from| {
            let (re, im) = fft.forward(&samples[from..from + SIZE], &hann);
            re.iter()
                .zip(im)
                .map(|(re, im)| re * re + im * im)
                .collect()
        })
        .collect();
    let sum = |t: usize, k: usize, reach: usize| -> f32 {
        let rows = &spectra[t - reach..=t + reach];
        rows.iter()
            .flat_map(|row| &row[k - reach..=k + reach])
            .sum()
    };
    let frames = 6..spectra.len() - 6;
    let peaks = frames.clone().map(|t| {
        (8..SIZE / 2 - 8)
            .filter(|&k| {
                let around = (sum(t, k, 6) - sum(t, k, 2)) / (13.0 * 13.0 - 25.0);
                spectra[t][k] > 15.85 * around
            })
            .count()
    });
    peaks.sum::<usize>() as f64 / (frames.len() * HOP) as f64 * f64::from(RATE)
}

#[test]
fn noise_in_pauses_stays_even() {
    let voice = level(&spoken(12.0, true, 5), -34.0);
    let take = sum(&voice, &hiss(voice.len(), -44.0, 6));
    let (_, out) = cleaned(&take, Strength::Strong);
    let pauses = [2.2, 5.2, 8.2].map(|from| frames(from)..frames(from + 0.7));
    let peaks: f64 = pauses.map(|pause| lonely_peaks(&out[pause])).iter().sum();
    assert!(peaks / 3.0 < 30.0, "{peaks:.0} in three seconds");
}

#[test]
fn a_burst_in_noise_keeps_its_energy() {
    let mut random = noise(21);
    let mut bursts = vec![0.0; frames(8.0)];
    let mut last = 0.0;
    for at in (frames(0.5)..bursts.len() - frames(0.1)).step_by(frames(0.437)) {
        for n in 0..frames(0.03) {
            let white = random();
            bursts[at + n] = (-(n as f32) / frames(0.006) as f32).exp() * (white - last);
            last = white;
        }
    }
    let peak = bursts.iter().fold(0.0f32, |most, x| most.max(x.abs()));
    // Without the rule for sounds that begin, the weaker bursts lose 3.1 dB.
    for (level, most) in [(0.04, 0.7), (0.014, 2.8)] {
        let bursts: Vec<f32> = bursts.iter().map(|x| x * level / peak).collect();
        let take = sum(&bursts, &hiss(bursts.len(), -56.0, 22));
        let (found, out) = cleaned(&take, Strength::Strong);
        assert!(found.hiss_db.is_some());
        let product: f64 = bursts.iter().zip(&out).map(|(a, b)| f64::from(a * b)).sum();
        let kept = 2.0 * decibels(product / (power(&bursts) * bursts.len() as f64));
        assert!(kept.abs() < most, "{level}: {kept:.2} dB");
    }
}

#[test]
fn a_whisper_in_noise_keeps_its_energy() {
    let whisper = level(&spoken(12.0, true, 7), -36.0);
    for ratio in [20.0, 10.0, 5.0] {
        let take = sum(&whisper, &hiss(whisper.len(), -36.0 - ratio, 8));
        let (_, out) = cleaned(&take, Strength::Medium);
        let product: f64 = whisper
            .iter()
            .zip(&out)
            .map(|(a, b)| f64::from(a * b))
            .sum();
        let kept = 2.0 * decibels(product / (power(&whisper) * whisper.len() as f64));
        assert!(kept.abs() < 0.5, "{ratio} dB: {kept:.2} dB");
    }
}

/// Short ringings, one every 700 ms, and their places.
fn clicks(length: usize, peak: f32) -> (Vec<f32>, Vec<usize>) {
    let mut samples = vec![0.0; length];
    let mut places = Vec::new();
    for at in (frames(0.5)..length - frames(0.1)).step_by(frames(0.7)) {
        places.push(at);
        for n in 0..frames(0.003) {
            let hz = 1_500.0 + 150.0 * places.len() as f32;
            samples[at + n] =
                peak * (-(n as f32) / 20.0).exp() * (TAU * hz * n as f32 / RATE as f32).cos();
        }
    }
    (samples, places)
}

#[test]
fn clicks_are_counted_and_removed_and_the_rest_stays() {
    let voice = level(&spoken(12.0, false, 9), -26.0);
    let (clicks, places) = clicks(voice.len(), 0.4);
    let take = sum(&voice, &clicks);
    let (found, out) = without(
        &take,
        Kinds {
            clicks: true,
            ..NONE
        },
    );
    assert_eq!(found.clicks as usize, places.len());
    let gone = places
        .iter()
        .filter(|&&at| {
            let span = at - 96..at + 240;
            let left = minus(&out[span.clone()], &voice[span.clone()]);
            decibels(power(&clicks[span]) / power(&left)) >= 10.0
        })
        .count();
    assert!(gone * 10 >= places.len() * 9, "{gone} of {}", places.len());
    let elsewhere = (0..out.len())
        .filter(|n| places.iter().all(|at| n + 240 < *at || *n > at + 480))
        .filter(|&n| out[n] != take[n])
        .count();
    assert_eq!(elsewhere, 0);
}

/// Pulses of 117 Hz through one resonance, without pauses, and their places.
fn vowel(length: usize) -> (Vec<f32>, Vec<usize>) {
    let mut random = noise(15);
    let (mut state, mut phase) = ([0.0f32; 2], 0.0);
    let mut pulses = Vec::new();
    let samples: Vec<f32> = (0..length)
        .map(|n| {
            phase += 117.0 / RATE as f32;
            let mut source = 0.01 * random();
            if phase >= 1.0 {
                phase -= 1.0;
                source += 1.0;
                pulses.push(n);
            }
            let (turn, r) = (TAU * 640.0 / RATE as f32, 0.99f32);
            let y = source + 2.0 * r * turn.cos() * state[0] - r * r * state[1];
            state = [y, state[0]];
            y
        })
        .collect();
    (level(&samples, -26.0), pulses)
}

#[test]
fn clicks_between_the_stronger_pulses_of_a_vowel_are_found() {
    let (vowel, pulses) = vowel(frames(6.0));
    assert_eq!(findings(&[&vowel]).clicks, 0);
    let mut take = vowel;
    let pulses: Vec<&usize> = pulses.iter().skip(20).step_by(60).collect();
    for pulse in &pulses {
        for n in 0..frames(0.003) {
            take[*pulse + frames(0.004) + n] +=
                0.02 * (-(n as f32) / 20.0).exp() * (n as f32 / 5.0).cos();
        }
    }
    assert_eq!(findings(&[&take]).clicks as usize, pulses.len());
}

#[test]
fn the_end_of_a_take_is_no_click() {
    let whisper = level(&spoken(3.0, true, 2), -28.0);
    let loud = &whisper[..frames(1.1)];
    assert!(power(&loud[frames(1.09)..]) > power(&whisper) / 10.0);
    assert_eq!(findings(&[loud]).clicks, 0);
}

#[test]
fn the_burst_that_a_sound_begins_with_is_no_click() {
    // A t before a whispered vowel: a burst of a millisecond, and breath 20 dB above the room for a tenth of a second.
    let mut random = noise(31);
    let length = frames(6.0);
    let mut take: Vec<f32> = (0..length).map(|_| 0.001 * random()).collect();
    let bursts: Vec<usize> = (frames(0.5)..length - frames(0.5))
        .step_by(frames(0.7))
        .collect();
    for &at in &bursts {
        for n in 0..frames(0.1) {
            let breath = 0.01 * (1.0 - n as f32 / frames(0.1) as f32);
            let burst = 0.2 * (-(n as f32) / 12.0).exp();
            take[at + n] += (breath + burst) * random();
        }
    }
    assert_eq!(findings(&[&take]).clicks, 0);
    // The same bursts alone are clicks.
    let mut clicks: Vec<f32> = (0..length).map(|_| 0.001 * random()).collect();
    for &at in &bursts {
        for n in 0..frames(0.003) {
            clicks[at + n] += 0.2 * (-(n as f32) / 12.0).exp() * random();
        }
    }
    assert_eq!(findings(&[&clicks]).clicks as usize, bursts.len());
}

#[test]
fn a_plosive_is_weaker_and_the_voice_around_it_stays() {
    let mut take = level(&spoken(9.0, false, 10), -26.0);
    let at = frames(5.3);
    for n in 0..frames(0.08) {
        let t = n as f32 / frames(0.08) as f32;
        take[at + n] +=
            0.4 * (std::f32::consts::PI * t).sin() * (TAU * 55.0 * n as f32 / RATE as f32).sin();
    }
    let (found, out) = cleaned(&take, Strength::Medium);
    assert_eq!(found.plosives, 1);
    let burst = at..at + frames(0.08);
    let weaker = decibels(power(&take[burst.clone()]) / power(&out[burst]));
    assert!(weaker > 10.0, "{weaker:.1} dB");
    assert!(out[..at - frames(0.1)] == take[..at - frames(0.1)]);
    assert!(out[at + frames(0.4)..] == take[at + frames(0.4)..]);
}

/// The take with four consonants in its pauses, between 5 and 9 kHz; and where they are.
fn with_s(voice: &[f32], db: f64) -> (Vec<f32>, Vec<usize>) {
    let mut random = noise(13);
    let mut take = voice.to_vec();
    let mut state = [0.0f32; 2];
    let places: Vec<usize> = (0..4).map(|n| frames(2.3 + 3.0 * n as f32)).collect();
    for &at in &places {
        let burst: Vec<f32> = (0..frames(0.12))
            .map(|n| {
                let (turn, r) = (TAU * 6_700.0 / RATE as f32, 0.9f32);
                let y = random() + 2.0 * r * turn.cos() * state[0] - r * r * state[1];
                state = [y, state[0]];
                (std::f32::consts::PI * n as f32 / frames(0.12) as f32).sin() * y
            })
            .collect();
        for (x, s) in take[at..].iter_mut().zip(level(&burst, db)) {
            *x += s;
        }
    }
    (take, places)
}

#[test]
fn sharp_s_is_weaker_a_usual_one_and_the_rest_stay() {
    let voice = level(&spoken(12.0, false, 14), -26.0);
    let (usual, _) = with_s(&voice, -42.0);
    let (found, out) = cleaned(&usual, Strength::Strong);
    assert_eq!(found.sharp_s, 0);
    assert!(out == usual);
    let (take, places) = with_s(&voice, -22.0);
    let only = Kinds {
        sharp_s: true,
        ..NONE
    };
    let (found, out) = without(&take, only);
    assert_eq!(found.sharp_s as usize, places.len());
    for at in &places {
        let s = at + frames(0.03)..at + frames(0.09);
        let weaker = decibels(power(&take[s.clone()]) / power(&out[s]));
        assert!((2.0..8.0).contains(&weaker), "{weaker:.1} dB");
        let before = at - frames(0.5)..at - frames(0.1);
        assert!(out[before.clone()] == take[before]);
    }
}

#[test]
fn a_part_is_searched_without_the_rest() {
    let take = disturbed(12.0);
    let mut file = take[..frames(8.0)].to_vec();
    file.extend(vec![0.5; frames(4.0)]);
    let file = wav(&file, RATE);
    let (found, ..) = searched(SurveySession::of_range(file.as_slice(), 1.0, 8.0).unwrap());
    assert!((found.hum_hz.expect("hum") - 50.03).abs() < 0.1);
    assert!((found.hiss_db.expect("hiss") + 55.0).abs() < 1.5);
    let only = Kinds { hum: true, ..NONE };
    let part = decode_range(
        file.as_slice(),
        2.0,
        7.0,
        &tools(&found, Strength::Medium, only),
    )
    .unwrap();
    let known = findings(&[&take]);
    let whole = through(&tools(&known, Strength::Medium, only), &[&take], 4_096);
    let off = minus(part.samples.channel(0), &whole[0][frames(2.0)..]);
    assert!(
        decibels(power(&off)) < -48.0 - 20.0,
        "{:.1} dB",
        decibels(power(&off))
    );
}

/// Everything at once.
fn disturbed(seconds: f32) -> Vec<f32> {
    let voice = level(&spoken(seconds, false, 11), -26.0);
    let with_hum = sum(&voice, &hum(voice.len(), -48.0).0);
    let with_hiss = sum(&with_hum, &hiss(voice.len(), -55.0, 12));
    sum(&with_hiss, &clicks(voice.len(), 0.2).0)
}

#[test]
fn blocks_of_any_length_give_the_same_samples_and_as_many() {
    let take = disturbed(6.0);
    let other: Vec<f32> = take.iter().rev().map(|x| 0.5 * x).collect();
    let mut found = findings(&[&take, &other]);
    (found.plosives, found.sharp_s) = (1, 3);
    assert!(found.hum_hz.is_some() && found.clicks > 0 && found.hiss_db.is_some());
    let tools = tools(&found, Strength::Medium, Kinds::ALL);
    for length in [0, 1, 100, 5_000, take.len() - 77] {
        let planes = [&take[..length], &other[..length]];
        let whole = through(&tools, &planes, usize::MAX / 2);
        assert_eq!(whole[0].len(), length);
        for piece in [1, 511, 4_096]
            .into_iter()
            .filter(|piece| *piece > 1 || length < 6_000)
        {
            assert!(
                through(&tools, &planes, piece) == whole,
                "{length} in pieces of {piece}"
            );
        }
    }
}

#[test]
fn each_stage_turns_samples_that_are_no_numbers_into_silence() {
    let mut take = disturbed(6.0);
    (take[9_000], take[70_000]) = (f32::NAN, f32::INFINITY);
    let mut found = findings(&[&take]);
    (found.plosives, found.sharp_s) = (1, 3);
    assert!(found.hum_hz.is_some() && found.clicks > 0 && found.hiss_db.is_some());
    let kinds: [fn(&mut Kinds) -> &mut bool; 5] = [
        |kinds| &mut kinds.hum,
        |kinds| &mut kinds.clicks,
        |kinds| &mut kinds.hiss,
        |kinds| &mut kinds.plosives,
        |kinds| &mut kinds.sharp_s,
    ];
    for kind in kinds {
        let mut only = NONE;
        *kind(&mut only) = true;
        let out = through(&tools(&found, Strength::Strong, only), &[&take], 4_096);
        assert_eq!(out[0].len(), take.len());
        assert!(out[0].iter().all(|x| x.is_finite()), "{only:?}");
    }
}

/// What a search found, the blocks it read, and the largest step of its progress, which never goes back.
fn searched(mut session: SurveySession) -> (Findings, usize, f64) {
    let (mut blocks, mut fraction, mut largest_step) = (0, 0.0, 0.0f64);
    while session.step().unwrap() {
        blocks += 1;
        assert!(session.fraction() >= fraction && session.fraction() <= 1.0);
        largest_step = largest_step.max(session.fraction() - fraction);
        fraction = session.fraction();
    }
    (session.findings().unwrap(), blocks, largest_step)
}

/// A WAVE file of 32-bit float samples.
fn wav(samples: &[f32], rate_hz: u32) -> Vec<u8> {
    let bytes = samples.len() as u32 * 4;
    let mut file = b"RIFF".to_vec();
    file.extend((36 + bytes).to_le_bytes());
    file.extend(b"WAVEfmt ");
    file.extend(16u32.to_le_bytes());
    file.extend([3, 0, 1, 0]);
    file.extend(rate_hz.to_le_bytes());
    file.extend((rate_hz * 4).to_le_bytes());
    file.extend([4, 0, 32, 0]);
    file.extend(b"data");
    file.extend(bytes.to_le_bytes());
    file.extend(samples.iter().flat_map(|x| x.to_le_bytes()));
    file
}

#[test]
fn a_part_sounds_as_in_the_whole_take() {
    let take = disturbed(9.0);
    let file = wav(&take, RATE);
    let (found, ..) = searched(SurveySession::new(file.as_slice()).unwrap());
    assert_eq!(found, findings(&[&take]));
    let tools = tools(&found, Strength::Medium, Kinds::ALL);
    let whole = decode_range(file.as_slice(), 0.0, 9.0, &tools).unwrap();
    let part = decode_range(file.as_slice(), 4.0, 6.0, &tools).unwrap();
    let expected = &whole.samples.channel(0)[frames(4.0)..frames(6.0)];
    let off = minus(expected, part.samples.channel(0));
    let below = decibels(power(expected) / power(&off));
    assert!(below > 30.0, "{below:.1} dB");
}

#[test]
fn the_first_survey_of_a_long_take_ends_when_hum_is_certain() {
    const LOW_RATE: u32 = 8_000;
    let search = |hum: f64| {
        let mut random = noise(17);
        let take: Vec<f32> = (0..600 * LOW_RATE)
            .map(|n| {
                let angle = std::f64::consts::TAU * 50.02 * f64::from(n) / f64::from(LOW_RATE);
                0.001 * random() + (hum * (angle.sin() + 0.5 * (2.0 * angle).sin())) as f32
            })
            .collect();
        let file = wav(&take, LOW_RATE);
        searched(SurveySession::new(file.as_slice()).unwrap())
    };
    let (clean, blocks_once, _) = search(0.0);
    assert_eq!(clean.hum_hz, None);
    let (found, blocks, largest_step) = search(0.01);
    assert!((found.hum_hz.expect("hum") - 50.02).abs() < 0.01);
    // Five of ten minutes twice.
    assert!(10 * blocks < 16 * blocks_once, "{blocks} of {blocks_once}");
    assert!(largest_step < 0.01, "{largest_step}");
    let minutes = found.hum.phases.len() as f64 / 120.0;
    assert!((minutes - 10.0).abs() < 0.1, "{minutes} minutes of hum");
}
