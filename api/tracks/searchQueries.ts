// SQL of words: the tracks that have them, at the beginning of a word, inside one, or one typing error away. SQLite gives their
// numbers in order out of its indexes; PostgreSQL is asked by `postgresSearchQueries.ts`.
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../db/client.ts';
import type { Cursor } from '../db/cursor.ts';
import { either, isPostgres } from '../db/dialect.ts';
import { numberList, readNumbers } from '../db/lists.ts';
import { isDenselyHeld, type Newest } from '../db/postgres/held.ts';
import {
  anyOfWords,
  beginningsOf,
  endsOf,
  forgivingBeginningOf,
  longWordsOf,
  piecesOf,
  shortWordsOf,
  taggedOf,
} from './matching.ts';
import { isFoundOnPostgres, newestOnPostgres, nextOnPostgres } from './postgresSearchQueries.ts';
import type { Reach, Wanted } from './vocabularyQueries.ts';
import { hasWords } from './wordTestQueries.ts';

// `inside` leaves out the tracks that `beginning` finds; `similar` finds tracks to be compared word by word (`typos.ts`).
export type Rows = RawBuilder<unknown>;

// An index of words is asked for row numbers alone; anything else of it is read from the disk row by row.
export const rowsBeginning = (words: readonly string[], tags: readonly string[] = []): Rows =>
  sql`select rowid from tracks_fts where tracks_fts match ${[beginningsOf(words), taggedOf(tags)].join(' ')}`;

const rowsForgiving = (word: string): Rows =>
  sql`select rowid from tracks_fts where tracks_fts match ${forgivingBeginningOf(word)}`;

/**
 * By whole words that have the pieces, as far as these are few; the other pieces are looked for in the rows that are found so.
 * Null where every piece is in too many words.
 */
function rowsWithWords(pieces: readonly string[], { holding }: Wanted): Rows | null {
  const known = pieces.flatMap((piece) => (holding.has(piece) ? [holding.get(piece) ?? []] : []));
  if (known.length === 0) return null;
  if (known.some((words) => words.length === 0)) return sql`select 0 as rowid where false`;
  const all = known.map((words) => `(${anyOfWords(words)})`).join(' AND ');
  const rest = pieces.filter((piece) => !holding.has(piece));
  const also =
    rest.length === 0
      ? sql``
      : sql`and exists (select 1 from tracks_fts_inside where tracks_fts_inside match ${piecesOf(rest)}
          and tracks_fts_inside.rowid = tracks_fts.rowid)`;
  return sql`select rowid from tracks_fts where tracks_fts match ${all} ${also}`;
}

/** `words` are long ones. */
const rowsHolding = (words: readonly string[], wanted: Wanted): Rows =>
  rowsWithWords(words, wanted) ??
  sql`select rowid from tracks_fts_inside where tracks_fts_inside match ${piecesOf(words)}`;

/** Null when nothing can be found so: every word is too short. */
export function rowsWithPieces(wanted: Wanted): Rows | null {
  const { words } = wanted;
  const long = longWordsOf(words);
  if (long.length === 0) return null;
  const short = shortWordsOf(words);
  const also = short.length === 0 ? sql`` : sql`intersect ${rowsBeginning(short)}`;
  return sql`${rowsHolding(long, wanted)} ${also}`;
}

/**
 * What is left of a word beside one typing error: its beginning, or its end inside another; of each of the two no more than
 * `some`.
 */
function rowsSimilarTo(word: string, wanted: Wanted, some: (rows: Rows) => Rows): Rows {
  const { head = word, tail = '' } = endsOf(word) ?? {};
  const tails = longWordsOf([tail]);
  if (tails.length === 0) return rowsForgiving(head);
  const part = (rows: Rows) => sql`select rowid from (${some(rows)})`;
  return sql`select rowid from (${part(rowsForgiving(head))} union ${part(rowsHolding(tails, wanted))})`;
}

const rowsSimilar = (wanted: Wanted): Rows =>
  sql.join(
    wanted.words.map((word) => rowsSimilarTo(word, wanted, (rows) => rows)),
    sql` intersect `,
  );

/** Row numbers of the search for tracks that have the words at a beginning or inside. */
function rowsAnywhere(wanted: Wanted): Rows {
  const inside = rowsWithPieces(wanted);
  const beginning = rowsBeginning(wanted.words);
  return inside === null ? beginning : sql`${inside} union ${beginning}`;
}

/** Tracks in whose index rows the words may be; of `inside` also those that have them at a beginning. */
const ROWS_OF: Record<Reach, (wanted: Wanted) => Rows | null> = {
  beginning: ({ words, tags }) => rowsBeginning(words, tags),
  inside: rowsWithPieces,
  similar: rowsSimilar,
  anywhere: rowsAnywhere,
};

export interface Look {
  wanted: Wanted;
  reach: Reach;
}

/** Numbers in the index, the newest first; below which number there may be more, null for none. */
export type Found = Newest;

/**
 * Numbers of the next tracks that are found, the newest first, `most` of them or fewer; `below` is a number, or null for the
 * newest. Nothing but these is read of what many tracks have.
 */
export async function docsFound(
  db: Db,
  { wanted, reach }: Look,
  below: number | null,
  most: number,
): Promise<Found> {
  const { words } = wanted;
  if (isPostgres(db)) {
    const docs = await nextOnPostgres(db, wanted, reach, { direction: 'desc', after: below, most });
    return { docs, next: docs.length < most ? null : (docs.at(-1) ?? null) };
  }
  const all = ROWS_OF[reach](wanted);
  if (all === null) return { docs: [], next: null };
  const next = (rows: Rows) => sql`select rowid from (${rows})
    ${below === null ? sql`` : sql`where rowid < ${below}`} order by rowid desc limit ${most}`;
  const [word, another] = words;
  const isOneTyped = reach === 'similar' && word !== undefined && another === undefined;
  const rows = isOneTyped ? next(rowsSimilarTo(word, wanted, next)) : next(all);
  const begins = reach === 'inside' ? sql`rowid in (${rowsBeginning(words)})` : sql`1 = 0`;
  const found = await sql<{ docs: string; n: number; last: number | null }>`select
    json_group_array(rowid) filter (where not begins) as docs, count(*) as n, min(rowid) as last
    from (select rowid, ${begins} as begins from (${rows}) order by rowid desc)`.execute(db);
  const { docs = '[]', n = 0, last = null } = found.rows[0] ?? {};
  return { docs: JSON.parse(docs) as number[], next: n < most ? null : last };
}

/** All that are found when they are fewer than `most`, else some of the newest: as many as cost no more than to know that. */
export const someFound = (db: Db, look: Look, most: number): Promise<Found> =>
  isPostgres(db) ? newestOnPostgres(db, look.wanted, look.reach, most) : docsFound(db, look, null, most);

/** From this part of all tracks on, to ask of the rows of an order one by one costs less than to find every track first. */
const DENSE = 1 / 20;

/** Whether `part` of all tracks are found, as the newest of them tell. */
export const isDense = ({ docs }: { docs: readonly number[] }, part = DENSE): boolean =>
  docs.length / ((docs.at(0) ?? 0) - (docs.at(-1) ?? 0) + 1) >= part;

/** Whether so many tracks are found that a page in another order is soon full when its rows are read one by one. */
export const areFoundDensely = (db: Db, some: Found): boolean =>
  isPostgres(db) ? isDenselyHeld(some) : isDense(some);

/** Of one word at least: whether the track of a row is found. `areMany`: most rows of an order are. */
export const foundAlong = (wanted: Wanted, reach: Reach, areMany: boolean): RawBuilder<boolean> =>
  either({
    sqlite: isFoundOnSqlite(wanted, reach, areMany),
    postgres: isFoundOnPostgres(wanted, reach, areMany),
  });

function isFoundOnSqlite(wanted: Wanted, reach: Reach, areMany: boolean): RawBuilder<boolean> {
  if (areMany && reach === 'beginning') return hasWords('beginning', wanted.words);
  const rows = ROWS_OF[reach](wanted) ?? sql`select -1`;
  const all = reach === 'inside' ? sql`${rows} except ${rowsBeginning(wanted.words)}` : rows;
  // The `+` keeps SQLite on the index of the order.
  return sql`+tracks.index_number in (${all})`;
}

/** Ids of the tracks with these numbers, as a list for `in`. */
export const tracksOfDocs = (docs: readonly number[]) =>
  sql`(select track_id from search_rows where doc in ${numberList(docs)})`;

/** Whether the index of words knows which tracks are the newest. */
export const knowsDates = (db: Db): boolean => !isPostgres(db);

/** Of these numbers those behind a place in the order of dates, the newest first. Where dates are known. */
export async function newestOf(db: Db, docs: readonly number[], after: Cursor | null): Promise<number[]> {
  const behind = after === null ? sql`` : sql`and (created_at, track_id) < (${after.value}, ${after.id})`;
  return readNumbers(
    db,
    sql`select doc from search_rows where doc in ${numberList(docs)} ${behind}
      order by created_at desc, track_id desc`,
  );
}

/** Ids of the tracks with these numbers, the newest first. Where dates are known. */
export async function tracksByDate(db: Db, docs: readonly number[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select track_id as id from search_rows
    where doc in ${numberList(docs)} order by created_at desc, track_id desc`.execute(db);
  return rows.map(({ id }) => id);
}
