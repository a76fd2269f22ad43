// Blobs on a local disk: <directory>/aa/<name>, written in <directory>/tmp and renamed.
import { randomBytes } from 'node:crypto';
import { closeSync, constants, createReadStream, mkdirSync, openSync, read, statSync } from 'node:fs';
import {
  copyFile,
  link,
  mkdir,
  open,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  stat as statFile,
  truncate,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import {
  type BlobStore,
  INSTALLATION_FILE,
  isBlobName,
  madeFrom,
  type PieceStore,
  type Quarantine,
  TRANSFER_NAME,
} from './blobs.ts';

/** Files received in pieces: one file each, as long as the bytes received. `directory` exists. */
function diskPieces(directory: string): PieceStore {
  const pathOf = (name: string) => {
    if (!TRANSFER_NAME.test(name)) throw new Error('not a transfer name');
    return join(directory, name);
  };
  const infoOf = (name: string) =>
    stat(pathOf(name)).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null;
      throw error;
    });
  return {
    begin: async (name) => (await open(pathOf(name), 'wx', 0o600)).close(),
    received: async (name) => (await infoOf(name))?.size ?? null,
    append: async (name, offset, chunks) => {
      // A restored database may know transfers whose files are gone: they begin again.
      if (offset === 0) await (await open(pathOf(name), 'a', 0o600)).close();
      const file = await open(pathOf(name), 'r+');
      try {
        let at = offset;
        for await (const chunk of chunks) {
          for (let from = 0; from < chunk.length; )
            from += (await file.write(chunk, from, chunk.length - from, at + from)).bytesWritten;
          at += chunk.length;
        }
      } finally {
        // Received bytes that were acknowledged must not be lost.
        await file.sync().finally(() => file.close());
      }
    },
    cut: (name, size) => truncate(pathOf(name), size),
    // Under a second name at no cost.
    copyTo: (name, path) => link(pathOf(name), path).catch(() => copyFile(pathOf(name), path)),
    remove: (name) => rm(pathOf(name), { force: true }),
    list: async function* () {
      for (const name of await readdir(directory)) {
        if (!TRANSFER_NAME.test(name)) continue;
        const info = await infoOf(name);
        if (info) yield { name, modifiedAt: info.mtimeMs };
      }
    },
  };
}

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

const isMissing = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT';

function diskQuarantine(directory: string, pathOf: (name: string) => string): Quarantine {
  const folder = join(directory, 'quarantine');
  const asideOf = (name: string) => join(folder, basename(pathOf(name)));
  return {
    put: async (name) => {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const now = new Date();
      try {
        // A rename keeps the times of a file: from here on this one says when it was moved.
        await utimes(pathOf(name), now, now);
        await rename(pathOf(name), asideOf(name));
      } catch (error) {
        if (!isMissing(error)) throw error;
      }
      await syncDirectory(folder);
    },
    release: async (name) => {
      const isInPlace = statSync(pathOf(name), { throwIfNoEntry: false }) !== undefined;
      if (isInPlace) return rm(asideOf(name), { force: true });
      await mkdir(dirname(pathOf(name)), { recursive: true, mode: 0o700 });
      await rename(asideOf(name), pathOf(name)).catch((error) => {
        if (!isMissing(error)) throw error;
      });
      await syncDirectory(dirname(pathOf(name)));
    },
    remove: async (name) => rm(asideOf(name), { force: true }),
    list: async function* () {
      const names = await readdir(folder).catch((error) => {
        if (isMissing(error)) return [];
        throw error;
      });
      for (const name of names) {
        if (isBlobName(name)) yield { name, movedAt: (await statFile(join(folder, name))).mtimeMs };
      }
    },
  };
}

/** Creates the folders at once, so that a wrong STORAGE_URL fails at start and not at the first upload. */
export function createDiskStore(directory: string): BlobStore {
  const temporary = temporaryFolderOf(directory);
  mkdirSync(temporary, { recursive: true, mode: 0o700 });
  const pathOf = (name: string) => {
    if (!isBlobName(name)) throw new Error('not a blob name');
    return join(directory, name.slice(0, 2), name);
  };
  const pieces = diskPieces(temporary);
  const withOwnFile = async (fill: (path: string) => Promise<void>, target: string) => {
    const path = join(temporary, `${randomBytes(16).toString('hex')}.part`);
    try {
      await fill(path);
      await adopt(target, path);
    } finally {
      await rm(path, { force: true });
    }
  };
  /** fsync, rename into place, fsync of the folder. */
  const adopt = async (target: string, path: string) => {
    const handle = await open(path, 'r+');
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
    const folder = dirname(target);
    const created = await mkdir(folder, { recursive: true, mode: 0o700 });
    await rename(path, target);
    await syncDirectory(folder);
    if (created !== undefined) await syncDirectory(directory);
  };
  // Reading a cached directory entry is cheaper than a round trip to another thread.
  const stat = async (name: string) => {
    const found = statSync(pathOf(name), { throwIfNoEntry: false });
    return found ? { size: found.size, modifiedAt: found.mtimeMs } : null;
  };
  const putBytes = (target: string, bytes: string | Uint8Array) =>
    withOwnFile((path) => writeFile(path, bytes, { flag: 'wx', mode: 0o600 }), target);
  const ownerFile = join(directory, INSTALLATION_FILE);
  return {
    pieces,
    quarantine: diskQuarantine(directory, pathOf),
    owners: async () => {
      try {
        return [(await readFile(ownerFile, 'utf8')).trim() || null];
      } catch (error) {
        if (isMissing(error)) return [null];
        throw error;
      }
    },
    claim: (installation) => putBytes(ownerFile, `${installation}\n`),
    put: async (name, bytes) => putBytes(pathOf(name), bytes),
    putFile: async (name, path) => {
      try {
        await adopt(pathOf(name), path);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error;
        await withOwnFile((own) => copyFile(path, own), pathOf(name));
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
      for (const made of madeFrom(name)) await rm(pathOf(made), { force: true });
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
    // An interrupted write leaves a temporary file.
    endUploads: async () => 0,
    link: async () => null,
    state: () => ({ isDown: false, requests: [] }),
    close: () => {},
  };
}
