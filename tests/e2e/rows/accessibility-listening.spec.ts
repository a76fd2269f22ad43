// The listening and visualizer screens in action: axe finds nothing serious at any size.
import { expect, test } from 'playwright/test';
import { noise } from '../../support/audio/signals.ts';
import { writeWav } from '../../support/audio/wav.ts';
import { callAction } from '../../support/server/publish.ts';
import { ownStage, phone } from '../journey.ts';
import { live, member, phoneOf } from '../profileSteps.ts';
import { holds, walk } from '../screens.ts';

const stage = ownStage();
const RATE = 8000;

test('axe finds nothing serious in the news, full and empty', async ({ browser }) => {
  const owner = await member(stage, 'Axe_heard');
  const other = await member(stage, 'Axe_listener');
  const id = await live(stage, owner, 'Heard by somebody');
  await callAction(other, 'addLike', { like: { trackId: id } });
  await callAction(other, 'addComment', { trackId: id, content: 'So warm.' });
  await callAction(other, 'addFollow', { follow: { followingId: owner.id } });
  for (const whose of [owner, await member(stage, 'Axe_new')]) {
    const { context, page } = await phoneOf(browser, stage, whose);
    await walk(page, ['/news', '/news?tab=activities']);
    await context.close();
  }
});

test('axe finds nothing serious on the player during playback and in its sheets', async ({ browser }) => {
  const owner = await member(stage, 'Axe_played');
  const id = await live(stage, owner, 'Played while looked at');
  const { page } = await phoneOf(browser, stage, owner);
  await page.goto(`/player/${id}`);
  await page.getByRole('button', { name: 'Repeat', exact: false }).first().click();
  await page.getByRole('button', { name: 'Play Played while looked at' }).click();
  await expect(page.locator('[data-elapsed]')).not.toHaveText('0:00');
  await holds(page, 'playing');
  await page.getByRole('button', { name: 'Up next and history' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await holds(page, 'up next');
});

test('axe finds nothing serious in /unicorn while it records, plays and fails', async ({ browser }) => {
  const { page } = await phone(browser, stage.server);
  await page.goto('/unicorn');
  // The top bar has a control of that name, which comes first.
  await page.locator('main').getByRole('button', { name: 'Record' }).click();
  await expect(page.getByRole('status')).toHaveText('Aufnahme läuft');
  await holds(page, 'listening');
  await page.getByRole('button', { name: 'Stop' }).click();
  const picker = page.locator('input[type=file]');
  await picker.setInputFiles({ name: 'no.wav', mimeType: 'audio/wav', buffer: Buffer.from('no sound') });
  await expect(page.getByText('This browser can’t play that file. Try another one.')).toBeVisible();
  await holds(page, 'failed');
  const buffer = Buffer.from(writeWav({ sampleRate: RATE, channels: [noise(3, RATE * 30, 0.3)] }));
  const name = 'a_recording_with_a_name_without_a_blank_that_is_longer_than_a_phone_is_wide.wav';
  await picker.setInputFiles({ name, mimeType: 'audio/wav', buffer });
  await expect(page.getByText(name)).toBeVisible();
  if ((await page.getByRole('status').textContent()) !== 'Wiedergabe läuft')
    await page.getByRole('button', { name: 'Play', exact: true }).click();
  await expect(page.getByRole('status')).toHaveText('Wiedergabe läuft');
  await holds(page, 'playing');
});

test('axe finds nothing serious in /bench during a run and after it', async ({ browser }) => {
  const { page } = await phone(browser, stage.server);
  await page.goto('/bench');
  await page.getByRole('button', { name: 'Start' }).click();
  await expect(page.getByRole('progressbar')).toBeVisible();
  await holds(page, 'running');
  await expect(page.getByRole('button', { name: 'Save as JSON' })).toBeVisible({ timeout: 200_000 });
  await holds(page, 'done');
});
