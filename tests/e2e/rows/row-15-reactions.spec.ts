// Likes and bookmarks on a real server: undo, reload, one notification, none for own recordings.
import { expect, type Page, test } from 'playwright/test';
import type { DatabaseView } from '../../../api/contract/snapshot.ts';
import type { TrackView } from '../../../api/contract/tracks.ts';
import { callAction, visitor } from '../../support/server/publish.ts';
import { ownStage, phone } from '../journey.ts';
import { publishTrack, readAs } from '../published.ts';

const stage = ownStage();
const SIZES = [
  { width: 360, height: 640 },
  { width: 1440, height: 900 },
];
const like = (page: Page) => page.locator('[data-reaction=like]');
const bookmark = (page: Page) => page.locator('[data-reaction=bookmark]');
const onServer = async (id: string) =>
  (await readAs<TrackView[]>(visitor(stage.server.url), 'getTracks', { id }))[0]?.likes;

for (const size of SIZES) {
  test(`two likes cancel out, and one survives a reload, at ${size.width} px (row 15)`, async ({
    browser,
  }) => {
    const track = await publishTrack(stage, `Liked ${size.width}`);
    const { page, errors } = await phone(browser, stage.server);
    await page.setViewportSize(size);
    await page.goto(`/player/${track.id}`);
    await expect(like(page)).toHaveAttribute('aria-label', 'Like, 0 likes');
    await like(page).click();
    await expect(like(page)).toHaveAttribute('aria-label', 'Like, 1 like');
    await expect.poll(() => onServer(track.id)).toBe(1);
    await like(page).click();
    await expect(like(page)).toHaveAttribute('aria-label', 'Like, 0 likes');
    await expect.poll(() => onServer(track.id)).toBe(0);
    await like(page).click();
    await bookmark(page).click();
    await expect.poll(() => onServer(track.id)).toBe(1);
    const stored = await expect
      .poll(async () => {
        const json = await page.evaluate(async () => (await fetch('/upload.php?action=getDatabase')).json());
        const { likes, bookmarks } = (json as { data: DatabaseView }).data;
        return [likes.length, bookmarks.length];
      })
      .toEqual([1, 1]);
    expect(stored).toBeUndefined();
    await page.reload();
    await expect(like(page)).toHaveAttribute('aria-pressed', 'true');
    await expect(bookmark(page)).toHaveAttribute('aria-pressed', 'true');

    const { notifications } = await readAs<DatabaseView>(track.owner, 'getDatabase');
    const likeNews = notifications.filter(({ trackId, type }) => trackId === track.id && type === 'like');
    expect(likeNews).toHaveLength(1);
    expect(errors).toEqual([]);
  });
}

test('users receive no notification of their own like (row 15)', async () => {
  const track = await publishTrack(stage, 'My own');
  await callAction(track.owner, 'addLike', { like: { trackId: track.id } });
  const { notifications, userActivities } = await readAs<DatabaseView>(track.owner, 'getDatabase');
  expect(notifications.filter(({ type }) => type === 'like')).toEqual([]);
  expect(userActivities.map(({ type }) => type)).toContain('my_like');
});

test('the icon animates for 300 ms, and not with reduced motion (row 15)', async ({ browser }) => {
  const track = await publishTrack(stage, 'Beating');
  for (const [reducedMotion, expected] of [
    ['no-preference', [300]],
    ['reduce', []],
  ] as const) {
    const { context, page } = await phone(browser, stage.server);
    await page.emulateMedia({ reducedMotion });
    await page.goto(`/player/${track.id}`);
    await expect(like(page)).toBeVisible();
    const durations = await like(page).evaluate((button) => {
      (button as HTMLButtonElement).click();
      return new Promise<unknown[]>((resolve) =>
        requestAnimationFrame(() =>
          resolve(
            [...button.querySelectorAll('span')]
              .flatMap((each) => each.getAnimations())
              .map((each) => each.effect?.getTiming().duration),
          ),
        ),
      );
    });
    expect(durations, reducedMotion).toEqual(expected);
    await context.close();
  }
});
