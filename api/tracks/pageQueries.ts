// Pages of tracks: by category, gender, words, tags and person; keyset, never offset.
import { type RawBuilder, sql } from 'kysely';
import { SHOWS_PROFILE } from '../accounts/queries.ts';
import type { TracksQuery as Asked } from '../contract/actions.ts';
import {
  CATEGORY_IDS,
  type CategoryId,
  GENDERS_OF,
  type Gender,
  type OwnCategoryId,
} from '../contract/categories.ts';
import { NEW_TRACK_DAYS, SEARCH_TAGS_MAX, TRACK_IDS_MAX } from '../contract/limits.ts';
import type { Db } from '../db/client.ts';
import { readCursor } from '../db/cursor.ts';
import { either, NAMED } from '../db/dialect.ts';
import { numberList } from '../db/lists.ts';
import { invalid } from '../errors.ts';
import { countFollowed, newestOfFollowed } from './followedQueries.ts';
import { selectTracks } from './queries.ts';

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

/** Who asks, when, and the two columns by which own categories are found. */
interface Asking {
  viewerId: string;
  now: number;
  id: RawBuilder<unknown>;
  owner: RawBuilder<unknown>;
}

interface Rule {
  order: Order;
  /** Which tracks it holds; null: all of them. */
  holds: ((asking: Asking) => RawBuilder<boolean>) | null;
  /** How many tracks those are, or about; may stop counting above `FEW`. */
  count?: (viewerId: string) => RawBuilder<{ n: number }>;
}

interface OwnRule extends Rule {
  holds: (asking: Asking) => RawBuilder<boolean>;
  count: (viewerId: string) => RawBuilder<{ n: number }>;
}

/** Up to so many marked or tagged tracks are read and sorted; more are looked for along the index of the order. */
const FEW = 4000;

const RULES: { [Id in CategoryId]: Id extends OwnCategoryId ? OwnRule : Rule } = {
  new: {
    order: NEWEST,
    holds: ({ now }) => sql<boolean>`tracks.created_at > ${now - NEW_TRACK_DAYS * DAY_MS}`,
  },
  bookmarked: {
    order: NEWEST,
    holds: ({ id, viewerId }) =>
      sql<boolean>`${id} in (select track_id from bookmarks where account_id = ${viewerId})`,
    count: (viewerId) => sql<{ n: number }>`select count(*) as n from (
      select 1 from bookmarks where account_id = ${viewerId} limit ${FEW + 1}) ${NAMED}`,
  },
  subscribs: {
    order: NEWEST,
    holds: ({ owner, viewerId }) =>
      sql<boolean>`${owner} in (select following_id from follows where follower_id = ${viewerId})`,
    count: (viewerId) => sql<{ n: number }>`select coalesce(sum(total_uploads), 0) as n from follows
      join accounts on accounts.id = following_id where follower_id = ${viewerId}`,
  },
  top_rated: { order: { by: 'likes', tie: 'plays' }, holds: null },
  most_commented: { order: { by: 'comments_count', tie: 'duration' }, holds: null },
};

/** As `getTracks` is asked. */
type TracksQuery = { [Name in keyof Asked]?: string | undefined };

/** What somebody likes has an order of its own: `liked_at`. */
export const orderOf = (query: TracksQuery): Order =>
  query.likedBy ? NEWEST : RULES[categoryOf(query.category) ?? 'new'].order;

function categoryOf(name: string | undefined): CategoryId | null {
  if (name === undefined || name === '') return null;
  const known = CATEGORY_IDS.find((each) => each === name);
  if (known) return known;
  throw invalid('category', 'unknown_choice', 'there is no such category');
}

/** In lower case, each once. Throws `invalid_body` when there are too many. */
export function tagsOf(list: string | undefined): string[] {
  const tags = new Set((list ?? '').split(',').map((tag) => tag.trim().toLowerCase()));
  tags.delete('');
  if (tags.size > SEARCH_TAGS_MAX) {
    throw invalid('tags', 'too_many', `there may be at most ${SEARCH_TAGS_MAX} tags`);
  }
  return [...tags];
}

/** The tracks a search found: their numbers, or a condition on each row. */
export type Matching = { numbers: readonly number[] } | { condition: RawBuilder<boolean> };

/** Rows from which the page is chosen; without them the whole list is walked in its order. */
export interface Chosen {
  /** The bookmarked tracks, or those of the followed people, are few: they are read and sorted. */
  own?: boolean;
  /** The followed people are few: of each, so many of the newest are read. */
  ofEach?: number;
  /** Rows of the page, one more included. */
  most?: number;
}

/** The rows from the cursor on, in order; exported for tests of how the database finds them. */
export function selectPage(
  db: Db,
  viewerId: string | null,
  query: TracksQuery,
  now: number,
  matching: Matching | null = null,
  { own = false, ofEach, most }: Chosen = {},
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
  // The `+` keeps SQLite on the index of the order, where many are found.
  const [id, owner] = own
    ? [sql`tracks.id`, sql`tracks.account_id`]
    : [
        either({ sqlite: sql`+tracks.id`, postgres: sql`tracks.id` }),
        either({ sqlite: sql`+tracks.account_id`, postgres: sql`tracks.account_id` }),
      ];
  const holds = category === null || ofEach !== undefined ? null : RULES[category].holds;
  if (holds) select = select.where(holds({ viewerId: viewerId ?? '', now, id, owner }));
  const genders = query.gender && query.gender.toLowerCase() !== 'all' ? gendersOf(query.gender) : null;
  if (genders) select = select.where('tracks.gender', 'in', genders);
  if (ofEach !== undefined) {
    const after = query.cursor ? readCursor(query.cursor) : null;
    const chosen = newestOfFollowed(viewerId ?? '', { genders, after, most: ofEach });
    select = select.where(sql<boolean>`tracks.id in ${chosen}`);
  }
  if (matching !== null)
    select = select.where(
      'numbers' in matching
        ? sql<boolean>`tracks.id in (select track_id from search_rows where doc in ${numberList(matching.numbers)})`
        : matching.condition,
    );
  // A scalar, because a database would join what `exists` asks for: it is asked of one row after the other.
  for (const tag of tagsOf(query.tags))
    select = select.where(
      sql<boolean>`(select tag from track_tags as other where tag = ${tag} and other.track_id = tracks.id) is not null`,
    );
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
  const isSorted = own || ofEach !== undefined || (matching !== null && 'numbers' in matching);
  if (isSorted && most !== undefined && likedBy === '') {
    // Only what the page is chosen by is read of the other rows.
    let chosen = select.clearSelect().select('tracks.id');
    for (const column of columns) chosen = chosen.orderBy(sql.ref(column), 'desc');
    select = selectTracks(db, viewerId).where('tracks.id', 'in', chosen.limit(most)) as typeof select;
  }
  for (const column of columns) select = select.orderBy(sql.ref(column), 'desc');
  // Only a search can find a track by a hidden name.
  return select.select(sql<0 | 1>`${matching === null ? sql`true` : SHOWS_PROFILE}`.as('shows_profile'));
}

/** Of the tracks with these numbers the newest `most` that fit the rest of the query. */
export const selectByNumber = (
  db: Db,
  viewerId: string | null,
  query: TracksQuery,
  numbers: readonly number[],
  most: number,
) =>
  selectPage(db, viewerId, { ...query, cursor: undefined }, 0)
    .innerJoin('search_rows', 'search_rows.track_id', 'tracks.id')
    .where(sql<boolean>`search_rows.doc in ${numberList(numbers)}`)
    .clearOrderBy()
    .orderBy('search_rows.doc', 'desc')
    .limit(most)
    .select(['search_rows.doc', sql<0 | 1>`${SHOWS_PROFILE}`.as('shows_profile')]);

/** What a page of `most` rows is chosen from when that is less than walking its list. */
export async function chosenFrom(
  db: Db,
  viewerId: string | null,
  query: TracksQuery,
  most: number,
): Promise<Chosen> {
  const ofEach = await takesOfEach(db, viewerId, query, most);
  if (ofEach !== undefined) return { ofEach, most };
  return { most, own: await hasFew(db, viewerId, query) };
}

/** How many of each followed person are read when nothing but a gender is asked for and the people are few. */
async function takesOfEach(
  db: Db,
  viewerId: string | null,
  { category, query, tags, likedBy, user, id, ids }: TracksQuery,
  most: number,
): Promise<number | undefined> {
  const isPlain = !(query || tags || likedBy || user || id || ids);
  if (categoryOf(category) !== 'subscribs' || !isPlain) return undefined;
  const people = Math.floor(FEW / most);
  return (await countFollowed(db, viewerId ?? '', people + 1)) <= people ? most : undefined;
}

async function hasFew(db: Db, viewerId: string | null, query: TracksQuery): Promise<boolean> {
  const category = categoryOf(query.category);
  const count = category === null ? undefined : RULES[category].count;
  if (!count) return false;
  const { rows } = await count(viewerId ?? '').execute(db);
  return (rows[0]?.n ?? 0) <= FEW;
}
