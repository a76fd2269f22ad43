// The editor plays the areas in sequence, half a second apart, by the audio clock.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, expect, test } from 'playwright/test';
import { writeWav } from '../../support/audio/wav.ts';
import { CHROMIUM_FLAGS, chromiumPath } from '../../support/browser/chromium.mjs';
import { voice } from '../../support/server/voice.ts';
import { ownStage, phone, setEdge } from '../journey.ts';

const RATE = 48_000;
const GAP_SECONDS = 0.5;
const GAP_TOLERANCE = 0.06;

const stage = ownStage();

interface Started {
  at: number;
  seconds: number;
}

test('plays two regions of 2 s in sequence, 500 ms apart (row 32)', async () => {
  const path = join(stage.scratch, 'twenty.wav');
  writeFileSync(path, writeWav({ sampleRate: RATE, channels: [voice(20, RATE)] }));
  const browser = await chromium.launch({ executablePath: chromiumPath(), args: CHROMIUM_FLAGS });
  const { page, errors } = await phone(browser, stage.server);
  await page.addInitScript(() => {
    const started: Started[] = [];
    Object.assign(window, { started });
    const start = AudioBufferSourceNode.prototype.start;
    AudioBufferSourceNode.prototype.start = function (this: AudioBufferSourceNode, at?: number, ...rest) {
      started.push({ at: at ?? 0, seconds: this.buffer?.duration ?? 0 });
      start.call(this, at, ...rest);
    };
  });
  await page.goto('/record');
  await page.locator('input[type=file]').setInputFiles(path);
  await page.waitForURL('**/upload');
  await page.getByRole('button', { name: 'Trim first' }).click();
  await expect(page.getByRole('heading', { name: 'Sounds good!' })).toBeVisible();
  await setEdge(page, 'End', 4);
  await setEdge(page, 'Start', 2);
  await page.getByRole('button', { name: 'Set new Area' }).click();
  await setEdge(page, 'End', 10);
  await setEdge(page, 'Start', 8);
  await page.getByRole('button', { name: 'Play all areas' }).click();
  await expect(page.getByRole('button', { name: 'Pause all areas' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Play all areas' })).toBeVisible();

  const started = await page.evaluate(() => (window as unknown as { started: Started[] }).started);
  // Windows of one region join without a gap; the largest gap is the pause between the two.
  const ends = started.map(({ at, seconds }) => at + seconds);
  const gaps = started.slice(1).map(({ at }, index) => at - (ends[index] ?? 0));
  expect(gaps.filter((gap) => gap > 0.001)).toHaveLength(1);
  expect(Math.abs(Math.max(...gaps) - GAP_SECONDS)).toBeLessThanOrEqual(GAP_TOLERANCE);
  const totalSeconds = started.reduce((sum, { seconds }) => sum + seconds, 0);
  expect(totalSeconds).toBeCloseTo(4, 2);
  expect(errors).toEqual([]);
  await browser.close();
});
