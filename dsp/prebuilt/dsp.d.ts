/* tslint:disable */
/* eslint-disable */

/** The disturbances to remove, where they were found. */
export interface CleanupKinds {
    hum: boolean;
    clicks: boolean;
    hiss: boolean;
    plosives: boolean;
    sharpS: boolean;
}
/** What is done to the kept regions before they are encoded, in this order; what is left out is not done. */
export interface VoiceTools {
    cleanup?: { findings: Disturbances; strength: 'gentle' | 'medium' | 'strong' } & CleanupKinds;
    /** `secret`: 32 bytes. */
    persona?: { secret: Uint8Array; take: string; strength: 'light' | 'strong' };
    /** Areas of the source in time order, without overlaps, and their gains: −12 to 6 dB. */
    gains?: { start: number; end: number; db: number }[];
    loudness?: LoudnessPlan;
    /** 0 to 10 s each. */
    fades?: { inSeconds: number; outSeconds: number };
}



/** What `analyse` can be asked for. */
export type AnalysisPart = keyof AnalysisParts;
/** The inspection and the parts that were asked for. */
export type Analysis<P extends AnalysisPart> = Inspection & Pick<AnalysisParts, P>;
/** Reads and decodes a source once and measures what `parts` names; peaks are made for `on_peaks`. */
export function analyse<P extends AnalysisPart>(
source: ByteSource, parts: readonly P[], on_peaks?: (chunk: PeaksChunk) => void): Analysis<P>;



/** What the core reads from. `readAt` is synchronous and returns fewer bytes only at the end. */
export interface ByteSource { size: number; readAt(offset: number, length: number): Uint8Array }
/** What the core writes to, in order. The view is only valid during the call. */
export interface ForwardSink { write(bytes: Uint8Array): void }
/** `patch` rewrites bytes within the first 4 KiB. */
export interface ByteSink extends ForwardSink { patch(offset: number, bytes: Uint8Array): void }


/** File formats the engine reads. */
export type Container = | 'webm' | 'mp4' | 'ogg' | 'mp3' | 'adts' | 'flac' | 'wav' | 'aiff' | 'takes';
/** What packets hold. */
export type Codec = | 'opus' | 'vorbis' | 'mp3' | 'aac' | 'alac' | 'flac' | 'pcm_u8' | 'pcm_s16le' | 'pcm_s24le' | 'pcm_s32le' | 'pcm_s64le' | 'pcm_f32le' | 'pcm_f64le' | 'pcm_alaw' | 'pcm_mulaw';
/** Kinds of damage, in the order of reports. */
export type DamageKind = | 'missing_header' | 'wrong_header' | 'size_lie' | 'edit_speed' | 'half_band' | 'concatenated' | 'resync' | 'checksum' | 'undecodable' | 'gap' | 'truncated';
/** Before the first sound, between two, or after the last. */
export type PauseKind = | 'start' | 'between' | 'end';
/** Why a span is in a preview. */
export type SpanReason = | 'start' | 'loudest' | 'speech' | 'different' | 'end';
/** What a cut can be written as. */
export type OutputFormat = | 'wav' | 'mp3' | 'small';
/** `name` of every error the engine throws. */
export type EngineErrorCode = | 'source_unreadable' | 'empty' | 'unsupported_format' | 'unsupported_codec' | 'no_audio' | 'limit_exceeded' | 'invalid_argument' | 'needs_larger_engine';
/** Something wrong that was met and survived, in time. */
export interface Damage {
    kind: DamageKind;
    /** Its meaning, in an English sentence. */
    meaning: string;
    /** Seconds of the decoded audio. */
    atSeconds: number;
    /** Audio affected; 0 when nothing audible was lost. */
    seconds: number;
}
/** Inspection of a file. */
export interface Inspection {
    container: Container;
    codec: Codec;
    /** In the file; decoding gives at most 2. */
    channels: number;
    /** Hz. */
    sampleRate: number;
    /** Frames after gapless trims, counted by walking or decoding, never the header's claim. */
    frames: number;
    seconds: number;
    /** A video track is declared too: its sound can be used, but it is no audio file. */
    video: boolean;
    /** Names of metadata fields found. */
    metadata: string[];
    damage: Damage[];
}
/** A run of the base level of the peak pyramid, in order, sent while the file is being read. */
export interface PeaksChunk {
    /** Index of the first pair. */
    firstPair: number;
    /** Interleaved min, max (−128…127 is −1…1); one pair per `framesPerPair` frames, all channels merged. */
    pairs: Int8Array<ArrayBuffer>;
    /** RMS of each pair on a square-root scale: 255 is full scale, 81 −20 dB, 26 −40 dB, 8 −60 dB. */
    rms: Uint8Array<ArrayBuffer>;
    framesPerPair: number;
    sampleRate: number;
    /** 0…1 of the file's bytes. */
    fraction: number;
}
/** The length by the end of a file, before anything was counted. */
export interface LengthEstimate {
    /** Near the truth where recorder and samples kept time; a walk through the file corrects it. */
    seconds: number;
    /** Hz. */
    sampleRate: number;
    /** In the file; decoding gives at most 2. */
    channels: number;
}
/** What a walk through a file finds, without decoding it. */
export interface Survey {
    inspection: Inspection;
    /** That workers can share; 1 where they cannot. */
    pieces: number;
}
/** Seconds without sound. */
export interface SilentStretch {
    start: number;
    end: number;
}
/** A part of a recording that is played before the rest. */
export interface PreviewSpan {
    /** Seconds from the start. */
    start: number;
    /** Two, or the whole of a recording below ten seconds. */
    seconds: number;
    reason: SpanReason;
}
/** Ten seconds that represent a recording, and its most interesting parts. */
export interface RecordingPreview {
    /** In the order of time. */
    spans: PreviewSpan[];
    /** 64 to 200 values over the whole length: 0 is silence, half is as loud as the rest and similar, 255 as loud and different. */
    heat: Uint8Array<ArrayBuffer>;
}
/** A peak file that was written. */
export interface PeaksFile {
    pairs: number;
    framesPerPair: number;
    sampleRate: number;
    seconds: number;
}
/** Decoded audio of a part of a file, one array per channel. */
export interface PcmRange {
    channels: Float32Array<ArrayBuffer>[];
    sampleRate: number;
    startSeconds: number;
}
/** A cut that shortens a pause; the rest of the pause and every breath are outside the cut. */
export interface PauseCut {
    /** Seconds from the start of the source. */
    start: number;
    end: number;
    kind: PauseKind;
    /** 0…1: how far below the take it is, and how even. */
    confidence: number;
}
/** A point of the lifting curve. */
export interface LiftPoint {
    /** Seconds from the start of the source. */
    atSeconds: number;
    /** 0…9. */
    db: number;
}
/** How kept regions come to their target loudness. Plain data: it can be stored with the edit it was made for. */
export interface LoudnessPlan {
    /** Integrated, BS.1770; null for silence, which stays unchanged. */
    measuredLufs: number | null;
    /** True peak of the unchanged kept regions; null for digital silence. */
    truePeakDbtp: number | null;
    /** −19 for mono, −16 for stereo. */
    targetLufs: number;
    /** For everything, before the limiter. */
    gainDb: number;
    /** Additional gain for whispers, linear in decibels between the points; no points: no gain. */
    lift: LiftPoint[];
}
/** What disturbs a take, for `VoiceTools.cleanup`. Plain data. */
export interface Disturbances {
    /** Fundamental frequency of the mains hum; null where there is none. */
    humHz: number | null;
    /** Its phase, in radians ahead of that frequency every half second, the first one at this time. */
    humStartSeconds: number;
    humPhases: number[];
    /** Its amplitudes every four seconds: of each channel eight harmonics, real and imaginary. */
    humLines: number[];
    /** Clicks shorter than 3 ms. */
    clicks: number;
    /** Level of the even noise above 300 Hz, dB re full scale; null when it is too quiet to be heard. */
    hissDb: number | null;
    /** Power of the noise in each bin of the reducer's spectrum, dB. */
    noiseDb: number[];
    /** Bursts below 120 Hz. */
    plosives: number;
    /** Consonants with too much between 5 and 9 kHz. */
    sharpS: number;
    /** Levels of the loud and of the quiet parts, dB re full scale. */
    voiceDb: number;
    quietDb: number;
}
/** A cut that was written. */
export interface CutReport {
    frames: number;
    seconds: number;
    sampleRate: number;
    channels: number;
}
/** Result of a repair; `frames` and `seconds` are those of the finished file. */
export interface RepairReport extends Inspection {
    /** Decoded, not concealed. */
    secondsKept: number;
    /** Problems and their outcome, in English sentences; null if not requested. */
    words: string[] | null;
}
/** Something wrong in the bytes of a source. */
export interface ByteDamage {
    kind: DamageKind;
    atByte: number;
    bytes: number;
}
/** A clean copy that was written. */
export interface RemuxReport {
    /** Container of the copy. */
    container: Container;
    codec: Codec;
    channels: number;
    /** Hz. */
    sampleRate: number;
    frames: number;
    seconds: number;
    /** Packets that were copied; 0 where the sound was encoded again, as MP3. */
    packets: number;
    /** Lower-case hex digest of the copy's packets: the same in every container and with any metadata. */
    soundSha256: string;
    /** Names of the metadata fields that were left out. */
    removed: string[];
    /** The source declares a video track, which was left out. */
    video: boolean;
    /** Sound that the source's edit list hides, and that was left out. */
    cutSeconds: number;
    /** Damage in the source. */
    damage: ByteDamage[];
    /** The kinds of damage in English sentences; null when not asked for. */
    words: string[] | null;
}
/** A finished MP3 stream. */
export interface Mp3Head {
    /** Replaces the bytes at offset 0. */
    firstFrame: Uint8Array<ArrayBuffer>;
    /** PCM frames. */
    frames: number;
}
/** The end of an MP3 stream. */
export interface Mp3End extends Mp3Head {
    /** The last ones. */
    bytes: Uint8Array<ArrayBuffer>;
}
/** The end of a piece of an MP3 stream. */
export interface Mp3PieceEnd {
    /** The last ones. */
    bytes: Uint8Array<ArrayBuffer>;
    /** Input of `joinPieces`. */
    summary: Float64Array<ArrayBuffer>;
}
/** A run of segments of an MP3 stream that was written. */
export interface Mp3RunEnd {
    /** Input of `joinPieces`. */
    summary: Float64Array<ArrayBuffer>;
    /** PCM frames of the whole stream; null unless it ended within this run. */
    frames: number | null;
}
/** Further results of one pass over a file. Only requested ones are measured. */
export interface AnalysisParts {
    /** Lower-case hex digest of the file's bytes. */
    sha256: string;
    /** Integrated loudness per BS.1770, null for silence. */
    lufs: number | null;
    /** Null for digital silence. */
    truePeakDbtp: number | null;
    /** Samples at full scale. */
    clippedSamples: number;
    silence: SilentStretch[];
    /** How loud each 64th of the file is beside the others: 0 is silence, 32 quiet, 255 the loudest. */
    cover: Uint8Array<ArrayBuffer>;
    /** 16 log-spaced bands from 100 Hz to 8 kHz at 15 frames a second, band by band within a frame: 3 steps a dB, 0 is −90. */
    envelope: Uint8Array<ArrayBuffer>;
    /** Spans to play first. */
    preview: RecordingPreview;
}



/**
 * Streaming MPEG-1 Layer III encoder.
 */
export class Mp3Encoder {
    free(): void;
    [Symbol.dispose](): void;
    /**
     * Takes one `Float32Array` per channel, all of one length; returns the bytes that are ready.
     */
    encode(planes: Float32Array[]): Uint8Array<ArrayBuffer>;
    /**
     * Ends the stream and frees the encoder.
     */
    finish(): Mp3End;
    /**
     * 32,000, 44,100 or 48,000 Hz; 1 or 2 channels; constant bitrate of 32 … 320 kbps.
     */
    constructor(sample_rate_hz: number, channels: number, bitrate_kbps: number);
}

/**
 * One worker's share of a stream that is encoded in pieces (see `dsp_core::codec::mp3::encode::parallel`).
 */
export class Mp3PieceEncoder {
    free(): void;
    [Symbol.dispose](): void;
    /**
     * Takes the next samples of `pcmFrom … pcmTo`; returns the bytes that are ready.
     */
    encode(planes: Float32Array[]): Uint8Array<ArrayBuffer>;
    /**
     * Ends the piece and frees the encoder.
     */
    finish(): Mp3PieceEnd;
    /**
     * Piece `index` of a stream of `pcm_frames` samples per channel split into `pieces`. The split
     * is the same in every worker; `pieceCount` returns the actual number.
     */
    constructor(sample_rate_hz: number, channels: number, bitrate_kbps: number, pcm_frames: number, pieces: number, index: number);
    /**
     * First sample to feed, warm-up included.
     */
    readonly pcmFrom: number;
    /**
     * One past the last sample to feed.
     */
    readonly pcmTo: number;
}

/**
 * A cut to MP3 that is made in runs of segments; see `dsp_core::edit::CutRuns`.
 */
export class Mp3Runs {
    free(): void;
    [Symbol.dispose](): void;
    /**
     * Writes segments `first … end`, that one left out.
     */
    encode(first: number, end: number, sink: ByteSink, on_progress?: (fraction: number) => void): Mp3RunEnd;
    /**
     * Opens the file; `bounds` and `tools` as in `cut`.
     */
    constructor(source: ByteSource, bounds: Float64Array | number[], bitrate_kbps: number, tools?: VoiceTools);
    /**
     * Channels of the file to be.
     */
    readonly channels: number;
    /**
     * Bytes of the first frame, which `joinPieces` makes when all runs are there.
     */
    readonly headBytes: number;
    /**
     * Hz of the file to be.
     */
    readonly sampleRate: number;
    /**
     * Segments at most. 1: only one worker can do it.
     */
    readonly segments: number;
}

/**
 * A file whose peaks are made in pieces of about a minute; see `dsp_core::analysis::peak_pieces`.
 */
export class PeakPieces {
    free(): void;
    [Symbol.dispose](): void;
    /**
     * The length by the end of the file; `undefined` if only a walk finds it.
     */
    estimate(): LengthEstimate | undefined;
    /**
     * Opens the file.
     */
    constructor(source: ByteSource);
    /**
     * Makes piece `index` and reports its pairs as they come. `false`: a packet was refused somewhere so far,
     * and only one whole pass finds all damage.
     */
    piece(index: number, on_peaks: (chunk: PeaksChunk) => void): boolean;
    /**
     * Walks the file without decoding: its inspection, but for packets that a decoder would refuse, and how
     * many pieces it has. 1: only one worker can do it.
     */
    survey(): Survey;
}

/**
 * Solves a proof-of-work challenge in steps.
 */
export class PowSolver {
    free(): void;
    [Symbol.dispose](): void;
    /**
     * Hashes tried by this solver.
     */
    hashes(): number;
    /**
     * `nonces` are those found by an earlier, interrupted attempt, in sub-puzzle order.
     */
    constructor(challenge: string, puzzles: number, bits: number, nonces: Uint32Array | number[]);
    /**
     * Nonces found so far, in sub-puzzle order.
     */
    nonces(): Uint32Array;
    /**
     * Tries at most `max_hashes` nonces; true when every sub-puzzle is solved.
     */
    step(max_hashes: number): boolean;
}

/**
 * Digest of the sources this module was built from, which `dsp/pkg/build.js` names too: a loader refuses
 * a module of another build than its own.
 */
export function buildDigest(): string;

/**
 * Keeps regions of a source. `bounds` are start and end in seconds, in turn; an end past the file
 * means its end. `tools` are applied to the kept regions.
 */
export function cut(source: ByteSource, bounds: Float64Array | number[], format: OutputFormat, bitrate_kbps: number, sink: ByteSink, on_progress?: (fraction: number) => void, tools?: VoiceTools): CutReport;

/**
 * Decodes `start … end` seconds, at most a minute at once, as `tools` leave them.
 */
export function decodeRange(source: ByteSource, start: number, end: number, tools?: VoiceTools): PcmRange;

/**
 * What disturbs the sound of the whole source, or of `start … end` seconds.
 */
export function findDisturbances(source: ByteSource, start: number | null | undefined, end: number | null | undefined, on_progress?: (fraction: number) => void): Disturbances;

/**
 * Container, codec, exact duration, metadata field names, damage.
 */
export function inspect(source: ByteSource): Inspection;

/**
 * Closes a stream of pieces: the first frame of the file, before the pieces' bytes in order.
 * `summaries` are those of the pieces, one after another.
 */
export function joinPieces(sample_rate_hz: number, channels: number, bitrate_kbps: number, pcm_frames: number, summaries: Float64Array | number[]): Mp3Head;

/**
 * Writes the base level of the peak pyramid to `sink` as an audiowaveform data file, version 2.
 * Nothing else is measured, which saves a fifth of the time.
 */
export function peaksDat(source: ByteSource, sink: ByteSink, on_progress?: (fraction: number) => void): PeaksFile;

/**
 * How many pieces a stream is really split into: fewer than asked for when they would be too short.
 */
export function pieceCount(pcm_frames: number, pieces: number): number;

/**
 * How the regions of `bounds`, as in `cut`, reach their target loudness after the `tools` that run before.
 */
export function planLoudness(source: ByteSource, bounds: Float64Array | number[], tools?: VoiceTools, on_progress?: (fraction: number) => void): LoudnessPlan;

/**
 * Cuts that shorten pauses of at least `min_seconds`, in order.
 */
export function proposePauses(source: ByteSource, min_seconds: number, on_progress?: (fraction: number) => void): PauseCut[];

/**
 * Writes the sound of `source` to `sink`: the same packets, or an MP3 if they hold sound that somebody
 * cut or browsers do not play them. `wants_words`: the damage also in sentences.
 */
export function remux(source: ByteSource, sink: ByteSink, wants_words: boolean, on_progress?: (fraction: number) => void): RemuxReport;

/**
 * Writes a 16-bit WAVE to `sink`. `wants_words`: the report also in sentences.
 */
export function repair(source: ByteSource, sink: ByteSink, wants_words: boolean, on_progress?: (fraction: number) => void): RepairReport;

/**
 * Lower-case hex SHA-256 of a source, in constant memory.
 */
export function sha256(source: ByteSource, on_progress?: (fraction: number) => void): string;

export type InitInput = RequestInfo | URL | Response | BufferSource | WebAssembly.Module;

export interface InitOutput {
    readonly memory: WebAssembly.Memory;
}

export type SyncInitInput = BufferSource | WebAssembly.Module;

/**
 * Instantiates the given `module`, which can either be bytes or
 * a precompiled `WebAssembly.Module`.
 *
 * @param {{ module: SyncInitInput }} module - Passing `SyncInitInput` directly is deprecated.
 *
 * @returns {InitOutput}
 */
export function initSync(module: { module: SyncInitInput } | SyncInitInput): InitOutput;

/**
 * If `module_or_path` is {RequestInfo} or {URL}, makes a request and
 * for everything else, calls `WebAssembly.instantiate` directly.
 *
 * @param {{ module_or_path: InitInput | Promise<InitInput> }} module_or_path - Passing `InitInput` directly is deprecated.
 *
 * @returns {Promise<InitOutput>}
 */
export default function __wbg_init (module_or_path: { module_or_path: InitInput | Promise<InitInput> } | InitInput | Promise<InitInput>): Promise<InitOutput>;
