// Audio too large for a session key: a recording of twenty minutes, a file of 49 MB, and a tab that crashes while it
// records.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page, test } from 'playwright/test';
import { makeLong } from '../../support/audio/longAudio.ts';
import { longRecording } from '../../support/audio/longRecording.ts';
import { ownStage, phone, recordedFor } from '../journey.ts';

const stage = ownStage();
const LARGE_BYTES = 49 * 2 ** 20;
const MINUTES = 20;
/** Limit for a session key that contains a reference and no audio. */
const REFERENCE_CHARACTERS = 2000;
const HEAP_BYTES = 300 * 2 ** 20;

const ready = (page: Page) =>
  expect(page.getByRole('heading', { name: 'Sounds good!' })).toBeVisible({ timeout: 120_000 });
const adult = (page: Page) => page.addInitScript(() => localStorage.setItem('aural.adultConfirmed', 'true'));

/** Characters that the pages pass to one another. */
const handed = (page: Page) =>
  page.evaluate(() => Object.values({ ...sessionStorage }).reduce((sum, value) => sum + value.length, 0));

/** A take as the recorder leaves it: its header, and chunks of equal size. */
async function plant(page: Page, bytes: Buffer, seconds: number): Promise<void> {
  await page.evaluate(
    async ([base64, length]) => {
      const sound = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
      const size = 8192;
      const opened = indexedDB.open('aural-studio');
      const database = await new Promise<IDBDatabase>((resolve) => {
        opened.onsuccess = () => resolve(opened.result);
      });
      const writing = database.transaction(['takes', 'chunks'], 'readwrite');
      const count = Math.ceil(sound.length / size);
      for (let index = 0; index < count; index++)
        writing
          .objectStore('chunks')
          .put({ takeId: 'long', index, bytes: sound.slice(index * size, (index + 1) * size).buffer });
      writing.objectStore('takes').put({
        id: 'long',
        mimeType: 'audio/webm;codecs=opus',
        startedAt: Date.now() - length * 1000,
        finishedAt: Date.now(),
        seconds: length,
        sizeBytes: sound.length,
        chunks: count,
        discardedAt: null,
        publishedAt: null,
      });
      await new Promise((resolve) => {
        writing.oncomplete = resolve;
      });
      database.close();
    },
    [bytes.toString('base64'), seconds] as const,
  );
}

test('a recording of twenty minutes reaches the editor and survives a reload (row 28)', async ({
  browser,
}) => {
  const { page, errors } = await phone(browser, stage.server);
  await adult(page);
  await page.goto('/record');
  await expect(page.getByRole('heading', { name: 'Ready?' })).toBeVisible();
  await plant(page, readFileSync(makeLong(stage.scratch, 'webm', MINUTES)), MINUTES * 60);
  await page.reload();
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await ready(page);
  await page.reload();
  await ready(page);
  await expect(page.getByText(/^Audio duration: 1200 seconds/)).toBeVisible();
  expect(await handed(page)).toBeLessThan(REFERENCE_CHARACTERS);
  expect(errors).toEqual([]);
});

test('a file of 49 MB reaches share form and editor and survives a reload (row 28)', async ({ browser }) => {
  const { page, errors } = await phone(browser, stage.server);
  await adult(page);
  const path = join(stage.scratch, 'large.wav');
  writeFileSync(path, longRecording(LARGE_BYTES));
  await page.goto('/record');
  await page.locator('input[type=file]').setInputFiles(path);
  await page.waitForURL('**/upload');
  const length = page.getByText('Audio file, 4:27');
  await expect(length).toBeVisible({ timeout: 60_000 });
  await page.reload();
  await expect(length).toBeVisible({ timeout: 60_000 });
  expect(await handed(page)).toBeLessThan(REFERENCE_CHARACTERS);
  await page.getByRole('button', { name: 'Trim first' }).click();
  await ready(page);
  await page.reload();
  await ready(page);
  expect(errors).toEqual([]);
});

test('offers the take at the next start after the tab crashed while recording (row 28)', async ({
  browser,
}) => {
  const { context, page } = await phone(browser, stage.server);
  await adult(page);
  await page.goto('/record');
  await page.getByRole('button', { name: 'Start recording' }).click();
  await recordedFor(page, 3);
  const devTools = await context.newCDPSession(page);
  const crashed = page.waitForEvent('crash');
  // A crashed renderer does not answer.
  void devTools.send('Page.crash').catch(() => undefined);
  await crashed;
  const next = await context.newPage();
  await adult(next);
  await next.goto('/record');
  await expect(next.getByRole('heading', { name: 'Drafts on this phone' })).toBeVisible();
  await next.getByRole('button', { name: 'Keep', exact: true }).click();
  await next.getByRole('button', { name: 'Edit', exact: true }).click();
  await ready(next);
  await expect(next.getByText(/^Audio duration: [2-4] seconds$/)).toBeVisible();
});

test('an MP3 of twenty minutes is ready on a phone four times as slow, with a small heap (row 29)', async ({
  browser,
}) => {
  const { context, page, errors } = await phone(browser, stage.server);
  await adult(page);
  const devTools = await context.newCDPSession(page);
  await devTools.send('Performance.enable');
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  await page.goto('/record');
  await page.locator('input[type=file]').setInputFiles(makeLong(stage.scratch, 'mp3', MINUTES));
  await page.waitForURL('**/upload');
  await page.getByRole('button', { name: 'Trim first' }).click();
  await ready(page);
  await expect(page.getByText(/^Audio duration: 120[01] seconds/)).toBeVisible();
  await expect(page.getByText(/^Still loading the rest/)).toHaveCount(0, { timeout: 120_000 });
  const { metrics } = await devTools.send('Performance.getMetrics');
  const heap = metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? Number.POSITIVE_INFINITY;
  expect(heap).toBeLessThan(HEAP_BYTES);
  expect(errors).toEqual([]);
});
