import { describe, expect, it } from 'vitest';
import { createPeakPyramid } from '../../../../src/features/editor/peakPyramid.ts';

const RATE = 48_000;
const FRAMES = 256;

/** Pairs where pair i reaches ±(i % 100), in runs of `run`. */
function filled(count: number, run: number) {
  const pyramid = createPeakPyramid();
  for (let first = 0; first < count; first += run) {
    const pairs = new Int8Array(Math.min(run, count - first) * 2);
    for (let index = 0; index < pairs.length / 2; index++) {
      pairs[index * 2] = -((first + index) % 100);
      pairs[index * 2 + 1] = (first + index) % 100;
    }
    const rms = new Uint8Array(pairs.length / 2);
    pyramid.append({ firstPair: first, pairs, rms, framesPerPair: FRAMES, sampleRate: RATE });
  }
  return pyramid;
}

describe('the peak pyramid', () => {
  it('returns every pair at its own resolution', () => {
    const pyramid = filled(10_000, 777);
    const target = new Float32Array(20);
    pyramid.columns(5 * pyramid.secondsPerPair, pyramid.secondsPerPair, 10, target);
    for (let column = 0; column < 10; column++) {
      expect(target[column * 2 + 1]).toBeCloseTo((5 + column) / 127, 5);
      expect(target[column * 2]).toBeCloseTo(-(5 + column) / 128, 5);
    }
  });

  it('never loses a peak when columns get wide', () => {
    const pyramid = createPeakPyramid();
    const pairs = new Int8Array(40_000 * 2);
    pairs[31_415 * 2 + 1] = 127;
    const rms = new Uint8Array(40_000);
    pyramid.append({ firstPair: 0, pairs, rms, framesPerPair: FRAMES, sampleRate: RATE });
    const seconds = pyramid.pairs * pyramid.secondsPerPair;
    for (const count of [1, 7, 68, 340, 1440]) {
      const target = new Float32Array(count * 2);
      pyramid.columns(0, seconds / count, count, target);
      expect(Math.max(...target)).toBe(1);
      const at = Math.floor((31_415 / 40_000) * count);
      const near = [at - 1, at, at + 1].map((column) => target[column * 2 + 1] ?? 0);
      expect(Math.max(...near)).toBe(1);
    }
  });

  it('is silent outside the audio and before there is any', () => {
    const target = new Float32Array(8).fill(9);
    createPeakPyramid().columns(0, 1, 4, target);
    expect([...target]).toEqual([0, 0, 0, 0, 0, 0, 0, 0]);
    const pyramid = filled(1000, 1000);
    pyramid.columns(-4, 1, 4, target);
    expect([...target]).toEqual([0, 0, 0, 0, 0, 0, 0, 0]);
    pyramid.columns(1000, 1, 4, target);
    expect([...target]).toEqual([0, 0, 0, 0, 0, 0, 0, 0]);
  });

  it('can be drawn while it grows', () => {
    const pyramid = createPeakPyramid();
    pyramid.append({
      firstPair: 0,
      pairs: Int8Array.of(-64, 64, -32, 32),
      rms: new Uint8Array(2),
      framesPerPair: FRAMES,
      sampleRate: RATE,
    });
    const target = new Float32Array(2);
    pyramid.columns(0, pyramid.secondsPerPair * 2, 1, target);
    expect(target[1]).toBeCloseTo(64 / 127, 5);
    expect(pyramid.loudest).toBeCloseTo(0.5, 5);
  });
});
