//! Writes WebM files as recorders do, with a handle on everything that can go wrong.

use super::random::Random;

/// Opus packets of 20 ms: TOC byte of CELT 20 ms mono and random bytes.
pub fn opus_packets(count: usize, seed: u64) -> Vec<Vec<u8>> {
    let mut random = Random::new(seed);
    (0..count)
        .map(|_| {
            let length = 40 + random.below(120);
            let mut packet = vec![0xF8];
            packet.extend(random.bytes(length));
            packet
        })
        .collect()
}

pub fn element(id: u32, payload: &[u8]) -> Vec<u8> {
    let mut out = id
        .to_be_bytes()
        .into_iter()
        .skip_while(|&byte| byte == 0)
        .collect::<Vec<_>>();
    let size = payload.len() as u32;
    match size {
        0..=126 => out.push(0x80 | size as u8),
        127..=16_382 => out.extend((0x4000 | size as u16).to_be_bytes()),
        _ => out.extend((0x1000_0000 | size).to_be_bytes()),
    }
    out.extend(payload);
    out
}

/// How a file is laid out.
#[derive(Clone)]
pub struct Layout {
    /// Segment and Clusters are of unknown size, as Chromium's recorder writes them.
    pub unknown_sizes: bool,
    /// Bytes of an unknown size field, 1 or 8.
    pub unknown_length: usize,
    /// Packets a Cluster.
    pub cluster_packets: usize,
    /// Blocks are BlockGroups.
    pub groups: bool,
    /// DiscardPadding of the last block in ns.
    pub discard_ns: u32,
    pub codec_delay_ns: u32,
    /// A video track, a picture of which follows every second packet.
    pub video: bool,
    /// Packets are 16-bit mono PCM instead of Opus.
    pub pcm: bool,
}

impl Default for Layout {
    fn default() -> Self {
        Self {
            unknown_sizes: true,
            unknown_length: 8,
            cluster_packets: 25,
            groups: false,
            discard_ns: 0,
            codec_delay_ns: 0,
            video: false,
            pcm: false,
        }
    }
}

pub struct WebmFile {
    pub bytes: Vec<u8>,
    /// Offset of each Cluster.
    pub clusters: Vec<usize>,
    /// Offset of each block element.
    pub blocks: Vec<usize>,
}

pub fn header(layout: &Layout) -> Vec<u8> {
    let mut ebml = element(0x4286, &[1]);
    ebml.extend(element(0x4282, b"webm"));
    let mut info = element(0x2AD7B1, &1_000_000u32.to_be_bytes());
    info.extend(element(0x4D80, b"muxer"));
    info.extend(element(0x7BA9, b"a title"));
    let mut opus_head = b"OpusHead\x01\x01".to_vec();
    opus_head.extend(312u16.to_le_bytes());
    opus_head.extend(48_000u32.to_le_bytes());
    opus_head.extend([0, 0, 0]);
    let mut audio = element(0xB5, &48_000f32.to_be_bytes());
    audio.extend(element(0x9F, &[1]));
    let mut entry = element(0xD7, &[1]);
    entry.extend(element(0x83, &[2]));
    if layout.pcm {
        entry.extend(element(0x86, b"A_PCM/INT/LIT"));
        audio.extend(element(0x6264, &[16]));
    } else {
        entry.extend(element(0x86, b"A_OPUS"));
        entry.extend(element(0x63A2, &opus_head));
        entry.extend(element(0x56AA, &layout.codec_delay_ns.to_be_bytes()));
    }
    entry.extend(element(0xE1, &audio));
    let mut tracks = element(0xAE, &entry);
    if layout.video {
        let mut entry = element(0xD7, &[2]);
        entry.extend(element(0x83, &[1]));
        entry.extend(element(0x86, b"V_VP8"));
        tracks.extend(element(0xAE, &entry));
    }
    let mut out = element(0x1A45DFA3, &ebml);
    out.extend(0x1853_8067u32.to_be_bytes());
    out.extend(unknown(layout.unknown_length));
    out.extend(element(0x1549A966, &info));
    out.extend(element(0x1654AE6B, &tracks));
    out
}

fn unknown(length: usize) -> Vec<u8> {
    if length == 1 {
        return vec![0xFF];
    }
    let mut size = vec![0xFF; length];
    size[0] = 1;
    size
}

/// A file of 20 ms packets; `times_ms` gives each packet's time.
pub fn write(packets: &[Vec<u8>], times_ms: &[u64], layout: &Layout) -> WebmFile {
    let mut file = WebmFile {
        bytes: header(layout),
        clusters: Vec::new(),
        blocks: Vec::new(),
    };
    let total = packets.len();
    for start in (0..total).step_by(layout.cluster_packets) {
        let base = times_ms[start];
        let mut body = element(0xE7, &(base as u32).to_be_bytes());
        let mut offsets = Vec::new();
        let end = (start + layout.cluster_packets).min(total);
        for index in start..end {
            let relative = (times_ms[index] - base) as i16;
            let mut payload = vec![0x81];
            payload.extend(relative.to_be_bytes());
            payload.push(if layout.groups { 0 } else { 0x80 });
            payload.extend(&packets[index]);
            offsets.push(body.len());
            if layout.groups || (layout.discard_ns > 0 && index + 1 == total) {
                payload[3] = 0;
                let mut group = element(0xA1, &payload);
                if index + 1 == total {
                    group.extend(element(0x75A2, &layout.discard_ns.to_be_bytes()));
                }
                body.extend(element(0xA0, &group));
            } else {
                body.extend(element(0xA3, &payload));
            }
            if layout.video && index % 2 == 1 {
                let mut picture = vec![0x82];
                picture.extend(relative.to_be_bytes());
                picture.resize(3_000, 0x80);
                body.extend(element(0xA3, &picture));
            }
        }
        file.clusters.push(file.bytes.len());
        file.bytes.extend(0x1F43_B675u32.to_be_bytes());
        if layout.unknown_sizes {
            file.bytes.extend(unknown(layout.unknown_length));
        } else {
            file.bytes
                .extend((0x1000_0000 | body.len() as u32).to_be_bytes());
        }
        file.blocks
            .extend(offsets.iter().map(|offset| file.bytes.len() + offset));
        file.bytes.extend(body);
    }
    file
}

/// Times of packets that follow each other.
pub fn steady(count: usize) -> Vec<u64> {
    (0..count as u64).map(|index| index * 20).collect()
}
