// Clean up on a phone by touch: what was found, Before and After, Apply, and a quieter file in the share form.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, expect, type Page, test } from 'playwright/test';
import { noise } from '../../support/audio/signals.ts';
import { readWav, writeWav } from '../../support/audio/wav.ts';
import { CHROMIUM_FLAGS, chromiumPath } from '../../support/browser/chromium.mjs';
import { voice } from '../../support/server/voice.ts';
import { ownStage, phone, storedBytes } from '../journey.ts';

const RATE = 48_000;
const SECONDS = 12;
/** A pause of the take, seconds. */
const PAUSE = [8.5, 11.5] as const;

const stage = ownStage();

/** Eight seconds of voice, then a pause; hum and hiss everywhere. */
function noisyTake(): Float32Array {
  const spoken = voice(8, RATE);
  const hiss = noise(5, SECONDS * RATE, 0.006);
  return hiss.map((value, n) => {
    const hum = [1, 2, 3].reduce(
      (sum, k) => sum + (0.01 / k) * Math.sin((2 * Math.PI * 50.02 * k * n) / RATE),
      0,
    );
    return value + hum + 0.5 * (spoken[n] ?? 0);
  });
}

const powerOf = (samples: Float32Array) => {
  const pause = samples.subarray(PAUSE[0] * RATE, PAUSE[1] * RATE);
  return pause.reduce((sum, value) => sum + value * value, 0) / pause.length;
};

/** All notes of this origin's storage, as JSON. */
const storedNotes = (page: Page) =>
  page.evaluate(async () => {
    const opened = indexedDB.open('aural-studio');
    await new Promise((resolve) => opened.addEventListener('success', resolve));
    const notes = opened.result.transaction('notes').objectStore('notes').getAll();
    await new Promise((resolve) => notes.addEventListener('success', resolve));
    opened.result.close();
    return JSON.stringify(notes.result);
  });

test('removes hum and hiss that a creator hears before and after, at 360 × 640 by touch', async () => {
  test.setTimeout(180_000);
  const take = noisyTake();
  const path = join(stage.scratch, 'noisy.wav');
  writeFileSync(path, writeWav({ sampleRate: RATE, channels: [take] }));
  const browser = await chromium.launch({ executablePath: chromiumPath(), args: CHROMIUM_FLAGS });
  const { page, errors } = await phone(browser, stage.server);
  await page.goto('/record');
  await page.locator('input[type=file]').setInputFiles(path);
  await page.waitForURL('**/upload');
  await page.getByRole('button', { name: 'Trim first' }).tap();
  await expect(page.getByRole('heading', { name: 'Sounds good!' })).toBeVisible();
  await page.getByRole('button', { name: 'Tools' }).tap();
  await page.getByRole('button', { name: /^Clean up/ }).tap();
  await expect(page.getByText(/^We found hum at 50 Hz, hiss/)).toBeVisible({ timeout: 30_000 });
  const apply = page.getByRole('button', { name: 'Apply' });
  await expect(apply).toBeInViewport({ ratio: 1 });
  for (const kind of ['Hum', 'Hiss']) {
    await expect(page.getByRole('switch', { name: kind })).toBeChecked();
    await page.getByRole('switch', { name: kind }).scrollIntoViewIfNeeded();
  }
  await page.getByRole('radio', { name: 'Strong' }).tap();
  const play = page.getByRole('button', { name: 'Play', exact: true });
  await play.tap();
  await expect(page.getByRole('button', { name: 'Pause', exact: true })).toBeVisible();
  await page.getByRole('radio', { name: 'Before' }).tap();
  await expect(page.getByRole('button', { name: 'Pause', exact: true })).toBeVisible();
  await page.getByRole('radio', { name: 'After' }).tap();
  await page.getByRole('button', { name: 'Pause', exact: true }).tap();
  await page.screenshot({ path: test.info().outputPath('clean-up.png') });
  await apply.tap();
  await expect(page.getByRole('button', { name: 'Clean up' })).toBeVisible();

  // Kept with the draft. A page that closes may lose the last quarter of a second.
  await expect.poll(() => storedNotes(page)).toContain('"cleanup":{');
  await page.reload();
  await expect(page.getByRole('button', { name: 'Clean up' })).toBeVisible();
  await page.getByRole('button', { name: 'Next Step' }).tap();
  await page.waitForURL('**/upload');
  const { channels } = readWav(await storedBytes(page, 'uploadFile'));
  const exported = channels[0] ?? new Float32Array();
  expect(exported.length).toBe(take.length);
  const weaker = 10 * Math.log10(powerOf(take) / powerOf(exported));
  expect(weaker).toBeGreaterThan(12);
  expect(errors).toEqual([]);
  await browser.close();
});
