// Whether anything was written, and what the database holds, over the application's own connection.
import { sql } from 'kysely';
import type { TestApp } from './testApp.ts';

/** Rows inserted, changed or deleted since the connection was opened (SQLite `total_changes`). */
export async function rowChanges(app: Pick<TestApp, 'deps'>): Promise<number> {
  const { rows } = await sql<{ n: number }>`select total_changes() as n`.execute(app.deps.db);
  return rows[0]?.n ?? 0;
}

/** Every row of every table but `except` as text. */
export async function everything(
  app: Pick<TestApp, 'deps'>,
  except: readonly string[] = [],
): Promise<string> {
  const { db } = app.deps;
  const { rows: tables } = await sql<{ name: string }>`
    select name from sqlite_master where type = 'table' and name not like 'sqlite_%'`.execute(db);
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
