//! Ogg pages that others fill and number in their own ways: all sound is read, and granules and numbers that
//! contradict the packets are reported and ignored.

use super::support::{decode, foreign, signal, wav, Random};
use super::SECOND;
use dsp_core::codec::packet_clock::PacketClock;
use dsp_core::container::ogg::page_checksum;
use dsp_core::container::remux::Remux;
use dsp_core::container::{open, DamageKind, Packet};
use dsp_core::inspect::inspect;

/// A parsed stream.
struct Stream {
    name: &'static str,
    headers: Vec<Vec<u8>>,
    /// Packets of sound with the granule after each.
    packets: Vec<(Vec<u8>, u64)>,
    file: Vec<u8>,
}

/// A page before it is written.
#[derive(Clone)]
struct Page {
    flags: u8,
    granule: u64,
    sequence: u32,
    lacing: Vec<u8>,
    body: Vec<u8>,
}

fn write(pages: &[Page]) -> Vec<u8> {
    let mut out = Vec::new();
    for page in pages {
        let mut bytes = b"OggS\0".to_vec();
        bytes.push(page.flags);
        bytes.extend(page.granule.to_le_bytes());
        bytes.extend(9u32.to_le_bytes());
        bytes.extend(page.sequence.to_le_bytes());
        bytes.extend([0; 4]);
        bytes.push(page.lacing.len() as u8);
        bytes.extend(&page.lacing);
        bytes.extend(&page.body);
        let sum = page_checksum(&bytes);
        bytes[22..26].copy_from_slice(&sum.to_le_bytes());
        out.extend(bytes);
    }
    out
}

/// The packets of a file as ffmpeg writes it.
fn streams() -> Vec<Stream> {
    let wave = wav(48_000, &signal(48_000, 1, SECOND * 8));
    [
        ("vorbis", &["-c:a", "libvorbis", "-f", "ogg"][..], 3),
        ("opus", &["-c:a", "libopus", "-b:a", "32k", "-f", "ogg"], 2),
        ("flac", &["-c:a", "flac", "-f", "ogg"], 2),
    ]
    .into_iter()
    .filter_map(|(name, arguments, headers)| {
        let file = foreign(name, &wave, arguments)?;
        let mut packets: Vec<Vec<u8>> = Vec::new();
        let (mut at, mut part, mut end) = (0, Vec::new(), 0);
        while at < file.len() {
            let count = usize::from(file[at + 26]);
            let granule = u64::from_le_bytes(file[at + 6..at + 14].try_into().unwrap());
            end = if granule < 1 << 63 { granule } else { end };
            let mut from = at + 27 + count;
            for lace in &file[at + 27..at + 27 + count] {
                part.extend(&file[from..from + usize::from(*lace)]);
                from += usize::from(*lace);
                if *lace < 255 {
                    packets.push(core::mem::take(&mut part));
                }
            }
            at = from;
        }
        let headers = match name {
            // As many metadata blocks as there are: a frame begins with its sync code.
            "flac" => packets.iter().position(|packet| packet[0] == 0xFF).unwrap(),
            _ => headers,
        };
        packets.retain(|packet| !packet.is_empty());
        let sound = packets.split_off(headers);
        let mut clock = PacketClock::new(open(file.as_slice()).unwrap().track());
        let mut granule = 0;
        let mut sound: Vec<(Vec<u8>, u64)> = sound
            .into_iter()
            .map(|packet| {
                granule += u64::from(clock.place(&packet).unwrap());
                (packet, granule)
            })
            .collect();
        sound.last_mut().unwrap().1 = end;
        Some(Stream {
            name,
            headers: packets,
            packets: sound,
            file,
        })
    })
    .collect()
}

/// Pages of `segments` lacing values each, whatever they hold: packets, headers too, begin and end anywhere.
fn paged(stream: &Stream, segments: usize, head_alone: bool) -> Vec<Page> {
    let headers = stream.headers.iter().map(|packet| (packet, 0));
    let sound = stream
        .packets
        .iter()
        .map(|(packet, granule)| (packet, *granule));
    let mut pages: Vec<Page> = Vec::new();
    let fresh = |is_continued: bool, sequence: usize| Page {
        flags: u8::from(is_continued) | if sequence == 0 { 2 } else { 0 },
        granule: u64::MAX,
        sequence: sequence as u32,
        lacing: Vec::new(),
        body: Vec::new(),
    };
    let mut page = fresh(false, 0);
    for (index, (packet, granule)) in headers.chain(sound).enumerate() {
        let mut rest = packet.as_slice();
        let mut is_begun = false;
        loop {
            let most = if pages.is_empty() {
                segments.max(2)
            } else {
                segments
            };
            if page.lacing.len() == most {
                pages.push(page);
                page = fresh(is_begun, pages.len());
            }
            let count = rest.len().min(255);
            page.lacing.push(count as u8);
            page.body.extend(&rest[..count]);
            rest = &rest[count..];
            is_begun = true;
            if count < 255 {
                break;
            }
        }
        page.granule = granule;
        if index == 0 && head_alone {
            pages.push(page);
            page = fresh(false, pages.len());
        }
    }
    page.flags |= 4;
    pages.push(page);
    pages
}

fn kinds(bytes: &[u8]) -> Vec<DamageKind> {
    let found = inspect(bytes).unwrap().damage;
    found.iter().map(|damage| damage.kind).collect()
}

fn clean(bytes: &[u8]) -> Vec<u8> {
    let mut remux = Remux::new(bytes).unwrap();
    let mut out = Vec::new();
    while remux.step(&mut out).unwrap() {}
    out
}

#[test]
fn sound_on_the_pages_of_headers_is_kept_wherever_pages_end() {
    let (mut tried, mut wrong) = (0, Vec::new());
    for stream in streams() {
        let truth = decode(&stream.file);
        let copy = clean(&stream.file);
        assert_eq!(truth[0].len(), 8 * SECOND, "{}", stream.name);
        for segments in [1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144, 255] {
            for head_alone in [true, false] {
                let bytes = write(&paged(&stream, segments, head_alone));
                let name = format!("{}, {segments} segments, {head_alone}", stream.name);
                let heard = decode(&bytes);
                if heard != truth || !kinds(&bytes).is_empty() || clean(&bytes) != copy {
                    let more = heard[0].len() as i64 - truth[0].len() as i64;
                    wrong.push(format!("{name}: {more} frames more, {:?}", kinds(&bytes)));
                }
                tried += 1;
            }
        }
    }
    assert!(wrong.is_empty(), "of {tried}:\n{}", wrong.join("\n"));
    assert!(tried >= 48, "{tried}");
}

/// The wrong granule of a page, by its index from the first page with sound.
type Lie = fn(granule: u64, index: usize, last: bool) -> u64;

#[test]
fn granules_are_trusted_only_within_the_length_of_their_packets() {
    let lies: [(&str, Lie); 22] = [
        ("all 0", |_, _, _| 0),
        ("all 1", |_, _, _| 1),
        ("none", |_, _, _| u64::MAX),
        ("all 1000", |_, _, _| 1_000),
        ("all alike and far", |_, _, _| 1 << 40),
        ("twice as fast", |granule, _, _| granule * 2),
        ("half as fast", |granule, _, _| granule / 2),
        ("at 44.1 kHz", |granule, _, _| granule * 441 / 480),
        ("of 44.1 kHz", |granule, _, _| granule * 480 / 441),
        ("pages counted", |_, index, _| index as u64),
        ("backwards", |granule, _, _| 10_000_000 - granule),
        ("random", |_, index, _| Random(index as u64).below(1 << 30)),
        ("random and small", |_, index, _| {
            Random(index as u64).below(1_000)
        }),
        ("milliseconds", |granule, _, _| granule / 48),
        ("last 0", |granule, _, last| if last { 0 } else { granule }),
        ("last 1", |granule, _, last| if last { 1 } else { granule }),
        ("last a second ahead", |granule, _, last| {
            granule + if last { 48_000 } else { 0 }
        }),
        ("last an hour ahead", |granule, _, last| {
            granule + if last { 172_800_000 } else { 0 }
        }),
        (
            "first 0",
            |granule, index, _| if index == 0 { 0 } else { granule },
        ),
        ("first far", |granule, index, _| {
            granule + if index == 0 { 1 << 30 } else { 0 }
        }),
        ("one ahead", |granule, index, _| {
            granule + if index == 4 { 96_000 } else { 0 }
        }),
        ("one behind", |granule, index, _| {
            granule.saturating_sub(if index == 4 { 96_000 } else { 0 })
        }),
    ];
    let mut wrong = Vec::new();
    for stream in streams() {
        let truth = decode(&stream.file);
        let pages = paged(&stream, 34, true);
        let first = pages
            .iter()
            .position(|page| page.granule != u64::MAX && page.granule > 0);
        let first = first.unwrap();
        for (lie, change) in lies {
            let mut pages = pages.clone();
            let count = pages.len();
            for (index, page) in pages.iter_mut().enumerate().skip(first) {
                if page.granule != u64::MAX {
                    page.granule = change(page.granule, index - first, index + 1 == count);
                }
            }
            let bytes = write(&pages);
            let heard = decode(&bytes);
            let name = format!("{}: {lie}", stream.name);
            // Only the last granule states where in the last packet the sound ends.
            let more = heard[0].len() as i64 - truth[0].len() as i64;
            let kept = truth[0].len().min(heard[0].len());
            let is_same = (0..4_096).contains(&more) && heard[0][..kept] == truth[0][..kept];
            let is_named = kinds(&bytes).contains(&DamageKind::SizeLie) || lie == "none";
            let copy = clean(&bytes);
            let copied = decode(&copy)[0].len() as i64 - heard[0].len() as i64;
            if !is_same || !is_named || copied != 0 || !kinds(&copy).is_empty() {
                wrong.push(format!(
                    "{name}: {more} frames more, named {is_named}, {copied} more in the copy, {:?}",
                    kinds(&copy)
                ));
            }
        }
        // A capture may start at any granule.
        let mut shifted = pages.clone();
        for page in shifted.iter_mut().skip(first) {
            page.granule = page.granule.wrapping_add(1_000_000).max(page.granule);
        }
        let bytes = write(&shifted);
        if decode(&bytes)[0].len() != truth[0].len() || !kinds(&bytes).is_empty() {
            wrong.push(format!("{}: a capture", stream.name));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// A name, and what a page states instead of its number.
type NumberLie = (&'static str, fn(u32) -> u32);

#[test]
fn page_numbers_that_count_no_pages_lose_nothing() {
    let lies: [NumberLie; 7] = [
        ("all 0", |_| 0),
        ("all 7", |_| 7),
        ("every other one", |number| number * 2),
        ("backwards", |number| 1_000_000 - number),
        ("every one twice", |number| number / 2),
        ("random", |number| Random(u64::from(number)).next() as u32),
        ("from 1000 on", |number| {
            number + if number > 3 { 1_000 } else { 0 }
        }),
    ];
    let mut wrong = Vec::new();
    for stream in streams() {
        let truth = decode(&stream.file);
        for segments in [34, 55, 89] {
            for (lie, change) in lies {
                let mut pages = paged(&stream, segments, true);
                for page in &mut pages {
                    page.sequence = change(page.sequence);
                }
                let bytes = write(&pages);
                let name = format!("{}, {segments} segments: {lie}", stream.name);
                let heard = decode(&bytes);
                if heard != truth || !kinds(&bytes).contains(&DamageKind::WrongHeader) {
                    let more = heard[0].len() as i64 - truth[0].len() as i64;
                    wrong.push(format!("{name}: {more} frames more, {:?}", kinds(&bytes)));
                }
            }
            let mut pages = paged(&stream, segments, true);
            let twice = pages.len() / 2;
            pages.insert(twice, pages[twice].clone());
            let bytes = write(&pages);
            if decode(&bytes) != truth {
                wrong.push(format!("{}: a page that comes twice", stream.name));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_clean_copy_keeps_a_pause_before_its_last_packets() {
    let Some(stream) = streams().into_iter().find(|stream| stream.name == "opus") else {
        return;
    };
    // The last five packets a second late, as ffmpeg copies a recording that paused.
    let mut late = stream;
    let from = late.packets.len() - 5;
    late.packets[from..]
        .iter_mut()
        .for_each(|packet| packet.1 += 48_000);
    let mut pages = paged(&late, 2, true);
    pages.retain(|page| !page.lacing.is_empty());
    let bytes = write(&pages);
    let frames = inspect(bytes.as_slice()).unwrap().frames;
    assert_eq!(frames, 9 * SECOND as u64);
    let copy = clean(&bytes);
    assert_eq!(inspect(copy.as_slice()).unwrap().frames, frames);
    assert!(clean(&copy) == copy);
    let mut demuxer = open(copy.as_slice()).unwrap();
    let (mut packet, mut stamps) = (Packet::default(), Vec::new());
    while demuxer.next_packet(&mut packet).unwrap() {
        stamps.push(packet.timestamp.unwrap());
    }
    let gaps: Vec<u64> = stamps
        .windows(2)
        .map(|two| two[1] - two[0])
        .filter(|&step| step != 960)
        .collect();
    assert_eq!(gaps, [48_960]);
}
