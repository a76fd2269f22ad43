// Text comparison that is equal on both databases: by bytes, or ignoring the case of ASCII letters only.
import { type RawBuilder, sql } from 'kysely';
import { either } from './dialect.ts';

/** For comparing without case; indexes use the same expression. */
export const withoutCase = (column: RawBuilder<unknown>): RawBuilder<unknown> =>
  either({ sqlite: sql`${column} collate nocase`, postgres: sql`lower(${column})` });

/** `pattern` escapes with a backslash; ASCII letters match in both cases. */
export const isLike = (column: RawBuilder<unknown>, pattern: string): RawBuilder<boolean> =>
  either({
    sqlite: sql`${column} like ${pattern} escape '\\'`,
    postgres: sql`${column} ilike ${pattern} escape '\\'`,
  });
