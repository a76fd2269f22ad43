// SQL of what the admin area counts; reads the tables of every noun.
import { sql } from 'kysely';
import { STATISTICS_SUBJECTS, type StatisticsSubject } from '../contract/statistics.ts';
import type { Db } from '../db/client.ts';
import { either } from '../db/dialect.ts';
import type { LocalDay } from './days.ts';

/** Length of a slot in the keys of `tallies`. */
const SLOT_MS = 30 * 60 * 1000;

const rowsOf = async (db: Db, table: 'tracks' | 'comments' | 'likes' | 'reports'): Promise<number> => {
  const { rows } = await sql<{ n: number }>`select count(*) as n from ${sql.table(table)}`.execute(db);
  return rows[0]?.n ?? 0;
};

/** Rows that are there now. */
export async function totals(db: Db) {
  const accounts = await db
    .selectFrom('accounts')
    .select([
      sql<number>`count(*)`.as('users'),
      sql<number>`count(*) filter (where role = 'guest')`.as('guests'),
      // Fewer rows than tracks have, and the same sum.
      sql<number>`coalesce(sum(total_plays), 0)`.as('plays'),
    ])
    .executeTakeFirstOrThrow();
  return {
    ...accounts,
    tracks: await rowsOf(db, 'tracks'),
    comments: await rowsOf(db, 'comments'),
    likes: await rowsOf(db, 'likes'),
    reports: await rowsOf(db, 'reports'),
  };
}

export interface Tally {
  /** Place in the days asked for. */
  day: number;
  subject: StatisticsSubject;
  n: number;
}

const SUBJECTS = JSON.stringify(STATISTICS_SUBJECTS);
const eachSubject = either({
  sqlite: sql`json_each(${SUBJECTS})`,
  postgres: sql`(select json_array_elements_text(${SUBJECTS}::json) collate "C" as value)`,
});
/** Pairs of half-hours, numbered. */
const eachRange = (ranges: readonly number[][]) => {
  const json = JSON.stringify(ranges);
  return either({
    sqlite: sql`(select key as number, value ->> 0 as first, value ->> 1 as beyond from json_each(${json}))`,
    postgres: sql`(select place - 1 as number, (value ->> 0)::bigint as first, (value ->> 1)::bigint as beyond
      from json_array_elements(${json}::json) with ordinality as given(value, place))`,
  });
};

/** How often each subject happened, ever. */
export async function tallies(db: Db): Promise<Omit<Tally, 'day'>[]> {
  const { rows } = await sql<Omit<Tally, 'day'>>`
    select each.value as subject,
      (select coalesce(sum(n), 0) from tallies where subject = each.value) as n
    from ${eachSubject} as each`.execute(db);
  return rows;
}

/** How often each subject happened on each day: a range of the key for each of both. */
export async function dayTallies(db: Db, days: readonly LocalDay[]): Promise<Tally[]> {
  const ranges = days.map(({ from, until }) => [Math.floor(from / SLOT_MS), Math.floor(until / SLOT_MS)]);
  const { rows } = await sql<Tally>`
    select day.number as day, each.value as subject,
      (select coalesce(sum(n), 0) from tallies
        where subject = each.value and slot >= day.first and slot < day.beyond) as n
    from ${eachSubject} as each cross join ${eachRange(ranges)} as day`.execute(db);
  return rows;
}

/** Published audio, waiting audio, reports nobody has looked at. */
export async function sums(db: Db) {
  const tracks = await db
    .selectFrom('tracks')
    .select(sql<number>`coalesce(sum(size), 0)`.as('bytes'))
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
    storageBytes: tracks.bytes + pending.bytes,
    pendingReports: open.count,
    pendingUploads: pending.count,
  };
}
