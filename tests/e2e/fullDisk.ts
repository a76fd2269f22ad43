// A browser with a storage limit per site, as on a phone without free space.
import type { Page } from 'playwright/test';

/**
 * From now on this origin may store `bytes` in all. Chromium looks again at what IndexedDB may write 30 s after it was
 * opened: set the limit before the first page where it is to hold at once.
 */
export async function limitStorage(page: Page, origin: string, bytes: number): Promise<void> {
  const browser = await page.context().newCDPSession(page);
  await browser.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: bytes });
}
