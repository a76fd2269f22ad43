// A QR code of a short text (ISO/IEC 18004): bytes, error correction M, versions 1 to 10, the mask with the least penalty.
import { codewords, dataBytesIn, dataOf, VERSIONS } from './qrBytes.ts';
import { drawData, drawFormat, drawPatterns, Grid } from './qrGrid.ts';
import { applyMask, MASKS, penaltyOf } from './qrMask.ts';

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
