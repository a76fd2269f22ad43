// Words somebody looks for, as patterns of LIKE. SQLite folds the case of ASCII alone: of other letters the usual ways of
// writing a word are asked for, too.
import { type RawBuilder, sql } from 'kysely';
import { SEARCH_PART_MIN_LENGTH } from '../contract/limits.ts';
import type { Db } from '../db/client.ts';
import { isLike } from '../db/collation.ts';
import { either } from '../db/dialect.ts';
import { phraseOf } from '../tracks/matching.ts';
import { FEW_AND_ONE, fewOf } from './pageQueries.ts';

const escaped = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1).toLowerCase();

/** As typed, in lower and upper case and with a capital; one of them is enough where all letters are ASCII. */
function waysOfWriting(text: string): string[] {
  const ways = new Set([text, text.toLowerCase(), text.toUpperCase(), capitalised(text)]);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the range of ASCII
  return /^[\x00-\x7f]*$/.test(text) ? [text] : [...ways];
}

/** True where one of the columns holds the text. */
export function holds(columns: readonly RawBuilder<unknown>[], text: string): RawBuilder<boolean> {
  const tests = columns.flatMap((column) =>
    waysOfWriting(text.trim()).map((way) => isLike(column, escaped(way))),
  );
  return sql<boolean>`(${sql.join(tests, sql` or `)})`;
}

/** The same of a column that PostgreSQL keeps folded (`0027-people`). */
export function holdsFolded(column: RawBuilder<unknown>, text: string): RawBuilder<boolean> {
  const tests = waysOfWriting(text.trim()).map(
    (way) => sql`${column} like folded(${escaped(way)}) escape '\\'`,
  );
  return sql<boolean>`(${sql.join(tests, sql` or `)})`;
}

/**
 * Numbers of the rows whose pieces hold the text: in an index of SQLite's, or, on PostgreSQL, in a column of folded texts
 * of `table`; `number` is its key. `text` is not short.
 */
export const rowsHolding = (
  index: { sqlite: string; postgres: { table: string; number: string; inside: RawBuilder<unknown> } },
  text: string,
): RawBuilder<unknown> => {
  const pieces = sql.table(index.sqlite);
  const { table, number, inside } = index.postgres;
  return either({
    sqlite: sql`select rowid from ${pieces} where ${pieces} match ${phraseOf(text)}`,
    postgres: sql`select ${sql.ref(number)} as rowid from ${sql.table(table)} where ${holdsFolded(inside, text)}`,
  });
};

/** A text this short has no piece in an index of pieces. */
export const isShort = (text: string): boolean => [...text.trim()].length < SEARCH_PART_MIN_LENGTH;

/**
 * Ids of the rows of a table that fit, read one by one until they are many: what a text too short for the indexes costs.
 * A walk along the order of a page would read every row with all that is joined to it when there is nothing to be found.
 */
export async function lookThrough(db: Db, table: RawBuilder<unknown>): Promise<string[] | null> {
  const { rows } = await sql<{ id: string }>`select id from ${table} limit ${FEW_AND_ONE}`.execute(db);
  return fewOf(rows);
}

/** Ids of the people who are called so, with `address` of those whose e-mail address has it, too; null when they are many. */
export async function peopleCalled(db: Db, text: string, address = false): Promise<string[] | null> {
  if (isShort(text)) {
    const columns = [sql`username`, ...(address ? [sql`coalesce(email, '')`] : [])];
    return lookThrough(db, sql`accounts where ${holds(columns, text)}`);
  }
  const phrase = address ? phraseOf(text) : `username : ${phraseOf(text)}`;
  const docs = either({
    sqlite: sql`(select rowid from accounts_fts_inside where accounts_fts_inside match ${phrase}
      limit ${FEW_AND_ONE})`,
    postgres: sql`(select doc as rowid from account_docs where ${holdsFolded(sql`inside`, text)}
      ${address ? sql`or ${holdsFolded(sql`address`, text)}` : sql``} limit ${FEW_AND_ONE})`,
  });
  // A cross join is read in the order it is written in: what was found first.
  const { rows } = await sql<{ id: string }>`select account_id as id
    from ${docs} as found cross join account_docs where account_docs.doc = found.rowid`.execute(db);
  return fewOf(rows);
}

/** Ids of the recordings with such a title; null when they are many. */
export async function recordingsTitled(db: Db, text: string): Promise<string[] | null> {
  // The titles are read in their index, not the rows.
  if (isShort(text))
    return lookThrough(db, sql`tracks where status = 'active' and ${holds([sql`title`], text)}`);
  const docs = either({
    sqlite: sql`(select rowid from tracks_fts_inside where tracks_fts_inside match ${`title : ${phraseOf(text)}`}
      limit ${FEW_AND_ONE})`,
    // The title is the first line.
    postgres: sql`(select doc as rowid from search_rows where ${holdsFolded(sql`inside`, text)}
      and ${holdsFolded(sql`split_part(inside, ${'\n'}, 1)`, text)} limit ${FEW_AND_ONE})`,
  });
  const { rows } = await sql<{ id: string }>`select track_id as id
    from ${docs} as found cross join search_rows where search_rows.doc = found.rowid`.execute(db);
  return fewOf(rows);
}
