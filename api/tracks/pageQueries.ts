// Pages of tracks: by category, gender, words, tags and person; keyset, never offset.
import { sql } from 'kysely';
import { usernameKey } from '../accounts/rules.ts';
import type { TracksQuery } from '../contract/actions.ts';
import { NEW_TRACK_DAYS, SEARCH_TAGS_MAX, TRACKS_MAX_COUNT } from '../contract/limits.ts';
import type { Gender } from '../contract/tracks.ts';
import type { Db } from '../db/client.ts';
import { readCursor, writeCursor } from '../db/cursor.ts';
import { ApiError } from '../errors.ts';
import { matchExpression } from './matching.ts';
import { selectTracks, type TrackRow } from './queries.ts';

const DAY_MS = 24 * 3600 * 1000;

/** The feed's filter words and the stored ones (K31: Mixed is shown under Couples). */
const GENDERS: Record<string, readonly Gender[]> = {
  couples: ['Couple', 'Mixed'],
  couple: ['Couple', 'Mixed'],
  females: ['Female'],
  female: ['Female'],
  males: ['Male'],
  male: ['Male'],
  diverse: ['Diverse'],
};

const ORDERS = {
  new: 'tracks.created_at',
  bookmarked: 'tracks.created_at',
  subscribs: 'tracks.created_at',
  top_rated: 'tracks.likes',
  most_commented: 'tracks.comments_count',
} as const;

type Category = keyof typeof ORDERS;

export interface TrackPage {
  rows: TrackRow[];
  nextCursor: string | null;
}

function categoryOf(name: string | undefined): Category | null {
  if (name === undefined || name === '') return null;
  if (Object.hasOwn(ORDERS, name)) return name as Category;
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

/**
 * Throws `invalid_body` for an unknown category, gender or cursor, and for too many tags. Without words, tags or a
 * person a page costs the same anywhere in the list; words and tags walk the list of their order and look each track
 * up among what they found, a tenth of a second at most over 50,000 tracks.
 */
export async function pageOfTracks(
  db: Db,
  viewerId: string | null,
  query: TracksQuery,
  now: number,
): Promise<TrackPage> {
  const category = categoryOf(query.category);
  const order = ORDERS[category ?? 'new'];
  const limit = Math.min(Number(query.limit ?? TRACKS_MAX_COUNT), TRACKS_MAX_COUNT);
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
    const genders = GENDERS[query.gender.toLowerCase()];
    if (!genders) throw new ApiError('invalid_body', 'there is no such gender filter');
    select = select.where('tracks.gender', 'in', genders);
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
    const { user } = query;
    select = select.where('tracks.account_id', 'in', (eb) =>
      eb
        .selectFrom('accounts')
        .select('id')
        .where((or) => or.or([or('id', '=', user), or('username_key', '=', usernameKey(user))])),
    );
  }
  if (query.cursor) {
    const { value, id } = readCursor(query.cursor);
    select = select.where(sql<boolean>`(${sql.ref(order)}, tracks.id) < (${value}, ${id})`);
  }
  const rows = await select
    .orderBy(order, 'desc')
    .orderBy('tracks.id', 'desc')
    .limit(limit + 1)
    .execute();
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  if (rows.length <= limit || !last) return { rows: page, nextCursor: null };
  const column = order.slice('tracks.'.length) as 'created_at' | 'likes' | 'comments_count';
  return { rows: page, nextCursor: writeCursor({ value: last[column], id: last.id }) };
}
