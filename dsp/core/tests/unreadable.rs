//! A file that becomes unreadable while it is read: every operation says so, and none takes what it has for the whole.

mod support;

use std::cell::Cell;
use std::fmt::Debug;
use std::rc::Rc;

use dsp_core::decode::Decoder;
use dsp_core::edit::{
    decode_range, CleanCopy, CutRuns, CutSession, LoudnessSession, Output, Progress, SurveySession,
};
use dsp_core::inspect::inspect;
use dsp_core::source::{ByteSource, SourceError};
use dsp_core::voice::VoiceTools;
use support::{foreign, mp3, ogg_opus, signal, wav, FOREIGN};

const REASON: &str = "the disk was removed";

/// Bytes that can be read up to `from`, and in the first `reads` reads also after it.
#[derive(Clone)]
struct Failing {
    bytes: Rc<Vec<u8>>,
    from: usize,
    reads: Rc<Cell<u32>>,
    has_failed: Rc<Cell<bool>>,
}

impl ByteSource for Failing {
    fn len(&self) -> u64 {
        self.bytes.len() as u64
    }

    fn read_at(&mut self, offset: u64, out: &mut [u8]) -> Result<usize, SourceError> {
        let start = (offset as usize).min(self.bytes.len());
        let count = out.len().min(self.bytes.len() - start);
        if self.reads.get() > 0 {
            self.reads.set(self.reads.get() - 1);
        } else if start + count > self.from {
            self.has_failed.set(true);
            return Err(SourceError(REASON.into()));
        }
        out[..count].copy_from_slice(&self.bytes[start..start + count]);
        Ok(count)
    }
}

fn text(error: impl Debug) -> String {
    format!("{error:?}")
}

fn cut(source: Failing, output: Output, regions: &[(f64, f64)]) -> Result<(), String> {
    let mut session = CutSession::new(source, regions, output).map_err(text)?;
    let mut out = Vec::new();
    while !matches!(session.step(&mut out).map_err(text)?, Progress::Done(_)) {}
    Ok(())
}

type Operation = fn(Failing) -> Result<(), String>;

const OPERATIONS: [(&str, Operation); 10] = [
    ("inspect", |source| inspect(source).map(drop).map_err(text)),
    ("count", |source| {
        let mut decoder = Decoder::open(source).map_err(text)?;
        decoder.count_frames().map(drop).map_err(text)
    }),
    ("estimate", |source| {
        let decoder = Decoder::open(source).map_err(text)?;
        decoder.estimate_frames().map(drop).map_err(text)
    }),
    ("survey", |source| {
        let mut session = SurveySession::of_range(source, 0.5, 9.0).map_err(text)?;
        while session.step().map_err(text)? {}
        Ok(())
    }),
    ("loudness", |source| {
        let regions = [(0.0, 0.5), (2.0, 9.0)];
        let none = VoiceTools::default();
        let mut session = LoudnessSession::new(source, &regions, &none).map_err(text)?;
        while session.step().map_err(text)? {}
        Ok(())
    }),
    ("range", |source| {
        let range = decode_range(source, 2.0, 2.5, &VoiceTools::default());
        range.map(drop).map_err(text)
    }),
    ("cut to WAVE", |source| {
        cut(source, Output::Wav, &[(0.0, 9.0)])
    }),
    ("cut to MP3", |source| {
        let output = Output::Mp3 { bitrate_kbps: 64 };
        cut(source, output, &[(0.5, 1.0), (2.5, 3.0)])
    }),
    ("runs", |source| {
        let none = VoiceTools::default();
        let mut runs = CutRuns::new(source, &[(0.5, 9.0)], 64, &none).map_err(text)?;
        let run = runs.encode(0, 1, &mut Vec::new(), |_, _| {});
        run.map(drop).map_err(text)
    }),
    ("copy", |source| {
        let mut copy = CleanCopy::new(source).map_err(text)?;
        let mut out = Vec::new();
        while copy.step(&mut out).map_err(text)? {}
        Ok(())
    }),
];

#[test]
fn every_operation_says_that_its_source_became_unreadable() {
    let planes = signal(48_000, 2, 48_000 * 4);
    let wave = wav(48_000, &planes);
    let mut files = vec![
        ("wav", wave.clone()),
        ("mp3", mp3(48_000, &planes)),
        ("own-ogg-opus", ogg_opus(&planes, 3)),
    ];
    let more: [(&str, &[&str]); 2] = [
        ("aiff", &["-f", "aiff"]),
        ("alac", &["-c:a", "alac", "-f", "mp4"]),
    ];
    for (name, arguments) in FOREIGN.into_iter().chain(more) {
        files.extend(foreign(name, &wave, arguments).map(|bytes| (name, bytes)));
    }
    let mut failures = 0;
    for (name, bytes) in files {
        let bytes = Rc::new(bytes);
        for (from, reads) in [(0, 1), (0, 3), (bytes.len() / 2, 0), (bytes.len() - 10, 2)] {
            for (operation, work) in OPERATIONS {
                let has_failed = Rc::new(Cell::new(false));
                let done = work(Failing {
                    bytes: Rc::clone(&bytes),
                    from,
                    reads: Rc::new(Cell::new(reads)),
                    has_failed: Rc::clone(&has_failed),
                });
                let is_said = done.as_ref().is_err_and(|error| error.contains(REASON));
                let place = format!("{name}, {operation}, from {from} after {reads}: {done:?}");
                assert_eq!(is_said, has_failed.get(), "{place}");
                failures += u32::from(has_failed.get());
            }
        }
    }
    assert!(failures > 200, "{failures}");
}
