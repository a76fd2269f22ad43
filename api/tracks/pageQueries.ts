// Pages of tracks: by category, gender, words, tags and person; keyset, never offset.
import { type RawBuilder, sql } from 'kysely';
import { SHOWS_PROFILE } from '../accounts/queries.ts';
import type { TracksQuery as Asked } from '../contract/actions.ts';
import { CATEGORY_IDS, type CategoryId, GENDERS_OF, type OwnCategoryId } from '../contract/categories.ts';
import { NEW_TRACK_DAYS, SEARCH_TAGS_MAX, TRACK_IDS_MAX } from '../contract/limits.ts';
import type { Gender } from '../contract/tracks.ts';
import type { Db } from '../db/client.ts';
import { readCursor } from '../db/cursor.ts';
import { either, NAMED } from '../db/dialect.ts';
import { numberList } from '../db/lists.ts';
import { readTotals } from '../db/totals.ts';
import { invalid } from '../errors.ts';
import { countFollowed, newestOfFollowed } from './followedQueries.ts';
import { selectTracks } from './queries.ts';
import { foundAlong, tracksOfDocs } from './searchQueries.ts';
import type { Reach, Wanted } from './vocabularyQueries.ts';

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

/** How tracks are found by words: by their numbers in the index, or, where these are too many, along the order. */
export type Sought =
  | { docs: readonly number[] }
  | { wanted: Wanted; reach: Reach; areMany: boolean }
  | 'joined';

/** Rows from which the page is chosen; without them the whole list is walked in its order. */
export interface Chosen {
  /** The tags are rare: tracks are found by this one. */
  tag?: string | undefined;
  /** The marked tracks, or those of the followed people, are few: they are read and sorted. */
  own?: boolean;
  /** The followed people are few: of each so many of the newest are read. */
  ofEach?: number;
  /** The page takes so many: of the others nothing is read but what they are chosen by. */
  most?: number;
}

/** The rows from the cursor on, in order; exported for tests of how the database finds them. */
export function selectPage(
  db: Db,
  viewerId: string | null,
  query: TracksQuery,
  now: number,
  sought: Sought | null = null,
  { tag: rarest, own = false, ofEach, most }: Chosen = {},
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
  if (sought !== null && sought !== 'joined') {
    select = select.where(
      'docs' in sought
        ? sql<boolean>`tracks.id in ${tracksOfDocs(sought.docs)}`
        : foundAlong(sought.wanted, sought.reach, sought.areMany),
    );
  }
  const others = tagsOf(query.tags).filter((each) => each !== rarest);
  // A value, where the database would join what `exists` asks for: so it is asked of one row after the other, and SQLite steps
  // along the rows of one tag, which stand together.
  const has = (tag: string, id: RawBuilder<unknown>) =>
    sql<boolean>`(select tag from track_tags as other where tag = ${tag} and other.track_id = ${id}) is not null`;
  if (rarest === undefined) for (const tag of others) select = select.where(has(tag, sql`tracks.id`));
  else {
    // Whoever has all of them is known before a track is read.
    const all = sql.join(
      [sql`tag = ${rarest}`, ...others.map((tag) => has(tag, sql`track_tags.track_id`))],
      sql` and `,
    );
    const found = sql`select track_id from track_tags where ${all}`;
    const isAmong = sql<boolean>`tracks.id in (${found})`;
    // PostgreSQL cannot guess how few have another tag, too, and would walk along the order: with an array it begins with them.
    const isOneOf = sql<boolean>`tracks.id = any(array(${found}))`;
    select = select.where(others.length === 0 ? isAmong : either({ sqlite: isAmong, postgres: isOneOf }));
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
  const isByWords = sought !== null && sought !== 'joined' && 'docs' in sought;
  const isSorted = rarest !== undefined || own || ofEach !== undefined || isByWords;
  if (isSorted && most !== undefined && likedBy === '') {
    let chosen = select.clearSelect().select('tracks.id');
    for (const column of columns) chosen = chosen.orderBy(sql.ref(column), 'desc');
    select = selectTracks(db, viewerId).where('tracks.id', 'in', chosen.limit(most)) as typeof select;
  }
  for (const column of columns) select = select.orderBy(sql.ref(column), 'desc');
  // Only what is found by words can be found by a hidden name.
  const showsProfile = sought === null ? sql`true` : SHOWS_PROFILE;
  return select.select(sql<0 | 1>`${showsProfile}`.as('shows_profile'));
}

/** What a page is cut by, and the short texts. */
export const SHORT = [
  ...(['tracks.id', 'tracks.title', 'tracks.tags_json', 'accounts.username'] as const),
  ...(['tracks.created_at', 'tracks.likes', 'tracks.plays', 'tracks.comments_count'] as const),
  'tracks.duration',
] as const;

export const profileShown = sql<0 | 1>`${SHOWS_PROFILE}`.as('shows_profile');

/**
 * The same, of one word or several, by the numbers of the index: of `docs` the newest, `most` or fewer. Of the others nothing is
 * read but what they are chosen by.
 */
export function selectByDocs(
  db: Db,
  viewerId: string | null,
  query: TracksQuery,
  docs: readonly number[],
  most: number,
) {
  const numbered = <Select extends ReturnType<typeof selectPage>>(select: Select) =>
    select
      .innerJoin('search_rows', 'search_rows.track_id', 'tracks.id')
      .clearOrderBy()
      .orderBy('search_rows.doc', 'desc');
  const page = numbered(selectPage(db, viewerId, { ...query, cursor: undefined }, 0, 'joined'))
    .where(sql<boolean>`search_rows.doc in ${numberList(docs)}`)
    .select('search_rows.doc');
  if (docs.length <= most) return page;
  const chosen = page.clearSelect().select('search_rows.doc').limit(most);
  return numbered(selectPage(db, viewerId, {}, 0, 'joined'))
    .where('search_rows.doc', 'in', chosen)
    .select('search_rows.doc');
}

/** What a page of `most` rows is chosen from when that is less than walking its list. */
export async function chosenFrom(
  db: Db,
  viewerId: string | null,
  query: TracksQuery,
  most: number,
): Promise<Chosen> {
  const ofEach = await takesOfEach(db, viewerId, query, most);
  if (ofEach !== undefined) return { ofEach, most };
  return { most, tag: await rareTag(db, tagsOf(query.tags), most), own: await hasFew(db, viewerId, query) };
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

/** To read a track and to sort it costs so many looks at whether a track has a tag. */
const TRACK = 4;

/**
 * The tag of the fewest tracks, when these are few, or when so few of them have another tag, too, that a walk along all would
 * be longer; the performer categories are not counted, and many. `most`: rows of the page.
 */
async function rareTag(db: Db, tags: readonly string[], most: number): Promise<string | undefined> {
  const counted = tags.filter(
    (tag) =>
      !Object.values(GENDERS_OF)
        .flat()
        .some((each) => each.toLowerCase() === tag),
  );
  if (counted.length === 0) return undefined;
  const known = await db.selectFrom('tag_uses').select(['tag', 'uses']).where('tag', 'in', counted).execute();
  const usesOf = (tag: string) => known.find((row) => row.tag === tag)?.uses ?? 0;
  const [rarest, next] = counted.toSorted((a, b) => usesOf(a) - usesOf(b));
  if (rarest === undefined || usesOf(rarest) <= FEW) return rarest;
  if (next === undefined) return undefined;
  const all = (await readTotals(db))('active tracks');
  // As many as there are when one tag says nothing about the other.
  const both = (usesOf(rarest) * usesOf(next)) / all;
  return usesOf(rarest) + both * TRACK < (most * all) / both ? rarest : undefined;
}

async function hasFew(db: Db, viewerId: string | null, query: TracksQuery): Promise<boolean> {
  const category = categoryOf(query.category);
  const count = category === null ? undefined : RULES[category].count;
  if (!count) return false;
  const { rows } = await count(viewerId ?? '').execute(db);
  return (rows[0]?.n ?? 0) <= FEW;
}
