// An owner deletes a recording, and it disappears everywhere, also from a browser that has played it.
import { expect, test } from 'playwright/test';
import { callAction } from '../../support/server/publish.ts';
import { SIZES, seededStage, visit } from './feedStage.ts';

const stage = seededStage(
  ['mira', 'jonas'],
  [
    { id: 'keep', title: 'Kept' },
    { id: 'drop-0', title: 'Dropped 0', likes: 3 },
    { id: 'drop-1', title: 'Dropped 1', likes: 2 },
    { id: 'heard', title: 'Heard before' },
    { id: 'foreign', title: 'Of somebody else', by: 1 },
  ],
);

const client = (as: number) => ({ url: stage.server.url, cookie: `aural=${stage.seeded.tokens[as]}` });

for (const [index, size] of SIZES.entries()) {
  test(`asks, deletes, and removes the track from every list, at ${size.width} px (row 24)`, async ({
    browser,
  }) => {
    const { page, errors } = await visit(browser, stage, size, 0);
    const title = `Dropped ${index}`;
    await callAction(client(1), 'addLike', { like: { trackId: `drop-${index}` } });
    await page.goto('/category/new');
    const more = page.getByRole('button', { name: `More for ${title}` });
    const remove = page.getByRole('button', { name: 'Delete', exact: true });
    await more.click();
    await remove.click();
    await expect(page.getByRole('heading', { name: 'Delete Recording' })).toBeVisible();
    await expect(page.getByText(`Do you really want to delete the recording "${title}"?`)).toBeVisible();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect(more).toBeFocused();
    await more.press('Enter');
    await remove.press('Enter');
    await expect(page.getByRole('heading', { name: 'Delete Recording' })).toBeVisible();
    await remove.click();
    await expect(page.getByRole('article').filter({ hasText: title })).toHaveCount(0);
    // The next card has the focus.
    await expect(page.locator('article :focus')).toHaveCount(1);

    const url = stage.seeded.urls.get(`drop-${index}`) ?? '';
    expect((await page.request.get(url)).status()).toBe(404);
    for (const category of ['new', 'top_rated', 'most_commented', '']) {
      const { data } = (await (
        await page.request.get(`/upload.php?action=getTracks${category && `&category=${category}`}`)
      ).json()) as { data: { id: string }[] };
      expect(data.map(({ id }) => id)).not.toContain(`drop-${index}`);
    }
    const own = (await (await page.request.get('/upload.php?action=getActivities')).json()) as {
      data: { type: string; trackTitle: string }[];
    };
    expect(own.data).toContainEqual(expect.objectContaining({ type: 'my_delete', trackTitle: title }));
    await page.goto(`/player/drop-${index}`);
    await expect(page.getByText('Track not found')).toBeVisible();
    expect(errors).toEqual([]);
  });
}

test('a recording deleted elsewhere stops playing in a browser that had loaded it (row 24)', async ({
  browser,
}) => {
  const { page } = await visit(browser, stage, SIZES[0]);
  const url = stage.seeded.urls.get('heard') ?? '';
  await page.goto('/category/new');
  await page.getByRole('button', { name: 'Play Heard before' }).click();
  await expect(page.getByText(/^0:0[1-9] \//)).toBeVisible();
  await page.getByRole('button', { name: 'Stop Heard before' }).click();
  // The browser's cache now holds all of it.
  const status = (address: string) => page.evaluate(async (each) => (await fetch(each)).status, address);
  expect(await status(url)).toBe(200);
  await callAction(client(0), 'deleteTrack', { trackId: 'heard' });
  expect(await status(url)).toBe(404);
  await page.reload();
  await expect(page.getByRole('button', { name: 'Play Kept' })).toBeVisible();
  await expect(page.getByText('Heard before')).toHaveCount(0);
  const plays = page.evaluate(async (address) => {
    const audio = new Audio(address);
    return audio.play().then(
      () => 'sounds',
      () => 'silent',
    );
  }, url);
  expect(await plays).toBe('silent');
});

test('refuses to delete another user’s track (row 24)', async () => {
  await expect(callAction(client(0), 'deleteTrack', { trackId: 'foreign' })).rejects.toThrow(/403/);
});
