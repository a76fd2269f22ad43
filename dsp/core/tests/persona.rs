//! The persona voice from outside: its promises about length, silence, likeness, pitch and formants.

use std::f64::consts::TAU;

use dsp_core::pcm::PcmBlock;
use dsp_core::voice::persona::{Axis, Character, Persona, PersonaKey, Strength};
use dsp_core::voice::Stage;

fn key(secret: u8, take: &str, strength: Strength) -> PersonaKey {
    PersonaKey {
        secret: [secret; 32],
        take: take.as_bytes().to_vec(),
        strength,
    }
}

fn changed(key: &PersonaKey, rate: u32, planes: &[Vec<f32>], piece: usize) -> Vec<Vec<f32>> {
    through(Persona::new(key, rate, planes.len()), planes, piece)
}

fn through(mut persona: Persona, planes: &[Vec<f32>], piece: usize) -> Vec<Vec<f32>> {
    let (mut block, mut out) = (PcmBlock::new(), PcmBlock::new());
    out.reset(planes.len(), 0);
    for from in (0..planes[0].len()).step_by(piece) {
        let to = (from + piece).min(planes[0].len());
        block.reset(planes.len(), to - from);
        for (index, plane) in planes.iter().enumerate() {
            block.channel_mut(index).copy_from_slice(&plane[from..to]);
        }
        persona.push(&block, &mut out);
    }
    persona.finish(&mut out);
    out.planes().into_iter().map(<[f32]>::to_vec).collect()
}

fn noise(frames: usize) -> Vec<f32> {
    let mut seed = 7u32;
    let mut next = || {
        seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (seed >> 8) as f32 / (1 << 23) as f32 - 1.0
    };
    (0..frames).map(|_| next()).collect()
}

/// A vowel that is held, a little alive in pitch as voices are.
fn vowel(rate: u32, seconds: f64, pitch_hz: f64, formants: [f64; 4]) -> Vec<f32> {
    let pitch = |t: f64| pitch_hz * (1.0 + 0.01 * (TAU * 4.5 * t).sin());
    sounding(rate, seconds, pitch, formants)
}

/// Pulses at the pitch of each moment through resonances.
fn sounding(
    rate: u32,
    seconds: f64,
    pitch_hz: impl Fn(f64) -> f64,
    formants: [f64; 4],
) -> Vec<f32> {
    let rate = f64::from(rate);
    let mut phase = 0.0;
    let mut source: Vec<f64> = (0..(rate * seconds) as usize)
        .map(|n| {
            phase += pitch_hz(n as f64 / rate) / rate;
            let pulse = phase >= 1.0;
            phase -= f64::from(u8::from(pulse));
            f64::from(u8::from(pulse))
        })
        .collect();
    // The slope of a glottis, then one resonance after the other.
    let mut low = 0.0;
    for sample in &mut source {
        low = *sample + (-TAU * 120.0 / rate).exp() * low;
        *sample = low;
    }
    for (index, hz) in formants.into_iter().enumerate() {
        let radius = (-TAU / 2.0 * (70.0 + 30.0 * index as f64) / rate).exp();
        let (one, two) = (2.0 * radius * (TAU * hz / rate).cos(), -radius * radius);
        let (mut last, mut before) = (0.0, 0.0);
        for sample in &mut source {
            let now = *sample + one * last + two * before;
            (before, last) = (last, now);
            *sample = now;
        }
    }
    let peak = source.iter().fold(1e-9, |most: f64, x| most.max(x.abs()));
    source.iter().map(|x| (0.5 * x / peak) as f32).collect()
}

const VOWELS: [[f64; 4]; 3] = [
    [700.0, 1220.0, 2600.0, 3500.0],
    [400.0, 1900.0, 2550.0, 3500.0],
    [490.0, 1350.0, 1700.0, 3500.0],
];

/// Every fifth sample after a low-pass, so that prediction sees the relevant band.
fn fifth(samples: &[f32]) -> Vec<f64> {
    let tap = |i: usize| {
        let x = TAU * 0.09 * (i as f64 - 100.0);
        let sinc = if i == 100 { 1.0 } else { x.sin() / x };
        0.18 * sinc * (0.5 - 0.5 * (TAU * i as f64 / 200.0).cos())
    };
    let taps: Vec<f64> = (0..=200).map(tap).collect();
    samples
        .windows(201)
        .step_by(5)
        .map(|window| {
            window
                .iter()
                .zip(&taps)
                .map(|(&x, tap)| f64::from(x) * tap)
                .sum()
        })
        .collect()
}

/// The first three peaks of one predictor of the whole sound, Hz; 48 kHz.
fn formants_of(samples: &[f32]) -> Vec<f64> {
    let x = fifth(samples);
    let lifted: Vec<f64> = x.windows(2).map(|pair| pair[1] - 0.9 * pair[0]).collect();
    let mut r = [0.0; 13];
    for frame in lifted.chunks_exact(384) {
        let shaped: Vec<f64> = (0..384)
            .map(|n| frame[n] * (0.5 - 0.5 * (TAU * n as f64 / 384.0).cos()))
            .collect();
        for (lag, sum) in r.iter_mut().enumerate() {
            *sum += (lag..384).map(|n| shaped[n] * shaped[n - lag]).sum::<f64>();
        }
    }
    let mut a = vec![1.0];
    let mut error = r[0];
    for m in 1..r.len() {
        let k = -(0..m).map(|i| a[i] * r[m - i]).sum::<f64>() / error;
        a.push(0.0);
        a = (0..=m).map(|i| a[i] + k * a[m - i]).collect();
        error *= 1.0 - k * k;
    }
    let level = |hz: usize| {
        let (re, im) = a.iter().enumerate().fold((0.0, 0.0), |(re, im), (k, a)| {
            let angle = TAU * (k * hz) as f64 / 9600.0;
            (re + a * angle.cos(), im + a * angle.sin())
        });
        -(re * re + im * im)
    };
    (150..4700)
        .filter(|&hz| level(hz) > level(hz - 1) && level(hz) >= level(hz + 1))
        .map(|hz| hz as f64)
        .take(3)
        .collect()
}

/// The pitch of the whole sound, Hz, looked for around `near_hz`; 48 kHz.
fn pitch_of(samples: &[f32], near_hz: f64) -> f64 {
    let x = fifth(samples);
    let score = |lag: usize| (lag..x.len()).map(|n| x[n] * x[n - lag]).sum::<f64>();
    let lags = (9600.0 / near_hz / 1.3) as usize..(9600.0 / near_hz * 1.3) as usize + 2;
    let best = lags.max_by(|&a, &b| score(a).total_cmp(&score(b))).unwrap();
    let (low, here, high) = (score(best - 1), score(best), score(best + 1));
    9600.0 / (best as f64 + 0.5 * (low - high) / (low - 2.0 * here + high))
}

fn power(samples: &[f32]) -> f32 {
    samples.iter().map(|x| x * x).sum::<f32>() / samples.len() as f32
}

#[test]
fn the_secret_sets_the_shift_of_pitch() {
    for strength in [Strength::Light, Strength::Strong] {
        for (secret, pitch_hz) in [(1, 118.0), (2, 118.0), (3, 205.0), (4, 205.0)] {
            for formants in VOWELS {
                let plane = vowel(48_000, 2.5, pitch_hz, formants);
                let key = key(secret, "a take", strength);
                let out = &changed(&key, 48_000, std::slice::from_ref(&plane), 4096)[0];
                let character: Character = Persona::new(&key, 48_000, 1).character(1.25);
                // The parameters change by a part of the tolerance in these 2.5 s.
                let pitch = pitch_of(out, pitch_hz * character.pitch) / pitch_of(&plane, pitch_hz);
                assert!(
                    (pitch / character.pitch - 1.0).abs() < 0.02,
                    "secret {secret}, {pitch_hz} Hz: pitch times {pitch}, not {}",
                    character.pitch
                );
            }
        }
    }
}

#[test]
fn moves_are_as_large_as_their_strength_and_no_two_secrets_have_the_same() {
    let moves = |secret: u8, strength| {
        let mut persona = Persona::new(&key(secret, "a take", strength), 48_000, 1);
        let at = |character: Character, hz: f64| Axis::new(character, 48_000).moved(hz) / hz;
        let character = persona.character(0.0);
        [
            character.pitch,
            at(character, 500.0),
            at(character, 1500.0),
            at(character, 2500.0),
        ]
    };
    for (strength, least, most) in [
        (Strength::Light, 0.025, 0.25),
        (Strength::Strong, 0.045, 0.4),
    ] {
        let all: Vec<[f64; 4]> = (0..40).map(|secret| moves(secret, strength)).collect();
        for factors in &all {
            let logs = factors.map(f64::ln);
            assert!(
                logs.iter().all(|log| log.abs() > least && log.abs() < most),
                "{factors:?}"
            );
            // Against each other they would leave the first formant where it was.
            assert!(
                logs.iter().all(|log| log.signum() == logs[0].signum()),
                "{factors:?}"
            );
        }
        assert!(all.iter().any(|factors| factors[0] > 1.0));
        assert!(all.iter().any(|factors| factors[0] < 1.0));
        for (index, one) in all.iter().enumerate() {
            assert!(all[..index]
                .iter()
                .all(|other| (other[1] - one[1]).abs() > 1e-6));
        }
    }
}

#[test]
fn parameters_of_a_take_change_slowly_within_their_bounds() {
    let mut persona = Persona::new(&key(9, "a take", Strength::Strong), 48_000, 1);
    let middle = persona.character(0.0);
    let mut last = middle;
    let (mut lowest, mut highest) = (f64::MAX, 0.0f64);
    for tick in 1..60_000 {
        let now = persona.character(f64::from(tick) * 0.01);
        assert!((now.pitch / last.pitch - 1.0).abs() < 3e-4);
        assert!((now.formants / last.formants - 1.0).abs() < 3e-4);
        assert!((now.bend - last.bend).abs() < 3e-4);
        lowest = lowest.min(now.pitch);
        highest = highest.max(now.pitch);
        last = now;
    }
    let semitones = 12.0 * (highest / lowest).log2();
    assert!(semitones > 0.4 && semitones <= 0.7, "{semitones}");
    let other = Persona::new(&key(9, "another", Strength::Strong), 48_000, 1).character(3.0);
    assert_ne!(other, persona.character(3.0));
    assert!(
        (other.pitch / middle.pitch - 1.0).abs() < 0.05,
        "one persona"
    );
}

#[test]
fn a_piece_with_a_start_position_sounds_as_in_the_take() {
    let plane = vowel(48_000, 7.0, 120.0, VOWELS[0]);
    let (key, begin) = (key(4, "a take", Strength::Strong), 4 * 48_000);
    let whole = &changed(&key, 48_000, std::slice::from_ref(&plane), 4096)[0][begin..];
    let piece = [plane[begin..].to_vec()];
    let persona = || Persona::new(&key, 48_000, 1);
    let known = &through(persona().beginning_at(begin as u64), &piece, 4096)[0];
    let unknown = &through(persona(), &piece, 4096)[0];
    let pitch =
        |samples: &[f32]| pitch_of(&samples[9600..], 120.0 * persona().character(4.0).pitch);
    assert!((pitch(known) / pitch(whole) - 1.0).abs() < 5e-4);
    assert!((pitch(unknown) / pitch(whole) - 1.0).abs() > 2e-3);
}

#[test]
fn as_many_frames_come_out_and_blocks_of_any_size_give_the_same() {
    for (rate, channels) in [(16_000, 1), (44_100, 2)] {
        let mut plane = vowel(rate, 0.5, 130.0, VOWELS[0]);
        plane.extend(noise(rate as usize / 4).iter().map(|x| 0.1 * x));
        plane.extend(vowel(rate, 0.4, 180.0, VOWELS[1]));
        let mut planes = vec![plane; channels];
        planes[channels - 1].iter_mut().for_each(|x| *x *= 0.7);
        let key = key(5, "a take", Strength::Strong);
        let whole = changed(&key, rate, &planes, usize::MAX / 2);
        assert_eq!(whole[0].len(), planes[0].len());
        for piece in [1, 128, 4096] {
            assert!(
                whole == changed(&key, rate, &planes, piece),
                "blocks of {piece}"
            );
        }
    }
    for frames in [0, 1, 100, 4097] {
        let key = key(5, "a take", Strength::Light);
        assert_eq!(
            changed(&key, 48_000, &[noise(frames)], 512)[0].len(),
            frames
        );
    }
}

#[test]
fn the_same_secret_and_take_give_the_same_and_others_do_not() {
    let planes = [vowel(48_000, 1.0, 120.0, VOWELS[0])];
    let of = |secret, take, strength| changed(&key(secret, take, strength), 48_000, &planes, 4096);
    let one = of(1, "a take", Strength::Strong);
    assert_eq!(one, of(1, "a take", Strength::Strong));
    assert_ne!(one, of(1, "another", Strength::Strong));
    assert_ne!(one, of(1, "a take", Strength::Light));
    let formants = |planes: &[Vec<f32>]| formants_of(&planes[0]);
    let (mine, theirs) = (formants(&one), formants(&of(2, "a take", Strength::Strong)));
    let distance = mine
        .iter()
        .zip(&theirs)
        .map(|(a, b)| (a / b - 1.0).abs())
        .fold(0.0, f64::max);
    assert!(distance > 0.03, "{mine:?} and {theirs:?}");
}

#[test]
fn silence_stays_silence_and_comes_back_after_a_voice() {
    let key = key(3, "a take", Strength::Strong);
    let silent = vec![0.0; 48_000];
    assert_eq!(
        changed(&key, 48_000, std::slice::from_ref(&silent), 4096)[0],
        silent
    );
    let mut plane = vowel(48_000, 1.0, 120.0, VOWELS[1]);
    plane.extend(&silent);
    let out = &changed(&key, 48_000, &[plane], 4096)[0];
    assert!(out[50_400..].iter().all(|x| x.abs() < 1e-4));
    assert!(out[72_000..].iter().all(|x| *x == 0.0));
}

#[test]
fn a_held_vowel_has_no_clicks_and_keeps_its_loudness() {
    for secret in [1, 2] {
        for strength in [Strength::Light, Strength::Strong] {
            let plane = vowel(48_000, 3.0, 120.0, VOWELS[0]);
            let out = &changed(
                &key(secret, "a take", strength),
                48_000,
                std::slice::from_ref(&plane),
                4096,
            )[0];
            let (within, before) = (&out[9600..134_400], &plane[9600..134_400]);
            // The sharpest bend of every 20 ms; a click bends far more than the pulses of the voice.
            let mut bends: Vec<f32> = within
                .chunks_exact(960)
                .map(|part| {
                    let bend = |three: &[f32]| (three[0] - 2.0 * three[1] + three[2]).abs();
                    part.windows(3).map(bend).fold(0.0, f32::max)
                })
                .collect();
            bends.sort_by(f32::total_cmp);
            let (median, most) = (bends[bends.len() / 2], bends[bends.len() - 1]);
            assert!(
                most < 2.5 * median,
                "secret {secret}, {strength:?}: {most} beside {median}"
            );
            let gain_db = 10.0 * (power(within) / power(before)).log10();
            assert!(
                gain_db.abs() < 4.0,
                "secret {secret}, {strength:?}: {gain_db} dB"
            );
        }
    }
}

#[test]
fn stereo_keeps_its_image() {
    let left = vowel(48_000, 1.0, 150.0, VOWELS[2]);
    let right: Vec<f32> = left.iter().map(|x| 0.25 * x).collect();
    let out = changed(
        &key(6, "a take", Strength::Strong),
        48_000,
        &[left, right],
        4096,
    );
    for (n, (left, right)) in out[0].iter().zip(&out[1]).enumerate() {
        assert!(
            (0.25 * left - right).abs() < 1e-4,
            "frame {n}: {left} and {right}"
        );
    }
}

#[test]
fn no_input_breaks_it() {
    let mut wild = noise(30_000);
    wild[5000] = f32::NAN;
    wild[6000] = f32::INFINITY;
    wild[7000] = f32::MAX;
    for (rate, channels) in [
        (1, 1),
        (4000, 1),
        (8000, 2),
        (96_000, 1),
        (192_000, 2),
        (48_000, 6),
    ] {
        let planes = vec![wild.clone(); channels];
        let out = changed(&key(8, "", Strength::Strong), rate, &planes, 1000);
        assert_eq!(out.len(), channels);
        for plane in out {
            assert_eq!(plane.len(), wild.len());
            assert!(
                plane.iter().all(|x| x.abs() <= 1.0),
                "{rate} Hz, {channels} channels"
            );
        }
    }
}

#[test]
fn a_printed_key_hides_its_secret() {
    let text = format!("{:?}", key(0xab, "a take", Strength::Light));
    assert!(
        !text.contains("171") && !text.contains("ab") && !text.contains("97"),
        "{text}"
    );
}

#[test]
fn keys_with_unknown_words_or_another_length_are_refused() {
    let secret = [5; 32];
    let given = PersonaKey::named(&secret, "a take", "strong");
    assert_eq!(given, Some(key(5, "a take", Strength::Strong)));
    assert_eq!(PersonaKey::named(&secret, "a take", "Strong"), None);
    assert_eq!(PersonaKey::named(&secret[1..], "a take", "light"), None);
}
