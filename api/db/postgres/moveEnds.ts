// PostgreSQL as source or target of a move. No server may be connected to it.
import { Kysely, sql } from 'kysely';
import type { Db } from '../client.ts';
import { START_LOCK } from '../jobLock.ts';
import { MOVED_TABLES, type MoveSource, type MoveTarget, NUMBERED } from '../move.ts';
import type { Schema } from '../schema.ts';
import { PooledDialect } from './dialect.ts';
import { createCommandPool } from './pools.ts';

/** Throws a sentence when servers are connected or another move is under way. */
export async function openPostgresSource(url: string, name: string): Promise<MoveSource> {
  const pool = createCommandPool(url);
  const db = new Kysely<Schema>({ dialect: PooledDialect.of(pool, null) });
  // The lock is held until this connection closes.
  const holder = await pool.connect();
  const close = async () => {
    holder.release(true);
    await db.destroy();
  };
  try {
    // A server that starts meanwhile waits for the lock, so it does not fill an empty target.
    const { rows } = await holder.query('select pg_try_advisory_lock($1) as held', [START_LOCK]);
    if ((rows[0] as { held: number }).held !== 1)
      throw new Error(`Another db:migrate is using ${name}. Stop it first.`);
    const servers = await sql<{ n: number }>`select count(*) as n from pg_stat_activity
      where datname = current_database() and application_name in ('aural', 'aural listener')`.execute(db);
    if ((servers.rows[0]?.n ?? 0) > 0) throw new Error(`Servers are connected to ${name}. Stop them first.`);
  } catch (error) {
    await close();
    throw error;
  }
  return { name, db, close };
}

async function withoutTriggers<T>(tx: Db, work: () => Promise<T>): Promise<T> {
  // Only triggers are disabled; foreign keys stay on.
  const setTriggers = async (state: 'enable' | 'disable') => {
    for (const table of MOVED_TABLES)
      await sql`alter table ${sql.table(table)} ${sql.raw(state)} trigger user`.execute(tx);
  };
  await setTriggers('disable');
  const result = await work();
  await setTriggers('enable');
  // Without this the planner has no statistics of the new rows.
  await sql`analyze`.execute(tx);
  return result;
}

export async function openPostgresTarget(url: string, name: string): Promise<MoveTarget> {
  return {
    ...(await openPostgresSource(url, name)),
    withoutTriggers,
    textIndexes: [
      `insert into comment_docs(comment_id, inside)
          select id, comment_text(id) from comments order by created_at, id`,
      `insert into report_docs(report_id, created_at, inside)
          select id, created_at, report_text(id) from reports order by created_at, id`,
      `insert into audit_docs(position, inside) select position,
          folded(action || E'\\n' || target_type || E'\\n' || target_id || E'\\n' || detail_json) from audit_log`,
      `insert into account_docs(account_id, inside, address)
          select id, folded(username), folded(coalesce(email, '')) from accounts order by created_at, id`,
    ],
    setNumber: async (tx, table, last) => {
      await sql`select setval(pg_get_serial_sequence(${table}, ${NUMBERED[table]}),
        ${Math.max(1, last)}::bigint, ${sql.lit(last > 0)})`.execute(tx);
    },
  };
}
