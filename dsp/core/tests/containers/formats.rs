//! A small valid file of every format, built here.

use super::mp4_file::{self, aac_blocks, aac_packets, Order};
use super::random::Random;
use super::webm_file::{self, opus_packets, steady};
use dsp_core::codec::mp3::encode;
use dsp_core::container::ogg::page_checksum;

/// Every format by name.
pub fn all() -> Vec<(&'static str, Vec<u8>)> {
    holding(aac_packets)
}

/// The same with packets that a decoder reads to their ends.
pub fn decodable() -> Vec<(&'static str, Vec<u8>)> {
    holding(aac_blocks)
}

fn holding(aac: fn(usize, u64) -> Vec<Vec<u8>>) -> Vec<(&'static str, Vec<u8>)> {
    let mut vorbis_like = webm_file::Layout {
        unknown_sizes: false,
        groups: true,
        ..Default::default()
    };
    vorbis_like.discard_ns = 5_000_000;
    vec![
        (
            "webm",
            webm_file::write(&opus_packets(150, 1), &steady(150), &Default::default()).bytes,
        ),
        (
            "matroska groups",
            webm_file::write(&opus_packets(150, 2), &steady(150), &vorbis_like).bytes,
        ),
        ("mp4 flat", mp4_file::flat(&aac(90, 3), &Default::default())),
        (
            "mp4 fragmented",
            mp4_file::fragmented(&aac(90, 4), 10, Order::Usual).bytes,
        ),
        ("ogg", ogg(&opus_packets(150, 5))),
        ("mp3", mp3(60, 6)),
        ("adts", adts(&aac(90, 7))),
        ("flac", flac(12, 8)),
        ("wav", wav(6000, 9)),
    ]
}

/// Opus in Ogg with a vendor and a comment.
pub fn ogg(packets: &[Vec<u8>]) -> Vec<u8> {
    let mut head = b"OpusHead\x01\x01".to_vec();
    head.extend(312u16.to_le_bytes());
    head.extend(48_000u32.to_le_bytes());
    head.extend([0, 0, 0]);
    let mut tags = b"OpusTags".to_vec();
    for text in [&b"a vendor"[..], b"\x01\0\0\0", b"ARTIST=someone"] {
        if text.len() != 4 {
            tags.extend((text.len() as u32).to_le_bytes());
        }
        tags.extend(text);
    }
    let mut out = Vec::new();
    let mut sequence = 0;
    let mut page = |packets: &[Vec<u8>], granule: u64, flags: u8| {
        let mut page = b"OggS\0".to_vec();
        page.push(flags);
        page.extend(granule.to_le_bytes());
        page.extend(77u32.to_le_bytes());
        page.extend((sequence as u32).to_le_bytes());
        sequence += 1;
        page.extend([0; 4]);
        let segments: Vec<u8> = packets
            .iter()
            .flat_map(|packet| {
                let mut lacing = vec![255; packet.len() / 255];
                lacing.push((packet.len() % 255) as u8);
                lacing
            })
            .collect();
        page.push(segments.len() as u8);
        page.extend(segments);
        page.extend(packets.concat());
        let checksum = page_checksum(&page);
        page[22..26].copy_from_slice(&checksum.to_le_bytes());
        out.extend(page);
    };
    page(&[head], 0, 2);
    page(&[tags], 0, 0);
    let count = packets.chunks(20).count();
    for (index, chunk) in packets.chunks(20).enumerate() {
        let last = index + 1 == count;
        let end = (index * 20 + chunk.len()) as u64 * 960 - if last { 100 } else { 0 };
        page(chunk, end, if last { 4 } else { 0 });
    }
    out
}

/// Layer III frames of 128 kbit/s at 44.1 kHz after an ID3 tag.
pub fn mp3(frames: usize, seed: u64) -> Vec<u8> {
    let mut random = Random::new(seed);
    let config = encode::Config {
        sample_rate_hz: 44_100,
        channels: 1,
        bitrate_kbps: 128,
    };
    let mut encoder = encode::Encoder::new(config).unwrap();
    let noise: Vec<f32> = (0..frames * 1_152)
        .map(|_| random.below(20_000) as f32 / 20_000.0 - 0.5)
        .collect();
    let mut stream = Vec::new();
    encoder.encode(&[&noise], &mut stream).unwrap();
    let end = encoder.finish(&mut stream).unwrap();
    let mut out = b"ID3\x04\0\0\0\0\0\x13TIT2\0\0\0\x09\0\0\0a title\0".to_vec();
    out.extend(&stream[end.first_frame.len()..]);
    out
}

/// AAC-LC with an ADTS header before each packet (ISO 13818-7 §6.2).
pub fn adts(packets: &[Vec<u8>]) -> Vec<u8> {
    let mut out = Vec::new();
    for packet in packets {
        let length = packet.len() + 7;
        // LC, 44.1 kHz, mono, one block, buffer fullness all ones.
        out.extend([
            0xFF,
            0xF1,
            0x50,
            0x40 | (length >> 11) as u8,
            (length >> 3) as u8,
        ]);
        out.extend([(length << 5) as u8 | 0x1F, 0xFC]);
        out.extend(packet);
    }
    out
}

/// Verbatim FLAC frames of 1,152 samples, mono, 16 bits (RFC 9639 §9).
pub fn flac(frames: u8, seed: u64) -> Vec<u8> {
    let mut random = Random::new(seed);
    let mut out = b"fLaC\0\0\0\x22".to_vec();
    out.extend([0x04, 0x80, 0x04, 0x80, 0, 0, 0, 0, 0, 0]);
    let length = u64::from(frames) * 1152;
    out.extend((44_100u64 << 44 | 15 << 36 | length).to_be_bytes());
    out.extend([0; 16]);
    out.extend(b"\x84\0\0\x10\x08\0\0\0a vendor\0\0\0\0");
    for number in 0..frames {
        // Block size code 3 (1,152), rate code 9 (44.1 kHz), mono, 16 bits.
        let mut frame = vec![0xFF, 0xF8, 0x39, 0x08, number];
        frame.push(crc(&frame, 0x07, 8) as u8);
        frame.push(0b0000_0010);
        frame.extend(random.bytes(1152 * 2));
        let check = crc(&frame, 0x8005, 16) as u16;
        frame.extend(check.to_be_bytes());
        out.extend(frame);
    }
    out
}

fn crc(bytes: &[u8], polynomial: u32, width: u32) -> u32 {
    let mask = (1u64 << width) as u32 - 1;
    bytes.iter().fold(0u32, |crc, &byte| {
        (0..8).fold(crc ^ u32::from(byte) << (width - 8), |crc, _| {
            let top = crc >> (width - 1) & 1;
            (crc << 1 & mask) ^ if top == 1 { polynomial } else { 0 }
        })
    })
}

/// PCM of 16 bits, mono, with a LIST chunk.
pub fn wav(frames: usize, seed: u64) -> Vec<u8> {
    let data = Random::new(seed).bytes(frames * 2);
    let mut out = b"RIFF\0\0\0\0WAVEfmt \x10\0\0\0\x01\0\x01\0".to_vec();
    out.extend(48_000u32.to_le_bytes());
    out.extend(96_000u32.to_le_bytes());
    out.extend([2, 0, 16, 0]);
    out.extend(b"LIST\x12\0\0\0INFOINAM\x06\0\0\0a name");
    out.extend(b"data");
    out.extend((data.len() as u32).to_le_bytes());
    out.extend(data);
    let size = out.len() as u32 - 8;
    out[4..8].copy_from_slice(&size.to_le_bytes());
    out
}
