// Checks before the start that the server may write where its settings point, so that the message names the setting.
import { accessSync, constants, existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Env } from '../env.ts';

/** Codes that mean: this user, or this file system, does not allow it. */
const FORBIDDEN = new Set<string | undefined>(['EACCES', 'EPERM', 'EROFS']);
const NO_FOLDER = new Set<string | undefined>(['ENOTDIR', 'EEXIST']);

function sentence(path: string, setting: string, error: NodeJS.ErrnoException): Error {
  const why = FORBIDDEN.has(error.code)
    ? `cannot be written by this user. Change its owner, or set ${setting} to another place.`
    : NO_FOLDER.has(error.code)
      ? `cannot be a folder: a file has that name. Set ${setting} to another place.`
      : `cannot be used (${error.code}). Set ${setting} to another place.`;
  return new Error(`${path} (${setting}) ${why}`);
}

/** With its parents. Node's own never returns below /proc, where a folder exists but nothing can be created. */
function makeFolder(path: string): void {
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST' && statSync(path).isDirectory()) return;
    if (code !== 'ENOENT' || existsSync(dirname(path))) throw error;
    makeFolder(dirname(path));
    mkdirSync(path, { mode: 0o700 });
  }
}

/** Creates the folder. Throws a sentence that names the setting or argument. */
export function requireFolder(path: string, setting: string): void {
  try {
    makeFolder(path);
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw sentence(path, setting, error as NodeJS.ErrnoException);
  }
}

/** Bytes of SQLite's smallest page: it takes a shorter file for an empty database and overwrites it. */
const SMALLEST_DATABASE = 512;

/** Throws a sentence when the existing SQLite file cannot be opened for writing. */
export function requireDatabaseFile(file: string): void {
  try {
    const found = statSync(file);
    if (found.isDirectory())
      throw new Error(`${file} (DATABASE_URL) is a folder. Name a file in it: file:${file}/aural.db`);
    if (!found.isFile() || (found.size > 0 && found.size < SMALLEST_DATABASE))
      throw new Error(`${file} (DATABASE_URL) is not a database. Nothing was changed. Correct DATABASE_URL.`);
    accessSync(file, constants.R_OK | constants.W_OK);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return;
    throw code === undefined ? error : sentence(file, 'DATABASE_URL', error as NodeJS.ErrnoException);
  }
}

/** Creates the folders of the settings. Throws a sentence that names the setting. */
export function requireFolders({
  postgres,
  databaseFile,
  dataDirectory,
  storage,
  temporaryDirectory,
}: Pick<Env, 'postgres' | 'databaseFile' | 'dataDirectory' | 'storage' | 'temporaryDirectory'>): void {
  requireFolder(dataDirectory, postgres ? 'DATA_DIRECTORY' : 'DATABASE_URL');
  if (!postgres) requireDatabaseFile(databaseFile);
  if (storage.kind === 'disk') requireFolder(storage.directory, 'STORAGE_URL');
  requireFolder(temporaryDirectory, storage.kind === 'disk' ? 'STORAGE_URL' : 'TEMPORARY_DIRECTORY');
}
