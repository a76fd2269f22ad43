//! Work that several workers share: peaks in pieces and MP3 cuts in runs, in any order, equal what one pass
//! makes, to the byte.

mod support;

use dsp_core::analysis::pass::{AnalysisPass, AnalysisWants};
use dsp_core::analysis::peak_pieces::PeakPieces;
use dsp_core::codec::mp3::encode::parallel::{join, PieceFinish};
use dsp_core::container::{Container, DamageKind};
use dsp_core::edit::{CutRuns, CutSession, LoudnessSession, Output, Progress, SurveySession};
use dsp_core::inspect::Inspection;
use dsp_core::voice::cleanup::{Cleanup, Kinds, Strength};
use dsp_core::voice::persona::PersonaKey;
use dsp_core::voice::{AreaGain, Fades, VoiceTools};
use support::scope::is_full;
use support::{foreign, mp3, ogg_opus, signal, wav, Random, FOREIGN};

/// Past the third anchor of decoding, where the second piece has taken over.
fn seconds() -> usize {
    if is_full() {
        130
    } else {
        95
    }
}

fn files(rate: u32, channels: usize) -> Vec<(String, Vec<u8>)> {
    let planes = signal(rate, channels, rate as usize * seconds());
    let wave = wav(rate, &planes);
    let mut files = vec![
        ("wav".to_owned(), wave.clone()),
        ("mp3".to_owned(), mp3(rate, &planes)),
    ];
    if rate == 48_000 {
        files.push(("own-ogg-opus".to_owned(), ogg_opus(&planes, 3)));
    }
    for (name, arguments) in FOREIGN {
        if let Some(bytes) = foreign(&format!("shared-{rate}-{name}"), &wave, arguments) {
            files.push((name.to_owned(), bytes));
        }
    }
    files
}

/// Every file whole and damaged: torn off, and zeroed in places; one of both in turn unless the run is full.
fn with_damage(files: Vec<(String, Vec<u8>)>) -> Vec<(String, Vec<u8>)> {
    let mut all = Vec::new();
    let mut random = Random(5);
    for (index, (name, bytes)) in files.into_iter().enumerate() {
        let torn = bytes[..bytes.len() * 9 / 10].to_vec();
        let mut holes = bytes.clone();
        for _ in 0..6 {
            let at = bytes.len() / 20 + random.below(bytes.len() as u64 * 9 / 10) as usize;
            let to = (at + 40 + random.below(2_000) as usize).min(bytes.len());
            holes[at..to].fill(0);
        }
        if is_full() || index % 2 == 0 {
            all.push((format!("{name}, torn off"), torn));
        }
        if is_full() || index % 2 == 1 {
            all.push((format!("{name}, with holes"), holes));
        }
        all.push((name, bytes));
    }
    all
}

fn one_pass(bytes: &[u8]) -> (Vec<i8>, Inspection) {
    let wants = AnalysisWants {
        peaks: true,
        ..AnalysisWants::default()
    };
    let mut pass = AnalysisPass::new(bytes, wants).unwrap();
    let mut pairs = Vec::new();
    loop {
        let more = pass.step().unwrap();
        pairs.extend_from_slice(pass.peaks().completed(0));
        if !more {
            return (pairs, pass.finish().unwrap().inspection);
        }
    }
}

fn piece(file: &mut PeakPieces<'_>, index: u64) -> Vec<i8> {
    file.begin(index).unwrap();
    let mut pairs = Vec::new();
    loop {
        let more = file.step().unwrap();
        pairs.extend_from_slice(file.peaks().completed(0));
        if !more {
            return pairs;
        }
    }
}

#[test]
fn pieces_of_peaks_are_those_of_one_pass_for_every_codec_whole_and_damaged() {
    for (name, bytes) in with_damage(files(48_000, 1)) {
        let (pairs, truth) = one_pass(&bytes);
        let mut first = PeakPieces::new(bytes.as_slice()).unwrap();
        let mut second = PeakPieces::new(bytes.as_slice()).unwrap();
        let (inspection, count) = second.survey().unwrap();
        assert!(count >= 2, "{name}: {count} pieces");
        // Two workers in turns, then a piece again later, as after a failure.
        let mut made: Vec<Vec<i8>> = (0..count)
            .map(|index| {
                let worker = if index % 2 == 0 {
                    &mut first
                } else {
                    &mut second
                };
                let starts = worker.first_pair(index).unwrap();
                let pairs = piece(worker, index);
                assert!(
                    index + 1 == count
                        || starts + pairs.len() as u64 / 2 == worker.first_pair(index + 1).unwrap()
                );
                pairs
            })
            .collect();
        let refused = first.has_refused() || second.has_refused();
        let undecodable = truth
            .damage
            .iter()
            .any(|damage| damage.kind == DamageKind::Undecodable);
        assert_eq!(refused, undecodable, "{name}");
        assert!(made.concat() == pairs, "{name}: other pairs");
        if !refused {
            assert_eq!(inspection, truth, "{name}");
        }
        made[0] = piece(&mut first, 0);
        made[1] = piece(&mut first, 1);
        assert!(
            made.concat() == pairs,
            "{name}: other pairs the second time"
        );
    }
}

fn whole_cut(bytes: &[u8], regions: &[(f64, f64)], tools: &VoiceTools) -> Vec<u8> {
    let output = Output::Mp3 { bitrate_kbps: 96 };
    let mut session = CutSession::with_tools(bytes, regions, output, tools).unwrap();
    let mut out = Vec::new();
    loop {
        if let Progress::Done(summary) = session.step(&mut out).unwrap() {
            for patch in &summary.patches {
                let at = patch.offset as usize;
                out[at..at + patch.bytes.len()].copy_from_slice(&patch.bytes);
            }
            return out;
        }
    }
}

/// Runs of the lengths given, the last first, by one opened file.
fn cut_in_runs(
    bytes: &[u8],
    regions: &[(f64, f64)],
    lengths: &[u64],
    tools: &VoiceTools,
) -> Vec<u8> {
    let mut runs = CutRuns::new(bytes, regions, 96, tools).unwrap();
    let (mut bounds, mut at) = (Vec::new(), 0);
    for length in lengths.iter().cycle() {
        if at >= runs.segments() {
            break;
        }
        bounds.push((at, at + length));
        at += length;
    }
    let mut made: Vec<(Vec<u8>, PieceFinish, Option<u64>)> = Vec::new();
    for &(first, end) in bounds.iter().rev() {
        let mut out = Vec::new();
        let run = runs.encode(first, end, &mut out, |_, _| {}).unwrap();
        assert_eq!(run.written.bytes, out.len() as u64);
        made.insert(0, (out, run.written, run.pcm_frames));
    }
    let pcm_frames = made.iter().find_map(|run| run.2).unwrap();
    let finishes: Vec<PieceFinish> = made.iter().map(|run| run.1).collect();
    let mut file = join(runs.config(), pcm_frames, &finishes)
        .unwrap()
        .first_frame;
    for (bytes, ..) in &made {
        file.extend_from_slice(bytes);
    }
    file
}

#[test]
fn runs_of_a_cut_are_the_bytes_of_one_for_every_codec() {
    let planes = signal(48_000, 1, 48_000 * 250);
    let wave = wav(48_000, &planes);
    let mut inputs = vec![("wav".to_owned(), wave.clone())];
    for (name, arguments) in FOREIGN {
        if ["webm-opus", "mp3-vbr", "mp4-aac"].contains(&name) {
            if let Some(bytes) = foreign(&format!("runs-{name}"), &wave, arguments) {
                inputs.push((name.to_owned(), bytes));
            }
        }
    }
    for (name, bytes) in inputs {
        // Each length of a run with both cuts in the full run, with one else.
        for (regions, lengths) in [
            (vec![(0.0, 400.0)], [&[1][..], &[2, 1]]),
            // Joins in a warm-up, in a segment and right where one begins; the last region ends past the file.
            (
                vec![
                    (3.0, 121.5),
                    (122.0, 123.505),
                    (140.0, 259.0),
                    (260.0, 450.0),
                ],
                [&[2, 1][..], &[1]],
            ),
        ] {
            let whole = whole_cut(&bytes, &regions, &VoiceTools::default());
            for lengths in lengths.into_iter().take(if is_full() { 2 } else { 1 }) {
                assert!(
                    cut_in_runs(&bytes, &regions, lengths, &VoiceTools::default()) == whole,
                    "{name}: {regions:?} in runs of {lengths:?}"
                );
            }
        }
    }
}

/// A voice with hum, hiss, rumble, clicks, and bursts below and above it.
fn disturbed(rate: u32, channels: usize, seconds: usize) -> Vec<Vec<f32>> {
    let mut random = Random(11);
    let mut noise = || random.below(1 << 24) as f32 / (1 << 23) as f32 - 1.0;
    let mut planes = signal(rate, channels, rate as usize * seconds);
    let second = rate as usize;
    for plane in &mut planes {
        let mut before = 0.0;
        for (n, sample) in plane.iter_mut().enumerate() {
            let at = n as f32 / rate as f32;
            let turns = (f64::from(rate).recip() * n as f64 * 50.02).fract() as f32;
            let angle = core::f32::consts::TAU * turns;
            let white = noise();
            let high = white - before;
            before = white;
            let blow = (core::f32::consts::TAU * 55.0 * at).sin() * (-20.0 * (at % 5.3)).exp();
            let sharp = if at % 3.7 < 0.08 { high } else { 0.0 };
            // Beside the rumble only the blow is a burst, to those who know the rumble.
            *sample = 0.1 * *sample
                + 0.03 * (angle.sin() + 0.5 * (2.0 * angle + 1.0).sin())
                + 0.004 * white
                + 0.06 * (core::f32::consts::TAU * 70.0 * at).sin()
                + 0.3 * blow
                + 0.5 * sharp;
        }
    }
    for from in (second / 2..planes[0].len() - second).step_by(second * 17 / 13) {
        for n in 0..100 {
            let click = 0.3 * (-(n as f32) / 15.0).exp() * (n as f32 / 2.5).cos();
            planes.iter_mut().for_each(|plane| plane[from + n] += click);
        }
    }
    planes
}

/// All tools but the persona, as they would be for this take.
fn tools_for(bytes: &[u8], regions: &[(f64, f64)]) -> VoiceTools {
    let mut survey = SurveySession::new(bytes).unwrap();
    while survey.step().unwrap() {}
    let found = survey.findings().unwrap();
    assert!(found.hum_hz.is_some() && found.clicks > 0 && found.hiss_db.is_some());
    assert!(found.plosives > 0 && found.sharp_s > 0);
    let mut tools = VoiceTools {
        cleanup: Some(Cleanup {
            findings: found,
            strength: Strength::Strong,
            kinds: Kinds::ALL,
        }),
        area_gains: vec![
            AreaGain::new(20.0, 119.995, 6.0).unwrap(),
            AreaGain::new(119.995, 180.0, -9.0).unwrap(),
        ],
        ..VoiceTools::default()
    };
    let mut loudness = LoudnessSession::new(bytes, regions, &tools).unwrap();
    while loudness.step().unwrap() {}
    tools.loudness = loudness.plan().cloned();
    tools.fades = Fades::new(8.0, 10.0);
    tools
}

#[test]
fn runs_of_a_cut_with_tools_are_the_bytes_of_one() {
    for (rate, channels, regions) in [
        (48_000, 1, vec![(0.0, 400.0)]),
        // Joins before the tools run in, meanwhile, and in the second segment.
        (
            44_100,
            2,
            vec![(3.0, 118.0), (119.0, 125.0), (126.0, 140.0), (141.0, 400.0)],
        ),
    ] {
        let bytes = wav(rate, &disturbed(rate, channels, 150));
        let tools = tools_for(&bytes, &regions);
        let whole = whole_cut(&bytes, &regions, &tools);
        assert!(
            cut_in_runs(&bytes, &regions, &[1], &tools) == whole,
            "{rate} Hz, {regions:?}"
        );
    }
}

#[test]
fn a_persona_depends_on_the_whole_take_so_its_cut_is_one_run() {
    let bytes = wav(32_000, &signal(32_000, 1, 32_000 * 400));
    let segments = |persona| {
        let tools = VoiceTools {
            persona,
            ..VoiceTools::default()
        };
        let runs = CutRuns::new(bytes.as_slice(), &[(0.0, 400.0)], 96, &tools).unwrap();
        runs.segments()
    };
    assert_eq!(segments(None), 3);
    assert_eq!(segments(PersonaKey::named(&[7; 32], "take", "light")), 1);
}

#[test]
fn a_cut_that_ends_around_the_border_of_a_segment_is_whole() {
    // A segment is 5,000 frames of 1,152; the encoder's delay reaches past it.
    let all = [-1_056i64, 0, 400, -1_200, -1, 1, 2_000];
    for &beyond in &all[..if is_full() { all.len() } else { 3 }] {
        let frames = (5_000 * 1_152 + beyond) as usize;
        let planes = vec![(0..frames).map(|n| (n % 97) as f32 / 200.0).collect()];
        let bytes = wav(32_000, &planes);
        let regions = [(0.0, frames as f64 / 32_000.0)];
        let none = VoiceTools::default();
        let whole = whole_cut(&bytes, &regions, &none);
        assert_eq!(support::decode(&whole)[0].len(), frames, "{beyond}");
        assert!(
            cut_in_runs(&bytes, &regions, &[1], &none) == whole,
            "{beyond}"
        );
    }
}

#[test]
fn the_end_of_a_webm_file_gives_its_length() {
    let rate = 48_000;
    let mut seen = 0;
    for (name, bytes) in with_damage(files(rate, 1)) {
        let (estimate, inspection) = lengths(&bytes);
        if inspection.container != Container::WebM {
            assert_eq!(estimate, None, "{name}");
        } else {
            let estimate = estimate.unwrap_or_else(|| panic!("{name}: no estimate"));
            let truth = inspection.frames;
            assert!(
                estimate.abs_diff(truth) <= u64::from(rate) / 20,
                "{name}: {estimate} for {truth}"
            );
            seen += 1;
        }
    }
    assert!(seen > 0);
}

#[test]
fn the_end_of_concatenated_recordings_gives_the_whole_length_or_none() {
    let rate = 48_000;
    let planes = signal(rate, 1, rate as usize * seconds());
    // The end that is looked at first lies within the second.
    let rates = [
        "-c:a", "libopus", "-b:a", "128k", "-vbr", "off", "-f", "webm",
    ];
    let Some(bytes) = foreign("concatenated", &wav(rate, &planes), &rates) else {
        return;
    };
    assert!(bytes.len() > 1 << 20);
    let concatenated = [bytes.as_slice(), bytes.as_slice()].concat();
    let (estimate, inspection) = lengths(&concatenated);
    assert_eq!(inspection.frames / u64::from(rate), 2 * seconds() as u64);
    assert!(
        estimate.is_none_or(|frames| frames.abs_diff(inspection.frames) < u64::from(rate) / 20),
        "{estimate:?} for {}",
        inspection.frames
    );
}

/// The length of a file by its end and by a walk.
fn lengths(bytes: &[u8]) -> (Option<u64>, Inspection) {
    let mut file = PeakPieces::new(bytes).unwrap();
    (file.estimate_frames().unwrap(), file.survey().unwrap().0)
}
