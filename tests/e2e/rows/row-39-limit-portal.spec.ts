// A limit shows when it ends, and the app then sends the recording by itself. A network's sign-in page that answers every
// request is not mistaken for the app.
import { request as ask, createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, type Page, test } from 'playwright/test';
import { ownStage, phone, record } from '../journey.ts';
import { pictures } from '../screens.ts';

const stage = ownStage();

async function toForm(page: Page, title: string): Promise<void> {
  await page.getByRole('button', { name: 'Next Step' }).click();
  await page.waitForURL('**/upload');
  await page.getByLabel('Title').fill(title);
}

test('a refused upload names the time, disables Publish until then, and retries by itself', async ({
  browser,
}) => {
  const { page } = await phone(browser, stage.server);
  let refusals = 0;
  await page.route(/\/upload\.php$|\/api\/uploads/, async (route) => {
    if (refusals > 0 || route.request().method() === 'GET') return route.continue();
    refusals += 1;
    await route.fulfill({
      status: 429,
      headers: { 'Retry-After': '25', 'content-type': 'application/json' },
      body: JSON.stringify({ success: false, error: 'Too many uploads', code: 'rate_limited' }),
    });
  });
  await record(page, 6);
  await toForm(page, 'One too many');
  const publish = page.getByRole('button', { name: 'Publish', exact: true });
  await publish.click();
  await expect(
    page.getByText(/^Upload limit reached\. Publish again (on \w+ )?at \d\d:\d\d\./),
  ).toBeVisible();
  await expect(publish).toBeDisabled();
  await pictures(page, 'limit');
  await page.waitForURL(/security-check|upload-success/, { timeout: 90_000 });
  expect(refusals).toBe(1);
});

/** The server behind a network that may show a sign-in page. */
async function startPortal(target: string): Promise<{ url: string; close(): void; wants: boolean }> {
  const portal = { url: '', wants: false, close: () => server.close() };
  const server: Server = createServer((incoming, outgoing) => {
    if (portal.wants) {
      incoming.resume();
      outgoing.setHeader('content-type', 'text/html');
      outgoing.end('<!DOCTYPE html><title>Hotel</title><h1>Please sign in</h1>');
      return;
    }
    const passed = ask(
      new URL(incoming.url ?? '/', target),
      { method: incoming.method, headers: { ...incoming.headers } },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
      },
    );
    passed.on('error', () => outgoing.destroy());
    incoming.pipe(passed);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  portal.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return portal;
}

/** How many portal pages this device stores as files of the app. */
const portalPages = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    let pages = 0;
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        const text = await (await cache.match(request))?.text();
        if (text?.includes('<title>Hotel')) pages += 1;
      }
    }
    return pages;
  });

test('a recording waits behind a sign-in page, listed once with a sentence, and is sent afterwards', async ({
  browser,
}) => {
  const portal = await startPortal(stage.server.url);
  const { page } = await phone(browser, { ...stage.server, url: portal.url });
  await record(page, 6);
  await toForm(page, 'From the hotel');
  portal.wants = true;
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Hear desire, live fantasy' })).toBeVisible();
  await expect(page.getByText(/^This network asks you to sign in first/).first()).toBeVisible();
  await expect(page.getByRole('article', { name: 'From the hotel' })).toHaveCount(1);
  await pictures(page, 'portal');
  // A file that is not on this device yet: the service worker requests it.
  await page.evaluate(() => fetch('/assets/not-here-yet.js'));
  expect(await portalPages(page)).toBe(0);
  portal.wants = false;
  await expect(page.getByText('“From the hotel” is being checked')).toBeVisible({ timeout: 60_000 });
  portal.close();
});

test('the feed says that a recording was interrupted and links to it', async ({ browser }) => {
  const { context, page } = await phone(browser, stage.server);
  await page.goto('/record');
  await page.getByRole('button', { name: 'Start recording' }).click();
  await page.getByRole('button', { name: 'Ich bin mindestens 18 Jahre alt' }).click();
  await expect(page.getByRole('timer')).toHaveText('00:04', { timeout: 30_000 });
  const next = await context.newPage();
  await page.close({ runBeforeUnload: false });
  await next.goto('/');
  await expect(next.getByText(/^A recording was cut off\. Saved up to 0:0\d\.$/)).toBeVisible({
    timeout: 60_000,
  });
  await pictures(next, 'cutoff');
  await next.getByRole('link', { name: 'Open' }).click();
  await expect(next.getByText('A recording was cut off', { exact: true })).toBeVisible();
});
