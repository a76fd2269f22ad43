// Text as both databases compare it: by its bytes, and where case is no matter, folded in ASCII alone.
import { type RawBuilder, sql } from 'kysely';
import { either } from './dialect.ts';

/** For orders and comparisons in which capitals count as small letters; indexes hold the same expression. */
export const withoutCase = (column: RawBuilder<unknown>): RawBuilder<unknown> =>
  either({ sqlite: sql`${column} collate nocase`, postgres: sql`lower(${column})` });

/** `pattern` escapes with a backslash; ASCII letters are alike in both cases. */
export const isLike = (column: RawBuilder<unknown>, pattern: string): RawBuilder<boolean> =>
  either({
    sqlite: sql`${column} like ${pattern} escape '\\'`,
    postgres: sql`${column} ilike ${pattern} escape '\\'`,
  });
