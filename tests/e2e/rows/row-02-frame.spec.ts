// In the shipped app: nothing moves while a page loads, Back restores the position, focus and title follow, and visiting
// every route leaks nothing.
import { type CDPSession, expect, type Page, test } from 'playwright/test';
import { writeWav } from '../../support/audio/wav.ts';
import { callAction, publish, signIn, visitor } from '../../support/server/publish.ts';
import { voice } from '../../support/server/voice.ts';
import { ADMIN, ownStage, phone } from '../journey.ts';

const stage = ownStage();
const RATE = 16_000;
const SIZES = [
  { width: 360, height: 640 },
  { width: 1440, height: 900 },
];

let trackId = '';
test.beforeAll(async () => {
  const { url } = stage.server;
  const wav = Buffer.from(writeWav({ sampleRate: RATE, channels: [voice(6, RATE)] }));
  const fields = { title: 'Row two', filename: 'row.wav', type: 'audio/wav' };
  const { data } = await publish(visitor(url), wav, fields);
  const admin = await signIn(url, ADMIN.username, ADMIN.password);
  trackId = (await callAction<{ id: string }>(admin, 'approveUpload', { uploadId: data.uploadId })).id;
});

const routes = () => [
  ...['/', '/category/new', `/player/${trackId}`, '/record', '/upload', '/audio-editor', '/search', '/news'],
  ...[
    '/profile',
    '/upload-success',
    '/security-check',
    '/admin',
    '/about',
    `/report?trackId=${trackId}`,
    '/nope',
  ],
];

/** Navigates inside the app, as a link does. */
async function follow(page: Page, address: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState({ idx: 1, key: String(Math.random()) }, '', to);
    dispatchEvent(new PopStateEvent('popstate', { state: history.state }));
  }, address);
  const [path = address] = address.split('?');
  await expect(page.locator('main')).toHaveAttribute('data-route', path);
}

test('loading pages shift nothing in view (CLS at most 0.1) (row 2)', async ({ browser }) => {
  const { page } = await phone(browser, stage.server);
  await page.addInitScript(() => {
    Object.assign(window, { shifted: 0 });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number;
        hadRecentInput: boolean;
      })[])
        if (!entry.hadRecentInput) (window as unknown as { shifted: number }).shifted += entry.value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  const worst: string[] = [];
  for (const size of SIZES) {
    await page.setViewportSize(size);
    for (const path of routes()) {
      await page.goto(path);
      await page.waitForTimeout(1200);
      const shifted = await page.evaluate<number>('window.shifted');
      if (shifted > 0.1) worst.push(`${path} at ${size.width}: ${shifted.toFixed(3)}`);
    }
  }
  expect(worst).toEqual([]);
});

test('the app appears exactly where the document drew it (row 2)', async ({ browser }) => {
  for (const size of SIZES) {
    const context = await browser.newContext({ baseURL: stage.server.url, viewport: size });
    const page = await context.newPage();
    let release: () => void = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/assets/index-*.js', async (route) => {
      await held;
      await route.continue();
    });
    await page.goto('/', { waitUntil: 'commit' });
    const parts = ['h1', 'main a', 'main [role=radiogroup]', 'header nav', 'header a'];
    const places = () =>
      page.evaluate(
        (selectors) =>
          selectors.map((selector) => {
            const box = document.querySelector(selector)?.getBoundingClientRect();
            return box && [selector, Math.round(box.x), Math.round(box.y), Math.round(box.width)];
          }),
        parts,
      );
    await expect(page.getByRole('heading', { name: 'Hear desire, live fantasy' })).toBeVisible();
    await page.evaluate(() => document.fonts.ready);
    const drawn = await places();
    expect(await page.getByRole('heading', { name: 'Fehler beim Laden der App' }).isVisible()).toBe(false);
    release();
    await expect(page.locator('footer')).toHaveCount(1);
    expect(await places(), `${size.width} px`).toEqual(drawn);
    await context.close();
  }
});

test('focus and title follow every move, and Back restores the scroll position (row 2)', async ({
  browser,
}) => {
  const { page } = await phone(browser, stage.server);
  await page.goto('/');
  await expect(page.getByRole('button', { name: 'Play Row two' }).first()).toBeVisible();
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
  const place = await page.evaluate(() => window.scrollY);
  expect(place).toBeGreaterThan(100);
  await page.getByRole('link', { name: 'About us' }).click();
  await expect(page).toHaveTitle('Über uns · Aural');
  await expect(page.locator('main')).toBeFocused();
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
  await page.goBack();
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(place);
  await expect(page).toHaveTitle('Hear desire, live fantasy · Aural');
  const titles: string[] = [];
  for (const path of routes()) {
    await follow(page, path);
    await expect(page.locator('main').getByRole('heading').first()).toBeVisible();
    expect(await page.evaluate(() => document.activeElement !== document.body), path).toBe(true);
    titles.push(await page.title());
  }
  // No page keeps the previous page's title.
  expect(titles.filter((title, index) => index > 0 && title === titles[index - 1])).toEqual([]);
});

interface Left {
  listeners: number;
  nodes: number;
  workers: number;
  objectUrls: number;
}

async function left(page: Page, devTools: CDPSession): Promise<Left> {
  await page.waitForTimeout(500);
  for (let round = 0; round < 3; round++) await devTools.send('HeapProfiler.collectGarbage');
  const { metrics } = await devTools.send('Performance.getMetrics');
  const of = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? 0;
  return {
    listeners: of('JSEventListeners'),
    nodes: of('Nodes'),
    workers: page.workers().length,
    objectUrls: await page.evaluate<number>('window.openUrls'),
  };
}

test('visiting every route 20 times leaks no listener, node, worker or object URL (row 2)', async ({
  browser,
}) => {
  const { context, page } = await phone(browser, stage.server);
  await page.addInitScript(() => {
    Object.assign(window, { openUrls: 0 });
    const counter = window as unknown as { openUrls: number };
    const { createObjectURL, revokeObjectURL } = URL;
    URL.createObjectURL = (blob) => {
      counter.openUrls++;
      return createObjectURL.call(URL, blob);
    };
    URL.revokeObjectURL = (url) => {
      counter.openUrls--;
      revokeObjectURL.call(URL, url);
    };
  });
  const devTools = await context.newCDPSession(page);
  await devTools.send('Performance.enable');
  await page.goto('/');
  const round = async () => {
    for (const path of routes()) {
      await follow(page, path);
      await page.waitForTimeout(20);
    }
    await follow(page, '/');
    await expect(page.getByRole('heading', { name: 'Hear desire, live fantasy' })).toBeVisible();
  };
  // Modules that a page loads once stay loaded.
  for (let warm = 0; warm < 3; warm++) await round();
  const before = await left(page, devTools);
  for (let time = 0; time < 20; time++) await round();
  const after = await left(page, devTools);
  console.log('row 2, before and after 20 rounds:', JSON.stringify([before, after]));
  expect(after.workers).toBeLessThanOrEqual(before.workers);
  expect(after.objectUrls).toBe(before.objectUrls);
  // Less than one per round: growth with each round is a leak.
  expect(after.listeners - before.listeners).toBeLessThan(20);
  expect(after.nodes - before.nodes).toBeLessThan(20);
});
