//! Edit lists of MP4: playback equals a slow reading of the list, and a copy holds nothing else.
#![allow(missing_docs)]

mod support;

use std::f64::consts::TAU;

use dsp_core::container::remux::RemuxReport;
use dsp_core::container::{Container, DamageKind};
use dsp_core::decode::Decoder;
use dsp_core::edit::CleanCopy;
use dsp_core::inspect::inspect;
use support::{decode, foreign, rest, signal, wav, Random};

/// An entry of an edit list: movie units, media units (`None` is silence), speed.
#[derive(Debug, Clone, Copy)]
struct Entry(u64, Option<u64>, u32);

const NORMAL: u32 = 0x1_0000;

fn atom(kind: &[u8], body: &[u8]) -> Vec<u8> {
    let mut out = (body.len() as u32 + 8).to_be_bytes().to_vec();
    out.extend(kind);
    out.extend(body);
    out
}

/// The boxes of `body`: kind and payload.
fn boxes(body: &[u8]) -> Vec<([u8; 4], &[u8])> {
    let (mut at, mut found) = (0, Vec::new());
    while at + 8 <= body.len() {
        let size = u32::from_be_bytes(body[at..at + 4].try_into().unwrap()) as usize;
        found.push((
            body[at + 4..at + 8].try_into().unwrap(),
            &body[at + 8..at + size],
        ));
        at += size;
    }
    found
}

/// `file` with this edit list in its first track, or with none. `wide`: of 64-bit times. The movie box must
/// follow the media.
fn edited(file: &[u8], list: Option<&[Entry]>, scale: u32, wide: bool) -> Vec<u8> {
    let mut out = Vec::new();
    for (kind, body) in boxes(file) {
        if kind != *b"moov" {
            out.extend(atom(&kind, body));
            continue;
        }
        let mut movie = Vec::new();
        for (kind, body) in boxes(body) {
            let mut body = body.to_vec();
            if kind == *b"mvhd" {
                body[12..16].copy_from_slice(&scale.to_be_bytes());
            }
            if kind == *b"trak" {
                let mut track = Vec::new();
                for (kind, body) in boxes(&body.clone()) {
                    if kind != *b"edts" {
                        track.extend(atom(&kind, body));
                    }
                    if let (b"tkhd", Some(list)) = (&kind, list) {
                        track.extend(atom(b"edts", &atom(b"elst", &elst(list, wide))));
                    }
                }
                body = track;
            }
            movie.extend(atom(&kind, &body));
        }
        out.extend(atom(b"moov", &movie));
    }
    out
}

fn elst(list: &[Entry], wide: bool) -> Vec<u8> {
    let mut body = vec![u8::from(wide), 0, 0, 0];
    body.extend((list.len() as u32).to_be_bytes());
    for &Entry(duration, media, rate) in list {
        let media = media.map_or(-1, |media| media as i64);
        if wide {
            body.extend(duration.to_be_bytes());
            body.extend(media.to_be_bytes());
        } else {
            body.extend((duration as u32).to_be_bytes());
            body.extend((media as i32).to_be_bytes());
        }
        body.extend(rate.to_be_bytes());
    }
    body
}

/// The slow reading: all of the media, entry after entry. Also how many frames the clock of the movie is exact to.
fn played(media: &[Vec<f32>], list: &[Entry], rate: u64, scale: u64) -> (Vec<Vec<f32>>, usize) {
    let at = |units: u64| ((units * rate) as f64 / scale as f64).round() as usize;
    let all = media[0].len();
    let mut out = vec![Vec::new(); media.len()];
    let mut clock = 0;
    for &Entry(duration, start, speed) in list {
        let frames = at(clock + duration) - at(clock);
        clock += duration;
        for (plane, out) in media.iter().zip(&mut out) {
            match start.filter(|_| speed != 0) {
                None => out.extend(vec![0.0; frames]),
                Some(start) => {
                    let start = (start as usize).min(all);
                    out.extend(&plane[start..(start + frames).min(all)]);
                }
            }
        }
    }
    (out, (rate / scale) as usize + 1)
}

fn copied(bytes: &[u8]) -> (Vec<u8>, RemuxReport) {
    let mut copy = CleanCopy::new(bytes).expect("it can be copied");
    let mut out = Vec::new();
    while copy.step(&mut out).expect("slices do not fail") {
        assert!((0.0..=1.0).contains(&copy.progress()));
    }
    for patch in copy.patches() {
        out[..patch.bytes.len()].copy_from_slice(&patch.bytes);
    }
    (out, copy.report().expect("done").clone())
}

fn aac(name: &str, rate: u32, planes: &[Vec<f32>]) -> Option<Vec<u8>> {
    let arguments = ["-c:a", "aac", "-b:a", "96k", "-f", "mp4"];
    foreign(name, &wav(rate, planes), &arguments)
}

/// A list of any shape over `frames` of media.
fn any_list(random: &mut Random, frames: u64, rate: u64, scale: u64) -> Vec<Entry> {
    let mut list: Vec<Entry> = Vec::new();
    for _ in 0..1 + random.below(6) {
        let duration = 1 + random.below(2 * scale);
        let start = random.below(frames * 9 / 10);
        let entry = match random.below(6) {
            0 => Entry(duration, None, NORMAL),
            1 => list
                .last()
                .copied()
                .unwrap_or(Entry(duration, Some(0), NORMAL)),
            // Runs past the end of the media.
            2 => Entry(3 * scale, Some(frames - rate), NORMAL),
            _ => Entry(duration, Some(start), NORMAL),
        };
        list.push(entry);
    }
    if list.iter().all(|entry| entry.1.is_none()) {
        list.push(Entry(scale, Some(frames / 3), NORMAL));
    }
    list
}

#[test]
fn any_edit_list_plays_like_a_slow_reading() {
    let mut random = Random(34);
    for (rate, channels) in [(44_100, 1), (48_000, 2), (16_000, 1)] {
        let Some(file) = aac("edits", rate, &signal(rate, channels, 5 * rate as usize)) else {
            return;
        };
        for round in 0..16 {
            let scale = [600, 1_000, rate, 90_000][round % 4];
            let plain = edited(&file, None, scale, false);
            let media = decode(&plain);
            let frames = media[0].len() as u64;
            let list = any_list(&mut random, frames, u64::from(rate), u64::from(scale));
            let bytes = edited(&file, Some(&list), scale, round % 3 == 0);
            let label = format!("{rate} Hz, {scale} a second, {list:?}");
            let (wanted, exact) = played(&media, &list, u64::from(rate), u64::from(scale));
            let got = decode(&bytes);
            let length = got[0].len();
            assert!(
                length.abs_diff(wanted[0].len()) <= exact,
                "{label}: {length}"
            );
            let same = length.min(wanted[0].len());
            for (got, wanted) in got.iter().zip(&wanted) {
                assert!(got[..same] == wanted[..same], "{label}");
            }
            // Counted without decoding, and from any frame on.
            let facts = inspect(bytes.as_slice()).unwrap();
            assert_eq!(facts.frames, length as u64, "{label}");
            assert_eq!(facts.damage, [], "{label}");
            let mut decoder = Decoder::open(bytes.as_slice()).unwrap();
            for _ in 0..4 {
                let frame = random.below(length as u64);
                decoder.seek(frame).unwrap();
                assert!(rest(&mut decoder)[0] == got[0][frame as usize..], "{label}");
            }
        }
    }
}

#[test]
fn priming_in_an_edit_list_is_trimmed_to_the_frame_and_copied_packet_by_packet() {
    let rate = 44_100;
    let Some(file) = aac("priming", rate, &signal(rate, 1, 3 * rate as usize)) else {
        return;
    };
    let media = decode(&edited(&file, None, 1_000, false));
    let frames = media[0].len() as u64;
    for (start, after) in [
        (1_024, 0),
        (1_024, 700),
        (2_112, 0),
        (2_112, 1_500),
        (312, 9),
        (0, 0),
    ] {
        let length = frames - start - after;
        for (scale, duration) in [(rate, length), (rate, 0)] {
            let list = [Entry(duration, Some(start), NORMAL)];
            let bytes = edited(&file, Some(&list), scale, false);
            let end = if duration == 0 {
                frames
            } else {
                frames - after
            };
            let wanted = &media[0][start as usize..end as usize];
            assert!(decode(&bytes)[0] == wanted, "{start} {after} {duration}");
            let (copy, report) = copied(&bytes);
            assert_eq!(
                (report.container, report.cut_seconds),
                (Container::Mp4, 0.0)
            );
            assert!(
                decode(&copy)[0] == wanted,
                "copy of {start} {after} {duration}"
            );
        }
    }
}

/// Six seconds, each with a tone of its own.
const TONES_HZ: [f64; 6] = [500.0, 900.0, 1_300.0, 1_700.0, 2_300.0, 2_900.0];

fn tones(rate: u32) -> Vec<Vec<f32>> {
    let sample = |i: usize| {
        let t = i as f64 / f64::from(rate);
        (0.4 * (TAU * TONES_HZ[(t as usize).min(5)] * t).sin()) as f32
    };
    vec![(0..6 * rate as usize).map(sample).collect()]
}

/// Level of a tone in dB of full scale, in the loudest tenth of a second.
fn loudest_db(samples: &[f32], rate: u32, hz: f64) -> f64 {
    let window = rate as usize / 10;
    let level = |window: &[f32]| {
        let (mut re, mut im) = (0.0, 0.0);
        for (i, &x) in window.iter().enumerate() {
            let hann = 0.5 - 0.5 * (TAU * i as f64 / window.len() as f64).cos();
            let angle = TAU * hz * i as f64 / f64::from(rate);
            re += f64::from(x) * hann * angle.cos();
            im += f64::from(x) * hann * angle.sin();
        }
        20.0 * (4.0 * re.hypot(im) / window.len() as f64).max(1e-9).log10()
    };
    let windows = samples.windows(window).step_by(window / 4);
    windows.map(level).fold(-180.0, f64::max)
}

/// Every frame of an MP3 by a reader that ignores the delay: the frame that states it is left out.
fn without_gapless(mp3: &[u8]) -> Vec<f32> {
    let second = (4..mp3.len())
        .find(|&at| mp3[at..at + 2] == mp3[..2])
        .unwrap();
    decode(&mp3[second..]).remove(0)
}

#[test]
fn a_copy_omits_everything_outside_the_edit_list() {
    let rate = 44_100;
    let Some(file) = aac("tones", rate, &tones(rate)) else {
        return;
    };
    let second = |n: u64| 1_024 + n * u64::from(rate);
    let keep = |from: u64, seconds: u64| Entry(1_000 * seconds, Some(second(from)), NORMAL);
    let silence = Entry(1_000, None, NORMAL);
    let cases: [(&str, Vec<Entry>, &[usize]); 7] = [
        ("the start is cut", vec![keep(2, 4)], &[0, 1]),
        ("the end is cut", vec![keep(0, 4)], &[4, 5]),
        ("both", vec![keep(1, 3)], &[0, 4, 5]),
        ("two parts", vec![keep(0, 1), keep(3, 2)], &[1, 2, 5]),
        (
            "in another order",
            vec![keep(4, 1), keep(1, 1)],
            &[0, 2, 3, 5],
        ),
        ("twice", vec![keep(1, 1), keep(1, 1)], &[0, 2, 3, 4, 5]),
        ("after silence", vec![silence, keep(5, 1)], &[0, 1, 2, 3, 4]),
    ];
    for (name, list, cut) in cases {
        let bytes = edited(&file, Some(&list), 1_000, false);
        let wanted = decode(&bytes).remove(0);
        let (copy, report) = copied(&bytes);
        assert_eq!(report.container, Container::MpegAudio, "{name}");
        let seconds: u64 = list.iter().map(|entry| entry.0 / 1_000).sum();
        assert_eq!(wanted.len() as u64, seconds * u64::from(rate), "{name}");
        assert_eq!(report.frames, wanted.len() as u64, "{name}");
        assert_eq!(decode(&copy)[0].len(), wanted.len(), "{name}");
        // Priming and padding lie outside of the parts too.
        let extra = report.cut_seconds - cut.len() as f64;
        assert!(
            (0.0..0.05).contains(&extra),
            "{name}: {} s cut",
            report.cut_seconds
        );
        let all = without_gapless(&copy);
        assert!(all.len() >= wanted.len(), "{name}");
        for (index, &hz) in TONES_HZ.iter().enumerate() {
            let level = loudest_db(&all, rate, hz);
            match cut.contains(&index) {
                true => assert!(level < -45.0, "{name}: {hz} Hz at {level:.1} dB"),
                false => assert!(level > -12.0, "{name}: {hz} Hz at {level:.1} dB"),
            }
        }
        // The copy of the copy, which a server makes, is its own copy.
        let (again, report_of_again) = copied(&copy);
        assert_eq!(report_of_again.sound_sha256, report.sound_sha256, "{name}");
        assert!(
            decode(&again)[0] == decode(&copy)[0],
            "{name}: the copy of the copy"
        );
        assert!(copied(&again).0 == again, "{name}: another copy");
    }
}

#[test]
fn another_speed_is_played_at_normal_speed_and_reported() {
    let rate = 44_100;
    let Some(file) = aac("speed", rate, &signal(rate, 1, 3 * rate as usize)) else {
        return;
    };
    let media = decode(&edited(&file, None, rate, false));
    for speed in [0, 0x8000, 0x2_0000, 0xFFFF_0000] {
        let list = [
            Entry(30_000, Some(9_000), speed),
            Entry(20_000, Some(50_000), NORMAL),
        ];
        let bytes = edited(&file, Some(&list), rate, true);
        let (wanted, _) = played(&media, &list, u64::from(rate), u64::from(rate));
        assert!(decode(&bytes) == wanted, "{speed:x}");
        let facts = inspect(bytes.as_slice()).unwrap();
        let kinds: Vec<DamageKind> = facts.damage.iter().map(|damage| damage.kind).collect();
        assert_eq!(kinds, [DamageKind::EditSpeed], "{speed:x}");
    }
}

#[test]
fn a_list_that_plays_none_of_the_media_is_ignored() {
    let rate = 44_100;
    let Some(file) = aac("beyond", rate, &signal(rate, 1, 2 * rate as usize)) else {
        return;
    };
    let media = decode(&edited(&file, None, rate, false));
    let far = 100 * u64::from(rate);
    for list in [
        vec![Entry(1_000, Some(far), NORMAL)],
        vec![Entry(5, None, NORMAL), Entry(70_000, Some(far), NORMAL)],
        vec![Entry(0, Some(far), NORMAL)],
    ] {
        let bytes = edited(&file, Some(&list), rate, false);
        assert!(decode(&bytes) == media, "{list:?}");
    }
    // Nor are hours of silence.
    let hours = [
        Entry(u64::from(rate) * 36_000, None, NORMAL),
        Entry(u64::from(rate), Some(0), NORMAL),
    ];
    let facts = inspect(edited(&file, Some(&hours), rate, true).as_slice()).unwrap();
    assert_eq!(facts.seconds(), 601.0);
}

#[test]
fn fragments_are_played_by_their_edit_list() {
    let rate = 44_100;
    let arguments =
        "-c:a aac -b:a 96k -f mp4 -movflags empty_moov+default_base_moof -frag_duration 400000";
    let arguments: Vec<&str> = arguments.split(' ').collect();
    let Some(file) = foreign("parts", &wav(rate, &tones(rate)), &arguments) else {
        return;
    };
    let media = decode(&edited(&file, None, 1_000, false));
    let start = 1_024 + 2 * u64::from(rate);
    for (duration, end) in [
        (0, media[0].len() as u64),
        (3_000, start + 3 * u64::from(rate)),
    ] {
        let bytes = edited(
            &file,
            Some(&[Entry(duration, Some(start), NORMAL)]),
            1_000,
            false,
        );
        let got = decode(&bytes);
        assert!(
            got[0] == media[0][start as usize..end as usize],
            "{duration}"
        );
        let (copy, report) = copied(&bytes);
        assert_eq!(report.container, Container::MpegAudio);
        assert!(loudest_db(&without_gapless(&copy), rate, TONES_HZ[0]) < -45.0);
    }
    // The length stated when the head was written ends nothing: it is copied unchanged.
    let whole = edited(&file, Some(&[Entry(0, Some(1_024), NORMAL)]), 1_000, false);
    assert_eq!(copied(&whole).1.container, Container::Mp4);
}
