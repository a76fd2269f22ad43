// An independent decoder by ISO/IEC 18004 reads the QR code: format, mask, blocks, correction, text.
import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { qrCode } from '../../../src/ui/QrCode.tsx';

/** Blocks as (count, data bytes) and the correction bytes of each: table 9, level M. */
const TABLE: Record<number, { correction: number; blocks: [count: number, data: number][] }> = {
  1: { correction: 10, blocks: [[1, 16]] },
  2: { correction: 16, blocks: [[1, 28]] },
  3: { correction: 26, blocks: [[1, 44]] },
  4: { correction: 18, blocks: [[2, 32]] },
  5: { correction: 24, blocks: [[2, 43]] },
  6: { correction: 16, blocks: [[4, 27]] },
  7: { correction: 18, blocks: [[4, 31]] },
  8: {
    correction: 22,
    blocks: [
      [2, 38],
      [2, 39],
    ],
  },
  9: {
    correction: 22,
    blocks: [
      [3, 36],
      [2, 37],
    ],
  },
  10: {
    correction: 26,
    blocks: [
      [4, 43],
      [1, 44],
    ],
  },
};
const CENTRES: number[][] = [
  [],
  [6, 18],
  [6, 22],
  [6, 26],
  [6, 30],
  [6, 34],
  [6, 22, 38],
  [6, 24, 42],
  [6, 26, 46],
  [6, 28, 50],
];

const EXP: number[] = [];
for (let at = 0, value = 1; at < 255; at++) {
  EXP.push(value);
  value = value & 128 ? (value * 2) ^ 0x11d : value * 2;
}
const LOG = new Map(EXP.map((value, at) => [value, at]));
const mul = (a: number, b: number) =>
  a === 0 || b === 0 ? 0 : (EXP[((LOG.get(a) ?? 0) + (LOG.get(b) ?? 0)) % 255] ?? 0);

function read(code: readonly (readonly boolean[])[]): string {
  const size = code.length;
  const version = (size - 17) / 4;
  const dark = (x: number, y: number) => (code[y]?.[x] ? 1 : 0);
  let format = 0;
  for (const [x, y] of [
    [8, 0],
    [8, 1],
    [8, 2],
    [8, 3],
    [8, 4],
    [8, 5],
    [8, 7],
    [8, 8],
    [7, 8],
    [5, 8],
    [4, 8],
    [3, 8],
    [2, 8],
    [1, 8],
    [0, 8],
  ].toReversed())
    format = format * 2 + dark(x ?? 0, y ?? 0);
  format ^= 0x5412;
  expect(format >> 13, 'level M').toBe(0);
  const mask = (format >> 10) & 7;
  const flips = [
    (r: number, c: number) => (r + c) % 2 === 0,
    (r: number) => r % 2 === 0,
    (_r: number, c: number) => c % 3 === 0,
    (r: number, c: number) => (r + c) % 3 === 0,
    (r: number, c: number) => (Math.floor(r / 2) + Math.floor(c / 3)) % 2 === 0,
    (r: number, c: number) => ((r * c) % 2) + ((r * c) % 3) === 0,
    (r: number, c: number) => (((r * c) % 2) + ((r * c) % 3)) % 2 === 0,
    (r: number, c: number) => (((r + c) % 2) + ((r * c) % 3)) % 2 === 0,
  ][mask] as (r: number, c: number) => boolean;
  const centres = CENTRES[version - 1] ?? [];
  const isPattern = (x: number, y: number) =>
    (x < 9 && y < 9) ||
    (x < 9 && y >= size - 8) ||
    (x >= size - 8 && y < 9) ||
    x === 6 ||
    y === 6 ||
    (version >= 7 && ((x < 6 && y >= size - 11) || (y < 6 && x >= size - 11))) ||
    centres.some((cx) =>
      centres.some(
        (cy) =>
          Math.abs(cx - x) <= 2 &&
          Math.abs(cy - y) <= 2 &&
          !((cx === 6 && cy === 6) || (cx === 6 && cy === size - 7) || (cx === size - 7 && cy === 6)),
      ),
    );
  const bits: number[] = [];
  let up = true;
  for (let column = size - 1; column > 0; column -= 2) {
    if (column === 6) column = 5;
    for (let step = 0; step < size; step++) {
      const y = up ? size - 1 - step : step;
      for (const x of [column, column - 1])
        if (!isPattern(x, y)) bits.push(dark(x, y) ^ (flips(y, x) ? 1 : 0));
    }
    up = !up;
  }
  const bytes = Array.from({ length: Math.floor(bits.length / 8) }, (_, at) =>
    Number.parseInt(bits.slice(at * 8, at * 8 + 8).join(''), 2),
  );
  const { correction, blocks } = TABLE[version] as (typeof TABLE)[number];
  const lengths = blocks.flatMap(([count, data]) => Array<number>(count).fill(data));
  const parts: number[][] = lengths.map(() => []);
  let at = 0;
  for (let row = 0; row < Math.max(...lengths); row++)
    for (const [index, length] of lengths.entries()) if (row < length) parts[index]?.push(bytes[at++] ?? 0);
  const data = parts.flatMap((part) => [...part]);
  for (let row = 0; row < correction; row++) for (const part of parts) part.push(bytes[at++] ?? 0);
  for (const part of parts) {
    for (let power = 0; power < correction; power++) {
      const syndrome = part.reduce((sum, byte) => mul(sum, EXP[power] ?? 0) ^ byte, 0);
      expect(syndrome, `version ${version}, syndrome ${power}`).toBe(0);
    }
  }
  const stream = data.map((byte) => byte.toString(2).padStart(8, '0')).join('');
  expect(stream.slice(0, 4)).toBe('0100');
  const width = version < 10 ? 8 : 16;
  const count = Number.parseInt(stream.slice(4, 4 + width), 2);
  const text = Uint8Array.from({ length: count }, (_, index) =>
    Number.parseInt(stream.slice(4 + width + index * 8, 12 + width + index * 8), 2),
  );
  return new TextDecoder().decode(text);
}

it.each([1, 14, 15, 26, 42, 60, 62, 84, 100, 106, 122, 150, 180, 200, 213])(
  'encodes %i bytes so that they decode unchanged',
  (length) => {
    const text = Array.from({ length }, (_, at) => String.fromCharCode(33 + ((at * 7) % 90))).join('');
    expect(read(qrCode(text))).toBe(text);
  },
);

it('encodes an address with six words, and characters beyond ASCII', () => {
  for (const text of ['https://aural.example/aural/move#acorn-zipper-velvet-hammock-ocean-quartz', 'Grüße €'])
    expect(read(qrCode(text))).toBe(text);
});

it('matches another encoder (segno 1.6, version 10, mask 1)', () => {
  const rows = qrCode('y'.repeat(213))
    .map((row) => row.map(Number).join(''))
    .join('\n');
  expect(createHash('sha256').update(rows).digest('hex')).toBe(
    '3bb4dc258df63cd72866923bcf69b2a163f017bd6dd5d9d77a92f7f81ad9c892',
  );
});
