// A copy of the installation, with the server's key: without it nobody can verify the audit log or open consent links. Order matters: the database first, then the blobs it names, so that every row of the copy
// has its bytes; blobs are never changed once written.
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { copyDatabase, neededFiles } from '../db/copy.ts';
import { syncPath, writeDurably } from '../db/durableFile.ts';
import type { Env } from '../env.ts';
import { createDiskStore, temporaryFolderOf } from '../storage/disk.ts';
import { openStorage } from '../storage/open.ts';
import { KEY_FILE, readServerKey } from '../storage/serverKey.ts';
import { openTemporaryFiles } from '../storage/temporary.ts';
import { copyBlobs } from './blobCopies.ts';

/** Names inside a backup. */
export const BACKUP_DATABASE = 'aural.db';
export const BACKUP_BLOBS = 'blobs';

export interface BackupReport {
  blobs: number;
  /** Whether `server.key` is in the backup. */
  hasKey: boolean;
  /** Files that rows name and that were not there. */
  missing: string[];
}

/** Writes `directory` (which must be new or empty) while the server may be running. */
export async function backup(
  places: Pick<Env, 'databaseFile' | 'dataDirectory' | 'storage' | 'formerStorage'>,
  directory: string,
  { withKey = true }: { withKey?: boolean } = {},
): Promise<BackupReport> {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  if ((await readdir(directory)).length > 0) throw new Error(`${directory} is not empty`);
  const copy = join(directory, BACKUP_DATABASE);
  await copyDatabase(places.databaseFile, copy);
  const names = await neededFiles(copy);
  const folder = join(directory, BACKUP_BLOBS);
  const blobs = createDiskStore(folder);
  const temporary = openTemporaryFiles(temporaryFolderOf(folder));
  const source = await openStorage(places);
  const missing = await copyBlobs(names, source, blobs, temporary).finally(source.close);
  await rm(temporary.directory, { recursive: true, force: true });
  const key = withKey ? readServerKey(places.dataDirectory) : null;
  if (key) writeDurably(join(directory, KEY_FILE), key);
  syncPath(directory);
  return { blobs: names.length - missing.length, missing, hasKey: key !== null };
}
