// A second file, silence and another recording join a draft on a phone by touch: undo, redo, another order, a reload in
// the middle, and one published file.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, expect, type Page, test } from 'playwright/test';
import { readWav, writeWav } from '../../support/audio/wav.ts';
import { CHROMIUM_FLAGS, chromiumPath } from '../../support/browser/chromium.mjs';
import { voice } from '../../support/server/voice.ts';
import { approve, confirmAge, ownStage, phone, recordedFor, storedBytes } from '../journey.ts';
import { holds, pictures } from '../screens.ts';

/** A step that takes longer has failed. */
const STEP_MS = 20_000;

const stage = ownStage();

/** A WAV of `seconds` in the folder of this file. */
function audioFile(name: string, seconds: number, sampleRate: number): string {
  const path = join(stage.scratch, name);
  writeFileSync(path, writeWav({ sampleRate, channels: [voice(seconds, sampleRate)] }));
  return path;
}

const spokenLength = (page: Page, seconds: number) =>
  expect(page.getByText(`Audio duration: ${seconds} seconds`)).toBeAttached();

async function openTool(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Tools' }).tap();
  await page.getByRole('button', { name: /^Add sound/ }).tap();
  await expect(page.getByRole('radio', { name: 'File' })).toBeVisible();
}

/** Records of files in the app's database. */
const storedFiles = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve, reject) => {
        const opening = indexedDB.open('aural-studio');
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const count = opening.result.transaction('files').objectStore('files').count();
          count.onsuccess = () => resolve(count.result);
        };
      }),
  );

test('records the rest again from a place in the draft', async () => {
  test.setTimeout(180_000);
  const browser = await chromium.launch({ executablePath: chromiumPath(), args: CHROMIUM_FLAGS });
  const { page, errors } = await phone(browser, stage.server);
  page.setDefaultTimeout(STEP_MS);
  await page.goto('/record');
  await page.locator('input[type=file]').setInputFiles(audioFile('first.wav', 6, 48_000));
  await page.waitForURL('**/upload');
  await page.getByRole('button', { name: 'Trim first' }).tap();
  await spokenLength(page, 6);
  await page.getByRole('button', { name: '1 s forward' }).tap();
  await openTool(page);
  await page.getByRole('radio', { name: 'Recording' }).tap();
  await page.getByRole('radio', { name: 'Replace the rest' }).tap();
  await expect(page.getByRole('switch', { name: 'Hear the 2 seconds before' })).toBeChecked();
  await holds(page, 'record from here');
  await page.getByRole('button', { name: 'Record', exact: true }).tap();
  await page.waitForURL('**/record');
  await expect(page.getByText('You hear 2 seconds of “first.wav”, then you add to it.')).toBeVisible();
  await holds(page, 'record more');
  await page.getByRole('button', { name: 'Start recording' }).tap();
  await confirmAge(page);
  await recordedFor(page, 3);
  await page.getByRole('button', { name: 'Stop recording' }).tap();
  await page.waitForURL('**/audio-editor');
  await expect(page.getByText(/Audio duration: [3-9] seconds/)).toBeAttached();
  await page.getByRole('button', { name: 'Undo' }).tap();
  await spokenLength(page, 6);
  expect(errors).toEqual([]);
  await browser.close();
});

test('joins two files and silence that a creator undoes, reloads and publishes, at 360 × 640 by touch', async () => {
  test.setTimeout(180_000);
  const browser = await chromium.launch({ executablePath: chromiumPath(), args: CHROMIUM_FLAGS });
  const { page, errors } = await phone(browser, stage.server);
  page.setDefaultTimeout(STEP_MS);
  await page.goto('/record');
  await page.locator('input[type=file]').setInputFiles(audioFile('first.wav', 6, 48_000));
  await page.waitForURL('**/upload');
  await page.getByRole('button', { name: 'Trim first' }).tap();
  await expect(page.getByRole('heading', { name: 'Sounds good!' })).toBeVisible();
  await spokenLength(page, 6);

  await openTool(page);
  await expect(page.getByRole('button', { name: 'Choose a file' })).toBeInViewport({ ratio: 1 });
  await holds(page, 'add sound');
  await page
    .getByLabel('Choose a file')
    .last()
    .setInputFiles(audioFile('second.wav', 4, 44_100));
  await spokenLength(page, 10);
  await page.getByRole('button', { name: 'Undo' }).tap();
  await spokenLength(page, 6);
  await page.getByRole('button', { name: 'Redo' }).tap();
  await spokenLength(page, 10);
  await holds(page, 'joined');

  await page.reload();
  await spokenLength(page, 10);
  await page.getByRole('button', { name: 'Undo' }).tap();
  await spokenLength(page, 6);
  await page.getByRole('button', { name: 'Redo' }).tap();
  await spokenLength(page, 10);

  await openTool(page);
  await page.getByRole('radio', { name: 'Silence' }).tap();
  await page.getByRole('radio', { name: '2 s' }).tap();
  await page.getByRole('button', { name: 'Insert' }).tap();
  await spokenLength(page, 12);

  await page.getByRole('button', { name: 'Tools' }).tap();
  await page.getByRole('button', { name: /^Order of parts/ }).tap();
  const rows = page.getByRole('listitem').filter({ has: page.getByRole('button', { name: /^Move / }) });
  await expect(rows).toHaveText(['first0:00–0:06', 'second0:06–0:10', 'Silence0:10–0:12']);
  const silence = rows.last();
  const [grip, to] = [
    await silence.locator('[aria-hidden]').last().boundingBox(),
    await rows.nth(1).boundingBox(),
  ];
  if (!grip || !to) throw new Error('no rows');
  await page.mouse.move(grip.x + grip.width / 2, grip.y + grip.height / 2);
  await page.mouse.down();
  await page.mouse.move(grip.x, grip.y);
  await page.mouse.move(to.x, to.y + to.height / 2, { steps: 4 });
  await pictures(page, 'dragged');
  await page.mouse.up();
  await expect(rows).toHaveText(['first0:00–0:06', 'Silence0:10–0:12', 'second0:06–0:10']);
  await page.getByRole('button', { name: /^Move Silence, .* down$/ }).tap();
  await expect(rows).toHaveText(['first0:00–0:06', 'second0:06–0:10', 'Silence0:10–0:12']);
  await page.getByRole('button', { name: /^Move Silence, .* up$/ }).tap();
  await holds(page, 'order');
  await page.getByRole('button', { name: 'Apply' }).tap();
  await spokenLength(page, 12);

  await page.getByRole('button', { name: 'Next Step' }).tap();
  await page.waitForURL('**/upload');
  const { sampleRate, channels } = readWav(await storedBytes(page, 'uploadFile'));
  expect([sampleRate, channels[0]?.length]).toEqual([48_000, 12 * 48_000]);
  // The silence was moved between the files.
  expect(channels[0]?.subarray(6 * sampleRate, 8 * sampleRate).every((sample) => sample === 0)).toBe(true);
  const title = 'Two files and silence';
  await page.getByLabel('Title').fill(title);
  await page.getByRole('button', { name: 'Publish', exact: true }).tap();
  await page.waitForURL('**/security-check');
  await approve(browser, stage.server, title);
  // Published: no draft and no part of it is left on the phone.
  await expect.poll(() => storedFiles(page)).toBe(0);
  expect(errors).toEqual([]);
  await browser.close();
});

test('makes an area softer that a creator hears, undoes and exports', async () => {
  test.setTimeout(180_000);
  const browser = await chromium.launch({ executablePath: chromiumPath(), args: CHROMIUM_FLAGS });
  const { page, errors } = await phone(browser, stage.server);
  page.setDefaultTimeout(STEP_MS);
  await page.goto('/record');
  const samples = new Float32Array(6 * 48_000).map((_, n) => 0.6 * Math.sin(n / 20));
  const path = join(stage.scratch, 'tone.wav');
  writeFileSync(path, writeWav({ sampleRate: 48_000, channels: [samples] }));
  await page.locator('input[type=file]').setInputFiles(path);
  await page.waitForURL('**/upload');
  await page.getByRole('button', { name: 'Trim first' }).tap();
  await spokenLength(page, 6);
  const openVolume = async () => {
    await page.getByRole('button', { name: 'Tools' }).tap();
    await page.getByRole('button', { name: /^Volume/ }).tap();
  };
  await openVolume();
  const slider = page.getByRole('slider', { name: /^Volume of this area/ });
  await expect(slider).toBeInViewport({ ratio: 1 });
  await expect(page.getByText('To change only a part')).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).tap();
  await page.getByRole('button', { name: '1 s forward' }).tap();
  await page.getByRole('button', { name: 'Cut here' }).tap();
  await openVolume();
  await slider.fill('6');
  await expect(slider).toHaveAttribute('aria-valuetext', '+6 dB');
  await expect(page.getByText('Loud peaks are lowered')).toBeVisible();
  await holds(page, 'limited');
  await slider.press('ArrowLeft');
  await expect(slider).toHaveAttribute('aria-valuetext', '+5 dB');
  await slider.fill('-12');
  await holds(page, 'softer');
  await page.getByRole('button', { name: 'Apply' }).tap();
  await expect(page.getByText('−12 dB')).toBeVisible();
  await holds(page, 'applied');
  await page.reload();
  await expect(page.getByText('−12 dB')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).tap();
  await expect(page.getByText('−12 dB')).toHaveCount(0);
  await page.getByRole('button', { name: 'Redo' }).tap();
  await expect(page.getByText('−12 dB')).toBeVisible();
  await page.getByRole('button', { name: 'Next Step' }).tap();
  await page.waitForURL('**/upload');
  const { sampleRate, channels } = readWav(await storedBytes(page, 'uploadFile'));
  const loudest = (from: number, to: number) =>
    (channels[0] ?? new Float32Array())
      .subarray(from * sampleRate, to * sampleRate)
      .reduce((peak, sample) => Math.max(peak, Math.abs(sample)), 0);
  expect(channels[0]).toHaveLength(6 * sampleRate);
  expect(loudest(0, 0.99)).toBeCloseTo(0.6 * 10 ** (-12 / 20), 3);
  expect(loudest(1.01, 6)).toBeCloseTo(0.6, 3);
  expect(errors).toEqual([]);
  await browser.close();
});
