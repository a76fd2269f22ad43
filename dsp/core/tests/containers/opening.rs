//! How much of a file is read before its first packet is known.

use std::cell::Cell;
use std::rc::Rc;

use dsp_core::container;
use dsp_core::source::{ByteSource, SourceError};

use super::formats;

/// Reads of the head and of the bytes the probe checks after it.
const MAX_READS: usize = 4;
/// More frames of the same content: in this many bytes every search finds a candidate.
const REPEATED: usize = 2_000;

struct Counting {
    bytes: Vec<u8>,
    reads: Rc<Cell<usize>>,
}

impl ByteSource for Counting {
    fn len(&self) -> u64 {
        self.bytes.len() as u64
    }

    fn read_at(&mut self, offset: u64, out: &mut [u8]) -> Result<usize, SourceError> {
        self.reads.set(self.reads.get() + 1);
        self.bytes.as_slice().read_at(offset, out)
    }
}

/// A browser's worker pays milliseconds for each read, a slow phone's tens of them.
#[test]
fn a_long_file_of_frames_opens_by_a_few_reads() {
    for name in ["mp3", "adts"] {
        let Some((_, file)) = formats::all().into_iter().find(|(known, _)| *known == name) else {
            panic!("no {name} among the formats");
        };
        let bytes = file.repeat(REPEATED);
        assert!(bytes.len() > 8 << 20, "{name}: {} bytes", bytes.len());
        let reads = Rc::new(Cell::new(0));
        let source = Counting {
            bytes,
            reads: reads.clone(),
        };
        let demuxer = container::open(source).unwrap();
        assert!(demuxer.track().sample_rate_hz > 0);
        assert!(reads.get() <= MAX_READS, "{name}: {} reads", reads.get());
    }
}
