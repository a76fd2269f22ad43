// Lets only one process at a time run the hourly jobs or a first start. SQLite has only one process; on PostgreSQL an advisory
// lock decides, which ends with its process.
import { setTimeout as pause } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import { isPostgres } from './dialect.ts';
import type { Schema } from './schema.ts';

/** Key of an advisory lock; nothing else uses this number. */
const JOB_LOCK = 7_142_002;

/** Locked by the process that makes small copies. */
export const SMALL_COPIES_LOCK = 7_142_004;
/** Locked by the process that migrates, makes a first start or moves a database. Starting servers wait for it. */
export const START_LOCK = 7_142_003;
/** Poll interval. Waiting inside the database would exceed the statement timeout. */
const PAUSE_MS = 200;

/** Runs `work` when no other process holds START_LOCK. `signal` ends the wait. Uses one connection meanwhile. */
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

/** Runs `work` unless another process holds the lock, by default that of the hourly jobs. Uses one connection meanwhile. */
export async function exclusively(
  db: Kysely<Schema>,
  work: () => Promise<void>,
  lock: number = JOB_LOCK,
): Promise<void> {
  if (!isPostgres(db)) return work();
  await db.connection().execute(async (holder) => {
    const { rows } = await sql<{
      held: 0 | 1;
    }>`select pg_try_advisory_lock(${lock}::bigint) as held`.execute(holder);
    if (rows[0]?.held !== 1) return;
    try {
      await work();
    } finally {
      await sql`select pg_advisory_unlock(${lock}::bigint)`.execute(holder);
    }
  });
}
