// The home feed on the real server, at phone and desktop size.
import { expect, test } from 'playwright/test';
import { writeWav } from '../../support/audio/wav.ts';
import { callAction, publish, signIn, visitor } from '../../support/server/publish.ts';
import { createAdmin, startServer } from '../../support/server/server.ts';
import { voice } from '../../support/server/voice.ts';
import { ADMIN } from '../journey.ts';
import { SIZES, seededStage, titlesIn, visit } from './feedStage.ts';

const DAY = 24;
/** Seven tracks of this week, newest first, and one from eight days ago with likes and comments. */
const stage = seededStage(
  ['mira', 'jonas'],
  [
    ...Array.from({ length: 7 }, (_, index) => ({ id: `week-${index}`, title: `Of this week ${index}` })),
    { id: 'old', title: 'Eight days old', age: 8 * DAY, likes: 9, comments: 4 },
  ],
);
const RATE = 16_000;

for (const size of SIZES) {
  const at = `at ${size.width} px`;

  test(`New shows 6 of the 7 tracks of this week and leads to all of them, ${at} (row 6)`, async ({
    browser,
  }) => {
    const { page, errors } = await visit(browser, stage, size);
    await page.goto('/');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Hear desire, live fantasy');
    await expect(page.getByRole('link', { name: 'Demo Center' })).toHaveAttribute('href', '/demo');
    const section = page.getByRole('region', { name: 'New', exact: true });
    await expect(section.getByRole('article')).toHaveCount(6);
    expect(await titlesIn(page, '[aria-labelledby=section-new]')).toEqual(
      [0, 1, 2, 3, 4, 5].map((index) => `Of this week ${index}`),
    );
    await section.getByRole('link', { name: 'More: New' }).click();
    await page.waitForURL('**/category/new');
    await expect(page.getByRole('article')).toHaveCount(7);
    await expect(page.getByText('Eight days old')).toHaveCount(0);
    expect(errors).toEqual([]);
  });

  test(`rankings sort by votes, and empty sections are hidden, ${at} (row 6)`, async ({ browser }) => {
    const { page } = await visit(browser, stage, size);
    await page.goto('/');
    await expect(page.getByRole('region', { name: 'Most Commented' })).toBeAttached();
    expect((await titlesIn(page, '[aria-labelledby=section-top_rated]'))[0]).toBe('Eight days old');
    expect((await titlesIn(page, '[aria-labelledby=section-most_commented]'))[0]).toBe('Eight days old');
    const headings = await page.locator('section h2').allTextContents();
    expect(headings).toEqual(['New', 'Top Rated', 'Most Commented']);
  });

  test(`a visitor sees one whole playable card on the first screen, ${at} (row 6)`, async ({ browser }) => {
    const { page } = await visit(browser, stage, size);
    await page.goto('/');
    const card = page.getByRole('article').first();
    await expect(card.getByRole('button', { name: /^Play/ })).toBeVisible();
    const box = await card.boundingBox();
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(size.height);
    expect(box?.x ?? -1).toBeGreaterThanOrEqual(0);
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(size.width);
  });
}

test('on a phone the next card shows its edge, and a section snaps to a card (row 6)', async ({
  browser,
}) => {
  const { page } = await visit(browser, stage);
  await page.goto('/');
  const row = page.locator('[aria-labelledby=section-new] ul');
  await expect(row.getByRole('article')).toHaveCount(6);
  const lefts = () =>
    row.locator('li').evaluateAll((all) => all.map((each) => each.getBoundingClientRect().left));
  expect((await lefts()).some((left) => left > 200 && left < 360 - 8)).toBe(true);
  await row.evaluate((element) => element.scrollBy({ left: 150 }));
  await expect
    .poll(async () => Math.min(...(await lefts()).map((left) => Math.abs(left - 16))))
    .toBeLessThan(2);
});

test('the ring stays inside the hero for the loudest recording (row 6)', async ({ browser }) => {
  for (const size of [...SIZES, { width: 768, height: 1024 }, { width: 640, height: 360 }]) {
    const { page, close } = await visit(browser, stage, size);
    await page.goto('/');
    await expect(page.getByRole('article').first()).toBeVisible();
    const shown = await page.evaluate(() => {
      const picture = document.querySelector('main section canvas')?.parentElement?.getBoundingClientRect();
      const bar = document.querySelector('header')?.getBoundingClientRect();
      const tabs = document.querySelector('[role=radiogroup]')?.getBoundingClientRect();
      const isThere = picture !== undefined && picture.height > 0;
      return { isThere, top: picture?.top, bottom: picture?.bottom, bar: bar?.bottom, tabs: tabs?.top };
    });
    // A phone in landscape is too low for it.
    expect(shown.isThere, `${size.width}`).toBe(size.height > 480);
    if (!shown.isThere) {
      await close();
      continue;
    }
    expect(shown.top, `${size.width}`).toBeGreaterThanOrEqual((shown.bar ?? 9e9) - 0.5);
    expect(shown.bottom, `${size.width}`).toBeLessThanOrEqual((shown.tabs ?? 0) + 0.5);
    await close();
  }
});

const quiet = seededStage(
  ['mira'],
  Array.from({ length: 14 }, (_, index) => ({ id: `quiet-${index}`, title: `Nobody voted ${index}` })),
);

test('rankings without votes are hidden when tracks do not fit one row (row 6)', async ({ browser }) => {
  const { page } = await visit(browser, quiet);
  await page.goto('/');
  await expect(page.getByRole('region', { name: 'New', exact: true }).getByRole('article')).toHaveCount(6);
  await expect(page.locator('[data-loading]')).toHaveCount(0);
  await expect(page.locator('section h2')).toHaveText(['New']);
});

test('an approved track appears without a reload after the window event (row 6)', async ({ browser }) => {
  await createAdmin(stage.server, ADMIN.username, ADMIN.password);
  const { page } = await visit(browser, stage);
  await page.goto('/');
  await expect(page.getByRole('article').first()).toBeVisible();
  await page.evaluate(() => Object.assign(window, { sameVisit: true }));
  const bytes = writeWav({ sampleRate: RATE, channels: [voice(6, RATE)] });
  const { data } = await publish(visitor(stage.server.url), bytes, {
    title: 'Fresh from the queue',
    filename: 'x.wav',
    type: 'audio/wav',
  });
  const admin = await signIn(stage.server.url, ADMIN.username, ADMIN.password);
  await callAction(admin, 'approveUpload', { uploadId: data.uploadId });
  await page.evaluate(() => window.dispatchEvent(new CustomEvent('trackApproved')));
  await expect(page.getByRole('button', { name: 'Play Fresh from the queue' }).first()).toBeVisible();
  expect(await page.evaluate(() => (window as unknown as { sameVisit?: boolean }).sameVisit)).toBe(true);
});

test('an empty feed invites the first recording within the first screen (row 6)', async ({ browser }) => {
  const server = await startServer();
  const { page, close } = await visit(browser, { seeded: { ...stage.seeded, tokens: [] }, server });
  await page.goto('/');
  await expect(page.getByText('No tracks yet')).toBeVisible();
  await expect(page.getByText('Be the first to share your voice and start the conversation.')).toBeVisible();
  const button = page.getByRole('button', { name: 'Start Recording' });
  const box = await button.boundingBox();
  expect((box?.y ?? 999) + (box?.height ?? 0)).toBeLessThanOrEqual(640 - 24);
  await button.click();
  await page.waitForURL('**/record');
  await close();
  await server.stop();
});
