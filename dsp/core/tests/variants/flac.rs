//! FLAC without its header, and with another layout from some frame on.

use super::support::{decode, flac_frames, foreign, rest, signal, wav};
use super::SECOND;
use dsp_core::container::{Container, DamageKind};
use dsp_core::decode::Decoder;
use dsp_core::inspect::inspect;

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
        for garbage in [&b""[..], b"what a crash left behind"] {
            let bare = [garbage, &bytes[frames[from]..]].concat();
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
        let concatenated = [first, second].concat();
        let got = decode(&concatenated);
        let found = inspect(concatenated.as_slice()).unwrap();
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
