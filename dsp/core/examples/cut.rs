//! The native twin of `npm run -s dsp -- cut`: what `tests/dsp/native.test.ts` holds the shipped
//! wasm against, byte for byte.
//!
//! `cut IN OUT.wav|OUT.mp3 KBPS START-END…`, times in seconds. Prints the frames of the result.

use std::error::Error;
use std::fs;

use dsp_core::edit::{CutSession, Output, Progress};

fn parse_region(text: &str) -> Result<(f64, f64), Box<dyn Error>> {
    let (start, end) = text.split_once('-').ok_or("a region is START-END")?;
    Ok((start.parse()?, end.parse()?))
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [input, output, kbps, regions @ ..] = arguments.as_slice() else {
        return Err("usage: cut IN OUT.wav|OUT.mp3 KBPS START-END…".into());
    };
    let regions = regions
        .iter()
        .map(|text| parse_region(text))
        .collect::<Result<Vec<_>, _>>()?;
    let format = if output.ends_with(".mp3") {
        Output::Mp3 {
            bitrate_kbps: kbps.parse()?,
        }
    } else {
        Output::Wav
    };
    let bytes = fs::read(input)?;
    let mut session = CutSession::new(bytes.as_slice(), &regions, format)
        .map_err(|error| format!("{error:?}"))?;
    let mut out = Vec::new();
    let summary = loop {
        match session
            .step(&mut out)
            .map_err(|error| format!("{error:?}"))?
        {
            Progress::Working { .. } => {}
            Progress::Done(summary) => break summary,
        }
    };
    for patch in &summary.patches {
        let at = usize::try_from(patch.offset)?;
        out.get_mut(at..at + patch.bytes.len())
            .ok_or("a patch outside of the file")?
            .copy_from_slice(&patch.bytes);
    }
    fs::write(output, &out)?;
    println!("{}", summary.frames);
    Ok(())
}
