// Text comparison that is the same in both databases: by bytes; without regard to case only ASCII letters are folded.
import { type RawBuilder, sql } from 'kysely';
import { either } from './dialect.ts';

/** For orders and comparisons that ignore case; indexes contain the same expression. */
export const withoutCase = (column: RawBuilder<unknown>): RawBuilder<unknown> =>
  either({ sqlite: sql`${column} collate nocase`, postgres: sql`lower(${column})` });

/** `pattern` escapes with a backslash; ASCII letters match in both cases. */
export const isLike = (column: RawBuilder<unknown>, pattern: string): RawBuilder<boolean> =>
  either({
    sqlite: sql`${column} like ${pattern} escape '\\'`,
    postgres: sql`${column} ilike ${pattern} escape '\\'`,
  });
