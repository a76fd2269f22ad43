// A page of tracks: the ones whose words begin as asked, then those that have them inside; or what comes near.
import type { TracksQuery } from '../contract/actions.ts';
import { TRACKS_MAX_COUNT } from '../contract/limits.ts';
import type { Db } from '../db/client.ts';
import { readCursor, writeCursor } from '../db/cursor.ts';
import { fold } from '../db/folding.ts';
import { invalid } from '../errors.ts';
import { searchableTags, wordsOf } from './matching.ts';
import { chosenFrom, orderOf, profileShown, SHORT, selectByDocs, selectPage, tagsOf } from './pageQueries.ts';
import { type TrackRow, tracksInOrder } from './queries.ts';
import { areFoundDensely, docsFound, type Found, knowsDates, newestOf, someFound } from './searchQueries.ts';
import { nearTexts } from './typos.ts';
import { type Reach, type Wanted, wantedOf } from './vocabularyQueries.ts';

interface Page<Row> {
  rows: Row[];
  nextCursor: string | null;
}

/** Before the cursor of tracks that have a word inside another; the alphabet of cursors has no full stop. */
const INSIDE = 'inside.';
/** So many of the newest that come into question are compared with what was typed. */
const SIMILAR_AMONG = 100;

/**
 * People are named by their id. Throws `invalid_body` for an unknown category, gender or cursor, and for too many tags.
 * A page costs the same anywhere in the list. What few tracks have is fetched and sorted; of what many have the newest come
 * from the index of words, which has them in that order, other orders are walked. Tracks that have a word inside another follow the last one with a word that begins so.
 */
export async function pageOfTracks(
  db: Db,
  viewerId: string | null,
  query: TracksQuery,
  now: number,
): Promise<Page<TrackRow>> {
  const limit = Math.min(Number(query.limit ?? TRACKS_MAX_COUNT), TRACKS_MAX_COUNT);
  const words = wordsOf(query.query ?? '');
  const tags = searchableTags(tagsOf(query.tags));
  const lookFor = async (reach: Reach, count: number) => ({
    wanted: await wantedOf(db, words, reach, tags),
    ...{ reach, count },
  });
  const read = async (reach: Reach, cursor: string | undefined, count: number) =>
    readPage(db, viewerId, { ...query, cursor }, now, await lookFor(reach, count), WHOLE);
  if (words.length === 0) return query.query?.trim() ? NOTHING : read('beginning', query.cursor, limit);
  if (query.similar) {
    const look = await lookFor('similar', SIMILAR_AMONG);
    const { rows } = await readPage(db, viewerId, { ...query, cursor: undefined }, now, look, TEXTS);
    const isNear = nearTexts(words);
    const near = rows.filter((row) => isNear(shortTextsOf(row))).slice(0, limit);
    const ids = near.map(({ id }) => id);
    return { rows: await tracksInOrder(db, ids, viewerId), nextCursor: null };
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

const NOTHING: Page<never> = { rows: [], nextCursor: null };

type PageRow = TrackRow & { shows_profile: 0 | 1 };
/** What a page is cut by, and the short texts. */
type ShortRow = Pick<
  PageRow,
  | ('id' | 'title' | 'tags_json' | 'username' | 'shows_profile')
  | ('created_at' | 'likes' | 'plays' | 'comments_count' | 'duration')
>;

/** What is read of the rows of a page. */
interface Reading<Row extends ShortRow> {
  page(select: ReturnType<typeof selectPage>): Promise<(Row & { liked_at?: number | undefined })[]>;
  byDoc(select: ReturnType<typeof selectByDocs>): Promise<(Row & { doc: number })[]>;
  /** Those of the rows that may be found by the words. */
  shown(rows: Row[], viewerId: string | null, words: readonly string[]): Row[];
}

const WHOLE: Reading<PageRow> = {
  page: (select) => select.execute(),
  byDoc: (select) => select.execute(),
  shown: withoutHiddenNames,
};

/** Where errors are forgiven a hundred rows are compared for a page of twenty: the words one by one, so all of them are shown. */
const TEXTS: Reading<ShortRow> = {
  page: (select) => select.clearSelect().select(SHORT).select(profileShown).execute(),
  byDoc: (select) => select.clearSelect().select(SHORT).select(['search_rows.doc', profileShown]).execute(),
  shown: (rows) => rows,
};

/** The short texts of a track; whoever hides the profile is not among what it is found by. */
const shortTextsOf = ({ title, tags_json, username, shows_profile }: ShortRow): string =>
  `${title} ${tags_json} ${shows_profile ? username : ''}`;

/**
 * The index knows every track by its person's name, too: of somebody who hides the profile a track is found where its own
 * words say enough, so that nobody gathers their recordings by name.
 */
function withoutHiddenNames(rows: PageRow[], viewerId: string | null, words: readonly string[]): PageRow[] {
  const isFoundByItself = ({ title, description, tags_json }: PageRow) => {
    const text = fold(`${title} ${description} ${tags_json}`);
    return words.every((word) => text.includes(fold(word)));
  };
  return rows.filter((row) => row.shows_profile || row.account_id === viewerId || isFoundByItself(row));
}

interface Look {
  wanted: Wanted;
  reach: Reach;
  count: number;
}

/** Up to so many found tracks are read and sorted: by votes, and by date, where more come as they were indexed. */
const FEW = 500;
const FEW_BY_DATE = 100;
/** Before the cursor of a page of the newest of many, behind which the number of the last one in the index stands. */
const BY_DOC = 'docs.';
/** Of a page of many so much more is looked up at once where only some of it is asked for. */
const SPARE = 6;
const MOST_AT_ONCE = 4000;

/** Whether a list is the newest first and of everybody, as the index has it. */
const isByDoc = ({ category, likedBy, user, id, ids }: TracksQuery): boolean =>
  !category && !likedBy && !user && !id && !ids;

/** At most `count` rows, fewer where a page holds what nobody may find so. An empty cursor: there are rows, and none was asked for. */
async function readPage<Row extends ShortRow>(
  db: Db,
  viewerId: string | null,
  query: TracksQuery,
  now: number,
  look: Look,
  reading: Reading<Row>,
): Promise<Page<Row>> {
  const { wanted, reach, count } = look;
  const isSought = wanted.words.length > 0 || (wanted.tags.length > 0 && isByDoc(query));
  if (query.cursor?.startsWith(BY_DOC)) {
    const below = Number(query.cursor.slice(BY_DOC.length));
    if (!isSought || !Number.isSafeInteger(below))
      throw invalid('cursor', 'wrong_format', 'cursor is not one of ours');
    return readByDoc(db, viewerId, query, look, { docs: [], next: below }, reading);
  }
  const most = isByDoc(query) ? Math.max(FEW_BY_DATE + 1, atOnce(query, count)) : FEW + 1;
  const found = isSought ? await someFound(db, look, most) : null;
  if (found?.docs.length === 0 && found.next === null) return NOTHING;
  const isMany = found !== null && found.next !== null;
  if (isMany && !query.cursor && isByDoc(query)) return readByDoc(db, viewerId, query, look, found, reading);
  if (found && !isMany && isByDoc(query) && knowsDates(db))
    return readFew(db, viewerId, query, now, look, found.docs, reading);
  const sought =
    found && (isMany ? { wanted, reach, areMany: areFoundDensely(db, found) } : { docs: found.docs });
  const isKnown = sought !== null && 'docs' in sought;
  const chosen = isKnown ? { most: count + 1 } : await chosenFrom(db, viewerId, query, count + 1);
  const select = selectPage(db, viewerId, query, now, sought, chosen).limit(count + 1);
  return cutPage(await reading.page(select), viewerId, query, look, reading);
}

/** The page of `rows`, which have one too many when there are more. */
function cutPage<Row extends ShortRow>(
  rows: (Row & { liked_at?: number | undefined })[],
  viewerId: string | null,
  query: TracksQuery,
  { count, wanted }: Look,
  { shown }: Reading<Row>,
): Page<Row> {
  const read = rows.slice(0, count);
  const last = read.at(-1);
  const page = shown(read, viewerId, wanted.words);
  if (rows.length <= count) return { rows: page, nextCursor: null };
  if (!last) return { rows: page, nextCursor: '' };
  const { by, tie } = orderOf(query);
  const place = { value: query.likedBy ? (last.liked_at ?? 0) : last[by], id: last.id };
  return { rows: page, nextCursor: writeCursor(tie ? { ...place, tie: last[tie] } : place) };
}

/** Whether a page shows but some of what is found: the tags are among the words that it is found by. */
const isOfSome = ({ gender = 'all' }: TracksQuery): boolean => gender.toLowerCase() !== 'all';

/** So many are looked up at once for a page of the newest. */
const atOnce = (query: TracksQuery, count: number): number =>
  isOfSome(query) ? SPARE * (count + 1) : count + 1;

/** Of few the newest, whose dates the index knows: no more than a page of them is read, unless only some are asked for. */
async function readFew<Row extends ShortRow>(
  db: Db,
  viewerId: string | null,
  query: TracksQuery,
  now: number,
  look: Look,
  docs: readonly number[],
  reading: Reading<Row>,
): Promise<Page<Row>> {
  const wanted = look.count + 1;
  const inOrder = await newestOf(db, docs, query.cursor ? readCursor(query.cursor) : null);
  const first = isOfSome(query) ? SPARE * wanted : wanted;
  const rows: Row[] = [];
  for (const piece of [inOrder.slice(0, first), inOrder.slice(first)]) {
    if (piece.length === 0 || rows.length === wanted) break;
    const missing = wanted - rows.length;
    const select = selectPage(db, viewerId, query, now, { docs: piece }, { most: missing });
    rows.push(...(await reading.page(select.limit(missing))));
  }
  return cutPage(rows, viewerId, query, look, reading);
}

/** The first `most` of what is known. */
const firstOf = ({ docs, next }: Found, most: number): Found =>
  docs.length > most ? { docs: docs.slice(0, most), next: docs[most - 1] ?? null } : { docs, next };

/** Of many the newest, of which some are known, read piece by piece until the page is full. */
async function readByDoc<Row extends ShortRow>(
  db: Db,
  viewerId: string | null,
  query: TracksQuery,
  look: Look,
  known: Found,
  reading: Reading<Row>,
): Promise<Page<Row>> {
  const { count } = look;
  const rows: (Row & { doc: number })[] = [];
  let most = atOnce(query, count);
  const isKnown = known.docs.length > 0;
  for (
    let found = isKnown ? firstOf(known, most) : await docsFound(db, look, known.next, most);
    ;
    found = await docsFound(db, look, found.next, most)
  ) {
    const missing = count + 1 - rows.length;
    if (found.docs.length > 0)
      rows.push(...(await reading.byDoc(selectByDocs(db, viewerId, query, found.docs, missing))));
    if (found.next === null || rows.length > count) break;
    if (found.docs.length >= most) most = Math.min(SPARE * most, MOST_AT_ONCE);
  }
  const read = rows.slice(0, count);
  const page = reading.shown(read, viewerId, look.wanted.words);
  if (rows.length <= count) return { rows: page, nextCursor: null };
  const last = read.at(-1);
  return { rows: page, nextCursor: last ? `${BY_DOC}${last.doc}` : '' };
}
