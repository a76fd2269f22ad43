// The bars of an hour in one view, drawn from the engine's peaks and RMS.
import { beforeAll, describe, expect, it } from 'vitest';
import type { PeaksChunk } from '../../../../src/dsp/protocol.ts';
import { createPeakPyramid, type PeakPyramid } from '../../../../src/features/editor/peakPyramid.ts';
import { barHeights } from '../../../../src/features/editor/wave/barHeights.ts';
import { labelledTake, type Part, type Sound, TAKE_RATE_HZ } from '../../../support/audio/labelledTake.ts';
import { analyseWav } from '../../../support/engine/nodeEngine.ts';

const WIDTH = 360;
const BAR_STEP = 5;
const BARS = WIDTH / BAR_STEP;
/** A bar may include a sixteenth of its neighbour, in seconds. */
const MARGIN = 3600 / BARS / 16;

/** 4 minutes of speech, 3 of breathing, 3 of room tone. */
const TEN_MINUTES: Part[] = [
  { sound: 'speech', seconds: 240 },
  { sound: 'breath', seconds: 180 },
  { sound: 'room', seconds: 180 },
];
const TIMES = 6;
const PARTS = Array.from({ length: TIMES }).flatMap(() => TEN_MINUTES);

/** Repeats the pairs of ten minutes six times; valid because they are a whole number of pairs. */
async function readHour(tenMinutes: Float32Array): Promise<PeakPyramid> {
  const chunks: PeaksChunk[] = [];
  const audio = { sampleRate: TAKE_RATE_HZ, channels: [tenMinutes] };
  await analyseWav(audio, [], (chunk) => chunks.push(chunk));
  const pairs = chunks.reduce((sum, { rms }) => sum + rms.length, 0);
  expect(pairs * (chunks[0]?.framesPerPair ?? 0)).toBe(tenMinutes.length);
  const pyramid = createPeakPyramid();
  for (let time = 0; time < TIMES; time++) {
    for (const chunk of chunks) pyramid.append({ ...chunk, firstPair: chunk.firstPair + time * pairs });
  }
  return pyramid;
}

/** Mean drawn height of the bars inside parts of each kind. */
function drawnHeights(pyramid: PeakPyramid, tone: 'body' | 'peaks'): Record<Sound, number> {
  const seconds = pyramid.pairs * pyramid.secondsPerPair;
  const heights = barHeights(pyramid, 0, seconds / BARS, BARS)[tone];
  const found: Record<Sound, number[]> = { speech: [], breath: [], room: [] };
  let from = 0;
  for (const { sound, seconds: length } of PARTS) {
    for (let bar = 0; bar < BARS; bar++) {
      const [start, end] = [(bar * seconds) / BARS, ((bar + 1) * seconds) / BARS];
      if (start >= from + MARGIN && end <= from + length - MARGIN) found[sound].push(heights[bar] ?? 0);
    }
    from += length;
  }
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  return { speech: mean(found.speech), breath: mean(found.breath), room: mean(found.room) };
}

describe.each([
  { name: 'loud', speech: -12, breath: -32, room: -55 },
  { name: 'usual', speech: -20, breath: -38, room: -58 },
  { name: 'whispered', speech: -36, breath: -46, room: -62 },
])('an hour at 360 px, $name', (decibels) => {
  let pyramid: PeakPyramid;
  beforeAll(async () => {
    pyramid = await readHour(labelledTake(TEN_MINUTES, decibels));
  });

  it.each(['body', 'peaks'] as const)(
    'shows speech, breath and pauses in a ratio of at least 3 : 2 : 1: %s',
    (tone) => {
      const { speech, breath, room } = drawnHeights(pyramid, tone);
      expect(speech / breath, JSON.stringify({ speech, breath, room })).toBeGreaterThanOrEqual(1.5);
      expect(breath / room, JSON.stringify({ speech, breath, room })).toBeGreaterThanOrEqual(2);
    },
  );

  it('draws speech large and leaves space for louder parts', () => {
    const { speech } = drawnHeights(pyramid, 'body');
    expect(speech).toBeGreaterThan(0.4);
    expect(speech).toBeLessThan(0.75);
  });
});
