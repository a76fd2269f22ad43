// Jobs of time, and a first start, run in one process at a time. On SQLite there is one process; on PostgreSQL a lock of the database decides,
// which ends with the process that holds it.
import { setTimeout as pause } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import { isPostgres } from './dialect.ts';
import type { Schema } from './schema.ts';

/** Any number that nothing else here locks. */
const JOB_LOCK = 7_142_002;

/** One process migrates, makes a first start or moves a database at a time. Starting servers wait for the lock. */
export const START_LOCK = 7_142_003;
/** Between two questions whether it is free; a wait inside the database would meet its deadline for statements. */
const PAUSE_MS = 200;

/** Runs `work` once no other process is at work of this kind. `signal` ends the wait. Keeps one connection meanwhile. */
export async function oneAfterAnother<T>(
  db: Kysely<Schema>,
  work: () => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  if (!isPostgres(db)) return work();
  return db.connection().execute(async (holder) => {
    const isFree = async () => {
      const { rows } = await sql<{
        held: 0 | 1;
      }>`select pg_try_advisory_lock(${START_LOCK}::bigint) as held`.execute(holder);
      return rows[0]?.held === 1;
    };
    while (!(await isFree())) await pause(PAUSE_MS, undefined, signal && { signal });
    try {
      return await work();
    } finally {
      await sql`select pg_advisory_unlock(${START_LOCK}::bigint)`.execute(holder);
    }
  });
}

/** Runs `work` unless another process is at it. Keeps one connection meanwhile. */
export async function alone(db: Kysely<Schema>, work: () => Promise<void>): Promise<void> {
  if (!isPostgres(db)) return work();
  await db.connection().execute(async (holder) => {
    const { rows } = await sql<{
      held: 0 | 1;
    }>`select pg_try_advisory_lock(${JOB_LOCK}::bigint) as held`.execute(holder);
    if (rows[0]?.held !== 1) return;
    try {
      await work();
    } finally {
      await sql`select pg_advisory_unlock(${JOB_LOCK}::bigint)`.execute(holder);
    }
  });
}
