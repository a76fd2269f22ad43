//! Material for the black-box tests, made in code: signals, WAVE and Ogg/Opus files. Formats without
//! an encoder of ours come from the machine's `ffmpeg`; without one the test reports it and skips.
#![allow(dead_code)]

pub mod scope;

use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};

use dsp_core::codec::mp3::encode;
use dsp_core::container::riff::{WavHeader, WavSpec};
use dsp_core::container::PcmFormat;
use dsp_core::decode::Decoder;
use dsp_core::pcm::convert::append_i16;
use dsp_core::pcm::PcmBlock;

/// A deterministic generator (SplitMix64).
pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    pub fn below(&mut self, limit: u64) -> u64 {
        self.next() % limit.max(1)
    }
}

/// A sweep with a beating second tone and a little noise: nothing in it repeats.
pub fn signal(rate: u32, channels: usize, frames: usize) -> Vec<Vec<f32>> {
    let mut random = Random(7);
    (0..channels)
        .map(|channel| {
            (0..frames)
                .map(|i| {
                    let t = i as f64 / f64::from(rate);
                    let sweep = (std::f64::consts::TAU * (150.0 + 40.0 * t) * t).sin();
                    let beat = (std::f64::consts::TAU * (700.0 + 90.0 * channel as f64) * t).sin()
                        * (std::f64::consts::TAU * 1.7 * t).sin();
                    let noise = random.below(2_000) as f64 / 1_000.0 - 1.0;
                    (0.35 * sweep + 0.25 * beat + 0.02 * noise) as f32
                })
                .collect()
        })
        .collect()
}

/// A 16-bit WAVE file of planar samples.
pub fn wav(rate: u32, planes: &[Vec<f32>]) -> Vec<u8> {
    let mut data = Vec::new();
    let planar: Vec<&[f32]> = planes.iter().map(Vec::as_slice).collect();
    append_i16(&planar, &mut data);
    let spec = WavSpec {
        format: PcmFormat::S16,
        channels: planes.len() as u16,
        sample_rate_hz: rate,
    };
    let (patch, padding) = WavHeader::new(spec, Some(data.len() as u64)).finish(data.len() as u64);
    [patch.bytes.as_slice(), &data, padding].concat()
}

/// An MP3 file by our own encoder.
pub fn mp3(rate: u32, planes: &[Vec<f32>]) -> Vec<u8> {
    let config = encode::Config {
        sample_rate_hz: rate,
        channels: planes.len() as u16,
        bitrate_kbps: 128,
    };
    let mut encoder = encode::Encoder::new(config).unwrap();
    let planar: Vec<&[f32]> = planes.iter().map(Vec::as_slice).collect();
    let mut out = Vec::new();
    encoder.encode(&planar, &mut out).unwrap();
    let end = encoder.finish(&mut out).unwrap();
    out[..end.first_frame.len()].copy_from_slice(&end.first_frame);
    out
}

/// Pre-skip of the Ogg/Opus files made here, in frames.
pub const PRE_SKIP: usize = 312;

/// A mono or stereo Ogg/Opus file (48 kHz, 20 ms packets, 10 packets a page). The last granule trims
/// it to exactly the frames given.
pub fn ogg_opus(planes: &[Vec<f32>], serial: u32) -> Vec<u8> {
    let channels = planes.len();
    let mut encoder =
        rusty_opus::OpusEncoder::new(48_000, channels, rusty_opus::Application::Audio).unwrap();
    encoder.bitrate_bps = 48_000;
    let frames = planes[0].len();
    let packets = (frames + PRE_SKIP).div_ceil(960);
    let mut head = b"OpusHead\x01".to_vec();
    head.push(channels as u8);
    head.extend_from_slice(&(PRE_SKIP as u16).to_le_bytes());
    head.extend_from_slice(&48_000u32.to_le_bytes());
    head.extend_from_slice(&[0, 0, 0]);
    let mut tags = b"OpusTags".to_vec();
    for text in ["aural", "TITLE=one"] {
        tags.extend_from_slice(&(text.len() as u32).to_le_bytes());
        tags.extend_from_slice(text.as_bytes());
        if text == "aural" {
            tags.extend_from_slice(&1u32.to_le_bytes());
        }
    }
    let mut out = page(2, 0, serial, 0, &[head]);
    out.extend(page(0, 0, serial, 1, &[tags]));
    let mut waiting = Vec::new();
    let mut sequence = 2;
    for index in 0..packets {
        let block: Vec<f32> = (0..960 * channels)
            .map(|i| {
                planes[i % channels]
                    .get(index * 960 + i / channels)
                    .copied()
                    .unwrap_or(0.0)
            })
            .collect();
        let mut packet = vec![0; 1_500];
        let bytes = encoder.encode(&block, 960, &mut packet).unwrap();
        packet.truncate(bytes);
        waiting.push(packet);
        let last = index + 1 == packets;
        if waiting.len() == 10 || last {
            let granule = if last {
                frames + PRE_SKIP
            } else {
                (index + 1) * 960
            };
            let flags = if last { 4 } else { 0 };
            out.extend(page(flags, granule as u64, serial, sequence, &waiting));
            sequence += 1;
            waiting.clear();
        }
    }
    out
}

/// One Ogg page (RFC 3533 §6).
pub fn page(flags: u8, granule: u64, serial: u32, sequence: u32, packets: &[Vec<u8>]) -> Vec<u8> {
    let mut lacing = Vec::new();
    for packet in packets {
        lacing.extend(std::iter::repeat_n(255u8, packet.len() / 255));
        lacing.push((packet.len() % 255) as u8);
    }
    let mut out = b"OggS\0".to_vec();
    out.push(flags);
    out.extend_from_slice(&granule.to_le_bytes());
    out.extend_from_slice(&serial.to_le_bytes());
    out.extend_from_slice(&sequence.to_le_bytes());
    out.extend_from_slice(&[0; 4]);
    out.push(lacing.len() as u8);
    out.extend_from_slice(&lacing);
    packets
        .iter()
        .for_each(|packet| out.extend_from_slice(packet));
    // Bit by bit, unlike the table of the core.
    let mut crc = 0u32;
    for &byte in &out {
        crc ^= u32::from(byte) << 24;
        for _ in 0..8 {
            crc = if crc >> 31 == 1 {
                crc << 1 ^ 0x04C1_1DB7
            } else {
                crc << 1
            };
        }
    }
    out[22..26].copy_from_slice(&crc.to_le_bytes());
    out
}

/// Message of a test that cannot run ffmpeg or ffprobe: it fails.
const NEEDED: &str = "ffmpeg and ffprobe (sudo apt-get install ffmpeg)";

/// The formats that only `ffmpeg` can make here: name and arguments for the encoder.
pub const FOREIGN: [(&str, &[&str]); 10] = [
    (
        "webm-opus",
        &["-c:a", "libopus", "-b:a", "48k", "-f", "webm"],
    ),
    ("webm-vorbis", &["-c:a", "libvorbis", "-f", "webm"]),
    ("ogg-opus", &["-c:a", "libopus", "-b:a", "32k", "-f", "ogg"]),
    ("ogg-vorbis", &["-c:a", "libvorbis", "-f", "ogg"]),
    ("mp3-vbr", &["-c:a", "libmp3lame", "-q:a", "4", "-f", "mp3"]),
    ("mp4-aac", &["-c:a", "aac", "-f", "mp4"]),
    (
        "fragmented-mp4-aac",
        &[
            "-c:a",
            "aac",
            "-movflags",
            "frag_keyframe+empty_moov",
            "-frag_duration",
            "500000",
            "-f",
            "mp4",
        ],
    ),
    ("flac", &["-c:a", "flac", "-f", "flac"]),
    ("ogg-flac", &["-c:a", "flac", "-f", "ogg"]),
    ("adts", &["-c:a", "aac", "-f", "adts"]),
];

/// Converts a WAVE file with `ffmpeg`, which must be there; `None` (and a note) where it lacks the encoder.
pub fn foreign(name: &str, wav: &[u8], arguments: &[&str]) -> Option<Vec<u8>> {
    // Tests run side by side and may ask for the same name.
    static CALLS: AtomicU32 = AtomicU32::new(0);
    let call = CALLS.fetch_add(1, Ordering::Relaxed);
    let folder =
        std::env::temp_dir().join(format!("dsp-core-{}-{call}-{name}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let (from, to) = (folder.join("in.wav"), folder.join("out"));
    std::fs::write(&from, wav).unwrap();
    let done = Command::new("ffmpeg")
        .args(["-v", "error", "-y", "-i"])
        .arg(&from)
        .args(arguments)
        .arg(&to)
        .stdin(Stdio::null())
        .status()
        .expect(NEEDED);
    let bytes = if done.success() {
        Some(std::fs::read(&to).unwrap())
    } else {
        println!("SKIP {name}: this ffmpeg cannot make it");
        None
    };
    std::fs::remove_dir_all(&folder).unwrap();
    bytes
}

/// Duration by `ffprobe` in seconds, from its header.
pub fn probed_seconds(name: &str, bytes: &[u8]) -> Option<f64> {
    let arguments = [
        "-v",
        "error",
        "-show_entries",
        "format=duration",
        "-of",
        "csv=p=0",
    ];
    let said = ask("ffprobe", &arguments, &[], name, bytes);
    String::from_utf8(said).ok()?.trim().parse().ok()
}

/// Seconds of audio that `ffmpeg` decodes.
pub fn decoded_seconds(name: &str, bytes: &[u8]) -> Option<f64> {
    let to_mono = ["-ac", "1", "-ar", "48000", "-f", "s16le", "-"];
    let pcm = ask("ffmpeg", &["-v", "error", "-i"], &to_mono, name, bytes);
    Some(pcm.len() as f64 / 2.0 / 48_000.0)
}

/// A tool's output about a file.
fn ask(tool: &str, before: &[&str], after: &[&str], name: &str, bytes: &[u8]) -> Vec<u8> {
    let path = std::env::temp_dir().join(format!("dsp-core-{}-{name}-asked", std::process::id()));
    std::fs::write(&path, bytes).unwrap();
    let said = Command::new(tool)
        .args(before)
        .arg(&path)
        .args(after)
        .stdin(Stdio::null())
        .output()
        .expect(NEEDED);
    std::fs::remove_file(&path).unwrap();
    said.stdout
}

/// Every frame of a file, planar.
pub fn decode(bytes: &[u8]) -> Vec<Vec<f32>> {
    let mut decoder = Decoder::open(bytes).unwrap();
    rest(&mut decoder)
}

/// The remaining output of a decoder.
pub fn rest(decoder: &mut Decoder<'_>) -> Vec<Vec<f32>> {
    let mut block = PcmBlock::new();
    let mut planes = vec![Vec::new(); decoder.channels()];
    while decoder.next_block(&mut block).unwrap() {
        assert!(block.frames() > 0);
        for (channel, plane) in planes.iter_mut().enumerate() {
            plane.extend_from_slice(block.channel(channel));
        }
    }
    planes
}

/// Offsets of the frames of a FLAC file with fixed blocks, by their numbers.
pub fn flac_frames(bytes: &[u8]) -> Vec<usize> {
    let mut found = Vec::new();
    for at in 0..bytes.len() - 5 {
        let is_next = bytes[at + 4] == found.len() as u8 && found.len() < 128;
        if bytes[at] == 0xFF && bytes[at + 1] == 0xF8 && is_next {
            found.push(at);
        }
    }
    found
}
