// A take between microphone and server (R7, R9) survives any end of the browser and arrives once.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { type KillableBrowser, openKillable } from '../support/browser/killableBrowser.ts';
import {
  arrived,
  FREE,
  network,
  OFFLINE,
  pressPublish,
  RECORDED_MS,
  record,
  SLOW,
  toEditor,
  toForm,
} from '../support/browser/makingSteps.ts';
import { promise, trialCount } from '../support/rules/promise.ts';
import { startServer, type TestServer } from '../support/server/server.ts';

type Page = KillableBrowser['page'];

const SERVER = { STORAGE_RESERVE_BYTES: '0', RATE_LIMIT_FACTOR: '1000', LOG_LEVEL: 'silent' };
interface DeviceState {
  /** Bytes of takes that are listed or can be recovered. */
  takes: number[];
  waiting: number;
}

/** The takes left in this browser, read from its database. */
function deviceState(page: Page): Promise<DeviceState> {
  return page.evaluate(async () => {
    const opening = indexedDB.open('aural-studio');
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      opening.onsuccess = () => resolve(opening.result);
      opening.onerror = () => reject(opening.error);
    });
    const all = <T>(store: string) =>
      new Promise<T[]>((resolve, reject) => {
        const request = database.transaction(store).objectStore(store).getAll();
        request.onsuccess = () => resolve(request.result as T[]);
        request.onerror = () => reject(request.error);
      });
    const takes = await all<{ id: string; discardedAt: number | null; publishedAt: number | null }>('takes');
    const chunks = await all<{ takeId: string; bytes: ArrayBuffer }>('chunks');
    const writes = await all<{ lane: string }>('writes');
    database.close();
    const living = takes.filter((take) => take.discardedAt === null && take.publishedAt === null);
    return {
      takes: living.map(({ id }) =>
        chunks.filter(({ takeId }) => takeId === id).reduce((sum, { bytes }) => sum + bytes.byteLength, 0),
      ),
      waiting: writes.filter(({ lane }) => lane === 'uploads').length,
    };
  });
}

/** When the browser is killed, and whether the upload must then arrive by itself. */
interface Point {
  name: string;
  arrives: boolean;
  until(browser: KillableBrowser, url: string): Promise<void>;
}

const filled = async (browser: KillableBrowser, url: string) => {
  await record(browser.page, url);
  await toEditor(browser.page);
  await toForm(browser.page);
  await browser.page.getByLabel('Title').fill('Kept through it all');
};

const POINTS: readonly Point[] = [
  { name: 'as the take ends', arrives: false, until: ({ page }, url) => record(page, url) },
  {
    name: 'a moment after',
    arrives: false,
    until: async ({ page }, url) => {
      await record(page, url);
      await page.waitForTimeout(400);
    },
  },
  {
    name: 'in the editor',
    arrives: false,
    until: async ({ page }, url) => {
      await record(page, url);
      await toEditor(page);
    },
  },
  {
    name: 'while exporting',
    arrives: false,
    until: async ({ page }, url) => {
      await record(page, url);
      await toEditor(page);
      await page.getByRole('button', { name: 'Next Step' }).click();
    },
  },
  {
    name: 'as the form opens',
    arrives: false,
    until: async ({ page }, url) => {
      await record(page, url);
      await toEditor(page);
      await page.getByRole('button', { name: 'Next Step' }).click();
      await page.waitForURL('**/upload');
    },
  },
  { name: 'with words typed', arrives: false, until: filled },
  {
    name: 'a moment after Publish',
    arrives: true,
    until: async (browser, url) => {
      await filled(browser, url);
      await network(browser, SLOW);
      await pressPublish(browser.page);
      await browser.page.waitForFunction(() => !sessionStorage.getItem('uploadFile'), undefined, {
        polling: 20,
      });
    },
  },
  {
    name: 'while sending',
    arrives: true,
    until: async (browser, url) => {
      await filled(browser, url);
      await network(browser, SLOW);
      await pressPublish(browser.page);
      await browser.page
        .getByText(/^Sending [1-9]/)
        .first()
        .waitFor();
    },
  },
  {
    name: 'kept offline',
    arrives: true,
    until: async (browser, url) => {
      await filled(browser, url);
      await network(browser, OFFLINE);
      await pressPublish(browser.page);
      await browser.page.getByText('Saved on this phone, will send when you’re online').first().waitFor();
    },
  },
  {
    name: 'while the server looks at it',
    arrives: true,
    until: async (browser, url) => {
      await filled(browser, url);
      // The answer never reaches the page.
      await browser.page.route('**/upload.php', async (route) => {
        if (route.request().url().includes('action=')) return route.continue();
        await route.fetch().catch(() => undefined);
      });
      const sent = browser.page.waitForRequest((request) => request.url().endsWith('/upload.php'));
      await pressPublish(browser.page);
      await sent;
      await browser.page.waitForTimeout(1500);
    },
  },
];

async function tryPoint(server: TestServer, { arrives, until }: Point): Promise<void> {
  const profile = mkdtempSync(join(tmpdir(), 'aural-killed-'));
  const before = (await arrived(server)).length;
  let browser = await openKillable(profile);
  try {
    await until(browser, server.url);
    await browser.kill();
    browser = await openKillable(profile);
    await browser.page.goto(`${server.url}/record`);
    if (arrives) {
      await expect.poll(() => arrived(server), { timeout: 60_000, interval: 500 }).toHaveLength(before + 1);
      await expect.poll(() => deviceState(browser.page), { timeout: 20_000 }).toMatchObject({ waiting: 0 });
      const uploads = await arrived(server);
      expect(uploads).toHaveLength(before + 1);
      expect(uploads.at(-1)?.title).toBe('Kept through it all');
    } else {
      const { takes } = await deviceState(browser.page);
      expect(takes).toHaveLength(1);
      expect(takes[0]).toBeGreaterThan(10_000);
      await browser.page
        .getByText(/^(Recording, |A recording was cut off)/)
        .first()
        .waitFor();
      expect(await arrived(server)).toHaveLength(before);
    }
  } finally {
    await browser.kill();
    rmSync(profile, { recursive: true, force: true });
  }
}

promise(
  'R9',
  'a browser killed anywhere between microphone and server keeps the take or sends it once',
  async (trials) => {
    const server = await startServer(SERVER);
    try {
      for (let round = 0; round < trialCount(1, 3); round++) {
        for (const point of POINTS) await trials.run(point.name, () => tryPoint(server, point));
      }
    } finally {
      await server.stop();
    }
  },
  900_000,
);

promise(
  'R7',
  'a recovered take published offline reaches the server byte for byte as it left the phone',
  async (trials) => {
    const server = await startServer(SERVER);
    const profile = mkdtempSync(join(tmpdir(), 'aural-recovered-'));
    let browser = await openKillable(profile);
    try {
      await trials.run('recovered, offline, later', async () => {
        // Killed during the recording.
        await browser.page.goto(`${server.url}/record`);
        await browser.page.getByRole('button', { name: 'Start recording' }).click();
        await browser.page.getByRole('heading', { name: 'Have fun!' }).waitFor();
        await browser.page.waitForTimeout(RECORDED_MS);
        await browser.kill();

        browser = await openKillable(profile);
        const { page } = browser;
        await page.goto(`${server.url}/record`);
        await page.getByRole('button', { name: 'Keep' }).click();
        await toEditor(page);
        await toForm(page);
        await page.getByLabel('Title').fill('Kept through it all');
        await page.getByText(/hidden details? removed|No hidden details in the file/).waitFor();
        await network(browser, OFFLINE);
        await pressPublish(page);
        await page.getByText('Saved on this phone, will send when you’re online').first().waitFor();
        expect(await deviceState(page)).toMatchObject({ waiting: 1 });

        await network(browser, FREE);
        await expect.poll(() => arrived(server), { timeout: 60_000, interval: 500 }).toHaveLength(1);
        await expect.poll(() => deviceState(page), { timeout: 20_000 }).toMatchObject({ waiting: 0 });
        const [upload] = await arrived(server);
        // The phone noted the hash it sent; the server's file has the same.
        const noted = await page.evaluate(() => {
          // Counters of a device belong to an account.
          const key = Object.keys(localStorage).find((name) => name.startsWith('aural.deviceStats'));
          return JSON.parse(localStorage.getItem(key ?? '') ?? '{}').fileHashes as object;
        });
        expect(Object.keys(noted)).toEqual([upload?.hash]);
      });
    } finally {
      await browser.kill();
      await server.stop();
      rmSync(profile, { recursive: true, force: true });
    }
  },
);
