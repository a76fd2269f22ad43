// The installed app in flight mode: from a cold start a take is recorded, trimmed and waits; online it is published once.
// A file that another app shares opens in the editor.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page, test } from 'playwright/test';
import type { PendingUploadView } from '../../../api/contract/uploads.ts';
import { cleanUpMessages } from '../../../src/lib/messages/cleanUp.ts';
import { writeWav } from '../../support/audio/wav.ts';
import { type Client, signIn } from '../../support/server/publish.ts';
import { voice } from '../../support/server/voice.ts';
import { visit } from '../installed.ts';
import { ADMIN, ownStage, phone, recordedFor } from '../journey.ts';
import { readAs } from '../published.ts';

const RATE = 16_000;
const stage = ownStage();

/** Titles of the uploads that wait for this moderator. */
const titlesFor = (admin: Client) => async (): Promise<string[]> =>
  (await readAs<PendingUploadView[]>(admin, 'getPendingUploads')).map(({ title }) => title);

/** Found something, or nothing. */
const cleanUpResult = new RegExp(`^(${cleanUpMessages.list.replace('{list}.', '')}|${cleanUpMessages.none})`);

const confirmed = (page: Page) =>
  page.addInitScript(() => localStorage.setItem('aural.adultConfirmed', 'true'));

test('from a cold start offline a take is recorded, trimmed and waits, and online it is published once (O6)', async ({
  browser,
}) => {
  const waitingTitles = titlesFor(await signIn(stage.server.url, ADMIN.username, ADMIN.password));
  const { context, page: first } = await phone(browser, stage.server);
  await visit(first);
  await first.close();
  await context.setOffline(true);
  const page = await context.newPage();
  await confirmed(page);
  await page.goto('/record');
  await page.getByRole('button', { name: 'Start recording' }).click();
  await recordedFor(page, 4);
  await page.getByRole('button', { name: 'Stop recording' }).click();
  await page.waitForURL('**/audio-editor');
  await expect(page.getByText('Still loading the rest')).toHaveCount(0);
  // The beginning goes: one step forward, one cut, one press.
  await page.getByRole('button', { name: '1 s forward' }).tap();
  await page.getByRole('button', { name: 'Cut here' }).tap();
  await page.getByRole('button', { name: 'Remove this part' }).tap();
  await expect(page.getByText(/^1\.0 s - /)).toBeVisible();
  // This tool's engine is larger than the one of a first visit.
  await page.getByRole('button', { name: 'Tools' }).tap();
  await page.getByRole('button', { name: /^Clean up/ }).tap();
  await expect(page.getByText(cleanUpResult)).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).tap();
  await page.getByRole('button', { name: 'Next Step' }).tap();
  await page.waitForURL('**/upload');
  await page.getByLabel('Title').fill('Over the clouds');
  await page.getByRole('button', { name: 'Publish', exact: true }).tap();
  await expect(page.getByText('Saved on this phone, will send when you’re online').first()).toBeVisible();
  await page.close();
  expect(await waitingTitles()).toEqual([]);

  await context.setOffline(false);
  const after = await context.newPage();
  await after.goto('/');
  await expect.poll(waitingTitles, { timeout: 60_000 }).toEqual(['Over the clouds']);
  await after.reload();
  await expect(after.getByRole('navigation', { name: 'Main' })).toBeVisible();
  await expect(after.getByText('Saved on this phone, will send when you’re online')).toHaveCount(0);
  expect(await waitingTitles()).toEqual(['Over the clouds']);
  await context.close();
});

test('a file that another app shares opens in the editor, offline too, and stays among the drafts (F25)', async ({
  browser,
}) => {
  const { context, page: first } = await phone(browser, stage.server);
  await visit(first);
  const path = join(stage.scratch, 'memo.wav');
  writeFileSync(path, writeWav({ sampleRate: RATE, channels: [voice(6, RATE)] }));
  await context.setOffline(true);
  // Like the system's share sheet, a page outside the app sends the form. The app's own policy forbids forms.
  const page = await context.newPage();
  await page.setContent(`<form method="post" action="${stage.server.url}/upload" enctype="multipart/form-data">
    <input type="file" name="audio" aria-label="shared" /><button>Share</button></form>`);
  await page.getByLabel('shared').setInputFiles(path);
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  await page.waitForURL('**/audio-editor?shared');
  await expect(page.getByRole('heading', { name: 'Sounds good!' })).toBeVisible();
  await expect(page.getByText('0.0 s - 6.0 s')).toBeVisible();
  // A reload opens the same file, and it is listed once.
  await page.reload();
  await expect(page.getByText('0.0 s - 6.0 s')).toBeVisible();
  await page.goto('/record');
  await expect(page.getByText('memo.wav')).toHaveCount(1);
  await context.setOffline(false);
  await context.close();
});
