// Backup of an instance. The database is copied before the blobs it names, so that every row of the copy has its bytes; blobs
// never change. The server's key is included: the audit log and consent links need it.
import { existsSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { copyDatabase, type NeededFile, neededFiles } from '../db/copy.ts';
import { syncPath, writeDurably } from '../db/durableFile.ts';
import type { Env } from '../env.ts';
import type { BlobStore } from '../storage/blobs.ts';
import { createDiskStore, temporaryFolderOf } from '../storage/disk.ts';
import { requireFolder } from '../storage/folders.ts';
import { openStorage } from '../storage/open.ts';
import { KEY_FILE, readServerKey } from '../storage/serverKey.ts';
import { openTemporaryFiles, type TemporaryFiles } from '../storage/temporary.ts';

/**
 * Copies the files that `to` lacks; each is durable or absent. A file of `to` is replaced only when its size differs from its
 * row's and `from` has the right size. Returns the names that `to` now lacks or has in another size than their row's.
 */
export async function copyBlobs(
  files: readonly NeededFile[],
  from: Pick<BlobStore, 'copyTo' | 'stat'>,
  to: Pick<BlobStore, 'putFile' | 'stat'>,
  temporary: Pick<TemporaryFiles, 'path'>,
): Promise<string[]> {
  const missing: string[] = [];
  for (const { name, size } of files) {
    const [offered, stored] = [await from.stat(name), await to.stat(name)];
    if (![offered, stored].some((file) => file && (size === null || file.size === size))) missing.push(name);
    if (!offered || (stored && (stored.size === size || offered.size !== size))) continue;
    const path = temporary.path();
    try {
      await from.copyTo(name, path);
      await to.putFile(name, path);
    } catch (error) {
      // Deleted since.
      if (await from.stat(name)) throw error;
      missing.push(name);
    } finally {
      await rm(path, { force: true });
    }
  }
  return missing;
}

/** Names inside a backup. */
export const BACKUP_DATABASE = 'aural.db';
export const BACKUP_BLOBS = 'blobs';

export interface BackupReport {
  blobs: number;
  /** Whether `server.key` is in the backup. */
  hasKey: boolean;
  /** Files that rows name and that were not there, or incomplete. */
  missing: string[];
}

/** Writes `directory` (which must be new or empty) while the server may be running. */
export async function backup(
  places: Pick<Env, 'databaseFile' | 'dataDirectory' | 'storage' | 'formerStorage'>,
  directory: string,
  { withKey = true }: { withKey?: boolean } = {},
): Promise<BackupReport> {
  if (!existsSync(places.databaseFile))
    throw new Error(`There is no database ${places.databaseFile} (DATABASE_URL). Correct DATABASE_URL.`);
  requireFolder(directory, 'DIRECTORY');
  if ((await readdir(directory)).length > 0)
    throw new Error(`${directory} is not empty. Name a new or empty folder.`);
  const copy = join(directory, BACKUP_DATABASE);
  await copyDatabase(places.databaseFile, copy);
  const names = await neededFiles(copy);
  const folder = join(directory, BACKUP_BLOBS);
  const blobs = createDiskStore(folder);
  const temporary = openTemporaryFiles(temporaryFolderOf(folder));
  const source = await openStorage(places);
  const absent = await copyBlobs(names, source, blobs, temporary).finally(source.close);
  // A recording that was deleted meanwhile lacks nothing.
  const needed = new Set((await neededFiles(places.databaseFile)).map(({ name }) => name));
  const missing = absent.filter((name) => needed.has(name));
  await rm(temporary.directory, { recursive: true, force: true });
  const key = withKey ? readServerKey(places.dataDirectory) : null;
  if (key) writeDurably(join(directory, KEY_FILE), key);
  syncPath(directory);
  return { blobs: names.length - absent.length, missing, hasKey: key !== null };
}
