// The modules of a QR code (ISO/IEC 18004 §6.3, §7.7, §7.9, §7.10): what every code has, and where data goes.

/** Format bits of level M. */
const LEVEL_BITS = 0;

/** Remainder of `value` shifted by the generator's degree: the check bits of format and version. */
function checkBits(value: number, degree: number, generator: number): number {
  let rest = value;
  for (let step = 0; step < degree; step++) rest = (rest << 1) ^ ((rest >>> (degree - 1)) * generator);
  return rest & ((1 << degree) - 1);
}

/** Rows of modules, true is dark; `fixed` are those that no mask changes. */
export class Grid {
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

/** Finders, timing, alignment, version; room is kept for the format. */
export function drawPatterns(grid: Grid, version: number): void {
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
export function drawFormat(grid: Grid, mask: number): void {
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
export function drawData(grid: Grid, bytes: readonly number[]): void {
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
