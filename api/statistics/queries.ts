// SQL of what the admin area counts; reads the tables of every noun.
import { sql } from 'kysely';
import type { Db } from '../db/client.ts';

const DAY_MS = 24 * 3600 * 1000;
const COUNTED = ['accounts', 'tracks', 'comments', 'likes', 'reports'] as const;
export type Counted = (typeof COUNTED)[number];

async function total(db: Db, table: Counted): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from ${sql.table(table)}`.execute(db);
  return rows[0]?.n ?? 0;
}

/** Rows of each table. */
export async function totals(db: Db): Promise<Record<Counted, number>> {
  const counts = { accounts: 0, tracks: 0, comments: 0, likes: 0, reports: 0 };
  for (const table of COUNTED) counts[table] = await total(db, table);
  return counts;
}

/** Rows per UTC day since `from`, by day number. */
async function perDay(db: Db, table: Counted, from: number): Promise<Map<number, number>> {
  const { rows } = await sql<{ day: number; n: number }>`
    select created_at / ${DAY_MS} as day, count(*) as n from ${sql.table(table)}
    where created_at >= ${from} group by 1`.execute(db);
  return new Map(rows.map(({ day, n }) => [Math.floor(day), n]));
}

/** One UTC day; `start` in milliseconds since 1970. */
export interface Day extends Record<Counted, number> {
  start: number;
}

/** The last `days` days, oldest first, days without anything included. */
export async function dayCounts(db: Db, days: number, now: number): Promise<Day[]> {
  const first = Math.floor(now / DAY_MS) - days + 1;
  const counts = new Map<Counted, Map<number, number>>();
  for (const table of COUNTED) counts.set(table, await perDay(db, table, first * DAY_MS));
  const at = (table: Counted, day: number) => counts.get(table)?.get(day) ?? 0;
  return Array.from({ length: days }, (_, index) => {
    const day = first + index;
    return {
      start: day * DAY_MS,
      accounts: at('accounts', day),
      tracks: at('tracks', day),
      comments: at('comments', day),
      likes: at('likes', day),
      reports: at('reports', day),
    };
  });
}

/** Published audio, waiting audio, reports nobody has looked at. */
export async function sums(db: Db) {
  const tracks = await db
    .selectFrom('tracks')
    .select([
      sql<number>`coalesce(sum(size), 0)`.as('bytes'),
      sql<number>`coalesce(sum(plays), 0)`.as('plays'),
    ])
    .executeTakeFirstOrThrow();
  const pending = await db
    .selectFrom('uploads')
    .select([sql<number>`count(*)`.as('count'), sql<number>`coalesce(sum(size), 0)`.as('bytes')])
    .where('status', '=', 'pending_review')
    .executeTakeFirstOrThrow();
  const open = await db
    .selectFrom('reports')
    .select(sql<number>`count(*)`.as('count'))
    .where('status', '=', 'pending')
    .executeTakeFirstOrThrow();
  return {
    plays: tracks.plays,
    storageBytes: tracks.bytes + pending.bytes,
    pendingReports: open.count,
    pendingUploads: pending.count,
  };
}
