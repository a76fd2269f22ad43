// The notes of the record page and the marks of a take stay on the device.
import { expect, test } from 'playwright/test';
import { takesOf } from '../../support/audio/recordedTakes.ts';
import { confirmAge, ownStage, phone, recordedFor } from '../journey.ts';

const stage = ownStage();
const SECRET = 'quince-marzipan-lantern';

test('no request has the notes or the marks, from the first letter to the published recording', async ({
  browser,
}) => {
  const { page, errors } = await phone(browser, stage.server);
  const sent: string[] = [];
  page.on('request', (request) => {
    sent.push(`${request.method()} ${request.url()} ${JSON.stringify(request.headers())}`);
    sent.push(request.postDataBuffer()?.toString('latin1') ?? '');
  });
  await page.goto('/record');
  await page.getByRole('button', { name: 'Notes' }).click();
  const notes = page.getByRole('textbox', { name: 'Notes, only on this device' });
  await notes.fill(SECRET);
  await page.reload();
  await page.getByRole('button', { name: 'Notes' }).click();
  await expect(notes).toHaveValue(SECRET);
  await page.getByRole('button', { name: 'Start recording' }).click();
  await confirmAge(page);
  await recordedFor(page, 1);
  await page.getByRole('button', { name: 'Set marker' }).click();
  await recordedFor(page, 2);
  await page.getByRole('button', { name: 'Stop recording' }).click();
  await page.waitForURL('**/audio-editor');
  await expect(page.getByText('Markers: 1')).toBeVisible();
  const mark = String((await takesOf(page))[0]?.marks?.[0]);
  expect(mark).toMatch(/^\d+\.\d{3}/);
  await page.getByRole('button', { name: 'Next Step' }).click();
  await page.waitForURL('**/upload');
  await page.getByRole('radio', { name: 'Female', exact: true }).check();
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await page.waitForURL(/security-check|upload-success/);
  // The recording itself is sent.
  await expect.poll(() => sent.some((each) => each.includes('form-data'))).toBe(true);
  expect(sent.filter((each) => each.includes(SECRET) || each.includes(mark))).toEqual([]);
  expect(errors).toEqual([]);
});
