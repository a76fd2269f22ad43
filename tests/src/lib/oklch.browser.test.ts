// Canvas colors match the stylesheets' oklch() for every hue of a track.
import { expect, it } from 'vitest';
import { rgbOf } from '../../../src/lib/oklch.ts';

const context = document.createElement('canvas').getContext('2d') as CanvasRenderingContext2D;

function shown(colour: string): number[] {
  context.fillStyle = '#000';
  context.fillStyle = colour;
  context.fillRect(0, 0, 1, 1);
  return [...context.getImageData(0, 0, 1, 1).data];
}

it('differs from CSS oklch() by at most one step per channel', () => {
  for (const [lightness, chroma] of [
    [0.4, 0.1],
    [0.64, 0.12],
    [0.64, 0.18],
    [0.88, 0.155],
  ] as const) {
    for (let hue = -30; hue < 390; hue += 15) {
      const own = shown(`rgb(${rgbOf(lightness, chroma, hue)})`);
      const css = shown(`oklch(${lightness} ${chroma} ${hue})`);
      const apart = Math.max(...own.map((value, index) => Math.abs(value - (css[index] ?? 0))));
      expect(apart, `${lightness} ${chroma} ${hue}: ${own} for ${css}`).toBeLessThanOrEqual(1);
    }
  }
});
