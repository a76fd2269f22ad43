// Renders only the comments of a long list that are near the screen. The height of a comment is known only once
// rendered, so the scroll position is corrected when comments appear above it.
import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import type { CommentView } from '../../../api/contract/comments.ts';
import { type Span, stepTowards } from '../../lib/drawnSpan.ts';
import { useNearScreen } from '../../ui/useNearScreen.ts';

// Height of each comment of a long list: measured, before that estimated from its text.

/** From the stylesheet of a row, CSS pixels: everything around the text, a line, a character. */
const AROUND = 105;
const LINE = 22.5;
const LETTER = 8;
/**
 * Limits of stored heights per width, more than any user reads, and of stored widths: a phone in landscape turns
 * back.
 */
const MAX_HEIGHTS = 20_000;
const MAX_WIDTHS = 3;

/**
 * Width of the list → id → height, CSS pixels. Outlives the list, so that a returning user finds the same position.
 */
const known = new Map<number, Map<string, number>>();
/** A phone's column, until a list was measured. */
let lastWidth = 328;

/** Expected width of a list before it is rendered. */
const expectedWidth = (): number => lastWidth;

function heightsAt(width: number): Map<string, number> {
  const heights = known.get(width) ?? new Map<string, number>();
  known.delete(width);
  known.set(width, heights);
  for (const oldest of known.keys()) if (known.size > MAX_WIDTHS) known.delete(oldest);
  return heights;
}

function expected({ content }: CommentView, width: number): number {
  const letters = Math.max(1, Math.floor(width / LETTER));
  const lines = content.split('\n').map((line) => Math.max(1, Math.ceil(line.length / letters)));
  return AROUND + LINE * lines.reduce((sum, each) => sum + each, 0);
}

/** Answers whether the height is new. */
function noteHeight(comment: CommentView, width: number, height: number): boolean {
  lastWidth = width;
  const heights = heightsAt(width);
  if (heights.get(comment.id) === height) return false;
  if (heights.size > MAX_HEIGHTS) heights.clear();
  heights.set(comment.id, height);
  return true;
}

/** Start of each comment, CSS pixels from the first; one more entry for the end of the last. */
function placesOf(comments: readonly CommentView[], width: number): Float64Array {
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

/** Lists up to this length are rendered whole. */
const WHOLE_UP_TO = 20;
/** Beyond each edge of the screen, CSS pixels: fast scrolling shows text, not gaps. */
const SPARE = 400;
/** Rows added per frame, for a slow phone. */
const STEP = 4;

/** The rendered rows: from `first` up to, not including, `end`. */
interface Look extends Span {
  /** Of the list, CSS pixels. */
  width: number;
}

/** A row of the list; pixels, from the list's top. */
interface Row {
  at: number;
  top: number;
  height: number;
}

export interface NearRows extends Span {
  /** As `placesOf` answers; null for a list that is rendered whole. */
  places: Float64Array | null;
}

/** The first position beyond `at`; they ascend. */
function firstBeyond(places: Float64Array, at: number): number {
  let [low, high] = [0, places.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((places[middle] ?? 0) > at) high = middle;
    else low = middle + 1;
  }
  return low;
}

/**
 * The rows on the screen and this many pixels beyond each of its edges, at least one; `top`: start of the list on the
 * screen.
 */
function rowsNear(places: Float64Array, top: number, spare: number): Span {
  const count = places.length - 1;
  const first = Math.min(count - 1, Math.max(0, firstBeyond(places, -top - spare) - 1));
  const end = firstBeyond(places, window.innerHeight - top + spare);
  return { first, end: Math.min(count, Math.max(first + 1, end)) };
}

function rowsIn(list: HTMLElement, listTop: number): Row[] {
  return [...list.querySelectorAll<HTMLElement>('[data-at]')].map((row) => {
    const { top, height } = row.getBoundingClientRect();
    return { at: Number(row.dataset.at), top: top - listTop, height };
  });
}

/** The rows of the list `ref` have `data-at`, their index in `comments`. */
export function useNearRows(comments: readonly CommentView[], ref: RefObject<HTMLElement | null>): NearRows {
  const [now, setNow] = useState<Look>(() => ({ first: 0, end: STEP, width: expectedWidth() }));
  const isLong = comments.length > WHOLE_UP_TO;
  const isNews = useRef(false);
  /** The first row on the screen and its position in the list. */
  const anchor = useRef<{ id: string; top: number } | null>(null);

  const hold = (list: HTMLElement) => {
    const { top, width } = list.getBoundingClientRect();
    const rows = rowsIn(list, top);
    const still = rows.find(({ at }) => comments[at]?.id === anchor.current?.id);
    // If the list begins on the screen, new comments are visible and need no correction.
    const moved = still && anchor.current && top < 0 ? still.top - anchor.current.top : 0;
    if (moved !== 0) window.scrollBy({ top: moved, behavior: 'instant' });
    const seen = rows.find((row) => top - moved + row.top + row.height > 0);
    const id = seen && comments[seen.at]?.id;
    anchor.current = id === undefined ? null : { id, top: seen?.top ?? 0 };
    for (const { at, height } of rows) {
      const comment = comments[at];
      if (comment !== undefined && noteHeight(comment, width, height)) isNews.current = true;
    }
  };

  const look = (list: HTMLElement) => {
    const { top, width } = list.getBoundingClientRect();
    const places = placesOf(comments, width);
    const next = stepTowards(now, rowsNear(places, top, SPARE), rowsNear(places, top, 0), STEP);
    const isSame = now.width === width && now.first === next.first && now.end === next.end;
    if (isSame && !isNews.current) return;
    isNews.current = false;
    setNow({ ...next, width });
  };

  useLayoutEffect(() => {
    if (isLong && ref.current !== null) hold(ref.current);
  });
  useNearScreen(ref, isLong, { look, measure: hold });

  const count = comments.length;
  if (!isLong) return { first: 0, end: count, places: null };
  const first = Math.min(now.first, count - 1);
  const end = Math.min(count, Math.max(now.end, first + 1));
  return { first, end, places: placesOf(comments, now.width) };
}
