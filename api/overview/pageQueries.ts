// A page of any moderators' table: filtered, searched, sorted by a few expressions, and counted with the first page.
import { type AliasedRawBuilder, type Expression, type RawBuilder, sql } from 'kysely';
import { type Direction, TABLE_COUNTED_ROWS, TABLE_PAGE_ROWS } from '../contract/tableSorts.ts';
import type { Db } from '../db/client.ts';
import { either, NAMED } from '../db/dialect.ts';
import { isWrongValue } from '../db/faults.ts';
import { invalid } from '../errors.ts';

/** Numbers in an index of texts of the newest rows that a search found. */
export type Found = readonly number[];

/** Maximum of rows that a search reads, the newest first: one more than it counts. */
export const SEARCHED_ROWS = TABLE_COUNTED_ROWS + 1;

export interface Asked {
  direction?: Direction | undefined;
  search?: string | undefined;
  /** Id of the account that rows must belong to. */
  user?: string | undefined;
  cursor?: string | undefined;
  limit?: string | undefined;
}

/** Part of Kysely's query builder. */
interface Rows<Row> {
  where(condition: Expression<boolean>): this;
  orderBy(by: Expression<unknown>, direction: Direction): this;
  limit(count: number): this;
  select(columns: AliasedRawBuilder<unknown, SortName>[]): this;
  execute(): Promise<Row[]>;
}

/** What rows are sorted by, never null, the id last; at most three. */
export type SortKey = readonly [RawBuilder<unknown>, ...RawBuilder<unknown>[]];

const SORT_NAMES = ['sort_0', 'sort_1', 'sort_2'] as const;
type SortName = (typeof SORT_NAMES)[number];
type Place = readonly (string | number)[];

export interface Table<Row> {
  /** All rows that are asked for, those that `found` names included. */
  rows: Rows<Row>;
  key: SortKey;
  /** The ids of the same rows only from the key's tables: the other tables are then read for one page only. */
  ids?: Rows<{ id: string }> | undefined;
  /** The index of the order starts with only the first expression, because the id is in another table or case is ignored. */
  isIndexedByFirst?: boolean;
  /** Null without a search. */
  found: Found | null;
  /** How many rows there are when nothing is searched or filtered. */
  total: () => Promise<number>;
  isFiltered: boolean;
}

export interface TablePage<Row> {
  rows: Row[];
  nextCursor?: string;
  /** Only with the first page. */
  total?: number;
  /** There are more than `total`. */
  totalIsLeast?: true;
}

const foreignCursor = () => invalid('cursor', 'wrong_format', 'cursor is not one of ours');

/** Throws `invalid_body` for anything but `length` values. */
function readPlace(text: string, length: number): Place {
  try {
    const place: unknown = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
    const isKey = (part: unknown) => typeof part === 'string' || typeof part === 'number';
    if (Array.isArray(place) && place.length === length && place.every(isKey)) return place;
  } catch {
    // Falls through to the refusal below.
  }
  throw foreignCursor();
}

const rowsOf = ({ limit }: Asked): number => Math.min(Number(limit ?? TABLE_PAGE_ROWS), TABLE_PAGE_ROWS);

/** The rows of a page and one more, which shows whether there is a next page. */
function cut<Row, Select extends Rows<Row>>(
  select: Select,
  { key, isIndexedByFirst = false, found }: Pick<Table<Row>, 'key' | 'isIndexedByFirst' | 'found'>,
  asked: Asked,
): Select {
  const { direction = 'desc', cursor } = asked;
  const beyond = direction === 'desc' ? sql`<` : sql`>`;
  let page = select;
  if (cursor !== undefined) {
    const place = readPlace(cursor, key.length);
    if (isIndexedByFirst) page = page.where(sql<boolean>`${key[0]} ${beyond}= ${place[0]}`);
    page = page.where(sql<boolean>`(${sql.join([...key])}) ${beyond} (${sql.join([...place])})`);
  }
  for (const by of key) {
    // The `+` keeps SQLite from walking the index of the order for the few rows that a search found.
    const sorted = found === null ? by : either({ sqlite: sql`+${by}`, postgres: by });
    page = page.orderBy(sorted, direction);
  }
  return page.limit(rowsOf(asked) + 1);
}

function pageRows<Row>(table: Table<Row>, asked: Asked): Rows<Row> {
  const { rows, ids, key } = table;
  const named = rows.select(SORT_NAMES.flatMap((name, at) => key[at]?.as(name) ?? []));
  if (!ids) return cut(named, table, asked);
  const page = cut(ids, table, asked) as unknown as Expression<unknown>;
  const chosen = named.where(sql<boolean>`${key.at(-1)} in (select id from (${page}) ${NAMED})`);
  return cut(chosen, table, { ...asked, cursor: undefined });
}

/** Counts no further than one above `TABLE_COUNTED_ROWS`. */
async function countOf(db: Db, rows: Rows<unknown>): Promise<number> {
  const some = rows.limit(SEARCHED_ROWS) as unknown as Expression<unknown>;
  const counted = await sql<{ n: number }>`select count(*) as n from (${some}) ${NAMED}`.execute(db);
  return counted.rows[0]?.n ?? 0;
}

async function totalOf<Row>(db: Db, table: Table<Row>): Promise<{ total: number; totalIsLeast?: true }> {
  if (table.found === null && !table.isFiltered) return { total: await table.total() };
  const isCut = table.found?.length === SEARCHED_ROWS;
  const n = await countOf(db, table.ids ?? table.rows);
  return isCut || n > TABLE_COUNTED_ROWS
    ? { total: Math.min(n, TABLE_COUNTED_ROWS), totalIsLeast: true }
    : { total: n };
}

/** Throws `invalid_body` for a foreign cursor, also for one of another order whose values do not fit this one. */
export async function pageOfTable<Row extends object>(
  db: Db,
  asked: Asked,
  table: Table<Row>,
): Promise<TablePage<Row>> {
  const [all, total] = await Promise.all([
    pageRows(table, asked).execute(),
    asked.cursor === undefined ? totalOf(db, table) : undefined,
  ]).catch((error: unknown) => {
    throw asked.cursor !== undefined && isWrongValue(error) ? foreignCursor() : error;
  });
  const rows = all.slice(0, rowsOf(asked));
  const last = rows.at(-1) as Partial<Record<SortName, string | number>> | undefined;
  if (all.length <= rows.length || !last) return { rows, ...total };
  const place = SORT_NAMES.flatMap((name) => last[name] ?? []);
  return { rows, nextCursor: Buffer.from(JSON.stringify(place)).toString('base64url'), ...total };
}
