// Makes the server's files readable by its own user only, even in a shared folder.
import { chmodSync, readdirSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Env } from '../env.ts';

const OWNER_ONLY = 0o077;
/** Our files other than the database and those named after it (`aural.db-wal`, `aural.db.lock`). */
const OTHERS = /^(limits\.db(-wal|-shm)?|server\.key(\.replaced)?|audit\.keyed|reserve)$/;
/** Our folders of audio. */
const AUDIO_FOLDER = /^[0-9a-f]{2}$/;

/** Removes the permissions of others. Skips what is missing, what we may not change, and devices: `/dev/null` belongs to all. */
function takeFromOthers(path: string): void {
  try {
    const entry = statSync(path);
    const isDevice = !entry.isFile() && !entry.isDirectory();
    if (!isDevice && (entry.mode & OWNER_ONLY) !== 0) chmodSync(path, entry.mode & 0o700);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ENOENT' && code !== 'EPERM' && code !== 'EROFS') throw error;
  }
}

function namesIn(directory: string): string[] {
  try {
    return readdirSync(directory);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

/** Sets the umask for new files and removes the permissions of others from existing ones. */
export function keepPrivate({
  databaseFile,
  dataDirectory,
  storage,
  temporaryDirectory,
}: Pick<Env, 'databaseFile' | 'dataDirectory' | 'storage' | 'temporaryDirectory'>): void {
  process.umask(OWNER_ONLY);
  const database = basename(databaseFile);
  const isOurs = (name: string) =>
    name === database ||
    name.startsWith(`${database}-`) ||
    name.startsWith(`${database}.`) ||
    OTHERS.test(name);
  for (const name of namesIn(dataDirectory)) if (isOurs(name)) takeFromOthers(join(dataDirectory, name));
  takeFromOthers(temporaryDirectory);
  if (storage.kind !== 'disk') return;
  for (const name of namesIn(storage.directory))
    if (AUDIO_FOLDER.test(name)) takeFromOthers(join(storage.directory, name));
}
