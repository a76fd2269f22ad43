// The owner hears a recording as listeners will, publishes it, and later replaces its sound: record page, share form, review,
// and what listeners see.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page, test } from 'playwright/test';
import type { TrackView } from '../../../api/contract/tracks.ts';
import { writeWav } from '../../support/audio/wav.ts';
import { callAction, signIn, visitor } from '../../support/server/publish.ts';
import { voice } from '../../support/server/voice.ts';
import { seriousOn } from '../axe.ts';
import { silent, sounds, watchSound } from '../heard.ts';
import { ADMIN, ownStage, phone } from '../journey.ts';
import { readAs } from '../published.ts';

const stage = ownStage();
const RATE = 8000;

function wav(name: string, seconds: number, gain: number): string {
  const samples = voice(seconds, RATE).map((sample) => Math.max(-1, Math.min(1, sample * gain)));
  const path = join(stage.scratch, name);
  writeFileSync(path, writeWav({ sampleRate: RATE, channels: [samples] }));
  return path;
}
/** Without the small copies, which a job makes meanwhile. */
const tracks = async () =>
  (await readAs<TrackView[]>(visitor(stage.server.url), 'getTracks')).map(
    ({ small: _small, ...track }) => track,
  );
const choose = (page: Page, path: string) => page.locator('input[type=file]').setInputFiles(path);

test('a sound is heard before it is published, replaced after, and listeners see that', async ({
  browser,
}) => {
  const admin = await signIn(stage.server.url, ADMIN.username, ADMIN.password);
  const { page, errors } = await phone(browser, stage.server);
  await watchSound(page);

  await page.goto('/upload');
  await choose(page, wav('loud.wav', 8, 8));
  const hear = page.getByRole('button', { name: 'Hear it as listeners will' });
  await hear.click();
  await sounds(page);
  const said = await page.getByText(/^Listeners hear it \d\.\d dB quieter/).textContent();
  const volume = await page.evaluate(
    () => (window as unknown as { made: HTMLAudioElement[] }).made.find(({ paused }) => !paused)?.volume ?? 0,
  );
  await page.getByRole('button', { name: 'Stop the preview' }).click();
  await silent(page);
  await page.getByLabel('Title').fill('The sea');
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await page.waitForURL('**/security-check');
  const [waiting] = await readAs<{ uploadId: string; lufs: number }[]>(admin, 'getPendingUploads');
  // The server measured the same loudness, and players turn it down by what was said.
  const quieter = Math.min(6, Math.max(0, (waiting?.lufs ?? 0) + 16));
  expect(said).toContain(`${quieter.toFixed(1)} dB`);
  expect(volume).toBeCloseTo(10 ** (-quieter / 20), 2);
  const { id } = await callAction<TrackView>(admin, 'approveUpload', { uploadId: waiting?.uploadId });
  await callAction(admin, 'addComment', { trackId: id, content: 'Lovely' });
  const [before] = await tracks();

  await page.goto(`/player/${id}`);
  await page.getByRole('button', { name: 'More for The sea' }).click();
  await page.getByRole('button', { name: 'Replace the sound' }).click();
  await expect(page.getByText('This replaces the sound of “The sea”.')).toBeVisible();
  expect(await seriousOn(page)).toEqual([]);
  await page.reload();
  await expect(page.getByText('This replaces the sound of “The sea”.')).toBeVisible();
  await choose(page, wav('quiet.wav', 9, 0.3));
  await page.waitForURL('**/upload');
  await expect(page.getByRole('heading', { name: 'Replace the sound' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'The sea' })).toBeVisible();
  await expect(page.getByText(/^The old sound stays public until/)).toBeVisible();
  await expect(page.getByLabel('Title')).toHaveCount(0);
  await hear.click();
  await expect(page.getByText('Listeners hear it just as loud as your file.')).toBeVisible();
  expect(await seriousOn(page)).toEqual([]);
  await page.getByRole('button', { name: 'Send for review' }).click();
  await page.waitForURL('**/security-check');
  await silent(page);
  expect(await tracks()).toEqual([before]);
  await page.goto('/profile');
  await expect(page.getByText('The old sound stays until then.')).toBeVisible();

  const room = await phone(browser, stage.server);
  await watchSound(room.page);
  const [name = '', value = ''] = admin.cookie.split('=');
  await room.context.addCookies([{ name, value, url: stage.server.url }]);
  await room.page.goto('/admin?tab=queue');
  const row = room.page.getByRole('article', { name: 'The sea' }).first();
  await expect(row.getByText('New sound of a published recording')).toBeVisible();
  await row.getByRole('button', { name: 'The sea' }).last().click();
  await room.page.getByRole('button', { name: 'Play the old sound' }).click();
  await room.page.getByRole('button', { name: 'Stop the old sound' }).click();
  await room.page.waitForTimeout(500);
  await room.page.getByRole('button', { name: 'Approve', exact: true }).click();
  await expect(room.page.getByText('“The sea” is live')).toBeVisible();
  await room.page.close();
  await expect.poll(async () => (await tracks())[0]?.duration).toBe(9);

  const listener = await phone(browser, stage.server);
  await watchSound(listener.page);
  await listener.page.goto('/category/new');
  await expect(listener.page.getByText('Updated', { exact: true })).toBeVisible();
  await listener.page.goto(`/player/${id}`);
  await expect(listener.page.getByText(/^Sound updated: /)).toBeVisible();
  await expect(listener.page.getByText('Lovely')).toBeVisible();
  expect([...errors, ...room.errors, ...listener.errors]).toEqual([]);
});

test('the preview works offline, and stops when the form is left', async ({ browser }) => {
  const { context, page } = await phone(browser, stage.server);
  await watchSound(page);
  await page.goto('/upload');
  await choose(page, wav('offline.wav', 20, 8));
  await expect(page.getByText('Ready to publish')).toBeVisible();
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Hear it as listeners will' }).click();
  await sounds(page);
  await page.getByRole('link', { name: 'Home' }).first().click();
  await page.waitForURL(`${stage.server.url}/`);
  await silent(page);
});
