// How high each comment of a long list is, whether it is drawn or not: as it was measured, before that as its words let
// expect.
import type { CommentView } from '../../../api/contract/people.ts';

/** By the stylesheet of a row, CSS pixels: what stands around its words, a line of them, a letter. */
const AROUND = 105;
const LINE = 22.5;
const LETTER = 8;
/** So many heights are kept, more than anybody reads. */
const KEPT = 20_000;

interface Height {
  /** Of the list, CSS pixels: at another one the words break elsewhere. */
  width: number;
  height: number;
}

/** By id. Outlives the list: who comes back is led to where they were. */
const known = new Map<string, Height>();

function expected({ content }: CommentView, width: number): number {
  const letters = Math.max(1, Math.floor(width / LETTER));
  const lines = content.split('\n').map((line) => Math.max(1, Math.ceil(line.length / letters)));
  return AROUND + LINE * lines.reduce((sum, each) => sum + each, 0);
}

/** Answers whether that is news. */
export function noteHeight(comment: CommentView, width: number, height: number): boolean {
  const before = known.get(comment.id);
  if (before?.width === width && before.height === height) return false;
  if (known.size > KEPT) known.clear();
  known.set(comment.id, { width, height });
  return true;
}

/** Where each comment begins, CSS pixels from the first; one place more for the end of the last. */
export function placesOf(comments: readonly CommentView[], width: number): Float64Array {
  const places = new Float64Array(comments.length + 1);
  for (const [index, comment] of comments.entries()) {
    let each = known.get(comment.id);
    if (each?.width !== width) {
      each = { width, height: expected(comment, width) };
      known.set(comment.id, each);
    }
    places[index + 1] = (places[index] ?? 0) + each.height;
  }
  return places;
}
