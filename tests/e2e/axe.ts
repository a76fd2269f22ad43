// Static problems of a page: serious or critical ones by axe, targets too small for a thumb, and content wider than the
// screen.
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright/test';

/** One line per problem; `scope` is a selector, by default the whole page. */
export async function seriousOn(page: Page, scope?: string): Promise<string[]> {
  // A page that fades in briefly has its own colours; anything that moves longer is its real look.
  await page.evaluate(() =>
    Promise.allSettled(
      document
        .getAnimations()
        .filter(({ effect }) => Number(effect?.getComputedTiming().endTime) < 5000)
        .map(({ finished }) => finished),
    ),
  );
  // One pass in the page: by default axe opens a second page per check, which only frames need.
  const all = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });
  const { violations } = await (scope === undefined ? all : all.include(scope)).analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`));
}

/** One line per target below 44 px in a direction, except for rounding. */
export async function faultsOn(page: Page): Promise<string[]> {
  const serious = await seriousOn(page);
  const odd = await page.locator('main').evaluate((main) => {
    const small = [...main.querySelectorAll('a, button, textarea, input, summary')]
      .map((each) => ({ each, box: each.getBoundingClientRect() }))
      .filter(({ box }) => box.width > 0 && (box.width < 43.5 || box.height < 43.5))
      .map(({ each, box }) => `${each.outerHTML.slice(0, 90)}: ${box.width} × ${box.height}`);
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth > clientWidth ? [...small, `${scrollWidth} wide`] : small;
  });
  return [...serious, ...odd];
}
