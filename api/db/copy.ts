// Copies of a database: of one that is being written to, and checked ones from elsewhere.
import { rmSync } from 'node:fs';
import { openReadOnly, type RawDatabase } from './driver.ts';
import { syncPath } from './durableFile.ts';
import { databaseFault } from './faults.ts';
import { migrations } from './migrations/index.ts';

/** The file and what SQLite keeps beside it. */
export function removeDatabase(file: string): void {
  for (const suffix of ['', '-wal', '-shm', '-journal']) rmSync(file + suffix, { force: true });
}

/**
 * `VACUUM INTO`: one read transaction; writers go on. The target must not exist; a failed copy is removed. The copy is
 * on the disk when this returns, its name is not yet.
 */
export async function copyDatabase(from: string, to: string): Promise<void> {
  const database = await openReadOnly(from);
  try {
    database.prepare('VACUUM INTO ?').run(to);
    syncPath(to);
  } catch (error) {
    removeDatabase(to);
    throw error;
  } finally {
    database.close();
  }
}

function checkPages(database: RawDatabase): void {
  const [row] = database.prepare('PRAGMA integrity_check').all() as { integrity_check: string }[];
  if (row?.integrity_check !== 'ok') throw new Error(`the database is damaged: ${row?.integrity_check}`);
}

function checkVersion(database: RawDatabase): void {
  const [table] = database.prepare("select 1 from sqlite_master where name = 'kysely_migration'").all();
  if (!table) throw new Error('this is no database of this program');
  const applied = database.prepare('select name from kysely_migration order by name').all() as {
    name: string;
  }[];
  const unknown = applied.filter(({ name }) => !(name in migrations));
  if (unknown.length === 0) return;
  throw new Error(
    `this backup was made by a newer version (it knows ${unknown.map(({ name }) => name).join(', ')}); restore it with that version`,
  );
}

/** Throws an Error with a sentence when the file is not a whole database that this version can use. Reads all of it. */
export async function checkBackup(file: string): Promise<void> {
  try {
    const database = await openReadOnly(file);
    try {
      checkPages(database);
      checkVersion(database);
    } finally {
      database.close();
    }
  } catch (error) {
    const why = databaseFault(error) === 'damaged' ? 'the database is damaged' : undefined;
    throw new Error(`${file}: ${why ?? (error instanceof Error ? error.message : error)}`, { cause: error });
  }
}

/** Blobs the rows of a database need, by name. */
export async function neededFiles(databaseFile: string): Promise<string[]> {
  const database = await openReadOnly(databaseFile);
  try {
    const rows = database
      .prepare(
        `select file from tracks union select envelope from tracks where envelope is not null
         union select file from uploads where status = 'pending_review'
         union select envelope from uploads where status = 'pending_review' and envelope is not null`,
      )
      .all() as { file: string }[];
    return rows.map(({ file }) => file);
  } finally {
    database.close();
  }
}
