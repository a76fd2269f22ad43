// Words somebody looks for, as patterns of LIKE. SQLite folds the case of ASCII alone: of other letters the usual ways of
// writing a word are asked for, too.
import { type RawBuilder, sql } from 'kysely';
import { isLike } from '../db/collation.ts';

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
