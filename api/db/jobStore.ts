// Jobs between processes, in a table of PostgreSQL. A free process claims the oldest unclaimed job and renews its claim, so a job
// whose process died becomes free soon. All times are the database's.
import { randomUUID } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from './client.ts';

/** A claim that is not renewed within this time is free. */
const HOLD_MS = 10_000;
/** How often a claim is renewed. */
export const HOLD_AGAIN_MS = 3000;
/** Most attempts at a job. */
const TRIES = 3;

const NOW: RawBuilder<number> = sql`(extract(epoch from clock_timestamp()) * 1000)::bigint`;
const FREE = sql`outcome is null and coalesce(held_until, 0) < ${NOW}`;

export interface ClaimedJob {
  id: string;
  input: unknown;
  /** Identifies this claim of the job. */
  claim: string;
}

export interface JobState {
  /** Null until it is done. */
  outcome: string | null;
  /** Milliseconds without a claim; 0 while it is claimed. */
  idleMs: number;
}

/** Returns its id. */
export async function addJob(
  db: Db,
  { kind, caller }: { kind: string; caller: string },
  input: unknown,
): Promise<string> {
  const id = randomUUID();
  await sql`insert into jobs(id, kind, caller, input_json, created_at)
    values (${id}, ${kind}, ${caller}, ${JSON.stringify(input)}, ${NOW})`.execute(db);
  return id;
}

/**
 * Claims a free job; null when there is none. Two processes never get the same. Takes the oldest job of the caller with the
 * fewest running jobs of this kind.
 */
export async function claimJob(db: Db, kind: string): Promise<ClaimedJob | null> {
  const claim = randomUUID();
  const { rows } = await sql<{ id: string; input_json: string }>`update jobs
    set claim = ${claim}, held_until = ${NOW} + ${HOLD_MS}, tries = tries + 1
    where id = (select id from jobs where kind = ${kind} and ${FREE} and tries < ${TRIES}
      order by (select count(*) from jobs as held where held.kind = jobs.kind and held.caller = jobs.caller
        and held.outcome is null and coalesce(held.held_until, 0) >= ${NOW}), created_at
      limit 1 for update skip locked)
    returning id, input_json`.execute(db);
  const [row] = rows;
  return row ? { id: row.id, input: JSON.parse(row.input_json), claim } : null;
}

/** Number of unclaimed jobs of a kind. */
export async function countFreeJobs(db: Db, kind: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from jobs
    where kind = ${kind} and ${FREE}`.execute(db);
  return rows[0]?.n ?? 0;
}

export async function holdJob(db: Db, { id, claim }: ClaimedJob): Promise<void> {
  await sql`update jobs set held_until = ${NOW} + ${HOLD_MS}
    where id = ${id} and claim = ${claim}`.execute(db);
}

/** Ignored when another process has claimed it since. */
export async function finishJob(db: Db, { id, claim }: ClaimedJob, outcome: string): Promise<void> {
  await sql`update jobs set outcome = ${outcome}
    where id = ${id} and claim = ${claim}`.execute(db);
}

/** Null when the job no longer exists. */
export async function readJob(db: Db, id: string): Promise<JobState | null> {
  const { rows } = await sql<{ outcome: string | null; idle: number }>`select outcome,
    ${NOW} - coalesce(held_until, created_at) as idle from jobs where id = ${id}`.execute(db);
  const [row] = rows;
  return row ? { outcome: row.outcome, idleMs: Math.max(0, row.idle) } : null;
}

export async function removeJob(db: Db, id: string): Promise<void> {
  await sql`delete from jobs where id = ${id}`.execute(db);
}

/** Deletes jobs whose asking process has ended. Returns how many. */
export async function removeOldJobs(db: Db, olderThanMs: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`delete from jobs
    where created_at < ${NOW} - ${olderThanMs}::bigint`.execute(db);
  return Number(numAffectedRows);
}
