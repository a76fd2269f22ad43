// The tools' pure functions on areas and samples.
import { describe, expect, it } from 'vitest';
import { areaOfHold, mergeArea } from '../../../../src/features/editor/tools/holdSession.ts';
import { cutOut, usefulCuts } from '../../../../src/features/editor/tools/pausesSession.ts';
import { fadeRange } from '../../../../src/features/editor/tools/trial.ts';

const area = (start: number, end: number, id = 'area-1') => ({ id, start, end });
const bounds = (areas: { start: number; end: number }[]) => areas.map(({ start, end }) => [start, end]);

describe('a held button', () => {
  it('starts a quarter of a second before the press, never before playback began', () => {
    expect(areaOfHold({ pressedAt: 1, heardFrom: 0, speed: 1 }, 4)).toEqual({ start: 0.75, end: 4 });
    expect(areaOfHold({ pressedAt: 10, heardFrom: 0, speed: 2 }, 12)).toEqual({ start: 9.5, end: 12 });
    expect(areaOfHold({ pressedAt: 10, heardFrom: 9.9, speed: 1 }, 12)).toEqual({ start: 9.9, end: 12 });
    expect(areaOfHold({ pressedAt: 10, heardFrom: 10, speed: 1 }, 10.1)).toBeNull();
  });

  it('merges the areas it touches, in time order', () => {
    const areas = [area(0, 2), area(5, 6, 'area-2'), area(9, 10, 'area-3')];
    expect(mergeArea(areas, { start: 1.5, end: 5 })).toEqual([area(0, 6), area(9, 10, 'area-3')]);
    expect(mergeArea(areas, { start: 7, end: 8 }).map(({ id }) => id)).toEqual([
      'area-1',
      'area-2',
      'area-4',
      'area-3',
    ]);
  });
});

describe('cuts of silence', () => {
  const cuts = [
    { start: 2.2, end: 5.8 },
    { start: 11, end: 12 },
    { start: 28, end: 33 },
  ];

  it('leave the pieces between them, each with its own id', () => {
    const left = cutOut([area(0, 10), area(20, 30, 'area-2')], cuts);
    expect(bounds(left)).toEqual([
      [0, 2.2],
      [5.8, 10],
      [20, 28],
    ]);
    expect(new Set(left.map(({ id }) => id)).size).toBe(3);
    expect(left[0]?.id).toBe('area-1');
  });

  it('leave no piece that is too short for an area', () => {
    expect(bounds(cutOut([area(2, 10)], cuts))).toEqual([[5.8, 10]]);
  });

  it('include only silences of the chosen length inside kept areas', () => {
    const areas = [area(0, 10), area(20, 30, 'area-2')];
    // 3.6 s are cut out of a silence of 4.0 s.
    expect(usefulCuts(cuts, areas, 4)).toEqual([cuts[0], cuts[2]]);
    expect(usefulCuts(cuts, areas, 4.5)).toEqual([cuts[2]]);
  });
});

describe('fades during playback', () => {
  const range = (startSeconds: number, seconds: number) => ({
    startSeconds,
    sampleRate: 100,
    channels: [new Float32Array(seconds * 100).fill(1)],
  });
  const kept = [
    { start: 10, end: 12 },
    { start: 20, end: 24 },
  ];

  it('rise at the start of the kept parts and fall at their end, across gaps', () => {
    const first = range(10, 2);
    fadeRange(first, { inSeconds: 3, outSeconds: 1 }, kept);
    const second = range(20, 4);
    fadeRange(second, { inSeconds: 3, outSeconds: 1 }, kept);
    const samples = [...(first.channels[0] ?? []), ...(second.channels[0] ?? [])];
    expect(samples[0]).toBe(0);
    expect(samples[150]).toBeCloseTo(0.5, 3);
    expect(samples[200]).toBeCloseTo(0.75, 3);
    expect(samples[400]).toBe(1);
    expect(samples[550]).toBeCloseTo(0.5, 3);
    expect(samples[599]).toBeLessThan(0.001);
  });

  it('change nothing when they are 0', () => {
    const all = range(10, 2);
    fadeRange(all, { inSeconds: 0, outSeconds: 0 }, kept);
    expect(new Set(all.channels[0])).toEqual(new Set([1]));
  });
});
