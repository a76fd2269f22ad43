// Worker thread: answers queries from a connection that can only read, so that a slow one stops nobody's requests.
import { parentPort, workerData } from 'node:worker_threads';
import { openReadOnly } from './driver.ts';
import { sqliteCode } from './faults.ts';
import { listReader } from './listedRows.ts';
import type { Query, QueryReply } from './readPool.ts';

const database = await openReadOnly((workerData as { file: string }).file);
const read = listReader(database);

function answer({ sql, parameters }: Query): QueryReply {
  const started = performance.now();
  try {
    const rows = read(sql, parameters);
    return { rows, milliseconds: performance.now() - started };
  } catch (error) {
    const { message } = error as Error;
    return { error: message, errcode: sqliteCode(error), milliseconds: performance.now() - started };
  }
}

parentPort?.on('message', (query: Query | null) => {
  if (query) {
    parentPort?.postMessage(answer(query));
    return;
  }
  database.close();
  parentPort?.close();
});
parentPort?.postMessage('ready');
