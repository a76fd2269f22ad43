//! WAVE files whose bits, block and channels contradict each other: the decoded sound is the recorded one, and a
//! clean copy states it.

use super::support::{decode, signal, Random};
use dsp_core::container::remux::Remux;
use dsp_core::container::riff::{WavHeader, WavSpec};
use dsp_core::container::{DamageKind, PcmFormat};
use dsp_core::inspect::inspect;

const RATE: u32 = 16_000;
const FRAMES: usize = 8_000;

const FORMATS: [(PcmFormat, &str); 6] = [
    (PcmFormat::U8, "8 bit"),
    (PcmFormat::S16, "16 bit"),
    (PcmFormat::S24, "24 bit"),
    (PcmFormat::S32, "32 bit"),
    (PcmFormat::F32, "float"),
    (PcmFormat::F64, "double"),
];

/// Sounds of several kinds, none of them louder than 1.
fn sounds(channels: usize) -> Vec<(&'static str, Vec<Vec<f32>>)> {
    let tone = |hz: f64, gain: f64| -> Vec<Vec<f32>> {
        let one = |i: usize, channel: usize| {
            let phase = std::f64::consts::TAU * hz * i as f64 / f64::from(RATE);
            (gain * (phase + channel as f64).sin()) as f32
        };
        (0..channels)
            .map(|channel| (0..FRAMES).map(|i| one(i, channel)).collect())
            .collect()
    };
    let mut random = Random(11);
    let hiss: Vec<Vec<f32>> = (0..channels)
        .map(|_| {
            (0..FRAMES)
                .map(|_| (random.below(10_000) as f32 / 5_000.0 - 1.0) * 0.2)
                .collect()
        })
        .collect();
    // Syllables with pauses in digital silence, two formants each.
    let syllables: Vec<Vec<f32>> = signal(RATE, channels, FRAMES)
        .into_iter()
        .map(|plane| {
            plane
                .into_iter()
                .enumerate()
                .map(|(i, x)| if i / 3_000 % 3 == 2 { 0.0 } else { x * 0.6 })
                .collect()
        })
        .collect();
    // Harmonics of a voice, each channel with a timbre of its own.
    let vowel: Vec<Vec<f32>> = (0..channels)
        .map(|channel| {
            (0..FRAMES)
                .map(|i| {
                    let time = i as f64 / f64::from(RATE);
                    let harmonic = |k: usize| {
                        let hz = (k * 130) as f64;
                        (std::f64::consts::TAU * hz * time + (k * k + channel) as f64).sin() / hz
                    };
                    (1..16).map(harmonic).sum::<f64>() as f32 * 60.0
                })
                .collect()
        })
        .collect();
    vec![
        ("vowel", vowel),
        ("sweep", signal(RATE, channels, FRAMES)),
        ("low tone", tone(220.0, 0.5)),
        ("high tone", tone(6_500.0, 0.5)),
        ("hiss", hiss),
        ("syllables", syllables),
    ]
}

/// The samples as `format` stores them.
fn stored(planes: &[Vec<f32>], format: PcmFormat) -> Vec<u8> {
    let mut out = Vec::new();
    for i in 0..planes[0].len() {
        for plane in planes {
            let x = f64::from(plane[i]);
            match format {
                PcmFormat::U8 => out.push((x * 127.0 + 128.0).round() as u8),
                PcmFormat::S16 => out.extend(((x * 32_767.0).round() as i16).to_le_bytes()),
                PcmFormat::S24 => {
                    out.extend(&((x * 8_388_607.0).round() as i32).to_le_bytes()[..3]);
                }
                PcmFormat::S32 => out.extend(((x * 2_147_483_647.0) as i32).to_le_bytes()),
                PcmFormat::F64 => out.extend(x.to_le_bytes()),
                _ => out.extend(plane[i].to_le_bytes()),
            }
        }
    }
    out
}

fn file(format: PcmFormat, channels: u16, data: &[u8]) -> Vec<u8> {
    let spec = WavSpec {
        format,
        channels,
        sample_rate_hz: RATE,
    };
    let header = WavHeader::new(spec, Some(data.len() as u64));
    let (patch, padding) = header.finish(data.len() as u64);
    [patch.bytes.as_slice(), data, padding].concat()
}

/// Writes fields of `fmt `: channels at 22, bytes a second at 28, block at 32, bits at 34.
fn with(file: &[u8], fields: &[(usize, u16)]) -> Vec<u8> {
    let mut out = file.to_vec();
    for &(at, value) in fields {
        out[at..at + 2].copy_from_slice(&value.to_le_bytes());
    }
    out
}

fn byte_rate(block: u16) -> [(usize, u16); 2] {
    let rate = RATE * u32::from(block);
    [(28, rate as u16), (30, (rate >> 16) as u16)]
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

/// Every lie of one field about `plain`, with the damage it is.
fn lies(plain: &[u8], format: PcmFormat, channels: u16) -> Vec<(String, Vec<u8>)> {
    let bits = format.bytes() as u16 * 8;
    let block = format.bytes() as u16 * channels;
    let mut out = Vec::new();
    for wrong in [1, 2, 3, 4, 6, 8, 12, 16]
        .into_iter()
        .filter(|&wrong| wrong != block)
    {
        let mut fields = vec![(32, wrong)];
        out.push((format!("block {wrong}"), with(plain, &fields)));
        fields.extend(byte_rate(wrong));
        out.push((
            format!("block and byte rate of {wrong}"),
            with(plain, &fields),
        ));
    }
    for wrong in [8, 16, 24, 32, 64]
        .into_iter()
        .filter(|&wrong| wrong > bits)
    {
        out.push((format!("bits {wrong}"), with(plain, &[(34, wrong)])));
    }
    out
}

#[test]
fn the_samples_decide_where_bits_block_and_channels_contradict_each_other() {
    let (mut wrong, mut tried) = (Vec::new(), 0);
    for channels in [1u16, 2] {
        for (sound, planes) in sounds(usize::from(channels)) {
            for (format, name) in FORMATS {
                let plain = file(format, channels, &stored(&planes, format));
                let truth = decode(&plain);
                assert_eq!(truth[0].len(), FRAMES);
                let mut lies = lies(&plain, format, channels);
                // One channel of noise is hardly distinguished from two.
                if sound == "low tone" && channels == 2 && format != PcmFormat::U8 {
                    lies.push(("channels 1".to_owned(), with(&plain, &[(22, 1)])));
                }
                for (lie, bytes) in lies {
                    tried += 1;
                    let is_named = kinds(&bytes).contains(&DamageKind::WrongHeader);
                    let is_copied = clean(&bytes) == plain;
                    if decode(&bytes) != truth || !is_named || !is_copied {
                        let heard = decode(&bytes);
                        wrong.push(format!(
                            "{sound}, {name}, {channels} channels, {lie}: {} frames in {}, named {is_named}, copied {is_copied}",
                            heard[0].len(),
                            heard.len()
                        ));
                    }
                }
            }
        }
    }
    assert!(
        wrong.is_empty(),
        "{} of {tried}:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
    assert!(tried >= 500, "{tried}");
}

#[test]
fn narrow_samples_in_wider_containers_are_no_contradiction() {
    for channels in [1u16, 2] {
        for (sound, planes) in sounds(usize::from(channels)) {
            for (bits, container) in [
                (8, PcmFormat::S16),
                (12, PcmFormat::S16),
                (16, PcmFormat::S24),
                (16, PcmFormat::S32),
                (20, PcmFormat::S24),
                (24, PcmFormat::S32),
            ] {
                // Left-justified: the bits below are never set (Multiple Channel Audio Data, "wValidBitsPerSample").
                let width = container.bytes();
                let mut data = stored(&planes, container);
                for sample in data.chunks_exact_mut(width) {
                    let mut wide = [0u8; 8];
                    wide[8 - width..].copy_from_slice(sample);
                    let kept = u64::from_le_bytes(wide) >> (64 - bits) << (64 - bits);
                    sample.copy_from_slice(&kept.to_le_bytes()[8 - width..]);
                }
                let plain = file(container, channels, &data);
                let truth = decode(&plain);
                let name = format!("{sound}, {bits} bits in {width} bytes, {channels} channels");
                let narrow = with(&plain, &[(34, bits)]);
                assert!(decode(&narrow) == truth, "{name}");
                assert_eq!(kinds(&narrow), [], "{name}");
                assert!(clean(&narrow) == plain, "{name}");
                // EXTENSIBLE states both: the container's bits and the valid ones.
                let mut extensible = plain[..20].to_vec();
                extensible[16] = 40;
                extensible.extend([0xFE, 0xFF]);
                extensible.extend(&plain[22..36]);
                extensible.extend([22, 0, bits as u8, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0x10, 0]);
                extensible.extend([0x80, 0, 0, 0xAA, 0, 0x38, 0x9B, 0x71]);
                extensible.extend(&plain[36..]);
                assert!(decode(&extensible) == truth, "{name}, extensible");
                assert_eq!(kinds(&extensible), [], "{name}, extensible");
            }
        }
    }
}

#[test]
fn silence_under_a_wrong_block_is_silence() {
    let plain = file(PcmFormat::S16, 1, &[0; 2 * FRAMES]);
    let heard = decode(&with(&plain, &[(32, 4)]));
    assert!(heard[0].iter().all(|&sample| sample == 0.0));
    // The byte rate agrees with the bits: one field against two.
    assert_eq!(heard[0].len(), FRAMES);
}
