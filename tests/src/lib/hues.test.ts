import { expect, it } from 'vitest';
import { coverHeights, heightAt } from '../../../src/lib/cover.ts';
import { huesOf } from '../../../src/lib/hues.ts';
import { hashOf, newId } from '../../../src/lib/ids.ts';

const ids = Array.from({ length: 500 }, (_, i) => `id-${i}`);

it('gives each id stable colors, and similar ids different ones', () => {
  expect(huesOf('a')).toEqual(huesOf('a'));
  expect(new Set(ids.map((id) => Math.round(huesOf(id).first))).size).toBeGreaterThan(120);
});

it('uses no hue between 67° and 267°', () => {
  const hues = ids.flatMap((id) => [huesOf(id).first, huesOf(id).second]);
  expect(hues.filter((hue) => hue > 67 && hue < 267)).toEqual([]);
});

it('keeps the two colors of an id 32° to 80° apart', () => {
  for (const id of ids) {
    const { first, second } = huesOf(id);
    const apart = Math.min(Math.abs(first - second), 360 - Math.abs(first - second));
    expect(apart).toBeGreaterThanOrEqual(31.9);
    expect(apart).toBeLessThanOrEqual(80.1);
  }
});

it('creates unique ids', () => {
  expect(newId()).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(new Set(ids.map(hashOf)).size).toBe(ids.length);
});

it('scales a cover outline to its loudest point, and draws an invalid one flat', () => {
  const heights = coverHeights(btoa(String.fromCharCode(...Array.from({ length: 64 }, (_, i) => i * 2))));
  expect([heights[0], heights[63]]).toEqual([0, 1]);
  expect(heightAt(heights, 1)).toBe(1);
  expect(heightAt(heights, 0.5)).toBeGreaterThan(0.4);
  expect(coverHeights('*').every((height) => height === 0)).toBe(true);
  expect(coverHeights('').every((height) => height === 0)).toBe(true);
});
