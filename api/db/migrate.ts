// Migrates the schema of either database.
import { type Kysely, Migrator, sql } from 'kysely';
import { anyTable, hasTable } from './dialect.ts';
import { migrations } from './migrations/index.ts';
import type { Schema } from './schema.ts';

const KNOWN = 'kysely_migration';

/** The first migration of the versions before 0.1.0, which were never released. */
const BEFORE_RELEASE = '0001-first';

/** Throws a sentence when the schema is of a version that this one cannot read. */
export async function refuseNewer(db: Kysely<Schema>, name: string): Promise<void> {
  if (!(await hasTable(db, KNOWN))) return;
  const { rows } = await sql<{ name: string }>`select name from ${sql.table(KNOWN)} order by name`.execute(
    db,
  );
  if (rows.some((row) => row.name === BEFORE_RELEASE))
    throw new Error(
      `${name} was made by a version before 0.1.0, which this version cannot read. Use another database.`,
    );
  const later = rows.map((row) => row.name).filter((migration) => !(migration in migrations));
  if (later.length > 0)
    throw new Error(`${name} is of a newer version (it knows ${later.join(', ')}). Use that version.`);
}

/** Throws a sentence when another program made the tables. */
export async function refuseForeign(db: Kysely<Schema>, name: string): Promise<void> {
  if (await hasTable(db, KNOWN)) return;
  const table = await anyTable(db);
  if (table !== null)
    throw new Error(
      `${name} holds tables of another program (${table}). Nothing was changed. Correct DATABASE_URL.`,
    );
}

/** Throws a sentence when the server has never started on this database. */
export async function refuseEmpty(db: Kysely<Schema>, name: string): Promise<void> {
  await refuseForeign(db, name);
  if (await hasTable(db, KNOWN)) return;
  throw new Error(`${name} is empty. Correct DATABASE_URL, or start the server once.`);
}

/** As `refuseNewer`, and also throws when migrations are missing. */
export async function refuseOther(db: Kysely<Schema>, name: string): Promise<void> {
  await refuseNewer(db, name);
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  const missing = (await migrator.getMigrations()).filter(({ executedAt }) => !executedAt);
  if (missing.length > 0)
    throw new Error(`${name} is of an older version. Start and stop this version's server on it once.`);
}

/** Throws when another version or program made the schema or a migration fails. The database is then unchanged. */
export async function bringUpToDate(db: Kysely<Schema>): Promise<void> {
  await refuseForeign(db, 'The database (DATABASE_URL)');
  await refuseNewer(db, 'The database');
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  const { error, results } = await migrator.migrateToLatest();
  if (!error) return;
  const failed = results?.find((result) => result.status === 'Error')?.migrationName ?? 'unknown';
  throw new Error(`Migration ${failed} failed`, { cause: error });
}
