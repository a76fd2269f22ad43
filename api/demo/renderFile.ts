// Renders demo tracks to files in a worker thread.
import { startThread } from '../thread.ts';
import type { RenderReply, RenderRequest } from './render.worker.ts';

const startWorker = (request: RenderRequest) =>
  startThread('render.worker', import.meta.url, { workerData: request });

/**
 * Writes the MP3 of one demo track to `path`; returns its size in bytes. About a second and 40 MB of memory.
 * Rejects when the thread fails or `signal` ends it; a partial file may then remain.
 */
export function renderFile(id: string, path: string, signal: AbortSignal): Promise<number> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const worker = startWorker({ id, path });
    const stop = () => void worker.terminate();
    signal.addEventListener('abort', stop, { once: true });
    worker.once('message', (reply: RenderReply) => resolve(reply.bytes));
    worker.once('error', reject);
    worker.once('exit', () => {
      signal.removeEventListener('abort', stop);
      reject(new Error(`the thread that makes ${id} was stopped`));
    });
  });
}
