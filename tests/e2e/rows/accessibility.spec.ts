// axe finds nothing serious on the recording, editing and publishing screens, in each state.
import { expect, test } from 'playwright/test';
import { confirmAge, ownStage, phone, recordedFor } from '../journey.ts';
import { holds } from '../screens.ts';

const stage = ownStage();

test('axe finds nothing serious from Ready to Checking your upload', async ({ browser }) => {
  const { page } = await phone(browser, stage.server);
  await page.goto('/record');
  await expect(page.getByRole('heading', { name: 'Ready?' })).toBeVisible();
  await holds(page, 'ready');

  await page.getByRole('button', { name: 'Start recording' }).click();
  await confirmAge(page);
  await recordedFor(page, 2);
  await holds(page, 'recording');
  await page.getByRole('button', { name: 'Pause', exact: true }).click();
  await holds(page, 'paused');
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  await recordedFor(page, 6);
  await page.getByRole('button', { name: 'Stop recording' }).click();

  await expect(page.getByRole('heading', { name: 'Sounds good!' })).toBeVisible();
  await holds(page, 'editor');
  await page.getByRole('button', { name: 'Next Step' }).click();

  await expect(page.getByRole('heading', { name: 'Share your recording' })).toBeVisible();
  await holds(page, 'share form');
  await page.getByRole('button', { name: 'Publish' }).click();
  await expect(page.getByText('Checking your upload')).toBeVisible();
  await holds(page, 'checking');
});

test('axe finds nothing serious on empty and failed pages', async ({ browser }) => {
  const { page } = await phone(browser, stage.server);
  for (const path of ['/', '/upload', '/audio-editor', '/upload-success', '/security-check']) {
    await page.goto(path);
    await expect(page.locator('main :is(h1, h2)').first()).toBeVisible();
    await expect(page.locator('main [data-loading]')).toHaveCount(0);
    await holds(page, path);
  }
});
