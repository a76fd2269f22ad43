// Only one process at a time works on an installation: a second one would treat the first one's unfinished uploads as
// leftovers of a crash.
//
//   holdInstance(file: string, what: string): Promise<InstanceLock>
//   holdInstallation(places: InstancePlaces): Promise<InstanceLock>
//
// It is a lock of the operating system, taken by SQLite on an empty file: it ends with the process, however the process
// ends, and leaves nothing to clean up. It needs no free space. Backup and admin commands take no lock.
import { chmodSync, mkdirSync, realpathSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Env } from '../env.ts';
import { loadSqlite } from './driver.ts';
import { databaseFault } from './faults.ts';

export interface InstanceLock {
  /** Releases the lock. */
  release(): void;
}

/** The places to lock; `Env` has them. */
export type InstancePlaces = Pick<Env, 'databaseFile' | 'storage' | 'temporaryDirectory'>;

/**
 * Holds `file` (created with mode 0600, its folder with 0700) until `release` or the end of the process. Never waits.
 * Throws one sentence about `what`, as 'The database /data/aural.db (DATABASE_URL)', when another process, or this
 * one, holds it already.
 */
export async function holdInstance(file: string, what: string): Promise<InstanceLock> {
  const { DatabaseSync } = await loadSqlite();
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const lock = new DatabaseSync(file);
  try {
    // By name: closing a descriptor of our own would give back the locks this process has on the file.
    chmodSync(file, 0o600);
    lock.exec('PRAGMA busy_timeout = 0');
    lock.exec('PRAGMA journal_mode = MEMORY');
    lock.exec('PRAGMA locking_mode = EXCLUSIVE');
    lock.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    lock.close();
    if (databaseFault(error) !== 'busy') throw error;
    throw new Error(`${what} is in use by another process, which holds ${file}. Stop that one first.`);
  }
  let isHeld = true;
  return {
    release: () => {
      if (isHeld) lock.close();
      isHeld = false;
    },
  };
}

/** The same file by every name that leads to it through links. */
function realPath(file: string): string {
  try {
    return realpathSync(file);
  } catch {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    return join(realpathSync(dirname(file)), basename(file));
  }
}

/** Processes of one machine that share a folder. */
const FOLDERS = 64;

/** Of several processes in one place each has a folder of its own: the first below `directory` that nobody holds. */
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

/** Holds a database as a server on it does, by whatever name it is reached. */
export const holdDatabase = (file: string, what: string): Promise<InstanceLock> =>
  holdInstance(`${realPath(file)}.lock`, what);

/**
 * Holds the database and the audio, whoever shares either; of a bucket, which many may share, the folder for what is on its
 * way there. Call before anything is opened, repaired or deleted.
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
