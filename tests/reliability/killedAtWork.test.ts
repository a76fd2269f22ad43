// A browser that is killed repeatedly during an edit has the edit each time (R9).
import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { afterAll, beforeAll, expect } from 'vitest';
import { randomOf } from '../support/audio/signals.ts';
import { openKillable } from '../support/browser/killableBrowser.ts';
import { record, toEditor } from '../support/browser/makingSteps.ts';
import { promise, trialCount } from '../support/rules/promise.ts';
import { startServer, type TestServer } from '../support/server/server.ts';
import { temporaryFolder } from '../support/storage/temporaryFolder.ts';

/** What a kill may lose: changes are batched for 250 ms, and the browser needs time to write them. */
const WRITTEN_AFTER_MS = 500;

let server: TestServer;
const scratch = temporaryFolder('at-work');
beforeAll(async () => {
  server = await startServer({
    STORAGE_RESERVE_BYTES: '0',
    RATE_LIMIT_FACTOR: '1000',
    LOG_LEVEL: 'silent',
  });
});
afterAll(async () => {
  await server?.stop();
});

/** The end of the open area, as its field says. */
const endField = (page: Page) => page.getByLabel('End', { exact: true });

/** What the field says in a take of less than a minute: `0:06.25`. */
const fieldText = (seconds: number) => `0:${seconds.toFixed(2).padStart(5, '0')}`;

async function openTake(page: Page): Promise<void> {
  await page.goto(`${server.url}/record`);
  await toEditor(page);
}

async function setEnd(page: Page, seconds: number): Promise<void> {
  await endField(page).fill(seconds.toFixed(2));
  await endField(page).press('Enter');
  await expect.poll(() => endField(page).inputValue()).toBe(fieldText(seconds));
}

promise(
  'R9',
  'a browser killed while editing restores every finished change, each with undo',
  async (trials) => {
    const profile = mkdtempSync(join(scratch, 'editing-'));
    const random = randomOf(9);
    let browser = await openKillable(profile);
    try {
      await record(browser.page, server.url);
      await toEditor(browser.page);
      let before = Number((await endField(browser.page).inputValue()).replace('0:', ''));
      for (let round = 1; round <= trialCount(4, 30); round++) {
        await trials.run(`editing, kill ${round}`, async () => {
          const after = Number((before - 0.1).toFixed(2));
          const moment = WRITTEN_AFTER_MS + Math.abs(random()) * 1000;
          await setEnd(browser.page, after);
          await browser.page.waitForTimeout(moment);
          // One more change in progress; it may be lost, but may not break earlier ones.
          if (round % 2 === 0) await endField(browser.page).fill('1.00');
          await browser.kill();
          browser = await openKillable(profile);
          await openTake(browser.page);
          await expect.poll(() => endField(browser.page).inputValue()).toBe(fieldText(after));
          const undo = browser.page.getByRole('button', { name: 'Undo' });
          await undo.click();
          await expect.poll(() => endField(browser.page).inputValue()).toBe(fieldText(before));
          await browser.page.getByRole('button', { name: 'Redo' }).click();
          await expect.poll(() => endField(browser.page).inputValue()).toBe(fieldText(after));
          before = after;
        });
      }
    } finally {
      await browser.kill();
    }
  },
);
