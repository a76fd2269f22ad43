//! Apple Lossless in MP4, at every depth, rate and layout that ffmpeg writes: identical to the bit.

use super::support::{decode, foreign, signal, wav, Random};
use dsp_core::container::{Codec, Container};
use dsp_core::decode::Decoder;
use dsp_core::edit::CleanCopy;
use dsp_core::inspect::inspect;

fn alac(rate: u32, planes: &[Vec<f32>], more: &[&str]) -> Option<Vec<u8>> {
    let arguments = [&["-c:a", "alac", "-f", "mp4"][..], more].concat();
    foreign("alac", &wav(rate, planes), &arguments)
}

#[test]
fn apple_lossless_gives_back_every_bit() {
    let mut cases = 0;
    for rate in [8_000, 16_000, 32_000, 44_100, 48_000, 96_000] {
        for channels in [1, 2] {
            for more in [
                &["-sample_fmt", "s16p"][..],
                &["-sample_fmt", "s32p"],
                &[
                    "-sample_fmt",
                    "s16p",
                    "-min_prediction_order",
                    "1",
                    "-max_prediction_order",
                    "30",
                ],
                &[
                    "-sample_fmt",
                    "s16p",
                    "-movflags",
                    "frag_keyframe+empty_moov",
                    "-frag_duration",
                    "300000",
                ],
            ] {
                // No whole number of packets.
                let planes = signal(rate, channels, rate as usize * 2 + 77);
                let Some(bytes) = alac(rate, &planes, more) else {
                    return;
                };
                let label = format!("{rate} Hz, {channels} channels, {more:?}");
                assert!(decode(&bytes) == decode(&wav(rate, &planes)), "{label}");
                let facts = inspect(bytes.as_slice()).unwrap();
                assert_eq!(
                    (facts.codec, facts.frames),
                    (Codec::Alac, planes[0].len() as u64),
                    "{label}"
                );
                assert_eq!(facts.damage, [], "{label}");
                cases += 1;
            }
        }
    }
    assert_eq!(cases, 48);
}

#[test]
fn apple_lossless_of_several_channels_is_folded_to_stereo() {
    for channels in [3, 4, 5, 6, 8] {
        let layout = ["3.0", "4.0", "5.0", "5.1", "", "7.1(wide)"][channels - 3];
        let filter = format!("aformat=channel_layouts={layout}");
        let planes = signal(48_000, channels, 48_000);
        let Some(bytes) = alac(48_000, &planes, &["-af", &filter]) else {
            continue;
        };
        let facts = inspect(bytes.as_slice()).unwrap();
        assert_eq!(
            (facts.channels as usize, facts.frames),
            (channels, 48_000),
            "{layout}"
        );
        assert_eq!(decode(&bytes).len(), 2, "{layout}");
    }
}

#[test]
fn apple_lossless_is_published_as_mp3() {
    let planes = signal(16_000, 1, 16_000 * 3);
    let Some(bytes) = alac(16_000, &planes, &[]) else {
        return;
    };
    let mut copy = CleanCopy::new(bytes.as_slice()).unwrap();
    let mut out = Vec::new();
    while copy.step(&mut out).unwrap() {}
    let report = copy.report().unwrap();
    assert_eq!(
        (report.container, report.codec),
        (Container::MpegAudio, Codec::Mp3)
    );
    assert_eq!(
        (report.frames, report.sample_rate_hz, report.cut_seconds),
        (144_000, 48_000, 0.0)
    );
}

#[test]
fn damaged_apple_lossless_is_decoded_or_refused() {
    let planes = signal(44_100, 2, 44_100);
    let Some(bytes) = alac(44_100, &planes, &[]) else {
        return;
    };
    let mut random = Random(9);
    for _ in 0..60 {
        let mut mutant = bytes.clone();
        for _ in 0..1 + random.below(40) {
            let at = random.below(mutant.len() as u64) as usize;
            mutant[at] = random.next() as u8;
        }
        if Decoder::open(mutant.as_slice()).is_ok() {
            let _ = decode(&mutant);
        }
    }
}
