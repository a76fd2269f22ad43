// Operations on one whole file, each in one worker.
import { transfer } from 'comlink';
import type {
  Analysis,
  AnalysisPart,
  CleanResult,
  CutOptions,
  CutResult,
  Disturbances,
  EarlyTools,
  Inspection,
  LoudnessPlan,
  PauseCut,
  PeaksChunk,
  PowProgress,
  Probe,
  Region,
  RepairResult,
  ScratchPath,
  VoiceTools,
} from '../protocol.ts';
import { blobSource } from './blobSource.ts';
import { exportTo } from './exportFile.ts';
import { type PcmRange, wasmReady, withEngine } from './wasm.ts';

/** Container, codec, exact duration, metadata field names and damage. Reads the file once. */
export async function inspect(file: Blob): Promise<Inspection> {
  return withEngine((core) => core.inspect(blobSource(file)));
}

/** The inspection and `parts`, in one pass over a file; peaks are reported on the way. */
export async function analyse<P extends AnalysisPart>(
  file: Blob,
  parts: readonly P[],
  onPeaks?: (chunk: PeaksChunk) => void,
): Promise<Analysis<P>> {
  if (!onPeaks) return withEngine((core) => core.analyse(blobSource(file), parts));
  // Chunks use a separate message port; the answer must not arrive before the last chunk.
  let heard: unknown;
  const analysis = await withEngine((core) =>
    core.analyse(blobSource(file), parts, (chunk) => {
      heard = onPeaks(chunk);
    }),
  );
  await heard;
  return analysis;
}

/** Decodes `start … end` (seconds) with `tools` applied. The buffers are transferred. */
export async function decodeRange(
  file: Blob,
  start: number,
  end: number,
  tools?: VoiceTools,
): Promise<PcmRange> {
  const range = await withEngine((core) => core.decodeRange(blobSource(file), start, end, tools));
  return transfer(
    range,
    range.channels.map((channel) => channel.buffer),
  );
}

/** Regions as the engine takes them: start and end in turn. */
export function boundsOf(regions: readonly Region[]): Float64Array {
  return Float64Array.from(regions.flatMap((region) => [region.start, region.end]));
}

/** Default shortest pause, seconds. */
const MIN_PAUSE_SECONDS = 2.5;

/** Cuts that shorten pauses, in time order. Decodes the file once. */
export async function proposePauses(
  file: Blob,
  options: { minSeconds?: number } = {},
  onProgress?: (fraction: number) => void,
): Promise<PauseCut[]> {
  const least = options.minSeconds ?? MIN_PAUSE_SECONDS;
  return withEngine((core) => core.proposePauses(blobSource(file), least, onProgress));
}

/** Hum, clicks, hiss, plosives and sharp s. Decodes the file or the range once, or twice where it hums. */
export async function findDisturbances(
  file: Blob,
  range?: Region,
  onProgress?: (fraction: number) => void,
): Promise<Disturbances> {
  return withEngine((core) => core.findDisturbances(blobSource(file), range?.start, range?.end, onProgress));
}

/** The gain that brings `regions` to their target loudness. Decodes them once; a persona is heard in parts of them. */
export async function planLoudness(
  file: Blob,
  regions: Region[],
  before?: EarlyTools,
  onProgress?: (fraction: number) => void,
): Promise<LoudnessPlan> {
  return withEngine((core) => core.planLoudness(blobSource(file), boundsOf(regions), before, onProgress));
}

const MIME_TYPES = { wav: 'audio/wav', mp3: 'audio/mpeg' } as const;

/** Writes `regions` of a file; memory does not grow with its length. */
export async function cut(
  scratch: ScratchPath | null,
  file: Blob,
  regions: Region[],
  options: CutOptions,
  onProgress?: (fraction: number) => void,
): Promise<CutResult> {
  const { format, kbps = 128, tools } = options;
  const bounds = boundsOf(regions);
  const made = await withEngine((core) =>
    exportTo(scratch, MIME_TYPES[format], (sink) =>
      core.cut(blobSource(file), bounds, format, kbps, sink, onProgress, tools),
    ),
  );
  return { ...made.facts, file: made.file };
}

/** Recovers a damaged file as 16-bit WAV; gaps become silence. */
export async function repair(
  scratch: ScratchPath | null,
  file: Blob,
  onProgress?: (fraction: number) => void,
): Promise<RepairResult> {
  const made = await withEngine((core) =>
    exportTo(scratch, 'audio/wav', (sink) => core.repair(blobSource(file), sink, false, onProgress)),
  );
  return { report: made.facts, file: made.file };
}

/**
 * Copies the audible packets without metadata; cleaning the copy again gives the same bytes. When the file hides cut sound
 * or uses a codec that browsers don't play, the audible part is encoded as MP3 instead.
 */
export async function clean(
  scratch: ScratchPath | null,
  file: Blob,
  onProgress?: (fraction: number) => void,
): Promise<CleanResult> {
  const made = await withEngine((core) =>
    exportTo(scratch, file.type, (sink) => core.remux(blobSource(file), sink, false, onProgress)),
  );
  const { removed, damage, cutSeconds } = made.facts;
  return { removed, cutSeconds, isDamaged: damage.length > 0, file: made.file };
}

/** Lower-case hex digest; constant memory. */
export async function sha256(file: Blob, onProgress?: (fraction: number) => void): Promise<string> {
  const core = await wasmReady;
  return core.sha256(blobSource(file), onProgress);
}

/** Hashes between two reads of the clock: about 5 ms on a slow phone. */
const STEP_HASHES = 16_384;

/** Works for at most `budgetMs`, then answers the nonces found so far; pass them back to continue. */
export async function solveChallenge(
  challenge: string,
  puzzles: number,
  bits: number,
  nonces: number[],
  budgetMs: number,
): Promise<PowProgress> {
  const core = await wasmReady;
  const solver = new core.PowSolver(challenge, puzzles, bits, Uint32Array.from(nonces));
  try {
    const deadline = performance.now() + budgetMs;
    let done = false;
    while (!done && performance.now() < deadline) done = solver.step(STEP_HASHES);
    return { nonces: Array.from(solver.nonces()), done, hashes: solver.hashes() };
  } finally {
    solver.free();
  }
}

const PROBE_RATE = 48_000;
const PROBE_KBPS = 128;
/** Samples of one encoder call: 0.1 s of sound, about 0.25 ms of work on a laptop. */
const PROBE_BLOCK = 4_800;
/** The first calls are dominated by the browser's compilers. */
const WARM_UP_MS = 50;

/** Encodes noise for `budgetMs` and measures the speed. */
export async function probe(budgetMs: number): Promise<Probe> {
  const core = await wasmReady;
  const encoder = new core.Mp3Encoder(PROBE_RATE, 1, PROBE_KBPS);
  try {
    let state = 1;
    const block = Float32Array.from({ length: PROBE_BLOCK }, () => {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      return (state / 2 ** 31 - 1) * 0.2;
    });
    const started = performance.now();
    while (performance.now() - started < WARM_UP_MS) encoder.encode([block]);
    const begun = performance.now();
    let blocks = 0;
    let now = begun;
    while (now - started < budgetMs || blocks === 0) {
      encoder.encode([block]);
      blocks += 1;
      now = performance.now();
    }
    return { speed: (blocks * PROBE_BLOCK) / PROBE_RATE / ((now - begun) / 1000) };
  } finally {
    encoder.free();
  }
}
