// A database as an earlier version of the server left it.
import { Kysely, Migrator, SqliteDialect, sql } from 'kysely';
import { forKysely, openRawDatabase } from '../../api/db/driver.ts';
import { migrations } from '../../api/db/migrations/index.ts';

/** Makes `file` with the schema after `lastMigration` and runs these statements in it. */
export async function writeOldDatabase(
  file: string,
  lastMigration: string,
  statements: readonly string[],
): Promise<void> {
  const raw = await openRawDatabase(file);
  const db = new Kysely<unknown>({ dialect: new SqliteDialect({ database: forKysely(raw) }) });
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  const { error } = await migrator.migrateTo(lastMigration);
  if (error) throw error;
  for (const statement of statements) await sql.raw(statement).execute(db);
  await db.destroy();
}
