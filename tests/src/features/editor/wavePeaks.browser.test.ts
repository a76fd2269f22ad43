// At the closest zoom, a 20-minute file shows its peaks within a pixel everywhere.
import { expect, it } from 'vitest';
import { createPeakPyramid } from '../../../../src/features/editor/peakPyramid.ts';
import { drawTile } from '../../../../src/features/editor/wave/drawTile.ts';

const RATE = 48_000;
const FRAMES = 256;
const SECONDS = 1200;
const PIXELS_PER_SECOND = 1000;
const WIDTH = 640;
const WAVE_HEIGHT = 120;
const COLOURS = { from: '#ff4f7b', to: '#ff8a5b', text: '#fff', line: '#fff' };
const TOTAL = SECONDS * PIXELS_PER_SECOND;
/** Left edges: every twenty-fifth and the last, because a test of all would take too long. */
const STEP = WIDTH * 25;
const PLACES = [...Array.from({ length: TOTAL / STEP }, (_, index) => index * STEP), TOTAL - WIDTH];

it('draws the outline within 1 px of the reference everywhere (row 30)', () => {
  const count = Math.ceil((SECONDS * RATE) / FRAMES);
  const pairs = new Int8Array(count * 2);
  const rms = new Uint8Array(count);
  for (let pair = 0; pair < count; pair++) {
    // Slow enough that neighbours differ by less than a pixel; loudest is full scale.
    pairs[pair * 2] = Math.round(-70 + 50 * Math.sin(pair / 60));
    pairs[pair * 2 + 1] = Math.round(77 + 50 * Math.cos(pair / 80));
    rms[pair] = 60;
  }
  const pyramid = createPeakPyramid();
  pyramid.append({ firstPair: 0, pairs, rms, framesPerPair: FRAMES, sampleRate: RATE });
  const canvas = document.createElement('canvas');
  canvas.width = WIDTH;
  canvas.height = WAVE_HEIGHT + 24;
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('no canvas');
  const scale = (WAVE_HEIGHT / 2 - 4) / pyramid.loudest;
  let seen = 0;
  for (const left of PLACES) {
    context.clearRect(0, 0, canvas.width, canvas.height);
    drawTile(
      context,
      pyramid,
      { left, width: WIDTH, height: WAVE_HEIGHT, total: TOTAL, duration: SECONDS },
      COLOURS,
    );
    const { data } = context.getImageData(0, 0, WIDTH, WAVE_HEIGHT);
    for (let x = 4; x < WIDTH - 4; x += 4) {
      let [top, bottom] = [WAVE_HEIGHT, 0];
      for (let y = 0; y < WAVE_HEIGHT; y++) {
        if ((data[(y * WIDTH + x) * 4 + 3] ?? 0) < 40) continue;
        top = Math.min(top, y);
        bottom = Math.max(bottom, y + 1);
      }
      const pair = ((left + x + 0.5) / PIXELS_PER_SECOND) * (RATE / FRAMES) - 0.5;
      const near = [Math.floor(pair), Math.ceil(pair)];
      const highs = near.map((index) => (pairs[index * 2 + 1] ?? 0) / 127);
      const lows = near.map((index) => (pairs[index * 2] ?? 0) / 128);
      const share = pair - Math.floor(pair);
      const at = ([a = 0, b = 0]: number[]) => a + (b - a) * share;
      expect(Math.abs(WAVE_HEIGHT / 2 - at(highs) * scale - top), `top at ${left + x}`).toBeLessThanOrEqual(
        1,
      );
      expect(
        Math.abs(WAVE_HEIGHT / 2 - at(lows) * scale - bottom),
        `bottom at ${left + x}`,
      ).toBeLessThanOrEqual(1);
      seen++;
    }
  }
  expect(seen).toBe(PLACES.length * 158);
});
