// Rows of one table in the form both databases share: read in the order of their key, compared by one hash.
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '../client.ts';
import { isPostgres } from '../dialect.ts';
import { keyOf, type MovedTable, NUMBERED } from './tables.ts';

export type Row = Record<string, unknown>;

/** Rows read by one statement; a page of the widest table is some 2 MB. */
const ROWS_AT_ONCE = 2000;

/** Names of the stored columns, without computed ones. */
export async function columnsOf(db: Db, table: MovedTable): Promise<string[]> {
  const { rows } = isPostgres(db)
    ? await sql<{ name: string }>`select column_name as name from information_schema.columns
        where table_schema = current_schema() and table_name = ${table} and is_generated = 'NEVER'`.execute(
        db,
      )
    : await sql<{ name: string }>`select name from pragma_table_info(${table})`.execute(db);
  return rows.map(({ name }) => name).sort();
}

const list = (columns: readonly string[]) => sql.join(columns.map((column) => sql.ref(column)));

/** Pages of the rows after the key `after`, in the order of the key. Both databases compare keys by bytes. */
export async function* pagesOf(
  db: Db,
  table: MovedTable,
  columns: readonly string[],
  after: readonly unknown[] | null,
): AsyncGenerator<Row[]> {
  const key = keyOf(table);
  let last = after;
  for (;;) {
    const behind = last === null ? sql`true` : sql`(${list(key)}) > (${sql.join(last)})`;
    const { rows } = await sql<Row>`select ${list(columns)} from ${sql.table(table)} where ${behind}
      order by ${list(key)} limit ${ROWS_AT_ONCE}`.execute(db);
    if (rows.length > 0) yield rows;
    const end = rows.at(-1);
    if (!end || rows.length < ROWS_AT_ONCE) return;
    last = key.map((column) => end[column]);
  }
}

export async function countOf(db: Db, table: MovedTable): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from ${sql.table(table)}`.execute(db);
  return rows[0]?.n ?? 0;
}

const plain = (value: unknown): unknown =>
  value instanceof Uint8Array ? `bytes ${Buffer.from(value).toString('hex')}` : value;

/** How many rows there are, and a SHA-256 over all of them: equal rows make equal hashes on both databases. */
export async function digestOf(db: Db, table: MovedTable): Promise<{ rows: number; sha256: string }> {
  const columns = await columnsOf(db, table);
  const hash = createHash('sha256').update(JSON.stringify(columns));
  let count = 0;
  for await (const page of pagesOf(db, table, columns, null)) {
    count += page.length;
    for (const row of page) hash.update(JSON.stringify(columns.map((column) => plain(row[column]))));
  }
  return { rows: count, sha256: hash.digest('hex') };
}

/** The largest number a table ever gave, 0 before the first. */
export async function lastNumberOf(db: Db, table: keyof typeof NUMBERED): Promise<number> {
  const { rows } = isPostgres(db)
    ? await sql<{ n: number | null }>`select pg_sequence_last_value(
        pg_get_serial_sequence(${table}, ${NUMBERED[table]})::regclass) as n`.execute(db)
    : await sql<{ n: number }>`select seq as n from sqlite_sequence where name = ${table}`.execute(db);
  return rows[0]?.n ?? 0;
}
