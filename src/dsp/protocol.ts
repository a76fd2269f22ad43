// What the main thread may ask of a DSP worker: types for both sides (`worker/dsp.worker.ts` satisfies them, `client.ts`
// calls them). Times are seconds, sizes bytes. Files are passed as `Blob`: the worker reads ranges, the bytes never enter
// the main thread's heap. What the engine answers is declared in Rust (`dsp/results`) and only passed on here.
import type {
  Analysis,
  AnalysisPart,
  CutReport,
  Disturbances,
  EngineErrorCode,
  Inspection,
  LengthEstimate,
  LoudnessPlan,
  Mp3RunEnd,
  OutputFormat,
  PauseCut,
  PcmRange,
  PeaksChunk,
  RepairReport,
  Survey,
  VoiceTools,
} from '../../dsp/pkg/dsp.js';

/** Names the engine this app was built with. */
export { BUILD as ENGINE_BUILD } from '../../dsp/pkg/build.js';
export type {
  Analysis,
  AnalysisPart,
  CleanupKinds,
  DamageKind,
  Disturbances,
  Inspection,
  LengthEstimate,
  LoudnessPlan,
  PauseCut,
  PcmRange,
  PeaksChunk,
  Survey,
  VoiceTools,
} from '../../dsp/pkg/dsp.js';

export interface Region {
  /** Seconds from the start of the source. */
  start: number;
  end: number;
}

export interface CutOptions {
  /** The server makes small copies. */
  format: Exclude<OutputFormat, 'small'>;
  /** MP3 bitrate; ignored for WAV. */
  kbps?: number;
  /** Left out: the regions as they are. */
  tools?: VoiceTools;
}

export interface CutResult extends CutReport {
  /** On disk where the browser allows it: `Dsp.detach` before storing it, `Dsp.discard` when it is not needed. */
  file: Blob;
}

export interface RepairResult {
  /** As in `CutResult`. */
  file: Blob;
  /** Without its `words`: each damage carries its own. */
  report: RepairReport;
}

export interface CleanResult {
  /** As in `CutResult`. */
  file: Blob;
  /** Names of the metadata fields that were left out. */
  removed: string[];
  /** Sound in the source that is not played because it was cut; it is not in the copy. */
  cutSeconds: number;
  /** The source had faults: who asks for a copy may want them judged in the source itself. */
  isDamaged: boolean;
}

export interface PowProgress {
  /** Nonces found so far, in sub-puzzle order: hand them back to resume. */
  nonces: number[];
  done: boolean;
  hashes: number;
}

/** Folder of all pages, folder of this page, file: in the origin's private file system (`scratch.ts`). */
export type ScratchPath = readonly [root: string, page: string, name: string];

/** Folder and file in the origin's private file system, where nothing of the engine looks again. */
export type AudioPath = readonly [folder: string, name: string];

/** The tools that run before loudness is measured. */
export type EarlyTools = Pick<VoiceTools, 'cleanup' | 'persona' | 'gains'>;

export interface DspApi {
  inspect(file: Blob): Promise<Inspection>;
  /** One pass: peaks as they come, then the inspection and the parts that were named. Nothing else is measured. */
  analyse<P extends AnalysisPart>(
    file: Blob,
    parts: readonly P[],
    onPeaks?: (chunk: PeaksChunk) => void,
  ): Promise<Analysis<P>>;
  /** Decodes `start … end` only, for audition, as `tools` leave it, its ends faded; the buffers are transferred. */
  decodeRange(file: Blob, start: number, end: number, tools?: VoiceTools): Promise<PcmRange>;
  /** Cuts that shorten pauses of at least `minSeconds`, 2.5 by default; breaths stay. */
  proposePauses(
    file: Blob,
    options?: { minSeconds?: number },
    onProgress?: (fraction: number) => void,
  ): Promise<PauseCut[]>;
  /** What disturbs the sound of the file, or of `range`; reads it once, or twice where it hums. For `VoiceTools.cleanup`. */
  findDisturbances(
    file: Blob,
    range?: Region,
    onProgress?: (fraction: number) => void,
  ): Promise<Disturbances>;
  /** Reads `regions` once, behind the tools that run before loudness; a persona in parts. For `VoiceTools.loudness`. */
  planLoudness(
    file: Blob,
    regions: Region[],
    before?: EarlyTools,
    onProgress?: (fraction: number) => void,
  ): Promise<LoudnessPlan>;
  /** Keeps `regions` (time order, not overlapping), joins of 5 ms. */
  cut(
    file: Blob,
    regions: Region[],
    options: CutOptions,
    onProgress?: (fraction: number) => void,
  ): Promise<CutResult>;
  repair(file: Blob, onProgress?: (fraction: number) => void): Promise<RepairResult>;
  /** Only the sound, in a file of exact length, as the server makes it (`api/inspect`). */
  clean(file: Blob, onProgress?: (fraction: number) => void): Promise<CleanResult>;
  sha256(file: Blob, onProgress?: (fraction: number) => void): Promise<string>;
  /** Works at most `budgetMs`, then answers what it has; resume with the nonces. */
  solveChallenge(
    challenge: string,
    puzzles: number,
    bits: number,
    nonces: number[],
    budgetMs: number,
  ): Promise<PowProgress>;
  /** Bytes that the engine's memory has grown to in the worker that answers, its height so far. */
  engineMemory(): Promise<number>;
}

/** Trailing options of every call. */
export interface CallOptions {
  /** Aborting terminates the worker; the call rejects with the signal's reason. */
  signal?: AbortSignal | undefined;
}

/** Of `analyse`. */
export interface AnalyseOptions extends CallOptions {
  /** Called at most once, before `onInspection`, if the end of the file states its length and only peaks are requested. */
  onEstimate?: ((estimate: LengthEstimate) => void) | undefined;
  /**
   * Called once with the properties of the file, above all its true length, after a scan that decodes nothing and long
   * before the peaks are complete. Only if peaks alone are requested, and not for short files. Packets that the
   * decoder will refuse are not in its damage yet.
   */
  onInspection?: ((inspection: Inspection) => void) | undefined;
}

type WithOptions<F> = F extends (...args: infer A) => infer R
  ? (...args: [...A, options?: CallOptions]) => R
  : never;

/** `DspApi` with cancellation. Optional callbacks before the options may be passed as `undefined`. */
export type DspOperations = { [K in Exclude<keyof DspApi, 'analyse'>]: WithOptions<DspApi[K]> } & {
  // Written out: a mapped type would lose the type parameter.
  analyse<P extends AnalysisPart>(
    file: Blob,
    parts: readonly P[],
    onPeaks?: (chunk: PeaksChunk) => void,
    options?: AnalyseOptions,
  ): Promise<Analysis<P>>;
};

/** A cut to MP3 as the workers that share it know it. */
export interface Mp3Cut {
  file: Blob;
  regions: readonly Region[];
  kbps: number;
  tools?: VoiceTools | undefined;
}

export interface Mp3Plan {
  /** Parts of a fixed length that can be encoded independently; 1: only one worker can do it. */
  segments: number;
  /** Hz. */
  sampleRate: number;
  channels: number;
  /** Bytes reserved at the start of the file for `joinMp3`. */
  headBytes: number;
}

export interface Mp3Run extends Mp3RunEnd {
  bytes: Blob;
}

/** How fast this device is. */
export interface Probe {
  /** Seconds of sound that one worker encodes to MP3 in a second. */
  speed: number;
}

/** Pieces of work that several workers share. A worker keeps the file of its last `session` open between calls. */
export interface SharedWork {
  /** Reads only the end of the file; undefined if only a walk finds the length. */
  estimateLength(session: string, file: Blob): Promise<LengthEstimate | undefined>;
  surveyPeaks(session: string, file: Blob): Promise<Survey>;
  /** False: a packet was refused, so that only one whole pass tells all damage. */
  peakPiece(
    session: string,
    file: Blob,
    index: number,
    onPeaks: (chunk: PeaksChunk) => void,
  ): Promise<boolean>;
  planMp3(session: string, cut: Mp3Cut): Promise<Mp3Plan>;
  mp3Run(
    session: string,
    cut: Mp3Cut,
    first: number,
    end: number,
    onProgress?: (fraction: number) => void,
  ): Promise<Mp3Run>;
  joinMp3(
    plan: Mp3Plan,
    kbps: number,
    frames: number,
    summaries: Float64Array,
  ): Promise<Uint8Array<ArrayBuffer>>;
  writeScratch(scratch: ScratchPath, at: number, bytes: Blob): Promise<void>;
  readScratch(scratch: ScratchPath, type: string): Promise<Blob>;
  /** Comes once, before all else: the engine's first module, or the URL it is loaded from. */
  start(module: WebAssembly.Module | string): Promise<void>;
  /** Tries the device for `budgetMs`. */
  probe(budgetMs: number): Promise<Probe>;
}

/** Requests to the worker. An operation that makes a file first receives where to write it; null: in memory. */
export type DspWorkerApi = Omit<DspApi, FileMaker> & {
  [K in FileMaker]: (scratch: ScratchPath | null, ...args: Parameters<DspApi[K]>) => ReturnType<DspApi[K]>;
} & SharedWork;

/** Runs an operation on the next worker that is free. */
export type RunOnWorker = <K extends keyof DspWorkerApi>(
  name: K,
  args: Parameters<DspWorkerApi[K]>,
  signal: AbortSignal | undefined,
) => ReturnType<DspWorkerApi[K]>;

/** Operations whose result has a `file`. */
export type FileMaker = 'cut' | 'repair' | 'clean';

/**
 * Codes a `DspError` can carry; the worker sends them as the error's `name`. Those that are not the engine's:
 * the module is of another build than the app; the worker ended in the middle of a call. The worker itself answers
 * `needs_larger_engine`.
 */
export type DspErrorCode =
  | Exclude<EngineErrorCode, 'needs_larger_engine'>
  | 'core_mismatch'
  | 'worker_failed';
