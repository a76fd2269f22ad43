// Feed and category at every width: fingers hit their targets, nothing overlaps, axe finds nothing serious.
import { expect, test } from 'playwright/test';
import { targetFaults } from '../../support/browser/targets.ts';
import { seriousOn } from '../axe.ts';
import { seededStage, visit } from './feedStage.ts';

const LONG = 'A recording whose title is much longer than any phone has room for, and then some more';
const stage = seededStage(
  ['m', 'a_name_of_twenty_sig'],
  Array.from({ length: 30 }, (_, index) => ({
    id: `t${index}`,
    title: index % 3 === 0 ? `${LONG} ${index}` : `Track ${index}`,
    likes: index === 4 ? 123_456 : index,
    comments: index,
    by: index % 2,
  })),
);
const SIZES = [
  [320, 640],
  [360, 640],
  [390, 844],
  [600, 960],
  [768, 1024],
  [640, 360],
  [1440, 900],
] as const;

for (const [width, height] of SIZES) {
  test(`targets of feed and category at ${width} × ${height}`, async ({ browser }) => {
    // Signed in, so that own cards have their menu.
    const { page } = await visit(browser, stage, { width, height }, 1);
    for (const path of ['/', '/category/new']) {
      await page.goto(path);
      await expect(page.getByRole('article').first()).toBeAttached();
      for (let screen = 0; screen < 4; screen++) {
        const { small, overlapping, covered, count } = await targetFaults(page, 'main');
        const where = `${path} screen ${screen}`;
        if (screen < 2) expect(count, where).toBeGreaterThan(3);
        expect(small, where).toEqual([]);
        expect(overlapping, where).toEqual([]);
        expect(covered, where).toEqual([]);
        await page.evaluate(() => window.scrollBy(0, innerHeight * 0.7));
        await page.waitForTimeout(80);
      }
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
      ).toBeLessThanOrEqual(0);
    }
  });

  test(`a playing card at ${width} × ${height}`, async ({ browser }) => {
    const { page } = await visit(browser, stage, { width, height });
    await page.goto('/category/new');
    await page.getByRole('button', { name: 'Play Track 1', exact: true }).click();
    await expect(page.getByRole('button', { name: 'Stop Track 1', exact: true })).toBeVisible();
    await expect(page.getByText(/^0:0[1-9] \//).first()).toBeVisible();
    const { small, overlapping } = await targetFaults(page, 'main');
    expect(small).toEqual([]);
    expect(overlapping).toEqual([]);
  });
}

for (const [width, height] of [SIZES[1], SIZES[6]]) {
  test(`axe: nothing serious on feed and category at ${width} px`, async ({ browser }) => {
    const { page } = await visit(browser, stage, { width, height }, 1);
    for (const path of ['/', '/category/new', '/category/bookmarked', '/category/nothing']) {
      await page.goto(path);
      await page.waitForTimeout(900);
      expect(await seriousOn(page), path).toEqual([]);
    }
    await page.goto('/category/new');
    await page.getByRole('button', { name: 'Play Track 1', exact: true }).click();
    await page.waitForTimeout(300);
    expect(await seriousOn(page), 'playing').toEqual([]);
    await page.getByRole('button', { name: 'More for Track 1', exact: true }).click();
    await page.waitForTimeout(400);
    expect(await seriousOn(page), 'choosing').toEqual([]);
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.waitForTimeout(400);
    expect(await seriousOn(page), 'asking').toEqual([]);
    await page.route('**/upload.php?*', (route) => route.fulfill({ status: 500, body: 'boom' }));
    await page.goto('/category/new');
    await page.waitForTimeout(600);
    await expect(page.getByText('boom')).toHaveCount(0);
    expect(await seriousOn(page), 'failed').toEqual([]);
  });
}
