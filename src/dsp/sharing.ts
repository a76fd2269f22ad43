// Which operations are shared by several workers, and when one worker does them: short files, parts that need one
// pass over the whole, formats whose pieces depend on each other, another voice, a disk that is full.

import { newId } from '../lib/ids.ts';
import { DspError, failedInWorker } from './errors.ts';
import { inOrder } from './inOrder.ts';
import type {
  AnalyseOptions,
  Analysis,
  AnalysisPart,
  CallOptions,
  CutOptions,
  CutResult,
  DspOperations,
  Inspection,
  Mp3Cut,
  Mp3Run,
  PeaksChunk,
  Region,
  RunOnWorker,
  ScratchPath,
} from './protocol.ts';
import { SHARED_FROM_BYTES, sharedPeaks } from './sharedPeaks.ts';

/** Segments of a run at most: eight minutes, 8 MB at 128 kbit/s. Between runs a worker decodes half a minute twice. */
const LONGEST_RUN = 4;

interface CutJob {
  cut: Mp3Cut;
  ways: number;
  /** Where the file grows; null: in Blobs, which the browser keeps. */
  scratch: ScratchPath | null;
  onProgress?: ((fraction: number) => void) | undefined;
  signal?: AbortSignal | undefined;
}

/** Least share of the whole between two reports. */
const REPORT_SHARE = 0.01;

/** Null: this cut cannot be shared. */
async function sharedCut(run: RunOnWorker, job: CutJob): Promise<CutResult | null> {
  const { cut, scratch, signal } = job;
  const session = newId();
  const plan = await run('planMp3', [session, cut], signal);
  if (plan.segments < 2) return null;
  const runs = runsOf(plan.segments, job.ways);
  const done = runs.map(() => 0);
  const parts: Blob[] = [];
  const summaries: number[] = [];
  let frames: number | null = null;
  let written = plan.headBytes;
  let reportAt = 0;

  await inOrder<Mp3Run>({
    count: runs.length,
    ways: job.ways,
    work(index, stop) {
      const [first, end] = runs[index] as Run;
      const report = (fraction: number) => {
        done[index] = fraction * (end - first);
        const share = done.reduce((sum, each) => sum + each, 0) / plan.segments;
        if (share < reportAt) return;
        reportAt = share < 1 ? share + REPORT_SHARE : Number.POSITIVE_INFINITY;
        job.onProgress?.(share);
      };
      return run('mp3Run', [session, cut, first, end, job.onProgress && report], stop);
    },
    async take(made) {
      summaries.push(...made.summary);
      frames ??= made.frames;
      if (!scratch) return void parts.push(made.bytes);
      await run('writeScratch', [scratch, written, made.bytes], signal);
      written += made.bytes.size;
    },
    signal,
  });
  if (!frames) throw new DspError('invalid_argument', 'the regions hold no audio of this file');
  const head = await run('joinMp3', [plan, cut.kbps, frames, Float64Array.from(summaries)], signal);
  let file = new Blob([head, ...parts], { type: 'audio/mpeg' });
  if (scratch) {
    await run('writeScratch', [scratch, 0, file], signal);
    file = await run('readScratch', [scratch, file.type], signal);
  }
  const { sampleRate, channels } = plan;
  return { frames, seconds: frames / sampleRate, sampleRate, channels, file };
}

/** First segment, and the one behind the last. */
type Run = readonly [first: number, end: number];

/** Long runs first; short ones at the end, so that all workers end together. */
function runsOf(segments: number, ways: number): Run[] {
  const runs: Run[] = [];
  for (let first = 0; first < segments; ) {
    const fair = Math.ceil((segments - first) / (2 * ways));
    const end = first + Math.min(fair, LONGEST_RUN);
    runs.push([first, end]);
    first = end;
  }
  return runs;
}

interface Pool {
  run: RunOnWorker;
  /** Reserves a place for a file that `work` makes, and gives it back where that fails. */
  makeFile<R extends { file: Blob }>(work: (scratch: ScratchPath | null) => Promise<R>): Promise<R>;
  ways(): number | Promise<number>;
}

const DEFAULT_KBPS = 128;

/** Thrown inside `makeFile`, so that what it reserved is given back. */
const NOT_SHARED = new Error('one worker does it');

/** `single` with its long operations shared where that gives the same result. */
export function withSharing(single: DspOperations, { run: once, makeFile, ways }: Pool): DspOperations {
  const run = redone(once);
  /** Only peaks. */
  async function peaks(
    file: Blob,
    onPeaks: (chunk: PeaksChunk) => void,
    options: AnalyseOptions,
  ): Promise<Inspection> {
    const news = withoutRepeats(onPeaks);
    const { onEstimate, onInspection, signal } = options;
    const job = { file, ways, onPeaks: news, onEstimate, onInspection, signal };
    const whole = await sharedPeaks(run, job);
    return whole ?? single.analyse(file, [], news, options);
  }

  async function analyse<P extends AnalysisPart>(
    file: Blob,
    parts: readonly P[],
    onPeaks?: (chunk: PeaksChunk) => void,
    options?: AnalyseOptions,
  ): Promise<Analysis<P>> {
    if (onPeaks && parts.length === 0 && file.size >= SHARED_FROM_BYTES) {
      // No part was asked for.
      return (await peaks(file, onPeaks, options ?? {})) as Analysis<P>;
    }
    return single.analyse(file, parts, onPeaks, options);
  }

  async function cut(
    file: Blob,
    regions: Region[],
    options: CutOptions,
    onProgress?: (fraction: number) => void,
    { signal }: CallOptions = {},
  ): Promise<CutResult> {
    const count = options.format === 'mp3' ? await ways() : 1;
    if (count > 1) {
      const { kbps = DEFAULT_KBPS, tools } = options;
      try {
        return await makeFile(async (scratch) => {
          const job = { cut: { file, regions, kbps, tools }, ways: count, scratch, onProgress, signal };
          const made = await sharedCut(run, job);
          if (!made) throw NOT_SHARED;
          return made;
        });
      } catch (error) {
        // A single worker also works with a full disk.
        if (signal?.aborted || (error !== NOT_SHARED && !failedInWorker(error))) throw error;
      }
    }
    return single.cut(file, regions, options, onProgress, { signal });
  }

  return { ...single, analyse, cut };
}

/** Removes pairs that were reported before from each chunk: a repeated piece, or the final pass, has the same pairs. */
function withoutRepeats(onPeaks: (chunk: PeaksChunk) => void): (chunk: PeaksChunk) => void {
  let next = 0;
  let fraction = 0;
  return (chunk) => {
    const known = Math.min(chunk.rms.length, Math.max(0, next - chunk.firstPair));
    const [pairs, rms] = [chunk.pairs.subarray(2 * known), chunk.rms.subarray(known)];
    fraction = Math.max(fraction, chunk.fraction);
    // Report progress even when all of it is known.
    onPeaks({ ...chunk, firstPair: next, pairs, rms, fraction });
    next += rms.length;
  };
}

/** Every call that a broken worker did not finish is made once more, of another one. */
function redone(run: RunOnWorker): RunOnWorker {
  const twice = async (...call: Parameters<RunOnWorker>): Promise<unknown> => {
    const [, , signal] = call;
    try {
      return await run(...call);
    } catch (error) {
      if (signal?.aborted || !failedInWorker(error)) throw error;
      return run(...call);
    }
  };
  return twice as RunOnWorker;
}
