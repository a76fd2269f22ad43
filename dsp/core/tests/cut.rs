//! The cut engine: exact lengths, exact samples outside the joins, the law
//! concat(cut(a, b), cut(b, c)) = cut(a, c), and byte copies where nothing has to be decoded.

mod support;

use std::collections::HashSet;

use dsp_core::edit::{
    decode_range, CutError, CutList, CutSession, CutSummary, Output, Progress, Span,
};
use dsp_core::voice::persona::{PersonaKey, Strength};
use dsp_core::voice::{AreaGain, Fades, VoiceTools};
use support::{decode, foreign, mp3, ogg_opus, signal, wav, Random, FOREIGN};

/// Runs a cut to its end and applies the patches.
fn cut(bytes: &[u8], list: CutList, output: Output) -> Result<(Vec<u8>, CutSummary), CutError> {
    run(CutSession::from_list(bytes, list, output)?)
}

fn run(mut session: CutSession<'_>) -> Result<(Vec<u8>, CutSummary), CutError> {
    let (mut out, mut before) = (Vec::new(), 0.0);
    loop {
        match session.step(&mut out)? {
            Progress::Working { fraction } => {
                assert!((0.0..=1.0).contains(&fraction) && fraction >= before);
                before = fraction;
            }
            Progress::Done(summary) => {
                for patch in &summary.patches {
                    let at = patch.offset as usize;
                    out[at..at + patch.bytes.len()].copy_from_slice(&patch.bytes);
                }
                return Ok((out, summary));
            }
        }
    }
}

fn spans(bounds: &[(u64, u64)]) -> CutList {
    CutList::from_spans(
        bounds
            .iter()
            .map(|&(start, end)| Span { start, end })
            .collect(),
    )
    .unwrap()
}

fn cut_samples(bytes: &[u8], bounds: &[(u64, u64)]) -> Vec<Vec<f32>> {
    decode(&cut(bytes, spans(bounds), Output::Wav).unwrap().0)
}

#[test]
fn two_cuts_side_by_side_are_one_for_every_codec() {
    let planes = signal(48_000, 2, 48_000 * 4);
    let wave = wav(48_000, &planes);
    let mut files = vec![
        ("wav".to_owned(), wave.clone()),
        ("mp3".to_owned(), mp3(48_000, &planes)),
        ("own-ogg-opus".to_owned(), ogg_opus(&planes, 3)),
    ];
    for (name, arguments) in FOREIGN {
        if let Some(bytes) = foreign(&format!("law-{name}"), &wave, arguments) {
            files.push((name.to_owned(), bytes));
        }
    }
    let mut random = Random(11);
    for (name, bytes) in files {
        for _ in 0..4 {
            let mut bounds = [0u64; 3].map(|_| random.below(190_000));
            bounds.sort_unstable();
            let [a, b, c] = bounds;
            if a == b || b == c {
                continue;
            }
            let (first, second) = (
                cut_samples(&bytes, &[(a, b)]),
                cut_samples(&bytes, &[(b, c)]),
            );
            let whole = cut_samples(&bytes, &[(a, c)]);
            for channel in 0..2 {
                let joined = [first[channel].as_slice(), &second[channel]].concat();
                assert!(joined == whole[channel], "{name}: {a} {b} {c}");
            }
            // Neighbours in one list merge and need no join.
            assert!(cut_samples(&bytes, &[(b, c), (a, b)]) == whole, "{name}");
        }
    }
}

#[test]
fn joined_regions_are_exact_outside_the_joins_and_as_long_as_their_regions() {
    let planes = signal(48_000, 2, 48_000 * 5);
    let bytes = wav(48_000, &planes);
    let source = decode(&bytes);
    // Far apart (a seek), close together, and 3 frames apart.
    for bounds in [
        vec![(10_000, 30_000), (150_000, 170_000)],
        vec![
            (10_000, 30_000),
            (31_000, 50_000),
            (52_000, 52_400),
            (60_000, 100_000),
        ],
        vec![(10_000, 30_000), (30_003, 50_000)],
    ] {
        let got = cut_samples(&bytes, &bounds);
        let kept: u64 = bounds.iter().map(|(start, end)| end - start).sum();
        assert_eq!(got[0].len() as u64, kept);
        let mut at = 0usize;
        for (index, &(start, end)) in bounds.iter().enumerate() {
            let head = if index > 0 { 120 } else { 0 };
            let tail = if index + 1 < bounds.len() { 120 } else { 0 };
            let frames = (end - start) as usize;
            for channel in 0..2 {
                let inside = head..frames - tail;
                let from = start as usize;
                assert!(
                    got[channel][at + inside.start..at + inside.end]
                        == source[channel][from + inside.start..from + inside.end],
                    "region {index} of {bounds:?}"
                );
            }
            at += frames;
        }
        let steepest = |samples: &[f32]| {
            samples
                .windows(2)
                .map(|pair| (pair[1] - pair[0]).abs())
                .fold(0.0, f32::max)
        };
        assert!(
            steepest(&got[0]) < 2.0 * steepest(&source[0]),
            "a click in {bounds:?}"
        );
    }
}

#[test]
fn one_region_of_a_wave_file_is_a_byte_copy_in_its_own_format() {
    let planes = signal(44_100, 1, 44_100);
    let bytes = wav(44_100, &planes);
    let (out, summary) = cut(&bytes, spans(&[(1_000, 31_001)]), Output::Wav).unwrap();
    assert_eq!(out[44..], bytes[44 + 2_000..44 + 62_002]);
    assert_eq!(
        (summary.frames, summary.sample_rate_hz, summary.channels),
        (30_001, 44_100, 1)
    );
    // 24 bit, built by hand: three channels of odd values.
    let mut deep = bytes[..44].to_vec();
    deep[22..24].copy_from_slice(&3u16.to_le_bytes());
    deep[28..32].copy_from_slice(&(44_100u32 * 9).to_le_bytes());
    deep[32..34].copy_from_slice(&9u16.to_le_bytes());
    deep[34..36].copy_from_slice(&24u16.to_le_bytes());
    let data: Vec<u8> = (0..9 * 2_000u32).map(|i| (i * 7 + 1) as u8).collect();
    deep[40..44].copy_from_slice(&(data.len() as u32).to_le_bytes());
    deep.extend_from_slice(&data);
    let (out, summary) = cut(&deep, spans(&[(10, 1_011)]), Output::Wav).unwrap();
    assert_eq!(out[44..44 + 9 * 1_001], data[90..90 + 9 * 1_001]);
    assert_eq!((summary.frames, summary.channels), (1_001, 3));
    assert_eq!(out.len() % 2, 0, "an odd data chunk is padded");
}

#[test]
fn mp3_output_decodes_to_the_same_length_at_any_source_rate() {
    for rate in [48_000u32, 44_100, 22_050, 16_000, 96_000] {
        let planes = signal(rate, 1, rate as usize * 2);
        let bytes = wav(rate, &planes);
        let list = spans(&[(0, u64::from(rate)), (u64::from(rate) * 3 / 2, u64::MAX)]);
        let (out, summary) = cut(&bytes, list, Output::Mp3 { bitrate_kbps: 128 }).unwrap();
        let seconds = summary.frames as f64 / f64::from(summary.sample_rate_hz);
        assert!((seconds - 1.5).abs() < 1e-4, "{rate}: {seconds}");
        assert_eq!(decode(&out)[0].len() as u64, summary.frames, "{rate}");
    }
}

/// The share of a sine's amplitude that is left, away from the ends.
fn share_left(hz: f64, rate: u32, channels: usize) -> f32 {
    let step = std::f64::consts::TAU * hz / f64::from(rate);
    let plane: Vec<f32> = (0..rate * 2)
        .map(|n| (0.5 * (step * f64::from(n)).sin()) as f32)
        .collect();
    let bytes = wav(rate, &vec![plane; channels]);
    let output = Output::Small { bitrate_kbps: 48 };
    let (out, _) = cut(&bytes, spans(&[(0, u64::MAX)]), output).unwrap();
    let heard = &decode(&out)[0];
    let inside = &heard[heard.len() / 4..heard.len() * 3 / 4];
    2.0 * inside.iter().fold(0.0f32, |top, x| top.max(x.abs()))
}

#[test]
fn a_small_copy_is_as_long_and_as_loud_and_has_one_channel() {
    for rate in [8_000u32, 22_050, 24_000, 44_100, 48_000, 96_000] {
        for channels in [1, 2] {
            let frames = rate as usize * 2 + 77;
            let bytes = wav(rate, &signal(rate, channels, frames));
            let output = Output::Small { bitrate_kbps: 48 };
            let (out, summary) = cut(&bytes, spans(&[(0, u64::MAX)]), output).unwrap();
            assert_eq!(summary.channels, 1);
            assert_eq!(summary.sample_rate_hz, 24_000);
            let seconds = summary.frames as f64 / 24_000.0;
            let exact = frames as f64 / f64::from(rate);
            assert!(
                (seconds - exact).abs() < 0.6 / 24_000.0,
                "{rate}: {seconds} s"
            );
            let decoded = decode(&out);
            assert_eq!(
                (decoded.len(), decoded[0].len() as u64),
                (1, summary.frames)
            );
            // 6,000 bytes a second, and the first frame.
            assert!(
                (out.len() as f64 - 6_000.0 * exact).abs() < 700.0,
                "{}",
                out.len()
            );
        }
        let kept = share_left(1_000.0, rate, 2);
        assert!((0.95..1.05).contains(&kept), "{rate}: {kept}");
    }
}

#[test]
fn a_small_copy_has_nothing_above_its_band() {
    for rate in [44_100, 48_000, 96_000] {
        // 13 kHz would fold to 9 or 11 kHz.
        assert!(share_left(13_000.0, rate, 1) < 1e-3, "{rate}");
        assert!(share_left(9_000.0, rate, 1) > 0.9, "{rate}");
    }
}

#[test]
fn regions_past_the_end_are_cut_off_and_nothing_kept_is_an_error() {
    let planes = signal(48_000, 1, 48_000);
    for bytes in [wav(48_000, &planes), ogg_opus(&planes, 9)] {
        let got = cut_samples(&bytes, &[(40_000, 1 << 50)]);
        assert_eq!(got[0].len(), 8_000);
        // The second region lies past the end: no join is made.
        let got = cut_samples(&bytes, &[(40_000, 47_990), (60_000, 70_000)]);
        assert_eq!(got[0].len(), 7_990);
        let got = cut_samples(&bytes, &[(40_000, 50_000), (60_000, 70_000)]);
        assert_eq!(got[0].len(), 8_000);
        let nothing = cut(&bytes, spans(&[(50_000, 60_000)]), Output::Wav);
        assert_eq!(nothing.err(), Some(CutError::NothingKept));
    }
}

#[test]
fn fades_change_only_the_ends_of_the_kept_part() {
    let planes = signal(44_100, 2, 44_100 * 3);
    let regions = [(0.25, 1.0), (1.5, f64::MAX)];
    for bytes in [wav(44_100, &planes), ogg_opus(&planes, 3)] {
        let plain = decode(
            &run(CutSession::new(&bytes[..], &regions, Output::Wav).unwrap())
                .unwrap()
                .0,
        );
        let tools = VoiceTools {
            fades: Fades::new(0.2, 0.5),
            ..VoiceTools::default()
        };
        let session = CutSession::with_tools(&bytes[..], &regions, Output::Wav, &tools).unwrap();
        let (file, summary) = run(session).unwrap();
        let faded = decode(&file);
        let (rate, frames) = (summary.sample_rate_hz as usize, faded[0].len());
        assert_eq!((frames, summary.frames), (plain[0].len(), frames as u64));
        let (rise, fall) = (rate / 5, frames - rate / 2);
        for (before, after) in plain.iter().zip(&faded) {
            assert_eq!(before[rise..fall], after[rise..fall]);
            assert!(after[0].abs() < 1e-4 && after[frames - 1].abs() < 1e-4);
            assert!(after
                .iter()
                .zip(before)
                .all(|(a, b)| a.abs() <= b.abs() + 1e-4));
            assert_ne!(before[rise / 2..rise], after[rise / 2..rise]);
        }
    }
    // Tools that do nothing are none: the bytes of the one region are copied.
    let deep = wav(44_100, &planes);
    let none = VoiceTools {
        fades: Fades::new(0.0, 0.0),
        ..VoiceTools::default()
    };
    let region = [(0.1, 0.2)];
    let session = CutSession::with_tools(&deep[..], &region, Output::Wav, &none).unwrap();
    let copied = CutSession::new(&deep[..], &region, Output::Wav).unwrap();
    assert_eq!(run(session).unwrap(), run(copied).unwrap());
}

fn area_gains(areas: &[(f64, f64, f64)]) -> VoiceTools {
    let area = |&(start, end, db): &(f64, f64, f64)| AreaGain::new(start, end, db).unwrap();
    VoiceTools {
        area_gains: areas.iter().map(area).collect(),
        ..VoiceTools::default()
    }
}

#[test]
fn areas_sound_in_the_cut_as_in_the_preview_and_keep_their_length() {
    for rate in [44_100u32, 48_000] {
        // Too soft for the limiter of raised areas, whose context ends at a join.
        let mut planes = signal(rate, 2, 4 * rate as usize);
        for sample in planes.iter_mut().flatten() {
            *sample *= 0.5;
        }
        let bytes = wav(rate, &planes);
        let tools = area_gains(&[(0.5, 1.5, -12.0), (1.5, 2.0, 6.0), (2.5, 3.0, -3.0)]);
        let regions = [(0.5, 2.0), (2.5, 3.0)];
        let (file, summary) =
            run(CutSession::with_tools(bytes.as_slice(), &regions, Output::Wav, &tools).unwrap())
                .unwrap();
        assert_eq!(summary.frames, 2 * u64::from(rate));
        let cut = decode(&file);
        // The join is heard only in the cut: it begins 5 ms before its place.
        let (join, around) = (3 * rate as usize / 2, rate as usize / 200 + 1);
        // Windows as playback asks for them.
        for (start, end, place) in [
            (0.5, 1.4, 0),
            (1.4, 1.502, 9 * rate as usize / 10),
            (1.502, 2.0, (1.002 * f64::from(rate)).round() as usize),
            (2.5, 3.0, join),
        ] {
            let heard = decode_range(bytes.as_slice(), start, end, &tools).unwrap();
            for (channel, exported) in cut.iter().enumerate() {
                for (at, sample) in heard.samples.channel(channel).iter().enumerate() {
                    if (place + at).abs_diff(join) > around {
                        let difference = (exported[place + at] - sample.clamp(-1.0, 1.0)).abs();
                        assert!(difference < 2.0 / 32_768.0, "{rate}: {start} + {at}");
                    }
                }
            }
        }
    }
}

#[test]
fn a_raised_area_does_not_clip_and_the_rest_stays_as_it_is() {
    let rate = 48_000u32;
    let tone = |i: usize| 0.9 * (i as f32 * 997.0 * std::f32::consts::TAU / rate as f32).sin();
    let bytes = wav(rate, &[(0..2 * rate as usize).map(tone).collect()]);
    let all = |tools: &VoiceTools| {
        let range = decode_range(bytes.as_slice(), 0.0, 2.0, tools).unwrap();
        range.samples.channel(0).to_vec()
    };
    let (plain, raised) = (
        all(&VoiceTools::default()),
        all(&area_gains(&[(1.0, 2.0, 6.0)])),
    );
    let loudest = raised.iter().fold(0f32, |high, x| high.max(x.abs()));
    assert!((0.98..=1.0).contains(&loudest), "{loudest}");
    let before_ramp = rate as usize * 98 / 100;
    assert_eq!(raised[..before_ramp], plain[..before_ramp]);
}

#[test]
fn a_step_of_18_decibels_leaves_no_click() {
    let rate = 48_000u32;
    let tone = |i: usize| 0.2 * (i as f32 * 200.0 * std::f32::consts::TAU / rate as f32).sin();
    let bytes = wav(rate, &[(0..rate as usize).map(tone).collect()]);
    let bend = |tools: &VoiceTools| {
        let range = decode_range(bytes.as_slice(), 0.0, 1.0, tools).unwrap();
        let bends = range.samples.channel(0).windows(3);
        let bends = bends.map(|three| (three[0] - 2.0 * three[1] + three[2]).abs());
        bends.fold(0.0, f32::max)
    };
    let loud = bend(&area_gains(&[(0.0, 1.0, 6.0)]));
    // A click bends the curve far more than the louder tone itself.
    for at in [0.5, 0.501_25] {
        let stepped = bend(&area_gains(&[(0.0, at, -12.0), (at, 1.0, 6.0)]));
        assert!(stepped < 1.1 * loud, "{stepped} {loud}");
    }
}

#[test]
fn a_persona_keeps_the_length_and_leaves_no_stretch_of_the_original() {
    let planes = signal(44_100, 2, 44_100 * 3);
    let bytes = wav(44_100, &planes);
    let tools = VoiceTools {
        persona: Some(PersonaKey {
            secret: [7; 32],
            take: b"a take".to_vec(),
            strength: Strength::Light,
        }),
        ..VoiceTools::default()
    };
    let regions = [(0.2, 1.1), (1.5, 2.75)];
    let of = |tools: &VoiceTools, output| {
        run(CutSession::with_tools(&bytes[..], &regions, output, tools).unwrap()).unwrap()
    };
    // As many samples as 1.5 ms of stereo, as stored in the file: nothing that long matches by chance.
    let stretches = |file: &[u8], step: usize| -> HashSet<Vec<u8>> {
        let data = &file[44..];
        (0..data.len() - 256)
            .step_by(step)
            .map(|at| data[at..at + 256].to_vec())
            .filter(|stretch| stretch.iter().filter(|byte| **byte != 0).count() > 128)
            .collect()
    };
    let plain = of(&VoiceTools::default(), Output::Wav);
    let other = of(&tools, Output::Wav);
    assert_eq!(other.1.frames, plain.1.frames);
    let original = stretches(&plain.0, 4);
    assert!(original.len() > 10_000);
    assert!(stretches(&other.0, 4).is_disjoint(&original));
    // Also the whole source, of which the regions are parts.
    assert!(stretches(&other.0, 4).is_disjoint(&stretches(&bytes, 4)));
    let mp3 = Output::Mp3 { bitrate_kbps: 128 };
    // Pieces of coded sound; the padding of frames is the same in all files.
    let pieces = |(file, _): (Vec<u8>, CutSummary)| -> HashSet<Vec<u8>> {
        let varied = |piece: &&[u8]| piece.iter().collect::<HashSet<_>>().len() > 32;
        let all = file[4096..].chunks_exact(64).filter(varied);
        all.map(<[u8]>::to_vec).collect()
    };
    let (plain, other) = (
        pieces(of(&VoiceTools::default(), mp3)),
        pieces(of(&tools, mp3)),
    );
    assert!(plain.len() > 200);
    assert!(other.is_disjoint(&plain));
}
