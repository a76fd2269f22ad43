// SQL of what the admin area counts; reads the tables of every noun.
import { type RawBuilder, sql } from 'kysely';
import { STATISTICS_SUBJECTS, type StatisticsSubject } from '../contract/statisticsSubjects.ts';
import type { Db } from '../db/client.ts';
import { either } from '../db/dialect.ts';
import type { Totals } from '../db/totals.ts';
import type { LocalDay } from './days.ts';

/** Length of a slot in the keys of `tallies`. */
const SLOT_MS = 30 * 60 * 1000;

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

/** How often each subject happened, ever. */
export const happened = (of: Totals): Omit<Tally, 'day'>[] =>
  STATISTICS_SUBJECTS.map((subject) => ({ subject, n: of(`ever ${subject}`) }));

/** A range of the key for each subject and day: nothing has to be sorted. */
function dayByDay(days: readonly LocalDay[]): RawBuilder<Tally> {
  const ranges = days.map(({ from, until }) => [Math.floor(from / SLOT_MS), Math.floor(until / SLOT_MS)]);
  return sql<Tally>`
    select day.number as day, each.value as subject,
      (select coalesce(sum(n), 0) from tallies
        where subject = each.value and slot >= day.first and slot < day.beyond) as n
    from json_each(${JSON.stringify(STATISTICS_SUBJECTS)}) as each cross join (
      select key as number, value ->> 0 as first, value ->> 1 as beyond
      from json_each(${JSON.stringify(ranges)})) as day`;
}

/**
 * A range of the key for each subject and stretch; a slot's day is counted from the stretch's beginning. Of lists of values
 * PostgreSQL knows the lengths, so that it steps into the key and does not read it whole.
 */
function byStretch(days: readonly LocalDay[]): RawBuilder<Tally> {
  const stretches = stretchesOf(days);
  const subjects = STATISTICS_SUBJECTS.map((subject) => sql`(${subject}::text)`);
  const listed = stretches.map(
    ({ day, length, first, beyond }) =>
      sql`(${day}::bigint, ${length}::bigint, ${first}::bigint, ${beyond}::bigint)`,
  );
  // It may look for the stretch of a row it has read: it reads none from before or behind.
  return sql<Tally>`
    with wanted as (select column1 as wanted from (values ${sql.join(subjects)}) as named),
      stretch as (select column1 as first_day, column2 as length, column3 as first, column4 as beyond
        from (values ${sql.join(listed)}) as named)
    select first_day + (slot - first) / length as day, subject, sum(n) as n
    from wanted cross join stretch cross join tallies
    where subject = wanted.wanted and slot >= first and slot < beyond
      and slot >= ${stretches.at(0)?.first ?? 0} and slot < ${stretches.at(-1)?.beyond ?? 0}
    group by 1, 2`;
}

/** How often each subject happened on each day; days without any may be left out. */
export async function dayTallies(db: Db, days: readonly LocalDay[]): Promise<Tally[]> {
  const { rows } = await either({ sqlite: dayByDay(days), postgres: byStretch(days) }).execute(db);
  return rows;
}

/** How often each subject happened before a day; in one statement, so that both reads see the same rows. */
export async function happenedBefore(db: Db, day: LocalDay): Promise<Record<string, number>> {
  const slot = Math.floor(day.from / SLOT_MS);
  const each = STATISTICS_SUBJECTS.map(
    (subject) => sql`(select coalesce(sum(n), 0) from totals where subject = ${`ever ${subject}`})
      - (select coalesce(sum(n), 0) from tallies where subject = ${subject} and slot >= ${slot})
      as ${sql.ref(subject)}`,
  );
  const { rows } = await sql<Record<string, number>>`select ${sql.join(each)}`.execute(db);
  return rows[0] ?? {};
}

interface WaitingSums {
  uploads: number;
  /** Bytes of audio. */
  bytes: number;
  reports: number;
}

/** Pending reports and uploads. */
export async function waitingSums(db: Db): Promise<WaitingSums> {
  const { rows } = await sql<WaitingSums>`select count(*) as uploads, coalesce(sum(size), 0) as bytes,
    (select count(*) from reports where status = 'pending') as reports
    from uploads where status = 'pending_review'`.execute(db);
  const [sums] = rows;
  if (!sums) throw new Error('the sums are one row');
  return sums;
}

/** Rows that are there now. */
export const allTime = (of: Totals, waiting: WaitingSums) => ({
  users: of('accounts'),
  guests: of('guests'),
  plays: of('plays'),
  tracks: of('tracks'),
  comments: of('comments'),
  likes: of('likes'),
  reports: of('reports'),
  storageBytes: of('bytes') + waiting.bytes,
  pendingReports: waiting.reports,
  pendingUploads: waiting.uploads,
});
