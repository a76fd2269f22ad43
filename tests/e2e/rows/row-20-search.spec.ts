// On the real server: when the page sends a query, pages of tags, recent searches, search offline, and Back to the
// previous position.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page, test } from 'playwright/test';
import { PREFILLED, startServer, type TestServer } from '../../support/server/server.ts';
import { taggedTracks } from '../../support/server/taggedTracks.ts';
import { phone } from '../journey.ts';
import { holds } from '../screens.ts';

const SIZES = [
  { width: 360, height: 640 },
  { width: 1440, height: 900 },
];
const two = (number: number) => String(number).padStart(2, '0');
/** 45 tags, the most used first. */
const TAGS = Array.from({ length: 45 }, (_, index) => `tag-${two(index + 1)}`);
const TRACKS = [
  ...TAGS.map((tag, index) => ({
    title: `Nachtlied ${two(index)}`,
    tags: TAGS.slice(0, index + 1)
      .slice(-9)
      .concat(tag),
  })),
  { title: 'Mitternacht', tags: ['tag-01'], gender: 'Male' as const },
  { title: 'Silken whisper', tags: ['tag-01'] },
];

let data: string;
let server: TestServer;
test.beforeAll(async () => {
  data = mkdtempSync(join(tmpdir(), 'aural-row-20-'));
  await taggedTracks(data, 'velvet_voice', TRACKS);
  server = await startServer(PREFILLED, { data });
});
test.afterAll(async () => {
  await server?.stop();
  rmSync(data, { recursive: true, force: true });
});

/** Queries of the search requests that the page sent. */
function searches(page: Page): URLSearchParams[] {
  const requests: URLSearchParams[] = [];
  page.on('request', (request) => {
    const { searchParams } = new URL(request.url());
    if (searchParams.get('action') === 'getTracks') requests.push(searchParams);
  });
  return requests;
}
const field = (page: Page) => page.getByRole('searchbox', { name: 'Search recordings' });
const cards = (page: Page) => page.locator('[data-track]');
const cloud = (page: Page) => page.getByRole('region', { name: 'Tags' }).locator('button[aria-pressed]');

test('typing sends one query after a pause, Enter at once (row 20)', async ({ browser }) => {
  const { context, page, errors } = await phone(browser, server);
  await page.goto('/search');
  await expect(cloud(page)).toHaveCount(20);
  const requests = searches(page);
  await field(page).pressSequentially('nacht', { delay: 120 });
  await expect(page.getByText('The first 20 recordings')).toBeVisible();
  expect(requests.map((each) => each.get('query'))).toEqual(['nacht']);
  await field(page).fill('mitter');
  await page.keyboard.press('Enter');
  await expect(cards(page)).toHaveCount(1);
  await page.waitForTimeout(1000);
  expect(requests.map((each) => each.get('query'))).toEqual(['nacht', 'mitter']);
  expect(errors).toEqual([]);
  await context.close();
});

test('45 tags load as 20, 40, 45, and a tap filters by a tag (row 20)', async ({ browser }) => {
  for (const viewport of SIZES) {
    const { context, page, errors } = await phone(browser, server);
    await page.setViewportSize(viewport);
    await page.goto('/search');
    await expect(cloud(page)).toHaveCount(20);
    const more = page.getByRole('button', { name: 'Load more tags' });
    await more.click();
    await expect(cloud(page)).toHaveCount(40);
    await more.click();
    await expect(cloud(page)).toHaveCount(45);
    await expect(more).toBeHidden();
    await cloud(page)
      .and(page.getByRole('button', { name: /^tag-45,/ }))
      .click();
    await expect(cards(page)).toHaveCount(1);
    await expect(page).toHaveURL(/\/search\?tags=tag-45$/);
    await page.getByRole('radio', { name: 'Males', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Nothing found' })).toBeVisible();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await expect(cloud(page)).toHaveCount(45);
    expect(errors).toEqual([]);
    await context.close();
  }
});

test('matches inside words follow matches at their start, and one typing error is forgiven (row 20)', async ({
  browser,
}) => {
  const { context, page } = await phone(browser, server);
  const listed = page.waitForResponse(/query=nacht/);
  await page.goto('/search?q=nacht%20-%20lied');
  await expect(cards(page).first()).toBeVisible();
  await field(page).fill('nacht');
  const { data: rows } = (await (await listed).json()) as { data: { title: string }[] };
  expect(rows.every(({ title }) => title.startsWith('Nachtlied'))).toBe(true);
  await page.goto('/search?q=ernacht');
  await expect(cards(page)).toHaveCount(1);
  await page.goto('/search?q=whsiper');
  await expect(page.getByRole('heading', { name: 'Nothing found for “whsiper”' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Similar results' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Silken whisper' })).toBeVisible();
  await context.close();
});

test('the eleventh recent search drops the oldest, also after a reload (row 20)', async ({ browser }) => {
  const { context, page } = await phone(browser, server);
  await page.goto('/search');
  for (let turn = 1; turn <= 11; turn++) {
    await field(page).fill(`${turn} wish`);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(new RegExp(`q=${turn}`));
  }
  await page.goto('/search');
  const recent = page.getByRole('button', { name: /^Search .* again$/ });
  await expect(recent).toHaveCount(10);
  await expect(recent.first()).toContainText('11 wish');
  await expect(recent.last()).toContainText('2 wish');
  await context.close();
});

test('searches the tracks seen on this phone when offline (row 20)', async ({ browser }) => {
  const { context, page } = await phone(browser, server);
  await page.goto('/category/new');
  await expect(cards(page).first()).toBeVisible();
  await page.goto('/search');
  await expect(cloud(page)).toHaveCount(20);
  await context.setOffline(true);
  await field(page).fill('lied 00');
  await expect(page.getByText(/^Offline copy from/)).toBeVisible();
  await expect(page.getByRole('link', { name: 'Nachtlied 00' })).toBeVisible();
  await expect(cards(page)).toHaveCount(1);
  await context.setOffline(false);
  await expect(page.getByText(/^Offline copy from/)).toBeHidden();
  await context.close();
});

test('Back returns to the search and its scroll position (row 20)', async ({ browser }) => {
  for (const viewport of SIZES) {
    const { context, page } = await phone(browser, server);
    await page.setViewportSize(viewport);
    await page.goto('/');
    await page.getByRole('link', { name: 'Search' }).click();
    await field(page).fill('nachtlied');
    await page.keyboard.press('Enter');
    await expect(cards(page).first()).toBeVisible();
    const there = page.getByRole('link', { name: 'Nachtlied 18' });
    await there.scrollIntoViewIfNeeded();
    const before = await page.evaluate(() => window.scrollY);
    expect(before).toBeGreaterThan(200);
    const top = (await there.boundingBox())?.y ?? 0;
    await there.click();
    await expect(page).toHaveURL(/\/player\//);
    await page.goBack();
    await expect(page).toHaveURL(/\/search\?q=nachtlied$/);
    await expect(field(page)).toHaveValue('nachtlied');
    await expect(there).toBeInViewport();
    expect(Math.abs(((await there.boundingBox())?.y ?? 0) - top)).toBeLessThan(60);
    await page.goBack();
    await expect(page).toHaveURL(/\/$/);
    await context.close();
  }
});

test('axe finds nothing serious on an idle, full, empty and offline search (row 20)', async ({ browser }) => {
  const { context, page } = await phone(browser, server);
  await page.goto('/search');
  await expect(cloud(page)).toHaveCount(20);
  await holds(page, 'rest');
  await page.goto('/search?q=velvet&tags=tag-01');
  await expect(cards(page).first()).toBeVisible();
  await holds(page, 'filled');
  await page.goto('/search?q=whsiper&gender=males&tags=tag-01');
  await expect(page.getByRole('heading', { name: 'Nothing found for “whsiper”' })).toBeVisible();
  await holds(page, 'nothing');
  await context.close();
  // This phone has seen no tracks that it could search.
  const fresh = await phone(browser, server);
  await fresh.page.goto('/search');
  await expect(cloud(fresh.page)).toHaveCount(20);
  await fresh.context.setOffline(true);
  await field(fresh.page).fill('lied');
  await expect(fresh.page.getByRole('heading', { name: 'Offline' })).toBeVisible();
  await holds(fresh.page, 'no line');
  await fresh.context.close();
});
