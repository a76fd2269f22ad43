//! HE-AAC: the upper band and both channels are those of another decoder, from every place on, and whatever is
//! damaged.

use super::support::{decode, rest, Random};
use dsp_core::container::remux::Remux;
use dsp_core::decode::Decoder;
use dsp_core::inspect::inspect;

/// A file of a second, and the levels of its thirds of octaves from 470 Hz to 15 kHz by ffmpeg.
struct Case {
    name: &'static str,
    bytes: &'static [u8],
    frames: usize,
    /// A row for each channel.
    levels_db: &'static [[f64; 15]],
}

/// The first three are ADTS, which mentions neither the upper band nor parametric stereo. `explicit.m4a` has an edit list
/// with an odd beginning; the upper band of `within.m4a` is within the rate of the core.
#[rustfmt::skip]
const CASES: [Case; 5] = [
    Case {
        name: "mono.aac",
        bytes: include_bytes!("he_aac/mono.aac"),
        frames: 45056,
        levels_db: &[
            [27.5, 27.3, 27.7, 26.8, 26.3, 26.6, 25.7, 25.6, 25.4, 25.6, 25.1, 26.4, 28.6, 33.8, 32.7],
        ],
    },
    Case {
        name: "pair.aac",
        bytes: include_bytes!("he_aac/pair.aac"),
        frames: 45056,
        levels_db: &[
            [29.4, 27.3, 29.6, 28.5, 27.7, 28.2, 27.2, 26.8, 27.0, 26.7, 26.8, 27.8, 30.7, 33.8, 33.5],
            [26.9, 24.7, 26.7, 25.5, 25.2, 25.4, 24.9, 24.4, 25.2, 24.7, 25.3, 26.6, 29.0, 32.3, 31.8],
        ],
    },
    Case {
        name: "spread.aac",
        bytes: include_bytes!("he_aac/spread.aac"),
        frames: 47104,
        levels_db: &[
            [29.6, 27.3, 29.4, 29.5, 27.9, 27.8, 27.9, 27.9, 27.6, 27.4, 27.4, 28.2, 31.1, 34.2, 33.5],
            [26.5, 24.5, 26.7, 25.2, 24.7, 23.7, 24.8, 24.7, 24.3, 24.9, 24.7, 26.3, 28.5, 31.1, 30.7],
        ],
    },
    Case {
        name: "explicit.m4a",
        bytes: include_bytes!("he_aac/explicit.m4a"),
        frames: 39690,
        levels_db: &[
            [27.0, 27.2, 27.2, 26.8, 26.9, 26.9, 25.9, 26.0, 25.5, 25.8, 25.0, 27.5, 29.2, 33.8, 33.1],
        ],
    },
    Case {
        name: "within.m4a",
        bytes: include_bytes!("he_aac/within.m4a"),
        frames: 43008,
        levels_db: &[
            [27.7, 27.2, 27.5, 26.8, 26.3, 26.5, 26.3, 26.2, 25.6, 25.8, 25.5, 27.7, 33.9, 30.4, 32.2],
        ],
    },
];

/// Levels in thirds of octaves of spectra of 2,048 frames side by side.
fn levels_db(signal: &[f32]) -> [f64; 15] {
    const FRAMES: usize = 2_048;
    let circle: Vec<(f64, f64)> = (0..FRAMES)
        .map(|i| (i as f64 * std::f64::consts::TAU / FRAMES as f64).sin_cos())
        .collect();
    let mut powers = vec![0.0; FRAMES / 2];
    for part in signal.chunks_exact(FRAMES) {
        let windowed: Vec<f64> = part
            .iter()
            .zip(&circle)
            .map(|(&sample, (_, cos))| f64::from(sample) * (0.5 - 0.5 * cos))
            .collect();
        for (bin, power) in powers.iter_mut().enumerate() {
            let (mut re, mut im) = (0.0, 0.0);
            for (i, sample) in windowed.iter().enumerate() {
                let (sin, cos) = circle[bin * i % FRAMES];
                re += sample * cos;
                im += sample * sin;
            }
            *power += re * re + im * im;
        }
    }
    std::array::from_fn(|band| {
        let from = 470.0 * 2f64.powf(band as f64 / 3.0);
        let within = |bin: usize| {
            let hertz = bin as f64 * 44_100.0 / FRAMES as f64;
            (from..from * 2f64.powf(1.0 / 3.0)).contains(&hertz)
        };
        let sum: f64 = (0..FRAMES / 2)
            .filter(|&bin| within(bin))
            .map(|bin| powers[bin])
            .sum();
        10.0 * sum.log10()
    })
}

/// The frames of an ADTS file.
fn adts_frames(bytes: &[u8]) -> Vec<Vec<u8>> {
    let mut frames = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        let head = &bytes[at..];
        let length =
            usize::from(head[3] & 3) << 11 | usize::from(head[4]) << 3 | usize::from(head[5] >> 5);
        frames.push(head[..length].to_vec());
        at += length;
    }
    frames
}

#[test]
fn the_whole_band_has_the_levels_of_another_decoder() {
    for case in &CASES {
        let found = inspect(case.bytes).unwrap();
        assert_eq!(found.sample_rate_hz, 44_100, "{}", case.name);
        assert_eq!(found.frames as usize, case.frames, "{}", case.name);
        assert_eq!(found.damage, [], "{}", case.name);
        let planes = decode(case.bytes);
        assert_eq!(planes.len(), case.levels_db.len(), "{}", case.name);
        for (channel, (plane, wanted)) in planes.iter().zip(case.levels_db).enumerate() {
            assert_eq!(plane.len(), case.frames, "{}", case.name);
            for (band, (got, wanted)) in levels_db(plane).iter().zip(wanted).enumerate() {
                let far = (got - wanted).abs();
                assert!(
                    far < 0.2,
                    "{}, channel {channel}, band {band}: {far} dB",
                    case.name
                );
            }
        }
    }
}

#[test]
fn an_edit_list_cuts_frames_of_the_double_rate() {
    let edited = CASES[3].bytes;
    let mut whole = edited.to_vec();
    let at = whole.windows(4).position(|kind| kind == b"edts").unwrap();
    whole[at..at + 4].copy_from_slice(b"free");
    let whole = decode(&whole);
    assert_eq!(whole[0].len(), 22 * 2_048);
    assert!(decode(edited)[0] == whole[0][5_059..5_059 + 39_690]);
}

#[test]
fn every_place_of_a_long_file_has_one_value() {
    for case in &CASES[..3] {
        // 38 s: an anchor is inside.
        let bytes = case.bytes.repeat(40);
        let whole = decode(&bytes);
        for frame in [
            1,
            2_047,
            500_001,
            30 * 44_100 - 1,
            30 * 44_100,
            31 * 44_100 + 77,
        ] {
            let mut decoder = Decoder::open(bytes.as_slice()).unwrap();
            decoder.seek(frame as u64).unwrap();
            for (got, whole) in rest(&mut decoder).iter().zip(&whole) {
                assert!(got == &whole[frame..], "{}, from {frame}", case.name);
            }
        }
    }
}

fn bit(bytes: &[u8], at: usize) -> bool {
    bytes[at / 8] >> (7 - at % 8) & 1 == 1
}

fn bits(bytes: &[u8], at: usize, count: usize) -> usize {
    (at..at + count).fold(0, |value, at| value << 1 | usize::from(bit(bytes, at)))
}

/// First bit and bytes of the payload of the fill element at bit `id`.
fn fill_element(frame: &[u8], id: usize) -> Option<(usize, usize)> {
    let total = 8 * frame.len();
    if id + 7 > total || bits(frame, id, 3) != 6 {
        return None;
    }
    match bits(frame, id + 3, 4) {
        15 if id + 15 <= total => Some((id + 15, 14 + bits(frame, id + 7, 8))),
        15 => None,
        count => Some((id + 7, count)),
    }
}

/// Whether the block has only fill elements from bit `at` on.
fn is_filled(frame: &[u8], at: usize) -> bool {
    let total = 8 * frame.len();
    let is_end = (at + 3..at + 11).contains(&total) && bits(frame, at, 3) == 7;
    let next = fill_element(frame, at);
    is_end || next.is_some_and(|(from, count)| is_filled(frame, from + 8 * count))
}

/// First bit and bytes of the upper band: only fill elements follow.
fn upper_band(frame: &[u8]) -> (usize, usize) {
    let mut found = (7 * 8..8 * frame.len()).filter_map(|id| fill_element(frame, id));
    let is_upper = |&(at, count): &(usize, usize)| {
        count > 0 && is_filled(frame, at + 8 * count) && (13..=14).contains(&bits(frame, at, 4))
    };
    found.find(is_upper).unwrap()
}

/// A frame without the header of its upper band; the bits after it move up.
fn without_header(frame: &[u8]) -> Vec<u8> {
    let (at, count) = upper_band(frame);
    let flag = at + 4 + if bits(frame, at, 4) == 14 { 10 } else { 0 };
    if !bit(frame, flag) {
        return frame.to_vec();
    }
    let extra = [(15, 5), (16, 6)].map(|(at, count)| count * usize::from(bit(frame, flag + at)));
    let after = flag + 17 + extra[0] + extra[1];
    let mut moved = frame.to_vec();
    for to in flag..at + 8 * count {
        let from = after + to - flag - 1;
        let set = to > flag && from < at + 8 * count && bit(frame, from);
        let mask = 1 << (7 - to % 8);
        moved[to / 8] = moved[to / 8] & !mask | if set { mask } else { 0 };
    }
    moved
}

#[test]
fn a_header_of_the_upper_band_is_enough() {
    for case in &CASES[..3] {
        let frames = adts_frames(case.bytes);
        let repeated = case.bytes.repeat(40);
        let late = frames.iter().map(|frame| without_header(frame));
        let late: Vec<u8> = late.flatten().collect();
        assert_ne!(late, case.bytes, "{}", case.name);
        let mut once = late.repeat(40);
        once[..frames[0].len()].copy_from_slice(&frames[0]);

        let (got, wanted) = (decode(&once), decode(&repeated));
        for (channel, (got, wanted)) in got.iter().zip(&wanted).enumerate() {
            assert!(got[..30 * 44_100] == wanted[..30 * 44_100], "{}", case.name);
            let after = 30 * 44_100 + 44_100 / 2..37 * 44_100;
            let levels = [got, wanted].map(|plane| levels_db(&plane[after.clone()]));
            for (band, (got, wanted)) in levels[0].iter().zip(levels[1]).enumerate() {
                let far = (got - wanted).abs();
                let name = case.name;
                assert!(
                    far < 0.3,
                    "{name}, channel {channel}, band {band}: {far} dB"
                );
            }
        }
        let from = 33 * 44_100;
        let mut decoder = Decoder::open(once.as_slice()).unwrap();
        decoder.seek(from as u64).unwrap();
        for (part, whole) in rest(&mut decoder).iter().zip(&got) {
            assert!(part == &whole[from..], "{}", case.name);
        }
    }
}

#[test]
fn the_upper_band_waits_for_its_header() {
    // The frames after the first one with a header have none; alone they are the core, as long as before.
    let frames = adts_frames(CASES[0].bytes);
    let late = frames[1..9].concat();
    let levels = levels_db(&decode(&late)[0]);
    let whole = levels_db(&decode(&frames[..9].concat())[0]);
    assert_eq!(inspect(late.as_slice()).unwrap().frames, 8 * 2_048);
    assert!((levels[2] - whole[2]).abs() < 3.0);
    assert!(
        levels[13] < whole[13] - 30.0,
        "{} {}",
        levels[13],
        whole[13]
    );
}

#[test]
fn damage_never_changes_the_length_or_becomes_noise() {
    let mut random = Random(39);
    for case in &CASES[..3] {
        let frames = adts_frames(case.bytes);
        for _ in 0..60 {
            let mut damaged = frames.clone();
            for _ in 0..=random.below(6) {
                let index = random.below(frames.len() as u64) as usize;
                let at = 7 + random.below(frames[index].len() as u64 - 7) as usize;
                damaged[index][at] ^= 1 << random.below(8);
            }
            let planes = decode(&damaged.concat());
            for plane in &planes {
                assert_eq!(plane.len(), case.frames, "{}", case.name);
                assert!(plane.iter().all(|sample| sample.abs() <= 16.0));
            }
        }
    }
}

#[test]
fn a_clean_copy_keeps_the_upper_band() {
    for case in &CASES {
        let mut remux = Remux::new(case.bytes).unwrap();
        let mut copy = Vec::new();
        while remux.step(&mut copy).unwrap() {}
        assert!(decode(&copy) == decode(case.bytes), "{}", case.name);
    }
}
