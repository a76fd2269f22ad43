// SQL of words: the tracks that have them, at the beginning of a word, inside one, or one typing error away.
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../db/client.ts';
import { either, NAMED } from '../db/dialect.ts';
import { numberList } from '../db/lists.ts';
import {
  beginningsOf,
  endsOf,
  forgivingBeginningOf,
  lexemesBeginning,
  longWordsOf,
  patternsOf,
  piecesOf,
  shortWordsOf,
} from './matching.ts';

/**
 * Where words are looked for. `inside` leaves out the tracks that `beginning` finds; `similar` finds tracks to be compared
 * word by word (`typos.ts`).
 */
export type Reach = 'beginning' | 'inside' | 'similar';

/** Up to so many found tracks are read and sorted; more are looked for along the index of the order. */
const FEW = 500;

type Rows = RawBuilder<unknown>;

// An index of words is asked for row numbers alone; anything else of it is read from the disk row by row.
const rowsBeginning = (words: readonly string[]): Rows =>
  either({
    sqlite: sql`select rowid from tracks_fts where tracks_fts match ${beginningsOf(words)}`,
    postgres: sql`select doc as rowid from search_rows where words @@ ${lexemesBeginning(words)}::tsquery`,
  });

const rowsForgiving = (word: string): Rows =>
  either({
    sqlite: sql`select rowid from tracks_fts where tracks_fts match ${forgivingBeginningOf(word)}`,
    postgres: sql`select doc as rowid from search_rows where words @@ ${lexemesBeginning([word], true)}::tsquery`,
  });

/** `words` are long ones. */
const rowsHolding = (words: readonly string[]): Rows =>
  either({
    sqlite: sql`select rowid from tracks_fts_inside where tracks_fts_inside match ${piecesOf(words)}`,
    postgres: sql`select doc as rowid from search_rows where ${sql.join(
      patternsOf(words).map((pattern) => sql`inside like ${pattern}`),
      sql` and `,
    )}`,
  });

/** Null when nothing can be found so: every word is too short. */
function rowsWithPieces(words: readonly string[]): Rows | null {
  const long = longWordsOf(words);
  if (long.length === 0) return null;
  const short = shortWordsOf(words);
  const also = short.length === 0 ? sql`` : sql`intersect ${rowsBeginning(short)}`;
  return sql`${rowsHolding(long)} ${also}`;
}

function rowsInside(words: readonly string[]): Rows | null {
  const rows = rowsWithPieces(words);
  return rows === null ? null : sql`${rows} except ${rowsBeginning(words)}`;
}

/** What is left of a word beside one typing error: its beginning, or its end inside another. */
function rowsSimilar(words: readonly string[]): Rows {
  const each = words.map((word) => {
    const { head = word, tail = '' } = endsOf(word) ?? {};
    const tails = longWordsOf([tail]);
    if (tails.length === 0) return rowsForgiving(head);
    return sql`select rowid from (${rowsForgiving(head)} union ${rowsHolding(tails)}) ${NAMED}`;
  });
  return sql.join(each, sql` intersect `);
}

const ROWS_OF: Record<Reach, (words: readonly string[]) => Rows | null> = {
  beginning: rowsBeginning,
  inside: rowsInside,
  similar: rowsSimilar,
};

/** Ids of the tracks, as a list for `in`. Of one word at least. */
export const found = (words: readonly string[], reach: Reach) =>
  sql`(select track_id from search_rows where doc in (${ROWS_OF[reach](words) ?? sql`select -1`}))`;

/** Whether so few tracks are found that sorting them is cheaper than walking the list; 'none' when there are none. */
export async function isFew(db: Db, words: readonly string[], reach: Reach): Promise<boolean | 'none'> {
  const rows = ROWS_OF[reach](words);
  if (rows === null) return 'none';
  const counted = await sql<{
    count: number;
  }>`select count(*) as count from (${rows} limit ${FEW + 1}) ${NAMED}`.execute(db);
  const count = counted.rows[0]?.count ?? 0;
  return count === 0 ? 'none' : count <= FEW;
}

/** Row numbers of the search for tracks that have the words at a beginning or inside. */
function rowsAnywhere(words: readonly string[]): Rows {
  const inside = rowsWithPieces(words);
  const beginning = rowsBeginning(words);
  return inside === null ? beginning : sql`${inside} union ${beginning}`;
}

/** Whether a row of `tracks` is found: for a walk along an order, which asks row by row and ends early. */
export const isFoundAnywhere = (words: readonly string[]): RawBuilder<boolean> =>
  sql`(select doc from search_rows where track_id = tracks.id) in (${rowsAnywhere(words)})`;

/** Ids of the tracks that are found when they are `most` or fewer; null when they are more. */
export async function fewAnywhere(db: Db, words: readonly string[], most: number): Promise<string[] | null> {
  const { rows } = await sql<{ rowid: number }>`select rowid from (${rowsAnywhere(words)}) ${NAMED}
    limit ${most + 1}`.execute(db);
  if (rows.length > most) return null;
  const docs = rows.map(({ rowid }) => rowid);
  const ids = await sql<{ id: string }>`select track_id as id from search_rows
    where doc in ${numberList(docs)}`.execute(db);
  return ids.rows.map(({ id }) => id);
}
