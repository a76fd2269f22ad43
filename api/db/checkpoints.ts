// Keeps the write-ahead log short without stopping this thread: a checkpoint copies pages and syncs the database,
// which takes as long as the disk takes.
import type { Worker } from 'node:worker_threads';
import { startThread } from '../thread.ts';

/**
 * `PASSIVE` copies what it can beside writers and readers. `TRUNCATE` copies the rest and empties the log; no writer
 * may be at work (https://www.sqlite.org/pragma.html#pragma_wal_checkpoint).
 */
export type CheckpointMode = 'PASSIVE' | 'TRUNCATE';
export type CheckpointReply = { isDone: boolean } | { error: string };

export interface Checkpoints {
  /** One after another; false when readers kept it from being done. Rejects on a fault of the disk. */
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
    // Each checkpoint listens below; a thread that ends between two must not end the process.
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
        thread.off('message', hear);
        thread.off('exit', end);
        thread.off('error', fail);
      };
      const hear = (reply: 'ready' | CheckpointReply) => {
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
      thread.on('message', hear);
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
