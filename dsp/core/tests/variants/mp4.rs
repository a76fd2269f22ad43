//! AAC in an MP4 that lost its movie box, or describes its parts separately.

use super::support::{decode, foreign, rest, signal, wav};
use super::SECOND;
use dsp_core::decode::Decoder;
use dsp_core::inspect::inspect;

/// Where the payload of the top-level box `kind` begins.
fn payload(bytes: &[u8], kind: &[u8; 4]) -> usize {
    let mut at = 0;
    while &bytes[at + 4..at + 8] != kind {
        at += u32::from_be_bytes(bytes[at..at + 4].try_into().unwrap()) as usize;
    }
    at + 8
}

#[test]
fn aac_in_an_mp4_without_its_movie_box_is_found_block_by_block() {
    for (rate, channels) in [(48_000, 1), (48_000, 2), (24_000, 2), (16_000, 1)] {
        let planes = signal(rate, channels, rate as usize * 4);
        let arguments = ["-c:a", "aac", "-b:a", "64k", "-f", "mp4"];
        let Some(bytes) = foreign("no-movie", &wav(rate, &planes), &arguments) else {
            return;
        };
        let whole = decode(&bytes);
        let movie = payload(&bytes, b"moov");
        let media = payload(&bytes, b"mdat");
        let mut unfinished = bytes[..movie - 8].to_vec();
        unfinished[media - 8..media - 4].fill(0);
        let cases = [
            ("the box never came", bytes[..movie - 8].to_vec()),
            ("and the size is 0", unfinished),
            ("the box ends early", bytes[..movie + 90].to_vec()),
            ("its tables end early", bytes[..bytes.len() - 400].to_vec()),
        ];
        for (name, damaged) in cases {
            let mut decoder = Decoder::open(damaged.as_slice()).unwrap();
            let got = rest(&mut decoder);
            let label = format!("{name}, {rate} Hz, {channels} channels");
            assert_eq!(
                (decoder.sample_rate_hz(), got.len()),
                (rate, channels),
                "{label}"
            );
            assert!(!decoder.damage().is_empty(), "{label}");
            // Without an edit list the priming block is heard; nothing else is more.
            let extra = got[0].len() - whole[0].len();
            assert!(extra <= 2_048, "{label}: {extra} frames more");
            let lead = if extra >= 1_024 { 1_024 } else { 0 };
            assert!(
                got[0][lead + 2_048..lead + 40_000] == whole[0][2_048..40_000],
                "{label}"
            );
        }
        // A hole in the media loses only the part it covers.
        let mut holed = bytes[..movie - 8].to_vec();
        let (from, to) = (media + (movie - media) / 3, media + (movie - media) / 2);
        holed[from..to].fill(0xFF);
        let got = decode(&holed);
        let kept = got[0].len() as f64 / whole[0].len() as f64;
        assert!((0.80..0.85).contains(&kept), "{rate} {channels}: {kept}");
    }
}

#[test]
fn fragments_without_their_movie_box_show_the_rate_by_their_blocks() {
    for rate in [48_000, 32_000, 24_000, 16_000, 8_000] {
        let planes = signal(rate, 1, rate as usize * 3);
        let fragmented = "-c:a aac -b:a 48k -f mp4 -movflags frag_keyframe+empty_moov";
        let mut arguments: Vec<&str> = fragmented.split(' ').collect();
        arguments.extend(["-frag_duration", "500000"]);
        let Some(bytes) = foreign("rates", &wav(rate, &planes), &arguments) else {
            return;
        };
        let whole = decode(&bytes);
        let mut headless = bytes.clone();
        let movie = payload(&bytes, b"moov");
        headless[movie - 4..movie].copy_from_slice(b"free");
        let mut decoder = Decoder::open(headless.as_slice()).unwrap();
        let got = rest(&mut decoder);
        assert_eq!((decoder.sample_rate_hz(), got.len()), (rate, 1));
        assert_eq!(got[0].len(), whole[0].len(), "{rate}");
        assert!(got[0][1_024..] == whole[0][1_024..], "{rate}");
    }
}

#[test]
fn a_long_m4a_that_lost_its_beginning_is_recognised_by_its_end() {
    let planes = signal(48_000, 2, SECOND * 60);
    let arguments = ["-c:a", "aac", "-b:a", "320k", "-f", "mp4"];
    let Some(bytes) = foreign("no-beginning", &wav(48_000, &planes), &arguments) else {
        return;
    };
    let whole = decode(&bytes);
    let lost = bytes.len() / 20;
    let movie = payload(&bytes, b"moov");
    assert!(
        movie - lost > 1 << 20,
        "the movie box is far from either beginning"
    );
    let got = decode(&bytes[lost..]);
    // Nineteen parts of twenty are there; at most a hole is lost.
    assert!(got[0].len() <= whole[0].len());
    assert!(got[0].len() * 20 > whole[0].len() * 19 - 20 * 4_096);
    // Where the first packet was is not known, and so not where the padding of the last begins.
    let padding = (SECOND * 60 + 1_024).next_multiple_of(1_024) - SECOND * 60 - 1_024;
    let (tail, end) = (20 * SECOND, got[0].len() - padding);
    let (got, whole) = (&got[0][end - tail..end], &whole[0][whole[0].len() - tail..]);
    let error: f32 = got.iter().zip(whole).map(|(a, b)| (a - b).powi(2)).sum();
    let power: f32 = whole.iter().map(|x| x * x).sum();
    assert!(error < 0.01 * power, "{}", error / power);
}

/// The box `kind` with `body`.
fn boxed(kind: &[u8; 4], body: &[u8]) -> Vec<u8> {
    let size = (body.len() as u32 + 8).to_be_bytes();
    [&size[..], kind, body].concat()
}

/// An M4A of `parts`, each with a sample description of its own and one chunk of AAC blocks.
fn described_separately(parts: &[(u32, u8, Vec<Vec<u8>>)]) -> Vec<u8> {
    let words = |values: &[u32]| -> Vec<u8> {
        values
            .iter()
            .flat_map(|value| value.to_be_bytes())
            .collect()
    };
    let head = boxed(b"ftyp", b"M4A \0\0\0\0");
    let media: Vec<u8> = parts.iter().flat_map(|part| part.2.concat()).collect();
    let (mut entries, mut map, mut chunks, mut sizes) = (vec![], vec![], vec![], vec![]);
    let mut at = head.len() as u32 + 8;
    for (number, (rate, channels, blocks)) in (1..).zip(parts) {
        let index = [48_000, 44_100, 32_000, 24_000]
            .iter()
            .position(|hz| hz == rate);
        let config = 2 << 11 | (index.unwrap() as u16 + 3) << 7 | u16::from(*channels) << 3;
        let mut esds = vec![0, 0, 0, 0, 3, 25, 0, 1, 0, 4, 17, 0x40, 0x15];
        esds.extend([0; 11]);
        esds.extend([5, 2]);
        esds.extend(config.to_be_bytes());
        esds.extend([6, 1, 2]);
        let mut entry = vec![0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, *channels];
        entry.extend([0, 16, 0, 0, 0, 0]);
        entry.extend((rate << 16).to_be_bytes());
        entry.extend(boxed(b"esds", &esds));
        entries.extend(boxed(b"mp4a", &entry));
        map.extend([number, blocks.len() as u32, number]);
        chunks.push(at);
        sizes.extend(blocks.iter().map(|block| block.len() as u32));
        at += blocks.iter().map(Vec::len).sum::<usize>() as u32;
    }
    let (count, kinds) = (sizes.len() as u32, parts.len() as u32);
    let table = [
        boxed(b"stsd", &[words(&[0, kinds]), entries].concat()),
        boxed(b"stts", &words(&[0, 1, count, 1_024])),
        boxed(b"stsc", &words(&[&[0, kinds][..], &map].concat())),
        boxed(b"stsz", &words(&[&[0, 0, count][..], &sizes].concat())),
        boxed(b"stco", &words(&[&[0, kinds][..], &chunks].concat())),
    ];
    let media_head = boxed(b"mdhd", &words(&[0, 0, 0, parts[0].0, count * 1_024, 0]));
    let handler = boxed(b"hdlr", b"\0\0\0\0\0\0\0\0soun\0\0\0\0\0\0\0\0\0\0\0\0\0");
    let tables = boxed(b"minf", &boxed(b"stbl", &table.concat()));
    let track = [
        boxed(b"tkhd", &words(&[7, 0, 0, 1, 0, 0])),
        boxed(b"mdia", &[media_head, handler, tables].concat()),
    ];
    let movie = [
        boxed(b"mvhd", &words(&[0, 0, 0, parts[0].0, count * 1_024])),
        boxed(b"trak", &track.concat()),
    ];
    [
        head,
        boxed(b"mdat", &media),
        boxed(b"moov", &movie.concat()),
    ]
    .concat()
}

#[test]
fn each_part_of_an_mp4_is_decoded_by_its_own_description() {
    let blocks = |name: &str, channels| {
        let planes = signal(48_000, channels, SECOND);
        let bytes = foreign(name, &wav(48_000, &planes), &["-c:a", "aac", "-f", "adts"])?;
        let mut blocks = Vec::new();
        let mut rest = &bytes[..];
        while rest.len() > 7 {
            let length = usize::from(rest[3] & 3) << 11
                | usize::from(rest[4]) << 3
                | usize::from(rest[5] >> 5);
            blocks.push(rest[7..length].to_vec());
            rest = &rest[length..];
        }
        Some((blocks, decode(&bytes)))
    };
    let (Some((stereo, left)), Some((mono, single))) = (blocks("parts-2", 2), blocks("parts-1", 1))
    else {
        return;
    };
    let (first, second) = (stereo.len() * 1_024, mono.len() * 1_024);
    let file = described_separately(&[(48_000, 2, stereo.clone()), (48_000, 1, mono.clone())]);
    let got = decode(&file);
    assert_eq!(got[0].len(), first + second);
    assert!(got[0][..first] == left[0] && got[1][..first] == left[1]);
    assert!(got[0][first..] == single[0] && got[1][first..] == single[0]);
    // The same blocks stated at half the rate last twice as long.
    let file = described_separately(&[(48_000, 2, stereo), (24_000, 1, mono)]);
    let found = inspect(file.as_slice()).unwrap();
    assert_eq!(decode(&file)[0].len() as u64, found.frames);
    assert_eq!(found.frames as usize, first + 2 * second);
}
