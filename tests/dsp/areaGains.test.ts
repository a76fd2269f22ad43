// Volumes of areas in the shipped wasm: the exported samples, their ramps and their limits.
import { expect, it } from 'vitest';
import { loadCore } from '../../dsp/cli/node.mjs';
import { readWav, writeWav } from '../support/audio/wav.ts';

const RATE = 48_000;
const LEVEL = 0.25;
const bytes = writeWav({ sampleRate: RATE, channels: [new Float32Array(4 * RATE).fill(LEVEL)] });
const source = { size: bytes.length, readAt: (at: number, n: number) => bytes.subarray(at, at + n) };

async function exported(regions: number[], gains: { start: number; end: number; db: number }[]) {
  const core = await loadCore();
  const file = Buffer.alloc(bytes.length);
  let length = 0;
  const sink = {
    write(piece: Uint8Array) {
      file.set(piece, length);
      length += piece.length;
    },
    patch: (offset: number, piece: Uint8Array) => file.set(piece, offset),
  };
  core.cut(source, Float64Array.from(regions), 'wav', 128, sink, undefined, { gains });
  return readWav(file.subarray(0, length)).channels[0] ?? new Float32Array();
}

const shareOf = (db: number) => 10 ** (db / 20) * LEVEL;

it('exports each area at its volume, with 10 ms between two volumes', async () => {
  const gains = [
    { start: 0, end: 1, db: -12 },
    { start: 1, end: 2, db: 6 },
  ];
  const samples = await exported([0, 3], gains);
  expect(samples).toHaveLength(3 * RATE);
  const ramp = 0.005 * RATE;
  const within = (from: number, to: number) => samples.subarray(from, to);
  const isLevel = (db: number) => (value: number) => Math.abs(value - shareOf(db)) < 1e-4;
  expect(within(0, RATE - ramp).every(isLevel(-12))).toBe(true);
  expect(within(RATE + ramp, 2 * RATE).every(isLevel(6))).toBe(true);
  expect(within(2 * RATE + 2 * ramp, 3 * RATE).every(isLevel(0))).toBe(true);
  const rising = within(RATE - ramp, RATE + ramp);
  expect(rising.every((value, n) => n === 0 || value >= (rising[n - 1] ?? 0))).toBe(true);
  expect(rising[ramp]).toBeCloseTo((shareOf(-12) + shareOf(6)) / 2, 2);
});

it('refuses volumes outside −12 to 6 dB', async () => {
  for (const db of [-12.5, 6.5, Number.NaN])
    await expect(exported([0, 3], [{ start: 0, end: 1, db }])).rejects.toThrow();
});
