// A page of tracks. With a query: first the tracks in which every word starts a word, then those that have the words inside
// others; or, with `similar`, those that are one typing error away.
import type { TracksQuery } from '../contract/actions.ts';
import { TRACKS_MAX_COUNT } from '../contract/limits.ts';
import type { Db } from '../db/client.ts';
import { readCursor, writeCursor } from '../db/cursor.ts';
import { fold } from '../db/folding.ts';
import { invalid } from '../errors.ts';
import type { Terms } from '../search/port.ts';
import { searchIn } from '../search/searchIn.ts';
import { nearTexts } from '../search/typos.ts';
import { searchableTags, wordsOf } from '../search/words.ts';
import { chosenFrom, type Matching, orderOf, selectByNumber, selectPage, tagsOf } from './pageQueries.ts';
import type { TrackRow } from './queries.ts';

interface Page {
  rows: TrackRow[];
  nextCursor: string | null;
}

type Row = TrackRow & { shows_profile: 0 | 1 };

/** Before the cursor of tracks with the words inside others; base64url has no full stop. */
const INSIDE = 'inside.';
/** Before the number of the last track on a page of the newest matches. */
const NUMBER = 'docs.';
/** The newest candidates that are compared with what was typed. */
const SIMILAR_AMONG = 100;
/** Numbers looked up at once: the first time, and how many times more each time after that when filters left a page short. */
const FIRST_NUMBERS = 100;
const GROWTH = 6;
const MOST_NUMBERS = 4000;

const EMPTY: Page = { rows: [], nextCursor: null };

/**
 * Throws `invalid_body` for an unknown category, gender or cursor, and for too many tags. A page costs the same anywhere in the
 * list. A page may be shorter than `limit` and still have a next one.
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

/** Where typing errors are forgiven. The name counts only where the profile is shown. */
const shortTextsOf = (row: TrackRow): string =>
  `${row.title} ${row.tags_json} ${(row as Row).shows_profile ? row.username : ''}`;

/**
 * The index finds every track by its owner's name. A track of somebody who hides the profile is shown only when its own texts
 * match, so that nobody can list their recordings by name.
 */
function withoutHiddenNames(rows: Row[], viewerId: string | null, { reach, words }: Terms): Row[] {
  if (reach === 'similar') return rows;
  const isFoundByItself = ({ title, description, tags_json }: Row) => {
    const text = fold(`${title} ${description} ${tags_json}`);
    return words.every((word) => text.includes(fold(word)));
  };
  return rows.filter((row) => row.shows_profile || row.account_id === viewerId || isFoundByItself(row));
}

/** Whether the list is newest first and of everybody: then the search has its order. */
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
  const matching = isSearch ? await matchingOf(db, query, terms) : null;
  if (matching === 'newest') return newestMatches(db, viewerId, query, terms, count);
  const chosen = await chosenFrom(db, viewerId, query, count + 1);
  const rows = await selectPage(db, viewerId, query, now, matching, chosen)
    .limit(count + 1)
    .execute();
  const page = rows.slice(0, count);
  const shown = withoutHiddenNames(page, viewerId, terms);
  if (rows.length <= count) return { rows: shown, nextCursor: null };
  const last = page.at(-1);
  // No row was asked for: there are rows, and the next page begins with the first.
  if (!last) return { rows: [], nextCursor: '' };
  const { by, tie } = orderOf(query);
  const place = { value: query.likedBy ? (last.liked_at ?? 0) : last[by], id: last.id };
  return { rows: shown, nextCursor: writeCursor(tie ? { ...place, tie: last[tie] } : place) };
}

/**
 * A few matches are read and sorted. Of many, the newest are read by their numbers; for another order, each row of that order is
 * tested until the page is full.
 */
async function matchingOf(db: Db, query: TracksQuery, terms: Terms): Promise<Matching | 'newest'> {
  if (isNewestOfAll(query)) {
    if (query.cursor?.startsWith(NUMBER)) return 'newest';
    const newest = await searchIn(db).newest(db, terms, null, FIRST_NUMBERS);
    return newest.length < FIRST_NUMBERS ? { numbers: newest } : 'newest';
  }
  const numbers = await searchIn(db).all(db, terms);
  return numbers === null ? { condition: searchIn(db).matches(terms) } : { numbers };
}

/** Reads matches by their numbers until enough of them fit what else was asked for. */
async function newestMatches(
  db: Db,
  viewerId: string | null,
  query: TracksQuery,
  terms: Terms,
  count: number,
): Promise<Page> {
  const rows: (Row & { doc: number })[] = [];
  let before = numberIn(query.cursor);
  for (let most = FIRST_NUMBERS; rows.length <= count; most = Math.min(GROWTH * most, MOST_NUMBERS)) {
    const numbers = await searchIn(db).newest(db, terms, before, most);
    if (numbers.length > 0)
      rows.push(...(await selectByNumber(db, viewerId, query, numbers, count + 1 - rows.length).execute()));
    if (numbers.length < most) break;
    before = numbers.at(-1) ?? null;
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
