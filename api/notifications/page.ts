// Shared by notifications and activities: keyset pages, newest first, and the rows a write is about.
import { PAGE_NEWS } from '../contract/limits.ts';
import { type Cursor, readCursor, writeCursor } from '../db/cursor.ts';

export interface NewsPage {
  after: Cursor | null;
  /** Rows of the page; one more is read to see whether there is a next page. */
  limit: number;
}

/** Throws `invalid_body` for an invalid cursor. */
export const pageOf = ({
  cursor,
  limit,
}: {
  cursor?: string | undefined;
  limit?: string | undefined;
}): NewsPage => ({
  after: cursor ? readCursor(cursor) : null,
  limit: Math.min(Number(limit ?? PAGE_NEWS), PAGE_NEWS),
});

/** The rows of the page, and the cursor of the next. */
export function nextOf<Row extends { id: string; created_at: number }>(
  read: Row[],
  { limit }: NewsPage,
): { rows: Row[]; extra: { nextCursor?: string } } {
  const rows = read.slice(0, limit);
  const last = rows.at(-1);
  if (read.length <= limit || !last) return { rows, extra: {} };
  return { rows, extra: { nextCursor: writeCursor({ value: last.created_at, id: last.id }) } };
}

/** The rows of a write: these ids, or all up to a time in milliseconds. */
export type ChosenNews = { ids: readonly string[] } | { until: number };

/** `until` (ISO 8601) applies to `all`. */
export function chosenOf(id: string | readonly string[], until: string | undefined): ChosenNews {
  if (id === 'all') return { until: until === undefined ? Number.MAX_SAFE_INTEGER : Date.parse(until) };
  return { ids: typeof id === 'string' ? [id] : id };
}

/** Whether a write names a single row, which must then exist. */
export const isOne = (id: string | readonly string[]): boolean => typeof id === 'string' && id !== 'all';
