// Brings a schema up to date, of either database.
import { type Kysely, Migrator } from 'kysely';
import { migrations } from './migrations/index.ts';
import type { Schema } from './schema.ts';

/** Throws when a migration fails; the database is then as it was before that migration. */
export async function bringUpToDate(db: Kysely<Schema>): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  const { error, results } = await migrator.migrateToLatest();
  if (!error) return;
  const failed = results?.find((result) => result.status === 'Error')?.migrationName ?? 'unknown';
  throw new Error(`Migration ${failed} failed`, { cause: error });
}
