// Copies a running database and checks copies from elsewhere.
import { rmSync } from 'node:fs';
import { loadSqlite, openReadOnly, type RawDatabase } from './driver.ts';
import { syncPath } from './durableFile.ts';
import { databaseFault } from './faults.ts';
import { migrations } from './migrations/index.ts';
import { LISTENING_SALT } from './settings.ts';

/** Deletes the file and SQLite's files for it. */
export function removeDatabase(file: string): void {
  for (const suffix of ['', '-wal', '-shm', '-journal']) rmSync(file + suffix, { force: true });
}

/** Deletes the random bytes of today's plays: with them, a backup would reveal who played what. */
async function forgetListeners(file: string): Promise<void> {
  const { DatabaseSync } = await loadSqlite();
  const database = new DatabaseSync(file);
  try {
    database.exec('PRAGMA secure_delete = ON');
    database.prepare('delete from settings where key = ?').run(LISTENING_SALT);
  } finally {
    database.close();
  }
}

/**
 * `VACUUM INTO`: one read transaction; writers go on. The new file inherits
 * `secure_delete`: without it, a page could hold a second copy of a moved row, which a later erasure would miss. The target must
 * not exist; a failed copy is removed. On return the copy is synced to the disk, its name is not.
 */
export async function copyDatabase(from: string, to: string): Promise<void> {
  const database = await openReadOnly(from);
  try {
    database.exec('PRAGMA secure_delete = ON');
    database.prepare('VACUUM INTO ?').run(to);
    await forgetListeners(to);
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
  if (!table) throw new Error('this is not a database of this program');
  const applied = database.prepare('select name from kysely_migration order by name').all() as {
    name: string;
  }[];
  const unknown = applied.filter(({ name }) => !(name in migrations));
  if (unknown.length === 0) return;
  throw new Error(
    `this backup was made by a newer version (it knows ${unknown.map(({ name }) => name).join(', ')}); restore it with that version`,
  );
}

/** Throws a sentence when the file is damaged or this version cannot use it. Reads the whole file. */
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

export interface NeededFile {
  name: string;
  /** As in its row; null for an envelope. */
  size: number | null;
}

/** Uploads that have their audio: pending, or rejected and open to an appeal that publishes them. */
const unpublished = `(status = 'pending_review' or erase_at is not null)`;

/** Blobs the rows of a database need. */
export async function neededFiles(databaseFile: string): Promise<NeededFile[]> {
  const database = await openReadOnly(databaseFile);
  try {
    const rows = database
      .prepare(
        `select file as name, size from tracks union select envelope, null from tracks where envelope is not null
         union select file, size from uploads where ${unpublished}
         union select envelope, null from uploads where ${unpublished} and envelope is not null
         union select file, size from evidence where file is not null`,
      )
      .all() as NeededFile[];
    return rows.map(({ name, size }) => ({ name, size }));
  } finally {
    database.close();
  }
}
