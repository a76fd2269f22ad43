// Pages of tracks: by category, gender, words, tags and person; keyset, never offset.
import { sql } from 'kysely';
import { SHOWS_PROFILE } from '../accounts/queries.ts';
import type { TracksQuery as Asked } from '../contract/actions.ts';
import { CATEGORY_IDS, type CategoryId, GENDERS_OF } from '../contract/categories.ts';
import { NEW_TRACK_DAYS, SEARCH_TAGS_MAX, TRACK_IDS_MAX } from '../contract/limits.ts';
import type { Gender } from '../contract/tracks.ts';
import type { Db } from '../db/client.ts';
import { readCursor } from '../db/cursor.ts';
import { either } from '../db/dialect.ts';
import { invalid } from '../errors.ts';
import { selectTracks } from './queries.ts';
import { found, type Reach } from './searchQueries.ts';

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

/** What somebody likes has an order of its own: `liked_at`. */
export const orderOf = (query: TracksQuery): Order =>
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
  // Without `few` the `+` keeps SQLite from fetching every track found: it walks the covering index of the order.
  if (sought && sought.words.length > 0) {
    const id = sought.few ? sql`tracks.id` : either({ sqlite: sql`+tracks.id`, postgres: sql`tracks.id` });
    select = select.where(sql<boolean>`${id} in ${found(sought.words, sought.reach)}`);
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
  // Only what is found by words can be found by a hidden name.
  const showsProfile = sought && sought.words.length > 0 ? SHOWS_PROFILE : sql`true`;
  return select.select(sql<0 | 1>`${showsProfile}`.as('shows_profile'));
}
