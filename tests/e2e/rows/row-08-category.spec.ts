// A category with all its tracks.
import { expect, test } from 'playwright/test';
import { SIZES, seededStage, titlesIn, visit } from './feedStage.ts';

const COUNT = 25;
/** More than one page of 500: tracks far down must be reachable. */
const DEEP = 620;
const stage = seededStage(
  ['mira', 'jonas'],
  [
    ...Array.from({ length: COUNT }, (_, index) => ({
      id: `new-${index}`,
      title: `New ${index}`,
      likes: (index * 7) % COUNT,
      comments: (index * 11) % COUNT,
      by: index % 2,
    })),
    ...Array.from({ length: DEEP }, (_, index) => ({
      id: `deep-${index}`,
      title: `Deep ${index}`,
      age: 200 + index,
      hasSound: false,
    })),
  ],
);

for (const size of SIZES) {
  const at = `at ${size.width} px`;

  test(`a category shows 20 tracks, then 25, newest first, ${at} (row 8)`, async ({ browser }) => {
    const { page, errors } = await visit(browser, stage, size);
    await page.goto('/category/new');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('New Neu');
    await expect(page.locator('h1 [lang=de]')).toHaveText('Neu');
    await expect(page.getByRole('article')).toHaveCount(20);
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
    await expect(page.getByRole('article')).toHaveCount(COUNT);
    expect(await titlesIn(page, 'main')).toEqual(Array.from({ length: COUNT }, (_, index) => `New ${index}`));
    expect(errors).toEqual([]);
  });

  test(`an empty category shows both texts and a next step, ${at} (row 8)`, async ({ browser }) => {
    const { page } = await visit(browser, stage, size);
    await page.goto('/category/bookmarked');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Bookmarked Gemerkt');
    await expect(page.getByText('Keine Audio-Inhalte gefunden')).toHaveAttribute('lang', 'de');
    await expect(page.getByText('Diese Kategorie enthält noch keine Aufnahmen.')).toBeVisible();
    const way = page.getByRole('link', { name: 'Back to the feed' });
    await expect(way).toBeInViewport();
    await way.click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Hear desire, live fantasy');
    await expect(page).toHaveTitle(/^Hear desire/);
  });
}

test('rankings follow their rules (row 8)', async ({ browser }) => {
  const { page } = await visit(browser, stage);
  const by = (votes: (index: number) => number) =>
    Array.from({ length: COUNT }, (_, index) => index)
      .sort((one, other) => votes(other) - votes(one))
      .slice(0, 10)
      .map((index) => `New ${index}`);
  await page.goto('/category/top_rated');
  await expect(page.getByRole('article')).toHaveCount(20);
  expect((await titlesIn(page, 'main')).slice(0, 10)).toEqual(by((index) => (index * 7) % COUNT));
  await page.goto('/category/most_commented');
  await expect(page.getByRole('article')).toHaveCount(20);
  expect((await titlesIn(page, 'main')).slice(0, 10)).toEqual(by((index) => (index * 11) % COUNT));
});

test('Top Rated scrolls to the last of more than 500 tracks with few cards in the document (row 8)', async ({
  browser,
}) => {
  const { page } = await visit(browser, stage);
  await page.goto('/category/top_rated');
  await expect(page.getByRole('article').first()).toBeVisible();
  const last = page.getByText('No more recordings');
  await expect(async () => {
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
    await expect(last).toBeVisible({ timeout: 300 });
  }).toPass({ timeout: 60_000, intervals: [50] });
  expect(await page.getByRole('article').count()).toBeLessThan(40);
  await expect(page.locator('li[aria-posinset]').last()).toHaveAttribute(
    'aria-setsize',
    String(COUNT + DEEP),
  );
});

test('a track beyond the newest 500 opens by its link and plays the next one (row 8)', async ({
  browser,
}) => {
  const { page } = await visit(browser, stage);
  await page.goto(`/player/deep-${DEEP - 5}`);
  await expect(page.getByRole('heading', { name: `Deep ${DEEP - 5}` })).toBeVisible();
});

test('only own tracks have a menu with Delete (row 8)', async ({ browser }) => {
  const { page } = await visit(browser, stage, SIZES[0], 1);
  await page.goto('/category/new');
  await expect(page.getByRole('article')).toHaveCount(20);
  await expect(page.getByRole('button', { name: 'More for New 0', exact: true })).toHaveCount(0);
  await page.getByRole('button', { name: 'More for New 1', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Delete', exact: true })).toBeVisible();
});
