//! Pauses and breaths on takes whose labels are known: speech-like pulses through formants, breaths of shaped noise,
//! room tone at three levels.

mod support;

use dsp_core::pcm::PcmBlock;
use dsp_core::voice::pauses::{PauseCut, PauseFinder, PauseKind};
use support::Random;

const RATE: u32 = 48_000;

fn noise(random: &mut Random) -> f32 {
    random.below(1 << 24) as f32 / (1 << 23) as f32 - 1.0
}

/// A take under construction, with the placed sounds in seconds.
struct Take {
    samples: Vec<f32>,
    random: Random,
    pauses: Vec<(f64, f64)>,
    breaths: Vec<(f64, f64)>,
}

impl Take {
    fn new(seed: u64) -> Self {
        Self {
            samples: Vec::new(),
            random: Random(seed),
            pauses: Vec::new(),
            breaths: Vec::new(),
        }
    }

    fn seconds(&self) -> f64 {
        self.samples.len() as f64 / f64::from(RATE)
    }

    /// Syllables of three moving formants with gaps of a few hundredths of a second, about −20 dBFS.
    fn speech(&mut self, seconds: f64, level: f32) {
        let formants = [
            [730.0, 1_090.0, 2_440.0],
            [270.0, 2_290.0, 3_010.0],
            [570.0, 840.0, 2_410.0],
        ];
        let mut memory = [0.0f32; 6];
        let mut phase = 0.0;
        let frames = (seconds * f64::from(RATE)) as usize;
        for n in 0..frames {
            let t = n as f32 / RATE as f32;
            let syllable = (t * 4.2) as usize;
            let within = t * 4.2 - syllable as f32;
            phase += (120.0 + 20.0 * (t * 1.7).sin()) / RATE as f32;
            let mut source = 0.02 * noise(&mut self.random);
            if phase >= 1.0 {
                phase -= 1.0;
                source += 1.0;
            }
            if syllable % 5 == 4 {
                source = 0.12 * noise(&mut self.random);
            }
            let mut sum = 0.0;
            for (i, hz) in formants[syllable % 3].iter().enumerate() {
                let r = (-core::f32::consts::PI * (60.0 + 40.0 * i as f32) / RATE as f32).exp();
                let c = 2.0 * r * (core::f32::consts::TAU * hz / RATE as f32).cos();
                let y = (1.0 - r) * source + c * memory[2 * i] - r * r * memory[2 * i + 1];
                memory[2 * i + 1] = memory[2 * i];
                memory[2 * i] = y;
                sum += y;
            }
            let envelope = (core::f32::consts::PI * (within * 1.1).min(1.0))
                .sin()
                .max(0.0)
                .sqrt();
            self.samples.push(level * (sum * envelope).clamp(-0.5, 0.5));
        }
    }

    /// Only room noise.
    fn pause(&mut self, seconds: f64) {
        let from = self.seconds();
        self.gap(seconds);
        self.pauses.push((from, self.seconds()));
    }

    fn gap(&mut self, seconds: f64) {
        let frames = (seconds * f64::from(RATE)) as usize;
        self.samples.resize(self.samples.len() + frames, 0.0);
    }

    /// Noise from 0.5 to 8 kHz that rises and falls, `db` re full scale at its height.
    fn breath(&mut self, seconds: f64, db: f32) {
        let from = self.seconds();
        let frames = (seconds * f64::from(RATE)) as usize;
        let amplitude = 10f32.powf(db / 20.0) * 3.0;
        let (mut low, mut high) = ([0.0f32; 2], 0.0f32);
        for n in 0..frames {
            let envelope = (core::f32::consts::PI * n as f32 / frames as f32)
                .sin()
                .powi(2);
            // Two low-passes at 6 kHz less one at 500 Hz.
            let x = noise(&mut self.random);
            low[0] += 0.54 * (x - low[0]);
            low[1] += 0.54 * (low[0] - low[1]);
            high += 0.063 * (low[1] - high);
            self.samples.push(amplitude * envelope * (low[1] - high));
        }
        self.breaths.push((from, self.seconds()));
    }

    /// Pink-like room tone over everything, `db` re full scale.
    fn room(&mut self, db: f32) {
        let amplitude = 10f32.powf(db / 20.0);
        let mut slow = 0.0f32;
        for sample in &mut self.samples {
            let x = noise(&mut self.random);
            slow += 0.05 * (x - slow);
            *sample += amplitude * (1.2 * x + 4.0 * slow);
        }
    }

    fn cuts(&self, min_seconds: f64) -> Vec<PauseCut> {
        find(&self.samples, RATE, min_seconds, 1_024)
    }
}

fn find(samples: &[f32], rate: u32, min_seconds: f64, piece: usize) -> Vec<PauseCut> {
    let mut finder = PauseFinder::new(rate, min_seconds);
    let mut block = PcmBlock::new();
    for part in samples.chunks(piece) {
        block.reset(1, part.len());
        block.channel_mut(0).copy_from_slice(part);
        finder.push(&block);
    }
    finder.finish()
}

fn overlap(a: (f64, f64), cut: &PauseCut) -> f64 {
    (a.1.min(cut.end_seconds) - a.0.max(cut.start_seconds)).max(0.0)
}

#[test]
fn pauses_are_proposed_and_breaths_are_not_at_three_levels_of_room_tone() {
    for (room, breath_above) in [
        (-72.0, 3.0),
        (-58.0, 3.0),
        (-46.0, 3.0),
        (-72.0, 14.0),
        (-46.0, 8.0),
    ] {
        let (mut pauses, mut proposed) = (0, 0);
        let (mut breathed, mut cut_breath) = (0.0, 0.0);
        for seed in 1..=2 {
            let mut take = Take::new(seed);
            take.gap(0.5);
            for round in 0..12u64 {
                let vary = take.random.below(100) as f64 / 100.0;
                take.speech(2.0 + 3.0 * vary, 1.0);
                match round % 4 {
                    0 => take.pause(2.7 + 3.0 * vary),
                    1 => {
                        // Between words, breathing in.
                        take.gap(0.3);
                        take.breath(0.4 + 0.5 * vary, room + breath_above + 6.0);
                        take.gap(0.2);
                    }
                    2 => {
                        take.pause(3.2);
                        take.breath(0.5 + vary, room + breath_above);
                        take.pause(3.2);
                    }
                    _ => {
                        for _ in 0..4 {
                            take.breath(0.9, room + breath_above);
                            take.gap(0.4);
                        }
                    }
                }
            }
            take.speech(2.0, 1.0);
            take.room(room);
            let cuts = take.cuts(2.5);
            for &pause in &take.pauses {
                pauses += 1;
                let most = cuts
                    .iter()
                    .map(|cut| overlap(pause, cut))
                    .fold(0.0, f64::max);
                proposed += usize::from(most >= pause.1 - pause.0 - 1.0);
            }
            for &breath in &take.breaths {
                breathed += breath.1 - breath.0;
                cut_breath += cuts.iter().map(|cut| overlap(breath, cut)).sum::<f64>();
            }
            // Proposed cuts are inside real pauses: no word is touched.
            for cut in &cuts {
                let inside: f64 = take
                    .pauses
                    .iter()
                    .chain(&take.breaths)
                    .map(|&p| overlap(p, cut))
                    .sum();
                assert!(
                    cut.end_seconds - cut.start_seconds - inside < 0.05,
                    "{room} dB: {cut:?}"
                );
                assert!((0.0..=1.0).contains(&cut.confidence), "{cut:?}");
            }
        }
        let share = proposed as f64 / f64::from(pauses);
        let lost = cut_breath / breathed;
        println!("room {room} dBFS, breaths {breath_above} dB above: {:.1} % proposed, {:.2} % of breath cut", share * 100.0, lost * 100.0);
        assert!(
            share >= 0.95 && lost <= 0.02,
            "room {room} dB, breath +{breath_above}: {share} {lost}"
        );
    }
}

#[test]
fn four_seconds_of_silence_are_proposed_and_four_seconds_of_quiet_breathing_are_not() {
    for room in [-80.0, -66.0, -50.0] {
        let mut take = Take::new(5);
        take.speech(4.0, 1.0);
        take.pause(4.0);
        take.speech(4.0, 1.0);
        let breathing = take.seconds();
        for _ in 0..3 {
            take.breath(1.1, room + 6.0);
            take.gap(0.233);
        }
        take.speech(4.0, 1.0);
        take.room(room);
        let cuts = take.cuts(2.5);
        let [cut] = cuts.as_slice() else {
            panic!("room {room} dB, breathing from {breathing}: {cuts:?}");
        };
        assert_eq!(cut.kind, PauseKind::Between);
        // Padding of 0.2 s and the range searched after it stay.
        let (left, right) = (cut.start_seconds - 4.0, 8.0 - cut.end_seconds);
        assert!(
            (0.15..0.45).contains(&left) && (0.15..0.45).contains(&right),
            "{cut:?}"
        );
    }
}

#[test]
fn silence_at_the_ends_is_named_and_cut_to_the_ends() {
    let mut take = Take::new(6);
    take.gap(5.0);
    take.speech(6.0, 1.0);
    take.gap(5.0);
    take.room(-64.0);
    let cuts = take.cuts(2.5);
    let kinds: Vec<_> = cuts.iter().map(|cut| cut.kind).collect();
    assert_eq!(kinds, [PauseKind::Start, PauseKind::End], "{cuts:?}");
    assert_eq!(cuts[0].start_seconds, 0.0);
    assert!((cuts[1].end_seconds - 16.0).abs() < 0.02, "{cuts:?}");
}

#[test]
fn constant_noise_has_no_pauses() {
    let mut room = Take::new(7);
    room.gap(30.0);
    room.room(-50.0);
    assert_eq!(room.cuts(2.5), []);
    assert_eq!(find(&vec![0.0; 960_000], RATE, 2.5, 4_800), []);
    assert_eq!(find(&[], RATE, 2.5, 1), []);
    // A hum that is held is no room tone.
    let hum: Vec<f32> = (0..RATE * 30)
        .map(|n| 0.2 * (n as f32 * 0.03).sin())
        .collect();
    assert_eq!(find(&hum, RATE, 2.5, 4_800), []);
}

#[test]
fn the_slider_decides_how_long_a_pause_is() {
    let mut take = Take::new(8);
    for pause in [1.2, 2.0, 3.0, 6.0] {
        take.speech(3.0, 1.0);
        take.pause(pause);
    }
    take.speech(3.0, 1.0);
    take.room(-60.0);
    let count = |seconds| take.cuts(seconds).len();
    assert_eq!([1.0, 1.6, 2.5, 4.0, 8.0].map(count), [4, 3, 2, 1, 0]);
}

#[test]
fn blocks_of_any_length_give_the_same_cuts() {
    let mut take = Take::new(9);
    take.speech(3.0, 1.0);
    take.pause(4.0);
    take.speech(3.0, 1.0);
    take.room(-60.0);
    let whole = find(&take.samples, RATE, 2.5, usize::MAX);
    assert_eq!(whole.len(), 1);
    for piece in [1, 479, 4_096] {
        assert_eq!(find(&take.samples, RATE, 2.5, piece), whole);
    }
}
