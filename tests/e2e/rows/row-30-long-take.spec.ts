// An hour-long take, opened, panned and cut by touch, with the real engine, page and browser input.
import { type CDPSession, chromium, expect, type Page, test } from 'playwright/test';
import { makeLong } from '../../support/audio/longAudio.ts';
import { CHROMIUM_FLAGS, chromiumPath } from '../../support/browser/chromium.mjs';
import { inkOf, ownStage, phone } from '../journey.ts';

const MINUTES = 60;
const MAX_CANVASES = 10;

const stage = ownStage();

interface Place {
  x: number;
  y: number;
}

const STEP_MS = 16;

/** Moves one finger in steps with explicit times, because a busy machine delivers them late. */
async function drag(session: CDPSession, from: Place, to: Place, steps = 12): Promise<void> {
  const pressed = Date.now();
  const send = (step: number, type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: Place[]) =>
    session.send('Input.dispatchTouchEvent', {
      type,
      touchPoints,
      timestamp: (pressed + step * STEP_MS) / 1000,
    });
  await send(0, 'touchStart', [from]);
  for (let step = 1; step <= steps; step++) {
    const part = step / steps;
    await send(step, 'touchMove', [
      { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part },
    ]);
    await new Promise((resolve) => setTimeout(resolve, STEP_MS));
  }
  await send(steps + 1, 'touchEnd', []);
}

const wave = (page: Page) => page.getByTestId('waveform').locator('> div').first();
const scrolled = (page: Page) => wave(page).evaluate((box) => box.scrollLeft);
const middleOf = async (page: Page, name: string): Promise<Place> => {
  const box = await page.getByRole('slider', { name }).boundingBox();
  if (!box) throw new Error(`${name} is not there`);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
};
/** Position of an edge of the first area in seconds, from its slider. */
const edge = async (page: Page, name: 'start' | 'end') =>
  Number(await page.getByRole('slider', { name: `Area 1, ${name}` }).getAttribute('aria-valuenow'));

test('an hour-long take opens at 0:00 with its handles in view, one finger pans, and a handle near the edge follows the finger (row 30)', async () => {
  test.setTimeout(480_000);
  const path = makeLong(stage.scratch, 'webm', MINUTES);
  const browser = await chromium.launch({ executablePath: chromiumPath(), args: CHROMIUM_FLAGS });
  const { context, page, errors } = await phone(browser, stage.server);
  const session = await context.newCDPSession(page);
  await page.goto('/record');
  await page.locator('input[type=file]').setInputFiles(path);
  await page.waitForURL('**/upload');
  await page.getByRole('button', { name: 'Trim first' }).click();
  await page.waitForURL('**/audio-editor');
  await expect(page.getByRole('heading', { name: 'Sounds good!' })).toBeVisible({ timeout: 240_000 });

  await test.step('opens at 0:00 with the whole take, both handles and the playhead in view', async () => {
    expect(await scrolled(page)).toBe(0);
    for (const name of ['Area 1, start', 'Area 1, end', 'Position']) {
      await expect(page.getByRole('slider', { name })).toBeVisible();
      const box = await page.getByRole('slider', { name }).boundingBox();
      expect(box?.x, name).toBeGreaterThanOrEqual(0);
      expect((box?.x ?? 0) + (box?.width ?? 0), name).toBeLessThanOrEqual(360);
    }
    await expect.poll(() => inkOf(page, '[data-testid=waveform]')).toBeGreaterThan(0.01);
  });

  await test.step('one finger pans', async () => {
    for (let press = 0; press < 8; press++) await page.getByRole('button', { name: 'Zoom in' }).click();
    const box = await wave(page).boundingBox();
    if (!box) throw new Error('no waveform');
    const y = box.y + 60;
    await drag(session, { x: box.x + box.width - 60, y }, { x: box.x + 60, y });
    await expect.poll(() => scrolled(page)).toBeGreaterThan(100);
    expect(await edge(page, 'start')).toBe(0);
    expect(await edge(page, 'end')).toBeCloseTo(MINUTES * 60, -1);
  });

  await test.step('shows the result of an action', async () => {
    await page.getByRole('button', { name: 'Set new Area' }).click();
    await page.getByRole('button', { name: 'Shorten first area' }).click();
    const { x } = await middleOf(page, 'Area 1, end');
    expect(x).toBeGreaterThan(16);
    expect(x).toBeLessThan(344);
  });

  await test.step('a handle dragged from near the edge follows the finger', async () => {
    await wave(page).evaluate(
      (box, end) => {
        const wrapper = box.firstElementChild?.firstElementChild as HTMLElement;
        box.scrollLeft = wrapper.offsetLeft + wrapper.clientWidth * end - box.clientWidth + 16;
      },
      (await edge(page, 'end')) / (MINUTES * 60),
    );
    const before = await scrolled(page);
    const from = await middleOf(page, 'Area 1, end');
    const box = await wave(page).boundingBox();
    // The finger presses the part of the handle that the wave's edge does not cut off.
    const pressed = (box?.x ?? 0) + (box?.width ?? 0) - 8;
    await drag(session, { x: pressed, y: from.y }, { x: pressed - 60, y: from.y }, 20);
    expect(await scrolled(page)).toBe(before);
    const to = await middleOf(page, 'Area 1, end');
    expect(to.x).toBeCloseTo(from.x - 60, 0);
  });

  await test.step('draws every position at the closest zoom with at most ten canvases', async () => {
    await page.getByRole('slider', { name: 'Zoom' }).focus();
    await page.keyboard.press('End');
    for (const share of [0, 0.2, 0.5, 0.9, 1]) {
      await wave(page).evaluate((box, at) => {
        box.scrollLeft = at * box.scrollWidth;
      }, share);
      await expect.poll(() => inkOf(page, '[data-testid=waveform]')).toBeGreaterThan(0.01);
      expect(await wave(page).locator('canvas').count()).toBeLessThanOrEqual(MAX_CANVASES);
    }
  });
  expect(errors).toEqual([]);
  await browser.close();
});
