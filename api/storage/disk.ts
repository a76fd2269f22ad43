// Blobs on a local disk: <directory>/aa/<name>, made in <directory>/tmp.
import { randomBytes } from 'node:crypto';
import { closeSync, constants, createReadStream, mkdirSync, openSync, read, statSync } from 'node:fs';
import { copyFile, mkdir, open, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { BLOB_NAME, type BlobStore, envelopeName, isBlobName, TRANSFER_NAME } from './blobs.ts';
import { diskPieces } from './diskPieces.ts';

async function syncDirectory(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

const readBytes = promisify(read);

/** Read ahead of a listener; one chunk waits here and one in the socket. */
const STREAMED_BYTES = 64 * 1024;

/** Where a store in `directory` receives: on the same volume, so that a file gets its name by a rename. */
export const temporaryFolderOf = (directory: string) => join(directory, 'tmp');

/** Creates the folders at once, so that a wrong STORAGE_URL fails at start and not at the first upload. */
export function createDiskStore(directory: string): BlobStore {
  const temporary = temporaryFolderOf(directory);
  mkdirSync(temporary, { recursive: true, mode: 0o700 });
  const folderOf = (name: string) => {
    if (!isBlobName(name)) throw new Error('not a blob name');
    return join(directory, name.slice(0, 2));
  };
  const pathOf = (name: string) => join(folderOf(name), name);
  const pieces = diskPieces(temporary);
  const withOwnFile = async (fill: (path: string) => Promise<void>, name: string) => {
    const path = join(temporary, `${randomBytes(16).toString('hex')}.part`);
    try {
      await fill(path);
      await adopt(name, path);
    } finally {
      await rm(path, { force: true });
    }
  };
  /** fsync, rename into place, fsync of the folder. */
  const adopt = async (name: string, path: string) => {
    const handle = await open(path, 'r+');
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
    const folder = folderOf(name);
    const created = await mkdir(folder, { recursive: true, mode: 0o700 });
    await rename(path, join(folder, name));
    await syncDirectory(folder);
    if (created !== undefined) await syncDirectory(directory);
  };
  // A look at a name the system has at hand is cheaper than the way to another thread and back.
  const stat = async (name: string) => {
    const found = statSync(pathOf(name), { throwIfNoEntry: false });
    return found ? { size: found.size, modifiedAt: found.mtimeMs } : null;
  };
  return {
    pieces,
    put: (name, bytes) => withOwnFile((path) => writeFile(path, bytes, { flag: 'wx', mode: 0o600 }), name),
    putFile: async (name, path) => {
      try {
        await adopt(name, path);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error;
        await withOwnFile((own) => copyFile(path, own), name);
        await rm(path, { force: true });
      }
    },
    stat,
    known: stat,
    read: async (name, start, end) =>
      end < start
        ? Readable.from([])
        : createReadStream(pathOf(name), { start, end, highWaterMark: STREAMED_BYTES }),
    readWhole: async (name, start, end) => {
      const bytes = Buffer.allocUnsafe(end - start + 1);
      const file = openSync(pathOf(name), 'r');
      try {
        const { bytesRead } = await readBytes(file, bytes, 0, bytes.length, start);
        if (bytesRead < bytes.length) throw new Error('the blob is shorter than it was');
        return bytes;
      } finally {
        closeSync(file);
      }
    },
    // A volume that can shares the bytes until one of the two is written.
    copyTo: (name, path) => copyFile(pathOf(name), path, constants.COPYFILE_FICLONE),
    remove: async (name) => {
      if (TRANSFER_NAME.test(name)) return pieces.remove(name);
      if (BLOB_NAME.test(name)) await rm(pathOf(envelopeName(name)), { force: true });
      await rm(pathOf(name), { force: true });
    },
    list: async function* () {
      for (const folder of await readdir(directory)) {
        if (!/^[0-9a-f]{2}$/.test(folder)) continue;
        for (const name of await readdir(join(directory, folder))) {
          if (isBlobName(name)) yield name;
        }
      }
    },
    // What was interrupted is a temporary file.
    endUploads: async () => 0,
    link: async () => null,
    state: () => ({ isDown: false, requests: [] }),
    close: () => {},
  };
}
