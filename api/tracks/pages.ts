// A page of tracks: the ones whose words begin as asked, then those that have them inside; or what comes near.
import type { TracksQuery } from '../contract/actions.ts';
import { TRACKS_MAX_COUNT } from '../contract/limits.ts';
import type { Db } from '../db/client.ts';
import { writeCursor } from '../db/cursor.ts';
import { wordsOf } from './matching.ts';
import { orderOf, selectPage } from './pageQueries.ts';
import type { TrackRow } from './queries.ts';
import { isFew, type Reach } from './searchQueries.ts';
import { isNearText } from './typos.ts';

interface TrackPage {
  rows: TrackRow[];
  nextCursor: string | null;
}

/** Before the cursor of tracks that have a word inside another; the alphabet of cursors has no full stop. */
const INSIDE = 'inside.';
/** So many of the newest that come into question are compared with what was typed. */
const SIMILAR_AMONG = 100;

/**
 * People are named by their id. Throws `invalid_body` for an unknown category, gender or cursor, and for too many tags.
 * Without words, tags or a person a page costs the same anywhere in the list; words and tags walk the list of their order
 * and look each track up among what they found, a tenth of a second at most over 50,000 tracks; few are fetched and
 * sorted. Tracks that have a word inside another follow the last one with a word that begins so.
 */
export async function pageOfTracks(
  db: Db,
  viewerId: string | null,
  query: TracksQuery,
  now: number,
): Promise<TrackPage> {
  const limit = Math.min(Number(query.limit ?? TRACKS_MAX_COUNT), TRACKS_MAX_COUNT);
  const words = wordsOf(query.query ?? '');
  const read = (reach: Reach, cursor: string | undefined, count: number) =>
    readPage(db, viewerId, { ...query, cursor }, now, { words, reach, count });
  if (words.length === 0) return query.query?.trim() ? NOTHING : read('beginning', query.cursor, limit);
  if (query.similar) {
    const { rows } = await read('similar', undefined, SIMILAR_AMONG);
    const near = rows.filter((row) => isNearText(words, `${row.title} ${row.tags_json} ${row.username}`));
    return { rows: near.slice(0, limit), nextCursor: null };
  }
  const isInside = query.cursor?.startsWith(INSIDE) ?? false;
  const first = isInside ? NOTHING : await read('beginning', query.cursor, limit);
  if (first.nextCursor !== null) return first;
  const after = isInside ? query.cursor?.slice(INSIDE.length) : undefined;
  const second = await read('inside', after, limit - first.rows.length);
  return {
    rows: [...first.rows, ...second.rows],
    nextCursor: second.nextCursor === null ? null : INSIDE + second.nextCursor,
  };
}

const NOTHING: TrackPage = { rows: [], nextCursor: null };

/** At most `count` rows. An empty cursor: there are rows, and none was asked for. */
async function readPage(
  db: Db,
  viewerId: string | null,
  query: TracksQuery,
  now: number,
  { words, reach, count }: { words: readonly string[]; reach: Reach; count: number },
): Promise<TrackPage> {
  const few = words.length > 0 && (await isFew(db, words, reach));
  if (few === 'none') return NOTHING;
  const rows = await selectPage(db, viewerId, query, now, { words, reach, few })
    .limit(count + 1)
    .execute();
  const page = rows.slice(0, count);
  const last = page.at(-1);
  if (rows.length <= count) return { rows: page, nextCursor: null };
  if (!last) return { rows: page, nextCursor: '' };
  const { by, tie } = orderOf(query);
  const place = { value: query.likedBy ? (last.liked_at ?? 0) : last[by], id: last.id };
  return { rows: page, nextCursor: writeCursor(tie ? { ...place, tie: last[tie] } : place) };
}
