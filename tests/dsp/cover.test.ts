// The outline for a track's cover: recordings differ, and loudness does not make a full circle.
import { beforeAll, expect, it } from 'vitest';
import { randomOf } from '../support/audio/signals.ts';
import { analyseWav } from '../support/engine/nodeEngine.ts';
import { voice } from '../support/server/voice.ts';

const RATE_HZ = 8000;
const SECONDS = 90;

let speech: Float32Array;
beforeAll(() => {
  speech = voice(SECONDS, RATE_HZ);
});

const coverOf = async (samples: Float32Array) => [
  ...(await analyseWav({ sampleRate: RATE_HZ, channels: [samples] }, ['cover'])).cover,
];

/** One voice in phrases of random length and loudness, separated by pauses. */
function takeOf(seed: number): Float32Array {
  const random = randomOf(seed);
  const out = new Float32Array(speech.length);
  for (let at = 0; at < out.length; ) {
    const gain = 10 ** ((-8 + 8 * random()) / 20);
    const end = at + Math.round((4 + 2 * random()) * RATE_HZ);
    for (; at < end && at < out.length; at++) out[at] = (speech[at] ?? 0) * gain;
    at += Math.round((1 + 0.7 * random()) * RATE_HZ);
  }
  return out;
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

it('gives ten recordings ten distinct rings', async () => {
  const seeds = Array.from({ length: 10 }, (_, index) => index + 1);
  const covers = await Promise.all(seeds.map((seed) => coverOf(takeOf(seed))));
  for (const [index, cover] of covers.entries()) {
    for (const other of covers.slice(0, index)) {
      // A tenth of the full height, averaged over the ring.
      expect(mean(cover.map((point, at) => Math.abs(point - (other[at] ?? 0))))).toBeGreaterThan(25);
    }
    expect(Math.max(...cover)).toBe(255);
  }
});

it('gives a loud recording without pauses no full circle', async () => {
  const loud = Float32Array.from(takeOf(3).map((value) => Math.max(-1, Math.min(1, value * 20 || 0))));
  for (const samples of [loud, speech.map((value) => Math.max(-1, Math.min(1, value * 8)))]) {
    const cover = await coverOf(samples);
    expect(mean(cover)).toBeLessThan(0.75 * 255);
    expect(mean(cover)).toBeGreaterThan(0.15 * 255);
  }
});

it('gives a quieter copy the same ring within one step', async () => {
  const loud = await coverOf(takeOf(5));
  const soft = await coverOf(takeOf(5).map((value) => value * 0.25));
  for (const [at, point] of loud.entries()) expect(Math.abs(point - (soft[at] ?? 0))).toBeLessThan(16);
});
