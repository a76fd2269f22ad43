// A cut to MP3 on several workers: runs of segments that join at frame borders, appended in order to the one file.
// The bytes equal those of a single worker, however the work is shared.
import { newId } from '../lib/ids.ts';
import { DspError } from './errors.ts';
import { inOrder } from './inOrder.ts';
import type { CutResult, Mp3Cut, Mp3Run, RunOnWorker, ScratchPath } from './protocol.ts';

/** Segments of a run at most: eight minutes, 8 MB at 128 kbit/s. Between runs a worker decodes half a minute twice. */
const LONGEST_RUN = 4;

export interface CutJob {
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
export async function sharedCut(run: RunOnWorker, job: CutJob): Promise<CutResult | null> {
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
