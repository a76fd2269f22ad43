//! The native twin of `npm run -s dsp`: the operations of the core on files, one JSON line of facts
//! each. `tests/dsp/native.test.ts` holds the shipped wasm against it, byte for byte.

mod json;
mod maths;

use std::error::Error;
use std::fs;

use dsp_core::analysis::pass::AnalysisPass;
use dsp_core::container::remux::Remux;
use dsp_core::container::riff::HeaderPatch;
use dsp_core::edit::{self, CutSession, Output};
use dsp_core::hash::challenge::Solver;
use dsp_core::hash::Sha256;
use dsp_core::inspect::inspect;
use dsp_core::repair::{self, RepairSession};

use json::{array, nullable, texts, Facts};

const USAGE: &str = "usage:
  inspect|hash|analyse FILE
  peaks|repair|remux IN OUT
  cut IN OUT.wav|OUT.mp3 KBPS START-END…
  solve CHALLENGE PUZZLES BITS";

type Reply = Result<String, Box<dyn Error>>;

fn main() -> Result<(), Box<dyn Error>> {
    // Its kernels for x86 and ARM sum in another order than its plain code, which wasm runs.
    std::env::set_var("RUSTY_OPUS_ISA", "scalar");
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    println!("{}", run(&arguments)?);
    Ok(())
}

fn run(arguments: &[&str]) -> Reply {
    match arguments {
        ["inspect", input] => {
            let inspection = inspect(fs::read(input)?.as_slice())?;
            Ok(Facts::default().inspection(&inspection).finish())
        }
        ["hash", input] => {
            let mut hash = Sha256::new();
            hash.update(&fs::read(input)?);
            Ok(Facts::default()
                .text("sha256", &hex(&hash.finish()))
                .finish())
        }
        ["analyse", input] => analyse(&fs::read(input)?),
        ["peaks", input, output] => peaks(&fs::read(input)?, output),
        ["repair", input, output] => repair_file(&fs::read(input)?, output),
        ["remux", input, output] => remux(&fs::read(input)?, output),
        ["cut", input, output, kbps, regions @ ..] => {
            let regions = regions
                .iter()
                .map(|text| parse_region(text))
                .collect::<Result<Vec<_>, _>>()?;
            cut(&fs::read(input)?, output, kbps.parse()?, &regions)
        }
        ["solve", challenge, puzzles, bits] => {
            let mut solver = Solver::new(challenge, puzzles.parse()?, bits.parse()?, &[])
                .map_err(|error| format!("{error:?}"))?;
            while !solver.step(1 << 16).done {}
            Ok(Facts::default()
                .raw("nonces", array(solver.nonces()))
                .finish())
        }
        _ => Err(USAGE.into()),
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn parse_region(text: &str) -> Result<(f64, f64), Box<dyn Error>> {
    let (start, end) = text.split_once('-').ok_or("a region is START-END")?;
    Ok((start.parse()?, end.parse()?))
}

fn patched(mut out: Vec<u8>, patches: &[HeaderPatch]) -> Result<Vec<u8>, Box<dyn Error>> {
    for patch in patches {
        let at = usize::try_from(patch.offset)?;
        out.get_mut(at..at + patch.bytes.len())
            .ok_or("a patch outside of the file")?
            .copy_from_slice(&patch.bytes);
    }
    Ok(out)
}

fn analyse(bytes: &[u8]) -> Reply {
    let mut pass = AnalysisPass::new(bytes)?;
    let rate = f64::from(pass.sample_rate_hz());
    let (mut pairs, mut envelope, mut silence) = (Vec::new(), Vec::new(), Vec::new());
    loop {
        let more = pass.step()?;
        pairs.extend_from_slice(pass.peaks().completed(0));
        envelope.extend_from_slice(pass.envelope());
        silence.extend(pass.silence().iter().map(|stretch| {
            Facts::default()
                .raw("start", stretch.start_frame as f64 / rate)
                .raw("end", stretch.end_frame as f64 / rate)
                .finish()
        }));
        if !more {
            break;
        }
    }
    let analysis = pass.finish()?;
    Ok(Facts::default()
        .inspection(&analysis.inspection)
        .text("sha256", &hex(&analysis.sha256))
        .raw("lufs", nullable(analysis.loudness.integrated_lufs))
        .raw("truePeakDbtp", nullable(analysis.loudness.true_peak_dbtp))
        .raw("clippedSamples", analysis.clipped_samples)
        .raw("silence", array(silence))
        .raw("face", array(analysis.face))
        .raw("envelope", array(envelope))
        .raw("pairs", array(pairs))
        .finish())
}

fn peaks(bytes: &[u8], output: &str) -> Reply {
    let mut pass = AnalysisPass::new(bytes)?;
    let mut pairs = Vec::new();
    let mut more = true;
    while more {
        more = pass.step()?;
        pairs.extend(pass.peaks().completed(0).iter().map(|&value| value as u8));
    }
    let mut dat = pass.peaks().dat_head(0).to_vec();
    dat.extend(&pairs);
    fs::write(output, dat)?;
    Ok(Facts::default().raw("pairs", pairs.len() / 2).finish())
}

fn repair_file(bytes: &[u8], output: &str) -> Reply {
    let mut session = RepairSession::new(bytes)?;
    let mut out = Vec::new();
    loop {
        if let repair::Progress::Done(report) = session.step(&mut out)? {
            fs::write(output, patched(out, &report.patches)?)?;
            return Ok(Facts::default()
                .inspection(&report.inspection)
                .raw("secondsKept", report.seconds_kept)
                .raw("words", texts(&repair::sentences::of_report(&report)))
                .finish());
        }
    }
}

fn remux(bytes: &[u8], output: &str) -> Reply {
    let mut remux = Remux::new(bytes)?;
    let mut out = Vec::new();
    while remux.step(&mut out)? {}
    let report = remux.report().ok_or("nothing was written")?;
    fs::write(output, out)?;
    Ok(Facts::default()
        .raw("frames", report.frames)
        .raw("packets", report.packets)
        .finish())
}

fn cut(bytes: &[u8], output: &str, bitrate_kbps: u32, regions: &[(f64, f64)]) -> Reply {
    let format = if output.ends_with(".mp3") {
        Output::Mp3 { bitrate_kbps }
    } else {
        Output::Wav
    };
    let mut session = CutSession::new(bytes, regions, format)?;
    let mut out = Vec::new();
    loop {
        if let edit::Progress::Done(summary) = session.step(&mut out)? {
            fs::write(output, patched(out, &summary.patches)?)?;
            return Ok(Facts::default().raw("frames", summary.frames).finish());
        }
    }
}
