// Backup and restore. Order matters: the database first, then the blobs it names, so that every row of the copy
// has its bytes; blobs are never changed once written.
import { constants } from 'node:fs';
import { access, copyFile, mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { findComment, removeComment } from '../comments/queries.ts';
import { openDatabase } from '../db/client.ts';
import { checkDatabase, copyDatabase } from '../db/copy.ts';
import type { Env } from '../env.ts';
import { eraseAccount } from '../profiles/erase.ts';
import { removeTrack } from '../tracks/store.ts';

type Places = Pick<Env, 'databaseFile' | 'blobDirectory' | 'dataDirectory'>;

export interface BackupReport {
  blobs: number;
  /** Files that rows name and that were not there. */
  missing: string[];
}

const exists = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  );

/** Files the rows of a database need, by blob name. */
async function neededFiles(databaseFile: string): Promise<string[]> {
  const { db, close } = await openDatabase(databaseFile);
  try {
    const tracks = await db.selectFrom('tracks').select('file').execute();
    const uploads = await db
      .selectFrom('uploads')
      .select('file')
      .where('status', '=', 'pending_review')
      .execute();
    return [...new Set([...tracks, ...uploads].map(({ file }) => file))];
  } finally {
    await close();
  }
}

async function copyBlobs(names: readonly string[], from: string, to: string): Promise<string[]> {
  const missing: string[] = [];
  for (const name of names) {
    const folder = name.slice(0, 2);
    await mkdir(join(to, folder), { recursive: true, mode: 0o700 });
    const target = join(to, folder, name);
    if (await exists(target)) continue;
    try {
      await copyFile(join(from, folder, name), `${target}.part`, constants.COPYFILE_FICLONE);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
      missing.push(name);
      continue;
    }
    const handle = await open(`${target}.part`, 'r+');
    await handle.sync();
    await handle.close();
    await rename(`${target}.part`, target);
  }
  return missing;
}

/** Writes `directory` (which must be new or empty) while the server may be running. */
export async function backup(places: Places, directory: string): Promise<BackupReport> {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  if ((await readdir(directory)).length > 0) throw new Error(`${directory} is not empty`);
  const copy = join(directory, 'aural.db');
  await copyDatabase(places.databaseFile, copy);
  const names = await neededFiles(copy);
  const missing = await copyBlobs(names, places.blobDirectory, join(directory, 'blobs'));
  return { blobs: names.length - missing.length, missing };
}

/**
 * Puts a backup in place of an installation; the server must be stopped. What has been erased since the backup
 * stays erased: the tombstones of the database in place are replayed on the restored one.
 */
export async function restore(places: Places, directory: string): Promise<BackupReport> {
  const source = join(directory, 'aural.db');
  await checkDatabase(source);
  const tombstones = (await exists(places.databaseFile)) ? await tombstonesOf(places.databaseFile) : [];
  await mkdir(dirname(places.databaseFile), { recursive: true, mode: 0o700 });
  for (const suffix of ['', '-wal', '-shm']) await rm(places.databaseFile + suffix, { force: true });
  await copyDatabase(source, places.databaseFile);
  await replay(places.databaseFile, tombstones);
  const names = await neededFiles(places.databaseFile);
  const missing = await copyBlobs(names, join(directory, 'blobs'), places.blobDirectory);
  return { blobs: names.length - missing.length, missing };
}

interface Tombstone {
  id: string;
  kind: string;
  created_at: number;
}

async function tombstonesOf(file: string): Promise<Tombstone[]> {
  const { db, close } = await openDatabase(file);
  try {
    return await db.selectFrom('tombstones').selectAll().execute();
  } finally {
    await close();
  }
}

async function replay(file: string, tombstones: readonly Tombstone[]): Promise<void> {
  const { db, close } = await openDatabase(file);
  try {
    await db.transaction().execute(async (tx) => {
      for (const { id, kind, created_at: at } of tombstones) {
        if (kind === 'track') await removeTrack(tx, id, at);
        if (kind === 'account') await eraseAccount(tx, id, at);
        if (kind === 'comment') {
          const comment = await findComment(tx, id, null);
          if (comment) await removeComment(tx, comment, at);
        }
        if (kind === 'upload') await tx.deleteFrom('uploads').where('id', '=', id).execute();
      }
    });
  } finally {
    await close();
  }
}
