// SQL of words: the tracks that have them, at the beginning of a word, inside one, or one typing error away.
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../db/client.ts';
import { beginningsOf, piecesOf, remainsOf, shortWordsOf } from './matching.ts';

/**
 * Where words are looked for. `inside` leaves out the tracks that `beginning` finds; `similar` finds tracks to be compared
 * word by word (`typos.ts`).
 */
export type Reach = 'beginning' | 'inside' | 'similar';

/** Up to so many found tracks are read and sorted; more are looked for along the index of the order. */
const FEW = 500;

type Rows = RawBuilder<unknown>;

// An index of words is asked for row numbers alone; anything else of it is read from the disk row by row.
const rowsBeginning = (expression: string): Rows =>
  sql`select rowid from tracks_fts where tracks_fts match ${expression}`;
const rowsHolding = (expression: string): Rows =>
  sql`select rowid from tracks_fts_inside where tracks_fts_inside match ${expression}`;

/** Null when nothing can be found so: every word is too short. */
function rowsWithPieces(words: readonly string[]): Rows | null {
  const pieces = piecesOf(words);
  if (pieces === null) return null;
  const short = shortWordsOf(words);
  const also = short.length === 0 ? sql`` : sql`intersect ${rowsBeginning(beginningsOf(short))}`;
  return sql`${rowsHolding(pieces)} ${also}`;
}

function rowsInside(words: readonly string[]): Rows | null {
  const rows = rowsWithPieces(words);
  return rows === null ? null : sql`${rows} except ${rowsBeginning(beginningsOf(words))}`;
}

function rowsSimilar(words: readonly string[]): Rows {
  const each = words.map((word) => {
    const { begins, holds } = remainsOf(word);
    if (holds === null) return rowsBeginning(begins);
    return sql`select rowid from (${rowsBeginning(begins)} union ${rowsHolding(holds)})`;
  });
  return sql.join(each, sql` intersect `);
}

const ROWS_OF: Record<Reach, (words: readonly string[]) => Rows | null> = {
  beginning: (words) => rowsBeginning(beginningsOf(words)),
  inside: rowsInside,
  similar: rowsSimilar,
};

/** Ids of the tracks, as a list for `in`. Of one word at least. */
export const found = (words: readonly string[], reach: Reach) =>
  sql`(select track_id from search_rows where doc in (${ROWS_OF[reach](words) ?? sql`select null`}))`;

/** Whether so few tracks are found that sorting them is cheaper than walking the list; 'none' when there are none. */
export async function isFew(db: Db, words: readonly string[], reach: Reach): Promise<boolean | 'none'> {
  const rows = ROWS_OF[reach](words);
  if (rows === null) return 'none';
  const counted = await sql<{
    count: number;
  }>`select count(*) as count from (${rows} limit ${FEW + 1})`.execute(db);
  const count = counted.rows[0]?.count ?? 0;
  return count === 0 ? 'none' : count <= FEW;
}

/** Row numbers of the search for tracks that have the words at a beginning or inside. */
function rowsAnywhere(words: readonly string[]): Rows {
  const inside = rowsWithPieces(words);
  const beginning = rowsBeginning(beginningsOf(words));
  return inside === null ? beginning : sql`${inside} union ${beginning}`;
}

/** Whether a row of `tracks` is found: for a walk along an order, which asks row by row and ends early. */
export const isFoundAnywhere = (words: readonly string[]): RawBuilder<boolean> =>
  sql`(select doc from search_rows where track_id = tracks.id) in (${rowsAnywhere(words)})`;

/** Ids of the tracks that are found when they are `most` or fewer; null when they are more. */
export async function fewAnywhere(db: Db, words: readonly string[], most: number): Promise<string[] | null> {
  const { rows } = await sql<{ rowid: number }>`select rowid from (${rowsAnywhere(words)})
    limit ${most + 1}`.execute(db);
  if (rows.length > most) return null;
  const docs = JSON.stringify(rows.map(({ rowid }) => rowid));
  const ids = await sql<{ id: string }>`select track_id as id from search_rows
    where doc in (select value from json_each(${docs}))`.execute(db);
  return ids.rows.map(({ id }) => id);
}
