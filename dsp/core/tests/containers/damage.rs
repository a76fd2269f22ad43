//! Damage as it happens, made by a seed, with the expected result: which packets of the whole file
//! are still there byte for byte. Readers must find (nearly) all of them, in place.

use super::random::Random;
use super::{formats, read_all};
use dsp_core::codec::packet_clock::PacketClock;
use dsp_core::container::{open, Packet};

/// A damaged file and the ranges of the whole one that it still has, as (from, to, where now).
pub struct Damaged {
    pub name: String,
    pub bytes: Vec<u8>,
    kept: Vec<(usize, usize)>,
    /// Holes: each may cost a reader a packet or two more than it covers.
    pub wounds: usize,
    /// The file holds the whole recording twice.
    pub doubled: bool,
}

impl Damaged {
    fn new(name: String, whole: &[u8], kept: &[(usize, usize)]) -> Self {
        let bytes = kept
            .iter()
            .flat_map(|&(from, to)| whole[from..to].iter().copied())
            .collect();
        Self {
            name,
            bytes,
            kept: kept.to_vec(),
            wounds: kept.len(),
            doubled: false,
        }
    }

    /// True when bytes `from..to` of the whole file are all still there, together.
    pub fn has(&self, from: u64, to: u64) -> bool {
        self.kept
            .iter()
            .any(|&(start, end)| start as u64 <= from && to <= end as u64)
    }
}

/// Every kind of damage done to `whole`.
pub fn damages(whole: &[u8], seed: u64) -> Vec<Damaged> {
    let mut random = Random::new(seed);
    let size = whole.len();
    let mut all = Vec::new();
    for percent in [5, 37, 50, 90, 99] {
        let cut = size * percent / 100 + random.below(50);
        let cut = cut.min(size - 1);
        all.push(Damaged::new(
            format!("first {percent} %"),
            whole,
            &[(0, cut)],
        ));
    }
    for percent in [3, 30, 60] {
        let from = size * percent / 100 + random.below(50);
        all.push(Damaged::new(
            format!("without the first {percent} %"),
            whole,
            &[(from, size)],
        ));
        for length in [700, 6000, size / 10] {
            let to = (from + length).min(size - 1);
            let name = format!("{length} bytes missing at {percent} %");
            all.push(Damaged::new(name, whole, &[(0, from), (to, size)]));
        }
        let page = (from / 4096 * 4096).max(4096);
        if page + 4096 < size {
            for pages in [1, 3] {
                let end = (page + 4096 * pages).min(size);
                let name = format!("{pages} zeroed pages at {percent} %");
                let mut damaged = Damaged::new(name, whole, &[(0, page), (page, end), (end, size)]);
                damaged.bytes[page..end].fill(0);
                damaged.kept.remove(1);
                all.push(damaged);
            }
        }
        let garbage = random.bytes(3000);
        let mut damaged = Damaged::new(
            format!("garbage at {percent} %"),
            whole,
            &[(0, from), (from, size)],
        );
        damaged.bytes.splice(from..from, garbage);
        all.push(damaged);
    }
    let mut damaged = Damaged::new("garbage at the end".into(), whole, &[(0, size)]);
    damaged.bytes.extend(random.bytes(5000));
    all.push(damaged);
    let mut damaged = Damaged::new("zeros at the end".into(), whole, &[(0, size)]);
    damaged.bytes.extend([0; 9000]);
    all.push(damaged);
    let mut damaged = Damaged::new("concatenated to itself".into(), whole, &[(0, size)]);
    damaged.bytes.extend(whole);
    damaged.doubled = true;
    all.push(damaged);
    let cut = size * 70 / 100;
    let mut damaged = Damaged::new("cut and concatenated to itself".into(), whole, &[(0, cut)]);
    damaged.bytes.extend(whole);
    damaged.kept = vec![(0, size)];
    damaged.wounds = 2;
    all.push(damaged);
    all
}

/// Packets of a whole file: offset, bytes, frames.
pub fn packets_of(whole: &[u8]) -> Vec<(u64, u64, u64)> {
    let mut demuxer = open(whole).expect("the whole file opens");
    let mut clock = PacketClock::new(demuxer.track());
    let mut packet = Packet::default();
    let mut found = Vec::new();
    while demuxer
        .next_packet(&mut packet)
        .expect("slices do not fail")
    {
        let frames = clock.frames(&packet.data).unwrap_or(0);
        found.push((packet.offset, packet.data.len() as u64, frames));
    }
    found
}

/// Whether a format can be read at all once this was done to it.
pub fn is_lost(format: &str, damaged: &Damaged, whole: &[u8]) -> bool {
    let head_gone = !damaged.has(0, 64);
    match format {
        // The sample tables are the only map of a flat file: they are at its end and count from
        // its beginning.
        "mp4 flat" => head_gone || !damaged.has(whole.len() as u64 - 1000, whole.len() as u64),
        // FLAC frames are not read without their STREAMINFO.
        "flac" => head_gone,
        _ => false,
    }
}

#[test]
fn finds_the_remains_and_keeps_them_in_place() {
    for (format, whole) in formats::all() {
        let truth = packets_of(&whole);
        let longest = truth.iter().map(|packet| packet.2).max().unwrap_or(0);
        let end: u64 = truth.iter().map(|packet| packet.2).sum();
        for damaged in damages(&whole, 7) {
            if is_lost(format, &damaged, &whole) {
                continue;
            }
            let what = format!("{format}, {}", damaged.name);
            let intact = truth
                .iter()
                .filter(|packet| damaged.has(packet.0, packet.0 + packet.1))
                .count();
            let Ok(mut demuxer) = open(damaged.bytes.as_slice()) else {
                assert!(intact <= 4, "{what}: refused with {intact} packets intact");
                continue;
            };
            let reading = read_all(demuxer.as_mut());
            // FLAC frames around a hole fail their checksum with their neighbour; pages of Ogg and
            // fragments of MP4 fall together; PCM is cut into packets again.
            let together = match format {
                "ogg" => 21,
                "mp4 fragmented" => 11,
                "wav" => continue,
                _ => 3,
            };
            let least = intact.saturating_sub(together * damaged.wounds);
            assert!(
                reading.packets.len() >= least,
                "{what}: {} of {intact} packets",
                reading.packets.len()
            );
            let limit = end * if damaged.doubled { 2 } else { 1 }
                + if damaged.wounds == 2 { end } else { 0 };
            assert!(
                reading.end <= limit + 2 * longest,
                "{what}: {} frames of {limit}",
                reading.end
            );
        }
    }
}
