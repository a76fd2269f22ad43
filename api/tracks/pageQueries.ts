// Pages of tracks: by category, gender, words, tags and person; keyset, never offset.
import { sql } from 'kysely';
import type { TracksQuery as Asked } from '../contract/actions.ts';
import { CATEGORY_IDS, type CategoryId, GENDERS_OF } from '../contract/categories.ts';
import { NEW_TRACK_DAYS, SEARCH_TAGS_MAX, TRACK_IDS_MAX, TRACKS_MAX_COUNT } from '../contract/limits.ts';
import type { Gender } from '../contract/tracks.ts';
import type { Db } from '../db/client.ts';
import { readCursor, writeCursor } from '../db/cursor.ts';
import { invalid } from '../errors.ts';
import { matchExpression } from './matching.ts';
import { selectTracks, type TrackRow } from './queries.ts';

const DAY_MS = 24 * 3600 * 1000;

/** Also in the singular, as links of before say it. */
function gendersOf(filter: string): readonly Gender[] {
  const name = filter.toLowerCase();
  const known = Object.entries(GENDERS_OF).find(([each]) => each === name || each === `${name}s`);
  if (!known) throw invalid('gender', 'unknown_choice', 'there is no such gender filter');
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

/** As `getTracks` is asked. */
type TracksQuery = { [Name in keyof Asked]?: string | undefined };

export interface TrackPage {
  rows: TrackRow[];
  nextCursor: string | null;
}

/** What somebody likes has an order of its own: `liked_at`. */
const orderOf = (query: TracksQuery): Order =>
  query.likedBy ? NEWEST : ORDERS[categoryOf(query.category) ?? 'new'];

function categoryOf(name: string | undefined): CategoryId | null {
  if (name === undefined || name === '') return null;
  const known = CATEGORY_IDS.find((each) => each === name);
  if (known) return known;
  throw invalid('category', 'unknown_choice', 'there is no such category');
}

/** In lower case, each once. Throws `invalid_body` when there are too many. */
function tagsOf(list: string | undefined): string[] {
  const tags = new Set((list ?? '').split(',').map((tag) => tag.trim().toLowerCase()));
  tags.delete('');
  if (tags.size > SEARCH_TAGS_MAX) {
    throw invalid('tags', 'too_many', `there may be at most ${SEARCH_TAGS_MAX} tags`);
  }
  return [...tags];
}

/**
 * People are named by their id. Throws `invalid_body` for an unknown category, gender or cursor, and for too many tags. Without words, tags or a
 * person a page costs the same anywhere in the list; words and tags walk the list of their order and look each track
 * up among what they found, a tenth of a second at most over 50,000 tracks.
 */
export async function pageOfTracks(
  db: Db,
  viewerId: string | null,
  query: TracksQuery,
  now: number,
): Promise<TrackPage> {
  const limit = Math.min(Number(query.limit ?? TRACKS_MAX_COUNT), TRACKS_MAX_COUNT);
  const rows = await selectPage(db, viewerId, query, now)
    .limit(limit + 1)
    .execute();
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  if (rows.length <= limit || !last) return { rows: page, nextCursor: null };
  const { by, tie } = orderOf(query);
  const place = { value: query.likedBy ? (last.liked_at ?? 0) : last[by], id: last.id };
  return { rows: page, nextCursor: writeCursor(tie ? { ...place, tie: last[tie] } : place) };
}

/** The rows from the cursor on, in order; exported for tests of how the database finds them. */
export function selectPage(db: Db, viewerId: string | null, query: TracksQuery, now: number) {
  const category = categoryOf(query.category);
  const { by, tie } = orderOf(query);
  const { likedBy = '' } = query;
  let select = selectTracks(db, viewerId).$if(likedBy !== '', (liked) =>
    liked
      .innerJoin('likes as liked', 'liked.track_id', 'tracks.id')
      .where('liked.account_id', '=', likedBy)
      .select('liked.created_at as liked_at'),
  );
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
  const expression = matchExpression(query.query ?? '');
  if (expression !== null) {
    // The `+` keeps SQLite from fetching every track found: it walks the covering index of the order instead. The
    // index of words is asked for row numbers alone; anything else of it is read from the disk row by row.
    select = select.where(
      sql<boolean>`+tracks.id in (select track_id from search_rows
        where doc in (select rowid from tracks_fts where tracks_fts match ${expression}))`,
    );
  }
  for (const tag of tagsOf(query.tags)) {
    select = select.where(
      sql<boolean>`exists (select 1 from track_tags where tag = ${tag} and track_id = tracks.id)`,
    );
  }
  if (query.user) {
    select = select.where('tracks.account_id', '=', query.user);
  }
  if (query.id) select = select.where('tracks.id', '=', query.id);
  if (query.ids) select = select.where('tracks.id', 'in', query.ids.split(',').slice(0, TRACK_IDS_MAX));
  const columns = likedBy
    ? ['liked.created_at', 'liked.track_id']
    : [by, ...(tie ? [tie] : []), 'id'].map((column) => `tracks.${column}`);
  if (query.cursor) {
    const cursor = readCursor(query.cursor);
    const after = [cursor.value, ...(tie ? [cursor.tie ?? 0] : []), cursor.id];
    const names = sql.join(columns.map((column) => sql.ref(column)));
    select = select.where(sql<boolean>`(${names}) < (${sql.join(after)})`);
  }
  for (const column of columns) select = select.orderBy(sql.ref(column), 'desc');
  return select;
}
