//! AIFF and AIFF-C: the same samples as ffmpeg reads, and a clean copy that is a WAVE.

use super::support::{decode, foreign, signal, wav};
use dsp_core::container::remux::Remux;
use dsp_core::container::{Container, DamageKind};
use dsp_core::decode::Decoder;
use dsp_core::inspect::inspect;

const CODINGS: [&str; 10] = [
    "pcm_s8",
    "pcm_s16be",
    "pcm_s24be",
    "pcm_s32be",
    "pcm_s16le",
    "pcm_f32be",
    "pcm_f64be",
    "pcm_alaw",
    "pcm_mulaw",
    "pcm_u8",
];

fn clean(bytes: &[u8]) -> Vec<u8> {
    let mut remux = Remux::new(bytes).unwrap();
    let mut out = Vec::new();
    while remux.step(&mut out).unwrap() {}
    out
}

/// An AIFF of 16-bit samples, written here: a chunk list in any order.
fn aiff(chunks: &[(&[u8; 4], Vec<u8>)]) -> Vec<u8> {
    let mut body = b"AIFF".to_vec();
    for (name, bytes) in chunks {
        body.extend(*name);
        body.extend((bytes.len() as u32).to_be_bytes());
        body.extend(bytes);
        body.extend(&[0][..bytes.len() % 2]);
    }
    let mut out = b"FORM".to_vec();
    out.extend((body.len() as u32).to_be_bytes());
    out.extend(body);
    out
}

/// Two channels, 16 bits, 44,100 Hz as an 80-bit number.
fn common(frames: u32) -> Vec<u8> {
    let mut out = vec![0, 2];
    out.extend(frames.to_be_bytes());
    out.extend([0, 16, 0x40, 0x0E, 0xAC, 0x44, 0, 0, 0, 0, 0, 0]);
    out
}

fn sound(offset: u32, data: &[u8]) -> Vec<u8> {
    let mut out = offset.to_be_bytes().to_vec();
    out.extend([0; 4]);
    out.extend(vec![0x55; offset as usize]);
    out.extend(data);
    out
}

#[test]
fn every_kind_of_aiff_is_read_as_ffmpeg_reads_it() {
    let mut tried = 0;
    for (rate, channels) in [
        (8_000, 1),
        (22_050, 2),
        (44_100, 1),
        (48_000, 2),
        (96_000, 2),
    ] {
        let wave = wav(rate, &signal(rate, channels, rate as usize / 2 + 1));
        for coding in CODINGS {
            let name = format!("{coding}, {rate} Hz, {channels} channels");
            let Some(bytes) = foreign("aiff", &wave, &["-c:a", coding, "-f", "aiff"]) else {
                continue;
            };
            let truth = foreign("truth", &bytes, &["-c:a", "pcm_f32le", "-f", "wav"]).unwrap();
            let truth = decode(&truth);
            let found = inspect(bytes.as_slice()).unwrap();
            assert_eq!(
                (found.container, found.damage.len()),
                (Container::Aiff, 0),
                "{name}"
            );
            assert_eq!(
                (found.sample_rate_hz, found.channels),
                (rate, channels as u16),
                "{name}"
            );
            assert!(decode(&bytes) == truth, "{name}");
            let copy = clean(&bytes);
            assert_eq!(
                inspect(copy.as_slice()).unwrap().container,
                Container::Wav,
                "{name}"
            );
            assert!(decode(&copy) == truth, "{name}");
            tried += 1;
        }
    }
    assert!(tried >= 40, "{tried}");
}

#[test]
fn chunks_of_an_aiff_may_come_in_any_order_and_samples_after_an_offset() {
    let planes = signal(44_100, 2, 1_001);
    let wave = wav(44_100, &planes);
    let truth = decode(&wave);
    let mut data = wave[44..].to_vec();
    data.chunks_exact_mut(2).for_each(<[u8]>::reverse);
    let note = || (b"ANNO", b"odd".to_vec());
    for (name, chunks) in [
        (
            "usual",
            vec![(b"COMM", common(1_001)), (b"SSND", sound(0, &data))],
        ),
        (
            "sound first",
            vec![(b"SSND", sound(0, &data)), note(), (b"COMM", common(1_001))],
        ),
        (
            "an offset",
            vec![
                (b"COMM", common(1_001)),
                note(),
                (b"SSND", sound(500, &data)),
            ],
        ),
        (
            "no length",
            vec![(b"COMM", common(0)), (b"SSND", sound(0, &data))],
        ),
        (
            "padding",
            vec![
                (b"COMM", common(1_001)),
                (b"SSND", sound(0, &[&data[..], &[9; 40]].concat())),
            ],
        ),
    ] {
        let bytes = aiff(&chunks);
        assert!(decode(&bytes) == truth, "{name}");
        assert!(clean(&bytes) == wave, "{name}");
        let mut decoder = Decoder::open(bytes.as_slice()).unwrap();
        decoder.seek(700).unwrap();
        assert_eq!(
            super::support::rest(&mut decoder)[0],
            truth[0][700..],
            "{name}"
        );
    }
    let mut cut = aiff(&[(b"COMM", common(1_001)), (b"SSND", sound(0, &data))]);
    cut.truncate(cut.len() - 2_000);
    assert_eq!(decode(&cut)[0].len(), 501);
    let damage = inspect(cut.as_slice()).unwrap().damage;
    assert!(damage
        .iter()
        .any(|damage| damage.kind == DamageKind::Truncated));
}
