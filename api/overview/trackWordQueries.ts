// How recordings are found by words: in the indexes of the search, at a word's beginning and inside; in titles by signs alone.
import { type RawBuilder, sql } from 'kysely';
import type { TrackSort } from '../contract/overview.ts';
import type { Db } from '../db/client.ts';
import { idList } from '../db/lists.ts';
import { docsAnywhere, foundAnywhere } from '../tracks/anywhereQueries.ts';
import { wordsOf } from '../tracks/matching.ts';
import { knowsDates, tracksByDate, tracksOfDocs } from '../tracks/searchQueries.ts';
import { type Wanted, wantedOf } from '../tracks/vocabularyQueries.ts';
import { isPlaceOf, readPlace } from './cursor.ts';
import {
  type Asked,
  COUNTED_AND_ONE,
  FEW_AND_ONE,
  idIn,
  rowsOf,
  type SortKey,
  shownOfFew,
  wordsIn,
} from './pageQueries.ts';
import { holds, recordingsTitled } from './wordQueries.ts';

export interface TracksAsked extends Asked {
  sort?: TrackSort | undefined;
  search?: string | undefined;
  user?: string | undefined;
}

/** What a search finds, as far as it has to be known before a page is read. */
export type FoundTracks =
  /** By date, much: numbers in the index of the page and of one row more. */
  | { docs: readonly number[] }
  /** Ids of all of them, when they are few, or of those that the page shows, as a list for `in`. `n`: how many in all. */
  | { few: RawBuilder<unknown>; n: number }
  /** Whether a row is found, which the index of an order tells: many are. */
  | { isFound: RawBuilder<boolean> };

/** The number in the index of words: they are given in the order in which recordings come. */
export const BY_DOC: SortKey = [sql`search_rows.doc`];

const BOUNDS = { few: FEW_AND_ONE - 1, counted: COUNTED_AND_ONE - 1 };

const isByDate = ({ sort = 'date', user }: TracksAsked): boolean => sort === 'date' && user === undefined;

/** Of few by date. SQLite knows the dates in its index: no row is read that the page does not show. */
async function fewByDate(db: Db, asked: TracksAsked, docs: readonly number[]): Promise<FoundTracks> {
  if (!knowsDates(db)) return { few: tracksOfDocs(docs), n: docs.length };
  const ids = await tracksByDate(db, docs);
  return { few: idList(shownOfFew(ids, asked, idIn)), n: ids.length };
}

/** The next ones by date: of a first page as many as are counted. Null where a page of few ended by date. */
async function foundByDate(db: Db, asked: TracksAsked, wanted: Wanted): Promise<FoundTracks | null> {
  const { direction = 'desc', cursor } = asked;
  if (cursor === undefined) {
    const docs = await docsAnywhere(db, wanted, { direction, after: null, most: COUNTED_AND_ONE });
    if (docs.length < COUNTED_AND_ONE) return fewByDate(db, asked, docs);
    return { docs: docs.slice(0, rowsOf(asked)) };
  }
  if (!isPlaceOf(cursor, BY_DOC.length)) return null;
  const after = Number(readPlace(cursor, BY_DOC.length)[0]);
  return { docs: await docsAnywhere(db, wanted, { direction, after, most: rowsOf(asked) }) };
}

export async function findTracks(db: Db, asked: TracksAsked): Promise<FoundTracks> {
  const search = wordsIn(asked);
  if (search === '') return { isFound: sql`true` };
  const words = wordsOf(search);
  if (words.length === 0) {
    const few = await recordingsTitled(db, search);
    return few === null
      ? { isFound: holds([sql`tracks.title`], search) }
      : { few: idList(few), n: few.length };
  }
  const wanted = await wantedOf(db, words, 'anywhere');
  const byDate = isByDate(asked) ? await foundByDate(db, asked, wanted) : null;
  if (byDate !== null) return byDate;
  const found = await foundAnywhere(db, wanted, BOUNDS);
  if ('isFound' in found) return found;
  return isByDate(asked)
    ? fewByDate(db, asked, found.few)
    : { few: tracksOfDocs(found.few), n: found.few.length };
}
