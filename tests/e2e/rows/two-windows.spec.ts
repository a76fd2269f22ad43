// One take open in two windows: if one publishes it, the take stays while the other has it open.
import { type Browser, type BrowserContext, expect, type Page, test } from 'playwright/test';
import { writeWav } from '../../support/audio/wav.ts';
import { voice } from '../../support/server/voice.ts';
import { ownStage, phone, record } from '../journey.ts';

const stage = ownStage();

const ready = (page: Page) =>
  expect(page.getByRole('heading', { name: 'Sounds good!' })).toBeVisible({ timeout: 60_000 });

/** Another window of the same browser that has the one draft open. */
async function openDraft(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  await page.goto('/record');
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await page.waitForURL('**/audio-editor');
  await ready(page);
  return page;
}

async function publish(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Next Step' }).click();
  await page.waitForURL('**/upload');
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await page.waitForURL('**/security-check', { timeout: 60_000 });
}

/** One take in two windows: `page` has published it, `other` still has it open and says so. */
async function publishWithOtherOpen(browser: Browser) {
  const { context, page, errors } = await phone(browser, stage.server);
  await record(page, 6);
  await ready(page);
  const other = await openDraft(context);
  await page.bringToFront();
  await publish(page);
  await expect(
    other.getByText('Published in another window. Change something here to keep a draft.'),
  ).toBeVisible();
  return { context, page, other, errors };
}

/** Recordings whose audio is on this device. */
const takeCount = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const opened = indexedDB.open('aural-studio');
    const database = await new Promise<IDBDatabase>((resolve) => {
      opened.onsuccess = () => resolve(opened.result);
    });
    const counted = database.transaction('takes').objectStore('takes').count();
    const count = await new Promise<number>((resolve) => {
      counted.onsuccess = () => resolve(counted.result);
    });
    database.close();
    return count;
  });

test('a take that another window publishes stays open, and changes to it stay a draft', async ({
  browser,
}) => {
  test.setTimeout(180_000);
  const { context, page, other, errors } = await publishWithOtherOpen(browser);

  // The page still works: the take opens after a reload, and changes are saved.
  await other.bringToFront();
  await other.reload();
  await ready(other);
  await other.getByRole('button', { name: 'Set new Area' }).click();
  await other.getByRole('button', { name: 'Shorten first area' }).click();
  await expect(other.getByRole('button', { name: 'Undo' })).toBeEnabled();
  await expect(other.getByText('Your changes stay on this device as a draft.')).toBeVisible();
  await other.close();
  await page.goto('/record');
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await ready(page);
  await expect(page.getByRole('button', { name: 'Undo' })).toBeEnabled();
  expect(errors).toEqual([]);
  await context.close();
});

test('an unchanged take leaves the device when its window closes', async ({ browser }) => {
  test.setTimeout(180_000);
  const { context, page, other, errors } = await publishWithOtherOpen(browser);
  expect(await takeCount(page)).toBe(1);
  await other.close();
  await page.goto('/record');
  await expect(page.getByRole('heading', { name: 'Ready?' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Edit', exact: true })).toHaveCount(0);
  await expect.poll(() => takeCount(page), { timeout: 60_000 }).toBe(0);
  expect(errors).toEqual([]);
  await context.close();
});

test('a draft that another window discards stays open and becomes a draft again when edited', async ({
  browser,
}) => {
  test.setTimeout(180_000);
  const { context, page, errors } = await phone(browser, stage.server);
  await record(page, 6);
  await ready(page);
  const other = await openDraft(context);
  await page.goto('/record');
  await page.bringToFront();
  await page.getByRole('button', { name: /^More for Recording/ }).click();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(
    other.getByText('Discarded in another window. Change something here to keep it.'),
  ).toBeVisible();

  // The other window can no longer undo it, and the take is still here.
  await page.goto('/');
  await other.bringToFront();
  await other.reload();
  await ready(other);
  await other.getByRole('button', { name: 'Set new Area' }).click();
  await other.getByRole('button', { name: 'Shorten first area' }).click();
  await expect(other.getByText('You changed it here, so it stays on this device')).toBeVisible();
  await other.close();
  await page.goto('/record');
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await ready(page);
  await expect(page.getByRole('button', { name: 'Undo' })).toBeEnabled();
  expect(errors).toEqual([]);
});

test('a picked file in a duplicated tab stays when the other tab publishes it', async ({ browser }) => {
  test.setTimeout(180_000);
  const { context, page, errors } = await phone(browser, stage.server);
  await page.goto('/record');
  const sound = Buffer.from(writeWav({ sampleRate: 44_100, channels: [voice(8, 44_100)] }));
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'voice.wav', mimeType: 'audio/wav', buffer: sound });
  await page.waitForURL('**/upload');
  await page.getByRole('button', { name: 'Trim first' }).click();
  await page.waitForURL('**/audio-editor');
  await ready(page);
  const [other] = await Promise.all([
    context.waitForEvent('page'),
    page.evaluate(() => void window.open(location.href)),
  ]);
  await ready(other);
  await page.bringToFront();
  await publish(page);
  await expect(other.getByText('Published in another window. Closing this window')).toBeVisible();

  await other.bringToFront();
  await other.reload();
  await ready(other);
  await other.getByRole('button', { name: 'Next Step' }).click();
  await other.waitForURL('**/upload');
  await expect(other.getByText('Already published in another window.')).toBeVisible();
  await expect(other.getByRole('button', { name: 'Publish', exact: true })).toBeEnabled();
  expect(errors).toEqual([]);
});
