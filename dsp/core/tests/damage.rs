//! Damaged files: the timeline is kept, holes are filled and reported, and nothing is longer than the
//! truth by more than a packet.

mod support;

use dsp_core::container::{open, DamageKind, Packet};
use dsp_core::decode::Decoder;
use dsp_core::inspect::inspect;
use dsp_core::repair::{Progress, RepairSession, Report};
use support::{decode, flac_frames, foreign, mp3, ogg_opus, rest, signal, wav};

/// The repaired WAVE, decoded, and the report.
fn repair(bytes: &[u8]) -> (Vec<Vec<f32>>, Report) {
    let mut session = RepairSession::new(bytes).unwrap();
    let mut out = Vec::new();
    loop {
        if let Progress::Done(report) = session.step(&mut out).unwrap() {
            for patch in &report.patches {
                let at = patch.offset as usize;
                out[at..at + patch.bytes.len()].copy_from_slice(&patch.bytes);
            }
            assert!(
                session.step(&mut out).is_err(),
                "a finished repair has no more steps"
            );
            return (decode(&out), report);
        }
    }
}

/// Difference of two signals between `from` and `to`, relative to the first.
fn distance(a: &[f32], b: &[f32], from: usize, to: usize) -> f32 {
    let error: f32 = (from..to).map(|i| (a[i] - b[i]).powi(2)).sum();
    let power: f32 = (from..to).map(|i| a[i].powi(2)).sum();
    error / power
}

const SECOND: usize = 48_000;

#[test]
fn a_lost_ogg_page_leaves_a_hole_and_what_follows_stays_in_place() {
    let bytes = ogg_opus(&signal(48_000, 1, SECOND * 4), 1);
    let whole = decode(&bytes);
    let pages: Vec<usize> = bytes
        .windows(4)
        .enumerate()
        .filter(|(_, four)| four == b"OggS")
        .map(|(at, _)| at)
        .collect();
    // Page 8 begins at packet 60: 1.2 s less the pre-skip; ten packets of 20 ms are lost.
    let (from, to) = (pages[8], pages[9]);
    let removed = [&bytes[..from], &bytes[to..]].concat();
    let mut zeroed = bytes.clone();
    zeroed[from..to].fill(0);
    for (name, damaged) in [("removed", removed), ("zeroed", zeroed)] {
        let (saved, report) = repair(&damaged);
        assert_eq!(saved[0].len(), whole[0].len(), "{name}");
        let after = 70 * 960 - 312 + 4_800;
        assert!(
            distance(&whole[0], &saved[0], after, SECOND * 4 - 10) < 1e-3,
            "{name}"
        );
        assert!(
            distance(&whole[0], &saved[0], 0, 60 * 960 - 312) < 1e-6,
            "{name}"
        );
        assert!(
            (report.inspection.seconds_kept() - 3.8).abs() < 0.021,
            "{name}: {report:?}"
        );
        let hole = report
            .inspection
            .damage
            .iter()
            .find(|damage| damage.seconds > 0.0)
            .unwrap();
        assert!(
            (hole.at_seconds - 1.2).abs() < 0.03 && (hole.seconds - 0.2).abs() < 1e-6,
            "{name}"
        );
    }
}

#[test]
fn zeroed_bytes_inside_an_mp3_or_adts_stream_shift_nothing() {
    let planes = signal(48_000, 1, SECOND * 4);
    let mut files = vec![("mp3", mp3(48_000, &planes))];
    if let Some(adts) = foreign(
        "zeroed",
        &wav(48_000, &planes),
        &["-c:a", "aac", "-b:a", "96k", "-f", "adts"],
    ) {
        files.push(("adts", adts));
    }
    for (name, bytes) in files {
        let whole = decode(&bytes);
        let mut damaged = bytes.clone();
        let (from, to) = (bytes.len() / 3, bytes.len() / 3 + bytes.len() / 20);
        damaged[from..to].fill(0);
        let (saved, report) = repair(&damaged);
        let off = saved[0].len() as i64 - whole[0].len() as i64;
        // ADTS frames differ in size, so that their number in a hole is an estimate.
        let allowed = if name == "adts" { 2_048 } else { 0 };
        assert!(off.abs() <= allowed, "{name}: {off} frames");
        if off == 0 {
            // AAC's noise substitution continues with other noise after a hole.
            let most = if name == "adts" { 0.1 } else { 1e-6 };
            let far = distance(&whole[0], &saved[0], SECOND * 2, SECOND * 3);
            assert!(far < most, "{name}: {far}");
        }
        assert!(report
            .inspection
            .damage
            .iter()
            .any(|damage| damage.kind == DamageKind::Resync));
        assert!(
            report.inspection.seconds_kept() < 3.9 && report.inspection.seconds_kept() > 3.5,
            "{name}: {report:?}"
        );
    }
}

#[test]
fn vorbis_in_webm_continues_after_a_hole() {
    let planes = signal(48_000, 2, SECOND * 4);
    let Some(bytes) = foreign(
        "holed-vorbis",
        &wav(48_000, &planes),
        &["-c:a", "libvorbis", "-f", "webm"],
    ) else {
        return;
    };
    let whole = decode(&bytes);
    let middle = bytes.len() / 2;
    let mut zeroed = bytes.clone();
    zeroed[middle..middle + 1_500].fill(0);
    let removed = [&bytes[..middle], &bytes[middle + 1_500..]].concat();
    for (name, damaged) in [("zeroed", zeroed), ("removed", removed)] {
        let (saved, report) = repair(&damaged);
        assert!(report.inspection.seconds_kept() > 3.7, "{name}: {report:?}");
        assert!(saved[0].len().abs_diff(whole[0].len()) <= 2_048, "{name}");
        // Time stamps are in milliseconds: later sound is in place to the nearest.
        let off = (-2_000isize..=2_000).find(|&shift| {
            let moved = &saved[0][(SECOND * 3).saturating_add_signed(shift)..];
            distance(&whole[0][SECOND * 3..], moved, 0, SECOND / 2) < 1e-3
        });
        assert!(off.is_some_and(|off| off.abs() <= 240), "{name}: {off:?}");
    }
}

#[test]
fn one_foreign_aac_packet_does_not_silence_the_rest() {
    let encode = |name, channels| {
        let planes = signal(48_000, channels, SECOND * 2);
        foreign(name, &wav(48_000, &planes), &["-c:a", "aac", "-f", "adts"])
    };
    let (Some(mut stereo), Some(mono)) = (encode("stereo-adts", 2), encode("mono-adts", 1)) else {
        return;
    };
    let whole = decode(&stereo);
    // The length of an ADTS frame is 13 bits from bit 30 on, its channels 3 bits from bit 23 on.
    let length = |bytes: &[u8]| {
        usize::from(bytes[3] & 3) << 11 | usize::from(bytes[4]) << 3 | usize::from(bytes[5] >> 5)
    };
    let mut strange = mono[..length(&mono)].to_vec();
    (strange[2], strange[3]) = (stereo[2], stereo[3] & 0xC0 | strange[3] & 0x3F);
    stereo.splice(0..length(&stereo), strange);
    let (saved, report) = repair(&stereo);
    assert_eq!(saved[0].len(), whole[0].len());
    assert!(report.inspection.seconds_kept() > 1.9, "{report:?}");
    let far = distance(&whole[0], &saved[0], SECOND / 2, SECOND);
    assert!(far < 0.1, "{far}");
}

#[test]
fn the_last_opus_packet_of_a_truncated_mp4_is_decoded_to_its_end() {
    let planes = signal(48_000, 1, SECOND * 2);
    let arguments = "-c:a libopus -f mp4 -movflags frag_keyframe+empty_moov -frag_duration 500000";
    let arguments: Vec<&str> = arguments.split(' ').collect();
    let Some(bytes) = foreign("torn-mp4", &wav(48_000, &planes), &arguments) else {
        return;
    };
    let mut demuxer = open(bytes.as_slice()).unwrap();
    let mut packet = Packet::default();
    let mut offsets = Vec::new();
    while demuxer.next_packet(&mut packet).unwrap() {
        offsets.push(packet.offset as usize);
    }
    for torn in [30, 60, 75] {
        let before = repair(&bytes[..offsets[torn]]).0[0].len();
        let (saved, report) = repair(&bytes[..offsets[torn] + 5]);
        assert_eq!(saved[0].len(), before + 960, "packet {torn}");
        let truncated = DamageKind::Truncated;
        assert!(report
            .inspection
            .damage
            .iter()
            .any(|damage| damage.kind == truncated));
    }
}

#[test]
fn a_broken_flac_frame_loses_only_itself() {
    let planes = signal(48_000, 2, SECOND * 3);
    let Some(bytes) = foreign(
        "broken-flac",
        &wav(48_000, &planes),
        &["-c:a", "flac", "-f", "flac"],
    ) else {
        return;
    };
    let whole = decode(&bytes);
    let mut damaged = bytes.clone();
    let at = bytes.len() / 2;
    damaged[at] ^= 0x55;
    let (saved, report) = repair(&damaged);
    assert_eq!(saved[0].len(), whole[0].len());
    let different = saved[0]
        .iter()
        .zip(&whole[0])
        .filter(|(a, b)| a != b)
        .count();
    assert!(different > 0 && different <= 4_608, "{different}");
    assert!(report
        .inspection
        .damage
        .iter()
        .any(|damage| damage.kind == DamageKind::Checksum));
}

#[test]
fn a_broken_flac_frame_yields_the_samples_before_the_damage() {
    let wave = wav(48_000, &signal(48_000, 1, SECOND * 2));
    let Some(bytes) = foreign("half-flac", &wave, &["-c:a", "flac", "-f", "flac"]) else {
        return;
    };
    let whole = decode(&bytes);
    let frames = flac_frames(&bytes);
    let (block, from, to) = (4_608, frames[5], frames[6]);
    // Zeros are no code: the bits after the place are undecodable. The frames around are untouched.
    let mut zeroed = bytes.clone();
    let middle = from + (to - from) / 2;
    zeroed[middle..to].fill(0);
    let (saved, report) = repair(&zeroed);
    assert_eq!(saved[0].len(), whole[0].len());
    assert!(saved[0][..block * 5 + block / 3] == whole[0][..block * 5 + block / 3]);
    assert!(saved[0][block * 6..] == whole[0][block * 6..]);
    let lost = 2.0 - report.inspection.seconds_kept();
    assert!((0.02..0.065).contains(&lost), "{lost} s");
    // The header after it broken as well: that frame is lost, this one as readable as before.
    let mut next = bytes.clone();
    next[to + 2] ^= 0x10;
    let (saved, report) = repair(&next);
    assert_eq!(saved[0].len(), whole[0].len());
    assert!(saved[0][..block * 6] == whole[0][..block * 6]);
    assert!(saved[0][block * 7..] == whole[0][block * 7..]);
    assert!(
        (report.inspection.seconds_kept() - 2.0 + 0.096).abs() < 0.001,
        "{report:?}"
    );
    // Truncated inside the frame: the file is as long as its readable part.
    let cut = &bytes[..middle];
    let (saved, report) = repair(cut);
    let kept = saved[0].len();
    assert!((block * 5 + block / 3..block * 6).contains(&kept), "{kept}");
    assert!(saved[0] == whole[0][..kept]);
    assert_eq!(report.inspection.frames, kept as u64);
    assert_eq!(inspect(cut).unwrap().frames, kept as u64);
}

#[test]
fn a_chained_ogg_may_change_its_rate_and_channels() {
    let vorbis = ["-c:a", "libvorbis", "-f", "ogg"];
    let flac = ["-c:a", "flac", "-f", "ogg"];
    for arguments in [&vorbis[..], &flac] {
        let make = |rate: u32, channels: usize| {
            let planes = signal(rate, channels, rate as usize * 2);
            foreign("chained", &wav(rate, &planes), arguments)
        };
        let (Some(first), Some(second)) = (make(44_100, 1), make(48_000, 2)) else {
            return;
        };
        let alone = decode(&first);
        let concatenated = [first, second].concat();
        let mut decoder = Decoder::open(concatenated.as_slice()).unwrap();
        let got = rest(&mut decoder);
        let frames = got[0].len();
        assert_eq!(
            inspect(concatenated.as_slice()).unwrap().frames,
            frames as u64
        );
        assert!(got[0][..88_200] == alone[0][..88_200]);
        assert!((frames as i64 - 4 * 44_100).abs() < 100, "{frames}");
        let power: f32 = got[0][90_000..].iter().map(|x| x * x).sum();
        assert!(power > 10.0, "{power}");
    }
}

#[test]
fn a_few_kilobytes_are_not_filled_up_to_an_hour() {
    // Fragments whose samples are stated to last minutes each: a mutant found in the shipped module.
    let bytes = include_bytes!("../../fuzz/fixtures/repair-mp4-hour-of-gaps");
    let found = inspect(bytes.as_slice()).unwrap();
    assert!(
        (0.5..602.0).contains(&found.seconds()),
        "{} s",
        found.seconds()
    );
    assert_eq!(decode(bytes)[0].len() as u64, found.frames);
    let gaps: f64 = found.damage.iter().map(|damage| damage.seconds).sum();
    assert!((gaps - 600.0).abs() < 0.001, "{gaps} s");
}

#[test]
fn concatenated_recordings_play_one_after_the_other() {
    let (first, second) = (signal(48_000, 1, 50_000), signal(48_000, 1, 30_001));
    let cases = [
        ("ogg", ogg_opus(&first, 1), ogg_opus(&second, 2)),
        (
            "ogg with one serial",
            ogg_opus(&first, 1),
            ogg_opus(&second, 1),
        ),
        ("wav", wav(48_000, &first), wav(48_000, &second)),
    ];
    for (name, one, two) in cases {
        let (a, b) = (decode(&one), decode(&two));
        let bytes = [one, two].concat();
        let mut decoder = Decoder::open(bytes.as_slice()).unwrap();
        let concatenated = rest(&mut decoder);
        assert!(
            concatenated[0] == [a[0].as_slice(), &b[0]].concat(),
            "{name}"
        );
        assert!(
            decoder
                .damage()
                .iter()
                .any(|damage| damage.kind == DamageKind::Concatenated),
            "{name}"
        );
    }
    // An MP3 has no seam to see: the second tag frame counts as one frame of silence at most.
    let bytes = [mp3(48_000, &first), mp3(48_000, &second)].concat();
    let frames = decode(&bytes)[0].len() as i64;
    assert!((frames - 80_001).abs() < 4 * 1_152, "{frames}");
}

#[test]
fn a_truncated_file_keeps_all_its_data() {
    let planes = signal(48_000, 1, SECOND * 4);
    for (name, bytes) in [
        ("ogg", ogg_opus(&planes, 1)),
        ("mp3", mp3(48_000, &planes)),
        ("wav", wav(48_000, &planes)),
    ] {
        let whole = decode(&bytes);
        let (saved, report) = repair(&bytes[..bytes.len() * 5 / 8]);
        let there = whole[0].len() * 5 / 8;
        // A page, a frame and its reservoir, a sample: no more may be missing.
        assert!(
            saved[0].len() + 9_600 + 2_000 > there,
            "{name}: {} of {there}",
            saved[0].len()
        );
        assert!(saved[0].len() < there + 9_600, "{name}");
        assert!(
            distance(&whole[0], &saved[0], 2_000, SECOND * 2) < 1e-6,
            "{name}"
        );
        assert!(!report.inspection.damage.is_empty(), "{name}");
    }
}

#[test]
fn a_wrong_sample_rate_in_a_wave_header_is_corrected() {
    let mut bytes = wav(48_000, &signal(48_000, 1, SECOND));
    bytes[24..28].copy_from_slice(&1_234_567u32.to_le_bytes());
    let (saved, report) = repair(&bytes);
    assert_eq!(report.inspection.sample_rate_hz, 48_000);
    assert_eq!(saved[0].len(), SECOND);
    assert_eq!(report.inspection.damage[0].kind, DamageKind::WrongHeader);
}

#[test]
fn ogg_opus_without_its_headers_is_recognised_by_its_granules() {
    for channels in [1, 2] {
        let bytes = ogg_opus(&signal(48_000, channels, SECOND * 2), 1);
        let whole = decode(&bytes);
        let pages: Vec<usize> = bytes
            .windows(4)
            .enumerate()
            .filter(|(_, four)| four == b"OggS")
            .map(|(at, _)| at)
            .collect();
        let mut without_head = bytes.clone();
        without_head[..pages[1]].fill(0);
        for headless in [&bytes[pages[2]..], &without_head] {
            let mut decoder = Decoder::open(headless).unwrap();
            let saved = rest(&mut decoder);
            assert_eq!(saved[0].len(), whole[0].len(), "{channels} channels");
            assert!(saved == whole, "{channels} channels");
            assert_eq!(decoder.damage()[0].kind, DamageKind::MissingHeader);
        }
    }
}
