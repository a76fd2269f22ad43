// Pages of tracks by category, gender, words, tags and account, with keyset cursors. A search lists tracks where each word is a
// prefix, then those that contain the words; with `similar`, tracks within one typing error.

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
import { NEW_TRACK_DAYS, SEARCH_TAGS_MAX, TRACK_IDS_MAX, TRACKS_MAX_COUNT } from '../contract/limits.ts';
import type { Db } from '../db/client.ts';
import { type Cursor, readCursor, writeCursor } from '../db/cursor.ts';
import { either, NAMED } from '../db/dialect.ts';
import { fold } from '../db/folding.ts';
import { numberList } from '../db/lists.ts';
import { invalid } from '../errors.ts';
import type { Terms } from '../search/port.ts';
import { searchIn } from '../search/searchIn.ts';
import { nearTexts } from '../search/typos.ts';
import { searchableTags, wordsOf } from '../search/words.ts';
import { selectTracks, type TrackRow } from './queries.ts';

interface Page {
  rows: TrackRow[];
  nextCursor: string | null;
}

type Row = TrackRow & { shows_profile: 0 | 1 };

/** Prefix of the cursor in the second part of a search. Base64url has no full stop. */
const INSIDE = 'inside.';
/** Prefix of the cursor in a list of the newest matches. */
const NUMBER = 'docs.';
/** Matches read at first, and the factor for each further read if filters leave the page short. */
const FIRST_NUMBERS = 100;
const GROWTH = 6;
const MOST_NUMBERS = 4000;
/** Newest candidates compared with a misspelled query. One less than the first read, which also tells whether there are more. */
const SIMILAR_AMONG = FIRST_NUMBERS - 1;

const EMPTY: Page = { rows: [], nextCursor: null };

/**
 * Throws `invalid_body` for an unknown category, gender or cursor, and for too many tags. Each page costs the same. A page may
 * be shorter than `limit` and still have a next one.
 */
export async function pageOfTracks(
  db: Db,
  viewerId: string | null,
  query: TracksQuery,
  now: number,
): Promise<Page> {
  const limit = Math.min(Number(query.limit ?? TRACKS_MAX_COUNT), TRACKS_MAX_COUNT);
  const words = wordsOf(query.query ?? '');
  const tags = searchableTags(tagsOf(query.tags));
  const read = (reach: Terms['reach'], cursor: string | undefined, count: number) =>
    readPage(db, viewerId, { ...query, cursor }, now, { reach, words, tags }, count);
  if (words.length === 0) return query.query?.trim() ? EMPTY : read('prefix', query.cursor, limit);
  if (query.similar) {
    const { rows } = await read('similar', undefined, SIMILAR_AMONG);
    const isNear = nearTexts(words);
    return { rows: rows.filter((row) => isNear(shortTextsOf(row))).slice(0, limit), nextCursor: null };
  }
  const isInside = query.cursor?.startsWith(INSIDE) ?? false;
  const first = isInside ? EMPTY : await read('prefix', query.cursor, limit);
  if (first.nextCursor !== null) return first;
  const second = await read(
    'inside',
    isInside ? query.cursor?.slice(INSIDE.length) : undefined,
    limit - first.rows.length,
  );
  return {
    rows: [...first.rows, ...second.rows],
    nextCursor: second.nextCursor === null ? null : INSIDE + second.nextCursor,
  };
}

/** Texts in which typing errors are forgiven. The username only counts with a public profile. */
const shortTextsOf = (row: TrackRow): string =>
  `${row.title} ${row.tags_json} ${(row as Row).shows_profile ? row.username : ''}`;

/** The index contains owners' names. Tracks of hidden profiles must match by their own text, so that no one can list them by name. */
function withoutHiddenNames(rows: Row[], viewerId: string | null, { reach, words }: Terms): Row[] {
  if (reach === 'similar') return rows;
  const isFoundByItself = ({ title, description, tags_json }: Row) => {
    const text = fold(`${title} ${description} ${tags_json}`);
    return words.every((word) => text.includes(fold(word)));
  };
  return rows.filter((row) => row.shows_profile || row.account_id === viewerId || isFoundByItself(row));
}

/** Whether the list is all tracks, newest first: then the search index has the same order. */
const isNewestOfAll = ({ category, likedBy, user, id, ids }: TracksQuery): boolean =>
  !category && !likedBy && !user && !id && !ids;

async function readPage(
  db: Db,
  viewerId: string | null,
  query: TracksQuery,
  now: number,
  terms: Terms,
  count: number,
): Promise<Page> {
  const isSearch = terms.words.length > 0 || terms.tags.length > 0;
  if (isSearch && isNewestOfAll(query)) {
    const before = numberIn(query.cursor);
    const newest = await searchIn(db).newest(db, terms, before, FIRST_NUMBERS);
    if (before !== null || newest.length === FIRST_NUMBERS)
      return newestMatches(db, viewerId, query, terms, newest, count);
    return readSorted(db, viewerId, query, now, terms, { numbers: newest }, count);
  }
  const matching = isSearch ? await matchingOf(db, terms) : null;
  return readSorted(db, viewerId, query, now, terms, matching, count);
}

/** Reads the page in the order of the list. */
async function readSorted(
  db: Db,
  viewerId: string | null,
  query: TracksQuery,
  now: number,
  terms: Terms,
  matching: Matching | null,
  count: number,
): Promise<Page> {
  const chosen = await chosenFrom(db, viewerId, query, count + 1);
  const rows = await selectPage(db, viewerId, query, now, matching, chosen)
    .limit(count + 1)
    .execute();
  const page = rows.slice(0, count);
  const shown = withoutHiddenNames(page, viewerId, terms);
  if (rows.length <= count) return { rows: shown, nextCursor: null };
  const last = page.at(-1);
  // No row was requested: the next page starts with the first row.
  if (!last) return { rows: [], nextCursor: '' };
  const { by, tie } = orderOf(query);
  const place = { value: query.likedBy ? (last.liked_at ?? 0) : last[by], id: last.id };
  return { rows: shown, nextCursor: writeCursor(tie ? { ...place, tie: last[tie] } : place) };
}

/** Few matches are read and sorted. With many, rows are tested in the order of the list. */
async function matchingOf(db: Db, terms: Terms): Promise<Matching> {
  const numbers = await searchIn(db).all(db, terms);
  return numbers === null ? { condition: searchIn(db).matches(terms) } : { numbers };
}

/** `first`: the first `FIRST_NUMBERS` matches. Reads more by number until enough of them pass the other filters. */
async function newestMatches(
  db: Db,
  viewerId: string | null,
  query: TracksQuery,
  terms: Terms,
  first: readonly number[],
  count: number,
): Promise<Page> {
  const rows: (Row & { doc: number })[] = [];
  let numbers = first;
  for (let most = FIRST_NUMBERS; ; ) {
    if (numbers.length > 0)
      rows.push(...(await selectByNumber(db, viewerId, query, numbers, count + 1 - rows.length).execute()));
    if (rows.length > count || numbers.length < most) break;
    most = Math.min(GROWTH * most, MOST_NUMBERS);
    numbers = await searchIn(db).newest(db, terms, numbers.at(-1) ?? null, most);
  }
  const page = rows.slice(0, count);
  const shown = withoutHiddenNames(page, viewerId, terms);
  if (rows.length <= count) return { rows: shown, nextCursor: null };
  const last = page.at(-1);
  return { rows: shown, nextCursor: last ? `${NUMBER}${last.doc}` : '' };
}

/** Null for the first page, also when matches were few on the page before and are many now. */
function numberIn(cursor: string | undefined): number | null {
  if (!cursor) return null;
  if (!cursor.startsWith(NUMBER)) {
    readCursor(cursor);
    return null;
  }
  const number = Number(cursor.slice(NUMBER.length));
  if (Number.isSafeInteger(number)) return number;
  throw invalid('cursor', 'wrong_format', 'cursor is not one of ours');
}

const DAY_MS = 24 * 3600 * 1000;

/** Also in the singular, as links of before say it. */
function gendersOf(filter: string): readonly Gender[] {
  const name = filter.toLowerCase();
  const known = Object.entries(GENDERS_OF).find(([each]) => each === name || each === `${name}s`);
  if (!known) throw invalid('gender', 'unknown_choice', 'there is no such gender filter');
  return known[1];
}

/** Order of a list, largest first; then `tie`, because equal votes are common; then id. */
interface Order {
  by: 'created_at' | 'likes' | 'comments_count';
  tie?: 'plays' | 'duration';
}

const NEWEST: Order = { by: 'created_at' };

/** The viewer, the time, and the two columns of personal categories. */
interface Asking {
  viewerId: string;
  now: number;
  id: RawBuilder<unknown>;
  owner: RawBuilder<unknown>;
}

interface Rule {
  order: Order;
  /** Condition of its tracks; null: all. */
  holds: ((asking: Asking) => RawBuilder<boolean>) | null;
  /** Approximate number of its tracks; may stop counting above `FEW`. */
  count?: (viewerId: string) => RawBuilder<{ n: number }>;
}

interface OwnRule extends Rule {
  holds: (asking: Asking) => RawBuilder<boolean>;
  count: (viewerId: string) => RawBuilder<{ n: number }>;
}

/** Up to this many liked or tagged tracks are read and sorted; more are found by walking the index of the order. */
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

/** The query of `getTracks`. */
type TracksQuery = { [Name in keyof Asked]?: string | undefined };

/** Liked tracks are ordered by `liked_at`. */
const orderOf = (query: TracksQuery): Order =>
  query.likedBy ? NEWEST : RULES[categoryOf(query.category) ?? 'new'].order;

function categoryOf(name: string | undefined): CategoryId | null {
  if (name === undefined || name === '') return null;
  const known = CATEGORY_IDS.find((each) => each === name);
  if (known) return known;
  throw invalid('category', 'unknown_choice', 'there is no such category');
}

/** Lower case, without duplicates. Throws `invalid_body` for too many. */
function tagsOf(list: string | undefined): string[] {
  const tags = new Set((list ?? '').split(',').map((tag) => tag.trim().toLowerCase()));
  tags.delete('');
  if (tags.size > SEARCH_TAGS_MAX) {
    throw invalid('tags', 'too_many', `there may be at most ${SEARCH_TAGS_MAX} tags`);
  }
  return [...tags];
}

/** Matches of a search: their numbers, or a condition for each row. */
export type Matching = { numbers: readonly number[] } | { condition: RawBuilder<boolean> };

/** Rows to choose the page from; without them the whole list is walked in order. */
interface Chosen {
  /** The bookmarked tracks, or those of the followed people, are few: they are read and sorted. */
  own?: boolean;
  /** The followed accounts are few: this many of the newest recordings of each are read. */
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
const selectByNumber = (
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
async function chosenFrom(
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

interface Newest {
  /** Null for all. */
  genders: readonly Gender[] | null;
  /** The last one of the page before. */
  after: Cursor | null;
  most: number;
}

/** Ids, as a list for `in`. */
function newestOfFollowed(viewerId: string, { genders, after, most }: Newest): RawBuilder<unknown> {
  const conditions = [
    sql`theirs.account_id = follows.following_id`,
    sql`theirs.status = 'active'`,
    ...(genders ? [sql`theirs.gender in (${sql.join([...genders])})`] : []),
    ...(after ? [sql`(theirs.created_at, theirs.id) < (${after.value}, ${after.id})`] : []),
  ];
  const newest = sql`select theirs.id from tracks as theirs where ${sql.join(conditions, sql` and `)}
    order by theirs.created_at desc, theirs.id desc limit ${most}`;
  // A cross join is read in the order it is written in: the people first.
  return either({
    sqlite: sql`(select chosen.id from follows cross join tracks as chosen
      where follows.follower_id = ${viewerId} and chosen.id in (${newest}))`,
    postgres: sql`(select chosen.id from follows cross join lateral (${newest}) as chosen
      where follows.follower_id = ${viewerId})`,
  });
}

/** How many accounts this account follows, counted up to `most`. */
async function countFollowed(db: Db, viewerId: string, most: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from (
    select 1 as one from follows where follower_id = ${viewerId} limit ${most}) ${NAMED}`.execute(db);
  return rows[0]?.n ?? 0;
}
