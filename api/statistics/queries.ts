// SQL of what the admin area counts; reads the tables of every noun.
import { sql } from 'kysely';
import { STATISTICS_SUBJECTS, type StatisticsSubject } from '../contract/statistics.ts';
import type { Db } from '../db/client.ts';
import { either } from '../db/dialect.ts';
import { readTotals } from '../db/totals.ts';
import type { LocalDay } from './days.ts';

/** Length of a slot in the keys of `tallies`. */
const SLOT_MS = 30 * 60 * 1000;

/** Rows that are there now. */
export async function totals(db: Db) {
  const of = await readTotals(db);
  return {
    users: of('accounts'),
    guests: of('guests'),
    plays: of('plays'),
    tracks: of('tracks'),
    comments: of('comments'),
    likes: of('likes'),
    reports: of('reports'),
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
  const of = await readTotals(db);
  return STATISTICS_SUBJECTS.map((subject) => ({ subject, n: of(`ever ${subject}`) }));
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
  const of = await readTotals(db);
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
    storageBytes: of('bytes') + pending.bytes,
    pendingReports: open.count,
    pendingUploads: pending.count,
  };
}
