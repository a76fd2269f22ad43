// What every screen must satisfy in each state: axe finds nothing serious, it fits all screen sizes, cuts no text, and
// nothing moves under reduced motion.
import { basename, join } from 'node:path';
import { expect, type Page, test } from 'playwright/test';
import { cutText, layoutFaults, SCREENS } from '../support/browser/layout.ts';
import { seriousOn } from './axe.ts';

/** Colours and names are the same at the sizes between. */
const AXE_WIDTHS: readonly number[] = [360, 1440];
const PHONE = { width: 360, height: 640 };
/** With a tablet in landscape. */
const SIZES = [...SCREENS, { width: 1024, height: 768 }];

/** A folder for a screenshot of each state; unset or empty: none. */
const TEST_PICTURES = process.env.TEST_PICTURES || undefined;

async function keepPicture(
  page: Page,
  state: string,
  size: { width: number; height: number },
): Promise<void> {
  if (TEST_PICTURES === undefined) return;
  const screen = `${basename(test.info().file, '.spec.ts')} ${test.info().line} ${state}`;
  const name = `${screen.replaceAll(/[^\p{L}\d]+/gu, '-')}.${size.width}x${size.height}.png`;
  await page.evaluate(() => scrollTo(0, 0));
  await page.screenshot({ path: join(TEST_PICTURES, name), animations: 'disabled' });
}

/** Screenshots of this state at every size, where TEST_PICTURES names a folder. The page ends at phone size. */
export async function pictures(page: Page, state: string): Promise<void> {
  if (TEST_PICTURES === undefined) return;
  for (const size of SIZES) {
    await page.setViewportSize(size);
    await keepPicture(page, state, size);
  }
  await page.setViewportSize(PHONE);
}

/** `state` names the screen in a failure. The page ends at phone size. */
export async function holds(page: Page, state: string): Promise<void> {
  for (const size of SIZES) {
    await page.setViewportSize(size);
    const where = `${state} at ${size.width} px`;
    await keepPicture(page, state, size);
    if (AXE_WIDTHS.includes(size.width)) expect(await seriousOn(page), where).toEqual([]);
    expect(await layoutFaults(page), where).toEqual([]);
  }
  await page.setViewportSize(PHONE);
}

/** The elements with a running animation of anything but a colour or an opacity. Reduced motion leaves animations 0.01 ms. */
const moving = (page: Page) =>
  page.evaluate(() => {
    const STEADY = /opacity|color|^(?:offset|computedOffset|easing|composite)$/i;
    return document
      .getAnimations()
      .filter(({ playState }) => playState === 'running')
      .map(({ effect }) => effect as KeyframeEffect)
      .filter((effect) => Number(effect.getComputedTiming().activeDuration) > 1)
      .filter((effect) =>
        effect.getKeyframes().some((frame) => Object.keys(frame).some((key) => !STEADY.test(key))),
      )
      .map(({ target }) => target?.outerHTML.slice(0, 90) ?? '');
  });

/** Opens each page under reduced motion and checks it as soon as it shows its content. */
export async function walk(page: Page, paths: readonly string[]): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  for (const path of paths) {
    await page.goto(path);
    await expect(page.locator('main :is(h1, h2)').first(), path).toBeVisible();
    await expect(page.locator('main [data-loading]'), path).toHaveCount(0);
    expect(await moving(page), `${path} moves`).toEqual([]);
    await holds(page, path);
    for (const width of [320, PHONE.width]) {
      await page.setViewportSize({ ...PHONE, width });
      expect(await cutText(page), `${path} at ${width} px`).toEqual([]);
    }
  }
}
