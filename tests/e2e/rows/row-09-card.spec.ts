// The card on the real server: it plays and stops, and its like button counts without starting playback.
import { expect, type Page, test } from 'playwright/test';
import { SIZES, seededStage, visit } from './feedStage.ts';

const stage = seededStage(
  ['mira'],
  [
    { id: 'rain', title: 'Rain' },
    { id: 'snow', title: 'Snow' },
    { id: 'gone', title: 'Gone', hasSound: false },
  ],
);

/** Whole seconds played, from the small player. */
const played = async (page: Page) => {
  const text =
    (await page
      .getByText(/^\d+:\d\d \/ \d+:\d\d$/)
      .first()
      .textContent()) ?? '';
  return Number(/^\d+:(\d\d)/.exec(text)?.[1]);
};

for (const size of SIZES) {
  test(`the first press plays in the card, the second resets, at ${size.width} px (row 9)`, async ({
    browser,
  }) => {
    const { page, errors } = await visit(browser, stage, size);
    await page.goto('/category/new');
    await page.getByRole('button', { name: 'Play Rain' }).click();
    await expect.poll(() => played(page)).toBeGreaterThanOrEqual(2);
    await expect(page.getByRole('region', { name: 'Now playing' })).toHaveCount(0);
    await page.getByRole('button', { name: 'Stop Rain' }).click();
    await expect(page.getByRole('button', { name: 'Play Rain' })).toBeVisible();
    await expect(page.getByText(/^\d+:\d\d \/ \d+:\d\d$/)).toHaveCount(0);
    expect(errors).toEqual([]);
  });

  test(`the like button counts, is saved by the server and starts no playback, at ${size.width} px (row 9)`, async ({
    browser,
  }) => {
    const { page } = await visit(browser, stage, size);
    await page.goto('/category/new');
    const heart = page.getByRole('button', { name: /^Like Snow/ });
    const before = Number(/(\d+) like/.exec((await heart.getAttribute('aria-label')) ?? '')?.[1]);
    const sent = page.waitForResponse((reply) => reply.url().includes('action=addLike'));
    await heart.click();
    await expect(heart).toHaveAttribute('aria-label', new RegExp(`, ${before + 1} like`));
    expect((await sent).ok()).toBe(true);
    await expect(page.getByRole('button', { name: 'Stop Snow' })).toHaveCount(0);
    await page.reload();
    await expect(heart).toHaveAttribute('aria-pressed', 'true');
  });
}

test('the name links the profile by id, the title links the track (row 9)', async ({ browser }) => {
  const { page } = await visit(browser, stage);
  await page.goto('/category/new');
  const card = page.getByRole('article').filter({ hasText: 'Rain' });
  await expect(card.getByRole('link', { name: 'mira' })).toHaveAttribute(
    'href',
    `/profile/${stage.seeded.people[0]}`,
  );
  await card.getByRole('link', { name: 'Rain' }).click();
  await page.waitForURL('**/player/rain');
});

test('a card whose audio is missing says so, and other cards still play (row 13)', async ({ browser }) => {
  const { page } = await visit(browser, stage);
  await page.goto('/category/new');
  await page.getByRole('button', { name: 'Play Gone' }).click();
  await expect(page.getByText('Audio-Datei "Gone" ist nicht verfügbar.')).toBeVisible();
  await page.getByRole('button', { name: 'Play Snow' }).click();
  await expect.poll(() => played(page)).toBeGreaterThanOrEqual(1);
  await expect(page.getByText('Audio-Datei "Gone" ist nicht verfügbar.')).toHaveCount(0);
});
