// In the shipped app: a worker solves the proof of work once, and the server accepts it.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'playwright/test';
import { noise } from '../../support/audio/signals.ts';
import { writeWav } from '../../support/audio/wav.ts';
import { ownStage, phone } from '../journey.ts';

const stage = ownStage();
const RATE = 16_000;

test('a second press during the proof of work says so, and the upload is accepted (row 38)', async ({
  browser,
}) => {
  const { context, page, errors } = await phone(browser, stage.server);
  await page.addInitScript(() => localStorage.setItem('aural.adultConfirmed', 'true'));
  const devTools = await context.newCDPSession(page);
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  let asked = 0;
  let answer: () => void = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/upload.php?action=getPowChallenge', async (route) => {
    asked += 1;
    await held;
    await route.continue();
  });
  const path = join(stage.scratch, 'proof.wav');
  writeFileSync(path, writeWav({ sampleRate: RATE, channels: [noise(51, RATE * 6, 0.3)] }));
  await page.goto('/upload');
  await page.locator('input[type=file]').setInputFiles(path);
  const publish = page.getByRole('button', { name: 'Publish', exact: true });
  await expect(publish).toBeEnabled();
  await publish.click();
  await publish.click();
  await expect(page.getByText('Token generation already in progress')).toBeVisible();
  expect(page.workers().length).toBeGreaterThan(0);
  answer();
  await page.waitForURL('**/security-check');
  expect(asked).toBe(1);
  expect(errors).toEqual([]);
});
