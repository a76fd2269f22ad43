// The first view of a take on the smallest phones, in both orientations, shows the first controls.
import { expect, test } from 'playwright/test';
import { makeLong } from '../../support/audio/longAudio.ts';
import { ownStage, phone } from '../journey.ts';

const SMALL = [
  { width: 320, height: 568 },
  { width: 320, height: 640 },
  { width: 360, height: 640 },
  { width: 568, height: 320 },
  { width: 640, height: 360 },
];

const stage = ownStage();

test('waveform, handles, Play and Next Step are in view on every small screen without scrolling (row 30)', async ({
  browser,
}) => {
  const { page, errors } = await phone(browser, stage.server);
  await page.goto('/record');
  await page.locator('input[type=file]').setInputFiles(makeLong(stage.scratch, 'webm', 21));
  await page.waitForURL('**/upload');
  await page.getByRole('button', { name: 'Trim first' }).click();
  await page.waitForURL('**/audio-editor');
  await expect(page.getByRole('heading', { name: 'Sounds good!' })).toBeVisible({ timeout: 60_000 });
  await expect(page.getByText('Still loading the rest')).toHaveCount(0, { timeout: 60_000 });

  for (const size of SMALL) {
    await page.setViewportSize(size);
    await page.evaluate(() => scrollTo(0, 0));
    const wanted = [
      page.getByRole('button', { name: 'Play', exact: true }),
      page.getByRole('button', { name: 'Next Step' }),
      page.getByRole('slider', { name: 'Area 1, start' }),
      page.getByRole('slider', { name: 'Area 1, end' }),
    ];
    for (const control of wanted) {
      await expect(control).toHaveCount(1);
      // Completely visible, with label and grip uncovered.
      const reached = () =>
        control.evaluate((element) => {
          const { left, right, top, bottom } = element.getBoundingClientRect();
          const isInside = left >= 0 && right <= innerWidth && top >= 0 && bottom <= innerHeight;
          const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
          const root = element.getRootNode() as Document | ShadowRoot;
          const inner = root.elementFromPoint((left + right) / 2, (top + bottom) / 2);
          return isInside && (element.contains(hit) || element.contains(inner));
        });
      expect.soft(await reached(), `${control} at ${size.width} × ${size.height}`).toBe(true);
    }
  }
  expect(errors).toEqual([]);
});
