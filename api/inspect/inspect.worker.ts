// Worker thread: one file, one answer, then it ends. A trap or an endless loop in here cannot reach the
// server; the thread's memory is limited and it is terminated at its deadline.
import { parentPort, workerData } from 'node:worker_threads';
import type { InspectReply, InspectRequest } from './protocol.ts';
import { loadCore, withFile } from './wasm.ts';

async function inspect({ path }: InspectRequest): Promise<InspectReply> {
  try {
    const core = await loadCore();
    return { ok: true, analysis: withFile(path, (source) => core.analyse(source)) };
  } catch (error) {
    const { name, message } = error instanceof Error ? error : new Error(String(error));
    return { ok: false, code: name, message };
  }
}

parentPort?.postMessage(await inspect(workerData as InspectRequest));
