// A browser at phone size, slowed down as a whole, whose page tells its longest task and its heap.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright';
import { CHROMIUM_FLAGS, chromiumPath } from '../../tests/support/browser/chromium.mjs';
import { slowDown } from './slowdown.mjs';

const HEAP_MS = 250;
const PATIENCE_MS = 240_000;

/** Runs in the page before anything else. */
const WATCH = `globalThis.longest = 0;
new PerformanceObserver((list) => {
  for (const { duration } of list.getEntries()) longest = Math.max(longest, duration);
}).observe({ type: 'longtask', buffered: true });`;

/**
 * `factor` 1 leaves it as fast as the machine; `watchesHeap` asks the page for it four times a second; `options` are the
 * browser's.
 */
export async function openPhone(factor, { watchesHeap = true, ...options } = {}) {
  const profile = mkdtempSync(join(tmpdir(), 'aural-ui-profile-'));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: chromiumPath(),
    args: CHROMIUM_FLAGS,
    viewport: { width: 360, height: 640 },
    locale: 'en-US',
    ...options,
  });
  const [page] = context.pages();
  page.setDefaultTimeout(PATIENCE_MS);
  await page.addInitScript(WATCH);
  const devTools = await context.newCDPSession(page);
  await devTools.send('Performance.enable');
  const slow = factor > 1 ? await slowDown(profile, factor) : null;
  let peak = 0;
  let next;
  const look = async () => {
    const { metrics } = await devTools.send('Performance.getMetrics').catch(() => ({ metrics: [] }));
    peak = Math.max(peak, metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? 0);
    next = setTimeout(look, HEAP_MS);
  };
  if (watchesHeap) look();
  return {
    page,
    /** The browser's profile folder; its processes name it. */
    profile,
    heapPeakBytes: () => peak,
    /** The page's longest task while `work` ran, milliseconds; 0: none took 50. */
    async longestTask(work) {
      await page.evaluate('longest = 0');
      const result = await work();
      // It is reported after it ended.
      await page.waitForTimeout(200);
      return { result, milliseconds: await page.evaluate('longest') };
    },
    /** Answers how many times slower it really was. */
    async close() {
      clearTimeout(next);
      const { ran } = slow ? await slow.end() : { ran: 1 };
      await context.close();
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
      return 1 / ran;
    },
  };
}
