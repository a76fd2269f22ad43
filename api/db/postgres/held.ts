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

/** To look at so many rows costs some 1 to 3 ms; a page of 84 is full when one row of 120 holds the words. */
const WALKED = 10_000;
/** As long as a page needs no more than this many times that in all, the walk goes on. */
const WALKED_AGAIN = 10;
/** So much more is walked than is likely to be needed. */
const SPARE = 1.5;
/** So many found ones let expect how many the others are. */
const TELLING = 10;
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

/** The rows between two numbers are looked at one by one, until `most` are found. */
function walk(
  db: Db,
  held: Held,
  { low, high, direction, most }: { low: number; high: number; direction: 'asc' | 'desc'; most: number },
): Promise<number[]> {
  const [table, number] = [sql.table(held.table), sql.ref(held.number)];
  // `offset 0` keeps the condition outside: the rows come by their numbers, and the reading ends with the last one wanted.
  return numbers(
    db,
    sql<{
      n: number;
    }>`select ${number} as n from (select * from ${table} where ${number} between ${low} and ${high}
      order by ${number} ${direction === 'desc' ? sql`desc` : sql`asc`} offset 0) as walked
      where ${held.condition} limit ${most}`,
  );
}

/** Numbers in their order, `most` or fewer: fewer are all there are. */
export async function nextHeld(
  db: Db,
  held: Held,
  { direction, after, most, walked: steps = WALKED }: Stretch,
): Promise<number[]> {
  const [way, sign] = direction === 'desc' ? [sql`desc`, -1] : [sql`asc`, 1];
  const walked: number[] = [];
  let border = after ?? (await endOf(db, held, direction));
  for (let looked = 0, stretch = steps; stretch > 0; ) {
    const [start, end] = [border, border + sign * stretch];
    const [low, high] = direction === 'desc' ? [end, start - 1] : [start + 1, end];
    walked.push(...(await walk(db, held, { low, high, direction, most: most - walked.length })));
    border = end;
    looked += stretch;
    // Numbers begin at 1.
    if (walked.length >= most || border < 1) return walked;
    const likely = Math.ceil(((SPARE * (most - walked.length)) / walked.length) * looked);
    stretch = looked + likely <= WALKED_AGAIN * steps ? likely : 0;
  }
  const [table, number] = [sql.table(held.table), sql.ref(held.number)];
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

/** What is known of rows that hold words once it is known whether they are many. */
export interface Newest {
  /** The newest first. */
  docs: number[];
  /** Below which number there are more; null: these are all. */
  next: number | null;
}

/**
 * All of them when they are fewer than `most`; else the newest of them, as far as looking for that told them. Where the newest
 * rows let expect twice as many, nothing is counted.
 */
export async function newestHeld(db: Db, held: Held, most: number, steps = WALKED): Promise<Newest> {
  const end = await endOf(db, held, 'desc');
  const border = end - steps;
  const docs = await walk(db, held, { low: border, high: end, direction: 'desc', most });
  if (docs.length === most) return { docs, next: docs.at(-1) ?? null };
  if (border < 1) return { docs, next: null };
  if (docs.length >= TELLING && (docs.length / steps) * end > 2 * most) return { docs, next: border };
  const [table, number] = [sql.table(held.table), sql.ref(held.number)];
  const wanted = most - docs.length;
  const others = await numbers(
    db,
    sql<{
      n: number;
    }>`select ${number} as n from ${table} where ${held.condition} and ${number} < ${border} limit ${wanted}`,
  );
  if (others.length === wanted) return { docs, next: border };
  return { docs: [...docs, ...others.sort((a, b) => b - a)], next: null };
}

/** Whether the newest stand so close that a page in another order is soon full when its rows are read one by one. */
export const isDenselyHeld = ({ docs, next }: Newest): boolean =>
  docs.length >= ((docs[0] ?? 0) - (next ?? 0)) / DENSE && docs.length >= TELLING;

/** The same of rows that were not asked for. */
export async function areDense(db: Db, held: Held): Promise<boolean> {
  const end = await endOf(db, held, 'desc');
  const span = { low: end - WALKED, high: end };
  const docs = await walk(db, held, { ...span, direction: 'desc', most: WALKED / DENSE });
  return docs.length >= WALKED / DENSE;
}
