//! A clean copy sounds as its source does, to the sample, damaged or whole, and holds nothing else.
#![allow(missing_docs)]

mod support;

use dsp_core::container::remux::Remux;
use dsp_core::container::Codec;
use dsp_core::edit::CleanCopy;
use support::{decode, foreign, mp3, ogg_opus, signal, wav, Random, FOREIGN};

fn copy(bytes: &[u8]) -> Vec<u8> {
    let mut remux = Remux::new(bytes).unwrap();
    let mut out = Vec::new();
    while remux.step(&mut out).unwrap() {}
    out
}

fn assert_same_sound(name: &str, bytes: &[u8], clean: &[u8]) {
    let (before, after) = (decode(bytes), decode(clean));
    let frames = |planes: &[Vec<f32>]| planes.iter().map(Vec::len).collect::<Vec<_>>();
    assert_eq!(frames(&before), frames(&after), "{name}");
    for (channel, (a, b)) in before.iter().zip(&after).enumerate() {
        let first = a.iter().zip(b).position(|(a, b)| a != b);
        assert_eq!(first, None, "{name}, channel {channel}");
    }
}

/// Offsets of the Layer III frames at one bitrate, 128 kbit/s.
fn frames(file: &[u8], rate: usize) -> Vec<usize> {
    let mut at = 0;
    let mut found = Vec::new();
    while at + 4 <= file.len() {
        found.push(at);
        at += 144_000 * 128 / rate + usize::from(file[at + 2] >> 1 & 1);
    }
    found
}

#[test]
fn foreign_files_sound_the_same_and_are_their_own_copies() {
    for (name, arguments) in FOREIGN {
        for (rate, channels) in [(44_100, 2), (16_000, 1)] {
            let planes = signal(rate, channels, rate as usize * 3);
            let Some(bytes) = foreign(name, &wav(rate, &planes), arguments) else {
                continue;
            };
            let clean = copy(&bytes);
            assert_same_sound(name, &bytes, &clean);
            assert!(copy(&clean) == clean, "{name}");
        }
    }
}

#[test]
fn an_mp3_with_holes_keeps_its_length_and_what_can_be_decoded() {
    let file = mp3(48_000, &signal(48_000, 2, 48_000 * 6));
    let at = frames(&file, 48_000);
    // Ten frames away, a piece of one, garbage between two, the end cut off within a frame.
    let garbage = [&file[..at[50]], &[0x3C; 90], &file[at[50]..]].concat();
    for (name, bytes) in [
        ("ten frames", {
            let mut bytes = file.clone();
            bytes[at[60]..at[70]].fill(0);
            bytes
        }),
        ("garbage", garbage),
        ("cut at the start", file[at[40]..].to_vec()),
        ("cut at the end", file[..at[200] + 250].to_vec()),
    ] {
        let clean = copy(&bytes);
        assert_same_sound(name, &bytes, &clean);
        assert!(copy(&clean) == clean, "{name}");
    }
}

#[test]
fn a_layer_iii_stream_of_wild_bits_is_copied_without_harm() {
    let file = mp3(48_000, &signal(48_000, 2, 48_000 * 3));
    let at = frames(&file, 48_000);
    let mut random = Random(3);
    for trial in 0..40 {
        let mut bytes = file.clone();
        for _ in 0..60 {
            // Headers stay intact: only side information and main data are damaged.
            let frame = at[2 + random.below(at.len() as u64 - 4) as usize];
            let place = frame + 4 + random.below(if trial % 2 == 0 { 32 } else { 370 }) as usize;
            bytes[place] ^= 1 << random.below(8);
        }
        let clean = copy(&bytes);
        assert_eq!(decode(&bytes)[0].len(), decode(&clean)[0].len(), "{trial}");
        assert!(copy(&clean) == clean, "{trial}");
    }
}

#[test]
fn checksums_of_layer_iii_match_their_data() {
    // 128 kbit/s, 48 kHz, mono, protected: private bits and garbage after empty granules.
    let mut file = Vec::new();
    for number in 0..20u8 {
        let mut frame = vec![0; 384];
        frame[..6].copy_from_slice(&[0xFF, 0xFA, 0x95, 0xC8, number, 7]);
        frame[7] = 0x7C;
        frame[23..].fill(0x5A);
        file.extend(frame);
    }
    let clean = copy(&file);
    for frame in clean.chunks(384).skip(1) {
        let mut crc = 0xFFFFu16;
        for &byte in frame[2..4].iter().chain(&frame[6..23]) {
            for bit in (0..8).rev() {
                let carry = crc >> 15 != u16::from(byte >> bit & 1);
                crc = crc << 1 ^ if carry { 0x8005 } else { 0 };
            }
        }
        assert_eq!(frame[..4], [0xFF, 0xFA, 0x94, 0xC4]);
        assert_eq!(frame[4..6], crc.to_be_bytes());
        assert_eq!(frame[6..], [0; 378]);
    }
}

/// The copy to publish, which is an MP3.
fn published(bytes: &[u8]) -> Vec<u8> {
    let mut copy = CleanCopy::new(bytes).unwrap();
    let mut out = Vec::new();
    while copy.step(&mut out).unwrap() {}
    for patch in copy.patches() {
        let at = patch.offset as usize;
        out[at..at + patch.bytes.len()].copy_from_slice(&patch.bytes);
    }
    let report = copy.report().unwrap();
    assert_eq!((report.codec, report.cut_seconds), (Codec::Mp3, 0.0));
    out
}

#[test]
fn a_recording_with_other_channels_or_another_rate_that_follows_is_published_too() {
    let planes = |rate: u32, channels: usize| signal(rate, channels, rate as usize * 2);
    let mut files = vec![
        (
            "Opus of one and of two channels",
            [
                ogg_opus(&planes(48_000, 1), 1),
                ogg_opus(&planes(48_000, 2), 2),
            ]
            .concat(),
        ),
        (
            "MP3 of one and of two channels",
            [
                mp3(48_000, &planes(48_000, 1)),
                mp3(48_000, &planes(48_000, 2)),
            ]
            .concat(),
        ),
        (
            "MP3 of 44.1 and 48 kHz",
            [
                mp3(44_100, &planes(44_100, 2)),
                mp3(48_000, &planes(48_000, 2)),
            ]
            .concat(),
        ),
    ];
    let flac = |rate: u32, channels: usize| {
        let arguments = ["-c:a", "flac", "-f", "flac"];
        foreign("followed", &wav(rate, &planes(rate, channels)), &arguments)
    };
    // Browsers stop where the frames of FLAC change.
    if let (Some(one), Some(two), Some(slower)) =
        (flac(48_000, 1), flac(48_000, 2), flac(44_100, 2))
    {
        files.push(("FLAC of one and of two channels", [&one[..], &two].concat()));
        files.push(("FLAC of 44.1 and 48 kHz", [slower, two].concat()));
    }
    for (name, bytes) in files {
        let copy = published(&bytes);
        assert_eq!(decode(&copy)[0].len(), decode(&bytes)[0].len(), "{name}");
    }
}
