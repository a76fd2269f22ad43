// Counts writes and reads the database's content over the application's own connection.
import { sql } from 'kysely';
import { either, isPostgres } from '../../../api/db/dialect.ts';
import type { TestApp } from './testApp.ts';

/**
 * Rows inserted, changed or deleted: since the connection opened (SQLite's `total_changes`), or ever (PostgreSQL's
 * reported counts of committed changes to our tables, without request budgets).
 */
export async function rowChanges(app: Pick<TestApp, 'deps'>): Promise<number> {
  const { db } = app.deps;
  if (isPostgres(db)) await flushCounts(app);
  const { rows } = await either({
    sqlite: sql<{ n: number }>`select total_changes() as n`,
    postgres: sql<{ n: number }>`select coalesce(sum(n_tup_ins + n_tup_upd + n_tup_del), 0) as n
      from pg_stat_user_tables where relname <> 'limits'`,
  }).execute(db);
  return rows[0]?.n ?? 0;
}

/** By itself, each connection reports at most once a second. */
async function flushCounts({ deps }: Pick<TestApp, 'deps'>): Promise<void> {
  const all = Array.from({ length: deps.env.postgres?.connections ?? 0 }, () =>
    deps.db.connection().execute(async (one) => {
      await sql`select pg_stat_force_next_flush()`.execute(one);
      await sql`select pg_sleep(0.01)`.execute(one);
    }),
  );
  await Promise.all(all);
  await sql`select pg_stat_clear_snapshot()`.execute(deps.db);
}

/** All rows of all tables except `except`, as text. */
export async function everything(
  app: Pick<TestApp, 'deps'>,
  except: readonly string[] = [],
): Promise<string> {
  const { db } = app.deps;
  const { rows: tables } = await either({
    sqlite: sql<{ name: string }>`
      select name from sqlite_master where type = 'table' and name not like 'sqlite_%'`,
    postgres: sql<{ name: string }>`
      select tablename as name from pg_tables where schemaname = 'public' and tablename <> 'limits'`,
  }).execute(db);
  const found: unknown[] = [];
  for (const { name } of tables) {
    if (except.includes(name)) continue;
    const { rows } = await sql`select * from ${sql.table(name)}`.execute(db);
    found.push(name, rows);
  }
  return JSON.stringify(found, (_key, value) =>
    value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : value,
  );
}
