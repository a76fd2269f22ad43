// A browser with a storage limit per site, as on a phone without free space.
import type { Page } from 'playwright/test';

/**
 * Limits this origin to `bytes` in total. Chromium checks the limit for IndexedDB again only 30 s after opening: set it
 * before the first page if it must apply at once.
 */
export async function limitStorage(page: Page, origin: string, bytes: number): Promise<void> {
  const browser = await page.context().newCDPSession(page);
  await browser.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: bytes });
}
