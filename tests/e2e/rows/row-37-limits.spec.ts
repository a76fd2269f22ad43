// On the real server: the second upload in half an hour waits with a reason, identical audio is counted, and the count
// is not in this browser's storage.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page, test } from 'playwright/test';
import type { PendingUploadView } from '../../../api/contract/uploads.ts';
import { noise } from '../../support/audio/signals.ts';
import { writeWav } from '../../support/audio/wav.ts';
import { signIn } from '../../support/server/publish.ts';
import { ADMIN, ownStage, phone } from '../journey.ts';
import { readAs } from '../published.ts';

const stage = ownStage();
const RATE = 16_000;
const FREQUENT = 'Upload-Frequenz überschritten - Aufnahme wird in Warteschlange aufgenommen';

/** Publishes by the form; `seed` determines the audio. */
async function share(page: Page, seed: number, title: string): Promise<void> {
  const path = join(stage.scratch, `${seed}.wav`);
  writeFileSync(path, writeWav({ sampleRate: RATE, channels: [noise(seed, RATE * 6, 0.3)] }));
  await page.goto('/upload');
  await page.locator('input[type=file]').setInputFiles(path);
  await page.getByLabel('Title').fill(title);
  await expect(page.getByText('Ready to publish')).toBeVisible({ timeout: 60_000 });
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await page.waitForURL('**/security-check');
  await expect(page.getByRole('heading', { name: 'Checking your upload' })).toBeVisible();
}

test('accepts the second upload in half an hour, says why it waits, and counts identical audio (row 37)', async ({
  browser,
}) => {
  const { page, errors } = await phone(browser, stage.server);
  await page.addInitScript(() => localStorage.setItem('aural.adultConfirmed', 'true'));
  await share(page, 41, 'The first');
  await expect(page.getByText(FREQUENT)).toHaveCount(0);
  await share(page, 42, 'The second');
  await expect(page.getByText(FREQUENT)).toBeVisible();
  await page.evaluate(() => localStorage.clear());
  await page.goto('/upload');
  await page.getByText('Uploads today: 2').click();
  await expect(page.getByText('0.2 of 60 minutes')).toBeVisible();
  await share(page, 41, 'The first again');
  const admin = await signIn(stage.server.url, ADMIN.username, ADMIN.password);
  const rows = await readAs<PendingUploadView[]>(admin, 'getPendingUploads');
  const counted = Object.fromEntries(rows.map(({ title, duplicateCount }) => [title, duplicateCount]));
  expect(counted).toEqual({ 'The first': 0, 'The second': 0, 'The first again': 1 });
  expect(errors).toEqual([]);
});
