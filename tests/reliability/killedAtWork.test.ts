// R9: a browser that is killed again and again, in the middle of an edit and in the middle of an upload, goes on each time.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { afterAll, beforeAll, expect } from 'vitest';
import { openKillable } from '../support/killableBrowser.ts';
import { arrived, network, pressPublish, record, toEditor } from '../support/makingSteps.ts';
import { promise, trialCount } from '../support/promise.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { noise, randomOf } from '../support/signals.ts';
import { writeWav } from '../support/wav.ts';

/** What a kill may cost: changes are gathered for 250 ms, and the browser needs a moment to write them. */
const WRITTEN_AFTER_MS = 500;
const RATE = 44_100;
/** Several pieces of 2 MB, each some seconds on its way. */
const SLOW = { offline: false, latency: 10, downloadThroughput: -1, uploadThroughput: 700_000 };
const FREE = { ...SLOW, latency: 0, uploadThroughput: -1 };

let server: TestServer;
let scratch: string;
beforeAll(async () => {
  server = await startServer({
    STORAGE_RESERVE_BYTES: '0',
    RATE_LIMIT_FACTOR: '1000',
    LOG_LEVEL: 'silent',
  });
  scratch = mkdtempSync(join(tmpdir(), 'aural-at-work-'));
});
afterAll(async () => {
  await server?.stop();
  rmSync(scratch, { recursive: true, force: true });
});

/** The end of the open area, as its field says. */
const endField = (page: Page) => page.getByLabel('End', { exact: true });

async function openTake(page: Page): Promise<void> {
  await page.goto(`${server.url}/record`);
  await toEditor(page);
}

async function setEnd(page: Page, seconds: number): Promise<void> {
  await endField(page).fill(seconds.toFixed(2));
  await endField(page).press('Enter');
  await expect.poll(() => endField(page).inputValue()).toBe(seconds.toFixed(2));
}

promise(
  'R9',
  'a browser killed while editing has every finished change again, and each can be undone',
  async (trials) => {
    const profile = mkdtempSync(join(scratch, 'editing-'));
    const random = randomOf(9);
    let browser = await openKillable(profile);
    try {
      await record(browser.page, server.url);
      await toEditor(browser.page);
      let before = Number(await endField(browser.page).inputValue());
      for (let round = 1; round <= trialCount(10, 30); round++) {
        await trials.run(`editing, kill ${round}`, async () => {
          const after = Number((before - 0.1).toFixed(2));
          const moment = WRITTEN_AFTER_MS + Math.abs(random()) * 1000;
          await setEnd(browser.page, after);
          await browser.page.waitForTimeout(moment);
          // One more change that is under way; it may be there or not, but it may not break what was there.
          if (round % 2 === 0) await endField(browser.page).fill('1.00');
          await browser.kill();
          browser = await openKillable(profile);
          await openTake(browser.page);
          await expect.poll(() => endField(browser.page).inputValue()).toBe(after.toFixed(2));
          const undo = browser.page.getByRole('button', { name: 'Undo' });
          await undo.click();
          await expect.poll(() => endField(browser.page).inputValue()).toBe(before.toFixed(2));
          await browser.page.getByRole('button', { name: 'Redo' }).click();
          await expect.poll(() => endField(browser.page).inputValue()).toBe(after.toFixed(2));
          before = after;
        });
      }
    } finally {
      await browser.kill();
    }
  },
  600_000,
);

promise(
  'R9',
  'an upload whose browser is killed again and again goes on each time, and arrives once',
  async (trials) => {
    const profile = mkdtempSync(join(scratch, 'sending-'));
    const file = join(scratch, 'long-night.wav');
    writeFileSync(file, writeWav({ sampleRate: RATE, channels: [noise(7, RATE * 150)] }));
    const random = randomOf(41);
    const sending = (page: Page) => page.getByText(/^Sending/).first();
    let browser = await openKillable(profile);
    try {
      await browser.page.goto(`${server.url}/upload`);
      await browser.page.locator('input[type=file]').setInputFiles(file);
      await browser.page.getByLabel('Title').fill('Long night');
      await browser.page.getByText('Ready to publish').waitFor({ timeout: 60_000 });
      await network(browser, SLOW);
      await pressPublish(browser.page);
      for (let round = 1; round <= trialCount(10, 30); round++) {
        await trials.run(`sending, kill ${round}`, async () => {
          await sending(browser.page).waitFor({ timeout: 30_000 });
          await browser.page.waitForTimeout(Math.abs(random()) * 2000);
          expect(await arrived(browser.page)).toEqual([]);
          await browser.kill();
          browser = await openKillable(profile);
          await network(browser, SLOW);
          await browser.page.goto(server.url);
        });
      }
      await trials.run('it arrives once, byte for byte', async () => {
        await sending(browser.page).waitFor({ timeout: 30_000 });
        await network(browser, FREE);
        await expect.poll(() => arrived(browser.page), { timeout: 60_000, interval: 500 }).toHaveLength(1);
        await browser.page.getByText('“Long night” is being checked').waitFor({ timeout: 20_000 });
        const uploads = await arrived(browser.page);
        expect(uploads).toMatchObject([{ title: 'Long night' }]);
        const published = await browser.page.evaluate(async (url) => {
          const bytes = await (await fetch(url)).arrayBuffer();
          const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
          return {
            size: bytes.byteLength,
            hash: Array.from(hash, (b) => b.toString(16).padStart(2, '0')).join(''),
          };
        }, uploads[0]?.url ?? '');
        const noted = await browser.page.evaluate(
          () => JSON.parse(localStorage.getItem('aural.deviceStats') ?? '{}').fileHashes as object,
        );
        expect(Object.keys(noted)).toEqual([published.hash]);
      });
    } finally {
      await browser.kill();
    }
  },
  600_000,
);
