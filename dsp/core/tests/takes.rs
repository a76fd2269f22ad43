//! Several files on one timeline: lengths, joins, silence, seeking, and what is cut from it.

mod support;

use dsp_core::analysis::peak_pieces::PeakPieces;
use dsp_core::codec::mp3::encode::parallel::{join, PieceFinish};
use dsp_core::container::{Container, ContainerError};
use dsp_core::decode::{DecodeError, Decoder};
use dsp_core::edit::{decode_range, CleanCopy, CutRuns, CutSession, Output, Progress};
use dsp_core::inspect::inspect;
use dsp_core::pcm::PcmBlock;
use dsp_core::voice::VoiceTools;
use support::{decode, foreign, ogg_opus, rest, signal, wav, Random, FOREIGN};

const SILENCE: u32 = u32::MAX;

/// A list of takes: entries are a source, and start and end in seconds.
fn takes(sources: &[&[u8]], entries: &[(u32, f64, f64)]) -> Vec<u8> {
    let mut out = b"AURALTK1".to_vec();
    out.extend((sources.len() as u32).to_le_bytes());
    out.extend((entries.len() as u32).to_le_bytes());
    for source in sources {
        out.extend((source.len() as u64).to_le_bytes());
    }
    for &(source, start, end) in entries {
        out.extend(source.to_le_bytes());
        out.extend(start.to_le_bytes());
        out.extend(end.to_le_bytes());
    }
    out.extend(sources.concat());
    out
}

fn made_by(name: &str, wave: &[u8]) -> Option<Vec<u8>> {
    let (_, arguments) = FOREIGN.iter().find(|(each, _)| *each == name).unwrap();
    foreign(&format!("takes-{name}"), wave, arguments)
}

/// Three takes as phones make them: WebM and WAV at 48 kHz and 44.1 kHz, M4A at 44.1 kHz.
fn three() -> Option<[Vec<u8>; 3]> {
    let webm = made_by("webm-opus", &wav(48_000, &signal(48_000, 1, 48_000 * 3)))?;
    let m4a = made_by("mp4-aac", &wav(44_100, &signal(44_100, 2, 44_100 * 2)))?;
    let wave = wav(44_100, &signal(44_100, 1, 44_100 * 2 + 77));
    Some([webm, m4a, wave])
}

fn frames_at(bytes: &[u8], rate: u32) -> (f64, u64) {
    let facts = inspect(bytes).unwrap();
    let frames = u128::from(facts.frames) * u128::from(rate);
    let own = u128::from(facts.sample_rate_hz);
    (facts.seconds(), ((frames + own / 2) / own) as u64)
}

/// A list of whole sources, with its joins and its length.
fn joined(sources: &[Vec<u8>]) -> (Vec<u8>, Vec<usize>, u64) {
    let (mut entries, mut joins, mut total) = (Vec::new(), Vec::new(), 0);
    for (index, source) in sources.iter().enumerate() {
        let (seconds, frames) = frames_at(source, 48_000);
        entries.push((index as u32, 0.0, seconds));
        total += frames;
        joins.push(total as usize);
    }
    joins.pop();
    let slices: Vec<&[u8]> = sources.iter().map(Vec::as_slice).collect();
    (takes(&slices, &entries), joins, total)
}

fn steepest(samples: &[f32]) -> f32 {
    samples
        .windows(2)
        .map(|pair| (pair[1] - pair[0]).abs())
        .fold(0.0, f32::max)
}

fn rms(samples: &[f32]) -> f32 {
    (samples.iter().map(|x| x * x).sum::<f32>() / samples.len() as f32).sqrt()
}

#[test]
fn takes_of_three_formats_and_two_rates_are_as_long_as_their_sum() {
    let Some(sources) = three() else { return };
    let (bytes, joins, total) = joined(&sources);
    let facts = inspect(bytes.as_slice()).unwrap();
    assert_eq!(
        (
            facts.container,
            facts.sample_rate_hz,
            facts.channels,
            facts.frames
        ),
        (Container::Takes, 48_000, 2, total)
    );
    let planes = decode(&bytes);
    assert!(planes.iter().all(|plane| plane.len() as u64 == total));
    // Each take is what it is by itself, away from its ends.
    let webm = decode(&sources[0]);
    assert_eq!(planes[0][..joins[0] - 200], webm[0][..joins[0] - 200]);
    assert_eq!(planes[1][..joins[0] - 200], webm[0][..joins[0] - 200]);
    let wanted = signal(48_000, 1, 48_000 * 2);
    let error = planes[0][joins[1] + 2_000..joins[1] + 90_000]
        .iter()
        .zip(&wanted[0][2_000..90_000])
        .map(|(a, b)| a - b)
        .collect::<Vec<f32>>();
    // The noise of the two signals differs; the tones are in place.
    assert!(rms(&error) < 0.03, "{}", rms(&error));
}

/// The steepest rise in 10 ms around a join must be one of the sound's own, or a hundredth of its level.
fn assert_no_step(plane: &[f32], at: usize) {
    let (before, after) = (&plane[at - 4_800..at - 240], &plane[at + 240..at + 4_800]);
    let own = steepest(before).max(steepest(after));
    let found = steepest(&plane[at - 240..at + 240]);
    let limit = own + 0.01 * rms(&plane[at - 4_800..at + 4_800]);
    assert!(found <= limit, "at {at}: {found} > {limit}");
}

#[test]
fn joins_have_no_step() {
    let Some(sources) = three() else { return };
    let (bytes, joins, _) = joined(&sources);
    for plane in decode(&bytes) {
        joins.iter().for_each(|&at| assert_no_step(&plane, at));
    }
    // Files that begin and end at the crest of a tone.
    let tone = |rate: u32| {
        let step = std::f64::consts::TAU * 200.0 / f64::from(rate);
        let samples = (0..rate).map(|i| (0.5 * (step * f64::from(i)).cos()) as f32);
        wav(rate, &[samples.collect()])
    };
    let (bytes, joins, _) = joined(&[tone(48_000), tone(44_100), tone(48_000)]);
    let plane = &decode(&bytes)[0];
    joins.iter().for_each(|&at| assert_no_step(plane, at));
}

#[test]
fn parts_with_sound_beyond_the_join_keep_their_power() {
    let (one, two) = (signal(48_000, 1, 96_000), signal(48_000, 2, 96_000));
    let other = wav(48_000, &two[1..]);
    let bytes = takes(
        &[&wav(48_000, &one), &other],
        &[(0, 0.2, 0.9), (1, 0.5, 1.0)],
    );
    let plane = &decode(&bytes)[0];
    let at = 33_600;
    let (before, join) = (
        rms(&plane[at - 960..at - 120]),
        rms(&plane[at - 120..at + 120]),
    );
    assert!(join > 0.6 * before, "{join} of {before}");
    assert_eq!(plane.len(), 33_600 + 24_000);
}

#[test]
fn silence_is_exactly_as_long_as_asked_and_fades_belong_to_the_sound() {
    let one = wav(48_000, &signal(48_000, 1, 96_000));
    let bytes = takes(
        &[&one],
        &[(0, 0.0, 1.0), (SILENCE, 0.0, 0.5), (0, 1.0, 2.0)],
    );
    let plane = &decode(&bytes)[0];
    assert_eq!(plane.len(), 96_000 + 24_000);
    assert!(plane[48_000..72_000].iter().all(|&sample| sample == 0.0));
    assert!(plane[47_000..47_900].iter().any(|&sample| sample != 0.0));
    let whole = &decode(&one)[0];
    assert_eq!(plane[..47_880], whole[..47_880]);
    assert_eq!(plane[72_120..], whole[48_120..]);
    let steep = steepest(whole);
    assert!(steepest(plane) <= steep + 0.01 * rms(whole));
}

#[test]
fn parts_that_continue_each_other_are_the_source_itself() {
    let one = ogg_opus(&signal(48_000, 1, 144_000), 4);
    let parted = takes(&[&one], &[(0, 0.0, 1.25), (0, 1.25, 2.0), (0, 2.0, 3.0)]);
    assert!(decode(&parted) == decode(&one));
}

#[test]
fn a_source_shorter_than_its_part_is_followed_by_silence() {
    let one = wav(48_000, &signal(48_000, 1, 24_000));
    let bytes = takes(&[&one], &[(0, 0.25, 1.0), (0, 0.0, 0.25)]);
    let plane = &decode(&bytes)[0];
    assert_eq!(plane.len(), 48_000);
    assert!(plane[12_000..35_000].iter().all(|&sample| sample == 0.0));
    assert_eq!(plane[36_200..47_000], decode(&one)[0][200..11_000]);
}

#[test]
fn a_jump_gives_what_reading_through_gives() {
    let Some(sources) = three() else { return };
    let (seconds, _) = frames_at(&sources[2], 48_000);
    let slices: Vec<&[u8]> = sources.iter().map(Vec::as_slice).collect();
    let entries = [
        (2, 0.3, seconds),
        (0, 1.0, 2.5),
        (SILENCE, 0.0, 0.25),
        (1, 0.5, 1.75),
        (0, 0.1, 0.4),
    ];
    let bytes = takes(&slices, &entries);
    let whole = decode(&bytes);
    let mut decoder = Decoder::open(bytes.as_slice()).unwrap();
    let mut random = Random(11);
    let mut block = PcmBlock::new();
    let mut start = 0;
    let mut places: Vec<usize> = (0..40)
        .map(|_| random.below(whole[0].len() as u64) as usize)
        .collect();
    for (_, from, to) in entries {
        start += ((to - from) * 48_000.0).round() as usize;
        places.extend([start - 121, start - 120, start - 1, start - 60]);
        places
            .extend([start, start + 60, start + 119, start + 120].map(|at| at.min(whole[0].len())));
    }
    for at in places {
        decoder.seek(at as u64).unwrap();
        assert_eq!(decoder.position_frames(), at as u64);
        let more = decoder.next_block(&mut block).unwrap();
        assert_eq!(more, at < whole[0].len());
        for channel in 0..block.channel_count() {
            let wanted = &whole[channel][at..at + block.frames()];
            assert!(block.channel(channel) == wanted, "from {at}");
        }
        assert!(block.frames() <= 4_096);
    }
    decoder.seek(0).unwrap();
    assert!(rest(&mut decoder) == whole);
}

fn cut(bytes: &[u8], regions: &[(f64, f64)], output: Output) -> (Vec<u8>, u64) {
    let mut session = CutSession::new(bytes, regions, output).unwrap();
    let mut out = Vec::new();
    loop {
        if let Progress::Done(summary) = session.step(&mut out).unwrap() {
            for patch in &summary.patches {
                let at = patch.offset as usize;
                out[at..at + patch.bytes.len()].copy_from_slice(&patch.bytes);
            }
            return (out, summary.frames);
        }
    }
}

#[test]
fn a_cut_has_every_frame_as_wave_and_as_mp3_by_one_or_by_several_workers() {
    let Some(sources) = three() else { return };
    let (bytes, _, total) = joined(&sources);
    let (wave, frames) = cut(&bytes, &[(0.0, f64::INFINITY)], Output::Wav);
    assert_eq!(frames, total);
    assert_eq!(decode(&wave)[0].len() as u64, total);

    // Long enough for several segments: the takes again and again.
    let slices: Vec<&[u8]> = sources.iter().map(Vec::as_slice).collect();
    let entries: Vec<(u32, f64, f64)> = (0..80u32)
        .map(|index| (index % 3, 0.01 * f64::from(index % 7), 1.9))
        .collect();
    let bytes = takes(&slices, &entries);
    let regions = [(0.5, 60.9), (61.01, 149.5)];
    let kept = regions.map(|(start, end)| ((end - start) * 48_000.0f64).round() as u64);
    let output = Output::Mp3 { bitrate_kbps: 96 };
    let (mp3, frames) = cut(&bytes, &regions, output);
    assert_eq!(frames, kept.iter().sum::<u64>());
    assert_eq!(inspect(mp3.as_slice()).unwrap().frames, frames);

    // Two workers in turns.
    let none = VoiceTools::default();
    let mut first = CutRuns::new(bytes.as_slice(), &regions, 96, &none).unwrap();
    let mut second = CutRuns::new(bytes.as_slice(), &regions, 96, &none).unwrap();
    let segments = first.segments();
    assert!(segments > 1);
    let (mut summaries, mut sound) = (Vec::<PieceFinish>::new(), Vec::new());
    for segment in 0..segments {
        let worker = if segment % 2 == 0 {
            &mut first
        } else {
            &mut second
        };
        let mut out = Vec::new();
        let made = worker
            .encode(segment, segment + 1, &mut out, |_, _| {})
            .unwrap();
        sound.extend_from_slice(&out);
        summaries.push(made.written);
    }
    let head = join(first.config(), frames, &summaries)
        .unwrap()
        .first_frame;
    assert!([head, sound].concat() == mp3);
}

#[test]
fn peaks_are_made_in_pieces_and_a_range_is_heard_as_it_lies() {
    let one = wav(8_000, &signal(8_000, 1, 8_000 * 70));
    let two = wav(11_025, &signal(11_025, 1, 11_025 * 80));
    let bytes = takes(&[&one, &two], &[(0, 0.0, 70.0), (1, 0.0, 80.0)]);
    let mut pieces = PeakPieces::new(bytes.as_slice()).unwrap();
    let (facts, count) = pieces.survey().unwrap();
    assert_eq!(
        (facts.sample_rate_hz, facts.frames, count),
        (11_025, 11_025 * 150, 3)
    );
    let range = decode_range(bytes.as_slice(), 69.5, 70.5, &VoiceTools::default()).unwrap();
    let at = (69.5f64 * 11_025.0).round() as usize;
    let whole = decode(&bytes);
    assert!(range.samples.channel(0) == &whole[0][at..at + range.samples.frames()]);
}

#[test]
fn a_list_that_lies_is_refused_and_none_is_published() {
    let one = wav(8_000, &signal(8_000, 1, 8_000));
    let good = takes(&[&one], &[(0, 0.0, 1.0)]);
    let refused = |bytes: &[u8]| match Decoder::open(bytes) {
        Err(DecodeError::Container(error)) => error,
        Err(other) => panic!("{other}"),
        Ok(_) => panic!("opened"),
    };
    let format = ContainerError::UnsupportedFormat;
    for entry in [
        (1, 0.0, 1.0),
        (0, -1.0, 1.0),
        (0, f64::NAN, 1.0),
        (0, 0.0, f64::NAN),
        (0, 1.0, 0.5),
        (SILENCE, 0.0, 1e9),
    ] {
        assert_eq!(refused(&takes(&[&one], &[entry])), format, "{entry:?}");
    }
    assert_eq!(
        refused(&takes(&[&one], &[(0, 1.0, 1.0)])),
        ContainerError::NoAudio
    );
    assert_eq!(refused(&takes(&[&one], &[])), ContainerError::NoAudio);
    assert_eq!(refused(&good[..good.len() - 1]), format);
    for length in 8..44 {
        refused(&good[..length]);
    }
    let many = vec![(SILENCE, 0.0, 0.1); 2_001];
    assert!(matches!(
        refused(&takes(&[&one], &many)),
        ContainerError::LimitExceeded { .. }
    ));
    // No list inside a list, and none that a copy could be published from.
    assert_eq!(refused(&takes(&[&good], &[(0, 0.0, 1.0)])), format);
    assert!(CleanCopy::new(good.as_slice()).is_err());
}
