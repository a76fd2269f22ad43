// A database as an earlier version left it: for tests of what a migration makes of its rows.
import { Kysely, Migrator, SqliteDialect } from 'kysely';
import { forKysely, openRawDatabase } from '../../api/db/driver.ts';
import { migrations } from '../../api/db/migrations/index.ts';
import type { Schema } from '../../api/db/schema.ts';

/** Creates `file` with the migrations before `name` (`0005`) and the rows of `fill`; closed when it resolves. */
export async function earlierDatabase(
  file: string,
  name: string,
  fill: (db: Kysely<Schema>) => Promise<void>,
): Promise<void> {
  const db = new Kysely<Schema>({
    dialect: new SqliteDialect({ database: forKysely(await openRawDatabase(file)) }),
  });
  const earlier = Object.fromEntries(Object.entries(migrations).filter(([each]) => each < name));
  const provider = { getMigrations: async () => earlier };
  const { error } = await new Migrator({ db, provider }).migrateToLatest();
  if (error) throw error;
  await fill(db);
  await db.destroy();
}
