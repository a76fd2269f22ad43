// With a real microphone and real files: a pause is not part of the take, an audio file opens the share form, and other
// files are refused.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'playwright/test';
import { taggedFiles } from '../../support/audio/taggedFiles.ts';
import { ownStage, phone, recordedFor } from '../journey.ts';

const stage = ownStage();
const PAUSE_MS = 2000;

test('six seconds with a pause of two are six seconds in the editor (row 25)', async ({ browser }) => {
  const { page, errors } = await phone(browser, stage.server);
  await page.addInitScript(() => localStorage.setItem('aural.adultConfirmed', 'true'));
  await page.goto('/record');
  await page.getByRole('button', { name: 'Start recording' }).click();
  const timer = page.getByRole('timer');
  await recordedFor(page, 3);
  await page.getByRole('button', { name: 'Pause', exact: true }).click();
  const paused = await timer.textContent();
  await page.waitForTimeout(PAUSE_MS);
  expect(await timer.textContent()).toBe(paused);
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  await recordedFor(page, 6);
  await page.getByRole('button', { name: 'Stop recording' }).click();
  await expect(page.getByRole('heading', { name: 'Sounds good!' })).toBeVisible();
  await expect(page.getByText(/^Audio duration: [67] seconds$/)).toBeVisible();
  expect(errors).toEqual([]);
});

test('an .m4a opens the share form, a .pdf does not (row 25)', async ({ browser }) => {
  const { page, errors } = await phone(browser, stage.server);
  const file = (name: string, bytes: Buffer) => {
    const path = join(stage.scratch, name);
    writeFileSync(path, bytes);
    return path;
  };
  const memo = taggedFiles().find(({ extension }) => extension === 'm4a');
  await page.goto('/record');
  await expect(page.getByRole('heading', { name: 'Ready?' })).toBeVisible();
  await page.locator('input[type=file]').setInputFiles(file('letter.pdf', Buffer.from('%PDF-1.7\n%%EOF\n')));
  await expect(
    page.getByText('Bitte wählen Sie eine gültige Audio-Datei (MP3, WAV, OGG, etc.)'),
  ).toBeVisible();
  await expect(page).toHaveURL(/\/record$/);
  await page.locator('input[type=file]').setInputFiles(file('memo.m4a', memo?.bytes ?? Buffer.alloc(0)));
  await page.waitForURL('**/upload');
  await expect(page.getByText('Audio file, 0:06')).toBeVisible();
  expect(await page.evaluate(() => JSON.parse(sessionStorage.getItem('uploadFile') ?? '{}').name)).toBe(
    'memo.m4a',
  );
  expect(errors).toEqual([]);
});
