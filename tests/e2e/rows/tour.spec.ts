// The README's five minutes on a fresh server with its demo tracks: listen, record, publish, approve, listen.
// `npm run docs:pictures` keeps the README's pictures of it.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, expect, type Page, test } from 'playwright/test';
import { writeWav } from '../../support/audio/wav.ts';
import { CHROMIUM_FLAGS, chromiumPath } from '../../support/browser/chromium.mjs';
import { createAdmin } from '../../support/server/server.ts';
import { voice } from '../../support/server/voice.ts';
import { ADMIN, approveOpen, confirmAge, freshStage, phone, recordedFor } from '../journey.ts';

const RATE = 48_000;
const TITLE = 'Good evening';

const stage = freshStage({ DEMO_MODE: 'on' });

/** A picture of the tour where TOUR_PICTURES names a folder. */
async function picture(page: Page, name: string): Promise<void> {
  const { TOUR_PICTURES } = process.env;
  if (TOUR_PICTURES === undefined) return;
  const path = join(TOUR_PICTURES, `${name}.jpg`);
  await page.screenshot({ path, type: 'jpeg', quality: 80, animations: 'disabled' });
}

test('a new operator listens, records, publishes, approves and hears the result', async () => {
  const speech = join(stage.scratch, 'speech.wav');
  writeFileSync(speech, writeWav({ sampleRate: RATE, channels: [voice(40, RATE)] }));
  const browser = await chromium.launch({
    executablePath: chromiumPath(),
    args: [...CHROMIUM_FLAGS, `--use-file-for-fake-audio-capture=${speech}`],
  });
  const { context, page, errors } = await phone(browser, stage.server);

  await test.step('play a demo track', async () => {
    await page.goto('/');
    await expect(page.getByRole('article').first()).toBeVisible();
    await picture(page, 'feed');
    await page.getByRole('button', { name: /^Play/ }).first().click();
    await confirmAge(page);
    await expect(page.getByRole('button', { name: /^Pause/ }).first()).toBeVisible();
    await picture(page, 'playing');
  });

  await test.step('record a sentence and open it in the editor', async () => {
    await page.getByRole('button', { name: 'Record', exact: true }).click();
    await page.getByRole('button', { name: 'Start recording' }).click();
    await recordedFor(page, 6);
    await picture(page, 'recorder');
    await page.getByRole('button', { name: 'Stop recording' }).click();
    await page.waitForURL('**/audio-editor');
    await expect(page.getByRole('heading', { name: 'Sounds good!' })).toBeVisible();
    await picture(page, 'editor');
    await page.getByRole('button', { name: 'Next Step' }).click();
  });

  await test.step('publish it', async () => {
    await page.waitForURL('**/upload');
    await page.getByLabel('Title').fill(TITLE);
    await picture(page, 'publish');
    const publish = page.getByRole('button', { name: 'Publish', exact: true });
    await expect(publish).toBeEnabled();
    await publish.click();
    await expect(page.getByRole('heading', { name: 'Checking your upload' })).toBeVisible();
    await expect(page.getByText('This server has no moderator yet.')).toBeVisible();
    await picture(page, 'checking');
  });

  await test.step('become admin and approve it', async () => {
    await createAdmin(stage.server, ADMIN.username, ADMIN.password);
    const desk = await phone(browser, stage.server);
    await desk.page.goto('/admin');
    await desk.page.getByLabel('Username').fill(ADMIN.username);
    await desk.page.getByLabel('Password', { exact: true }).fill(ADMIN.password);
    await desk.page.getByRole('button', { name: 'Sign in' }).click();
    await desk.page.getByRole('tab', { name: /^Warteschlange/ }).click();
    const row = desk.page.getByRole('article', { name: TITLE });
    await expect(row).toBeVisible();
    await row.getByRole('button', { name: TITLE }).last().click();
    await picture(desk.page, 'queue');
    await approveOpen(desk.page);
    await expect(desk.page.getByText(`“${TITLE}” is live`)).toBeVisible();
    expect(desk.errors).toEqual([]);
  });

  await test.step('find it in the feed and hear it', async () => {
    await page.goto('/');
    const card = page.getByRole('article').filter({ hasText: TITLE }).first();
    await expect(card).toBeVisible();
    await card.getByRole('button', { name: /^Play/ }).first().click();
    await expect(card.getByRole('button', { name: /^Pause/ }).first()).toBeVisible();
    await picture(page, 'published');
  });

  expect(errors).toEqual([]);
  await context.close();
  await browser.close();
});
