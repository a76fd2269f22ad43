// Worker thread: brings what is in the write-ahead log into the database, with the syncs that costs.
import { parentPort, workerData } from 'node:worker_threads';
import type { CheckpointMode, CheckpointReply } from './checkpoints.ts';
import { openRawDatabase } from './driver.ts';

const database = await openRawDatabase((workerData as { file: string }).file);
// It checkpoints when it is told to, never by itself.
database.exec('PRAGMA wal_autocheckpoint = 0');

function checkpoint(mode: CheckpointMode): CheckpointReply {
  try {
    const [row] = database.prepare(`PRAGMA wal_checkpoint(${mode})`).all() as { busy: number }[];
    return { isDone: row?.busy === 0 };
  } catch (error) {
    return { error: (error as Error).message };
  }
}

parentPort?.on('message', (mode: CheckpointMode) => parentPort?.postMessage(checkpoint(mode)));
parentPort?.postMessage('ready');
