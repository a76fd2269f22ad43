// Syncs and checkpoints of the write-ahead log, off the main thread: both take as long as the disk takes.

import { type FileHandle, open } from 'node:fs/promises';
import type { Worker } from 'node:worker_threads';
import { startThread } from '../thread.ts';

interface WalSync {
  /** Resolves when everything committed before the call is on the disk. Concurrent callers share one sync. */
  durable(): Promise<void>;
  /** Bytes of the log. */
  size(): Promise<number>;
  close(): Promise<void>;
}

/**
 * Syncs commits on a thread of the system's pool. SQLite runs with `synchronous = NORMAL`, which syncs only before a
 * checkpoint (https://www.sqlite.org/pragma.html#pragma_synchronous); `FULL` would sync on this thread.
 * `databaseFile` must stay open in WAL mode meanwhile, so that its log stays the same file.
 */
export function createWalSync(databaseFile: string): WalSync {
  let opened: Promise<FileHandle> | undefined;
  let running: Promise<void> | undefined;
  let next: Promise<void> | undefined;
  const handle = () => {
    // Try again after a failure.
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
      // The running sync may have started before the caller's commit.
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

/**
 * `PASSIVE` copies what it can while writers and readers continue. `TRUNCATE` copies the rest and empties the log; no writer
 * may be active (https://www.sqlite.org/pragma.html#pragma_wal_checkpoint). `COMPACT` rewrites the database (`VACUUM`) through the log.
 */
export type CheckpointMode = 'PASSIVE' | 'TRUNCATE' | 'COMPACT';
export type CheckpointReply = { isDone: boolean } | { error: string };

interface Checkpoints {
  /** One at a time. Resolves to false when readers prevented it. Rejects when the disk fails. */
  run(mode: CheckpointMode): Promise<boolean>;
  close(): Promise<void>;
}

/** The thread starts with the first checkpoint. */
export function createCheckpoints(file: string): Checkpoints {
  let worker: Worker | undefined;
  let last: Promise<unknown> = Promise.resolve();

  const start = (): Worker => {
    if (worker) return worker;
    const started = startThread('checkpoint.worker', import.meta.url, { workerData: { file } });
    started.unref();
    // Without a listener, an error between two checkpoints would end the process.
    started.on('error', () => {});
    started.once('exit', () => {
      if (worker === started) worker = undefined;
    });
    worker = started;
    return started;
  };

  const ask = (mode: CheckpointMode) =>
    new Promise<boolean>((resolve, reject) => {
      const thread = start();
      const leave = () => {
        thread.off('message', onReply);
        thread.off('exit', end);
        thread.off('error', fail);
      };
      const onReply = (reply: 'ready' | CheckpointReply) => {
        if (reply === 'ready') return;
        leave();
        if ('error' in reply) reject(new Error(reply.error));
        else resolve(reply.isDone);
      };
      const fail = (error: unknown) => {
        leave();
        reject(error);
      };
      const end = () => fail(new Error('the checkpoint was stopped'));
      thread.on('message', onReply);
      thread.on('exit', end);
      thread.on('error', fail);
      thread.postMessage(mode);
    });

  return {
    run: (mode) => {
      const own = last.catch(() => {}).then(() => ask(mode));
      last = own;
      return own;
    },
    close: async () => {
      await last.catch(() => {});
      await worker?.terminate();
    },
  };
}
