// The voice filter, and the next pages of its results.
import { expect, test } from 'playwright/test';
import { SIZES, seededStage, visit } from './feedStage.ts';

const GENDERS = ['Female', 'Male', 'Female', 'Diverse'] as const;
const stage = seededStage(
  ['mira'],
  [
    ...GENDERS.map((gender, index) => ({ id: `voice-${index}`, title: `${gender} ${index}`, gender })),
    ...Array.from({ length: 44 }, (_, index) => ({
      id: `more-${index}`,
      title: `Liked ${index}`,
      likes: 100 - index,
      age: 10 + index,
    })),
  ],
);

for (const size of SIZES) {
  test(`the filter "females" shows only their tracks, also after a reload, at ${size.width} px (row 7)`, async ({
    browser,
  }) => {
    const { page, errors } = await visit(browser, stage, size);
    await page.goto('/');
    await page.getByRole('radio', { name: 'Males', exact: true }).click();
    await expect(page.getByRole('button', { name: 'Play Male 1' }).first()).toBeVisible();
    const females = page.getByRole('radio', { name: 'Females' });
    await females.click();
    await expect(page.getByRole('button', { name: 'Play Female 0' }).first()).toBeVisible();
    await expect(page.getByRole('button', { name: 'Play Male 1' })).toHaveCount(0);
    await expect(females).toBeFocused();
    await page.reload();
    await expect(page.getByRole('button', { name: 'Play Female 0' }).first()).toBeVisible();
    await expect(page.getByRole('button', { name: 'Play Male 1' })).toHaveCount(0);
    await expect(females).toBeChecked();
    expect(errors).toEqual([]);
  });
}

test('every filter can be tapped at every width, and the selected one is in view (row 7)', async ({
  browser,
}) => {
  for (const width of [320, 360, 390, 480, 600, 768]) {
    const { page, close } = await visit(browser, stage, { width, height: 640 });
    await page.goto('/');
    await expect(page.getByRole('article').first()).toBeVisible();
    for (const name of ['Couples', 'Females', 'Males', 'Diverse', 'All']) {
      const tab = page.getByRole('radio', { name, exact: true });
      await tab.tap({ timeout: 5000 });
      await expect(tab).toBeChecked();
      const box = await tab.boundingBox();
      expect(box?.x ?? -1, `${name} at ${width}`).toBeGreaterThanOrEqual(0);
      expect((box?.x ?? 0) + (box?.width ?? 0), `${name} at ${width}`).toBeLessThanOrEqual(width);
    }
    await close();
  }
});

test('the filter row shows at 360 px that it scrolls (row 7)', async ({ browser }) => {
  const { page } = await visit(browser, stage);
  await page.goto('/');
  const row = page.getByRole('radiogroup');
  await expect(row).toHaveAttribute('data-more', 'end');
  const box = await page.getByRole('radio', { name: 'Diverse' }).boundingBox();
  expect(box?.x ?? 999).toBeLessThan(360 - 24);
  await page.getByRole('radio', { name: 'Diverse' }).tap();
  await expect(row).toHaveAttribute('data-more', 'start');
});

test('a filter without tracks says so, leads back, and keeps the focus (row 7)', async ({ browser }) => {
  const { page } = await visit(browser, stage);
  await page.goto('/');
  await page.getByRole('radio', { name: 'Couples' }).tap();
  await expect(page.getByText('No couples tracks yet')).toBeVisible();
  await page.getByRole('button', { name: 'Show all' }).press('Enter');
  await expect(page.getByRole('button', { name: 'Play Male 1' }).first()).toBeVisible();
  expect(await page.evaluate(() => document.activeElement === document.body)).toBe(false);
});

test('scrolling requests the second page once (row 7)', async ({ browser }) => {
  const { page } = await visit(browser, stage);
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('action=getTracks') && request.url().includes('cursor='))
      asked.push(request.url());
  });
  await page.goto('/category/top_rated');
  await expect(page.getByRole('article')).toHaveCount(20);
  expect(asked).toHaveLength(0);
  const height = () => page.evaluate(() => document.documentElement.scrollHeight);
  const before = await height();
  await page.evaluate(() => {
    window.scrollTo(0, document.documentElement.scrollHeight);
    window.dispatchEvent(new Event('scroll'));
    document.querySelector<HTMLElement>('main button:last-of-type')?.dispatchEvent(new Event('scroll'));
  });
  // In a list of over forty tracks, only those near the screen are in the document; its height shows the length.
  await expect.poll(height).toBeGreaterThan(before * 1.5);
  expect(asked).toHaveLength(1);
});
