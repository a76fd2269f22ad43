// SQL of what the admin area counts; reads the tables of every noun.
import { sql } from 'kysely';
import { STATISTICS_SUBJECTS, type StatisticsSubject } from '../contract/statistics.ts';
import type { Db } from '../db/client.ts';
import { either, NAMED } from '../db/dialect.ts';
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

/** Days of the same length, one after the other; slots of the first one's beginning and behind the last one's end. */
interface Stretch {
  day: number;
  length: number;
  first: number;
  beyond: number;
}

/** A year is five of them at most in nearly every zone: days are longer or shorter where the clock is set. */
function stretchesOf(days: readonly LocalDay[]): Stretch[] {
  const all: Stretch[] = [];
  for (const [day, { from, until }] of days.entries()) {
    const [first, beyond] = [Math.floor(from / SLOT_MS), Math.floor(until / SLOT_MS)];
    const length = beyond - first;
    const last = all.at(-1);
    if (last?.length === length) last.beyond = beyond;
    else all.push({ day, length, first, beyond });
  }
  return all;
}

/** PostgreSQL takes a value of a list for text. */
const whole = (value: number) =>
  either({ sqlite: sql<number>`${value}`, postgres: sql<number>`${value}::bigint` });
const word = (value: string) =>
  either({ sqlite: sql<string>`${value}`, postgres: sql<string>`${value}::text` });

/** How often each subject happened, ever. */
export async function tallies(db: Db): Promise<Omit<Tally, 'day'>[]> {
  const of = await readTotals(db);
  return STATISTICS_SUBJECTS.map((subject) => ({ subject, n: of(`ever ${subject}`) }));
}

/**
 * How often each subject happened on each day; days without any are left out. A range of the key is read for each subject and
 * stretch, and a slot's day is counted from the stretch's beginning.
 */
export async function dayTallies(db: Db, days: readonly LocalDay[]): Promise<Tally[]> {
  const subjects = STATISTICS_SUBJECTS.map((subject) => sql`(${word(subject)})`);
  const stretches = stretchesOf(days);
  const listed = stretches.map(
    ({ day, length, first, beyond }) =>
      sql`(${whole(day)}, ${whole(length)}, ${whole(first)}, ${whole(beyond)})`,
  );
  // PostgreSQL may look for the stretch of a row it has read: it reads none from before or behind.
  const within = either({
    sqlite: sql`true`,
    postgres: sql`slot >= ${stretches.at(0)?.first ?? 0} and slot < ${stretches.at(-1)?.beyond ?? 0}`,
  });
  // Lists of values, whose lengths PostgreSQL knows: it steps into the key and does not read it whole. SQLite reads a cross
  // join in the order it is written in.
  const { rows } = await sql<Tally>`
    with wanted as (select column1 as wanted from (values ${sql.join(subjects)}) ${NAMED}),
      stretch as (select column1 as first_day, column2 as length, column3 as first, column4 as beyond
        from (values ${sql.join(listed)}) ${NAMED})
    select first_day + (slot - first) / length as day, subject, sum(n) as n
    from wanted cross join stretch cross join tallies
    where subject = wanted.wanted and slot >= first and slot < beyond and ${within}
    group by 1, 2`.execute(db);
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
