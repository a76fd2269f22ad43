//! Loudness from measuring to the finished file: targets from very quiet to very loud takes, peaks, whispers, pauses.

mod support;

use dsp_core::analysis::loudness::{Loudness, LoudnessMeter};
use dsp_core::edit::{CutSession, LoudnessSession, Output, Progress};
use dsp_core::pcm::PcmBlock;
use dsp_core::voice::loudness::LoudnessPlan;
use dsp_core::voice::persona::{PersonaKey, Strength};
use dsp_core::voice::{Fades, VoiceTools};
use support::{decode, wav, Random};

const RATE: u32 = 44_100;

fn plan(bytes: &[u8], regions: &[(f64, f64)]) -> LoudnessPlan {
    plan_behind(bytes, regions, &VoiceTools::default())
}

fn plan_behind(bytes: &[u8], regions: &[(f64, f64)], tools: &VoiceTools) -> LoudnessPlan {
    let mut session = LoudnessSession::new(bytes, regions, tools).unwrap();
    let mut before = 0.0;
    while session.step().unwrap() {
        assert!((before..=1.0).contains(&session.fraction()));
        before = session.fraction();
    }
    session.plan().unwrap().clone()
}

fn cut(bytes: &[u8], regions: &[(f64, f64)], output: Output, tools: &VoiceTools) -> Vec<u8> {
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

fn measure(planes: &[Vec<f32>]) -> Loudness {
    let mut meter = LoudnessMeter::new(RATE);
    let mut block = PcmBlock::new();
    block.reset(planes.len(), planes[0].len());
    for (channel, plane) in planes.iter().enumerate() {
        block.channel_mut(channel).copy_from_slice(plane);
    }
    meter.push(&block);
    meter.finish()
}

/// Syllables of a buzzing voice with consonants that stand out, pauses between sentences; about −20 LUFS at 1.
fn talk(seconds: usize, level: f32, channels: usize) -> Vec<Vec<f32>> {
    let mut random = Random(4);
    let mut hiss = [0.0f32; 2];
    let mono: Vec<f32> = (0..seconds * RATE as usize)
        .map(|n| {
            let t = n as f32 / RATE as f32;
            let noise = random.below(1 << 20) as f32 / (1 << 19) as f32 - 1.0;
            let syllable = (t * 4.0).fract();
            let pitch = (t * 130.0).fract();
            let voice = (1.0 - pitch) * (core::f32::consts::TAU * 700.0 * t).sin() * syllable;
            // Consonants end at about 10 kHz.
            hiss[0] += 0.6 * (noise - hiss[0]);
            hiss[1] += 0.6 * (hiss[0] - hiss[1]);
            let burst = if syllable > 0.97 { 2.5 * hiss[1] } else { 0.0 };
            let speaks = t % 6.0 < 4.5;
            level
                * (if speaks {
                    0.35 * voice + 0.4 * burst
                } else {
                    0.0
                } + 0.0004 * noise)
        })
        .collect();
    vec![mono; channels]
}

#[test]
fn every_take_comes_to_its_target_and_no_peak_passes() {
    for channels in [1, 2] {
        let unit = measure(&talk(20, 1.0, channels)).integrated_lufs.unwrap();
        for lufs in [-40.0, -30.0, -20.0, -12.0, -8.0] {
            let level = 10f32.powf(((lufs - unit) / 20.0) as f32);
            let bytes = wav(RATE, &talk(20, level, channels));
            let regions = [(0.5, 9.0), (11.0, f64::MAX)];
            let plan = plan(&bytes, &regions);
            // The loud ones clip in 16 bits.
            let measured = plan.measured_lufs.unwrap();
            assert!(lufs > -15.0 || (measured - lufs).abs() < 0.5, "{plan:?}");
            let tools = VoiceTools {
                loudness: Some(plan.clone()),
                ..VoiceTools::default()
            };
            for output in [Output::Wav, Output::Mp3 { bitrate_kbps: 128 }] {
                let planes = decode(&cut(&bytes, &regions, output, &tools));
                let after = measure(&planes);
                let (got, peak) = (
                    after.integrated_lufs.unwrap(),
                    after.true_peak_dbtp.unwrap(),
                );
                println!("{channels} × {lufs} LUFS, {output:?}: {got:.2} LUFS, {peak:.2} dBTP");
                assert!(
                    (got - plan.target_lufs).abs() < 0.5,
                    "{lufs}: {got}, {plan:?}"
                );
                assert!(peak <= -1.5, "{lufs} {output:?}: {peak} dBTP");
                assert!((planes[0].len() as f64 - 17.5 * f64::from(RATE)).abs() < 2.0);
            }
        }
    }
}

#[test]
fn a_disguised_take_comes_to_its_target_though_its_persona_is_heard_in_parts_only() {
    // The voice rises all the time, so that the parts that are heard are not like those that are not.
    let rate = RATE as f32;
    let mut phase = 0.0f32;
    let plane: Vec<f32> = (0..200 * RATE as usize)
        .map(|n| {
            let t = n as f32 / rate;
            phase = (phase + (90.0 + t) / rate).fract();
            let syllable = (t * 3.0).fract();
            let formant = 500.0 + 300.0 * (t * 0.7).sin();
            let ring = (core::f32::consts::TAU * formant * phase / (90.0 + t)).sin();
            (1.0 - phase) * ring * syllable
        })
        .collect();
    let all = [(0.0, f64::MAX)];
    // Without and with work for the limiter.
    for (secret, strength, level) in [(3, Strength::Light, 0.9), (1, Strength::Strong, 0.05)] {
        let plane: Vec<f32> = plane.iter().map(|sample| sample * level).collect();
        let bytes = wav(RATE, &[plane]);
        let mut tools = VoiceTools {
            persona: Some(PersonaKey {
                secret: [secret; 32],
                take: b"take".to_vec(),
                strength,
            }),
            ..VoiceTools::default()
        };
        let plan = plan_behind(&bytes, &all, &tools);
        let disguised = measure(&decode(&cut(&bytes, &all, Output::Wav, &tools)));
        tools.loudness = Some(plan.clone());
        let after = measure(&decode(&cut(&bytes, &all, Output::Wav, &tools)));
        let (told, true_one, got) = (
            plan.measured_lufs.unwrap(),
            disguised.integrated_lufs.unwrap(),
            after.integrated_lufs.unwrap(),
        );
        println!("{strength:?} × {level}: {told:.2}, in truth {true_one:.2}; {got:.2} LUFS");
        assert!((told - true_one).abs() < 0.3);
        assert!((got - plan.target_lufs).abs() < 0.5);
        assert!(after.true_peak_dbtp.unwrap() <= -1.5);
    }
}

#[test]
fn whispers_rise_noise_between_words_rises_by_less_and_pauses_do_not() {
    // Ten seconds of voice, a pause, ten of whispered words, a pause, voice again.
    let mut random = Random(9);
    let frames = 34 * RATE as usize;
    let is_word = |t: f32| (t * 1.25).fract() < 0.6;
    let level = |t: f32| match t {
        0.0..10.0 | 24.0..34.0 => 0.2,
        12.0..22.0 => 0.014,
        _ => 0.0,
    };
    let plane: Vec<f32> = (0..frames)
        .map(|n| {
            let t = n as f32 / RATE as f32;
            let noise = random.below(1 << 20) as f32 / (1 << 19) as f32 - 1.0;
            let other = random.below(1 << 20) as f32 / (1 << 19) as f32 - 1.0;
            let word = if is_word(t) { level(t) } else { 0.0 };
            word * noise + 0.0005 * other
        })
        .collect();
    let bytes = wav(RATE, core::slice::from_ref(&plane));
    let all = [(0.0, f64::MAX)];
    let plan = plan(&bytes, &all);
    assert!(!plan.lift.is_empty());
    assert!(plan
        .lift
        .iter()
        .all(|point| (0.0..=9.0).contains(&point.db)));
    let tools = VoiceTools {
        loudness: Some(plan.clone()),
        ..VoiceTools::default()
    };
    let out = &decode(&cut(&bytes, &all, Output::Wav, &tools))[0];
    let power = |samples: &[f32]| samples.iter().map(|x| f64::from(x * x)).sum::<f64>();
    // How much each place rises in addition to the one gain for all.
    let rise = |from: f32, to: f32| {
        let range = (from * RATE as f32) as usize..(to * RATE as f32) as usize;
        10.0 * (power(&out[range.clone()]) / power(&plane[range])).log10() - plan.gain_db
    };
    let voice = rise(2.0, 2.4);
    let (mut words, mut gaps) = (Vec::new(), Vec::new());
    for n in 17..27 {
        let start = n as f32 / 1.25;
        words.push(rise(start + 0.05, start + 0.45));
        gaps.push(rise(start + 0.5, start + 0.78));
    }
    let pause = rise(10.8, 11.2).max(rise(22.8, 23.2));
    println!("voice {voice:.2}, words {words:.1?}, gaps {gaps:.1?}, pause {pause:.2} dB");
    assert!(voice.abs() < 0.5 && pause < 0.3);
    assert!(words.iter().all(|&db| (6.0..=9.1).contains(&db)));
    assert!(gaps.iter().all(|&db| db < 6.0));
}

#[test]
fn silence_and_short_takes_stay_as_they_are() {
    for frames in [100, 88_200] {
        let bytes = wav(RATE, &[vec![0.0; frames]]);
        let plan = plan(&bytes, &[(0.0, f64::MAX)]);
        assert_eq!(plan, LoudnessPlan::nothing(1));
        let tools = VoiceTools {
            loudness: Some(plan),
            ..VoiceTools::default()
        };
        let all = [(0.0, f64::MAX)];
        let plain = cut(&bytes, &all, Output::Wav, &VoiceTools::default());
        assert_eq!(cut(&bytes, &all, Output::Wav, &tools), plain);
    }
}

#[test]
fn a_plan_is_made_at_the_lowest_rates() {
    for rate in [1, 4, 5, 19] {
        let bytes = wav(rate, &[vec![0.5; 40]]);
        assert_eq!(
            plan(&bytes, &[(0.0, 60.0)]).measured_lufs,
            None,
            "{rate} Hz"
        );
    }
}

#[test]
fn loudness_and_fades_keep_the_length_to_the_frame() {
    let bytes = wav(RATE, &talk(4, 0.5, 1));
    for end in [0.05, 0.5, 1.234_5, 3.9] {
        let regions = [(0.01, end)];
        let tools = VoiceTools {
            loudness: Some(LoudnessPlan {
                gain_db: 20.0,
                measured_lufs: Some(-30.0),
                ..LoudnessPlan::nothing(1)
            }),
            fades: Fades::new(0.3, 0.3),
            ..VoiceTools::default()
        };
        let got = decode(&cut(&bytes, &regions, Output::Wav, &tools));
        let plain = decode(&cut(&bytes, &regions, Output::Wav, &VoiceTools::default()));
        assert_eq!(got[0].len(), plain[0].len());
    }
}
