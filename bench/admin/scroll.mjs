// The uploads table in a desktop browser, scrolled from the start over a fixed number of rows.
import { chromium } from 'playwright';
import { CHROMIUM_FLAGS, chromiumPath } from '../../tests/support/browser/chromium.mjs';

/**
 * 12,000 CSS pixels a second, 200 rows: a notch of a wheel is 100 pixels, and a quick finger makes some 20 of them a
 * second, 2,000 pixels; a trackpad's strong fling begins at 8,000 to 12,000 and slows down. Faster goes only the bar at
 * the edge, which jumps: the rows between are not read.
 */
const STEP_PX = 600;
const STEP_MS = 50;

/** Runs in the page before anything else. */
const WATCH = `globalThis.longest = 0;
new PerformanceObserver((list) => {
  for (const { duration } of list.getEntries()) globalThis.longest = Math.max(globalThis.longest, duration);
}).observe({ type: 'longtask', buffered: true });`;

/** @returns {Promise<{ longestMs: number, rows: number }>} tasks under 50 ms count as 0, as browsers tell none */
export async function measureScroll(url, token, wanted) {
  const browser = await chromium.launch({ executablePath: chromiumPath(), args: CHROMIUM_FLAGS });
  try {
    const context = await browser.newContext({
      viewport: { width: 1440, height: 900 },
      extraHTTPHeaders: { authorization: `Bearer ${token}` },
    });
    const page = await context.newPage();
    await page.addInitScript(WATCH);
    await page.goto(`${url}/admin`);
    await page.locator('[data-row]').first().waitFor();
    await page.evaluate('globalThis.longest = 0');
    const rows = () =>
      page.evaluate(() =>
        Math.max(...[...document.querySelectorAll('[data-row]')].map((row) => Number(row.ariaRowIndex))),
      );
    let seen = 0;
    for (let still = 0; seen < wanted && still < 100; ) {
      await page.mouse.wheel(0, STEP_PX);
      await page.waitForTimeout(STEP_MS);
      const now = await rows();
      still = now > seen ? 0 : still + 1;
      seen = Math.max(seen, now);
    }
    return { longestMs: await page.evaluate('globalThis.longest'), rows: seen };
  } finally {
    await browser.close();
  }
}
