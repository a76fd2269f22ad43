// A database as an earlier version left it.
import { Kysely, Migrator, SqliteDialect } from 'kysely';
import { forKysely, openRawDatabase } from '../../api/db/driver.ts';
import { migrations } from '../../api/db/migrations/index.ts';

/** With the migrations before the one of this number, as '0005'; `destroy` closes it. */
export async function openAsBefore(file: string, number: string): Promise<Kysely<unknown>> {
  const db = new Kysely<unknown>({
    dialect: new SqliteDialect({ database: forKysely(await openRawDatabase(file)) }),
  });
  const earlier = Object.fromEntries(Object.entries(migrations).filter(([name]) => name < number));
  const { error } = await new Migrator({
    db,
    provider: { getMigrations: async () => earlier },
  }).migrateToLatest();
  if (error) throw error;
  return db;
}
