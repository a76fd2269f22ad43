//! Every kind of WAVE, and files that only look like one.

use super::support::{decode, foreign, mp3, signal, wav};
use super::SECOND;
use dsp_core::decode::{DecodeError, Decoder};
use dsp_core::inspect::inspect;

/// A WAVE whose chunks, fields and samples are big-endian.
fn rifx(wave: &[u8]) -> Vec<u8> {
    let mut out = wave.to_vec();
    out[3] = b'X';
    // RIFF size, fmt size, rate, byte rate and data size; tag, channels, block, bits; samples.
    for at in [4, 16, 24, 28, 40] {
        out[at..at + 4].reverse();
    }
    for at in [20, 22, 32, 34] {
        out[at..at + 2].reverse();
    }
    out[44..].chunks_exact_mut(2).for_each(<[u8]>::reverse);
    out
}

#[test]
fn every_kind_of_wave_is_read() {
    let planes = signal(48_000, 2, SECOND);
    let wave = wav(48_000, &planes);
    let stored = decode(&wave);
    assert!(decode(&rifx(&wave)) == stored);
    for (name, codec, format, most) in [
        ("alaw", "pcm_alaw", "wav", 2e-4),
        ("mulaw", "pcm_mulaw", "wav", 2e-4),
        ("24 bit", "pcm_s24le", "wav", 0.0),
        ("64 bit float", "pcm_f64le", "wav", 0.0),
        ("alaw in a movie", "pcm_alaw", "mov", 2e-4),
        ("mulaw in a movie", "pcm_mulaw", "mov", 2e-4),
        ("big-endian in a movie", "pcm_s24be", "mov", 0.0),
    ] {
        let Some(bytes) = foreign("wave", &wave, &["-c:a", codec, "-f", format]) else {
            return;
        };
        let got = decode(&bytes);
        assert_eq!(got[0].len(), SECOND, "{name}");
        for (got, stored) in got.iter().zip(&stored) {
            let error: f32 = got.iter().zip(stored).map(|(a, b)| (a - b).powi(2)).sum();
            let power: f32 = stored.iter().map(|x| x * x).sum();
            assert!(error <= most * power, "{name}: {}", error / power);
        }
    }
}

#[test]
fn waves_of_many_channels_keep_every_channel() {
    for channels in [9, 16, 64] {
        let planes = signal(48_000, channels, SECOND / 4);
        for heard in [0, 1, channels - 1] {
            let mut planes = planes.clone();
            for (index, plane) in planes.iter_mut().enumerate() {
                if index != heard {
                    plane.fill(0.0);
                }
            }
            let got = decode(&wav(48_000, &planes));
            let lengths: Vec<usize> = got.iter().map(Vec::len).collect();
            assert_eq!(lengths, [SECOND / 4; 2], "{channels}");
            let sounds = got.iter().map(|side| side.iter().any(|x| x.abs() > 1e-3));
            let sides: Vec<bool> = sounds.collect();
            assert_eq!(sides, [heard != 1, heard != 0], "{heard} of {channels}");
        }
    }
    let most = wav(48_000, &signal(48_000, 65, 100));
    assert!(inspect(most.as_slice()).is_err());
}

#[test]
fn a_format_with_a_wave_head_is_not_mistaken_for_wave() {
    let wave = wav(48_000, &signal(48_000, 1, SECOND));
    for (magic, name) in [
        (&b"MAC \x96\x0F"[..], "Monkey’s Audio (APE)"),
        (b"wvpk\xAA\x49", "WavPack"),
        (b"TTA1\x01\0", "True Audio (TTA)"),
    ] {
        let inside = [magic, &[7; 70][..], wave.as_slice()].concat();
        let refused = Decoder::open(inside.as_slice()).err();
        assert_eq!(
            refused,
            Some(DecodeError::UnsupportedCodec(name.to_owned()))
        );
    }
    // The same head after unknown garbage.
    let prefixed = [&b"left over"[..], wave.as_slice()].concat();
    assert!(decode(&prefixed) == decode(&wave));
}

/// `frames` in a WAVE with format tag `tag`.
fn wrapped(tag: u16, frames: &[u8]) -> Vec<u8> {
    let mut out = b"RIFF\0\0\0\0WAVEfmt \x1E\0\0\0".to_vec();
    out.extend(tag.to_le_bytes());
    // Two channels, 48 kHz, 16,000 bytes a second, blocks of one byte, no bits, 12 more bytes.
    out.extend([2, 0, 0x80, 0xBB, 0, 0, 0x80, 0x3E, 0, 0, 1, 0, 0, 0, 12, 0]);
    out.extend([1, 0, 2, 0, 0, 0, 0x80, 1, 1, 0, 0x71, 5]);
    out.extend(b"data");
    out.extend((frames.len() as u32).to_le_bytes());
    out.extend(frames);
    out.extend(b"LIST\x04\0\0\0INFO");
    out
}

#[test]
fn layer_3_and_adts_within_a_wave_are_read_as_such() {
    let planes = signal(48_000, 2, SECOND * 2);
    let mut files = vec![(0x55, mp3(48_000, &planes))];
    let wave = wav(48_000, &planes);
    files.extend(
        foreign("within", &wave, &["-c:a", "aac", "-f", "adts"]).map(|bytes| (0x1600, bytes)),
    );
    for (tag, bytes) in files {
        assert!(decode(&wrapped(tag, &bytes)) == decode(&bytes), "{tag:#x}");
    }
}
