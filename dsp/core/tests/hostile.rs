//! Hostile input: any bytes are accepted or refused with a reason. Nothing panics, nothing hangs,
//! and the output is bounded by the input.

mod support;

use dsp_core::decode::Decoder;
use dsp_core::inspect::inspect;
use dsp_core::pcm::PcmBlock;
use support::{foreign, mp3, ogg_opus, signal, wav, Random, FOREIGN};

/// Short files of every format.
fn seeds() -> Vec<(String, Vec<u8>)> {
    let planes = signal(48_000, 2, 14_000);
    let wave = wav(48_000, &planes);
    let mut seeds = vec![
        ("wav".to_owned(), wave[..6_000].to_vec()),
        ("mp3".to_owned(), mp3(48_000, &planes)),
        ("own-ogg-opus".to_owned(), ogg_opus(&planes, 5)),
        (
            "chained-opus".to_owned(),
            [ogg_opus(&planes, 5), ogg_opus(&planes, 6)].concat(),
        ),
        (
            "he-aac-pair".to_owned(),
            include_bytes!("variants/he_aac/pair.aac").to_vec(),
        ),
        (
            "he-aac-spread".to_owned(),
            include_bytes!("variants/he_aac/spread.aac").to_vec(),
        ),
    ];
    for (name, arguments) in FOREIGN {
        if let Some(bytes) = foreign(&format!("hostile-{name}"), &wave, arguments) {
            seeds.push((name.to_owned(), bytes));
        }
    }
    seeds
}

/// Decodes whatever `bytes` are, at most for as long as a gap-filled hour, and returns the frames.
fn survive(bytes: &[u8]) -> u64 {
    let Ok(mut decoder) = Decoder::open(bytes) else {
        return 0;
    };
    let mut block = PcmBlock::new();
    let most = u64::from(decoder.sample_rate_hz()) * 3_600;
    while decoder.position_frames() < most {
        match decoder.next_block(&mut block) {
            Ok(true) => {
                assert!(
                    block.frames() <= 1 << 16,
                    "a block of {} frames",
                    block.frames()
                );
                for channel in 0..block.channel_count() {
                    assert!(block
                        .channel(channel)
                        .iter()
                        .all(|sample| sample.is_finite()));
                }
            }
            Ok(false) | Err(_) => break,
        }
    }
    assert!(decoder.damage().len() <= 1_000);
    decoder.position_frames()
}

#[test]
fn every_truncation_is_read_or_refused() {
    for (name, bytes) in seeds() {
        let whole = survive(&bytes);
        assert!(whole > 0, "{name}");
        // Every byte of the headers, then steps that hit every place in a packet over time.
        let cuts = (0..bytes.len().min(700)).chain((700..bytes.len()).step_by(97));
        for cut in cuts {
            let kept = survive(&bytes[..cut]);
            assert!(
                kept <= whole + 5_760,
                "{name} cut at {cut}: {kept} frames of {whole}"
            );
        }
    }
}

#[test]
fn mutations_are_read_or_refused() {
    let mut random = Random(2);
    for (_, bytes) in seeds() {
        for _ in 0..150 {
            let mut broken = bytes.clone();
            for _ in 0..1 + random.below(8) {
                let at = random.below(broken.len() as u64) as usize;
                match random.below(4) {
                    0 => broken[at] = random.next() as u8,
                    1 => broken[at] ^= 1 << random.below(8),
                    2 => {
                        let to = (at + random.below(300) as usize).min(broken.len());
                        broken[at..to].fill(if random.below(2) == 0 { 0 } else { 0xFF });
                    }
                    _ => {
                        let to = (at + random.below(500) as usize).min(broken.len());
                        broken.drain(at..to);
                    }
                }
                if broken.is_empty() {
                    break;
                }
            }
            survive(&broken);
            let _ = inspect(broken.as_slice());
        }
    }
}

#[test]
fn random_bytes_after_any_magic_are_read_or_refused() {
    let mut random = Random(3);
    let magics: [&[u8]; 10] = [
        b"",
        b"RIFF\xFF\xFF\xFF\xFFWAVEfmt \x10\0\0\0",
        b"RF64\xFF\xFF\xFF\xFFWAVEds64\x1C\0\0\0",
        b"OggS\0\x02",
        b"fLaC\x80\0\0\x22",
        b"ID3\x04\0\0\0\0\x02\x01",
        b"\xFF\xFB\x90\x64",
        b"\xFF\xF1\x50\x80",
        b"\x1A\x45\xDF\xA3",
        b"\0\0\0\x20ftypM4A ",
    ];
    for magic in magics {
        for size in [0usize, 1, 21, 100, 5_000, 40_000] {
            let mut bytes = magic.to_vec();
            bytes.extend((0..size).map(|_| random.next() as u8));
            survive(&bytes);
            let _ = inspect(bytes.as_slice());
        }
    }
}

#[test]
fn repeated_headers_do_not_make_reading_quadratic() {
    // Each of these promises a long page, frame or element at every few bytes.
    for unit in [
        &b"OggS\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\xFF"[..],
        b"\xFF\xF8\x69\x18\0\0\xBF\x03",
        b"\xFF\xFB\xE0\x64",
        b"\xFF\xF1\x50\x80\xFF\xFF\xFC",
        b"\x1F\x43\xB6\x75\xFF\xA3\x41\xFF",
        b"\0\0\0\x08free\0\0\0\x08moof",
        b"LIST\x01\0\0\0",
    ] {
        for head in [
            &b""[..],
            b"OggS",
            b"fLaC\x80\0\0\x22\x10\0\x10\0\0\0\0\0\0\0\x0A\xC4\x42\xF0\0\0\0\0",
            b"\x1A\x45\xDF\xA3\x80",
            b"\0\0\0\x08ftyp",
            b"RIFF\0\0\0\0WAVE",
        ] {
            let mut bytes = head.to_vec();
            while bytes.len() < 300_000 {
                bytes.extend_from_slice(unit);
            }
            survive(&bytes);
            let _ = inspect(bytes.as_slice());
        }
    }
}

#[test]
fn former_crashes_are_read_or_refused() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../fuzz/fixtures");
    let mut files = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let bytes = std::fs::read(entry.unwrap().path()).unwrap();
        survive(&bytes);
        let _ = inspect(bytes.as_slice());
        files += 1;
    }
    assert!(files > 0);
}
