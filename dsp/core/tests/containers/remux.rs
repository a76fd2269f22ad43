//! Remuxing keeps every packet, removes every name and reports it, and has nothing to do the second time.

use super::mp4_file::{self, aac_blocks};
use super::webm_file::{self, opus_packets, steady};
use super::{formats, read_all, Reading};
use dsp_core::container::remux::{Remux, RemuxReport};
use dsp_core::container::{open, Codec, ContainerError};
use dsp_core::hash::Sha256;

fn remux(bytes: &[u8]) -> (Vec<u8>, RemuxReport) {
    let mut remux = Remux::new(bytes).expect("opens");
    let mut out = Vec::new();
    let mut progress = 0.0;
    while remux.step(&mut out).expect("slices do not fail") {
        assert!(remux.progress() >= progress && remux.progress() <= 1.0);
        progress = remux.progress();
    }
    (out, remux.report().expect("done").clone())
}

fn read(bytes: &[u8]) -> Reading {
    read_all(open(bytes).expect("opens").as_mut())
}

#[test]
fn keeps_every_packet_and_place_of_every_format() {
    for (name, bytes) in formats::decodable() {
        let (clean, report) = remux(&bytes);
        let (before, after) = (read(&bytes), read(&clean));
        assert!(before.packets.len() > 1, "{name}");
        if name != "wav" {
            assert!(after.packets == before.packets, "{name}");
            assert_eq!(after.at, before.at, "{name}");
        }
        assert!(after.packets.concat() == before.packets.concat(), "{name}");
        assert_eq!(after.damage, [], "{name}");
        assert_eq!(report.packets, before.packets.len() as u64, "{name}");
        let demuxer = open(clean.as_slice()).unwrap();
        let source = open(bytes.as_slice()).unwrap();
        assert_eq!(
            demuxer.track().delay_frames,
            source.track().delay_frames,
            "{name}"
        );
        assert_eq!(
            demuxer.track().sample_rate_hz,
            source.track().sample_rate_hz,
            "{name}"
        );
        if demuxer.track().codec != Codec::Flac {
            assert_eq!(
                demuxer.track().codec_private,
                source.track().codec_private,
                "{name}"
            );
        }
    }
}

#[test]
fn the_second_time_changes_nothing() {
    for (name, bytes) in formats::decodable() {
        let (once, _) = remux(&bytes);
        let (twice, report) = remux(&once);
        assert!(
            twice == once,
            "{name}: {} and {} bytes",
            once.len(),
            twice.len()
        );
        // Mandatory fields of a format are the same in every file.
        let neutral = ["muxing_app", "writing_app", "vendor", "encoder_tag"];
        assert!(
            report
                .removed
                .iter()
                .all(|field| neutral.contains(&field.as_str())),
            "{name}: {:?}",
            report.removed
        );
    }
}

#[test]
fn the_hash_of_the_sound_is_that_of_the_packets_of_the_copy() {
    for (name, bytes) in formats::decodable() {
        let (clean, report) = remux(&bytes);
        let packets = read(&clean).packets.concat();
        assert_eq!(report.sound_sha256, Sha256::digest(&packets), "{name}");
        let (_, again) = remux(&clean);
        assert_eq!(again.sound_sha256, report.sound_sha256, "{name}");
    }
}

#[test]
fn the_same_packets_have_the_same_hash_in_every_container() {
    let hash = |bytes: &[u8]| remux(bytes).1.sound_sha256;
    let opus = opus_packets(150, 1);
    let webm = webm_file::write(&opus, &steady(150), &Default::default()).bytes;
    assert_eq!(hash(&webm), hash(&formats::ogg(&opus)));
    let aac = aac_blocks(90, 3);
    let mp4 = mp4_file::flat(&aac, &Default::default());
    assert_eq!(hash(&mp4), hash(&formats::adts(&aac)));
    assert_ne!(hash(&mp4), hash(&webm));
}

#[test]
fn names_what_it_removes_and_leaves_no_trace() {
    let secrets: [&[u8]; 6] = [
        b"a title",
        b"secret",
        b"someone",
        b"a vendor",
        b"a name",
        b"muxer",
    ];
    let mut met = 0;
    for (name, bytes) in formats::decodable() {
        let holds = |bytes: &[u8], secret: &[u8]| {
            bytes.windows(secret.len()).any(|window| window == secret)
        };
        let (clean, report) = remux(&bytes);
        for secret in secrets {
            if holds(&bytes, secret) {
                met += 1;
                assert!(!report.removed.is_empty(), "{name}");
                assert!(
                    !holds(&clean, secret),
                    "{name} keeps {}",
                    String::from_utf8_lossy(secret)
                );
            }
        }
    }
    assert!(met >= 8, "the files hold what is to be removed: {met}");
}

#[test]
fn states_the_exact_length() {
    let packets = aac_blocks(50, 1);
    let layout = mp4_file::Layout {
        edit: Some((1024, 49 * 1024 - 700)),
        last_duration: 324,
        ..Default::default()
    };
    let (clean, report) = remux(&mp4_file::flat(&packets, &layout));
    assert_eq!(report.frames, 49 * 1024 - 700);
    let demuxer = open(clean.as_slice()).unwrap();
    assert_eq!(demuxer.track().stated_frames, Some(49 * 1024 - 700));
    assert_eq!(demuxer.track().delay_frames, 1024);

    let layout = webm_file::Layout {
        codec_delay_ns: 6_500_000,
        discard_ns: 13_500_000,
        ..Default::default()
    };
    let (clean, report) =
        remux(&webm_file::write(&opus_packets(100, 2), &steady(100), &layout).bytes);
    assert_eq!(report.frames, 100 * 960 - 312 - 648);
    // Duration is a double in milliseconds after its id and size.
    let at = clean
        .windows(3)
        .position(|window| window == [0x44, 0x89, 0x88])
        .unwrap();
    let stated = f64::from_be_bytes(clean[at + 3..at + 11].try_into().unwrap());
    assert_eq!(stated, (100 * 960 - 312 - 648) as f64 / 48.0);
    assert_eq!(read(&clean).discard, 648);
}

#[test]
fn cues_point_at_clusters_and_the_table_of_contents_at_chunks() {
    let (clean, _) =
        remux(&webm_file::write(&opus_packets(2000, 3), &steady(2000), &Default::default()).bytes);
    let segment = clean
        .windows(4)
        .position(|window| window == [0x18, 0x53, 0x80, 0x67])
        .unwrap()
        + 12;
    let first = clean
        .windows(4)
        .position(|window| window == [0x1F, 0x43, 0xB6, 0x75])
        .unwrap();
    let cues: Vec<usize> = clean[..first]
        .windows(2)
        .enumerate()
        .filter(|(_, window)| *window == [0xF1, 0x88])
        .map(|(at, _)| u64::from_be_bytes(clean[at + 2..at + 10].try_into().unwrap()) as usize)
        .collect();
    assert_eq!(cues.len(), 8, "40 s in Clusters of 5 s");
    for cue in cues {
        assert_eq!(clean[segment + cue..][..4], [0x1F, 0x43, 0xB6, 0x75]);
    }
}

#[test]
fn keeps_pauses() {
    let packets = opus_packets(200, 4);
    let times: Vec<u64> = (0..200u64)
        .map(|i| i * 20 + if i >= 90 { 7000 } else { 0 })
        .collect();
    let (clean, report) = remux(&webm_file::write(&packets, &times, &Default::default()).bytes);
    assert_eq!(report.frames, 200 * 960 + 7000 * 48);
    assert_eq!(read(&clean).at[90], 90 * 960 + 336_000);
}

#[test]
fn pauses_in_pcm_become_silence_because_wave_has_no_time_stamps() {
    let packets: Vec<Vec<u8>> = (1..=100u8).map(|value| vec![value; 1920]).collect();
    let times: Vec<u64> = (0..100u64)
        .map(|i| i * 20 + if i >= 40 { 30_000 } else { 0 })
        .collect();
    let layout = webm_file::Layout {
        pcm: true,
        ..Default::default()
    };
    let (clean, report) = remux(&webm_file::write(&packets, &times, &layout).bytes);
    let gap = 30_000 * 48;
    assert_eq!(report.frames, 100 * 960 + gap);
    let sound = read(&clean).packets.concat();
    let silence = vec![0; gap as usize * 2];
    let expected = [packets[..40].concat(), silence, packets[40..].concat()].concat();
    assert!(sound == expected, "{} bytes", sound.len());
}

#[test]
fn refuses_files_that_no_reader_opens() {
    assert_eq!(
        Remux::new(&b"just text"[..]).err(),
        Some(ContainerError::UnsupportedFormat)
    );
    assert_eq!(Remux::new(&b""[..]).err(), Some(ContainerError::Empty));
}
