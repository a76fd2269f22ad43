// Opens the database, brings its schema up to date, and hands out the one Kysely instance of the process.
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import {
  CompiledQuery,
  type DatabaseConnection,
  Kysely,
  Migrator,
  SqliteDialect,
  sql,
  type Transaction,
} from 'kysely';
import { forKysely, openRawDatabase, type RawDatabase } from './driver.ts';
import { migrations } from './migrations/index.ts';
import type { Schema } from './schema.ts';

/** A connection or a transaction; queries take this and do not care which. */
export type Db = Kysely<Schema> | Transaction<Schema>;

/** Transactions take the write lock at once, so that none fails half-way for want of it. */
class ImmediateSqliteDialect extends SqliteDialect {
  override createDriver() {
    const driver = super.createDriver();
    driver.beginTransaction = async (connection: DatabaseConnection) => {
      await connection.executeQuery(CompiledQuery.raw('begin immediate'));
    };
    driver.rollbackTransaction = async (connection: DatabaseConnection) => {
      try {
        await connection.executeQuery(CompiledQuery.raw('rollback'));
      } catch (error) {
        // SQLite has rolled back by itself, as it does on a full disk; its first error is the one to tell.
        if (!(error instanceof Error && /no transaction is active/.test(error.message))) throw error;
      }
    };
    return driver;
  }
}

/**
 * Writes what is in the write-ahead log into the database and empties it: what was erased, and overwritten there by
 * `secure_delete`, then stands nowhere. Milliseconds; waits for readers of other processes.
 */
export async function emptyWriteAheadLog(db: Kysely<Schema>): Promise<void> {
  await sql`pragma wal_checkpoint(truncate)`.execute(db);
}

export interface OpenDatabase {
  db: Kysely<Schema>;
  /** For pragmas and backup; keep it referenced as long as `db` lives. */
  raw: RawDatabase;
  /** Differs whenever a row has changed since, by this connection or another; costs two microseconds. */
  version(): string;
  close(): Promise<void>;
}

/** Throws when a migration fails; the file is then as it was before that migration. */
export async function openDatabase(file: string): Promise<OpenDatabase> {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const raw = await openRawDatabase(file);
  const db = new Kysely<Schema>({ dialect: new ImmediateSqliteDialect({ database: forKysely(raw) }) });
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  const { error, results } = await migrator.migrateToLatest();
  if (error) {
    await db.destroy();
    const failed = results?.find((result) => result.status === 'Error')?.migrationName ?? 'unknown';
    throw new Error(`Migration ${failed} failed`, { cause: error });
  }
  const ownChanges = raw.prepare('select total_changes() as n');
  const othersCommits = raw.prepare('pragma data_version');
  return {
    db,
    raw,
    version: () => {
      const [own] = ownChanges.all() as { n: number }[];
      const [others] = othersCommits.all() as { data_version: number }[];
      return `${own?.n} ${others?.data_version}`;
    },
    close: async () => {
      raw.exec('PRAGMA wal_checkpoint(TRUNCATE)');
      await db.destroy();
    },
  };
}
