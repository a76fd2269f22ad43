// Words somebody looks for, as patterns of LIKE. SQLite folds the case of ASCII alone: of other letters the usual ways of
// writing a word are asked for, too.
import { type RawBuilder, sql } from 'kysely';
import { SEARCH_PART_MIN_LENGTH } from '../contract/limits.ts';
import { isLike } from '../db/collation.ts';
import { either } from '../db/dialect.ts';
import { phraseOf } from '../tracks/matching.ts';

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

/** A text this short has no piece in an index of pieces. */
export const isShort = (text: string): boolean => [...text.trim()].length < SEARCH_PART_MIN_LENGTH;

/** Whether the person in `column` is called so; people are looked through once, not for each row. */
export const isCalled = (column: RawBuilder<unknown>, text: string): RawBuilder<boolean> =>
  sql<boolean>`${column} in (select id from accounts where ${holds([sql`username`], text)})`;

/** Whether the recording in `column` has such a title. */
export const isTitled = (column: RawBuilder<unknown>, text: string): RawBuilder<boolean> =>
  sql<boolean>`${column} in ${isShort(text) ? titledSlowly(text) : titled(text)}`;

const titledSlowly = (text: string) => sql`(select id from tracks where ${holds([sql`title`], text)})`;

const titled = (text: string) =>
  either({
    sqlite: sql`(select track_id from search_rows where doc in
      (select rowid from tracks_fts_inside where tracks_fts_inside match ${`title : ${phraseOf(text)}`}))`,
    // The title is the first line.
    postgres: sql`(select track_id from search_rows where ${holdsFolded(sql`inside`, text)}
      and ${holdsFolded(sql`split_part(inside, ${'\n'}, 1)`, text)})`,
  });
