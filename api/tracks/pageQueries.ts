// Pages of tracks: by category, gender, words, tags and person; keyset, never offset.
import { sql } from 'kysely';
import { usernameKey } from '../accounts/rules.ts';
import type { TracksQuery } from '../contract/actions.ts';
import { CATEGORY_IDS, type CategoryId, GENDERS_OF } from '../contract/categories.ts';
import { NEW_TRACK_DAYS, SEARCH_TAGS_MAX, TRACKS_MAX_COUNT } from '../contract/limits.ts';
import type { Gender } from '../contract/tracks.ts';
import type { Db } from '../db/client.ts';
import { readCursor, writeCursor } from '../db/cursor.ts';
import { ApiError } from '../errors.ts';
import { wordsOf } from './matching.ts';
import { selectTracks, type TrackRow } from './queries.ts';
import { found, isFew, type Reach } from './searchQueries.ts';
import { isNearText } from './typos.ts';

const DAY_MS = 24 * 3600 * 1000;

/** Also in the singular, as links of before say it. */
function gendersOf(filter: string): readonly Gender[] {
  const name = filter.toLowerCase();
  const known = Object.entries(GENDERS_OF).find(([each]) => each === name || each === `${name}s`);
  if (!known) throw new ApiError('invalid_body', 'there is no such gender filter');
  return known[1];
}

/** What a list is ordered by, largest first; then by `tie`, where equal votes are common; then by id. */
interface Order {
  by: 'created_at' | 'likes' | 'comments_count';
  tie?: 'plays' | 'duration';
}

const NEWEST: Order = { by: 'created_at' };
const ORDERS: Record<CategoryId, Order> = {
  new: NEWEST,
  bookmarked: NEWEST,
  subscribs: NEWEST,
  top_rated: { by: 'likes', tie: 'plays' },
  most_commented: { by: 'comments_count', tie: 'duration' },
};

export interface TrackPage {
  rows: TrackRow[];
  nextCursor: string | null;
}

function categoryOf(name: string | undefined): CategoryId | null {
  if (name === undefined || name === '') return null;
  const known = CATEGORY_IDS.find((each) => each === name);
  if (known) return known;
  throw new ApiError('invalid_body', 'there is no such category');
}

/** In lower case, each once. Throws `invalid_body` when there are too many. */
function tagsOf(list: string | undefined): string[] {
  const tags = new Set((list ?? '').split(',').map((tag) => tag.trim().toLowerCase()));
  tags.delete('');
  if (tags.size > SEARCH_TAGS_MAX) {
    throw new ApiError('invalid_body', `there may be at most ${SEARCH_TAGS_MAX} tags`);
  }
  return [...tags];
}

/** Before the cursor of tracks that have a word inside another; the alphabet of cursors has no full stop. */
const INSIDE = 'inside.';
/** So many of the newest that come into question are compared with what was typed. */
const SIMILAR_AMONG = 100;

/**
 * Throws `invalid_body` for an unknown category, gender or cursor, and for too many tags. Without words, tags or a
 * person a page costs the same anywhere in the list; words and tags walk the list of their order and look each track
 * up among what they found, a tenth of a second at most over 50,000 tracks; few are fetched and sorted. Tracks that have
 * a word inside another follow the last one with a word that begins so.
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
  const { by, tie } = ORDERS[categoryOf(query.category) ?? 'new'];
  const place = { value: last[by], id: last.id };
  return { rows: page, nextCursor: writeCursor(tie ? { ...place, tie: last[tie] } : place) };
}

/** What a search looks for; `few`: so little is found that it is cheaper sorted than looked for along the order. */
export interface Sought {
  words: readonly string[];
  reach: Reach;
  few: boolean;
}

/** The rows from the cursor on, in order; exported for tests of how the database finds them. */
export function selectPage(
  db: Db,
  viewerId: string | null,
  query: TracksQuery,
  now: number,
  sought: Sought | null = null,
) {
  const category = categoryOf(query.category);
  const { by, tie } = ORDERS[category ?? 'new'];
  let select = selectTracks(db, viewerId);
  if (category === 'new') select = select.where('tracks.created_at', '>', now - NEW_TRACK_DAYS * DAY_MS);
  if (category === 'bookmarked') {
    select = select.where('tracks.id', 'in', (eb) =>
      eb
        .selectFrom('bookmarks')
        .select('track_id')
        .where('account_id', '=', viewerId ?? ''),
    );
  }
  if (category === 'subscribs') {
    select = select.where('tracks.account_id', 'in', (eb) =>
      eb
        .selectFrom('follows')
        .select('following_id')
        .where('follower_id', '=', viewerId ?? ''),
    );
  }
  if (query.gender && query.gender.toLowerCase() !== 'all') {
    select = select.where('tracks.gender', 'in', gendersOf(query.gender));
  }
  // Without `few` the `+` keeps SQLite from fetching every track found: it walks the covering index of the order.
  if (sought && sought.words.length > 0) {
    const id = sought.few ? sql`tracks.id` : sql`+tracks.id`;
    select = select.where(sql<boolean>`${id} in ${found(sought.words, sought.reach)}`);
  }
  for (const tag of tagsOf(query.tags)) {
    select = select.where(
      sql<boolean>`exists (select 1 from track_tags where tag = ${tag} and track_id = tracks.id)`,
    );
  }
  if (query.user) {
    const { user } = query;
    select = select.where('tracks.account_id', 'in', (eb) =>
      eb
        .selectFrom('accounts')
        .select('id')
        .where((or) => or.or([or('id', '=', user), or('username_key', '=', usernameKey(user))])),
    );
  }
  if (query.id) select = select.where('tracks.id', '=', query.id);
  const columns = [by, ...(tie ? [tie] : []), 'id'] as const;
  if (query.cursor) {
    const cursor = readCursor(query.cursor);
    const after = [cursor.value, ...(tie ? [cursor.tie ?? 0] : []), cursor.id];
    const names = sql.join(columns.map((column) => sql.ref(`tracks.${column}`)));
    select = select.where(sql<boolean>`(${names}) < (${sql.join(after)})`);
  }
  for (const column of columns) select = select.orderBy(`tracks.${column}`, 'desc');
  return select;
}
