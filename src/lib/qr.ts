// A QR code of a short text (ISO/IEC 18004): bytes, error correction M, versions 1 to 10, the mask with the lowest penalty.

/** Correction bytes of a block, and blocks, by version; level M (table 9). */
const CORRECTION = [10, 16, 26, 18, 24, 16, 18, 22, 22, 26];
const BLOCKS = [1, 1, 1, 2, 2, 4, 4, 4, 5, 5];
/** Bytes that pad the text's capacity. */
const PADS = [0xec, 0x11];

/** Supported versions, 1 first. */
const VERSIONS = CORRECTION.map((_, index) => index + 1);

/** Modules of a version that hold data, correction and remainder bits. */
function dataModules(version: number): number {
  let count = (16 * version + 128) * version + 64;
  if (version >= 2) {
    const aligned = Math.floor(version / 7) + 2;
    count -= (25 * aligned - 10) * aligned - 55;
    if (version >= 7) count -= 36;
  }
  return count;
}

const bytesIn = (version: number) => Math.floor(dataModules(version) / 8);
const dataBytesIn = (version: number) =>
  bytesIn(version) - (CORRECTION[version - 1] ?? 0) * (BLOCKS[version - 1] ?? 1);

/** Product in the field of 256 elements with the polynomial 0x11d. */
function times(a: number, b: number): number {
  let product = 0;
  for (let bit = 7; bit >= 0; bit--) {
    product = (product << 1) ^ ((product >>> 7) * 0x11d);
    if ((b >>> bit) & 1) product ^= a;
  }
  return product;
}

/** Coefficients of the generator polynomial below its leading 1. */
function generatorOf(degree: number): number[] {
  const result = [...Array(degree - 1).fill(0), 1] as number[];
  let root = 1;
  for (let step = 0; step < degree; step++) {
    for (let at = 0; at < degree; at++) {
      result[at] = times(result[at] ?? 0, root) ^ (result[at + 1] ?? 0);
    }
    root = times(root, 2);
  }
  return result;
}

function correctionOf(data: readonly number[], generator: readonly number[]): number[] {
  const rest = generator.map(() => 0);
  for (const byte of data) {
    const factor = byte ^ (rest.shift() ?? 0);
    rest.push(0);
    for (const [at, coefficient] of generator.entries())
      rest[at] = (rest[at] ?? 0) ^ times(coefficient, factor);
  }
  return rest;
}

/** The text's bytes with mode, length, terminator and padding. */
function dataOf(text: Uint8Array, version: number): number[] {
  const bits: number[] = [];
  const put = (value: number, width: number) => {
    for (let bit = width - 1; bit >= 0; bit--) bits.push((value >>> bit) & 1);
  };
  put(4, 4);
  put(text.length, version < 10 ? 8 : 16);
  for (const byte of text) put(byte, 8);
  const capacity = dataBytesIn(version) * 8;
  put(0, Math.min(4, capacity - bits.length));
  put(0, (8 - (bits.length % 8)) % 8);
  for (let pad = 0; bits.length < capacity; pad ^= 1) put(PADS[pad] ?? 0, 8);
  return Array.from({ length: bits.length / 8 }, (_, at) =>
    bits.slice(at * 8, at * 8 + 8).reduce((byte, bit) => byte * 2 + bit, 0),
  );
}

/** Data in blocks with their correction, interleaved; later blocks may be a byte longer. */
function codewords(data: readonly number[], version: number): number[] {
  const count = BLOCKS[version - 1] ?? 1;
  const perBlock = CORRECTION[version - 1] ?? 0;
  const generator = generatorOf(perBlock);
  const short = Math.floor(data.length / count);
  const longer = data.length % count;
  const blocks = Array.from({ length: count }, (_, index) => {
    const from = index * short + Math.max(0, index - (count - longer));
    return data.slice(from, from + short + (index >= count - longer ? 1 : 0));
  });
  const corrections = blocks.map((block) => correctionOf(block, generator));
  const across = (rows: readonly (readonly number[])[], length: number) =>
    Array.from({ length }, (_, at) => rows.flatMap((row) => row[at] ?? [])).flat();
  return [...across(blocks, short + 1), ...across(corrections, perBlock)];
}

/** Format bits of level M. */
const LEVEL_BITS = 0;

/** Remainder of `value` shifted by the generator's degree: the check bits of format and version. */
function checkBits(value: number, degree: number, generator: number): number {
  let rest = value;
  for (let step = 0; step < degree; step++) rest = (rest << 1) ^ ((rest >>> (degree - 1)) * generator);
  return rest & ((1 << degree) - 1);
}

/** Rows of modules, true is dark; `fixed` marks those that no mask changes. */
class Grid {
  readonly size: number;
  readonly dark: boolean[][];
  readonly fixed: boolean[][];

  constructor(size: number) {
    this.size = size;
    const rows = () => Array.from({ length: size }, () => Array<boolean>(size).fill(false));
    [this.dark, this.fixed] = [rows(), rows()];
  }

  has(x: number, y: number): boolean {
    return this.dark[y]?.[x] ?? false;
  }

  isFixed(x: number, y: number): boolean {
    return this.fixed[y]?.[x] ?? true;
  }

  set(x: number, y: number, isDark: boolean): void {
    const row = this.dark[y];
    if (row && x >= 0 && x < this.size) row[x] = isDark;
  }

  fix(x: number, y: number, isDark: boolean): void {
    this.set(x, y, isDark);
    const row = this.fixed[y];
    if (row && x >= 0 && x < this.size) row[x] = true;
  }
}

function alignmentCentres(version: number, size: number): number[] {
  if (version === 1) return [];
  const count = Math.floor(version / 7) + 2;
  const step = Math.ceil((version * 4 + 4) / (count * 2 - 2)) * 2;
  return [6, ...Array.from({ length: count - 1 }, (_, at) => size - 7 - step * (count - 2 - at))];
}

/** Finders, timing, alignment, version; reserves the format's modules. */
function drawPatterns(grid: Grid, version: number): void {
  const { size } = grid;
  for (let at = 0; at < size; at++) {
    grid.fix(6, at, at % 2 === 0);
    grid.fix(at, 6, at % 2 === 0);
  }
  const square = (cx: number, cy: number, radius: number, light: readonly number[]) => {
    for (let dy = -radius; dy <= radius; dy++) {
      for (let dx = -radius; dx <= radius; dx++) {
        grid.fix(cx + dx, cy + dy, !light.includes(Math.max(Math.abs(dx), Math.abs(dy))));
      }
    }
  };
  for (const [x, y] of [
    [3, 3],
    [size - 4, 3],
    [3, size - 4],
  ] as const) {
    square(x, y, 4, [2, 4]);
  }
  const centres = alignmentCentres(version, size);
  const last = centres.length - 1;
  for (const [i, x] of centres.entries()) {
    for (const [j, y] of centres.entries()) {
      const isFinder = (i === 0 && j === 0) || (i === 0 && j === last) || (i === last && j === 0);
      if (!isFinder) square(x, y, 2, [1]);
    }
  }
  drawFormat(grid, 0);
  if (version < 7) return;
  const bits = (version << 12) | checkBits(version, 12, 0x1f25);
  for (let bit = 0; bit < 18; bit++) {
    const isDark = ((bits >>> bit) & 1) === 1;
    const [near, far] = [Math.floor(bit / 3), size - 11 + (bit % 3)];
    grid.fix(far, near, isDark);
    grid.fix(near, far, isDark);
  }
}

/** Level and mask, twice. */
function drawFormat(grid: Grid, mask: number): void {
  const value = (LEVEL_BITS << 3) | mask;
  const bits = ((value << 10) | checkBits(value, 10, 0x537)) ^ 0x5412;
  const { size } = grid;
  const isDark = (bit: number) => ((bits >>> bit) & 1) === 1;
  for (let bit = 0; bit < 6; bit++) grid.fix(8, bit, isDark(bit));
  grid.fix(8, 7, isDark(6));
  grid.fix(8, 8, isDark(7));
  grid.fix(7, 8, isDark(8));
  for (let bit = 9; bit < 15; bit++) grid.fix(14 - bit, 8, isDark(bit));
  for (let bit = 0; bit < 8; bit++) grid.fix(size - 1 - bit, 8, isDark(bit));
  for (let bit = 8; bit < 15; bit++) grid.fix(8, size - 15 + bit, isDark(bit));
  grid.fix(8, size - 8, true);
}

/** In pairs of columns from the right, up and down in turn. */
function drawData(grid: Grid, bytes: readonly number[]): void {
  const { size } = grid;
  let bit = 0;
  for (let right = size - 1; right >= 1; right -= 2) {
    if (right === 6) right = 5;
    const isUpward = ((right + 1) & 2) === 0;
    for (let step = 0; step < size; step++) {
      for (const x of [right, right - 1]) {
        const y = isUpward ? size - 1 - step : step;
        if (grid.isFixed(x, y) || bit >= bytes.length * 8) continue;
        grid.set(x, y, (((bytes[bit >>> 3] ?? 0) >>> (7 - (bit & 7))) & 1) === 1);
        bit++;
      }
    }
  }
}

const MASKS: readonly ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0,
  (_x, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

/** A second call undoes it. */
function applyMask(grid: Grid, mask: number): void {
  const flips = MASKS[mask] as (x: number, y: number) => boolean;
  for (let y = 0; y < grid.size; y++) {
    for (let x = 0; x < grid.size; x++) {
      if (!grid.isFixed(x, y) && flips(x, y)) grid.set(x, y, !grid.has(x, y));
    }
  }
}

/** Penalty (§7.8.3): long runs, blocks, finder-like patterns, an uneven share of dark modules. */
function penaltyOf(grid: Grid): number {
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

/** Rows of modules, true is dark, without the quiet zone. Null for a text of more than 213 bytes. */
export function qrCode(text: string): readonly (readonly boolean[])[] | null {
  const bytes = new TextEncoder().encode(text);
  const version = VERSIONS.find((each) => dataBytesIn(each) >= bytes.length + (each < 10 ? 2 : 3));
  if (version === undefined) return null;
  const grid = new Grid(17 + 4 * version);
  drawPatterns(grid, version);
  drawData(grid, codewords(dataOf(bytes, version), version));
  const penalties = MASKS.map((_, mask) => {
    applyMask(grid, mask);
    drawFormat(grid, mask);
    const penalty = penaltyOf(grid);
    applyMask(grid, mask);
    return penalty;
  });
  const best = penalties.indexOf(Math.min(...penalties));
  applyMask(grid, best);
  drawFormat(grid, best);
  return grid.dark;
}
