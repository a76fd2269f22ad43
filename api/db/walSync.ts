// Makes commits durable without stopping this thread. SQLite runs with `synchronous = NORMAL`, which writes a commit
// into the write-ahead log and syncs only before a checkpoint (https://www.sqlite.org/pragma.html#pragma_synchronous);
// the sync that `FULL` would do inside the commit is done here, on a thread of the system's pool.
import { type FileHandle, open } from 'node:fs/promises';

export interface WalSync {
  /** Resolves when all that was committed before the call is on the disk. Callers at once share one sync. */
  durable(): Promise<void>;
  /** Bytes of the log. */
  size(): Promise<number>;
  close(): Promise<void>;
}

/** `databaseFile` is open in WAL mode as long as this is used, so that its log stays the same file. */
export function createWalSync(databaseFile: string): WalSync {
  let opened: Promise<FileHandle> | undefined;
  let running: Promise<void> | undefined;
  let next: Promise<void> | undefined;
  const handle = () => {
    // Asked for again after a failure: a missing descriptor is no reason to stay broken.
    opened ??= open(`${databaseFile}-wal`, 'r+').catch((error) => {
      opened = undefined;
      throw error;
    });
    return opened;
  };
  const sync = (): Promise<void> => {
    const own = handle()
      .then((log) => log.datasync())
      .finally(() => {
        if (running === own) running = undefined;
      });
    running = own;
    return own;
  };
  return {
    durable: () => {
      if (!running) return sync();
      // The one that runs may have begun before the caller's commit.
      next ??= running
        .catch(() => {})
        .then(() => {
          next = undefined;
          return sync();
        });
      return next;
    },
    size: async () => (await (await handle()).stat()).size,
    close: async () => {
      await (await opened)?.close();
    },
  };
}
