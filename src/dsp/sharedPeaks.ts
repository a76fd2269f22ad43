// Peaks of a long file on several workers. The first piece begins at once; meanwhile the end of the file tells about how
// long it is, and when the first peaks are there, a walk through it tells exactly. The other pieces follow in order. The
// result is what one worker makes, to the byte.
import { newId } from '../lib/ids.ts';
import { inOrder } from './inOrder.ts';
import type { Inspection, LengthEstimate, PeaksChunk, RunOnWorker } from './protocol.ts';

/** Shorter files are done before a second worker has started. */
export const SHARED_FROM_BYTES = 1 << 20;

/** Marks in the page's user timing, for tools that measure. */
const FIRST_PEAKS = 'aural:first-peaks';
const ALL_PEAKS = 'aural:all-peaks';

export interface PeaksJob {
  file: Blob;
  /** Asked while the first piece is made. */
  ways(): number | Promise<number>;
  onPeaks(chunk: PeaksChunk): void;
  /** As in `AnalyseOptions`. */
  onEstimate?: ((estimate: LengthEstimate) => void) | undefined;
  onInspection?: ((inspection: Inspection) => void) | undefined;
  signal?: AbortSignal | undefined;
}

/** Null: a packet was refused on the way, and only one whole pass tells all damage in its place. */
export async function sharedPeaks(run: RunOnWorker, job: PeaksJob): Promise<Inspection | null> {
  const { file } = job;
  /** Estimated length in seconds. An M4A is not read from front to back, so bytes do not show its progress. */
  let seconds = 0;
  const onPeaks = (chunk: PeaksChunk) => {
    if (chunk.firstPair === 0) performance.mark(FIRST_PEAKS);
    const read = ((chunk.firstPair + chunk.rms.length) * chunk.framesPerPair) / chunk.sampleRate;
    const share = seconds > 0 ? Math.min(1, read / seconds) : 0;
    job.onPeaks({ ...chunk, fraction: Math.max(chunk.fraction, share) });
    sayBegun();
  };
  const session = newId();
  const waiting = new Map<number, PeaksChunk[]>();
  let turn = 0;
  let sound = true;
  let sayBegun: () => void = () => {};
  const begun = new Promise<void>((resolve) => {
    sayBegun = resolve;
  });

  const piece = (index: number, signal: AbortSignal | undefined) => {
    waiting.set(index, []);
    const report = (chunk: PeaksChunk) => {
      if (index === turn) onPeaks(chunk);
      else waiting.get(index)?.push(chunk);
    };
    return run('peakPiece', [session, file, index, report], signal);
  };
  const begin = (index: number) => {
    turn = index;
    for (const chunk of waiting.get(index) ?? []) onPeaks(chunk);
    waiting.delete(index);
  };

  const first = piece(0, job.signal);
  first.catch(() => {});
  const ways = await job.ways();
  const estimate = job.onEstimate && (await run('estimateLength', [session, file], job.signal));
  if (estimate) {
    seconds = estimate.seconds;
    job.onEstimate?.(estimate);
  }
  // A concurrent walk would delay the first peaks.
  await (ways === 1 ? first : Promise.race([begun, first]));
  const { inspection, pieces } = await run('surveyPeaks', [session, file], job.signal);
  seconds = inspection.seconds;
  job.onInspection?.(inspection);
  await inOrder({
    count: pieces,
    ways,
    work: (index, signal) => (index === 0 ? first : piece(index, signal)),
    take(isSound, index) {
      sound &&= isSound;
      begin(index + 1);
    },
    signal: job.signal,
  });
  performance.mark(ALL_PEAKS);
  return sound ? inspection : null;
}
