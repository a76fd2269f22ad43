// The moderation queue on a real server with real audio: two browsers share 30 items, ten items by keyboard only, a page
// that closes during a decision, and the row's other claims.
import { type Browser, expect, type Page, test } from 'playwright/test';
import type { TrackView } from '../../../api/contract/tracks.ts';
import type { PendingUploadView } from '../../../api/contract/uploads.ts';
import { writeWav } from '../../support/audio/wav.ts';
import { type Client, callAction, publish, signIn, visitor } from '../../support/server/publish.ts';
import { createAdmin, startServer, type TestServer } from '../../support/server/server.ts';
import { voice } from '../../support/server/voice.ts';
import { seriousOn } from '../axe.ts';
import { ADMIN, phone } from '../journey.ts';
import { readAs } from '../published.ts';

const stage = {} as { server: TestServer };
const SECOND = { username: 'day_watch', password: ADMIN.password };
const RATE = 8000;
/** A press in the first milliseconds of an item counts for the previous item. */
const LOOKED_AT_MS = 320;
const DESKTOP = { width: 1440, height: 900 };
let serial = 0;

/** Each from a new account; first empties the queue of earlier tests. */
async function waiting(count: number, name: string): Promise<string[]> {
  const admin = await watch(ADMIN);
  for (const { uploadId, version } of await readAs<PendingUploadView[]>(admin, 'getPendingUploads'))
    await callAction(admin, 'rejectUpload', { uploadId, version });
  const titles = Array.from({ length: count }, (_, index) => `${name} ${String(index + 1).padStart(2, '0')}`);
  for (const title of titles) {
    const samples = voice(6, RATE);
    serial++;
    for (let bit = 0; bit < 16; bit++) samples[samples.length - 1 - bit] = (serial >> bit) & 1 ? 0.1 : -0.1;
    const bytes = Buffer.from(writeWav({ sampleRate: RATE, channels: [samples] }));
    await publish(visitor(stage.server.url), bytes, { title, filename: 'a.wav', type: 'audio/wav' });
  }
  return titles;
}
const watch = (who: { username: string; password: string }): Promise<Client> =>
  signIn(stage.server.url, who.username, who.password);
const publicTitles = async () =>
  (await readAs<TrackView[]>(visitor(stage.server.url), 'getTracks')).map(({ title }) => title);

/** A signed-in moderator's page with the queue on it. */
async function room(browser: Browser, who = ADMIN, size = DESKTOP) {
  const { context, page, errors } = await phone(browser, stage.server);
  await page.setViewportSize(size);
  const { cookie } = await watch(who);
  const [name = '', value = ''] = cookie.split('=');
  await context.addCookies([{ name, value, url: stage.server.url }]);
  await page.goto('/admin?tab=queue');
  await expect(page.locator('[data-upload]').first()).toBeVisible();
  return { context, page, errors };
}
const openItem = (page: Page, title: string) =>
  page.getByRole('article', { name: title }).first().getByRole('button', { name: title }).last().click();
const outcome = (page: Page) => page.locator('[data-outcome]');
const claimIs = (page: Page, claim: string) =>
  expect(page.locator('[data-item]')).toHaveAttribute('data-claim', claim);
const focusOf = (page: Page) =>
  page.evaluate(() => document.activeElement?.closest('[data-upload]')?.getAttribute('data-upload') ?? null);
/** Where the focus is while another item is open, null when it is right: at the row of the open item, or still in the
 * room when the other moderator has just taken that row away. */
const strayFocus = (page: Page) =>
  page.evaluate(() => {
    const open = document.querySelector('[data-item]')?.getAttribute('data-item') ?? null;
    const { activeElement } = document;
    const hasRow = document.querySelector(`[data-upload="${open}"]`) !== null;
    if (open === null || !hasRow) return activeElement === document.body ? 'nowhere' : null;
    const focused = activeElement?.closest('[data-upload]')?.getAttribute('data-upload') ?? 'elsewhere';
    return focused === open ? null : focused;
  });
const openId = (page: Page) => page.locator('[data-item]').getAttribute('data-item');

test.beforeAll(async () => {
  stage.server = await startServer({ RATE_LIMIT_FACTOR: '1000' });
  for (const { username, password } of [ADMIN, SECOND]) await createAdmin(stage.server, username, password);
});
test.afterAll(() => stage.server?.stop());

test('two moderators in two browsers clear one queue of 30 items, each item once (row 48)', async ({
  browser,
}) => {
  const titles = await waiting(30, 'Shared');
  const rooms = await Promise.all([room(browser, ADMIN), room(browser, SECOND)]);
  const decided = await Promise.all(
    rooms.map(async ({ page }, index) => {
      let count = 0;
      // One from the top, one from the bottom, until they meet.
      const rows = page.locator('[data-upload]');
      const key = index === 0 ? 'j' : 'k';
      if (index === 0) await page.keyboard.press('j');
      else await rows.last().locator('article > button').click();
      while ((await rows.count()) > 0 && count < 40) {
        const id = await openId(page).catch(() => null);
        if (id === null) break;
        await expect(page.locator('[data-item]')).not.toHaveAttribute('data-claim', 'claiming');
        const claim = await page.locator('[data-item]').getAttribute('data-claim');
        if (claim !== 'mine') {
          if ((await rows.count()) < 2) break;
          await page.keyboard.press(key);
          await page.waitForTimeout(200);
          count++;
          continue;
        }
        await page.waitForTimeout(320);
        const before = await openId(page);
        await page.keyboard.press('a');
        count++;
        await expect(page.locator(`[data-item="${before}"]`)).toHaveCount(0);
        // The focus follows to the item that is open, or nothing is left to open.
        await expect.poll(() => strayFocus(page)).toBeNull();
        if ((await page.locator('[data-item]').count()) === 0) break;
      }
      return count;
    }),
  );
  expect(Math.min(...decided)).toBeGreaterThan(0);
  await expect
    .poll(async () => (await publicTitles()).filter((title) => title.startsWith('Shared')).length, {
      timeout: 40_000,
    })
    .toBe(30);
  expect((await publicTitles()).filter((title) => title.startsWith('Shared')).sort()).toEqual(titles);
  for (const { page, errors, context } of rooms) {
    await expect(page.getByText('Queue is empty')).toBeVisible();
    expect(errors.filter((error) => !error.includes('409'))).toEqual([]);
    await context.close();
  }
});

test('decides ten items by keyboard, with the focus always on the open item (row 48)', async ({
  browser,
}) => {
  await waiting(12, 'Keys');
  const { page, context, errors } = await room(browser);
  await page.keyboard.press('j');
  for (let done = 0; done < 10; done++) {
    await claimIs(page, 'mine');
    const before = await openId(page);
    expect(await focusOf(page)).toBe(before);
    await page.waitForTimeout(320);
    if (done % 3 === 1) {
      await page.keyboard.press('r');
      await page.keyboard.press('6');
      await page.keyboard.press('Enter');
    } else await page.keyboard.press('a');
    await expect(page.locator(`[data-item="${before}"]`)).toHaveCount(0);
  }
  // The last one is undone: it is open again.
  const last = await openId(page);
  await page.keyboard.press('z');
  await expect(page.locator('[data-upload]')).toHaveCount(3);
  expect(await openId(page)).not.toBe(last);
  await page.waitForTimeout(320);
  await page.keyboard.press('a');
  await expect
    .poll(async () => (await publicTitles()).filter((title) => title.startsWith('Keys')).length, {
      timeout: 40_000,
    })
    .toBe(7);
  const left = await readAs<PendingUploadView[]>(await watch(ADMIN), 'getPendingUploads');
  expect(left.map(({ title }) => title)).toEqual(['Keys 11', 'Keys 12']);
  expect(errors).toEqual([]);
  await context.close();
});

test('the second moderator sees who inspects an item and when it is decided (row 48)', async ({
  browser,
}) => {
  const [title = ''] = await waiting(2, 'Contested');
  const one = await room(browser, ADMIN);
  const two = await room(browser, SECOND);
  await openItem(one.page, title);
  await claimIs(one.page, 'mine');
  await expect(two.page.getByRole('article', { name: title }).getByText('is reviewing this')).toBeVisible();
  await openItem(two.page, title);
  await claimIs(two.page, 'taken');
  await expect(two.page.getByRole('button', { name: 'Approve', exact: true })).toBeDisabled();
  await one.page.waitForTimeout(320);
  await one.page.getByRole('button', { name: 'Approve', exact: true }).click();
  await expect(two.page.locator('[data-item]').getByText('Fehler: Upload nicht gefunden!')).toBeVisible();
  await expect(one.page.locator('[data-done]')).toHaveText(`“${title}” is live`);
  await Promise.all([one.context.close(), two.context.close()]);
});

test('closing the page within the ten seconds still decides, once (row 48)', async ({ browser }) => {
  const [title = ''] = await waiting(2, 'Closing');
  const { page, context } = await room(browser);
  await openItem(page, title);
  await claimIs(page, 'mine');
  await page.waitForTimeout(320);
  await page.keyboard.press('a');
  await expect(outcome(page)).toContainText('will go live');
  expect(await publicTitles()).not.toContain(title);
  await page.goto('about:blank');
  await expect.poll(publicTitles, { timeout: 8000 }).toContain(title);
  await page.goto(`${stage.server.url}/admin?tab=queue`);
  await expect(page.locator('[data-upload]')).toHaveCount(1);
  await page.waitForTimeout(16_000);
  expect((await publicTitles()).filter((each) => each === title)).toEqual([title]);
  await expect(page.getByRole('alert')).toHaveCount(0);
  await context.close();
});

test('a refresh keeps dialog, focus and position and shows new items (row 48)', async ({ browser }) => {
  await waiting(12, 'Calm');
  const { page, context } = await room(browser, ADMIN, { width: 1440, height: 600 });
  await openItem(page, 'Calm 09');
  await page.locator('[data-list]').evaluate((list) => list.scrollTo(0, 100));
  await page.getByRole('button', { name: 'Details', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).focus();
  const samples = voice(6, RATE);
  const bytes = Buffer.from(writeWav({ sampleRate: RATE, channels: [samples] }));
  await publish(visitor(stage.server.url), bytes, {
    title: 'Calm new',
    filename: 'a.wav',
    type: 'audio/wav',
  });
  await expect(page.locator('[data-count]')).toHaveAttribute('data-count', '13', { timeout: 30_000 });
  await expect(dialog).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Close' })).toBeFocused();
  expect(await page.locator('[data-list]').evaluate((list) => list.scrollTop)).toBe(100);
  await context.close();
});

test('Back on a phone closes the item and stays in the queue (row 48)', async ({ browser }) => {
  const [first = '', second = '', third = ''] = await waiting(3, 'Back');
  const { page, context, errors } = await room(browser, ADMIN, { width: 360, height: 640 });
  const entries = () => page.evaluate(() => history.length);
  const before = await entries();
  await openItem(page, second);
  await claimIs(page, 'mine');
  await page.waitForTimeout(320);
  // The next item replaces this one: Back leads to the list.
  await page.getByRole('button', { name: 'Hide', exact: true }).click();
  await expect(page.getByRole('heading', { name: third })).toBeVisible();
  expect(await entries()).toBe(before + 1);
  await page.goBack();
  await expect(page.getByRole('article', { name: first })).toBeVisible();
  await expect(page.locator('[data-item]')).toHaveCount(0);
  expect(new URL(page.url()).pathname).toBe('/admin');
  // Closed by hand, its history entry is used up as well.
  const hasQueueEntry = () => page.evaluate(() => history.state?.usr?.queueItem === true);
  await openItem(page, first);
  await expect.poll(hasQueueEntry).toBe(true);
  await page.getByRole('button', { name: 'Back to the list' }).click();
  await expect.poll(hasQueueEntry).toBe(false);
  await expect(page.getByRole('article', { name: first })).toBeVisible();
  // Next to the list an item has no history entry of its own.
  await page.setViewportSize(DESKTOP);
  await openItem(page, first);
  await claimIs(page, 'mine');
  expect(await hasQueueEntry()).toBe(false);
  expect(errors).toEqual([]);
  await context.close();
});

test('shows preview, server test, green banner and a failing server (row 48)', async ({ browser }) => {
  const [title = ''] = await waiting(3, 'Named');
  const { page, context } = await room(browser);
  await page.getByRole('button', { name: `Preview ${title}` }).click();
  const stop = page.getByRole('button', { name: 'Stop the preview' });
  await expect(stop).toBeVisible();
  // The recording is shorter than ten seconds: it ends by itself.
  await expect(stop).toBeHidden({ timeout: 12_000 });
  await page.getByRole('button', { name: 'Server test' }).click();
  await expect(page.getByText('The server responded: 3 waiting')).toBeVisible();
  await page.getByRole('switch', { name: 'Approve new uploads automatically' }).click();
  await expect(page.getByText('Auto-approval active')).toBeVisible();
  await page.getByRole('switch', { name: 'Approve new uploads automatically' }).click();
  await expect(page.getByText('Auto-approval active')).toBeHidden();
  await page.route('**/upload.php?action=approveUpload', (route) =>
    route.fulfill({ status: 500, json: { success: false, error: 'boom', code: 'internal' } }),
  );
  await openItem(page, title);
  await claimIs(page, 'mine');
  await page.waitForTimeout(320);
  await page.keyboard.press('a');
  await expect(page.getByRole('alert').first()).toHaveText(
    'Fehler: Upload konnte nicht freigegeben werden...',
  );
  await expect(page.getByRole('article', { name: title }).first()).toBeVisible();
  await page.route('**/upload.php?action=getPendingUploads', (route) => route.abort());
  await page.getByRole('button', { name: 'Server test' }).click();
  await expect(page.getByText('Server-Verbindung fehlgeschlagen').first()).toBeVisible();
  await context.close();
});

test('on a phone an item opens at its top, and the list keeps its position (row 48)', async ({ browser }) => {
  await waiting(9, 'Far');
  const { page, context, errors } = await room(browser, ADMIN, { width: 360, height: 640 });
  const last = page.locator('[data-upload]').last();
  const lastTitle = (await last.getByRole('article').getAttribute('aria-label')) ?? '';
  await last.getByRole('button').last().scrollIntoViewIfNeeded();
  await last.getByRole('button').last().tap();
  const heading = page.getByRole('heading', { name: lastTitle });
  await expect(heading).toBeFocused();
  await expect(heading).toBeInViewport({ ratio: 1 });
  await page.getByRole('button', { name: 'Back to the list' }).tap();
  await expect(last.getByRole('button').last()).toBeFocused();
  await expect(last).toBeInViewport();
  expect(errors).toEqual([]);
  await context.close();
});

test('messages about the last refresh and decision never cover an item (row 48)', async ({ browser }) => {
  const [title = ''] = await waiting(3, 'Over');
  const { page, context } = await room(browser, ADMIN, { width: 360, height: 640 });
  /** Texts that stay over scrolling content have their own background. */
  const bare = () =>
    page.locator('[data-outcome]').evaluate((line) => {
      const { position, backgroundColor } = getComputedStyle(line);
      return position === 'sticky' && /, 0\)$|transparent/.test(backgroundColor);
    });
  expect(await bare()).toBe(false);
  await openItem(page, title);
  await claimIs(page, 'mine');
  await page.waitForTimeout(LOOKED_AT_MS);
  await page.getByRole('button', { name: 'Approve', exact: true }).tap();
  await expect(outcome(page)).toContainText('will go live');
  expect(await bare()).toBe(false);
  await expect(page.locator('[data-done]')).toHaveText(`“${title}” is live`);
  expect(await bare()).toBe(false);
  await context.close();
});

test('an offline decision says that it is saved, is sent later, and the next item is claimed then (row 48)', async ({
  browser,
}) => {
  const [first = ''] = await waiting(2, 'Tunnel');
  const { page, context } = await room(browser, ADMIN, { width: 360, height: 640 });
  await openItem(page, first);
  await claimIs(page, 'mine');
  await context.setOffline(true);
  await page.waitForTimeout(LOOKED_AT_MS);
  await page.getByRole('button', { name: 'Approve', exact: true }).tap();
  await claimIs(page, 'failed');
  const notice = page.getByText('No connection. Decisions saved to send later: 1');
  await expect(notice).toBeInViewport();
  await page.mouse.wheel(0, 300);
  await expect(notice).toBeInViewport();
  await context.setOffline(false);
  await claimIs(page, 'mine');
  await expect.poll(publicTitles).toContain(first);
  await context.close();
});

for (const size of [
  { width: 360, height: 640 },
  { width: 320, height: 640 },
  { width: 640, height: 360 },
  DESKTOP,
]) {
  test(`every decision is within reach at ${size.width} × ${size.height} (row 48)`, async ({ browser }) => {
    const [title = ''] = await waiting(1, 'Donaudampfschifffahrtsgesellschaftskapitaensmuetzenabzeichen');
    const { page, context, errors } = await room(browser, ADMIN, size);
    const row = page.getByRole('article', { name: title });
    await expect(row).toContainText(title);
    const cut = await row
      .locator('span')
      .first()
      .evaluate((each) => each.scrollWidth > each.clientWidth + 1);
    expect(cut).toBe(false);
    expect(await seriousOn(page, '[data-queue]')).toEqual([]);
    await openItem(page, title);
    await expect(page.locator('[data-trust]')).toBeAttached();
    expect(await seriousOn(page, '[data-queue]')).toEqual([]);
    for (const name of ['Approve', 'Reject', 'Hide'])
      await expect(page.getByRole('button', { name, exact: true })).toBeInViewport({ ratio: 1 });
    await page.getByRole('button', { name: 'Reject', exact: true }).click();
    expect(await seriousOn(page, '[data-queue]')).toEqual([]);
    for (const name of ['Cancel', 'Reject'])
      await expect(page.getByRole('button', { name, exact: true })).toBeInViewport({ ratio: 1 });
    const { scrollWidth, clientWidth } = await page.evaluate(() => document.documentElement);
    expect(scrollWidth).toBe(clientWidth);
    expect(errors).toEqual([]);
    await context.close();
  });
}
