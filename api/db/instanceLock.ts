// Allows only one process at a time to use an installation: a second one would treat the first one's unfinished uploads as
// leftovers. The lock is SQLite's lock on an empty file, so the operating system releases it when the process ends, and it
// needs no free space. Backup and admin commands do not take it.
import { chmodSync, mkdirSync, realpathSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Env } from '../env.ts';
import { loadSqlite, type RawDatabase } from './driver.ts';
import { databaseFault } from './faults.ts';

export interface InstanceLock {
  /** Releases the lock. */
  release(): void;
}

/** The places to lock; `Env` has them. */
export type InstancePlaces = Pick<Env, 'databaseFile' | 'storage' | 'temporaryDirectory'>;

function refusal(error: unknown, file: string, what: string): Error {
  if (databaseFault(error) === 'busy')
    return new Error(`${what} is in use by another process, which holds ${file}. Stop that process first.`);
  const why = error instanceof Error ? error.message : String(error);
  return new Error(`${what} cannot be locked: ${file} cannot be written (${why}). Choose another place.`);
}

/**
 * Holds `file` (created with mode 0600, its folder with 0700) until `release` or the end of the process. Never waits.
 * Throws one sentence about `what`, as 'The database /data/aural.db (DATABASE_URL)', when another process, or this
 * one, holds it already, or when the file cannot be written.
 */
export async function holdInstance(file: string, what: string): Promise<InstanceLock> {
  const { DatabaseSync } = await loadSqlite();
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  let lock: RawDatabase | undefined;
  try {
    lock = new DatabaseSync(file);
    // By name: closing a descriptor of our own would release the locks of this process on the file.
    chmodSync(file, 0o600);
    lock.exec('PRAGMA busy_timeout = 0');
    lock.exec('PRAGMA journal_mode = MEMORY');
    lock.exec('PRAGMA locking_mode = EXCLUSIVE');
    lock.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    lock?.close();
    throw refusal(error, file, what);
  }
  return {
    release: () => {
      lock?.close();
      lock = undefined;
    },
  };
}

/** Resolves links, so that every name of the file has the same lock. */
function realPath(file: string): string {
  try {
    return realpathSync(file);
  } catch {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    return join(realpathSync(dirname(file)), basename(file));
  }
}

/** Most processes of one machine that share a folder. */
const FOLDERS = 64;

/** Locks the first free folder below `directory`, so that each process of a machine has its own. */
export async function holdOwnFolder(directory: string): Promise<{ directory: string; lock: InstanceLock }> {
  for (let number = 0; ; number++) {
    const own = join(directory, `process-${number}`);
    try {
      return { directory: own, lock: await holdInstance(join(own, '.lock'), `The folder ${own}`) };
    } catch (error) {
      if (number === FOLDERS) throw error;
    }
  }
}

/** Locks a database as a running server does. */
export const holdDatabase = (file: string, what: string): Promise<InstanceLock> =>
  holdInstance(`${realPath(file)}.lock`, what);

/**
 * Locks the database and the audio folder; for a bucket, which several installations may share, the temporary folder. Call
 * before anything is opened, repaired or deleted.
 */
export async function holdInstallation({
  databaseFile,
  storage,
  temporaryDirectory,
}: InstancePlaces): Promise<InstanceLock> {
  const locks = [await holdDatabase(databaseFile, `The database ${databaseFile} (DATABASE_URL)`)];
  const release = () => {
    for (const lock of locks.splice(0)) lock.release();
  };
  try {
    const [folder, what] =
      storage.kind === 'disk'
        ? [storage.directory, `The audio folder ${storage.directory} (STORAGE_URL)`]
        : [temporaryDirectory, `The folder ${temporaryDirectory} (TEMPORARY_DIRECTORY)`];
    locks.push(await holdInstance(join(folder, '.lock'), what));
  } catch (error) {
    release();
    throw error;
  }
  return { release };
}
