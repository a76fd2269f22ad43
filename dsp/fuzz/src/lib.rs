//! The fuzz targets: one per reader, and one per user of the readers. A target takes any bytes and
//! must return a short description of the result, by which a run without
//! coverage distinguishes new behaviour from old.

#[path = "../../core/tests/containers/formats.rs"]
pub mod formats;
#[path = "../../core/tests/containers/mp4_file.rs"]
pub mod mp4_file;
#[path = "../../core/tests/containers/mutation.rs"]
pub mod mutation;
#[path = "../../core/tests/containers/random.rs"]
pub mod random;
#[path = "../../core/tests/containers/webm_file.rs"]
pub mod webm_file;

use dsp_core::codec::mp3::encode::{Config, Encoder};
use dsp_core::container::remux::Remux;
use dsp_core::container::{open, Container, Packet};
use dsp_core::decode::Decoder;
use dsp_core::edit::{CutList, CutSession, Output, Progress, Span};
use dsp_core::pcm::PcmBlock;
use dsp_core::repair::{sentences, Progress as Done, RepairSession};

/// Output of one run after which it counts as endless, in bytes for each byte of input and on top.
const MAX_GROWTH: usize = 4096;
const MAX_BASE_BYTES: usize = 64 << 20;

/// Something to fuzz.
#[derive(Clone, Copy)]
pub struct Target {
    pub name: &'static str,
    /// Formats whose valid files it starts from; none for raw bytes.
    pub formats: &'static [&'static str],
    pub run: fn(&[u8]) -> u64,
}

const ALL: &[&str] = &[
    "webm",
    "matroska groups",
    "mp4 flat",
    "mp4 fragmented",
    "ogg",
    "mp3",
    "adts",
    "he-aac pair",
    "he-aac spread",
    "flac",
    "wav",
];

/// HE-AAC, for which there is no encoder of ours.
const HE_AAC: [(&str, &[u8]); 2] = [
    (
        "he-aac pair",
        include_bytes!("../../core/tests/variants/he_aac/pair.aac"),
    ),
    (
        "he-aac spread",
        include_bytes!("../../core/tests/variants/he_aac/spread.aac"),
    ),
];

/// Every target.
pub const TARGETS: &[Target] = &[
    Target {
        name: "webm",
        formats: &["webm", "matroska groups"],
        run: demux,
    },
    Target {
        name: "mp4",
        formats: &["mp4 flat", "mp4 fragmented"],
        run: demux,
    },
    Target {
        name: "ogg",
        formats: &["ogg"],
        run: demux,
    },
    Target {
        name: "mpeg_audio",
        formats: &["mp3", "adts"],
        run: demux,
    },
    Target {
        name: "flac",
        formats: &["flac"],
        run: demux,
    },
    Target {
        name: "wav",
        formats: &["wav"],
        run: demux,
    },
    Target {
        name: "remux",
        formats: ALL,
        run: remux,
    },
    Target {
        name: "decode",
        formats: ALL,
        run: decode,
    },
    Target {
        name: "cut",
        formats: ALL,
        run: cut,
    },
    Target {
        name: "repair",
        formats: ALL,
        run: repair,
    },
    Target {
        name: "cut_list",
        formats: &[],
        run: cut_list,
    },
    Target {
        name: "encode_mp3",
        formats: &[],
        run: encode_mp3,
    },
];

/// Opens and reads every packet.
fn demux(bytes: &[u8]) -> u64 {
    let mut demuxer = match open(bytes) {
        Ok(demuxer) => demuxer,
        Err(error) => return code(&format!("{error:?}").split(['(', ' ']).next()),
    };
    let mut packet = Packet::default();
    let mut packets = 0u64;
    while let Ok(true) = demuxer.next_packet(&mut packet) {
        packets += 1;
        assert!(packets <= bytes.len() as u64 + 16, "packets without end");
    }
    assert!(demuxer.damage().len() <= 1000, "damage without bound");
    let mut kinds: Vec<&str> = demuxer
        .damage()
        .iter()
        .map(|damage| damage.kind.name())
        .collect();
    kinds.sort_unstable();
    kinds.dedup();
    code(&(
        kinds,
        packets.ilog2_or_zero(),
        demuxer.metadata().len(),
        demuxer.track().channels,
    ))
}

fn remux(bytes: &[u8]) -> u64 {
    let Ok(mut remux) = Remux::new(bytes) else {
        return 0;
    };
    let mut out = Vec::new();
    let mut written = 0;
    while let Ok(true) = remux.step(&mut out) {
        written += out.len();
        out.clear();
        // Only PCM has no other way to keep a pause than to write it out.
        if remux.container() == Container::Wav {
            if written > MAX_BASE_BYTES {
                return 1;
            }
            continue;
        }
        assert!(written <= 8 * bytes.len() + (1 << 20), "output without end");
    }
    code(&remux.report().map(|report| {
        (
            report.removed.len(),
            report.packets.ilog2_or_zero(),
            report.damage.len(),
        )
    }))
}

fn decode(bytes: &[u8]) -> u64 {
    let Ok(mut decoder) = Decoder::open(bytes) else {
        return 0;
    };
    let mut block = PcmBlock::new();
    let mut blocks = 0u64;
    while let Ok(true) = decoder.next_block(&mut block) {
        blocks += 1;
        // A stated pause is filled with silence; hours of it are of no interest.
        if decoder.position_frames() > 10_000_000 {
            break;
        }
    }
    code(&(
        blocks.ilog2_or_zero(),
        decoder.damage().len(),
        decoder.channels(),
    ))
}

/// The first bytes choose the regions.
fn cut(bytes: &[u8]) -> u64 {
    let Some((choice, file)) = bytes.split_first_chunk::<6>() else {
        return 0;
    };
    let region = |at: usize| {
        (
            f64::from(choice[at]) / 40.0,
            f64::from(choice[at + 1]) / 20.0,
        )
    };
    let output = if choice[4] & 1 == 0 {
        Output::Wav
    } else {
        Output::Mp3 { bitrate_kbps: 128 }
    };
    let Ok(mut session) = CutSession::new(file, &[region(0), region(2)], output) else {
        return 1;
    };
    let mut out = Vec::new();
    let mut written = 0;
    while let Ok(Progress::Working { .. }) = session.step(&mut out) {
        written += out.len();
        out.clear();
        assert!(
            written < MAX_BASE_BYTES + MAX_GROWTH * bytes.len(),
            "output without end"
        );
    }
    code(&(written as u64).ilog2_or_zero())
}

fn repair(bytes: &[u8]) -> u64 {
    let Ok(mut session) = RepairSession::new(bytes) else {
        return 0;
    };
    let mut out = Vec::new();
    let mut written = 0;
    while let Ok(progress) = session.step(&mut out) {
        written += out.len();
        out.clear();
        if let Done::Done(report) = progress {
            assert!(!sentences::of_inspection(&report.inspection).is_empty());
            break;
        }
        // A stated pause is filled with silence; hours of it are of no interest.
        if written > MAX_BASE_BYTES {
            break;
        }
    }
    code(&(written as u64).ilog2_or_zero())
}

fn cut_list(bytes: &[u8]) -> u64 {
    let spans = bytes
        .chunks_exact(8)
        .map(|pair| {
            let number = |at: usize| {
                u64::from(u32::from_le_bytes([
                    pair[at],
                    pair[at + 1],
                    pair[at + 2],
                    pair[at + 3],
                ]))
            };
            Span {
                start: number(0),
                end: number(4),
            }
        })
        .collect();
    let Ok(list) = CutList::from_spans(spans) else {
        return 0;
    };
    assert!(
        list.spans()
            .windows(2)
            .all(|pair| pair[0].end < pair[1].start),
        "regions touch or overlap"
    );
    assert_eq!(
        list.frames(),
        list.spans()
            .iter()
            .map(|span| span.end - span.start)
            .sum::<u64>()
    );
    code(&list.spans().len())
}

/// Four bytes of configuration, then samples, odd ones included.
fn encode_mp3(bytes: &[u8]) -> u64 {
    let Some((choice, samples)) = bytes.split_first_chunk::<4>() else {
        return 0;
    };
    let config = Config {
        sample_rate_hz: [32_000, 44_100, 48_000, 8_000][usize::from(choice[0] & 3)],
        channels: u16::from(choice[1] & 3),
        bitrate_kbps: [32, 64, 128, 192, 320, 0, 96, 40][usize::from(choice[2] & 7)],
    };
    let Ok(mut encoder) = Encoder::new(config) else {
        return 1;
    };
    let pcm: Vec<f32> = samples
        .chunks_exact(2)
        .map(|pair| match i16::from_le_bytes([pair[0], pair[1]]) {
            i16::MIN => f32::NAN,
            i16::MAX => f32::INFINITY,
            value => f32::from(value) / 16_384.0,
        })
        .collect();
    let planes = vec![pcm.as_slice(); usize::from(config.channels)];
    let mut out = Vec::new();
    let encoded = encoder.encode(&planes, &mut out).is_ok();
    let finished = encoder.finish(&mut out).is_ok();
    code(&(encoded, finished, (out.len() as u64).ilog2_or_zero()))
}

/// A number for a description.
fn code(description: &impl core::fmt::Debug) -> u64 {
    // FNV-1a.
    format!("{description:?}")
        .bytes()
        .fold(0xCBF2_9CE4_8422_2325, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3)
        })
}

trait Magnitude {
    fn ilog2_or_zero(self) -> u32;
}

impl Magnitude for u64 {
    fn ilog2_or_zero(self) -> u32 {
        self.checked_ilog2().unwrap_or(0)
    }
}

/// Files a target starts from.
pub fn corpus(target: &Target) -> Vec<Vec<u8>> {
    if target.formats.is_empty() {
        let mut random = random::Random::new(1);
        return (1..9).map(|size| random.bytes(size * 700)).collect();
    }
    let he_aac = HE_AAC.map(|(name, bytes)| (name, bytes.to_vec()));
    let chosen = formats::all()
        .into_iter()
        .chain(he_aac)
        .filter(|format| target.formats.contains(&format.0));
    chosen
        .map(|(_, bytes)| {
            if target.name == "cut" {
                [&[4, 20, 40, 60, 0, 0][..], &bytes].concat()
            } else {
                bytes
            }
        })
        .collect()
}
