// Worker thread: copies the write-ahead log into the database and syncs it; rewrites the database.
import { parentPort, workerData } from 'node:worker_threads';
import { openRawDatabase } from './driver.ts';
import type { CheckpointMode, CheckpointReply } from './writeAheadLog.ts';

const database = await openRawDatabase((workerData as { file: string }).file);
// Checkpoints only on request.
database.exec('PRAGMA wal_autocheckpoint = 0');
// `VACUUM` builds the whole database in temporary storage.
database.exec('PRAGMA temp_store = FILE');

function checkpoint(mode: CheckpointMode): CheckpointReply {
  try {
    if (mode === 'COMPACT') {
      database.exec('VACUUM');
      return { isDone: true };
    }
    const [row] = database.prepare(`PRAGMA wal_checkpoint(${mode})`).all() as { busy: number }[];
    return { isDone: row?.busy === 0 };
  } catch (error) {
    return { error: (error as Error).message };
  }
}

parentPort?.on('message', (mode: CheckpointMode) => parentPort?.postMessage(checkpoint(mode)));
parentPort?.postMessage('ready');
