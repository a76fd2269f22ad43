// Real files of six formats: each is recognised by its content, and hidden metadata stays on the phone.
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'playwright/test';
import { FORMATS, makeFile } from '../../support/audio/mediaFiles.ts';
import { MOVIE_SCALE, withEdits } from '../../support/audio/mp4Edits.ts';
import { taggedFiles } from '../../support/audio/taggedFiles.ts';
import { chaosProxy } from '../../support/network/chaosProxy.ts';
import { ownStage, phone } from '../journey.ts';
import { holds } from '../screens.ts';

const stage = ownStage();

test('six formats with twelve canaries leave the phone clean, and the published file can be verified (row 36)', async ({
  browser,
}) => {
  let planted = 0;
  // The file is streamed from disk: only the network traffic shows all of it.
  const wire = await chaosProxy(stage.server.url, { keepsSent: true });
  for (const { extension, bytes, canaries } of taggedFiles()) {
    await test.step(extension, async () => {
      const { context, page, errors } = await phone(browser, { ...stage.server, url: wire.url });
      await page.goto('/');
      await page.evaluate(() => localStorage.setItem('aural.adultConfirmed', 'true'));
      await page.goto('/upload');
      const path = join(stage.scratch, `Anna Muster.${extension}`);
      writeFileSync(path, bytes);
      await page.locator('input[type=file]').setInputFiles(path);
      await expect(page.getByText('Audio file, 0:06')).toBeVisible();
      await page.getByText(/hidden details? removed/).click();
      await expect(page.getByText(`File name “Anna Muster.${extension}”`)).toBeVisible();
      await page.getByRole('button', { name: 'Publish', exact: true }).click();
      await page.waitForURL('**/security-check');

      const sent = wire.takeSent().toString('latin1');
      expect(sent).toContain('name="capToken"');
      expect(sent).toContain('name="audio"; filename="');
      for (const value of [...Object.values(canaries), 'Anna Muster']) expect(sent).not.toContain(value);
      planted += Object.keys(canaries).length;

      await page.getByText('The server has exactly the file that left this phone.').click();
      await page.getByRole('button', { name: 'Check it now' }).click();
      await expect(
        page.getByText('Checked just now: the published file has this fingerprint.'),
      ).toBeVisible();
      const shown = await page.locator('dd').first().textContent();
      const published = await page.evaluate(async () => {
        const answer = await fetch('/upload.php?action=getPendingUploads');
        const { data } = (await answer.json()) as { data: { url: string }[] };
        const file = await fetch(data[0]?.url ?? '');
        return [...new Uint8Array(await file.arrayBuffer())];
      });
      expect(createHash('sha256').update(Uint8Array.from(published)).digest('hex')).toBe(shown);
      expect(errors).toEqual([]);
      await context.close();
    });
  }
  expect(planted).toBe(12);
  await wire.close();
});

test('the receipt names the seconds that were cut on the phone (row 36)', async ({ browser }) => {
  const { page, errors } = await phone(browser, stage.server);
  const format = FORMATS.find(({ name }) => name === 'MP4/AAC');
  if (!format) throw new Error('there is no MP4 among the formats');
  const whole = readFileSync(makeFile(stage.scratch, format, 10));
  const path = join(stage.scratch, 'memo.m4a');
  // Seconds 2 to 5, in movie and media time.
  writeFileSync(path, withEdits(whole, [[3 * MOVIE_SCALE, 2 * format.sampleRate]]));
  await page.addInitScript(() => localStorage.setItem('aural.adultConfirmed', 'true'));
  await page.goto('/upload');
  await page.locator('input[type=file]').setInputFiles(path);
  await expect(page.getByText('Audio file, 0:03')).toBeVisible();
  await page.getByText(/hidden details? removed/).click();
  await expect(page.getByText('0:07 of audio that someone cut but left in the file')).toBeVisible();
  await holds(page, 'receipt');
  expect(errors).toEqual([]);
});
