// Own recordings that the server does not have play from the copy on this phone, also after a reload, and say so when
// their bytes are missing.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page, test } from 'playwright/test';
import { writeWav } from '../../support/audio/wav.ts';
import { voice } from '../../support/server/voice.ts';
import { silent, sounds, watchSound } from '../heard.ts';
import { ownStage, phone } from '../journey.ts';

const stage = ownStage();

/** Publishes while the server accepts no upload, so the recording waits on the phone. */
async function waitingTrack(page: Page, title: string): Promise<void> {
  const path = join(stage.scratch, 'own.wav');
  writeFileSync(path, writeWav({ sampleRate: 8000, channels: [voice(20, 8000)] }));
  await page.goto('/upload');
  await page.locator('input[type=file]').setInputFiles(path);
  await page.getByLabel('Title').fill(title);
  await expect(page.getByText('Ready to publish')).toBeVisible({ timeout: 60_000 });
  await page.route('**/upload.php', (route) =>
    route.request().method() === 'POST' ? route.abort('internetdisconnected') : route.fallback(),
  );
  await page.route('**/api/uploads**', (route) => route.abort('internetdisconnected'));
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(page.getByRole('region', { name: 'On this phone' })).toBeVisible();
}

/** Deletes the bytes, as a browser that needs space does. */
const purge = (page: Page) =>
  page.evaluate(async () => {
    const opened = indexedDB.open('aural-studio');
    const database = await new Promise<IDBDatabase>((resolve) => {
      opened.onsuccess = () => resolve(opened.result);
    });
    await new Promise((resolve) => {
      const transaction = database.transaction(['files', 'takes', 'chunks'], 'readwrite');
      for (const name of ['files', 'takes', 'chunks']) transaction.objectStore(name).clear();
      transaction.oncomplete = resolve;
    });
    database.close();
  });

test('a local recording plays, survives a reload, and says when its bytes are missing (row 13)', async ({
  browser,
}) => {
  const { page } = await phone(browser, stage.server);
  await watchSound(page);
  await waitingTrack(page, 'Own night');
  const own = page.getByRole('article', { name: 'Own night' });
  await own.getByRole('button', { name: 'Play Own night' }).click();
  expect((await sounds(page)).source).toMatch(/^blob:/);

  await page.reload();
  await own.getByRole('button', { name: 'Play Own night' }).click();
  await sounds(page);
  await page.getByRole('link', { name: 'Search' }).click();
  await page.getByRole('link', { name: 'Open the player: Own night' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Own night' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Own night' })).toBeVisible();

  await page.goto('/');
  await purge(page);
  await own.getByRole('button', { name: 'Play Own night' }).click();
  await expect(own.getByRole('alert')).toHaveText(
    'Audio-Datei "Own night" ist nicht mehr verfügbar. Bitte laden Sie sie erneut hoch.',
  );
  await expect(own.getByRole('alert')).toHaveAttribute('lang', 'de');
  await silent(page);
});

test('an unknown id loads and plays nothing (row 13)', async ({ browser }) => {
  const { page } = await phone(browser, stage.server);
  await watchSound(page);
  await page.goto('/player/nobody-knows-this');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Track not found');
  await silent(page);
});
