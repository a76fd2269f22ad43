// The main job with a long uploaded file (25 minutes and 24 MB in the full run): the page's heap stays far below the size
// of the decoded audio. `npm run bench -- ui` measures the duration of its tasks.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, expect, test } from 'playwright/test';
import { loadCore } from '../../dsp/cli/node.mjs';
import { CHROMIUM_FLAGS, chromiumPath } from '../support/browser/chromium.mjs';
import { inScope } from '../support/server/scope.ts';
import { voice } from '../support/server/voice.ts';
import { approve, confirmAge, inkOf, ownStage, phone, setEdge } from './journey.ts';

const MINUTES = inScope(6, 25);
const RATE = 44_100;
/** Whole seconds in the two areas, as a player shows them. */
const KEPT = Math.floor((MINUTES * 456) / 10);
/** 150 MB for 25 minutes; decoded audio would take 252 MB. */
const HEAP_LIMIT_BYTES = MINUTES * 6 * 1024 * 1024;

const stage = ownStage();

/** One minute of voice, encoded repeatedly by our encoder. */
async function longMp3(path: string): Promise<number> {
  const core = await loadCore();
  const encoder = new core.Mp3Encoder(RATE, 1, 128);
  const minute = voice(60, RATE);
  const parts = Array.from({ length: MINUTES }, () => Buffer.from(encoder.encode([minute])));
  const { bytes, firstFrame } = encoder.finish();
  const file = Buffer.concat([...parts, bytes]);
  file.set(firstFrame, 0);
  writeFileSync(path, file);
  return file.length;
}

test('a long MP3 is trimmed and published on a light page', { tag: '@long' }, async () => {
  test.setTimeout(480_000);
  const path = join(stage.scratch, 'long.mp3');
  expect(await longMp3(path)).toBeGreaterThan(MINUTES * 0.956e6);

  const browser = await chromium.launch({
    executablePath: chromiumPath(),
    args: [...CHROMIUM_FLAGS, '--enable-precise-memory-info'],
  });
  const { context, page, errors } = await phone(browser, stage.server);
  const session = await context.newCDPSession(page);
  await session.send('Performance.enable');
  let heapPeak = 0;
  const sampler = setInterval(async () => {
    const { metrics } = await session.send('Performance.getMetrics').catch(() => ({ metrics: [] }));
    heapPeak = Math.max(heapPeak, metrics.find((metric) => metric.name === 'JSHeapUsedSize')?.value ?? 0);
  }, 250);

  await page.goto('/record');
  await page.locator('input[type=file]').setInputFiles(path);
  await page.waitForURL('**/upload');
  await page
    .getByRole('button', { name: 'Trim first' })
    .or(page.getByRole('link', { name: 'Trim first' }))
    .click();
  await page.waitForURL('**/audio-editor');
  await expect(page.getByText(`Audio duration: ${MINUTES * 60} seconds`)).toBeVisible({ timeout: 240_000 });
  await expect.poll(() => inkOf(page, 'main')).toBeGreaterThan(0.01);

  const areas = page.getByRole('region', { name: 'Areas' }).getByRole('listitem');
  if (!(await page.getByLabel('Start', { exact: true }).isVisible())) {
    await areas.first().getByRole('button').first().click();
  }
  await setEdge(page, 'End', MINUTES * 28);
  await setEdge(page, 'Start', MINUTES * 2.4);
  await page.getByRole('button', { name: 'Set new Area' }).click();
  await expect(areas).toHaveCount(2);
  await setEdge(page, 'End', MINUTES * 56);
  await setEdge(page, 'Start', MINUTES * 36);
  await page.getByRole('button', { name: 'Next Step' }).click();
  await page.waitForURL('**/upload', { timeout: 240_000 });

  const title = 'Twenty minutes of rain';
  await page.getByLabel('Title').fill(title);
  const publish = page.getByRole('button', { name: 'Publish' });
  await expect(publish).toBeEnabled({ timeout: 60_000 });
  await publish.click();
  await page.waitForURL('**/security-check', { timeout: 120_000 });

  clearInterval(sampler);
  console.log(`heap peak ${(heapPeak / 2 ** 20).toFixed(1)} MiB`);
  expect(heapPeak).toBeGreaterThan(0);
  expect(heapPeak).toBeLessThan(HEAP_LIMIT_BYTES);
  expect(errors).toEqual([]);
  await context.close();

  await approve(browser, stage.server, title);
  const listener = await phone(browser, stage.server);
  await listener.page.goto('/');
  await listener.page
    .getByRole('button', { name: `Play ${title}` })
    .first()
    .click();
  await confirmAge(listener.page);
  const length = `${Math.floor(KEPT / 60)}:${String(KEPT % 60).padStart(2, '0')}`;
  await expect(listener.page.getByText(new RegExp(`0:0[1-9] / ${length}`))).toBeVisible();
  expect(listener.errors).toEqual([]);
  await browser.close();
});
