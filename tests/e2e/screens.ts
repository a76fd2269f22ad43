// What every screen keeps, in each of its states: axe finds nothing serious, and it lies well on all sizes of screen.
import { expect, type Page } from 'playwright/test';
import { layoutFaults, SCREENS } from '../support/layout.ts';
import { seriousOn } from './axe.ts';

/** Colours and names are the same at the sizes between. */
const AXE_WIDTHS: readonly number[] = [360, 1440];
const PHONE = { width: 360, height: 640 };

/** `state` names the screen in a failure. The page ends at phone size. */
export async function holds(page: Page, state: string): Promise<void> {
  for (const size of SCREENS) {
    await page.setViewportSize(size);
    const where = `${state} at ${size.width} px`;
    if (AXE_WIDTHS.includes(size.width)) expect(await seriousOn(page), where).toEqual([]);
    expect(await layoutFaults(page), where).toEqual([]);
  }
  await page.setViewportSize(PHONE);
}

/** Opens each page and looks at it as soon as it shows what it has. */
export async function walk(page: Page, paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    await page.goto(path);
    await expect(page.locator('main :is(h1, h2)').first(), path).toBeVisible();
    await expect(page.locator('main [data-loading]'), path).toHaveCount(0);
    await holds(page, path);
  }
}
