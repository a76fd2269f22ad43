// What axe calls serious or critical on a page as it stands.
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright/test';

/** A line each; `scope` is a selector, the whole page without it. */
export async function seriousOn(page: Page, scope?: string): Promise<string[]> {
  // In one go within the page: the other way opens a second page for each look, which only frames need.
  const all = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });
  const { violations } = await (scope === undefined ? all : all.include(scope)).analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`));
}
