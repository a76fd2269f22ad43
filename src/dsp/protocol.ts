// What the main thread may ask of a DSP worker. Types only; one interface for both sides
// (`worker/dsp.worker.ts` satisfies it, `client.ts` calls it). Times are seconds, sizes bytes.
// Files are passed as `Blob`: the worker reads ranges, the bytes never enter the main thread's heap.

export interface Damage {
  /** Stable kind, e.g. `truncated`, `gap`, `resync`, `no_duration`. */
  kind: string;
  atSeconds: number;
  /** Audio affected; 0 when nothing audible was lost. */
  seconds: number;
}

export interface Inspection {
  container: string;
  codec: string;
  channels: number;
  /** Hz. */
  sampleRate: number;
  /** Frames after gapless trims, counted by walking or decoding, never the header's claim. */
  frames: number;
  seconds: number;
  /** A video track is declared too: its sound can be used, but it is no audio file (K4). */
  video: boolean;
  /** Names of metadata fields found. */
  metadata: string[];
  damage: Damage[];
}

/** A run of the base level of the peak pyramid, in order, sent while the file is being read. */
export interface PeaksChunk {
  /** Index of the first pair. */
  firstPair: number;
  /** Interleaved min, max as int8 (−128…127 is −1…1); one pair per `framesPerPair` frames, all channels merged. */
  pairs: Int8Array;
  framesPerPair: number;
  sampleRate: number;
  /** 0…1 of the file's bytes. */
  fraction: number;
}

/** Everything one pass over a file yields. */
export interface Analysis extends Inspection {
  sha256: string;
  /** Integrated loudness per BS.1770, null for silence. */
  lufs: number | null;
  truePeakDbtp: number | null;
  clippedSamples: number;
  silence: { start: number; end: number }[];
  /** 64 peak magnitudes 0…255 over the whole file. */
  face: Uint8Array;
  /** 16 log-spaced bands at 15 frames a second, band by band within a frame, 0…255. */
  envelope: Uint8Array;
}

export interface Region {
  /** Seconds from the start of the source. */
  start: number;
  end: number;
}

export interface CutOptions {
  format: 'wav' | 'mp3';
  /** MP3 bitrate; ignored for WAV. */
  kbps?: number;
}

export interface CutResult {
  /** On disk where the browser allows it: `Dsp.detach` before storing it, `Dsp.discard` when it is not needed. */
  file: Blob;
  seconds: number;
  frames: number;
  sampleRate: number;
  channels: number;
}

export interface RepairResult {
  /** As in `CutResult`. */
  file: Blob;
  /** `words`: what was wrong and what became of it, in English sentences. */
  report: Inspection & { secondsKept: number; words: string[] };
}

/** Decoded audio of a part of a file; planar, the buffers are transferred. */
export interface PcmRange {
  channels: Float32Array[];
  sampleRate: number;
  startSeconds: number;
}

export interface PowProgress {
  /** Nonces found so far, in sub-puzzle order: hand them back to resume. */
  nonces: number[];
  done: boolean;
  hashes: number;
}

/** Folder of all pages, folder of this page, file: in the origin's private file system (`scratch.ts`). */
export type ScratchPath = readonly [root: string, page: string, name: string];

export interface DspApi {
  inspect(file: Blob): Promise<Inspection>;
  /** One pass: peaks as they come, then everything else. */
  analyse(file: Blob, onPeaks?: (chunk: PeaksChunk) => void): Promise<Analysis>;
  /** Decodes `start … end` only; for audition. */
  decodeRange(file: Blob, start: number, end: number): Promise<PcmRange>;
  /** Keeps `regions` (time order, not overlapping), joins of 5 ms. */
  cut(
    file: Blob,
    regions: Region[],
    options: CutOptions,
    onProgress?: (fraction: number) => void,
  ): Promise<CutResult>;
  repair(file: Blob, onProgress?: (fraction: number) => void): Promise<RepairResult>;
  sha256(file: Blob, onProgress?: (fraction: number) => void): Promise<string>;
  /** Works at most `budgetMs`, then answers what it has; resume with the nonces. */
  solveChallenge(
    challenge: string,
    puzzles: number,
    bits: number,
    nonces: number[],
    budgetMs: number,
  ): Promise<PowProgress>;
}

/** What the worker is asked: an operation that makes a file is told first where it may grow; null: in memory. */
export type DspWorkerApi = Omit<DspApi, FileMaker> & {
  [K in FileMaker]: (scratch: ScratchPath | null, ...args: Parameters<DspApi[K]>) => ReturnType<DspApi[K]>;
};

/** Operations whose result has a `file`. */
export type FileMaker = 'cut' | 'repair';

/** Codes a `DspError` can carry; the worker sends them as the error's `name`. */
export type DspErrorCode =
  | 'source_unreadable'
  | 'empty'
  | 'unsupported_format'
  | 'unsupported_codec'
  | 'no_audio'
  | 'damaged'
  | 'limit_exceeded'
  | 'invalid_argument'
  | 'out_of_memory'
  | 'worker_failed';
