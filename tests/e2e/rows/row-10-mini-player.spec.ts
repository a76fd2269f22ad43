// The fixed player shows when its card is out of view, at phone and desktop size.
import { expect, type Page, test } from 'playwright/test';
import { seriousOn } from '../axe.ts';
import { playCard, publishTracks, silent, sounds, watchSound } from '../heard.ts';
import { ownStage, phone } from '../journey.ts';

const stage = ownStage();
test.beforeAll(async () => {
  await publishTracks(
    stage.server,
    ['Rain on a very long tin roof in a night without an end', 'Snow', 'Wind'],
    20,
  );
});

const SIZES = [
  { width: 360, height: 640 },
  { width: 1440, height: 900 },
];
const bar = (page: Page) => page.getByRole('region', { name: 'Now playing' });

for (const size of SIZES) {
  test(`shows the fixed player at ${size.width} × ${size.height} (row 10)`, async ({ browser }) => {
    const { page, errors } = await phone(browser, stage.server);
    await page.setViewportSize(size);
    await watchSound(page);
    await page.goto('/');
    const title = 'Rain on a very long tin roof in a night without an end';
    await playCard(page, title);
    await sounds(page);
    await expect(bar(page)).toBeHidden();

    // On a page without the card the bar shows.
    await page.getByRole('link', { name: 'Search' }).click();
    await expect(bar(page)).toBeVisible();
    await expect(bar(page).getByText(title)).toBeVisible();
    for (const name of [`Pause ${title}`, 'Bookmark', 'Close the player'])
      await expect(bar(page).getByRole('button', { name, exact: true })).toBeVisible();
    await expect(bar(page).getByRole('button', { name: /^Like/ })).toBeVisible();

    const boxes = await bar(page)
      .locator('button, a')
      .evaluateAll((all) => all.map((each) => each.getBoundingClientRect().toJSON()));
    expect(Math.min(...boxes.flatMap(({ width, height }) => [width, height]))).toBeGreaterThanOrEqual(44);
    const lefts = boxes.toSorted((a, b) => a.left - b.left);
    for (const [index, box] of lefts.entries())
      expect(box.left).toBeGreaterThanOrEqual((lefts[index - 1]?.right ?? 0) - 0.5);
    expect((await bar(page).boundingBox())?.height).toBe(64);

    expect(await seriousOn(page, 'section[aria-label="Now playing"]')).toEqual([]);

    // The page's last element ends above it.
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    const last = await page.locator('footer p').last().boundingBox();
    const top = (await bar(page).boundingBox())?.y ?? 0;
    expect((last?.y ?? 0) + (last?.height ?? 0)).toBeLessThanOrEqual(top);

    await bar(page)
      .getByRole('link', { name: `Open the player: ${title}` })
      .click();
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await expect(bar(page)).toBeHidden();
    await page.goBack();
    await expect(bar(page)).toBeVisible();
    await bar(page).getByRole('button', { name: 'Close the player' }).click();
    await silent(page);
    await expect(bar(page)).toBeHidden();
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('content');
    expect(errors).toEqual([]);
  });
}

test('the player in a card has bookmark and play count and agrees with the fixed player (row 10)', async ({
  browser,
}) => {
  const { page, errors } = await phone(browser, stage.server);
  await watchSound(page);
  await page.goto('/');
  await playCard(page, 'Snow');
  await sounds(page);
  const card = page
    .getByRole('article')
    .filter({ has: page.getByRole('heading', { name: 'Snow' }) })
    .first();
  await expect(card.getByText(/^\d+ plays?$/)).toBeAttached();
  await card.getByRole('button', { name: 'Bookmark' }).click();
  await expect(card.getByRole('button', { name: 'Bookmark', pressed: true })).toBeVisible();
  await page.getByRole('link', { name: 'Search' }).click();
  await expect(bar(page).getByRole('button', { name: 'Bookmark', pressed: true })).toBeVisible();
  expect(errors).toEqual([]);
});

test('the fixed player appears when its card scrolls out of view and hides when it returns (row 10)', async ({
  browser,
}) => {
  const { page } = await phone(browser, stage.server);
  await watchSound(page);
  await page.goto('/');
  await playCard(page, 'Wind');
  await sounds(page);
  // One row of cards is a short page, so the screen must be lower to scroll past it.
  await page.setViewportSize({ width: 360, height: 360 });
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  await expect(bar(page)).toBeVisible();
  await page.evaluate(() => window.scrollTo(0, 0));
  await page.locator('article').first().scrollIntoViewIfNeeded();
  await expect(bar(page)).toBeHidden();
});

test('swiping up opens the full player, swiping down closes the small one (row 10)', async ({ browser }) => {
  const { context, page } = await phone(browser, stage.server);
  await watchSound(page);
  await page.goto('/');
  await playCard(page, 'Wind');
  await sounds(page);
  await page.getByRole('link', { name: 'Search' }).click();
  await expect(bar(page)).toBeVisible();
  const session = await context.newCDPSession(page);
  const swipe = async (by: number) => {
    const box = (await bar(page).boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    const x = box.x + box.width / 2;
    const y = box.y + box.height / 2;
    await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] });
    for (const part of [0.3, 0.7, 1])
      await session.send('Input.dispatchTouchEvent', {
        type: 'touchMove',
        touchPoints: [{ x, y: y + by * part }],
      });
    await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  };
  await swipe(-60);
  await expect(page.getByRole('heading', { level: 1, name: 'Wind' })).toBeVisible();
  await page.goBack();
  await expect(bar(page)).toBeVisible();
  await swipe(50);
  await silent(page);
  await expect(bar(page)).toBeHidden();
});
