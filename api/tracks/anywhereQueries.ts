// Tracks with some words at a beginning or inside, wherever they stand and in whatever order they are shown: as the table of
// moderators finds them. SQLite here; PostgreSQL in `postgresAnywhereQueries.ts`.
import { type RawBuilder, sql } from 'kysely';
import { SEARCH_PART_MIN_LENGTH } from '../contract/limits.ts';
import type { Db } from '../db/client.ts';
import { isPostgres } from '../db/dialect.ts';
import { isAmong, readNumbers } from '../db/lists.ts';
import type { Stretch } from '../db/postgres/held.ts';
import { anyOfWords, longWordsOf } from './matching.ts';
import { foundOnPostgres } from './postgresAnywhereQueries.ts';
import { nextOnPostgres } from './postgresSearchQueries.ts';
import { isDense, type Rows, rowsBeginning, rowsWithPieces } from './searchQueries.ts';
import type { Wanted } from './vocabularyQueries.ts';
import { hasWords } from './wordTestQueries.ts';

export type Anywhere =
  /** Numbers in the index of all of them, when they are few. */
  | { few: readonly number[] }
  /** Whether a row of `tracks` is among many, as an index with its number tells: for a walk along the index of an order. */
  | { isFound: RawBuilder<boolean> };

export interface Bounds {
  /** Up to so many are named. */
  few: number;
  /** That there are more than so many must be certain; no larger than `few`. */
  counted: number;
}

/** So many of the newest tell whether many are found. */
const TELLING = 100;
/** From this part of all tracks on, to test the rows of an order one by one costs less than to find every track first: 4 ms. */
const MET = 1 / 30;
/** The same where a piece is found by the places of its three letters, which costs twice as much. */
const MET_BY_PLACES = 1 / 60;

/** Numbers of the newest, the newest first. */
const newestIn = (db: Db, rows: Rows, most: number): Promise<number[]> =>
  readNumbers(db, sql`select rowid as doc from (${rows}) order by rowid desc limit ${most}`);

/** The same as `rows` in no order, some perhaps twice: to put the lists of a hundred words in one order costs ten times as much. */
function inNoOrder(wanted: Wanted, rows: Rows): Rows {
  const [word, another] = wanted.words;
  const words = word !== undefined && another === undefined ? wanted.holding.get(word) : undefined;
  if (words === undefined) return rows;
  return sql`select tracks_fts.rowid from json_each(${JSON.stringify(words.map((each) => anyOfWords([each])))}) as word
    cross join tracks_fts where tracks_fts match word.value`;
}

const isByPlaces = ({ words, holding }: Wanted): boolean =>
  longWordsOf(words).some((word) => !holding.has(word) && [...word].length > SEARCH_PART_MIN_LENGTH);

/** Where many are found each row is tested, else all are found first. */
async function foundOnSqlite(db: Db, wanted: Wanted, most: number): Promise<Anywhere> {
  const met = isByPlaces(wanted) ? MET_BY_PLACES : MET;
  const areMany = (docs: readonly number[]) => docs.length >= TELLING && isDense({ docs }, met);
  const tested = { isFound: hasWords('anywhere', wanted.words) };
  const beginning = rowsBeginning(wanted.words);
  const begun = await newestIn(db, beginning, most + 1);
  if (begun.length > most && areMany(begun)) return tested;
  const inside = rowsWithPieces(wanted);
  const held = inside === null ? [] : await newestIn(db, inside, begun.length > most ? TELLING : most + 1);
  const docs = [...new Set([...begun, ...held])];
  if (docs.length <= most) return { few: docs };
  if (areMany(held)) return tested;
  const all = inside === null ? beginning : sql`${beginning} union all ${inNoOrder(wanted, inside)}`;
  return { isFound: isAmong(sql`tracks.index_number`, all) };
}

/** Of one word at least. */
export const foundAnywhere = (db: Db, wanted: Wanted, bounds: Bounds): Promise<Anywhere> =>
  isPostgres(db) ? foundOnPostgres(db, wanted, bounds) : foundOnSqlite(db, wanted, bounds.few);

/** Some of both, each read no further than it must be. */
function someAnywhere(wanted: Wanted, some: (rows: Rows) => Rows): Rows {
  const inside = rowsWithPieces(wanted);
  const beginning = some(rowsBeginning(wanted.words));
  return inside === null ? beginning : sql`${some(inside)} union ${beginning}`;
}

/** Numbers in the index of the next tracks that are found. */
export async function docsAnywhere(db: Db, wanted: Wanted, stretch: Stretch): Promise<number[]> {
  if (isPostgres(db)) return nextOnPostgres(db, wanted, 'anywhere', stretch);
  const { direction, after, most } = stretch;
  const way = direction === 'asc' ? sql`asc` : sql`desc`;
  const beyond = direction === 'asc' ? sql`>` : sql`<`;
  const behind = after === null ? sql`true` : sql`rowid ${beyond} ${after}`;
  const next = (rows: Rows) =>
    sql`select rowid from (select rowid from (${rows}) where ${behind} order by rowid ${way} limit ${most})`;
  return readNumbers(
    db,
    sql`select rowid as doc from (${someAnywhere(wanted, next)}) order by rowid ${way} limit ${most}`,
  );
}
