//! The declarations. A field that is added here reaches the app's types, the command line and the
//! native build; `of_core` fills every field, or it does not compile.

use dsp_core::analysis::pass::AnalysisWants;
use dsp_core::analysis::preview::SpanReason;
use dsp_core::container::{Codec, Container, DamageKind};
use dsp_core::voice::pauses::PauseKind;

use crate::declare::{js_name, parts, records, ts_type};
use crate::shell::{object, Bytes, Field, Fields, Numbers, Samples, Shell, SignedBytes, Write};

/// Sentences, one a line.
pub type Texts = Vec<String>;

records! {
    /// Something wrong that was met and survived, in time.
    struct Damage {
        kind: DamageKind,
        /// Its meaning, in an English sentence.
        meaning: String,
        /// Seconds of the decoded audio.
        at_seconds as atSeconds: f64,
        /// Audio affected; 0 when nothing audible was lost.
        seconds: f64,
    }

    /// Inspection of a file.
    struct Inspection {
        container: Container,
        codec: Codec,
        /// In the file; decoding gives at most 2.
        channels: u16,
        /// Hz.
        sample_rate as sampleRate: u32,
        /// Frames after gapless trims, counted by walking or decoding, never the header's claim.
        frames: u64,
        seconds: f64,
        /// A video track is declared too: its sound can be used, but it is no audio file.
        video: bool,
        /// Names of metadata fields found.
        metadata: Vec<String>,
        damage: Vec<Damage>,
    }

    /// A run of the base level of the peak pyramid, in order, sent while the file is being read.
    struct PeaksChunk {
        /// Index of the first pair.
        first_pair as firstPair: u64,
        /// Interleaved min, max (−128…127 is −1…1); one pair per `framesPerPair` frames, all channels merged.
        pairs: SignedBytes,
        /// RMS of each pair on a square-root scale: 255 is full scale, 81 −20 dB, 26 −40 dB, 8 −60 dB.
        rms: Bytes,
        frames_per_pair as framesPerPair: u32,
        sample_rate as sampleRate: u32,
        /// 0…1 of the file's bytes.
        fraction: f64,
    }

    /// The length by the end of a file, before anything was counted.
    struct LengthEstimate {
        /// Near the truth where recorder and samples kept time; a walk through the file corrects it.
        seconds: f64,
        /// Hz.
        sample_rate as sampleRate: u32,
        /// In the file; decoding gives at most 2.
        channels: u16,
    }

    /// What a walk through a file finds, without decoding it.
    struct Survey {
        inspection: Inspection,
        /// That workers can share; 1 where they cannot.
        pieces: u64,
    }

    /// Seconds without sound.
    struct SilentStretch {
        start: f64,
        end: f64,
    }

    /// A part of a recording that is played before the rest.
    struct PreviewSpan {
        /// Seconds from the start.
        start: f64,
        /// Two, or the whole of a recording below ten seconds.
        seconds: f64,
        reason: SpanReason,
    }

    /// Ten seconds that represent a recording, and its most interesting parts.
    struct RecordingPreview {
        /// In the order of time.
        spans: Vec<PreviewSpan>,
        /// 64 to 200 values over the whole length: 0 is silence, half is as loud as the rest and similar, 255 as loud and different.
        heat: Bytes,
    }

    /// A peak file that was written.
    struct PeaksFile {
        pairs: u64,
        frames_per_pair as framesPerPair: u32,
        sample_rate as sampleRate: u32,
        seconds: f64,
    }

    /// Decoded audio of a part of a file, one array per channel.
    struct PcmRange {
        channels: Vec<Samples>,
        sample_rate as sampleRate: u32,
        start_seconds as startSeconds: f64,
    }

    /// A cut that shortens a pause; the rest of the pause and every breath are outside the cut.
    struct PauseCut {
        /// Seconds from the start of the source.
        start: f64,
        end: f64,
        kind: PauseKind,
        /// 0…1: how far below the take it is, and how even.
        confidence: f64,
    }

    /// A point of the lifting curve.
    struct LiftPoint {
        /// Seconds from the start of the source.
        at_seconds as atSeconds: f64,
        /// 0…9.
        db: f64,
    }

    /// How kept regions come to their target loudness. Plain data: it can be stored with the edit it was made for.
    struct LoudnessPlan {
        /// Integrated, BS.1770; null for silence, which stays unchanged.
        measured_lufs as measuredLufs: Level,
        /// True peak of the unchanged kept regions; null for digital silence.
        true_peak_dbtp as truePeakDbtp: Level,
        /// −19 for mono, −16 for stereo.
        target_lufs as targetLufs: f64,
        /// For everything, before the limiter.
        gain_db as gainDb: f64,
        /// Additional gain for whispers, linear in decibels between the points; no points: no gain.
        lift: Vec<LiftPoint>,
    }

    /// What disturbs a take, for `VoiceTools.cleanup`. Plain data.
    struct Disturbances {
        /// Fundamental frequency of the mains hum; null where there is none.
        hum_hz as humHz: Level,
        /// Its phase, in radians ahead of that frequency every half second, the first one at this time.
        hum_start as humStartSeconds: f64,
        hum_phases as humPhases: Vec<f64>,
        /// Its amplitudes every four seconds: of each channel eight harmonics, real and imaginary.
        hum_lines as humLines: Vec<f64>,
        /// Clicks shorter than 3 ms.
        clicks: u32,
        /// Level of the even noise above 300 Hz, dB re full scale; null when it is too quiet to be heard.
        hiss_db as hissDb: Level,
        /// Power of the noise in each bin of the reducer's spectrum, dB.
        noise_db as noiseDb: Vec<f64>,
        /// Bursts below 120 Hz.
        plosives: u32,
        /// Consonants with too much between 5 and 9 kHz.
        sharp_s as sharpS: u32,
        /// Levels of the loud and of the quiet parts, dB re full scale.
        voice_db as voiceDb: f64,
        quiet_db as quietDb: f64,
    }

    /// A cut that was written.
    struct CutReport {
        frames: u64,
        seconds: f64,
        sample_rate as sampleRate: u32,
        channels: u16,
    }

    /// Result of a repair; `frames` and `seconds` are those of the finished file.
    struct RepairReport extends inspection: Inspection {
        /// Decoded, not concealed.
        seconds_kept as secondsKept: f64,
        /// Problems and their outcome, in English sentences; null if not requested.
        words: Option<Texts>,
    }

    /// Something wrong in the bytes of a source.
    struct ByteDamage {
        kind: DamageKind,
        at_byte as atByte: u64,
        bytes: u64,
    }

    /// A clean copy that was written.
    struct RemuxReport {
        /// Container of the copy.
        container: Container,
        codec: Codec,
        channels: u16,
        /// Hz.
        sample_rate as sampleRate: u32,
        frames: u64,
        seconds: f64,
        /// Packets that were copied; 0 where the sound was encoded again, as MP3.
        packets: u64,
        /// Lower-case hex digest of the copy's packets: the same in every container and with any metadata.
        sound_sha256 as soundSha256: String,
        /// Names of the metadata fields that were left out.
        removed: Vec<String>,
        /// The source declares a video track, which was left out.
        video: bool,
        /// Sound that the source's edit list hides, and that was left out.
        cut_seconds as cutSeconds: f64,
        /// Damage in the source.
        damage: Vec<ByteDamage>,
        /// The kinds of damage in English sentences; null when not asked for.
        words: Option<Texts>,
    }

    /// A finished MP3 stream.
    struct Mp3Head {
        /// Replaces the bytes at offset 0.
        first_frame as firstFrame: Bytes,
        /// PCM frames.
        frames: u64,
    }

    /// The end of an MP3 stream.
    struct Mp3End extends head: Mp3Head {
        /// The last ones.
        bytes: Bytes,
    }

    /// The end of a piece of an MP3 stream.
    struct Mp3PieceEnd {
        /// The last ones.
        bytes: Bytes,
        /// Input of `joinPieces`.
        summary: Numbers,
    }

    /// A run of segments of an MP3 stream that was written.
    struct Mp3RunEnd {
        /// Input of `joinPieces`.
        summary: Numbers,
        /// PCM frames of the whole stream; null unless it ended within this run.
        frames: Option<u64>,
    }
}

parts! {
    /// Further results of one pass over a file. Only requested ones are measured.
    struct AnalysisParts<GrownStretches, GrownBytes> of AnalysisWants {
        /// Lower-case hex digest of the file's bytes.
        sha256: String,
        /// Integrated loudness per BS.1770, null for silence.
        lufs: Level,
        /// Null for digital silence.
        true_peak_dbtp as truePeakDbtp: Level,
        /// Samples at full scale.
        clipped_samples as clippedSamples: u64,
        silence: GrownStretches,
        /// How loud each 64th of the file is beside the others: 0 is silence, 32 quiet, 255 the loudest.
        cover: Bytes,
        /// 16 log-spaced bands from 100 Hz to 8 kHz at 15 frames a second, band by band within a frame: 3 steps a dB, 0 is −90.
        envelope: GrownBytes,
        /// Spans to play first.
        preview: RecordingPreview,
    }
}

/// A level, where there is one.
pub type Level = Option<f64>;

/// Enumerations are written by their names.
macro_rules! named {
    ($($type:ty),+) => {$(
        impl<S: Shell> Write<S> for $type {
            fn write(&self) -> S::Value {
                S::text(self.name())
            }
        }
    )+};
}

named!(Container, Codec, DamageKind, PauseKind, SpanReason);
