// Work that one process asks for and another one does, as rows of PostgreSQL. Whoever is free takes the oldest one that
// nobody holds, and holds it by saying so again and again: what a process that ended has held is free a little later.
// All times are the database's, so that no clock of a machine decides.
import { randomUUID } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from './client.ts';

/** Whoever does a job says so within this, or another one takes it. */
const HOLD_MS = 10_000;
/** How often that is said. */
export const HOLD_AGAIN_MS = 3000;
/** So many processes may end over one job. */
const TRIES = 3;

const NOW: RawBuilder<number> = sql`(extract(epoch from clock_timestamp()) * 1000)::bigint`;
const FREE = sql`outcome is null and coalesce(held_until, 0) < ${NOW}`;

export interface ClaimedJob {
  id: string;
  input: unknown;
  /** What shows that the job is still this claim's. */
  claim: string;
}

export interface JobState {
  /** Null until it is done. */
  outcome: string | null;
  /** Milliseconds for which nobody has held it; 0 while somebody does. */
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
 * One that is free, now this process's; null when there is none. No two processes get the same. The oldest one of the caller
 * who has least of this kind under way: a caller with much work waits for their own.
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

/** How many of a kind nobody is at. */
export async function countFreeJobs(db: Db, kind: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from jobs
    where kind = ${kind} and ${FREE}`.execute(db);
  return rows[0]?.n ?? 0;
}

export async function holdJob(db: Db, { id, claim }: ClaimedJob): Promise<void> {
  await sql`update jobs set held_until = ${NOW} + ${HOLD_MS}
    where id = ${id} and claim = ${claim}`.execute(db);
}

/** Of a claim that somebody else has taken over meanwhile nothing is kept. */
export async function finishJob(db: Db, { id, claim }: ClaimedJob, outcome: string): Promise<void> {
  await sql`update jobs set outcome = ${outcome}
    where id = ${id} and claim = ${claim}`.execute(db);
}

/** Null when it is not there any more. */
export async function readJob(db: Db, id: string): Promise<JobState | null> {
  const { rows } = await sql<{ outcome: string | null; idle: number }>`select outcome,
    ${NOW} - coalesce(held_until, created_at) as idle from jobs where id = ${id}`.execute(db);
  const [row] = rows;
  return row ? { outcome: row.outcome, idleMs: Math.max(0, row.idle) } : null;
}

export async function removeJob(db: Db, id: string): Promise<void> {
  await sql`delete from jobs where id = ${id}`.execute(db);
}

/** Jobs whose process has ended before it could hear of them; how many. */
export async function removeOldJobs(db: Db, olderThanMs: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`delete from jobs
    where created_at < ${NOW} - ${olderThanMs}::bigint`.execute(db);
  return Number(numAffectedRows);
}
