// Brings a schema up to date, of either database.
import { type Kysely, Migrator, sql } from 'kysely';
import { hasTable } from './dialect.ts';
import { migrations } from './migrations/index.ts';
import type { Schema } from './schema.ts';

const KNOWN = 'kysely_migration';

/** Throws a sentence when a later version has changed the schema: this one would neither read nor keep what that one added. */
export async function refuseNewer(db: Kysely<Schema>, name: string): Promise<void> {
  if (!(await hasTable(db, KNOWN))) return;
  const { rows } = await sql<{ name: string }>`select name from ${sql.table(KNOWN)} order by name`.execute(
    db,
  );
  const later = rows.map((row) => row.name).filter((migration) => !(migration in migrations));
  if (later.length > 0)
    throw new Error(`${name} is of a newer version (it knows ${later.join(', ')}). Use that version.`);
}

/** Throws when a later version has been here, or a migration fails; the database is then as it was before that migration. */
export async function bringUpToDate(db: Kysely<Schema>): Promise<void> {
  await refuseNewer(db, 'The database');
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  const { error, results } = await migrator.migrateToLatest();
  if (!error) return;
  const failed = results?.find((result) => result.status === 'Error')?.migrationName ?? 'unknown';
  throw new Error(`Migration ${failed} failed`, { cause: error });
}
