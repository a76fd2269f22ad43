// A phone without free space: every page opens, a take can be made, edited and published, and the screens say what
// is only in memory.
import { expect, type Page, test } from 'playwright/test';
import { writeWav } from '../../support/audio/wav.ts';
import { callAction, publish, signIn, visitor } from '../../support/server/publish.ts';
import { voice } from '../../support/server/voice.ts';
import { limitStorage } from '../fullDisk.ts';
import { ADMIN, confirmAge, ownStage, phone, recordedFor } from '../journey.ts';
import { pictures } from '../screens.ts';

const stage = ownStage();
const RATE = 16_000;
/** Storage limits of the origin in bytes: nothing, its databases and some seconds of audio, everything. */
const FULL = 1;
const SOME_SECONDS = 200_000;
const ROOMY = 500_000_000;
const TITLE = 'Before the disk was full';
let trackId = '';

test.beforeAll(async () => {
  const audio = Buffer.from(writeWav({ sampleRate: RATE, channels: [voice(8, RATE)] }));
  const fields = { title: TITLE, filename: 'before.wav', type: 'audio/wav' };
  const reply = await publish(visitor(stage.server.url), audio, fields);
  const admin = await signIn(stage.server.url, ADMIN.username, ADMIN.password);
  const { uploadId } = reply.data;
  ({ id: trackId } = await callAction<{ id: string }>(admin, 'approveUpload', { uploadId }));
});

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name }).first();

test('every page opens on a phone with full storage from the first visit on', async ({ browser }) => {
  const { page } = await phone(browser, stage.server);
  await limitStorage(page, stage.server.url, FULL);
  await page.goto('/');
  await expect(page.getByRole('button', { name: `Play ${TITLE}` }).first()).toBeVisible();
  // From now on the service worker answers.
  await page.waitForTimeout(2000);
  await page.reload();
  for (const [path, name] of Object.entries({
    '/': 'Hear desire, live fantasy',
    '/record': 'Ready?',
    '/category/new': /^New/,
    '/search': /./,
    '/upload': 'Share your recording',
    '/about': 'Über uns',
  })) {
    await page.goto(path);
    await expect(page.locator('main').getByRole('heading', { name }).first(), path).toBeVisible();
    await expect(page.getByText('This page couldn’t load'), path).toHaveCount(0);
  }
});

test('opens pages when the storage fills up after the first page', async ({ browser }) => {
  const { page } = await phone(browser, stage.server);
  await page.goto('/about');
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await limitStorage(page, stage.server.url, FULL);
  await page.goto('/record');
  await expect(heading(page, 'Ready?')).toBeVisible();
});

test('records, edits and publishes on a full phone, and says what is only in memory', async ({ browser }) => {
  const { page, errors } = await phone(browser, stage.server);
  await limitStorage(page, stage.server.url, FULL);
  await page.goto('/');
  await page
    .getByRole('button', { name: `Play ${TITLE}` })
    .first()
    .click();
  await confirmAge(page);
  await page.goto(`/player/${trackId}`);
  await expect(heading(page, TITLE)).toBeVisible();
  await page.goto('/record');
  await page.getByRole('button', { name: 'Start recording' }).click();
  await expect(
    page.getByText('This phone is out of space. Recording continues in memory, so finish soon.'),
  ).toBeVisible();
  await recordedFor(page, 6);
  await page.getByRole('button', { name: 'Stop recording' }).click();
  await expect(page.getByText(/^This take is only in memory/)).toBeVisible();
  await pictures(page, 'memory-take');
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await expect(heading(page, 'Sounds good!')).toBeVisible();
  await pictures(page, 'editor');
  await page.getByRole('button', { name: 'Next Step' }).click();
  await page.waitForURL('**/upload');
  await expect(page.getByText(/is only in memory/)).toBeVisible();
  await pictures(page, 'upload');
  await page.getByLabel('Title').fill('From a full phone');
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await page.waitForURL(/security-check|upload-success/);
  // The list shows that everything is stored, so the page closes without a question.
  await page.getByRole('button', { name: 'Record' }).click();
  await expect(heading(page, 'Ready?')).toBeVisible();
  await expect(page.getByText('Only in memory')).toHaveCount(0);
  expect(errors).toEqual([]);
});

test('names what was saved when the disk filled during a take and the page crashed', async ({ browser }) => {
  const { context, page } = await phone(browser, stage.server);
  await limitStorage(page, stage.server.url, SOME_SECONDS);
  await page.goto('/record');
  await page.getByRole('button', { name: 'Start recording' }).click();
  await confirmAge(page);
  await expect(page.getByText(/^This phone is out of space/)).toBeVisible();
  await recordedFor(page, 12);
  const next = await context.newPage();
  await page.close({ runBeforeUnload: false });
  await limitStorage(next, stage.server.url, ROOMY);
  await next.goto('/record');
  await expect(next.getByText('A recording was cut off')).toBeVisible();
  await pictures(next, 'draft-cut');
  await expect(next.getByText(/It is all here/)).toHaveCount(0);
  await expect(
    next.getByText(/^Saved up to 0:\d\d. The phone ran out of space, so the rest is lost.$/),
  ).toBeVisible();
});
