// Blobs on a local disk: <directory>/aa/<name>, received in <directory>/tmp/<random>.part.
import { randomBytes } from 'node:crypto';
import { closeSync, createReadStream, mkdirSync, openSync, read, statSync } from 'node:fs';
import { mkdir, open, readdir, rename, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { BLOB_NAME, type BlobStore, ENVELOPE_NAME, envelopeName, TRANSFER_NAME } from './blobs.ts';

async function syncDirectory(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

const isBlobName = (name: string) => BLOB_NAME.test(name) || ENVELOPE_NAME.test(name);

const readBytes = promisify(read);

/** Read ahead of a listener; one chunk waits here and one in the socket. */
const STREAMED_BYTES = 64 * 1024;

/** Creates the folders at once, so that a wrong STORAGE_URL fails at start and not at the first upload. */
export function createDiskStore(directory: string): BlobStore {
  const temporaryDirectory = join(directory, 'tmp');
  mkdirSync(temporaryDirectory, { recursive: true, mode: 0o700 });
  const folderOf = (name: string) => {
    if (!isBlobName(name)) throw new Error('not a blob name');
    return join(directory, name.slice(0, 2));
  };
  const pathOf = (name: string) => join(folderOf(name), name);
  const transferPath = (name: string) => {
    if (!TRANSFER_NAME.test(name)) throw new Error('not a transfer name');
    return join(temporaryDirectory, name);
  };
  return {
    temporaryDirectory,
    temporaryPath: () => join(temporaryDirectory, `${randomBytes(16).toString('hex')}.part`),
    pathOf,
    transferPath,
    adopt: async (temporaryPath, name) => {
      const handle = await open(temporaryPath, 'r+');
      try {
        await handle.sync();
      } finally {
        await handle.close();
      }
      const folder = folderOf(name);
      const created = await mkdir(folder, { recursive: true, mode: 0o700 });
      await rename(temporaryPath, join(folder, name));
      await syncDirectory(folder);
      if (created !== undefined) await syncDirectory(directory);
    },
    // A look at a name the system has at hand is cheaper than the way to another thread and back.
    stat: async (name) => {
      const found = statSync(pathOf(name), { throwIfNoEntry: false });
      return found ? { size: found.size, modifiedAt: found.mtimeMs } : null;
    },
    read: (name, start, end) => createReadStream(pathOf(name), { start, end, highWaterMark: STREAMED_BYTES }),
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
    remove: async (name) => {
      if (BLOB_NAME.test(name)) await rm(pathOf(envelopeName(name)), { force: true });
      await rm(TRANSFER_NAME.test(name) ? transferPath(name) : pathOf(name), { force: true });
    },
    list: async function* () {
      for (const folder of await readdir(directory)) {
        if (!/^[0-9a-f]{2}$/.test(folder)) continue;
        for (const name of await readdir(join(directory, folder))) {
          if (isBlobName(name)) yield name;
        }
      }
    },
    freeBytes: async () => {
      const volume = await statfs(directory);
      return volume.bavail * volume.bsize;
    },
  };
}
