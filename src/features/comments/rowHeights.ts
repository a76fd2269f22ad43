// How high each comment of a long list is, whether it is drawn or not: as it was measured, before that as its words let
// expect.
import type { CommentView } from '../../../api/contract/comments.ts';

/** By the stylesheet of a row, CSS pixels: what stands around its words, a line of them, a letter. */
const AROUND = 105;
const LINE = 22.5;
const LETTER = 8;
/** So many heights are kept of one width, more than anybody reads, and of so many widths: a turned phone turns back. */
const KEPT = 20_000;
const KEPT_WIDTHS = 3;

/** Width of the list → id → height, CSS pixels. Outlives the list: who comes back is led to where they were. */
const known = new Map<number, Map<string, number>>();
/** A phone's column, until a list was measured. */
let lastWidth = 328;

/** How wide a list is, as far as anybody knows before it stands somewhere. */
export const expectedWidth = (): number => lastWidth;

function heightsAt(width: number): Map<string, number> {
  const heights = known.get(width) ?? new Map<string, number>();
  known.delete(width);
  known.set(width, heights);
  for (const oldest of known.keys()) if (known.size > KEPT_WIDTHS) known.delete(oldest);
  return heights;
}

function expected({ content }: CommentView, width: number): number {
  const letters = Math.max(1, Math.floor(width / LETTER));
  const lines = content.split('\n').map((line) => Math.max(1, Math.ceil(line.length / letters)));
  return AROUND + LINE * lines.reduce((sum, each) => sum + each, 0);
}

/** Answers whether that is news. */
export function noteHeight(comment: CommentView, width: number, height: number): boolean {
  lastWidth = width;
  const heights = heightsAt(width);
  if (heights.get(comment.id) === height) return false;
  if (heights.size > KEPT) heights.clear();
  heights.set(comment.id, height);
  return true;
}

/** Where each comment begins, CSS pixels from the first; one place more for the end of the last. */
export function placesOf(comments: readonly CommentView[], width: number): Float64Array {
  const heights = heightsAt(width);
  const places = new Float64Array(comments.length + 1);
  for (const [index, comment] of comments.entries()) {
    let height = heights.get(comment.id);
    if (height === undefined) {
      height = expected(comment, width);
      heights.set(comment.id, height);
    }
    places[index + 1] = (places[index] ?? 0) + height;
  }
  return places;
}
