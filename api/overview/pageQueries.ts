// A page of any table: sorted by one expression and the id, after the place where the page before ended.
import { type Expression, type RawBuilder, sql } from 'kysely';
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

/** What rows are sorted by: an expression that is never null, and the id beside it. */
export interface SortKey {
  by: RawBuilder<unknown>;
  id: RawBuilder<unknown>;
}

/** The rows of a page and one more, which tells that there is a next one. */
export function cutPage<Select extends Sortable>(select: Select, { by, id }: SortKey, asked: Asked): Select {
  const { direction = 'desc', cursor } = asked;
  const place = cursor === undefined ? null : readPlace(cursor);
  const beyond = direction === 'desc' ? sql`<` : sql`>`;
  const rest =
    place === null
      ? select
      : select.where(sql<boolean>`(${by}, ${id}) ${beyond} (${place.value}, ${place.id})`);
  return rest
    .orderBy(by, direction)
    .orderBy(id, direction)
    .limit(countOf(asked) + 1);
}

const countOf = ({ limit }: Asked): number => Math.min(Number(limit ?? TABLE_PAGE_ROWS), TABLE_PAGE_ROWS);

/** `rows` with the one too many; `sort_value` is what they are sorted by. */
export function pageOf<Row extends { sort_value: unknown }>(
  rows: readonly Row[],
  idOf: (row: Row) => string | number,
  asked: Asked,
): { rows: Row[]; nextCursor?: string } {
  const page = rows.slice(0, countOf(asked));
  const last = page.at(-1);
  if (rows.length <= page.length || !last) return { rows: page };
  return {
    rows: page,
    nextCursor: writePlace({ value: last.sort_value as string | number, id: idOf(last) }),
  };
}
