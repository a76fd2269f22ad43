//! Files as other people's programs leave them: the same sound without headers, with other headers, or
//! changing its layout on the way.

mod support;

use dsp_core::container::{Container, ContainerError, DamageKind};
use dsp_core::decode::{DecodeError, Decoder};
use dsp_core::inspect::inspect;
use support::{decode, foreign, mp3, page, rest, signal, wav};

const SECOND: usize = 48_000;

/// Offsets of the frames of a FLAC file with fixed blocks, by their numbers.
fn flac_frames(bytes: &[u8]) -> Vec<usize> {
    let mut found = Vec::new();
    for at in 0..bytes.len() - 5 {
        let number = found.len() as u8;
        if bytes[at] == 0xFF && bytes[at + 1] == 0xF8 && bytes[at + 4] == number && number < 128 {
            found.push(at);
        }
    }
    found
}

#[test]
fn flac_frames_need_no_header_before_them() {
    let wave = wav(48_000, &signal(48_000, 2, SECOND * 3));
    let Some(bytes) = foreign("bare-flac", &wave, &["-c:a", "flac", "-f", "flac"]) else {
        return;
    };
    let whole = decode(&bytes);
    let frames = flac_frames(&bytes);
    let block = 4_608;
    for (name, from) in [("no header", 0), ("begins in the middle", 10)] {
        for rubbish in [&b""[..], b"what a crash left behind"] {
            let bare = [rubbish, &bytes[frames[from]..]].concat();
            let mut decoder = Decoder::open(bare.as_slice()).unwrap();
            let got = rest(&mut decoder);
            assert!(got[1] == whole[1][from * block..], "{name}");
            assert_eq!(decoder.track().container, Container::Flac);
            assert!(decoder
                .damage()
                .iter()
                .any(|damage| damage.kind == DamageKind::MissingHeader));
        }
    }
    // A metadata block that claims to reach into the frames, and one past the end.
    for length in [60_000u32, 0xFF_FFFF] {
        let mut lying = bytes.clone();
        lying[43..46].copy_from_slice(&length.to_be_bytes()[1..]);
        assert!(decode(&lying) == whole, "{length}");
    }
}

#[test]
fn a_flac_that_changes_its_layout_keeps_its_time() {
    let make = |rate: u32, channels: usize, seconds: usize, more: &[&str]| {
        let planes = signal(rate, channels, rate as usize * seconds);
        let arguments = [&["-c:a", "flac"], more, &["-f", "flac"]].concat();
        foreign("changing-flac", &wav(rate, &planes), &arguments)
    };
    let deep = ["-sample_fmt", "s32"];
    for (name, second, seconds) in [
        ("rate", make(44_100, 1, 3, &[]), 3.0),
        ("channels", make(48_000, 2, 3, &[]), 3.0),
        ("bits", make(48_000, 1, 3, &deep), 3.0),
    ] {
        let (Some(first), Some(second)) = (make(48_000, 1, 2, &[]), second) else {
            return;
        };
        let alone = decode(&first);
        let glued = [first, second].concat();
        let got = decode(&glued);
        let found = inspect(glued.as_slice()).unwrap();
        assert_eq!(got.len(), 1, "{name}");
        assert_eq!(got[0][..alone[0].len()], alone[0][..], "{name}");
        let off = got[0].len() as f64 / 48_000.0 - 2.0 - seconds;
        assert!(off.abs() < 0.001, "{name}: {off} s");
        assert_eq!(found.frames, got[0].len() as u64, "{name}");
        // The second part sweeps up as the first did: half a second in, they are alike.
        let wanted = signal(48_000, 1, SECOND);
        let (mut same, mut power) = (0.0, 0.0);
        for i in SECOND / 4..SECOND / 2 {
            same += wanted[0][i] * got[0][SECOND * 2 + i];
            power += wanted[0][i] * wanted[0][i];
        }
        assert!(same > 0.7 * power, "{name}: {}", same / power);
    }
}

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
fn opus_of_sixteen_separate_channels_is_read() {
    const CHANNELS: u8 = 16;
    let planes = signal(48_000, 1, SECOND / 2);
    let mut encoder =
        rusty_opus::OpusEncoder::new(48_000, 1, rusty_opus::Application::Audio).unwrap();
    encoder.bitrate_bps = 48_000;
    // Mapping family 255 (RFC 7845 §5.1.1.3): every channel a stream of its own.
    let mut head = b"OpusHead\x01".to_vec();
    head.extend([CHANNELS, 0, 0, 0x80, 0xBB, 0, 0, 0, 0, 255, CHANNELS, 0]);
    head.extend(0..CHANNELS);
    let tags = b"OpusTags\x05\0\0\0aural\0\0\0\0".to_vec();
    let mut bytes = page(2, 0, 7, 0, &[head]);
    bytes.extend(page(0, 0, 7, 1, &[tags]));
    for (index, block) in planes[0].chunks_exact(960).enumerate() {
        let mut coded = vec![0; 250];
        let length = encoder.encode(block, 960, &mut coded).unwrap();
        let (toc, frame) = (coded[0], &coded[1..length]);
        assert_eq!(toc & 3, 0, "one frame a packet");
        let mut packet = Vec::new();
        for _ in 1..CHANNELS {
            packet.extend([toc, frame.len() as u8]);
            packet.extend(frame);
        }
        packet.extend(&coded[..length]);
        let end = (index as u64 + 1) * 960;
        bytes.extend(page(0, end, 7, index as u32 + 2, &[packet]));
    }
    let found = inspect(bytes.as_slice()).unwrap();
    assert_eq!((found.channels, found.frames), (16, SECOND as u64 / 2));
    let got = decode(&bytes);
    let power = |plane: &[f32]| plane.iter().map(|x| x * x).sum::<f32>();
    assert_eq!(got[0].len(), SECOND / 2);
    assert!(power(&got[1]) > 0.5 * power(&planes[0]));
}

#[test]
fn a_format_that_keeps_the_head_of_its_wave_is_not_taken_for_one() {
    let wave = wav(48_000, &signal(48_000, 1, SECOND));
    for magic in [&b"MAC \x96\x0F"[..], b"wvpk\xAA\x49", b"TTA1\x01\0"] {
        let inside = [magic, &[7; 70][..], wave.as_slice()].concat();
        let refused = Decoder::open(inside.as_slice()).err();
        let unsupported = DecodeError::Container(ContainerError::UnsupportedFormat);
        assert_eq!(refused, Some(unsupported), "{magic:?}");
    }
    // The same head behind rubbish that nothing is known of.
    let behind = [&b"left over"[..], wave.as_slice()].concat();
    assert!(decode(&behind) == decode(&wave));
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

#[test]
fn an_mp3_that_changes_its_rate_or_channels_keeps_its_time() {
    let first = mp3(44_100, &signal(44_100, 1, 44_100 * 2));
    let alone = decode(&first);
    for (rate, channels) in [(48_000, 1), (32_000, 2), (44_100, 2)] {
        let frames = rate as usize * 3;
        let second = mp3(rate, &signal(rate, channels, frames));
        let glued = [first.clone(), second].concat();
        let got = decode(&glued);
        assert_eq!(got.len(), 1);
        assert!(got[0][..80_000] == alone[0][..80_000]);
        let off = got[0].len() as f64 / 44_100.0 - 5.0;
        // Both tags' delay and padding, and the second's tag frame, are heard as silence.
        assert!((0.0..0.16).contains(&off), "{rate} {channels}: {off} s");
        let found = inspect(glued.as_slice()).unwrap();
        assert_eq!(found.frames, got[0].len() as u64, "{rate} {channels}");
    }
}

/// The same MP3 in free format: no header says a bitrate any more, only the distance of headers tells
/// how long frames are (ISO 11172-3 §2.4.2.3). `bytes` is one of ours, at 128 kbit/s.
fn without_bitrate(rate: usize, bytes: &[u8]) -> Vec<u8> {
    let mut free = bytes.to_vec();
    let mut at = 0;
    while let Some(third) = free.get_mut(at + 2) {
        assert_eq!(*third >> 4, 9, "a header of 128 kbit/s at {at}");
        *third &= 0x0F;
        at += 144 * 128_000 / rate + usize::from(*third >> 1 & 1);
    }
    free
}

#[test]
fn an_mp3_in_free_format_sounds_as_it_did_and_survives_damage() {
    for (rate, channels) in [(44_100, 2), (48_000, 1), (32_000, 2)] {
        let bytes = mp3(rate as u32, &signal(rate as u32, channels, rate * 4));
        let whole = decode(&bytes);
        let free = without_bitrate(rate, &bytes);
        assert!(decode(&free) == whole, "{rate}");

        let behind_junk = [vec![0x55; 5_000], free.clone()].concat();
        assert!(decode(&behind_junk) == whole, "{rate} behind junk");

        let mut holed = free.clone();
        holed[20_000..21_500].fill(0);
        let got = decode(&holed);
        assert_eq!(got[0].len(), whole[0].len(), "{rate} with a hole");
        assert!(
            got[0][rate * 3..] == whole[0][rate * 3..],
            "{rate} behind the hole"
        );

        for glued in [[&free[..], &bytes].concat(), [&bytes[..], &free].concat()] {
            let seconds = decode(&glued)[0].len() as f64 / rate as f64;
            assert!(
                (7.9..8.2).contains(&seconds),
                "{rate}: {seconds} s glued together"
            );
        }
    }
}

#[test]
fn junk_before_a_few_frames_hides_none_of_them() {
    // The tag and the two frames behind it, 384 bytes each.
    let bytes = mp3(48_000, &signal(48_000, 1, 48_000))[..3 * 384].to_vec();
    let whole = decode(&bytes);
    assert!(!whole[0].is_empty());
    for junk in [&b"junk"[..], &[0; 300], b"\xFF\xFB\x90 looks like a header"] {
        assert!(decode(&[junk, &bytes].concat()) == whole);
        let tagged = [junk, &bytes, b"TAG", &[b' '; 125]].concat();
        assert!(decode(&tagged) == whole);
    }
    let cut_short = [b"junk", &bytes[..3 * 384 - 5]].concat();
    assert!(Decoder::open(cut_short.as_slice()).is_err());
}

/// A mono AAC block of silence; with a fill element of band replication data on request.
fn silent_block(extended: bool) -> Vec<u8> {
    // Single channel 0: gain 0, long window without bands, no pulses, no shaping, no gain control.
    let mut bits = "000_0000_00000000_0_00_0_000000_0_0_0_0".replace('_', "");
    if extended {
        bits += "110_0010_1101_000000000000".replace('_', "").as_str();
    }
    bits += "111";
    bits.as_bytes()
        .chunks(8)
        .map(|byte| {
            let digits = String::from_utf8_lossy(byte);
            u8::from_str_radix(&format!("{digits:0<8}"), 2).unwrap()
        })
        .collect()
}

#[test]
fn he_aac_that_does_not_say_so_is_told_and_lasts_as_long() {
    for extended in [false, true] {
        let block = silent_block(extended);
        let length = block.len() + 7;
        let mut bytes = Vec::new();
        for _ in 0..50 {
            // MPEG-4, no checksum, LC, 24 kHz, mono.
            let size = [(length >> 11) as u8 | 0x40, (length >> 3) as u8];
            bytes.extend([
                0xFF,
                0xF1,
                0x58,
                size[0],
                size[1],
                (length << 5) as u8 | 0x1F,
                0xFC,
            ]);
            bytes.extend(&block);
        }
        let found = inspect(bytes.as_slice()).unwrap();
        assert_eq!((found.frames, found.sample_rate_hz), (50 * 1_024, 24_000));
        let told = found
            .damage
            .iter()
            .any(|damage| damage.kind == DamageKind::HalfBand);
        assert_eq!(told, extended);
        assert_eq!(decode(&bytes)[0].len(), 50 * 1_024);
    }
}

#[test]
fn every_block_of_an_adts_frame_is_heard() {
    let planes = signal(24_000, 1, 24_000 * 4);
    let Some(plain) = foreign(
        "blocks",
        &wav(24_000, &planes),
        &["-c:a", "aac", "-f", "adts"],
    ) else {
        return;
    };
    let mut blocks = Vec::new();
    let mut at = 0;
    while at < plain.len() {
        let head = &plain[at..];
        let length =
            usize::from(head[3] & 3) << 11 | usize::from(head[4]) << 3 | usize::from(head[5] >> 5);
        blocks.push(&head[7..length]);
        at += length;
    }
    let whole = decode(&plain);
    assert_eq!(whole[0].len(), blocks.len() * 1_024);
    for count in [2, 4] {
        for protected in [false, true] {
            let mut bytes = Vec::new();
            for blocks in blocks.chunks(count) {
                let several = blocks.len() > 1;
                let sums = if !protected {
                    0
                } else if several {
                    // A place for each block but the first, a check sum for each and one for the header.
                    4 * blocks.len()
                } else {
                    2
                };
                let length = 7 + sums + blocks.iter().map(|block| block.len()).sum::<usize>();
                bytes.extend([
                    0xFF,
                    if protected { 0xF0 } else { 0xF1 },
                    plain[2],
                    plain[3] & 0xFC | (length >> 11) as u8,
                    (length >> 3) as u8,
                    (length << 5) as u8 | 0x1F,
                    0xFC | (blocks.len() - 1) as u8,
                ]);
                if protected {
                    bytes.extend(vec![0; 2 * blocks.len()]);
                }
                for block in blocks {
                    bytes.extend(*block);
                    if protected && several {
                        bytes.extend([0xA5; 2]);
                    }
                }
            }
            let label = format!("{count} blocks, protected: {protected}");
            assert_eq!(
                inspect(bytes.as_slice()).unwrap().frames,
                whole[0].len() as u64,
                "{label}"
            );
            let got = decode(&bytes);
            assert_eq!(got[0].len(), whole[0].len(), "{label}");
            assert!(got[0] == whole[0], "{label}");
            // A block without an end costs those behind it in its frame, and no time.
            let broken = bytes.len() / 2;
            let mut damaged = bytes.clone();
            damaged[broken..broken + 40].fill(0xFF);
            assert_eq!(
                decode(&damaged)[0].len(),
                whole[0].len(),
                "{label}, damaged"
            );
        }
    }
}

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
        // A hole in the media costs what it covers.
        let mut holed = bytes[..movie - 8].to_vec();
        let (from, to) = (media + (movie - media) / 3, media + (movie - media) / 2);
        holed[from..to].fill(0xFF);
        let got = decode(&holed);
        let kept = got[0].len() as f64 / whole[0].len() as f64;
        assert!((0.80..0.85).contains(&kept), "{rate} {channels}: {kept}");
    }
}

#[test]
fn fragments_without_their_movie_box_tell_the_rate_by_their_blocks() {
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
fn a_long_m4a_that_lost_its_beginning_is_known_by_its_end() {
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
    // Nineteen parts of twenty are there; what is lost is a hole at most.
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
fn described_apart(parts: &[(u32, u8, Vec<Vec<u8>>)]) -> Vec<u8> {
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
fn each_part_of_an_mp4_is_decoded_as_its_own_description_says() {
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
    let file = described_apart(&[(48_000, 2, stereo.clone()), (48_000, 1, mono.clone())]);
    let got = decode(&file);
    assert_eq!(got[0].len(), first + second);
    assert!(got[0][..first] == left[0] && got[1][..first] == left[1]);
    assert!(got[0][first..] == single[0] && got[1][first..] == single[0]);
    // The same blocks said to run at half the speed last twice as long.
    let file = described_apart(&[(48_000, 2, stereo), (24_000, 1, mono)]);
    let found = inspect(file.as_slice()).unwrap();
    assert_eq!(decode(&file)[0].len() as u64, found.frames);
    assert_eq!(found.frames as usize, first + 2 * second);
}
