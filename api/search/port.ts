// What both databases can find by text. Each finds the newest rows first, by their numbers in an index of texts: a number
// grows with every new row, so the order of numbers is the order of dates.
import type { RawBuilder } from 'kysely';
import type { Db } from '../db/client.ts';

/**
 * Where a recording has the words. `prefix`: each starts a word of any text. `inside`: each is inside a word of title, tags or
 * name, and not all of them start one. `anywhere`: either. `similar`: each has the start or the end of a word of the short
 * texts, so that one typing error is possible (`typos.ts` compares them).
 */
export type Reach = 'prefix' | 'inside' | 'anywhere' | 'similar';

/** At least one word or tag. */
export interface Terms {
  reach: Reach;
  /** From `wordsOf`. */
  words: readonly string[];
  /** A recording has all of them; only `prefix` uses them. From `searchableTags`. */
  tags: readonly string[];
}

/** The index of texts of one table that moderators search. */
export interface TextIndex {
  /** SQLite: an FTS5 table of trigrams, with the columns to search. */
  fts: string;
  ftsColumns: readonly string[];
  /** PostgreSQL: a table with folded texts under trigrams, its number, and the columns to look at. */
  table: string;
  number: string;
  columns: readonly string[];
}

export interface Search {
  /** Numbers of the newest matching recordings below `before`, `most` or fewer: fewer are all. */
  newest(db: Db, terms: Terms, before: number | null, most: number): Promise<number[]>;
  /** Numbers of all matching recordings in no order; null when there are more than `FEW`. */
  all(db: Db, terms: Terms): Promise<number[] | null>;
  /** Whether a row of `tracks` matches. Costs some 30 µs a row: for orders in which a match is never far. */
  matches(terms: Terms): RawBuilder<boolean>;
  /** Numbers of the newest rows with this text, `most` or fewer. `among`: a query of the numbers that come into question. */
  newestTexts(
    db: Db,
    index: TextIndex,
    text: string,
    most: number,
    among: RawBuilder<unknown> | null,
  ): Promise<number[]>;
}

/** Maximum of matches that are read and sorted in any order, which takes 30 to 50 ms. It is 1 % of a million recordings. */
export const FEW = 10_000;
