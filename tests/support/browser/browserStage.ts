// A server and a Chromium for all promises of one file.
import { type Browser, chromium } from 'playwright';
import { afterAll, beforeAll } from 'vitest';
import { startServer, type TestServer } from '../server/server.ts';
import { CHROMIUM_FLAGS, chromiumPath } from './chromium.mjs';

/** Filled before the first test of the file that calls this, closed after its last. */
export interface BrowserStage {
  server: TestServer;
  browser: Browser;
}

/** Fails where there is no Chromium. */
export function browserStage(): BrowserStage {
  const stage = {} as BrowserStage;
  beforeAll(async () => {
    stage.server = await startServer();
    const executablePath = chromiumPath();
    if (!executablePath) throw new Error('not run: there is no Chromium');
    stage.browser = await chromium.launch({ executablePath, args: CHROMIUM_FLAGS });
  });
  afterAll(async () => {
    await stage.browser?.close();
    await stage.server?.stop();
  });
  return stage;
}
