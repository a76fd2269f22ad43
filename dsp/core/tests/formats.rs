//! Every supported format: length to the frame, agreement with the machine's ffprobe, and exact
//! decoding from any frame on.

mod support;

use dsp_core::container::{Codec, Container};
use dsp_core::decode::Decoder;
use dsp_core::inspect::inspect;
use support::scope::is_full;
use support::{
    decode, decoded_seconds, foreign, mp3, ogg_opus, probed_seconds, rest, signal, wav, FOREIGN,
};

/// A file of each format with the frames that went into it.
fn files(rate: u32, channels: usize, frames: usize) -> Vec<(String, Vec<u8>)> {
    files_of(rate, channels, frames, &FOREIGN)
}

/// A file of each format we write, and of these of the others.
fn files_of(
    rate: u32,
    channels: usize,
    frames: usize,
    others: &[(&str, &[&str])],
) -> Vec<(String, Vec<u8>)> {
    let planes = signal(rate, channels, frames);
    let wave = wav(rate, &planes);
    let mut files = vec![
        ("wav".to_owned(), wave.clone()),
        ("mp3".to_owned(), mp3(rate, &planes)),
    ];
    if rate == 48_000 {
        files.push(("own-ogg-opus".to_owned(), ogg_opus(&planes, 1)));
    }
    for (name, arguments) in others {
        if let Some(bytes) = foreign(&format!("{name}-{rate}-{channels}"), &wave, arguments) {
            files.push(((*name).to_owned(), bytes));
        }
    }
    files
}

/// Files that state no trims keep the encoder's delay and padding.
fn is_exact(name: &str) -> bool {
    !matches!(name, "adts" | "fragmented-mp4-aac" | "webm-vorbis")
}

#[test]
fn length_is_counted_to_the_frame_and_agrees_with_ffprobe() {
    let kinds = [(48_000, 1), (48_000, 2), (44_100, 2)];
    for (index, (rate, channels)) in kinds.into_iter().enumerate() {
        let frames = rate as usize * 7 + 1_234;
        // Each format at every rate in the full run, at one of them else.
        let others: Vec<_> = FOREIGN
            .into_iter()
            .enumerate()
            .filter(|(format, _)| is_full() || format % kinds.len() == index)
            .map(|(_, other)| other)
            .collect();
        for (name, bytes) in files_of(rate, channels, frames, &others) {
            let found = inspect(bytes.as_slice()).unwrap();
            let decoded = decode(&bytes);
            assert_eq!(
                found.frames,
                decoded[0].len() as u64,
                "{name}: walking and decoding disagree"
            );
            assert_eq!(usize::from(found.channels), channels, "{name}");
            assert!(found.damage.is_empty(), "{name}: {:?}", found.damage);
            // Opus runs at 48 kHz whatever went in.
            let expected = frames as f64 * f64::from(found.sample_rate_hz) / f64::from(rate);
            if is_exact(&name) {
                let off = found.frames as f64 - expected;
                // FFmpeg itself writes a padding that is one frame short into some MP3s.
                assert!(off.abs() <= 1.0, "{name} {rate}: {off} frames off");
            }
            let label = format!("{name}-{rate}-{channels}");
            if let Some(seconds) = decoded_seconds(&label, &bytes) {
                let off = found.seconds() - seconds;
                assert!(
                    off.abs() < 0.030,
                    "{name} {rate}: {off} s from what ffmpeg decodes"
                );
            }
            if name == "adts" || name.starts_with("mp3") {
                // ffprobe guesses the length of bare streams, and counts padding into an MP3.
                continue;
            }
            if let Some(seconds) = probed_seconds(&label, &bytes) {
                let off = found.seconds() - seconds;
                assert!(off.abs() < 0.030, "{name} {rate}: {off} s from ffprobe");
            }
        }
    }
}

#[test]
fn decoding_from_any_frame_equals_decoding_from_the_start() {
    let frames = 48_000 * 6;
    for (name, bytes) in files(48_000, 2, frames) {
        let whole = decode(&bytes);
        let mut decoder = Decoder::open(bytes.as_slice()).unwrap();
        // Forward, backward, inside the first packet, near the end; in the full run from two more places.
        let starts = [
            1usize,
            100_000,
            100_001,
            700,
            200_123,
            whole[0].len() - 10,
            5_000,
            0,
        ];
        for &start in &starts[..if is_full() { starts.len() } else { 6 }] {
            decoder.seek(start as u64).unwrap();
            let got = rest(&mut decoder);
            assert_eq!(got[0].len(), whole[0].len() - start, "{name} from {start}");
            for (got, whole) in got.iter().zip(&whole) {
                assert!(got[..] == whole[start..], "{name} from {start} differs");
            }
        }
        decoder.seek(1 << 40).unwrap();
        assert!(rest(&mut decoder)[0].is_empty(), "{name}: past the end");
    }
}

#[test]
fn aac_that_predicts_from_the_past_is_decoded_and_exact_from_any_frame() {
    // ffmpeg takes ten seconds to look into the past at 48 kHz.
    let (rate, bitrate) = if is_full() {
        (48_000, "192k")
    } else {
        (16_000, "64k")
    };
    // Beyond 30 s, where Low Complexity would start again.
    let second = rate as usize;
    let planes = signal(rate, 2, second * 31);
    let wave = wav(rate, &planes);
    for profile in ["aac_main", "aac_ltp"] {
        let profiled = ["-strict", "-2", "-c:a", "aac", "-profile:a", profile];
        for muxer in [
            &["-b:a", bitrate, "-f", "mp4"],
            &["-b:a", "64k", "-f", "adts"],
        ] {
            let name = format!("{profile}-{}", muxer[3]);
            let arguments = [&profiled[..], &muxer[..]].concat();
            let Some(bytes) = foreign(&name, &wave, &arguments) else {
                continue;
            };
            let whole = decode(&bytes);
            let delay = if muxer[3] == "adts" { 1_024 } else { 0 };
            for (got, planes) in whole.iter().zip(&planes) {
                let range = second * 29..second * 31 - 2_048;
                let power: f32 = planes[range.clone()].iter().map(|x| x * x).sum();
                let error: f32 = range.map(|i| (got[i + delay] - planes[i]).powi(2)).sum();
                assert!(error < 0.02 * power, "{name}: {}", error / power);
            }
            let mut decoder = Decoder::open(bytes.as_slice()).unwrap();
            for start in [second * 30 + 5, 700, second * 31 - 3_000] {
                decoder.seek(start as u64).unwrap();
                let got = rest(&mut decoder);
                for (got, whole) in got.iter().zip(&whole) {
                    assert!(got[..] == whole[start..], "{name} from {start} differs");
                }
            }
        }
    }
}

#[test]
fn anchors_keep_opus_exact_far_from_the_start() {
    // Past the first anchor at 30 s, where another decoder takes over.
    let planes = signal(48_000, 1, 48_000 * 32);
    let bytes = ogg_opus(&planes, 1);
    let whole = decode(&bytes);
    for start in [48_000 * 29, 48_000 * 30 + 5, 48_000 * 31] {
        let mut decoder = Decoder::open(bytes.as_slice()).unwrap();
        decoder.seek(start as u64).unwrap();
        assert!(
            rest(&mut decoder)[0][..] == whole[0][start..],
            "from {start}"
        );
    }
    // And the takeover itself is no seam: the coding error there is the same as elsewhere.
    let error = |at: usize| -> f32 {
        let squares = (at - 480..at + 480).map(|i| (planes[0][i] - whole[0][i]).powi(2));
        squares.sum::<f32>() / 960.0
    };
    let usual = (0..20)
        .map(|i| error(48_000 * 20 + i * 9_600))
        .fold(0.0, f32::max);
    for at in 48_000 * 30 - 1_000..48_000 * 30 + 2_000 {
        assert!(
            error(at) < 2.0 * usual,
            "at {at}: {} against {usual}",
            error(at)
        );
    }
}

/// Lag (−8…8) at which `got` around `at` is nearest to `wanted`.
fn best_lag(wanted: &[f32], got: &[f32], at: usize) -> i64 {
    let distance = |lag: i64| -> f32 {
        let start = (at as i64 + lag) as usize;
        wanted
            .iter()
            .zip(&got[start..])
            .map(|(x, y)| (x - y).powi(2))
            .sum()
    };
    (-8i64..=8)
        .min_by(|&a, &b| distance(a).total_cmp(&distance(b)))
        .unwrap()
}

#[test]
fn lossless_formats_give_back_the_samples_and_lossy_ones_stay_in_place() {
    let planes = signal(44_100, 2, 44_100 * 3);
    let wave = wav(44_100, &planes);
    let stored = decode(&wave);
    for format in ["flac", "ogg"] {
        let Some(flac) = foreign("lossless", &wave, &["-c:a", "flac", "-f", format]) else {
            return;
        };
        assert!(decode(&flac) == stored, "{format}");
    }
    let coded = decode(&mp3(44_100, &planes));
    assert_eq!(coded[0].len(), planes[0].len());
    // The encoder's own phase may move the best fit by a sample, a wrong trim moves it by hundreds.
    let lag = best_lag(&planes[0][40_000..80_000], &coded[0], 40_000);
    assert!(lag.abs() <= 1, "{lag}");
}

#[test]
fn containers_and_codecs_are_recognised_by_their_bytes() {
    let mut met = Vec::new();
    for (name, bytes) in files(48_000, 1, 24_000) {
        let found = inspect(bytes.as_slice()).unwrap();
        let expected = match name.as_str() {
            "wav" => Container::Wav,
            "mp3" | "mp3-vbr" => Container::MpegAudio,
            "adts" => Container::Adts,
            "flac" => Container::Flac,
            name if name.contains("mp4") => Container::Mp4,
            name if name.contains("webm") => Container::WebM,
            _ => Container::Ogg,
        };
        assert_eq!(found.container, expected, "{name}");
        assert_eq!(found.codec == Codec::Opus, name.contains("opus"), "{name}");
        // A name in front of the bytes changes nothing: there is none to look at.
        met.push(found.codec);
    }
    // Stored samples and Apple Lossless have tests of their own (`variants`).
    let unmet =
        |codec: &&Codec| !matches!(codec, Codec::Pcm(_) | Codec::Alac) && !met.contains(codec);
    assert_eq!(
        Codec::ALL.iter().find(unmet),
        None,
        "no container of `support` holds it"
    );
    let text = "This is a text file that someone renamed to song.mp3. ".repeat(200);
    assert!(inspect(text.as_bytes()).is_err());
    assert!(inspect(&b""[..]).is_err());
}

#[test]
fn surround_is_folded_equally_for_every_codec() {
    // One tone a channel, none in the low-frequency one, which is left out.
    let planes: Vec<Vec<f32>> = [300.0, 410.0, 530.0, 0.0, 640.0, 770.0]
        .map(|hz: f64| {
            let step = std::f64::consts::TAU * hz / 48_000.0;
            (0..48_000)
                .map(|i| (0.3 * (step * f64::from(i)).sin()) as f32)
                .collect()
        })
        .to_vec();
    let wave = wav(48_000, &planes);
    let wanted = decode(&wave);
    assert_eq!(wanted.len(), 2);
    for (name, arguments) in [
        ("flac", &["-c:a", "flac", "-f", "flac"][..]),
        ("vorbis", &["-c:a", "libvorbis", "-q:a", "8", "-f", "ogg"]),
        (
            "ogg-opus",
            &["-c:a", "libopus", "-b:a", "384k", "-f", "ogg"],
        ),
        (
            "webm-opus",
            &["-c:a", "libopus", "-b:a", "384k", "-f", "webm"],
        ),
        ("adts", &["-c:a", "aac", "-b:a", "384k", "-f", "adts"]),
        ("mp4-aac", &["-c:a", "aac", "-b:a", "384k", "-f", "mp4"]),
    ] {
        // The plain header states six channels; ffmpeg needs their layout.
        let with_layout = [&["-ac", "6", "-channel_layout", "5.1"], arguments].concat();
        let Some(bytes) = foreign(&format!("surround-{name}"), &wave, &with_layout) else {
            continue;
        };
        let mut got = decode(&bytes);
        if name == "adts" {
            // Nothing states the encoder's delay.
            got.iter_mut().for_each(|plane| drop(plane.drain(..1_024)));
        }
        for side in 0..2 {
            let range = 10_000..40_000;
            let power: f32 = wanted[side][range.clone()].iter().map(|x| x * x).sum();
            let error: f32 = range
                .map(|i| (got[side][i] - wanted[side][i]).powi(2))
                .sum();
            assert!(
                error < 0.02 * power,
                "{name}, side {side}: {}",
                error / power
            );
        }
    }
}
