import { describe, expect, it } from 'vitest';
import { BANDS, bandLevels, peakHz, settle } from '../../../src/features/player/bands.ts';
import { angleOf, placeOf } from '../../../src/features/player/drawPlayer.ts';
import { shownTags } from '../../../src/features/player/tags.ts';

const RATE = 44_100;
const tone = (hz: number) => {
  const bins = new Uint8Array(512);
  bins[Math.round((hz * 1024) / RATE)] = 220;
  return bins;
};

describe('bands', () => {
  it('finds the tone within half a bin', () => {
    for (const hz of [100, 440, 1000, 5000]) {
      expect(Math.abs(peakHz(tone(hz), RATE) - hz)).toBeLessThanOrEqual(RATE / 1024 / 2);
    }
  });

  it('takes the middle of what is too loud to tell apart', () => {
    const bins = new Uint8Array(512);
    bins.fill(255, 22, 25);
    expect(peakHz(bins, RATE)).toBeCloseTo((23 * RATE) / 1024, 6);
  });

  it('hears nothing in silence and in room noise', () => {
    expect(peakHz(new Uint8Array(512), RATE)).toBe(0);
    expect(peakHz(new Uint8Array(512).fill(30), RATE)).toBe(0);
  });

  it('lifts the band of a tone above all others, higher tones further up', () => {
    const loudest = (hz: number) => {
      const out = new Float32Array(BANDS);
      bandLevels(tone(hz), RATE, out);
      return out.indexOf(Math.max(...out));
    };
    const places = [200, 500, 1000, 3000, 8000].map(loudest);
    expect(places).toEqual([...places].sort((a, b) => a - b));
    expect(new Set(places).size).toBe(5);
  });

  it('rises faster than it falls, and comes to rest', () => {
    const shown = new Float32Array([0, 1]);
    const target = new Float32Array([1, 0]);
    settle(shown, target, 0.05);
    expect(shown[0]).toBeGreaterThan(0.75);
    expect(shown[1]).toBeGreaterThan(0.75);
    let steps = 0;
    while (settle(shown, target, 0.05) && steps < 1000) steps++;
    expect(steps).toBeLessThan(60);
  });
});

it('reads a press on the ring as the place that was drawn there', () => {
  for (const place of [0, 0.1, 0.25, 0.5, 0.75, 0.99, 1]) {
    const angle = angleOf(place);
    expect(placeOf(100 * Math.cos(angle), 100 * Math.sin(angle))).toBeCloseTo(place, 6);
  }
  expect([placeOf(0.1, -100), placeOf(-0.1, -100)]).toEqual([0, 1]);
});

describe('tags', () => {
  it('puts the category first and never twice', () => {
    expect(shownTags({ gender: 'Female', tags: ['Soft', 'female', 'Soft'] })).toEqual({
      tags: ['Female', 'Soft'],
      standIn: false,
    });
  });

  it('stands in only where there is nothing at all', () => {
    expect(shownTags({ gender: null, tags: [] })).toEqual({
      tags: ['Soft', 'Female', 'Toy', 'Whisper', 'Intimate'],
      standIn: true,
    });
    expect(shownTags({ gender: 'Male', tags: [] }).tags).toEqual(['Male']);
  });
});
