// PostgreSQL as source or target of a move: nobody else may be connected.
import { Kysely, sql } from 'kysely';
import type { PoolClient } from 'pg';
import { PooledDialect } from '../postgres/dialect.ts';
import { createCommandPool } from '../postgres/pools.ts';
import type { Schema } from '../schema.ts';

/** Key of the advisory lock; nothing else here uses this number. */
const MOVE_LOCK = 7_142_003;

/** A sentence where somebody else is at work; the lock lasts as long as its connection. */
async function whoIsThere(db: Kysely<Schema>, holder: PoolClient, name: string): Promise<string | null> {
  const { rows } = await holder.query('select pg_try_advisory_lock($1) as held', [MOVE_LOCK]);
  if ((rows[0] as { held: number }).held !== 1) return `Another move has ${name} open. Stop that one first.`;
  const { rows: servers } = await sql<{ n: number }>`select count(*) as n from pg_stat_activity
    where datname = current_database() and application_name in ('aural', 'aural listener')`.execute(db);
  return (servers[0]?.n ?? 0) > 0 ? `Servers are connected to ${name}. Stop them first.` : null;
}

/** Throws a sentence when servers are connected, or another move is under way. */
export async function openMoveEnd(
  url: string,
  name: string,
): Promise<{ db: Kysely<Schema>; close(): Promise<void> }> {
  const pool = createCommandPool(url);
  const db = new Kysely<Schema>({ dialect: PooledDialect.of(pool, null) });
  const holder = await pool.connect();
  const close = async () => {
    holder.release(true);
    await db.destroy();
  };
  try {
    const refusal = await whoIsThere(db, holder, name);
    if (refusal) throw new Error(refusal);
  } catch (error) {
    await close();
    throw error;
  }
  return { db, close };
}
