//! MP4: every way phones and browsers lay it out, and the remains of interrupted recordings.

use super::mp4_file::{aac_packets, atom, flat, fragmented, several, words, Layout, Order};
use super::random::Random;
use super::{read_all, Reading};
use dsp_core::container::isobmff::Mp4Demuxer;
use dsp_core::container::reader::Reader;
use dsp_core::container::{Codec, ContainerError, DamageKind, Demuxer, EditPart};

fn open(bytes: &[u8]) -> Result<Mp4Demuxer<&[u8]>, ContainerError> {
    Mp4Demuxer::open(Reader::new(bytes))
}

fn read(bytes: &[u8]) -> Reading {
    read_all(&mut open(bytes).expect("opens"))
}

const PACKET: u64 = 1024;

#[test]
fn reads_flat_files_whatever_their_tables() {
    let packets = aac_packets(95, 1);
    for bits in 0..16u32 {
        let layout = Layout {
            moov_first: bits & 1 != 0,
            wide_offsets: bits & 2 != 0,
            compact_sizes: bits & 4 != 0,
            chunk: if bits & 8 != 0 { 1 } else { 10 },
            ..Layout::default()
        };
        let reading = read(&flat(&packets, &layout));
        assert_eq!(reading.packets, packets, "{bits:04b}");
        assert_eq!(reading.end, 95 * PACKET);
        assert_eq!(reading.damage, []);
    }
}

#[test]
fn reads_fragments_in_either_order() {
    let packets = aac_packets(95, 2);
    for order in [Order::Usual, Order::DataFirst, Order::OpenEnd] {
        let reading = read(&fragmented(&packets, 10, order).bytes);
        assert_eq!(reading.packets, packets);
        assert_eq!(reading.end, 95 * PACKET);
        assert_eq!(reading.damage, []);
    }
}

#[test]
fn states_trims_from_the_edit_list_and_the_last_duration() {
    let packets = aac_packets(50, 3);
    // The edit reaches the end of the media, which the last sample's duration states exactly.
    let whole = Layout {
        edit: Some((1024, 49 * 1024 - 700)),
        last_duration: 324,
        ..Layout::default()
    };
    let bytes = flat(&packets, &whole);
    let demuxer = open(&bytes).unwrap();
    assert_eq!(demuxer.track().delay_frames, 1024);
    assert_eq!(demuxer.track().stated_frames, Some(49 * 1024 - 700));
    // The edit keeps a part.
    let part = Layout {
        edit: Some((2048, 10_000)),
        ..Layout::default()
    };
    let bytes = flat(&packets, &part);
    let demuxer = open(&bytes).unwrap();
    assert_eq!(
        (demuxer.track().delay_frames, demuxer.track().stated_frames),
        (0, None)
    );
    let (start, end) = (2_048, 12_048);
    assert_eq!(demuxer.edits(), [EditPart::Media { start, end }]);
}

#[test]
fn reports_video_metadata_and_unsupported_codecs() {
    let packets = aac_packets(5, 4);
    let bytes = flat(
        &packets,
        &Layout {
            video: true,
            ..Layout::default()
        },
    );
    let demuxer = open(&bytes).unwrap();
    assert!(demuxer.has_video());
    assert_eq!(demuxer.metadata(), ["title"]);
    assert_eq!(demuxer.track().codec, Codec::Aac);
    // Main and long term prediction are; scalable sample rate is not.
    for (object_type, ours) in [(1, true), (4, true), (3, false)] {
        let layout = Layout {
            object_type,
            ..Layout::default()
        };
        let opened = open(&flat(&packets, &layout)).map(|demuxer| demuxer.track().codec);
        let refused = ContainerError::UnsupportedCodec(format!("mp4a.40.{object_type}"));
        assert_eq!(opened, if ours { Ok(Codec::Aac) } else { Err(refused) });
    }
}

#[test]
fn reads_up_to_any_cut_when_the_movie_comes_first() {
    let packets = aac_packets(60, 5);
    let bytes = flat(
        &packets,
        &Layout {
            moov_first: true,
            ..Layout::default()
        },
    );
    let data_at = bytes.len() - packets.concat().len();
    for cut in (data_at + 400..bytes.len()).step_by(211) {
        let reading = read(&bytes[..cut]);
        let mut end = data_at;
        let whole = packets
            .iter()
            .take_while(|packet| {
                end += packet.len();
                end <= cut
            })
            .count();
        assert_eq!(reading.packets, packets[..whole]);
        assert!(reading.damage.contains(&DamageKind::Truncated));
    }
}

#[test]
fn reads_fragments_up_to_any_cut() {
    let packets = aac_packets(60, 6);
    let file = fragmented(&packets, 10, Order::Usual);
    for cut in (file.fragments[1]..file.bytes.len()).step_by(97) {
        let reading = read(&file.bytes[..cut]);
        assert_eq!(reading.packets, packets[..reading.packets.len()]);
        let complete = file.fragments.iter().filter(|&&start| start <= cut).count() - 1;
        assert!(reading.packets.len() >= complete * 10);
    }
}

#[test]
fn finds_later_fragments_after_a_destroyed_one() {
    let packets = aac_packets(60, 7);
    let file = fragmented(&packets, 10, Order::Usual);
    let mut bytes = file.bytes.clone();
    bytes[file.fragments[2]..file.fragments[2] + 64].fill(0);
    let reading = read(&bytes);
    assert_eq!(reading.packets, [&packets[..20], &packets[30..]].concat());
    assert_eq!(reading.at[20], 30 * PACKET);
    assert!(
        reading.damage.contains(&DamageKind::Resync) && reading.damage.contains(&DamageKind::Gap)
    );
}

#[test]
fn survives_a_media_box_with_a_wrong_size() {
    let packets = aac_packets(60, 8);
    let file = fragmented(&packets, 10, Order::Usual);
    for size in [0u32, 9, 0x7FFF_FFFF, 3000] {
        let mut bytes = file.bytes.clone();
        let moof = u32::from_be_bytes(bytes[file.fragments[2]..][..4].try_into().unwrap()) as usize;
        bytes[file.fragments[2] + moof..][..4].copy_from_slice(&size.to_be_bytes());
        assert_eq!(read(&bytes).packets, packets, "size {size}");
    }
}

#[test]
fn reads_fragments_without_the_first_chunk() {
    let packets = aac_packets(60, 9);
    let file = fragmented(&packets, 10, Order::Usual);
    for from in [
        file.header_bytes,
        file.fragments[2],
        file.fragments[2] - 333,
    ] {
        let reading = read(&file.bytes[from..]);
        let expected = if from == file.header_bytes {
            &packets[..]
        } else {
            &packets[20..]
        };
        assert_eq!(reading.packets, expected);
        assert!(reading.damage.contains(&DamageKind::MissingHeader));
    }
}

#[test]
fn pictures_and_subtitles_in_fragments_are_no_sound() {
    let mut random = Random::new(15);
    let mut units = |most: usize, besides: usize| {
        (0..60)
            .map(|_| {
                let mut sample = Vec::new();
                for _ in 0..1 + random.below(3) {
                    let length = 9 + random.below(most);
                    let payload = random.bytes(length);
                    sample.extend(((payload.len() + besides) as u32).to_be_bytes());
                    sample.extend(payload);
                }
                sample
            })
            .collect::<Vec<Vec<u8>>>()
    };
    for samples in [units(900, 0), units(30, 4)] {
        let file = fragmented(&samples, 10, Order::Usual);
        let segment = &file.bytes[file.fragments[1]..];
        assert_eq!(open(segment).err(), Some(ContainerError::NoAudio));
    }
    // A movie that declares only pictures declares them for any fragment.
    let packets = aac_packets(60, 16);
    let mut file = fragmented(&packets, 10, Order::Usual);
    let handler = file.bytes.windows(4).position(|kind| kind == b"soun");
    file.bytes[handler.unwrap()..][..4].copy_from_slice(b"vide");
    assert_eq!(open(&file.bytes).err(), Some(ContainerError::NoAudio));
}

#[test]
fn continues_the_timeline_into_a_second_recording() {
    let (first, second) = (aac_packets(40, 10), aac_packets(30, 11));
    for moov_first in [false, true] {
        let layout = Layout {
            moov_first,
            ..Layout::default()
        };
        let concatenated = [flat(&first, &layout), flat(&second, &layout)].concat();
        let reading = read(&concatenated);
        assert_eq!(reading.packets, [first.clone(), second.clone()].concat());
        assert_eq!(reading.end, 70 * PACKET);
        assert_eq!(reading.damage, [DamageKind::Concatenated]);
    }
    let concatenated = [
        fragmented(&first, 7, Order::Usual).bytes,
        fragmented(&second, 7, Order::Usual).bytes,
    ]
    .concat();
    assert_eq!(read(&concatenated).packets, [first, second].concat());
}

#[test]
fn a_wrong_time_does_not_add_hours() {
    let packets = aac_packets(60, 12);
    let file = fragmented(&packets, 10, Order::Usual);
    let mut bytes = file.bytes.clone();
    let tfdt = bytes[file.fragments[3]..]
        .windows(4)
        .position(|kind| kind == b"tfdt")
        .unwrap();
    bytes[file.fragments[3] + tfdt + 8] = 0x60;
    assert_eq!(read(&bytes).end, 60 * PACKET);
    let mut bytes = flat(&packets, &Layout::default());
    let stts = bytes.windows(4).position(|kind| kind == b"stts").unwrap();
    bytes[stts + 16] = 0x70;
    assert_eq!(read(&bytes).end, 60 * PACKET);
}

#[test]
fn a_wrong_count_costs_nothing() {
    let packets = aac_packets(3, 13);
    let bytes = flat(&packets, &Layout::default());
    for kind in [b"stsz", b"stco", b"stts", b"stsc", b"elst"] {
        let Some(at) = bytes.windows(4).position(|window| window == kind) else {
            continue;
        };
        for field in [at + 8, at + 12] {
            let mut bytes = bytes.clone();
            bytes[field..field + 4].fill(0xFF);
            if let Ok(mut demuxer) = open(&bytes) {
                assert!(read_all(&mut demuxer).packets.len() <= 2 * bytes.len());
            }
        }
    }
}

#[test]
fn refuses_files_without_audio() {
    assert_eq!(open(&[]).err(), Some(ContainerError::Empty));
    assert_eq!(
        open(b"nothing of the kind here").err(),
        Some(ContainerError::UnsupportedFormat)
    );
    let only = [
        atom(b"ftyp", &[b"isom\0\0\0\0"]),
        atom(b"free", &[&words(&[0; 10])]),
    ]
    .concat();
    assert_eq!(open(&only).err(), Some(ContainerError::NoAudio));
}

#[test]
fn finds_samples_that_moved_after_damage() {
    let packets = aac_packets(200, 14);
    for moov_first in [false, true] {
        let whole = flat(
            &packets,
            &Layout {
                moov_first,
                ..Layout::default()
            },
        );
        let data_at = if moov_first {
            whole.len() - packets.concat().len()
        } else {
            32
        };
        for (from, length) in [(9_000, 700), (20_000, 9_000), (3_000, 15_000)] {
            let (from, to) = (data_at + from, data_at + from + length);
            let bytes = [&whole[..from], &whole[to..]].concat();
            let reading = read(&bytes);
            let mut at = data_at;
            let intact: Vec<&Vec<u8>> = packets
                .iter()
                .filter(|packet| {
                    at += packet.len();
                    at <= from || at - packet.len() >= to
                })
                .collect();
            let found = reading
                .packets
                .iter()
                .filter(|packet| intact.contains(packet))
                .count();
            assert!(
                found + 3 >= intact.len(),
                "{found} of {} behind {length} bytes",
                intact.len()
            );
            assert!(
                reading.packets.len() <= found + 2,
                "garbage is not handed out"
            );
            // Samples after the damage keep their place.
            assert_eq!(reading.end, 200 * PACKET);
        }
    }
}

#[test]
fn data_stated_inside_its_fragments_head_begins_after_it() {
    let packets = aac_packets(60, 22);
    let file = fragmented(&packets, 10, Order::Usual);
    let mut bytes = file.bytes.clone();
    for &start in &file.fragments {
        // A head that grew by 55 bytes after its offsets were written.
        let run = start
            + bytes[start..]
                .windows(4)
                .position(|four| four == b"trun")
                .unwrap();
        let offset = &mut bytes[run + 12..run + 16];
        let said = u32::from_be_bytes((&*offset).try_into().unwrap());
        offset.copy_from_slice(&(said - 55).to_be_bytes());
    }
    let reading = read(&bytes);
    assert!(reading.packets == packets);
    assert_eq!(reading.end, 60 * 1024);
    assert_eq!(reading.damage, [DamageKind::SizeLie]);
}

#[test]
fn a_fragment_head_written_twice_counts_once() {
    let packets = aac_packets(60, 21);
    let file = fragmented(&packets, 10, Order::Usual);
    for again in [0, 2, 5] {
        let start = file.fragments[again];
        let length = u32::from_be_bytes(file.bytes[start..start + 4].try_into().unwrap());
        let head = file.bytes[start..start + length as usize].to_vec();
        let mut bytes = file.bytes.clone();
        bytes.splice(start..start, head);
        let reading = read(&bytes);
        assert!(reading.packets == packets, "fragment {again}");
        assert_eq!(reading.end, 60 * 1024);
        assert_eq!(reading.damage, []);
    }
}

#[test]
fn a_fragment_that_is_appended_again_counts_once() {
    let packets = aac_packets(80, 23);
    let file = fragmented(&packets, 8, Order::Usual);
    let end_of = |index: usize| {
        let next = file.fragments.get(index + 1);
        next.copied().unwrap_or(file.bytes.len())
    };
    let mut random = Random::new(24);
    for round in 0..24 {
        // Some fragments, each right after itself, later or at the very end; once all of them.
        let mut bytes = file.bytes[..file.header_bytes].to_vec();
        let mut late: Vec<u8> = Vec::new();
        for (index, &start) in file.fragments.iter().enumerate() {
            let fragment = &file.bytes[start..end_of(index)];
            bytes.extend(fragment);
            match if round == 0 { 2 } else { random.below(4) } {
                0 => bytes.extend(fragment),
                1 => bytes.extend([fragment, fragment].concat()),
                2 => late.extend(fragment),
                _ => {}
            }
        }
        bytes.extend(late);
        let reading = read(&bytes);
        assert!(reading.packets == packets, "round {round}");
        assert_eq!(reading.end, 80 * PACKET, "round {round}");
    }
    // Another recording of the same lengths is no repetition.
    let mut second = fragmented(&aac_packets(80, 25), 8, Order::Usual);
    let other = second.bytes.split_off(second.header_bytes);
    let both = read(&[file.bytes.clone(), other].concat());
    assert_eq!(both.packets.len(), 160);
}

#[test]
fn a_disabled_track_is_left_out_where_another_is_enabled() {
    // One file of up to three tracks: which are enabled, and which then is played.
    for (seed, enabled) in (0..8u64).map(|bits| (bits, [0, 1, 2].map(|bit| bits >> bit & 1 == 1))) {
        for moov_first in [false, true] {
            for order in [[0, 1, 2], [2, 0, 1]] {
                let tracks: Vec<Vec<Vec<u8>>> = (0..3)
                    .map(|index| aac_packets(20 + 5 * index, 30 + 3 * seed + index as u64))
                    .collect();
                let flags: Vec<(usize, bool)> =
                    order.iter().map(|&index| (index, enabled[index])).collect();
                let bytes = several(&tracks, &flags, moov_first);
                let played = flags.iter().find(|track| track.1).unwrap_or(&flags[0]).0;
                assert!(read(&bytes).packets == tracks[played], "{flags:?}");
            }
        }
    }
}
