//! MP3 that changes on the way, has no bitrate, or follows junk.

use super::support::{decode, mp3, signal};
use dsp_core::decode::Decoder;
use dsp_core::inspect::inspect;

#[test]
fn an_mp3_that_changes_its_rate_or_channels_keeps_its_time() {
    let first = mp3(44_100, &signal(44_100, 1, 44_100 * 2));
    let alone = decode(&first);
    for (rate, channels) in [(48_000, 1), (32_000, 2), (44_100, 2)] {
        let frames = rate as usize * 3;
        let second = mp3(rate, &signal(rate, channels, frames));
        let concatenated = [first.clone(), second].concat();
        let got = decode(&concatenated);
        assert_eq!(got.len(), 1);
        assert!(got[0][..80_000] == alone[0][..80_000]);
        let off = got[0].len() as f64 / 44_100.0 - 5.0;
        // Both tags' delay and padding, and the second's tag frame, are heard as silence.
        assert!((0.0..0.16).contains(&off), "{rate} {channels}: {off} s");
        let found = inspect(concatenated.as_slice()).unwrap();
        assert_eq!(found.frames, got[0].len() as u64, "{rate} {channels}");
    }
}

/// The same MP3 in free format: no header states a bitrate any more; only the distance of headers shows
/// how long frames are (ISO 11172-3 §2.4.2.3). `bytes` is from our encoder, at 128 kbit/s.
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
fn an_mp3_in_free_format_sounds_the_same_and_survives_damage() {
    for (rate, channels) in [(44_100, 2), (48_000, 1), (32_000, 2)] {
        let bytes = mp3(rate as u32, &signal(rate as u32, channels, rate * 4));
        let whole = decode(&bytes);
        let free = without_bitrate(rate, &bytes);
        assert!(decode(&free) == whole, "{rate}");

        let after_junk = [vec![0x55; 5_000], free.clone()].concat();
        assert!(decode(&after_junk) == whole, "{rate} after junk");

        let mut holed = free.clone();
        holed[20_000..21_500].fill(0);
        let got = decode(&holed);
        assert_eq!(got[0].len(), whole[0].len(), "{rate} with a hole");
        assert!(
            got[0][rate * 3..] == whole[0][rate * 3..],
            "{rate} after the hole"
        );

        for concatenated in [[&free[..], &bytes].concat(), [&bytes[..], &free].concat()] {
            let seconds = decode(&concatenated)[0].len() as f64 / rate as f64;
            assert!(
                (7.9..8.2).contains(&seconds),
                "{rate}: {seconds} s concatenated"
            );
        }
    }
}

#[test]
fn junk_before_a_few_frames_hides_none_of_them() {
    // The tag and the two frames after it, 384 bytes each.
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
