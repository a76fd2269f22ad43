//! The native version of `npm run -s dsp`: the operations of the core on files, one JSON line of facts
//! each. `tests/dsp/native.test.ts` holds the shipped wasm against it, byte for byte.

mod json;
mod maths;

use std::error::Error;
use std::fs;

use dsp_core::analysis::pass::{AnalysisPass, AnalysisWants};
use dsp_core::container::riff::HeaderPatch;
use dsp_core::decode::Decoder;
use dsp_core::edit::{self, CleanCopy, CutSession, LoudnessSession, SurveySession};
use dsp_core::hash::challenge::Solver;
use dsp_core::hash::Sha256;
use dsp_core::inspect::inspect;
use dsp_core::pcm::PcmBlock;
use dsp_core::repair::{self, RepairSession};
use dsp_core::voice::cleanup::{Cleanup, Findings, Kinds, Strength};
use dsp_core::voice::loudness::LoudnessPlan;
use dsp_core::voice::pauses::PauseFinder;
use dsp_core::voice::{Fades, VoiceTools};
use dsp_results::formats::OutputFormat;
use dsp_results::of_core::hex;
use dsp_results::records::{
    self, AnalysisParts, CutReport, Inspection, RemuxReport, RepairReport, SilentStretch,
};
use dsp_results::shell::{object, Bytes, Field, Fields, Shell};

use json::{array, Json};

const USAGE: &str = "usage:
  inspect|hash FILE
  analyse FILE PART…
  peaks|repair|remux IN OUT
  cut IN OUT.wav|OUT.mp3 KBPS START-END…
  pauses FILE SECONDS
  plan FILE START-END…
  disturbances FILE
  clean-up IN OUT.wav|OUT.mp3 KBPS gentle|medium|strong START-END…
  level IN OUT.wav|OUT.mp3 KBPS FADE-IN FADE-OUT START-END…
  range FILE OUT START END FADE-IN FADE-OUT
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
        ["inspect", input] => line(&Inspection::from(&inspect(fs::read(input)?.as_slice())?)),
        ["hash", input] => {
            let mut hash = Sha256::new();
            hash.update(&fs::read(input)?);
            fact("sha256", Json::text(&hex(&hash.finish())))
        }
        ["analyse", input, parts @ ..] => analyse(&fs::read(input)?, parts),
        ["peaks", input, output] => peaks(&fs::read(input)?, output),
        ["repair", input, output] => repair_file(&fs::read(input)?, output),
        ["remux", input, output] => remux(&fs::read(input)?, output),
        ["cut", input, output, kbps, regions @ ..] => {
            let regions = parse_regions(regions)?;
            let tools = VoiceTools::default();
            cut(&fs::read(input)?, output, kbps.parse()?, &regions, &tools)
        }
        ["pauses", input, seconds] => pauses(&fs::read(input)?, seconds.parse()?),
        ["plan", input, regions @ ..] => {
            let plan = plan(&fs::read(input)?, &parse_regions(regions)?)?;
            line(&records::LoudnessPlan::from(&plan))
        }
        ["disturbances", input] => {
            let findings = findings(&fs::read(input)?)?;
            line(&records::Disturbances::from(&findings))
        }
        ["clean-up", input, output, kbps, strength, regions @ ..] => {
            let (bytes, regions) = (fs::read(input)?, parse_regions(regions)?);
            let tools = VoiceTools {
                cleanup: Some(Cleanup {
                    findings: findings(&bytes)?,
                    strength: Strength::named(strength).ok_or(USAGE)?,
                    kinds: Kinds::ALL,
                }),
                ..VoiceTools::default()
            };
            cut(&bytes, output, kbps.parse()?, &regions, &tools)
        }
        ["level", input, output, kbps, fade_in, fade_out, regions @ ..] => {
            let (bytes, regions) = (fs::read(input)?, parse_regions(regions)?);
            let tools = VoiceTools {
                loudness: Some(plan(&bytes, &regions)?),
                fades: Fades::new(fade_in.parse()?, fade_out.parse()?),
                ..VoiceTools::default()
            };
            cut(&bytes, output, kbps.parse()?, &regions, &tools)
        }
        ["range", input, output, start, end, fade_in, fade_out] => {
            let (bytes, start, end) = (fs::read(input)?, start.parse()?, end.parse()?);
            let tools = VoiceTools {
                loudness: Some(plan(&bytes, &[(start, end)])?),
                fades: Fades::new(fade_in.parse()?, fade_out.parse()?),
                ..VoiceTools::default()
            };
            let range = edit::decode_range(bytes.as_slice(), start, end, &tools)?;
            let planes = range.samples.planes();
            let samples = planes.iter().flat_map(|plane| plane.iter());
            fs::write(
                output,
                samples.flat_map(|x| x.to_le_bytes()).collect::<Vec<_>>(),
            )?;
            fact("frames", range.samples.frames().to_string())
        }
        ["solve", challenge, puzzles, bits] => {
            let mut solver = Solver::new(challenge, puzzles.parse()?, bits.parse()?, &[])
                .map_err(|error| format!("{error:?}"))?;
            while !solver.step(1 << 16).done {}
            fact("nonces", array(solver.nonces()))
        }
        _ => Err(USAGE.into()),
    }
}

fn line(of: &impl Fields<Json>) -> Reply {
    Ok(object::<Json>(of))
}

/// Values that are no engine results: a list a shell makes itself, a digest, pairs.
fn fact(name: &'static str, json: String) -> Reply {
    Ok(Json::object(vec![(name, json)]))
}

fn parse_regions(texts: &[&str]) -> Result<Vec<(f64, f64)>, Box<dyn Error>> {
    texts.iter().map(|text| parse_region(text)).collect()
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

/// The parts that are named, and the pairs.
fn analyse(bytes: &[u8], parts: &[&str]) -> Reply {
    let mut wants = AnalysisWants {
        peaks: true,
        ..AnalysisWants::default()
    };
    for part in parts {
        if !records::want(&mut wants, part) {
            return Err(format!("no part {part}").into());
        }
    }
    let mut pass = AnalysisPass::new(bytes, wants)?;
    let rate = pass.sample_rate_hz();
    let (mut pairs, mut rms) = (Vec::new(), Vec::new());
    let (mut envelope, mut silence) = (Vec::new(), Vec::new());
    loop {
        let more = pass.step()?;
        pairs.extend_from_slice(pass.peaks().completed(0));
        rms.extend_from_slice(pass.peaks().completed_rms());
        envelope.extend_from_slice(pass.envelope());
        let stretches = pass.silence().iter();
        silence.extend(stretches.map(|stretch| SilentStretch::of(stretch, rate)));
        if !more {
            break;
        }
    }
    let analysis = pass.finish()?;
    let measured = AnalysisParts::of(&analysis, wants, silence, Bytes(envelope));
    let inspection = Inspection::from(&analysis.inspection);
    line(&((inspection, measured), Pairs { pairs, rms }))
}

/// Every pair of the base level, which the shipped module hands out in chunks.
struct Pairs {
    pairs: Vec<i8>,
    rms: Vec<u8>,
}

impl Fields<Json> for Pairs {
    fn fields(&self, out: &mut Vec<Field<Json>>) {
        out.push(("pairs", array(&self.pairs)));
        out.push(("rms", array(&self.rms)));
    }
}

fn peaks(bytes: &[u8], output: &str) -> Reply {
    let wants = AnalysisWants {
        peaks: true,
        ..AnalysisWants::default()
    };
    let mut pass = AnalysisPass::new(bytes, wants)?;
    let mut pairs: Vec<u8> = Vec::new();
    let mut more = true;
    while more {
        more = pass.step()?;
        pairs.extend(pass.peaks().completed(0).iter().map(|&value| value as u8));
    }
    let mut dat = pass.peaks().dat_head(0).to_vec();
    dat.extend(&pairs);
    fs::write(output, dat)?;
    fact("pairs", (pairs.len() / 2).to_string())
}

fn repair_file(bytes: &[u8], output: &str) -> Reply {
    let mut session = RepairSession::new(bytes)?;
    let mut out = Vec::new();
    loop {
        if let repair::Progress::Done(report) = session.step(&mut out)? {
            fs::write(output, patched(out, &report.patches)?)?;
            return line(&RepairReport::of(&report, true));
        }
    }
}

fn remux(bytes: &[u8], output: &str) -> Reply {
    let mut copy = CleanCopy::new(bytes)?;
    let mut out = Vec::new();
    while copy.step(&mut out)? {}
    let report = copy.report().ok_or("nothing was written")?;
    fs::write(output, patched(out, copy.patches())?)?;
    line(&RemuxReport::of(report, true))
}

fn pauses(bytes: &[u8], min_seconds: f64) -> Reply {
    let mut decoder = Decoder::open(bytes)?;
    let mut finder = PauseFinder::new(decoder.sample_rate_hz(), min_seconds);
    let mut block = PcmBlock::new();
    while decoder.next_block(&mut block)? {
        finder.push(&block);
    }
    let cuts = finder.finish();
    let written = cuts.iter().map(records::PauseCut::from);
    fact("cuts", Json::list(written.map(|cut| object::<Json>(&cut))))
}

fn findings(bytes: &[u8]) -> Result<Findings, Box<dyn Error>> {
    let mut session = SurveySession::new(bytes)?;
    while session.step()? {}
    Ok(session.findings().ok_or("nothing was read")?)
}

fn plan(bytes: &[u8], regions: &[(f64, f64)]) -> Result<LoudnessPlan, Box<dyn Error>> {
    let mut session = LoudnessSession::new(bytes, regions, &VoiceTools::default())?;
    while session.step()? {}
    Ok(session.plan().ok_or("no plan was made")?.clone())
}

fn cut(
    bytes: &[u8],
    output: &str,
    bitrate_kbps: u32,
    regions: &[(f64, f64)],
    tools: &VoiceTools,
) -> Reply {
    let format = if output.ends_with(".mp3") {
        OutputFormat::Mp3
    } else {
        OutputFormat::Wav
    };
    let mut session = CutSession::with_tools(bytes, regions, format.output(bitrate_kbps), tools)?;
    let mut out = Vec::new();
    loop {
        if let edit::Progress::Done(summary) = session.step(&mut out)? {
            fs::write(output, patched(out, &summary.patches)?)?;
            return line(&CutReport::from(&summary));
        }
    }
}
