// Jobs of time run in one process at a time. On SQLite there is one process; on PostgreSQL a lock of the database decides,
// which ends with the process that holds it.
import { type Kysely, sql } from 'kysely';
import { isPostgres } from './dialect.ts';
import type { Schema } from './schema.ts';

/** Any number that nothing else here locks. */
const JOB_LOCK = 7_142_002;

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
