// The next rows in the order of their numbers that hold some words. PostgreSQL's indexes of words and pieces know no order: of
// what many rows hold, every row would be fetched and sorted for one page. So the next numbers are looked at one by one
// first, and the index is asked for the others, which are few then.
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../client.ts';

export interface Held {
  table: string;
  /** Its key, a whole number from 1 on: newer rows have larger ones. */
  number: string;
  /** Of the columns of `table`. */
  condition: RawBuilder<boolean>;
}

export interface Stretch {
  direction: 'asc' | 'desc';
  /** Behind this number; null for all. */
  after: number | null;
  most: number;
  /** So many numbers are looked at one by one before the index is asked. */
  walked?: number;
}

/** To look at so many rows costs some 5 ms; a page of 84 is full when one row of 120 holds the words. */
const WALKED = 10_000;
/** One row of so many makes a walk along another order cheaper than to fetch everything that is held. */
const DENSE = 100;

async function endOf(db: Db, { table, number }: Held, direction: 'asc' | 'desc'): Promise<number> {
  const end = direction === 'desc' ? sql`max(${sql.ref(number)}) + 1` : sql`min(${sql.ref(number)}) - 1`;
  const { rows } = await sql<{ n: number | null }>`select ${end} as n from ${sql.table(table)}`.execute(db);
  return Number(rows[0]?.n ?? 0);
}

async function numbers(db: Db, query: RawBuilder<{ n: number }>): Promise<number[]> {
  const { rows } = await query.execute(db);
  return rows.map(({ n }) => n);
}

/** Numbers in their order, `most` or fewer: fewer are all there are. */
export async function nextHeld(
  db: Db,
  held: Held,
  { direction, after, most, walked: steps = WALKED }: Stretch,
): Promise<number[]> {
  const start = after ?? (await endOf(db, held, direction));
  const [way, sign] = direction === 'desc' ? [sql`desc`, -1] : [sql`asc`, 1];
  const border = start + sign * steps;
  const [low, high] = direction === 'desc' ? [border, start - 1] : [start + 1, border];
  const [table, number] = [sql.table(held.table), sql.ref(held.number)];
  // `offset 0` keeps the condition outside: the rows come by their numbers, and the reading ends with the last one wanted.
  const walked = await numbers(
    db,
    sql<{
      n: number;
    }>`select ${number} as n from (select * from ${table} where ${number} between ${low} and ${high}
      order by ${number} ${way} offset 0) as walked where ${held.condition} limit ${most}`,
  );
  // Numbers begin at 1.
  if (walked.length >= most || border < 1) return walked;
  const beyond = direction === 'desc' ? sql`<` : sql`>`;
  // `+ 0` keeps it from looking at one row after the other again.
  const others = await numbers(
    db,
    sql<{
      n: number;
    }>`select ${number} as n from ${table} where ${number} ${beyond} ${border} and ${held.condition}
      order by ${number} + 0 ${way} limit ${most - walked.length}`,
  );
  return [...walked, ...others];
}

/** Whether `most` of the newest rows hold the words: a short look, which shows of many that they are many. */
export async function areAtLeast(db: Db, held: Held, most: number): Promise<boolean> {
  const end = await endOf(db, held, 'desc');
  const [table, number] = [sql.table(held.table), sql.ref(held.number)];
  const { rows } = await sql`select 1 from (select * from ${table} where ${number} >= ${end - WALKED}
    order by ${number} desc offset 0) as walked where ${held.condition} limit ${most}`.execute(db);
  return rows.length === most;
}

/** Whether so many hold the words that a page in another order is soon full when its rows are read one by one. */
export const areDense = (db: Db, held: Held): Promise<boolean> => areAtLeast(db, held, WALKED / DENSE);
