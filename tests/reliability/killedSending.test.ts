// An upload whose browser is killed repeatedly resumes as the same guest and arrives once (R9).
import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { afterAll, beforeAll, expect } from 'vitest';
import { randomOf } from '../support/audio/signals.ts';
import { writeWav } from '../support/audio/wav.ts';
import { openKillable } from '../support/browser/killableBrowser.ts';
import { arrived, network, pressPublish } from '../support/browser/makingSteps.ts';
import { promise, trialCount } from '../support/rules/promise.ts';
import { startServer, type TestServer } from '../support/server/server.ts';
import { temporaryFolder } from '../support/storage/temporaryFolder.ts';

const RATE = 44_100;
/** Several pieces of 2 MB, each some seconds on its way. */
const SLOW = { offline: false, latency: 10, downloadThroughput: -1, uploadThroughput: 700_000 };
const FREE = { ...SLOW, latency: 0, uploadThroughput: -1 };

let server: TestServer;
const scratch = temporaryFolder('sending');
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

/** Chooses 150 s of noise. The file is made in the page: the debugger is slow to bring one of 13 MB into it. */
async function chooseFile(page: Page): Promise<void> {
  const header = [
    ...writeWav({ sampleRate: RATE, channels: [new Float32Array(RATE * 150)] }).subarray(0, 44),
  ];
  await page.locator('input[type=file]').evaluate(
    (input: HTMLInputElement, [start, samples]) => {
      const noise = new Uint8Array(samples * 2);
      let state = 7;
      for (let i = 0; i < noise.length; i += 2) {
        state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
        noise[i] = state >>> 16;
        // A quarter of full scale.
        noise[i + 1] = ((state >> 24) >> 2) & 0xff;
      }
      const carried = new DataTransfer();
      carried.items.add(new File([new Uint8Array(start), noise], 'long-night.wav', { type: 'audio/wav' }));
      input.files = carried.files;
      input.dispatchEvent(new Event('change', { bubbles: true }));
    },
    [header, RATE * 150] as const,
  );
}

promise(
  'R9',
  'an upload whose browser is killed repeatedly resumes each time and arrives once',
  async (trials) => {
    const profile = mkdtempSync(join(scratch, 'sending-'));
    const random = randomOf(41);
    const sending = (page: Page) => page.getByText(/^Sending/).first();
    let browser = await openKillable(profile);
    try {
      await browser.page.goto(`${server.url}/upload`);
      await chooseFile(browser.page);
      await browser.page.getByLabel('Title').fill('Long night');
      await browser.page.getByText('Ready to publish').waitFor({ timeout: 60_000 });
      await network(browser, SLOW);
      await pressPublish(browser.page);
      for (let round = 1; round <= trialCount(4, 30); round++) {
        await trials.run(`sending, kill ${round}`, async () => {
          await sending(browser.page).waitFor({ timeout: 30_000 });
          await browser.page.waitForTimeout(Math.abs(random()) * 2000);
          expect(await arrived(server)).toEqual([]);
          await browser.kill();
          browser = await openKillable(profile);
          await network(browser, SLOW);
          await browser.page.goto(server.url);
        });
      }
      await trials.run('it arrives once, byte for byte', async () => {
        await sending(browser.page).waitFor({ timeout: 30_000 });
        await network(browser, FREE);
        await expect.poll(() => arrived(server), { timeout: 60_000, interval: 500 }).toHaveLength(1);
        await browser.page.getByText('“Long night” is being checked').waitFor({ timeout: 20_000 });
        const uploads = await arrived(server);
        expect(uploads).toMatchObject([{ title: 'Long night' }]);
        const noted = await browser.page.evaluate(() => {
          // Counters of a device belong to an account.
          const key = Object.keys(localStorage).find((name) => name.startsWith('aural.deviceStats'));
          return JSON.parse(localStorage.getItem(key ?? '') ?? '{}').fileHashes as object;
        });
        expect(Object.keys(noted)).toEqual([uploads[0]?.hash]);
      });
    } finally {
      await browser.kill();
    }
  },
);
