//! Unsupported formats are refused by name.

use super::support::{foreign, page, signal, wav};
use super::SECOND;
use dsp_core::decode::Decoder;

fn refusal(bytes: &[u8]) -> String {
    let refused = Decoder::open(bytes).err();
    refused.map_or_else(|| "read".to_owned(), |error| error.to_string())
}

#[test]
fn a_refusal_names_the_format() {
    let wave = wav(48_000, &signal(48_000, 1, SECOND));
    let narrow = wav(8_000, &signal(8_000, 1, 8_000));
    for (name, source, arguments) in [
        (
            "ADPCM (Microsoft)",
            &wave,
            &["-c:a", "adpcm_ms", "-f", "wav"][..],
        ),
        (
            "ADPCM (IMA)",
            &wave,
            &["-c:a", "adpcm_ima_wav", "-f", "wav"],
        ),
        (
            "Windows Media (WMA)",
            &wave,
            &["-c:a", "wmav2", "-f", "asf"],
        ),
        (
            "Windows Media (WMA)",
            &wave,
            &["-c:a", "wmav2", "-f", "wav"],
        ),
        ("AMR", &narrow, &["-c:a", "libopencore_amrnb", "-f", "amr"]),
        ("AMR", &narrow, &["-c:a", "libopencore_amrnb", "-f", "3gp"]),
        (
            "Speex",
            &wave,
            &["-ar", "16000", "-c:a", "libspeex", "-f", "ogg"],
        ),
        (
            "Core Audio (CAF)",
            &wave,
            &["-c:a", "pcm_s16be", "-f", "caf"],
        ),
        ("Sun audio (AU)", &wave, &["-f", "au"]),
        ("WavPack", &wave, &["-c:a", "wavpack", "-f", "wv"]),
        ("True Audio (TTA)", &wave, &["-c:a", "tta", "-f", "tta"]),
        ("Dolby Digital (AC-3)", &wave, &["-c:a", "ac3", "-f", "ac3"]),
        (
            "Dolby Digital (AC-3)",
            &wave,
            &["-c:a", "ac3", "-f", "matroska"],
        ),
        ("Dolby Digital (AC-3)", &wave, &["-c:a", "ac3", "-f", "mp4"]),
        (
            "Dolby Digital Plus (E-AC-3)",
            &wave,
            &["-c:a", "eac3", "-f", "mp4"],
        ),
        (
            "Dolby Digital Plus (E-AC-3)",
            &wave,
            &["-c:a", "eac3", "-f", "matroska"],
        ),
        (
            "MPEG audio layer II",
            &wave,
            &["-c:a", "mp2", "-f", "matroska"],
        ),
        ("AVI video", &wave, &["-c:a", "pcm_s16le", "-f", "avi"]),
        ("RealMedia", &wave, &["-c:a", "ac3", "-f", "rm"]),
        (
            "Flash video",
            &wave,
            &["-ar", "44100", "-c:a", "libmp3lame", "-f", "flv"],
        ),
        (
            "ADPCM (IMA) in AIFF",
            &wave,
            &["-c:a", "adpcm_ima_qt", "-f", "aiff"],
        ),
    ] {
        if let Some(bytes) = foreign("named", source, arguments) {
            assert_eq!(refusal(&bytes), name, "{arguments:?}");
        }
    }
    for (name, bytes) in [
        ("MIDI", b"MThd\0\0\0\x06\0\x01\0\x02\x01\xE0MTrk".to_vec()),
        ("AMR", b"#!AMR\n\x3C\x55".to_vec()),
        ("AMR-WB", b"#!AMR-WB\n\x3C\x55".to_vec()),
        ("Monkey’s Audio (APE)", b"MAC \x96\x0F\0\0".to_vec()),
    ] {
        assert_eq!(refusal(&[&bytes[..], &[0; 400]].concat()), name);
    }
    // Only pictures, and pictures with sound of another kind after a description of both.
    let theora = page(2, 0, 5, 0, &[b"\x80theora\x03\x02\x01".to_vec()]);
    let described = page(2, 0, 4, 0, &[b"fishead\0\x03\0".to_vec()]);
    let speex = page(2, 0, 6, 0, &[b"Speex   1.2.1".to_vec()]);
    assert_eq!(refusal(&theora), "Theora video");
    assert_eq!(refusal(&[described, theora, speex].concat()), "Speex");
}
