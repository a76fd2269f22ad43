// Whatever a fixed bar lies over can be scrolled clear of it: on every page with such a bar, on small phones and a turned one.
import { expect, type Page, test } from 'playwright/test';
import { makeLong } from '../../support/audio/longAudio.ts';
import { ownStage, phone } from '../journey.ts';
import { live, member, phoneOf } from '../profileSteps.ts';

const SIZES = [
  { width: 320, height: 568 },
  { width: 360, height: 640 },
  { width: 640, height: 360 },
];

const stage = ownStage();

/** Names of controls that still lie under something fixed with the page scrolled to its end, or to where they are. */
const covered = (page: Page) =>
  page.evaluate((UNDER_TOP_BAR) => {
    const wrong: string[] = [];
    const controls = [
      ...document.querySelectorAll<HTMLElement>(
        ':is(main, footer) :is(button, a[href], summary, select, textarea, input:not([type=file], [type=hidden]))',
      ),
    ].filter((each) => each.checkVisibility({ opacityProperty: true, visibilityProperty: true }));
    const isFixed = (each: Element | null): boolean =>
      each !== null && (getComputedStyle(each).position === 'fixed' || isFixed(each.parentElement));
    const own = controls.filter((each) => !isFixed(each));
    for (const each of own) {
      // As somebody scrolls: to the end of the page, and from there up until it is clear of the bar above.
      scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' });
      const { top } = each.getBoundingClientRect();
      if (top < UNDER_TOP_BAR) scrollBy({ top: top - UNDER_TOP_BAR, behavior: 'instant' });
      const box = each.getBoundingClientRect();
      const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
      if (box.width < 2 || x < 0 || x > innerWidth) continue;
      const hit = document.elementFromPoint(x, y);
      if (hit && isFixed(hit))
        wrong.push((each.getAttribute('aria-label') ?? each.textContent ?? '').slice(0, 40));
      // Its lower edge as well: half a word is no way on.
      else if (isFixed(document.elementFromPoint(x, Math.min(box.bottom - 1, innerHeight - 1))))
        wrong.push(
          `lower edge of ${(each.getAttribute('aria-label') ?? each.textContent ?? '').slice(0, 40)}`,
        );
    }
    return wrong;
  }, 64);

async function isClear(page: Page, where: string): Promise<void> {
  for (const size of SIZES) {
    await page.setViewportSize(size);
    await page.waitForTimeout(100);
    expect(await covered(page), `${where} at ${size.width} × ${size.height}`).toEqual([]);
  }
  await page.setViewportSize({ width: 360, height: 640 });
}

test('the editor and the share form scroll clear of their bars', async ({ browser }) => {
  const { context, page } = await phone(browser, stage.server);
  await page.goto('/record');
  await page.locator('input[type=file]').setInputFiles(makeLong(stage.scratch, 'webm', 40));
  await page.waitForURL('**/upload');
  await isClear(page, 'share form');
  await page.getByRole('button', { name: 'Trim first' }).click();
  await page.waitForURL('**/audio-editor');
  await expect(page.getByRole('heading', { name: 'Sounds good!' })).toBeVisible({ timeout: 60_000 });
  await expect(page.getByText('Still reading the rest')).toHaveCount(0, { timeout: 60_000 });
  await isClear(page, 'editor with one area');
  await page.getByRole('button', { name: 'Set new Area' }).click();
  await expect(page.getByRole('button', { name: 'Clear all' })).toBeVisible();
  await isClear(page, 'editor with two areas');
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
  await isClear(page, 'editor with large text');
  await context.close();
});

test('pages end above the small player', async ({ browser }) => {
  const owner = await member(stage, 'Bars_owner');
  await live(stage, owner, 'Heard above the bar');
  const { context, page } = await phoneOf(browser, stage, owner);
  await page.goto('/category/new');
  await page.getByRole('button', { name: /^Play/ }).first().click();
  for (const link of ['Profile', 'Search', 'News']) {
    await page.getByRole('navigation').getByRole('link', { name: link }).click();
    await expect(page.locator('main :is(h1, h2, input)').first()).toBeVisible();
    await isClear(page, link);
  }
  await context.close();
});
