// What notifications and activities have in common: pages, newest first by keyset, and which rows a write is about.
import { PAGE_NEWS } from '../contract/limits.ts';
import { type Cursor, readCursor, writeCursor } from '../db/cursor.ts';

export interface NewsPage {
  after: Cursor | null;
  /** Rows shown; one more is read to know whether there are more. */
  limit: number;
}

/** Throws `invalid_body` for a cursor that is not ours. */
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

/** The rows to show of those that were read, and where the next page begins. */
export function nextOf<Row extends { id: string; created_at: number }>(
  read: Row[],
  { limit }: NewsPage,
): { rows: Row[]; beside: { nextCursor?: string } } {
  const rows = read.slice(0, limit);
  const last = rows.at(-1);
  if (read.length <= limit || !last) return { rows, beside: {} };
  return { rows, beside: { nextCursor: writeCursor({ value: last.created_at, id: last.id }) } };
}

/** What a write is about: these rows, or all up to a moment in milliseconds. */
export type ChosenNews = { ids: readonly string[] } | { until: number };

/** `until` in ISO 8601 belongs to `all`. */
export function chosenOf(id: string | readonly string[], until: string | undefined): ChosenNews {
  if (id === 'all') return { until: until === undefined ? Number.MAX_SAFE_INTEGER : Date.parse(until) };
  return { ids: typeof id === 'string' ? [id] : id };
}

/** Whether a write names a single row, which must then be there. */
export const isOne = (id: string | readonly string[]): boolean => typeof id === 'string' && id !== 'all';
