//! Plain names of unsupported formats and codecs, for error messages.

/// Files that are not ours, by their first bytes. Some keep the head of the WAVE they were made from inside,
/// where a search would find it: their names are asked for before the search.
const FILES: [(&[u8], &str); 21] = [
    (b"#!AMR-WB\n", "AMR-WB"),
    (b"#!AMR-WB_MC", "AMR-WB"),
    (b"#!AMR\n", "AMR"),
    (b"#!AMR_MC", "AMR"),
    (b"caff", "Core Audio (CAF)"),
    (b"MThd", "MIDI"),
    (b"\x30\x26\xB2\x75\x8E\x66\xCF\x11", "Windows Media (WMA)"),
    (b".RMF", "RealMedia"),
    (b".ra\xFD", "RealAudio"),
    (b".snd", "Sun audio (AU)"),
    (b"MAC ", "Monkey’s Audio (APE)"),
    (b"wvpk", "WavPack"),
    (b"OFR ", "OptimFROG"),
    (b"TTA1", "True Audio (TTA)"),
    (b"tBaK", "TAK"),
    (b"ajkg", "Shorten"),
    (b"MPCK", "Musepack"),
    (b"MP+", "Musepack"),
    (b"FLV\x01", "Flash video"),
    (b"\x0B\x77", "Dolby Digital (AC-3)"),
    (b"\x7F\xFE\x80\x01", "DTS"),
];

/// The name of a file that begins with `head`, if it is known by at least `least` bytes; `None` where it may be
/// supported.
#[inline(never)]
pub fn file_name(head: &[u8], least: usize) -> Option<&'static str> {
    let riff = |kind: &[u8]| head.starts_with(b"RIFF") && head.get(8..12) == Some(kind);
    if riff(b"AVI ") {
        return Some("AVI video");
    }
    if riff(b"RMID") {
        return Some("MIDI");
    }
    let named = FILES
        .iter()
        .find(|(magic, _)| magic.len() >= least && head.starts_with(magic));
    named.map(|(_, name)| *name)
}

/// Names of codecs by the codes that containers have for them: ISO base media, Matroska, Ogg, MPEG-4.
const CODECS: [(&str, &str); 21] = [
    ("samr", "AMR"),
    ("sawb", "AMR-WB"),
    ("alac", "Apple Lossless (ALAC)"),
    ("A_ALAC", "Apple Lossless (ALAC)"),
    ("ac-3", "Dolby Digital (AC-3)"),
    ("A_AC3", "Dolby Digital (AC-3)"),
    ("ec-3", "Dolby Digital Plus (E-AC-3)"),
    ("A_EAC3", "Dolby Digital Plus (E-AC-3)"),
    ("dtsc", "DTS"),
    ("A_DTS", "DTS"),
    ("A_MPEG/L1", "MPEG audio layer I"),
    ("A_MPEG/L2", "MPEG audio layer II"),
    ("A_MS/ACM", "Windows audio"),
    ("A_WAVPACK4", "WavPack"),
    ("A_TTA1", "True Audio (TTA)"),
    ("ima4", "ADPCM (IMA)"),
    ("mp4a.40.23", "AAC-LD"),
    ("mp4a.40.39", "AAC-ELD"),
    ("mp4a.40.42", "xHE-AAC"),
    ("Speex", "Speex"),
    ("theora", "Theora video"),
];

/// The name of a codec that a container calls `code`; the code itself where none is known.
#[inline(never)]
pub fn codec_name(code: &str) -> &str {
    let named = CODECS.iter().find(|(known, _)| *known == code);
    named.map_or(code, |(_, name)| name)
}

/// The name of a WAVE's coding by its tag (mmreg.h).
#[inline(never)]
pub fn wave_name(tag: u16) -> Option<&'static str> {
    Some(match tag {
        0x0002 => "ADPCM (Microsoft)",
        0x0011 => "ADPCM (IMA)",
        0x0031 => "GSM 6.10",
        0x0057 => "AMR",
        0x0160..=0x0163 => "Windows Media (WMA)",
        0x2000 => "Dolby Digital (AC-3)",
        0x2001 => "DTS",
        0xF1AC => "FLAC in WAV",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_is_found_by_its_own_bytes_or_code() {
        for (magic, name) in FILES {
            assert_eq!(file_name(magic, 0), Some(name), "{magic:?}");
        }
        for (code, name) in CODECS {
            assert_eq!(codec_name(code), name);
        }
        assert_eq!(codec_name("A_NEW"), "A_NEW");
        assert_eq!(file_name(b"RIFF\0\0\0\0AVI LIST", 4), Some("AVI video"));
        assert_eq!(file_name(b"RIFF\0\0\0\0WAVEfmt ", 0), None);
        assert_eq!(file_name(b"OggS\0", 0), None);
        assert_eq!(wave_name(2), Some("ADPCM (Microsoft)"));
    }
}
