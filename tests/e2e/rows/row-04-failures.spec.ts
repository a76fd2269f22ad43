// In the shipped app: a page that throws, a server that does not answer, and errors of browser extensions.
import { expect, type Page, test } from 'playwright/test';
import { ownStage, phone } from '../journey.ts';
import { publishTrack } from '../published.ts';

const stage = ownStage();
const FAILED = 'Fehler beim Laden der App';

/** The browser's own dialogs; none may appear. */
function watchDialogs(page: Page): string[] {
  const dialogs: string[] = [];
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  return dialogs;
}

test('a page that throws shows the static page, keeps the frame, and recovers with a reload (row 4)', async ({
  browser,
}) => {
  const context = await browser.newContext({ baseURL: stage.server.url, serviceWorkers: 'block' });
  const page = await context.newPage();
  const dialogs = watchDialogs(page);
  const broken = '**/assets/SearchPage-*.js';
  await page.route(broken, (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      body: 'export const SearchPage = () => { throw new Error("broken on purpose"); };',
    }),
  );
  await page.goto('/search');
  await expect(page.getByRole('heading', { name: FAILED })).toBeVisible();
  await expect(page.getByRole('heading', { name: FAILED })).toHaveAttribute('lang', 'de');
  await page.getByRole('link', { name: 'Home' }).click();
  await expect(page.getByRole('heading', { name: 'Hear desire, live fantasy' })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('heading', { name: FAILED })).toBeVisible();
  await page.unroute(broken);
  await page.getByRole('button', { name: 'Neu laden' }).click();
  await expect(page.getByRole('searchbox', { name: 'Search recordings' })).toBeVisible();
  await expect(page.getByRole('heading', { name: FAILED })).toHaveCount(0);
  expect(dialogs).toEqual([]);
  await context.close();
});

test('the feed shows its offline copy without a dialog when every action is blocked (row 4)', async ({
  browser,
}) => {
  const track = await publishTrack(stage, 'Still here');
  const { page } = await phone(browser, stage.server);
  const dialogs = watchDialogs(page);
  const thrown: string[] = [];
  page.on('pageerror', (error) => thrown.push(String(error)));
  await page.goto('/');
  const card = page.getByRole('button', { name: `Play ${track.title}` }).first();
  await expect(card).toBeVisible();
  await page.route('**/upload.php*', (route) => route.abort());
  await page.reload();
  await expect(page.getByText(/^Offline copy from/).first()).toBeVisible();
  await expect(card).toBeVisible();
  await expect(page.getByText(FAILED)).toHaveCount(0);
  expect(dialogs).toEqual([]);
  expect(thrown).toEqual([]);
});

test('logs our errors and not those of browser extensions (row 4)', async ({ browser }) => {
  const { page } = await phone(browser, stage.server);
  const logged: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') logged.push(message.text());
  });
  await page.goto('/');
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
  await page.evaluate(() => {
    const noise = new Error('of an extension');
    noise.stack = 'Error: of an extension\n    at chrome-extension://abc/content.js:1:1';
    window.dispatchEvent(new ErrorEvent('error', { error: noise, message: noise.message, cancelable: true }));
    window.dispatchEvent(
      new ErrorEvent('error', { message: 'of a script', filename: 'chrome-extension://abc/a.js' }),
    );
    window.dispatchEvent(
      new PromiseRejectionEvent('unhandledrejection', { promise: Promise.resolve(), reason: noise }),
    );
    const ours = new Error('one of ours');
    window.dispatchEvent(new ErrorEvent('error', { error: ours, message: ours.message, cancelable: true }));
  });
  await expect.poll(() => logged.length).toBe(1);
  expect(logged[0]).toContain('one of ours');
});
