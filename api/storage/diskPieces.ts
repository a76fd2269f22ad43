// Files received in pieces on a local disk: one file each, as long as what has come.
import { copyFile, link, open, readdir, rm, stat, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { type PieceStore, TRANSFER_NAME } from './blobs.ts';

/** `directory` exists. */
export function diskPieces(directory: string): PieceStore {
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
        // What is acknowledged as received stays received.
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
