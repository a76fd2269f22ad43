//! The ten-second preview on recordings that hide something, compared with a slow oracle that follows the definition.

mod oracle;
mod sounds;
#[path = "../support/mod.rs"]
mod support;

use dsp_core::analysis::pass::{AnalysisPass, AnalysisWants};
use dsp_core::analysis::preview::{Preview, PreviewFinder, SpanReason};
use sounds::{add_room, frames, music, put, silence, speech, ANNA, BEN, RATE};
use support::wav;

fn pass(bytes: &[u8], wants: AnalysisWants) -> (Option<Preview>, Vec<u8>, Vec<u8>) {
    let mut pass = AnalysisPass::new(bytes, wants).unwrap();
    let (mut envelope, mut rms) = (Vec::new(), Vec::new());
    let mut more = true;
    while more {
        more = pass.step().unwrap();
        envelope.extend_from_slice(pass.envelope());
        rms.extend_from_slice(pass.peaks().completed_rms());
    }
    (pass.finish().unwrap().preview, envelope, rms)
}

/// The preview of a file; the oracle must agree.
fn preview_of(planes: &[Vec<f32>]) -> Preview {
    let bytes = wav(RATE, planes);
    let only = AnalysisWants {
        preview: true,
        ..AnalysisWants::default()
    };
    let (preview, envelope, _) = pass(&bytes, only);
    let preview = preview.unwrap();
    assert!(envelope.is_empty(), "what was not wanted is not given out");
    let with_its_sources = AnalysisWants {
        peaks: true,
        envelope: true,
        ..AnalysisWants::default()
    };
    let (none, envelope, rms) = pass(&bytes, with_its_sources);
    assert_eq!(none, None);
    let total = planes[0].len() as f64 / f64::from(RATE);
    let oracle = oracle::preview(&envelope, &rms, f64::from(RATE), total);
    let starts: Vec<_> = preview
        .spans
        .iter()
        .map(|span| (span.reason, span.start_seconds))
        .collect();
    assert_eq!(starts, oracle.0);
    assert_eq!(preview.heat.len(), oracle.1.len());
    for (at, (&heat, slow)) in preview.heat.iter().zip(&oracle.1).enumerate() {
        assert!(
            (f64::from(heat) - slow).abs() <= 1.0,
            "{at}: {heat}, not {slow}"
        );
    }
    assert_order(&preview, total);
    preview
}

/// Five spans of two seconds, ten in all, in order and without overlap, one of each reason.
fn assert_order(preview: &Preview, total: f64) {
    let spans = &preview.spans;
    let heard: f64 = spans.iter().map(|span| span.seconds).sum();
    assert!((heard - 10.0).abs() <= 0.2, "{spans:?}");
    for pair in spans.windows(2) {
        assert!(
            pair[0].start_seconds + pair[0].seconds <= pair[1].start_seconds,
            "{spans:?}"
        );
    }
    for reason in SpanReason::ALL {
        assert_eq!(
            spans.iter().filter(|span| span.reason == *reason).count(),
            1
        );
    }
    let last = spans[4];
    assert_eq!(
        (spans[0].start_seconds, spans[0].reason),
        (0.0, SpanReason::Start)
    );
    assert!((last.start_seconds + last.seconds - total).abs() < 1e-9);
    assert_eq!(last.reason, SpanReason::End);
    assert!((64..=200).contains(&preview.heat.len()));
}

/// Start of the span with this reason.
fn start_of(preview: &Preview, reason: SpanReason) -> f64 {
    let found = preview.spans.iter().find(|span| span.reason == reason);
    found.unwrap().start_seconds
}

/// Seconds of a span that lie within `from..to`.
fn inside(preview: &Preview, reason: SpanReason, from: f64, to: f64) -> f64 {
    let start = start_of(preview, reason);
    ((start + 2.0).min(to) - start.max(from)).max(0.0)
}

fn chosen(preview: &Preview, from: f64, to: f64) -> f64 {
    [
        SpanReason::Loudest,
        SpanReason::Speech,
        SpanReason::Different,
    ]
    .iter()
    .map(|&reason| inside(preview, reason, from, to))
    .sum()
}

#[test]
fn the_preview_has_the_only_five_seconds_of_sound_in_twenty_minutes() {
    for (at, level, room) in [
        (720.0, 0.5, None),
        (720.4, 0.01, None),
        (720.4, 0.05, Some(-75.0)),
        (3.7, 0.01, None),
        (1_190.2, 0.01, Some(-80.0)),
    ] {
        let mut samples = silence(1_200.0);
        put(&mut samples, at, &speech(&ANNA, 5.0, level, true, 1));
        if let Some(db) = room {
            add_room(&mut samples, db);
        }
        let preview = preview_of(&[samples]);
        assert_eq!(
            inside(&preview, SpanReason::Loudest, at, at + 5.0),
            2.0,
            "{at}"
        );
        assert!(chosen(&preview, at, at + 5.0) >= 3.0, "{:?}", preview.spans);
        let hot = (at / 6.0) as usize;
        assert!(preview.heat[hot..=hot + 1].iter().any(|&heat| heat > 100));
        let elsewhere = preview.heat.iter().filter(|&&heat| heat > 100).count();
        assert!(elsewhere <= 3, "{:?}", preview.heat);
    }
}

#[test]
fn the_preview_has_five_seconds_of_a_tone_or_of_opposite_phase_in_twenty_minutes() {
    let tone: Vec<f32> = (0..frames(5.0))
        .map(|n| 0.1 * (n as f32 * 0.7).sin())
        .collect();
    let mut left = silence(1_200.0);
    put(&mut left, 720.0, &tone);
    let right: Vec<f32> = left.iter().map(|x| -x).collect();
    for planes in [vec![left.clone()], vec![left.clone(), right]] {
        let preview = preview_of(&planes);
        assert_eq!(inside(&preview, SpanReason::Loudest, 720.0, 725.0), 2.0);
    }
}

#[test]
fn the_preview_has_eight_seconds_of_a_second_voice_in_fifteen_minutes() {
    for (main, guest, at) in [
        (&ANNA, &BEN, 431.3),
        (&BEN, &ANNA, 700.0),
        (&ANNA, &BEN, 12.6),
    ] {
        let mut samples = speech(main, 900.0, 0.4, true, 2);
        put(&mut samples, at, &speech(guest, 8.0, 0.4, true, 3));
        add_room(&mut samples, -65.0);
        let preview = preview_of(&[samples]);
        let heard = inside(&preview, SpanReason::Different, at, at + 8.0);
        assert_eq!(heard, 2.0, "{at}: {:?}", preview.spans);
    }
}

#[test]
fn the_preview_has_a_second_voice_between_pauses() {
    let mut samples = speech(&ANNA, 900.0, 0.4, true, 2);
    for pause in 0..60 {
        put(&mut samples, 15.0 * f64::from(pause) + 4.1, &silence(3.5));
    }
    put(&mut samples, 500.0, &speech(&BEN, 8.0, 0.3, true, 3));
    add_room(&mut samples, -62.0);
    let preview = preview_of(&[samples]);
    assert_eq!(inside(&preview, SpanReason::Different, 500.0, 508.0), 2.0);
}

#[test]
fn a_shout_near_the_end_is_the_loudest() {
    let mut samples = speech(&BEN, 600.0, 0.2, true, 4);
    put(&mut samples, 593.5, &speech(&BEN, 1.5, 1.0, true, 5));
    let preview = preview_of(&[samples]);
    assert!(inside(&preview, SpanReason::Loudest, 593.5, 595.0) >= 1.0);
}

#[test]
fn music_in_the_middle_of_speech_is_unlike_the_rest_and_not_taken_for_speech() {
    let mut talk = speech(&ANNA, 600.0, 0.4, true, 6);
    put(&mut talk, 300.0, &music(12.0, 0.1));
    let preview = preview_of(&[talk]);
    assert_eq!(inside(&preview, SpanReason::Different, 300.0, 312.0), 2.0);
    assert_eq!(inside(&preview, SpanReason::Speech, 300.0, 312.0), 0.0);
}

#[test]
fn the_preview_has_whispers_between_silences() {
    let mut samples = silence(1_200.0);
    for phrase in 0..30 {
        let at = 40.0 * f64::from(phrase) + 17.3;
        put(
            &mut samples,
            at,
            &speech(&ANNA, 6.0, 0.01, false, phrase as u64),
        );
    }
    add_room(&mut samples, -78.0);
    let preview = preview_of(&[samples]);
    for reason in [
        SpanReason::Loudest,
        SpanReason::Speech,
        SpanReason::Different,
    ] {
        let within = (start_of(&preview, reason) - 17.3).rem_euclid(40.0);
        assert!(
            within <= 5.0 || within >= 39.0,
            "{reason:?}: {:?}",
            preview.spans
        );
    }
}

#[test]
fn recordings_under_ten_seconds_are_played_completely() {
    for seconds in [0.01, 0.4, 3.3, 9.99] {
        let only = AnalysisWants {
            preview: true,
            ..AnalysisWants::default()
        };
        let samples = speech(&BEN, seconds, 0.3, true, 8);
        let total = samples.len() as f64 / f64::from(RATE);
        let preview = pass(&wav(RATE, &[samples]), only).0.unwrap();
        assert_eq!(preview.spans.len(), 1);
        let span = preview.spans[0];
        assert_eq!((span.start_seconds, span.seconds), (0.0, total));
        assert_eq!(span.reason, SpanReason::Start);
        assert_eq!(preview.heat.len(), 64);
    }
    let nothing = PreviewFinder::new(48_000).finish(0);
    assert_eq!(nothing.spans, []);
    assert_eq!(nothing.heat, [0; 64]);
}

#[test]
fn every_length_from_ten_seconds_on_has_five_spans_and_ties_go_to_the_first() {
    for tenths in [
        100, 101, 109, 110, 115, 119, 120, 131, 140, 157, 200, 640, 641,
    ] {
        let seconds = f64::from(tenths) / 10.0;
        for seed in 0..4 {
            preview_of(&[speech(&ANNA, seconds, 0.3, true, 20 + seed)]);
        }
        let preview = preview_of(&[silence(seconds)]);
        let starts: Vec<f64> = preview
            .spans
            .iter()
            .map(|span| span.start_seconds)
            .collect();
        assert_eq!(starts[..4], [0.0, 2.0, 4.0, 6.0]);
        assert!(preview.heat.iter().all(|&heat| heat == 0));
    }
}

#[test]
fn pieces_of_any_length_and_rates_of_any_kind_give_the_same() {
    let samples = speech(&BEN, 33.3, 0.3, true, 9);
    let wants = AnalysisWants {
        peaks: true,
        envelope: true,
        ..AnalysisWants::default()
    };
    let (_, envelope, rms) = pass(&wav(RATE, std::slice::from_ref(&samples)), wants);
    let whole = preview_of(std::slice::from_ref(&samples));
    for (frames, pairs) in [(1, 1), (7, 400), (1_000, 3)] {
        let mut finder = PreviewFinder::new(RATE);
        let mut bytes = envelope.chunks(16 * frames);
        let mut levels = rms.chunks(pairs);
        loop {
            let (bands, rms) = (bytes.next(), levels.next());
            if bands.is_none() && rms.is_none() {
                break;
            }
            finder.push(bands.unwrap_or(&[]), rms.unwrap_or(&[]));
        }
        assert_eq!(finder.finish(samples.len() as u64), whole);
    }
    for rate in [0, 1, 100, 3_000, 640_000] {
        let mut finder = PreviewFinder::new(rate);
        finder.push(&[77; 16 * 400], &[200; 5_000]);
        finder.finish(1_280_000);
    }
}
