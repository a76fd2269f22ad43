//! WebM: everything Chromium's recorder, a lost battery and a bad card make of it.

use super::webm_file::{element, header, opus_packets, steady, write, Layout};
use super::{read_all, Reading};
use dsp_core::container::ebml::EbmlDemuxer;
use dsp_core::container::reader::Reader;
use dsp_core::container::{ContainerError, DamageKind, Demuxer};

fn read(bytes: &[u8]) -> Reading {
    read_all(&mut EbmlDemuxer::open(Reader::new(bytes)).expect("opens"))
}

const PACKET: u64 = 960;

#[test]
fn reads_unknown_sizes_of_any_length_and_known_ones_alike() {
    let packets = opus_packets(110, 1);
    for (unknown_sizes, unknown_length, groups) in [
        (true, 1, false),
        (true, 8, false),
        (true, 8, true),
        (false, 8, false),
        (false, 1, true),
    ] {
        let layout = Layout {
            unknown_sizes,
            unknown_length,
            groups,
            ..Layout::default()
        };
        let file = write(&packets, &steady(110), &layout);
        let reading = read(&file.bytes);
        assert_eq!(reading.packets, packets);
        assert_eq!(reading.end, 110 * PACKET);
        assert_eq!(reading.damage, []);
    }
}

#[test]
fn states_delay_discard_metadata_and_video() {
    let packets = opus_packets(10, 2);
    let layout = Layout {
        codec_delay_ns: 6_500_000,
        discard_ns: 13_500_000,
        video: true,
        ..Layout::default()
    };
    let file = write(&packets, &steady(10), &layout);
    let mut demuxer = EbmlDemuxer::open(Reader::new(file.bytes.as_slice())).unwrap();
    assert_eq!(demuxer.track().delay_frames, 312);
    assert!(demuxer.has_video());
    assert_eq!(demuxer.metadata(), ["muxing_app", "title"]);
    assert_eq!(read_all(&mut demuxer).discard, 648);
}

#[test]
fn keeps_the_timeline_over_a_pause_and_ignores_jitter() {
    let packets = opus_packets(100, 3);
    let times: Vec<u64> = (0..100u64)
        .map(|i| i * 20 + if i >= 50 { 3000 } else { 0 } + [0, 4, 1, 0, 5][i as usize % 5])
        .collect();
    let reading = read(&write(&packets, &times, &Layout::default()).bytes);
    assert_eq!(reading.packets.len(), 100);
    assert!(
        reading.end.abs_diff(100 * PACKET + 144_000) <= 5 * 48,
        "{}",
        reading.end
    );
    assert_eq!(reading.damage, [DamageKind::Gap]);
}

#[test]
fn a_recorder_that_comes_late_and_catches_up_leaves_no_holes() {
    let packets = opus_packets(400, 11);
    // Chromium stamps PCM by the wall clock: on time once in four, else most of a packet late.
    let ragged = |i: u64| i * 20 + [0, 18, 17, 19][i as usize % 4];
    // A stall of 0.7 s, after which everything held back comes at once.
    let stalled = |i: u64| {
        if (100..135).contains(&i) {
            2_700
        } else {
            i * 20
        }
    };
    for (name, times) in [
        ("ragged", (0..400).map(ragged).collect::<Vec<_>>()),
        ("stalled", (0..400).map(stalled).collect()),
        (
            "both",
            (0..400).map(|i| ragged(i).max(stalled(i))).collect(),
        ),
    ] {
        for video in [false, true] {
            let layout = Layout {
                video,
                ..Layout::default()
            };
            let reading = read(&write(&packets, &times, &layout).bytes);
            assert_eq!(reading.packets.len(), 400, "{name}");
            assert_eq!(reading.end, 400 * PACKET, "{name}");
            assert_eq!(reading.damage, [], "{name}, video {video}");
            // The same with a second truly missing.
            let mut times = times.clone();
            times[200..].iter_mut().for_each(|time| *time += 1_000);
            let reading = read(&write(&packets, &times, &layout).bytes);
            assert_eq!(reading.damage, [DamageKind::Gap], "{name}, video {video}");
            assert!(
                reading.end.abs_diff(450 * PACKET) <= 10 * 48,
                "{name}: {}",
                reading.end
            );
        }
    }
}

#[test]
fn reads_up_to_any_cut() {
    let packets = opus_packets(60, 4);
    let file = write(&packets, &steady(60), &Layout::default());
    for cut in (file.blocks[0]..file.bytes.len()).step_by(37) {
        let whole = file
            .blocks
            .iter()
            .filter(|&&start| start + 3 <= cut)
            .count();
        let Ok(mut demuxer) = EbmlDemuxer::open(Reader::new(&file.bytes[..cut])) else {
            assert!(whole <= 1, "cut at {cut} refused");
            continue;
        };
        let reading = read_all(&mut demuxer);
        assert!(reading.packets.len() + 1 >= whole && reading.packets.len() <= whole);
        assert_eq!(reading.packets, packets[..reading.packets.len()]);
    }
}

#[test]
fn finds_the_way_back_after_zeroed_pages_and_keeps_the_time() {
    let packets = opus_packets(500, 5);
    let file = write(&packets, &steady(500), &Layout::default());
    for page in 1..file.bytes.len() / 4096 {
        let mut bytes = file.bytes.clone();
        bytes[page * 4096..(page + 1) * 4096].fill(0);
        let reading = read(&bytes);
        let touched = file
            .blocks
            .iter()
            .zip(file.blocks.iter().skip(1).chain([&file.bytes.len()]))
            .filter(|(&start, &end)| start < (page + 1) * 4096 && end > page * 4096)
            .count();
        assert!(
            reading.packets.len() + touched >= 500,
            "page {page}: {} packets",
            reading.packets.len()
        );
        let missing_tail = (file.blocks[499] < (page + 1) * 4096) as u64 * touched as u64;
        assert!(
            // In the last Cluster only the mean byte rate shows how much is missing.
            reading.end >= (490 - missing_tail) * PACKET
                && reading.end <= 510 * PACKET
                && (page >= 12 || reading.end == 500 * PACKET),
            "page {page}: ends at {} packets",
            reading.end / PACKET
        );
        assert!(!reading.damage.is_empty());
    }
}

#[test]
fn keeps_the_time_when_the_middle_is_missing() {
    let packets = opus_packets(500, 6);
    let file = write(&packets, &steady(500), &Layout::default());
    for (from, to) in [(60, 190), (60, 61), (80, 400), (55, 120)] {
        let (from_byte, to_byte) = (file.blocks[from] + 11, file.blocks[to] + 17);
        let bytes = [&file.bytes[..from_byte], &file.bytes[to_byte..]].concat();
        let reading = read(&bytes);
        assert!(reading.packets.len() >= 500 - (to - from) - 2);
        assert_eq!(reading.end, 500 * PACKET, "{from}..{to}");
        // Every packet after the hole lies where it was recorded.
        let tail = packets.len() - 1;
        let last = reading.packets.len() - 1;
        for back in 0..500 - to - 2 {
            assert_eq!(reading.packets[last - back], packets[tail - back]);
            assert_eq!(
                reading.at[last - back],
                (tail - back) as u64 * PACKET,
                "{from}..{to} −{back}"
            );
        }
    }
}

#[test]
fn reads_later_chunks_without_the_first() {
    let packets = opus_packets(300, 7);
    let file = write(&packets, &steady(300), &Layout::default());
    for first in [30, 100, 251] {
        let reading = read(&file.bytes[file.blocks[first] + 5..]);
        assert_eq!(reading.packets, packets[first + 1..]);
        assert!(reading.damage.contains(&DamageKind::MissingHeader));
        assert_eq!(reading.end, (299 - first) as u64 * PACKET);
    }
    let at_cluster = read(&file.bytes[file.clusters[3]..]);
    assert_eq!(at_cluster.packets, packets[75..]);
}

#[test]
fn another_codec_without_its_header_is_not_taken_for_opus() {
    // Valid as Opus one by one (60 ms of SILK, code 0), but 20 ms apart: Vorbis may look like that.
    let packets: Vec<Vec<u8>> = opus_packets(300, 12)
        .into_iter()
        .map(|mut packet| {
            packet[0] = 0x18;
            packet
        })
        .collect();
    let file = write(&packets, &steady(300), &Layout::default());
    let open = EbmlDemuxer::open(Reader::new(&file.bytes[file.blocks[30] + 5..]));
    assert!(open.is_err());
}

#[test]
fn continues_the_timeline_into_a_second_recording() {
    let first = opus_packets(100, 8);
    let second = opus_packets(80, 9);
    let layout = Layout::default();
    let concatenated = [
        write(&first, &steady(100), &layout).bytes,
        write(&second, &steady(80), &layout).bytes,
    ]
    .concat();
    let reading = read(&concatenated);
    assert_eq!(reading.packets, [first, second].concat());
    assert_eq!(reading.end, 180 * PACKET);
    assert_eq!(reading.damage, [DamageKind::Concatenated]);
}

#[test]
fn a_wrong_time_stamp_does_not_add_hours() {
    let packets = opus_packets(200, 10);
    let file = write(&packets, &steady(200), &Layout::default());
    let mut bytes = file.bytes.clone();
    // Timestamp of the third Cluster: after id, eight size bytes, E7 and its size.
    bytes[file.clusters[2] + 4 + 8 + 2] = 0x7F;
    let reading = read(&bytes);
    assert_eq!(reading.packets.len(), 200);
    assert_eq!(reading.end, 200 * PACKET);
}

#[test]
fn refuses_files_without_supported_audio() {
    let open = |bytes: &[u8]| EbmlDemuxer::open(Reader::new(bytes)).map(|_| ());
    assert_eq!(open(&[]), Err(ContainerError::Empty));
    assert_eq!(
        open(&header(&Layout::default())),
        Err(ContainerError::NoAudio)
    );
    assert_eq!(
        open(b"plain text, no container at all"),
        Err(ContainerError::UnsupportedFormat)
    );
    let mut entry = element(0xD7, &[1]);
    entry.extend(element(0x83, &[2]));
    entry.extend(element(0x86, b"A_AC3"));
    let mut bytes = element(0x1A45DFA3, &element(0x4282, b"webm"));
    bytes.extend(element(
        0x18538067,
        &element(0x1654AE6B, &element(0xAE, &entry)),
    ));
    assert_eq!(
        open(&bytes),
        Err(ContainerError::UnsupportedCodec("A_AC3".into()))
    );
}
