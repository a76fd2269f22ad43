//! AAC that keeps silent about its upper band, and ADTS frames of several blocks.

use super::support::{decode, foreign, signal, wav};
use dsp_core::container::DamageKind;
use dsp_core::inspect::inspect;

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

/// Fifty blocks of silence as ADTS; `rate` is the index of the core's rate.
fn silent_adts(rate: u8, extended: bool) -> Vec<u8> {
    let block = silent_block(extended);
    let length = block.len() + 7;
    let mut bytes = Vec::new();
    for _ in 0..50 {
        // MPEG-4, no checksum, LC, mono.
        bytes.extend([
            0xFF,
            0xF1,
            0x40 | rate << 2,
            (length >> 11) as u8 | 0x40,
            (length >> 3) as u8,
            (length << 5) as u8 | 0x1F,
            0xFC,
        ]);
        bytes.extend(&block);
    }
    bytes
}

#[test]
fn unsignalled_he_aac_has_the_double_rate_up_to_48_khz_and_is_reported_above() {
    // Core, whether its blocks hold an upper band, rate of the result.
    for (core, extended, rate_hz, reported) in [
        (6, false, 24_000, false),
        (6, true, 48_000, false),
        (5, false, 32_000, false),
        (5, true, 32_000, true),
    ] {
        let bytes = silent_adts(core, extended);
        let found = inspect(bytes.as_slice()).unwrap();
        let core_hz = if core == 6 { 24_000 } else { 32_000 };
        let frames = 50 * 1_024 * u64::from(rate_hz / core_hz);
        assert_eq!((found.frames, found.sample_rate_hz), (frames, rate_hz));
        let is_noted = found
            .damage
            .iter()
            .any(|damage| damage.kind == DamageKind::HalfBand);
        assert_eq!(is_noted, reported);
        assert_eq!(decode(&bytes)[0].len() as u64, frames);
    }
}

#[test]
fn every_block_of_an_adts_frame_is_decoded() {
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
            // A block without an end loses those after it in its frame, and no time.
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

#[test]
fn adts_that_names_its_object_type_for_its_profile_sounds_the_same() {
    let source = wav(44_100, &signal(44_100, 1, 44_100));
    let Some(mut bytes) = foreign("profile", &source, &["-c:a", "aac", "-f", "adts"]) else {
        return;
    };
    let wanted = decode(&bytes);
    let mut at = 0;
    while at + 7 <= bytes.len() {
        // Profile 2 in place of 1.
        bytes[at + 2] = bytes[at + 2] & 0x3F | 0x80;
        at += usize::from(bytes[at + 3] & 3) << 11
            | usize::from(bytes[at + 4]) << 3
            | usize::from(bytes[at + 5]) >> 5;
    }
    assert!(wanted[0].len() > 44_100);
    assert!(decode(&bytes) == wanted);
}
