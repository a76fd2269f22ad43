//! Hostile input: accept or refuse; never panic, never loop, never read or hold much more than there is.

use std::cell::Cell;
use std::rc::Rc;

use super::formats;
use super::mutation::mutate;
use super::random::Random;
use dsp_core::container::remux::Remux;
use dsp_core::container::{open, Packet};
use dsp_core::source::{ByteSource, SourceError};

/// A slice that counts the bytes read from it.
struct Counted<'a> {
    bytes: &'a [u8],
    read: Rc<Cell<u64>>,
}

impl ByteSource for Counted<'_> {
    fn len(&self) -> u64 {
        self.bytes.len() as u64
    }

    fn read_at(&mut self, offset: u64, out: &mut [u8]) -> Result<usize, SourceError> {
        let count = self.bytes.read_at(offset, out)?;
        self.read.set(self.read.get() + count as u64);
        Ok(count)
    }
}

/// Reads `bytes` to the end and checks the bounds; true when the file was accepted.
fn survive(bytes: &[u8], what: &dyn Fn() -> String) -> bool {
    let read = Rc::new(Cell::new(0));
    let source = Counted {
        bytes,
        read: Rc::clone(&read),
    };
    let Ok(mut demuxer) = open(source) else {
        return false;
    };
    let size = bytes.len() as u64;
    let mut packet = Packet::default();
    let (mut packets, mut delivered) = (0u64, 0u64);
    while let Ok(true) = demuxer.next_packet(&mut packet) {
        packets += 1;
        delivered += packet.data.len() as u64;
        assert!(packets <= size + 16, "{}: packets without end", what());
        assert!(
            delivered <= 4 * size + 4096,
            "{}: more bytes than the file has",
            what()
        );
        assert!(
            packet.timestamp.unwrap_or(0) < 1 << 50,
            "{}: a time past all reason",
            what()
        );
    }
    assert!(
        demuxer.damage().len() <= 1000,
        "{}: damage without bound",
        what()
    );
    assert!(
        demuxer.metadata().len() <= 1000,
        "{}: metadata without bound",
        what()
    );
    // Windows of 256 KiB over files this small: a reader that seeks back and forth shows here.
    assert!(
        read.get() <= 200 * size + (64 << 20),
        "{}: {} bytes read of {size}",
        what(),
        read.get()
    );
    true
}

#[test]
fn every_prefix_at_each_997th_byte() {
    for (name, bytes) in formats::all() {
        for cut in (0..bytes.len()).step_by(997).chain(0..64.min(bytes.len())) {
            survive(&bytes[..cut], &|| format!("{name} cut at {cut}"));
        }
    }
}

#[test]
fn random_bytes_after_any_magic() {
    let magics: [&[u8]; 9] = [
        b"",
        b"\x1A\x45\xDF\xA3",
        b"\x1F\x43\xB6\x75\x01\xFF\xFF\xFF\xFF\xFF\xFF\xFF",
        b"\0\0\0\x18ftypM4A ",
        b"\0\0\x10\0moov\0\0\0\x08mvhd",
        b"OggS\0\x02",
        b"fLaC",
        b"RIFF\xFF\xFF\xFF\xFFWAVE",
        b"\xFF\xFB\x90\x64",
    ];
    let mut random = Random::new(42);
    for round in 0..40 {
        for magic in magics {
            let length = random.below(40_000);
            let bytes = [magic, &random.bytes(length)].concat();
            survive(&bytes, &|| format!("random {round} behind {magic:?}"));
        }
    }
}

#[test]
fn two_thousand_mutations_of_every_format() {
    for (name, bytes) in formats::all() {
        let mut random = Random::new(bytes.len() as u64);
        let mut accepted = 0;
        for round in 0..2000 {
            let mutant = mutate(&bytes, &mut random);
            accepted += u32::from(survive(&mutant, &|| format!("{name} mutant {round}")));
        }
        assert!(
            accepted > 500,
            "{name}: only {accepted} of 2000 mutants were of any use"
        );
    }
}

#[test]
fn mutants_remux_or_are_refused() {
    for (name, bytes) in formats::all() {
        let mut random = Random::new(bytes.len() as u64 + 1);
        for round in 0..200 {
            let mutant = mutate(&bytes, &mut random);
            let Ok(mut remux) = Remux::new(mutant.as_slice()) else {
                continue;
            };
            let mut out = Vec::new();
            while let Ok(true) = remux.step(&mut out) {
                assert!(
                    out.len() <= 8 * mutant.len() + 65_536,
                    "{name} mutant {round}: {} bytes",
                    out.len()
                );
            }
            if let Some(report) = remux.report() {
                let reopened = open(out.as_slice()).map(|demuxer| demuxer.track().codec);
                assert_eq!(
                    reopened,
                    Ok(report.codec),
                    "{name} mutant {round} does not reopen"
                );
            }
        }
    }
}
