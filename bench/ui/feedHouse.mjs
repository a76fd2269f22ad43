// A server with 5,000 tracks for the feed's figures.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fill } from '../api/dataSet.mjs';
import { startServer } from '../api/processes.mjs';

/** @returns {Promise<{ url: string, close(): Promise<void> }>} */
export async function openHouse() {
  const data = mkdtempSync(join(tmpdir(), 'aural-ui-feed-'));
  await fill(data, []);
  const server = await startServer(data);
  return {
    url: server.url,
    async close() {
      await server.stop();
      rmSync(data, { recursive: true, force: true });
    },
  };
}
