// A page of any table: sorted by a few expressions, the id last, after the place where the page before ended.
import { type AliasedRawBuilder, type Expression, type RawBuilder, sql } from 'kysely';
import type { Direction } from '../contract/overview.ts';
import { TABLE_PAGE_ROWS } from '../contract/overview.ts';
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

/** The expressions as columns of the row, from which the next cursor is made. */
export const sortColumns = (key: SortKey): AliasedRawBuilder<unknown, SortName>[] =>
  NAMES.flatMap((name, at) => key[at]?.as(name) ?? []);

/** The rows of a page and one more, which tells that there is a next one. */
export function cutPage<Select extends Sortable>(select: Select, key: SortKey, asked: Asked): Select {
  const { direction = 'desc', cursor } = asked;
  const beyond = direction === 'desc' ? sql`<` : sql`>`;
  const rest =
    cursor === undefined
      ? select
      : select.where(
          sql<boolean>`(${sql.join([...key])}) ${beyond} (${sql.join([...readPlace(cursor, key.length)])})`,
        );
  return key.reduce((ordered, by) => ordered.orderBy(by, direction), rest).limit(countOf(asked) + 1);
}

const countOf = ({ limit }: Asked): number => Math.min(Number(limit ?? TABLE_PAGE_ROWS), TABLE_PAGE_ROWS);

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
