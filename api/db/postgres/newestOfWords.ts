// How many rows have one of some words, told by the newest rows of each word in lists of postings: without reading the lists.
import { type RawBuilder, sql } from 'kysely';

/** Postings that are read of all words of a list together, and at least of each, to see how many rows are on it: 0.5 ms. */
const READ = 500;
const READ_OF_EACH = 4;

/** Postings that are read of each word of `fitting`, to see whether `most` rows are on their list, or all there are. */
export const readOfFitting = (most: number): RawBuilder<unknown> =>
  sql`(select least(${most}::bigint, greatest(${READ_OF_EACH}, (${READ} + n - 1) / greatest(n, 1))) from (
    select count(*) as n from fitting) as counted)`;

export interface SomePosted {
  /** Numbers of the words; null for too many. */
  words: readonly number[] | null;
  /** In no order. */
  docs: number[];
  /** Whether these are all. */
  areAll: boolean;
  /** One row of so many is on the list, as the newest of each word tell; there may be more. */
  apart: number;
}

/** As `toldByListed` gives it. */
export interface Told {
  are_all: number | null;
  density: number | null;
}

/**
 * What `listed` (`word`, `doc`), the `each` newest rows of each word or all of them, tells: whether these are all, and what part of the
 * rows is on the list. Of a word's rows that go on, the last one read only ends the span.
 */
export const toldByListed = (each: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  (select min(case when n < ${each} then 1 else 0 end) from (
    select count(*) as n from listed group by word) as words) as are_all,
  (select sum(case when n < ${each} then n * 1.0 / top else (n - 1.0) / (top - last + 1) end) from (
    select count(*) as n, min(doc) as last from listed group by word) as words
    cross join (select max(doc) as top from listed) as newest) as density`;

export const told = (
  words: readonly number[] | null,
  docs: number[],
  row: Told | undefined,
  most: number,
): SomePosted => ({
  words,
  docs,
  areAll: words !== null && row?.are_all !== 0 && docs.length < most,
  apart: 1 / (row?.density || 1),
});
