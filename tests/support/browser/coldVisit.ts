// Network cost of a first visit: Chromium with an empty cache counts the bytes of every response, headers included.

import { setTimeout as pause } from 'node:timers/promises';
import { chromium } from 'playwright';
import { CHROMIUM_FLAGS, chromiumPath } from './chromium.mjs';

export interface Received {
  url: string;
  /** Resource type of the request: `Script`, `Stylesheet`, `Fetch`, `Media` … */
  kind: string;
  /** Bytes on the wire. */
  bytes: number;
  /** `br`, `gzip`, `zstd`, or empty for uncompressed bytes. */
  coding: string;
}

const QUIET_MS = 1500;
/** The page's clock stops this long after the page is visible, so files that it loads when idle never count. */
const PAGE_MS = 1500;
const STEP_MS = 50;
/** The clock can only be stopped at a time to come, and a busy machine takes long to say so. */
const AHEAD_MS = 60_000;
const PATIENCE_MS = 30_000;

/** All responses for `url` until 1.5 s pass without one; excludes event streams and audio. */
export async function coldVisit(url: string, look: string): Promise<Received[]> {
  const browser = await chromium.launch({ executablePath: chromiumPath(), args: CHROMIUM_FLAGS });
  try {
    const page = await browser.newPage({ viewport: { width: 360, height: 640 } });
    const session = await page.context().newCDPSession(page);
    const open = new Map<string, Received>();
    const received: Received[] = [];
    let last = Date.now();
    /** Requested and not yet complete; streams never complete. */
    const asked = new Set<string>();
    session.on('Network.requestWillBeSent', ({ requestId, type, request }) => {
      const isStream = new URL(request.url).pathname === '/api/events';
      if (!isStream && type !== 'Media') asked.add(requestId);
    });
    for (const end of ['Network.loadingFinished', 'Network.loadingFailed'] as const)
      session.on(end, ({ requestId }) => asked.delete(requestId));
    session.on('Network.responseReceived', ({ requestId, type, response }) => {
      const header = Object.entries(response.headers).find(
        ([name]) => name.toLowerCase() === 'content-encoding',
      );
      open.set(requestId, { url: response.url, kind: type, bytes: 0, coding: header?.[1] ?? '' });
      last = Date.now();
    });
    session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      const answer = open.get(requestId);
      if (answer && answer.kind !== 'Media') received.push({ ...answer, bytes: encodedDataLength });
      last = Date.now();
    });
    await session.send('Network.enable');
    await session.send('Network.setCacheDisabled', { cacheDisabled: true });
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + AHEAD_MS);
    await page.goto(url);
    const until = Date.now() + PATIENCE_MS;
    const isOpen = () => Date.now() < until;
    const step = async () => {
      await page.clock.runFor(STEP_MS);
      await pause(STEP_MS);
    };
    while (isOpen() && !(await page.locator(look).first().isVisible())) await step();
    for (let passed = 0; passed < PAGE_MS; passed += STEP_MS) await step();
    while (isOpen() && (asked.size > 0 || Date.now() - last < QUIET_MS)) await pause(STEP_MS);
    if (!isOpen()) throw new Error(`${url} was not there after ${PATIENCE_MS / 1000} s`);
    return received;
  } finally {
    await browser.close();
  }
}
