import { describe, expect, it } from 'vitest';
import { ENVELOPE_BANDS } from '../../../api/contract/spectralEnvelope.ts';
import {
  BARS,
  barHz,
  createBars,
  levelsOfBands,
  levelsOfBins,
  peakHz,
  settle,
} from '../../../src/lib/bars.ts';

const RATE = 44_100;
const tone = (hz: number) => {
  const bins = new Uint8Array(512);
  bins[Math.round((hz * 1024) / RATE)] = 220;
  return bins;
};
const loudest = (levels: Float32Array) => levels.indexOf(Math.max(...levels));

describe('the strongest frequency', () => {
  it('finds the tone within half a bin', () => {
    for (const hz of [100, 440, 1000, 5000]) {
      expect(Math.abs(peakHz(tone(hz), RATE) - hz)).toBeLessThanOrEqual(RATE / 1024 / 2);
    }
  });

  it('uses the middle of saturated bins', () => {
    const bins = new Uint8Array(512);
    bins.fill(255, 22, 25);
    expect(peakHz(bins, RATE)).toBeCloseTo((23 * RATE) / 1024, 6);
  });

  it('is zero for silence and room noise', () => {
    expect(peakHz(new Uint8Array(512), RATE)).toBe(0);
    expect(peakHz(new Uint8Array(512).fill(30), RATE)).toBe(0);
  });
});

describe('levels', () => {
  it('of a tone peak in its bar, live and from the envelope', () => {
    const out = new Float32Array(BARS);
    for (const hz of [200, 500, 1000, 3000, 7000]) {
      levelsOfBins(tone(hz), RATE, out);
      // A bin is wider than a low bar.
      expect(Math.abs((barHz(loudest(out)) ?? 0) - hz), `${hz} Hz`).toBeLessThan(RATE / 1024 + hz * 0.1);
    }
    for (let band = 0; band < ENVELOPE_BANDS; band++) {
      const bands = new Float32Array(ENVELOPE_BANDS).fill(-90);
      bands[band] = -20;
      levelsOfBands(bands, out);
      expect(Math.floor(loudest(out) / (BARS / ENVELOPE_BANDS))).toBe(band);
    }
  });

  it('of bins preserve the total power, at any bar borders', () => {
    const bins = new Uint8Array(512).fill(150, 20, 100);
    const out = new Float32Array(BARS);
    levelsOfBins(bins, RATE, out);
    const sum = out.reduce((power, level) => power + 10 ** (level / 10), 0);
    const expected = (80 * 4 * 10 ** ((-100 + (150 * 70) / 255) / 10)) / 0.3046;
    expect(10 * Math.log10(sum / expected)).toBeCloseTo(0, 2);
  });
});

describe('heights', () => {
  /** Bars after `seconds` of levels from `at`. */
  const shown = (at: (seconds: number, bar: number) => number, lufs: number, seconds = 8) => {
    const bars = createBars();
    const levels = new Float32Array(BARS);
    const out = new Float32Array(BARS);
    const means = new Float32Array(BARS);
    const step = 1 / 30;
    for (let time = 0; time < seconds; time += step) {
      for (let bar = 0; bar < BARS; bar++) levels[bar] = at(time, bar);
      bars.heights(levels, lufs, step, out);
      if (time > seconds / 2)
        for (let bar = 0; bar < BARS; bar++) means[bar] = Math.max(means[bar] ?? 0, out[bar] ?? 0);
    }
    return means;
  };
  const syllable = (time: number) => 10 * Math.sin(2 * Math.PI * 4 * time);
  /** Drops 9 dB per octave of bar width above 500 Hz, like voices; `darker` drops more. */
  const speech = (lufs: number, darker: number) => (time: number, bar: number) =>
    lufs - 22 + syllable(time) - darker * Math.max(0, Math.log2(barHz(bar) / 500));

  it.each([
    ['a voice', -18, 5],
    ['a whisper', -42, 0],
    ['a telephone', -16, 9],
  ])('of %s use the whole ring: all thirds move alike', (_name, lufs, darker) => {
    const most = shown(speech(lufs, darker), lufs);
    const [low, middle, high] = [0, 16, 32].map((from) => Math.max(...most.slice(from, from + 16)));
    for (const third of [low, middle, high]) {
      expect(third).toBeGreaterThan(0.6);
      expect(third).toBeLessThanOrEqual(1);
    }
  });

  it('of a tone show only that tone, for any duration', () => {
    const most = shown((_time, bar) => (bar === 24 ? -10 : -75), -10, 20);
    expect(loudest(most)).toBe(24);
    expect(Math.max(...most.filter((_, bar) => Math.abs(bar - 24) > 2))).toBeLessThan(0.05);
  });

  it('of silence and of noise are zero', () => {
    expect(Math.max(...shown(() => -95, -20))).toBe(0);
    expect(Math.max(...shown(() => -78, -20, 30))).toBe(0);
  });
});

it('rises faster than it falls, and settles', () => {
  const shown = new Float32Array([0, 1]);
  const target = new Float32Array([1, 0]);
  settle(shown, target, 0.05);
  expect(shown[0]).toBeGreaterThan(0.75);
  expect(shown[1]).toBeGreaterThan(0.75);
  let steps = 0;
  while (settle(shown, target, 0.05) && steps < 1000) steps++;
  expect(steps).toBeLessThan(60);
});
