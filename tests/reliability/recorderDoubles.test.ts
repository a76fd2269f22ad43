// Misbehaving recorders, a full disk, two tabs, and old items (R3, R4, R6, R8). The built app in
// Chromium with the browser's own microphone; the recorder is a double where it must misbehave.
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { BrowserContext, Page } from 'playwright';
import { expect } from 'vitest';
import { plantTake, takesOf } from '../support/audio/recordedTakes.ts';
import {
  type DoubleScript,
  give,
  happen,
  installDouble,
  microphoneRuns,
} from '../support/audio/recorderDouble.ts';
import { browserStage } from '../support/browser/browserStage.ts';
import { promise } from '../support/rules/promise.ts';

const DAY_MS = 86_400_000;

const stage = browserStage();

async function stranger(): Promise<BrowserContext> {
  const context = await stage.browser.newContext({
    baseURL: stage.server.url,
    permissions: ['microphone'],
    viewport: { width: 360, height: 640 },
    acceptDownloads: true,
  });
  await context.addInitScript(() => localStorage.setItem('aural.adultConfirmed', 'true'));
  return context;
}

const heading = (page: Page, name: string) => page.getByRole('heading', { name }).waitFor();
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const says = (page: Page, text: string) => page.getByText(text).first().waitFor();

interface Oddity {
  script?: DoubleScript;
  /** While it records; ends with the take stopped. */
  live: (page: Page) => Promise<unknown>;
  /** All bytes, in order. */
  bytes: string;
}

const stop = (page: Page) => press(page, 'Aufnahme beenden');

const ODDITIES: Record<string, Oddity> = {
  'empty blobs': {
    live: async (page) => {
      await give(page, 'a', '', 'b', '');
      await stop(page);
    },
    bytes: 'ab',
  },
  'everything at stop': { script: { lastChunk: 'all' }, live: stop, bytes: 'all' },
  'a giant chunk after sleep': {
    live: async (page) => {
      await give(page, 'a');
      await give(page, 'z'.repeat(2_000_000));
      await stop(page);
    },
    bytes: `a${'z'.repeat(2_000_000)}`,
  },
  'a chunk after stop': {
    script: { lastChunk: 'b', lateChunk: 'c' },
    live: async (page) => {
      await give(page, 'a');
      await stop(page);
    },
    bytes: 'abc',
  },
  'a chunk twice': {
    live: async (page) => {
      await give(page, 'a', 'b', 'b', 'c');
      await stop(page);
    },
    bytes: 'abc',
  },
  'an error without a stop': {
    script: { silentStop: true },
    live: async (page) => {
      await give(page, 'a');
      await happen(page, 'recorder', 'error');
      await says(page, 'Aufnahmefehler');
      await heading(page, 'Aufnahme pausiert');
      await press(page, 'Abschließen');
    },
    bytes: 'a',
  },
  'a track that ends': {
    script: { lastChunk: 'b' },
    live: async (page) => {
      await give(page, 'a');
      await happen(page, 'track', 'ended');
      await says(page, 'Das Mikrofon ist nicht mehr verbunden.');
      await says(page, 'Alles bis hierher ist gespeichert.');
      await press(page, 'Abschließen');
    },
    bytes: 'ab',
  },
  'a mute and its end': {
    live: async (page) => {
      await give(page, 'a');
      await happen(page, 'track', 'mute');
      await says(page, 'Pausiert: Eine andere App hat das Mikrofon übernommen.');
      await happen(page, 'track', 'unmute');
      await says(page, 'Das Mikrofon ist wieder da.');
      await press(page, 'Fortsetzen');
      await heading(page, 'Aufnahme läuft');
      await give(page, 'b');
      await stop(page);
    },
    bytes: 'ab',
  },
  'a pause that goes on collecting': {
    live: async (page) => {
      await give(page, 'a');
      await press(page, 'Pause');
      await heading(page, 'Aufnahme pausiert');
      await give(page, 'b');
      await press(page, 'Fortsetzen');
      await give(page, 'c');
      await stop(page);
    },
    bytes: 'abc',
  },
  'no timeslices': {
    script: { lastChunk: 'tail' },
    live: async (page) => {
      await page.waitForTimeout(500);
      await stop(page);
    },
    bytes: 'tail',
  },
};

promise('R3', 'a misbehaving recorder loses nothing, and the page says what happened', async (trials) => {
  for (const [name, { script, live, bytes }] of Object.entries(ODDITIES))
    await trials.run(name, async () => {
      const context = await stranger();
      const page = await context.newPage();
      await installDouble(page, script);
      await page.goto('/record/recorder');
      await heading(page, 'Aufnahme läuft');
      await live(page);
      await heading(page, 'Aufnahme abgeschlossen');
      // A recorder that never says "stop" is abandoned after 3 s.
      await expect
        .poll(async () => (await takesOf(page))[0]?.finishedAt ?? null, { timeout: 10_000 })
        .not.toBeNull();
      expect((await takesOf(page))[0]?.bytes.toString()).toBe(bytes);
      expect(await microphoneRuns(page)).toBe(false);
      await context.close();
    });
});

promise('R4', 'a full disk is reported at once, and the take continues in memory', async (trials) => {
  await trials.run('1 MB', async () => {
    const context = await stranger();
    const page = await context.newPage();
    await installDouble(page);
    // Before the first write: the browser caches for a while how much room it saw.
    const session = await context.newCDPSession(page);
    await session.send('Storage.overrideQuotaForOrigin', { origin: stage.server.url, quotaSize: 2 ** 20 });
    await page.goto('/record/recorder');
    await heading(page, 'Aufnahme läuft');
    // Nothing that the browser's database could compress.
    const chunks = Array.from({ length: 40 }, () => randomBytes(75_000).toString('base64'));
    const full = page.getByText('Der Speicher ist voll.');
    for (const chunk of chunks) await give(page, chunk);
    const refusedAt = Date.now();
    await full.waitFor({ timeout: 10_000 });
    trials.measured((Date.now() - refusedAt) / 1000, 's');
    expect(Date.now() - refusedAt).toBeLessThan(2000);
    await heading(page, 'Aufnahme läuft');
    await stop(page);
    await heading(page, 'Aufnahme abgeschlossen');
    const download = page.waitForEvent('download');
    await press(page, 'Kopie sichern');
    const path = await (await download).path();
    expect(readFileSync(path, 'latin1')).toBe(chunks.join(''));
    await context.close();
  });
});

promise('R6', 'two recording tabs store two takes and say so', async (trials) => {
  await trials.run('both finish', async () => {
    const context = await stranger();
    const [one, two] = [await context.newPage(), await context.newPage()];
    for (const [page, text] of [
      [one, 'first'],
      [two, 'second'],
    ] as const) {
      await installDouble(page, { lastChunk: `${text} ends` });
      await page.bringToFront();
      await page.goto('/record/recorder');
      await heading(page, 'Aufnahme läuft');
      await give(page, `${text} `);
    }
    await says(two, 'Ein anderer Tab nimmt auch auf. Du bekommst zwei Aufnahmen.');
    for (const page of [one, two]) {
      await page.bringToFront();
      await stop(page);
      await heading(page, 'Aufnahme abgeschlossen');
    }
    await expect.poll(async () => (await takesOf(two)).every((take) => take.finishedAt)).toBe(true);
    const texts = (await takesOf(two)).map(({ bytes }) => bytes.toString());
    expect(texts).toEqual(['first first ends', 'second second ends']);
    await context.close();
  });
  await trials.run('one dies', async () => {
    const context = await stranger();
    const [one, two] = [await context.newPage(), await context.newPage()];
    for (const page of [one, two]) {
      await installDouble(page);
      await page.bringToFront();
      await page.goto('/record/recorder');
      await heading(page, 'Aufnahme läuft');
      await give(page, page === one ? 'dead' : 'alive');
    }
    await expect.poll(async () => (await takesOf(two)).map((take) => take.chunks)).toEqual([1, 1]);
    await one.goto('chrome://crash').catch(() => undefined);
    await one.close();
    const three = await context.newPage();
    await three.goto('/record');
    await says(three, 'A recording was cut off');
    // The take that is being recorded is not offered.
    expect(await three.getByText('A recording was cut off').count()).toBe(1);
    await three.getByRole('button', { name: 'Delete' }).click();
    await heading(two, 'Aufnahme läuft');
    await three.close();
    expect(
      (await takesOf(two)).filter((take) => take.discardedAt === null).map((take) => take.bytes.toString()),
    ).toEqual(['alive']);
    await context.close();
  });
});

promise('R8', 'deletes old finished items and asks about unconfirmed ones', async (trials) => {
  await trials.run('a week later', async () => {
    const context = await stranger();
    const page = await context.newPage();
    await page.goto('/record');
    await expect
      .poll(() => page.evaluate(async () => (await indexedDB.databases()).length), { timeout: 10_000 })
      .toBe(1);
    const longAgo = Date.now() - 8 * DAY_MS;
    const old = { startedAt: longAgo, finishedAt: longAgo };
    await plantTake(page, { id: 'kept', ...old });
    await plantTake(page, { id: 'published', ...old, publishedAt: longAgo });
    await plantTake(page, { id: 'cut-off', startedAt: longAgo });
    await plantTake(page, { id: 'discarded', ...old, discardedAt: Date.now() });
    await page.reload();
    await expect
      .poll(async () => (await takesOf(page)).map(({ id }) => id).sort(), { timeout: 20_000 })
      .toEqual(['cut-off', 'kept']);
    await says(page, 'Saved a week ago. Keep it?');
    await says(page, 'A recording was cut off');
    await context.close();
  });
});
