// A page of any table: sorted by a few expressions, the id last, after the place where the page before ended.
import { type AliasedRawBuilder, type Expression, type RawBuilder, sql } from 'kysely';
import type { Direction } from '../contract/overview.ts';
import { TABLE_COUNTED_ROWS, TABLE_PAGE_ROWS } from '../contract/overview.ts';
import type { Db } from '../db/client.ts';
import { NAMED } from '../db/dialect.ts';
import { readPlace, writePlace } from './cursor.ts';

/** As a table is asked for. */
export interface Asked {
  direction?: Direction | undefined;
  cursor?: string | undefined;
  limit?: string | undefined;
}

interface Sortable {
  where(condition: Expression<boolean>): this;
  orderBy(by: Expression<unknown>, direction: Direction): this;
  limit(count: number): this;
}

/** What rows are sorted by, none of it ever null; the id is the last. An index holds them in this order. */
export type SortKey = readonly [RawBuilder<unknown>, ...RawBuilder<unknown>[]];

/** At most so many expressions. */
const NAMES = ['sort_0', 'sort_1', 'sort_2'] as const;
type SortName = (typeof NAMES)[number];
type Sorted = Partial<Record<SortName, unknown>>;

/** What a table is searched for; empty without words. */
export const wordsIn = ({ search = '' }: { search?: string | undefined }): string => search.trim();

/** Rows as asked for; `isLeast`: there are more than `n`. */
export interface Total {
  n: number;
  isLeast: boolean;
}

/** Up to so many found rows are fetched and sorted; more are looked for along the index of the order. */
const FEW = 1000;
/** Asks for one more, which tells that there are too many. */
export const FEW_AND_ONE = FEW + 1;

const COUNTED = TABLE_COUNTED_ROWS;
/** Tells that there are more than are counted. */
export const COUNTED_AND_ONE = COUNTED + 1;

/** The keys of `found` when they are few, else null. */
export const fewOf = <Key>(found: readonly { id: Key }[]): Key[] | null =>
  found.length > FEW ? null : found.map(({ id }) => id);

export const exactly = (n: number): Total => ({ n, isLeast: false });

/** Of so many that are found. */
export const countOfFound = (n: number): Total => (n > COUNTED ? { n: COUNTED, isLeast: true } : exactly(n));

/** Of a search whose few are known; null for many. */
export const countOfFew = (few: readonly unknown[] | null): Total => countOfFound(few?.length ?? COUNTED + 1);

/** Counts `rows`, a query in brackets, one by one and not far. */
export async function countOfRows(db: Db, rows: RawBuilder<unknown>): Promise<Total> {
  const counted = await sql<{ n: number }>`select count(*) as n from (
    select 1 as one from ${rows} ${NAMED} limit ${COUNTED_AND_ONE}) ${NAMED}`.execute(db);
  const n = counted.rows[0]?.n ?? 0;
  return n > COUNTED ? countOfFew(null) : exactly(n);
}

/** The expressions as columns of the row, from which the next cursor is made. */
export const sortColumns = (key: SortKey): AliasedRawBuilder<unknown, SortName>[] =>
  NAMES.flatMap((name, at) => key[at]?.as(name) ?? []);

/**
 * The rows of a page and one more, which tells that there is a next one. `byFirst`: an index begins at the first value alone,
 * where the id stands in another table, or where SQLite compares without case.
 */
export function cutPage<Select extends Sortable>(
  select: Select,
  key: SortKey,
  asked: Asked,
  byFirst = false,
): Select {
  const { direction = 'desc', cursor } = asked;
  const beyond = direction === 'desc' ? sql`<` : sql`>`;
  const place = cursor === undefined ? null : readPlace(cursor, key.length);
  let rest = select;
  if (place && byFirst) rest = rest.where(sql<boolean>`${key[0]} ${beyond}= ${place[0]}`);
  if (place) rest = rest.where(sql<boolean>`(${sql.join([...key])}) ${beyond} (${sql.join([...place])})`);
  return key.reduce((ordered, by) => ordered.orderBy(by, direction), rest).limit(rowsOf(asked));
}

const countOf = ({ limit }: Asked): number => Math.min(Number(limit ?? TABLE_PAGE_ROWS), TABLE_PAGE_ROWS);

/**
 * Of few keys in the order of dates, the newest first, those of the page: no other row is read. All of them where what ended
 * the page before is found no more.
 */
export function shownOfFew<Key extends string | number>(
  few: readonly Key[],
  asked: Asked,
  placeIn: (cursor: string) => Key,
): readonly Key[] {
  const inOrder = asked.direction === 'asc' ? few.toReversed() : few;
  if (asked.cursor === undefined) return inOrder.slice(0, rowsOf(asked));
  const place = inOrder.indexOf(placeIn(asked.cursor));
  return place < 0 ? few : inOrder.slice(place + 1, place + 1 + rowsOf(asked));
}

/** Of a cursor that ends with a date and an id: the id. */
export const idIn = (cursor: string): string => String(readPlace(cursor, 2)[1]);

/** So many are read for a page. */
export const rowsOf = (asked: Asked): number => countOf(asked) + 1;

/** `rows` with the one too many. */
export function pageOf<Row extends Sorted>(
  rows: readonly Row[],
  asked: Asked,
): { rows: Row[]; nextCursor?: string } {
  const page = rows.slice(0, countOf(asked));
  const last = page.at(-1);
  if (rows.length <= page.length || !last) return { rows: page };
  const place = NAMES.flatMap((name) => (last[name] === undefined ? [] : [last[name] as string | number]));
  return { rows: page, nextCursor: writePlace(place) };
}
