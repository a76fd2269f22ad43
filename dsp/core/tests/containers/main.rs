//! Container readers against files built here byte by byte, whole and damaged, with the expected results.
#![allow(missing_docs)]

mod against_ffmpeg;
mod damage;
mod formats;
mod hostile;
mod mp4;
mod mp4_file;
mod mutation;
mod opening;
mod random;
mod remux;
#[path = "../support/scope.rs"]
mod scope;
mod webm;
mod webm_file;

use dsp_core::codec::packet_clock::PacketClock;
use dsp_core::container::{DamageKind, Demuxer, Packet};

/// A reader's result for a file.
#[derive(Debug, Default)]
pub struct Reading {
    /// Packet bytes in order.
    pub packets: Vec<Vec<u8>>,
    /// Their positions in frames.
    pub at: Vec<u64>,
    /// End of the last packet in frames.
    pub end: u64,
    /// Kinds of damage, each once.
    pub damage: Vec<DamageKind>,
    /// Frames to drop at the end.
    pub discard: u64,
}

/// Reads everything; panics when the reader does not end.
pub fn read_all(demuxer: &mut dyn Demuxer) -> Reading {
    let mut reading = Reading::default();
    let mut clock = PacketClock::new(demuxer.track());
    let mut packet = Packet::default();
    while demuxer
        .next_packet(&mut packet)
        .expect("slices do not fail")
    {
        assert!(reading.packets.len() < 1_000_000, "the reader does not end");
        let at = packet.timestamp.unwrap_or(reading.end);
        reading.at.push(at);
        reading.end = at + clock.frames(&packet.data).unwrap_or(0);
        reading.discard += u64::from(packet.discard_end_frames);
        reading.packets.push(packet.data.clone());
    }
    for damage in demuxer.damage() {
        if !reading.damage.contains(&damage.kind) {
            reading.damage.push(damage.kind);
        }
    }
    reading
}
