// The canvas's colours are those of the stylesheets' wheel, for every hue that a track can have.
import { expect, it } from 'vitest';
import { rgbOf } from '../../../src/lib/oklch.ts';

const context = document.createElement('canvas').getContext('2d') as CanvasRenderingContext2D;

function shown(colour: string): number[] {
  context.fillStyle = '#000';
  context.fillStyle = colour;
  context.fillRect(0, 0, 1, 1);
  return [...context.getImageData(0, 0, 1, 1).data];
}

it('is the same to the eye as the name in CSS', () => {
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
