// How recordings are found by words: in the indexes of the search, at a word's beginning and inside; in titles by signs alone.
import { type RawBuilder, sql } from 'kysely';
import type { TrackSort } from '../contract/overview.ts';
import type { Db } from '../db/client.ts';
import { isPostgres } from '../db/dialect.ts';
import { docsAnywhere, foundAnywhere } from '../tracks/anywhereQueries.ts';
import { wordsOf } from '../tracks/matching.ts';
import { wantedOf } from '../tracks/vocabularyQueries.ts';
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
  /** By date, much: the index of words gives it in that order. */
  | { isByDoc: true }
  /** Ids of all of them, when they are few; those that a page shows may be known. */
  | { few: readonly string[]; shown: readonly string[] }
  /** Whether a row is found, which the index of an order tells: many are. */
  | { isFound: RawBuilder<boolean> };

/** The number in the index of words: they are given in the order in which recordings come. */
export const BY_DOC: SortKey = [sql`search_rows.doc`];

const BOUNDS = { few: FEW_AND_ONE - 1, counted: COUNTED_AND_ONE - 1 };

const wantedIn = (db: Db, asked: TracksAsked) => wantedOf(db, wordsOf(wordsIn(asked)), 'anywhere');

const endsByDoc = (cursor: string | undefined): boolean =>
  cursor !== undefined && isPlaceOf(cursor, BY_DOC.length);

const isByDate = ({ sort = 'date', user }: TracksAsked): boolean => sort === 'date' && user === undefined;

export async function findTracks(db: Db, asked: TracksAsked): Promise<FoundTracks> {
  const search = wordsIn(asked);
  if (search === '') return { isFound: sql`true` };
  if (wordsOf(search).length === 0) {
    const few = await recordingsTitled(db, search);
    return few === null ? { isFound: holds([sql`tracks.title`], search) } : { few, shown: few };
  }
  // They are counted with the first page.
  if (isByDate(asked) && endsByDoc(asked.cursor)) return { isByDoc: true };
  const found = await foundAnywhere(db, await wantedIn(db, asked), BOUNDS);
  if ('isFound' in found) return isByDate(asked) && asked.cursor === undefined ? { isByDoc: true } : found;
  const { few } = found;
  // SQLite gives the newest first.
  const isInOrder = isByDate(asked) && !isPostgres(db);
  return { few, shown: isInOrder ? shownOfFew(few, asked, idIn) : few };
}

/** Numbers in the index of the page and of one row more. */
export async function trackDocsOf(db: Db, asked: TracksAsked): Promise<number[]> {
  const { direction = 'desc', cursor } = asked;
  const after = cursor === undefined ? null : Number(readPlace(cursor, BY_DOC.length)[0]);
  return docsAnywhere(db, await wantedIn(db, asked), { direction, after, most: rowsOf(asked) });
}
