// A consistent copy of a database that is being written to.
import { rmSync } from 'node:fs';
import { openRawDatabase } from './driver.ts';

/** `VACUUM INTO`: one read transaction; writers go on. The target must not exist; a failed copy is removed. */
export async function copyDatabase(from: string, to: string): Promise<void> {
  const database = await openRawDatabase(from);
  try {
    database.prepare('VACUUM INTO ?').run(to);
  } catch (error) {
    rmSync(to, { force: true });
    throw error;
  } finally {
    database.close();
  }
}

/** Throws when the file is not a whole SQLite database. */
export async function checkDatabase(file: string): Promise<void> {
  const database = await openRawDatabase(file);
  try {
    const [row] = database.prepare('PRAGMA integrity_check').all() as { integrity_check: string }[];
    if (row?.integrity_check !== 'ok') throw new Error(`the database is damaged: ${row?.integrity_check}`);
  } finally {
    database.close();
  }
}
