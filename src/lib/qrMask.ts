// The masks of a QR code (ISO/IEC 18004 §7.8), one of which makes it easiest to read.
import type { Grid } from './qrGrid.ts';

export const MASKS: readonly ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0,
  (_x, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

/** Again undoes it. */
export function applyMask(grid: Grid, mask: number): void {
  const flips = MASKS[mask] as (x: number, y: number) => boolean;
  for (let y = 0; y < grid.size; y++) {
    for (let x = 0; x < grid.size; x++) {
      if (!grid.isFixed(x, y) && flips(x, y)) grid.set(x, y, !grid.has(x, y));
    }
  }
}

/** How hard it is to read (§7.8.3): long runs, blocks, what looks like a finder, too much of one colour. */
export function penaltyOf(grid: Grid): number {
  const { size } = grid;
  const all = Array.from({ length: size }, (_, at) => at);
  let penalty = 0;
  const lines = [
    ...all.map((y) => all.map((x) => (grid.has(x, y) ? '1' : '0')).join('')),
    ...all.map((x) => all.map((y) => (grid.has(x, y) ? '1' : '0')).join('')),
  ];
  for (const line of lines) {
    for (const [run] of line.matchAll(/0{5,}|1{5,}/g)) penalty += run.length - 2;
    penalty += 40 * (line.match(/(?=00001011101|10111010000)/g)?.length ?? 0);
  }
  for (let y = 0; y < size - 1; y++) {
    for (let x = 0; x < size - 1; x++) {
      const isDark = grid.has(x, y);
      const isBlock = [grid.has(x + 1, y), grid.has(x, y + 1), grid.has(x + 1, y + 1)].every(
        (each) => each === isDark,
      );
      if (isBlock) penalty += 3;
    }
  }
  const dark = grid.dark.flat().filter(Boolean).length;
  return penalty + 10 * Math.floor(Math.abs(dark * 20 - size * size * 10) / (size * size));
}
