import { expect, it } from 'vitest';
import type { Inspection, PeaksChunk, RunOnWorker } from '../../../src/dsp/protocol.ts';
import { sharedPeaks } from '../../../src/dsp/sharedPeaks.ts';

const PAIRS = 100;

/** A piece of 100 pairs of 0.01 s whose bytes tell no share of the file, as those of an M4A. */
const piece = (index: number): PeaksChunk => ({
  firstPair: index * PAIRS,
  pairs: new Int8Array(2 * PAIRS),
  rms: new Uint8Array(PAIRS),
  framesPerPair: 80,
  sampleRate: 8000,
  fraction: 0,
});

it('reports progress by the time that was read where the bytes tell none', async () => {
  const inspection = { seconds: 4, frames: 32_000 } as Inspection;
  const answers: Record<string, (args: unknown[]) => unknown> = {
    estimateLength: () => null,
    surveyPeaks: () => ({ inspection, pieces: 4 }),
    peakPiece: ([, , index, report]) => {
      (report as (chunk: PeaksChunk) => void)(piece(index as number));
      return true;
    },
  };
  const run = (async (name: string, args: unknown[]) => answers[name]?.(args)) as RunOnWorker;
  const fractions: number[] = [];
  await sharedPeaks(run, {
    file: new Blob(),
    ways: () => 1,
    onPeaks: ({ fraction }) => fractions.push(fraction),
    onEstimate: () => undefined,
  });
  // The first piece is read before the length is known.
  expect(fractions).toEqual([0, 0.5, 0.75, 1]);
});
