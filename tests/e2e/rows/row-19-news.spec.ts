// On the real server: months of news in groups, the unread dot, undo of a removal, and the state after a reload.
import { chromium, expect, type Page, test } from 'playwright/test';
import { CHROMIUM_FLAGS, chromiumPath } from '../../support/browser/chromium.mjs';
import { insertNotifications, type NewsRow } from '../../support/server/newsRows.ts';
import { ownStage, phone } from '../journey.ts';

const DAY_MS = 24 * 3600 * 1000;
const stage = ownStage();

/** Becomes a guest by a first write; returns the account. */
const becomeGuest = (page: Page) =>
  page.evaluate(async () => {
    const body = JSON.stringify({ sha256: 'a'.repeat(64), size: 1 });
    const headers = { 'content-type': 'application/json' };
    await fetch('/upload.php?action=getPowChallenge', { method: 'POST', headers, body });
    return (await (await fetch('/upload.php?action=me')).json()).data.id as string;
  });

for (const [width, height] of [
  [360, 640],
  [1440, 900],
] as const) {
  test(`groups months of news, at ${width} × ${height} (row 19)`, async () => {
    const browser = await chromium.launch({ executablePath: chromiumPath(), args: CHROMIUM_FLAGS });
    const { page, errors } = await phone(browser, stage.server);
    await page.setViewportSize({ width, height });
    await page.goto('/');
    const id = await becomeGuest(page);
    const of = (trackTitle: string, days: number, isRead = false): NewsRow => ({
      type: 'upload_rejected',
      ago: days * DAY_MS,
      of: id,
      by: null,
      trackTitle,
      isRead,
    });
    await insertNotifications(stage.server.data, [
      of('Just now', 0),
      of('Last week', 7),
      of('Weeks ago', 21, true),
      of('Months ago', 90, true),
      of('Seven months ago', 214),
      ...Array.from({ length: 20 }, (_, index) => of(`More ${index}`, 8 + index / 1000, true)),
    ]);
    await page.goto('/');
    const dot = page.getByRole('link', { name: 'News, unread' });
    await dot.click();
    await expect(page.getByRole('link', { name: 'News', exact: true })).toBeVisible();
    const open = page.locator('[aria-expanded=true]');
    await expect(open).toHaveText([/^This week/]);
    await expect(page.getByText('Just now was not published')).toBeVisible();
    for (const [group, title] of [
      ['Last week', 'Last week'],
      ['2 to 5 weeks ago', 'Weeks ago'],
      ['1 to 6 months ago', 'Months ago'],
    ]) {
      await page.getByRole('button', { name: new RegExp(`^${group}`) }).click();
      await expect(page.getByText(`${title} was not published`)).toBeVisible();
    }
    await expect(page.getByText('Seven months ago')).toHaveCount(0);
    await page.getByRole('button', { name: 'Remove: Last week was not published' }).click();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByText('Last week was not published')).toBeVisible();
    await page.getByRole('button', { name: 'Remove: Months ago was not published' }).click();
    await page.getByRole('link', { name: 'Home' }).click();
    await expect(page.getByRole('link', { name: 'News', exact: true })).toBeVisible();
    const kept = () =>
      page.evaluate(async () => {
        const { data, unreadCount } = await (await fetch('/upload.php?action=getNotifications')).json();
        return [
          data.map((row: { trackTitle: string }) => row.trackTitle).includes('Months ago'),
          unreadCount,
        ];
      });
    await expect.poll(kept).toEqual([false, 0]);
    await page.reload();
    await expect(page.getByRole('link', { name: 'News', exact: true })).toBeVisible();
    expect(errors).toEqual([]);
    await browser.close();
  });
}
