// Blobs on a local disk: <directory>/aa/<name>, received in <directory>/tmp/<random>.part.
import { randomBytes } from 'node:crypto';
import { createReadStream, mkdirSync } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { BLOB_NAME, type BlobStore, TRANSFER_NAME } from './blobs.ts';

async function syncDirectory(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Creates the folders at once, so that a wrong STORAGE_URL fails at start and not at the first upload. */
export function createDiskStore(directory: string): BlobStore {
  const temporaryDirectory = join(directory, 'tmp');
  mkdirSync(temporaryDirectory, { recursive: true, mode: 0o700 });
  const folderOf = (name: string) => {
    if (!BLOB_NAME.test(name)) throw new Error('not a blob name');
    return join(directory, name.slice(0, 2));
  };
  const pathOf = (name: string) => join(folderOf(name), name);
  return {
    temporaryDirectory,
    temporaryPath: () => join(temporaryDirectory, `${randomBytes(16).toString('hex')}.part`),
    pathOf,
    transferPath: (name) => {
      if (!TRANSFER_NAME.test(name)) throw new Error('not a transfer name');
      return join(temporaryDirectory, name);
    },
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
    stat: async (name) => {
      try {
        const found = await stat(pathOf(name));
        return { size: found.size, modifiedAt: found.mtimeMs };
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
        throw error;
      }
    },
    read: (name, start, end) => createReadStream(pathOf(name), { start, end, highWaterMark: 256 * 1024 }),
    remove: (name) => rm(pathOf(name), { force: true }),
    list: async function* () {
      for (const folder of await readdir(directory)) {
        if (!/^[0-9a-f]{2}$/.test(folder)) continue;
        for (const name of await readdir(join(directory, folder))) {
          if (BLOB_NAME.test(name)) yield name;
        }
      }
    },
    freeBytes: async () => {
      const volume = await statfs(directory);
      return volume.bavail * volume.bsize;
    },
  };
}
