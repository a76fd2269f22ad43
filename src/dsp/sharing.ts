// Which operations are shared by several workers, and when one worker does them: short files, parts that need one
// pass over the whole, formats whose pieces depend on each other, a disk that is full.
import { failedInWorker } from './errors.ts';
import type {
  AnalyseOptions,
  Analysis,
  AnalysisPart,
  CallOptions,
  CutOptions,
  CutResult,
  DspOperations,
  Inspection,
  PeaksChunk,
  Region,
  RunOnWorker,
  ScratchPath,
} from './protocol.ts';
import { sharedCut } from './sharedCut.ts';
import { SHARED_FROM_BYTES, sharedPeaks } from './sharedPeaks.ts';

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
    // Tools keep state over time: one worker has all of it.
    const count = options.format === 'mp3' && !options.tools ? await ways() : 1;
    if (count > 1) {
      const kbps = options.kbps ?? DEFAULT_KBPS;
      try {
        return await makeFile(async (scratch) => {
          const job = { cut: { file, regions, kbps }, ways: count, scratch, onProgress, signal };
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
