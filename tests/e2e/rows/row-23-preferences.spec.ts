// On the real server: each switch of the settings sheet, and its effect for other users.
import { expect, type Page, test } from 'playwright/test';
import { callAction } from '../../support/server/publish.ts';
import { get, post } from '../../support/server/wire.ts';
import { seriousOn } from '../axe.ts';
import { playCard, publishTracks, sounding, sounds, watchSound } from '../heard.ts';
import { ownStage } from '../journey.ts';
import { fitsTheScreen, live, type Member, member, phoneOf, smallTargets } from '../profileSteps.ts';

const stage = ownStage();

async function turn(page: Page, name: RegExp): Promise<void> {
  await page.getByRole('switch', { name }).click();
}

const preferences = async (of: Member) =>
  ((await get(of, 'getUserData', { userId: of.id })).json.data as { preferences: object }).preferences;

test('every switch turns, is saved, and takes effect (row 23)', async ({ browser }) => {
  const owl = await member(stage, 'Row23_owl');
  const fan = await member(stage, 'Row23_fan');
  const trackId = await live(stage, owl, 'Heard by row 23');
  const { page, errors } = await phoneOf(browser, stage, owl);
  await page.goto('/account');
  await page.getByRole('button', { name: 'Settings' }).click();
  for (const size of [
    { width: 360, height: 640 },
    { width: 1440, height: 900 },
  ]) {
    await page.setViewportSize(size);
    expect(await seriousOn(page)).toEqual([]);
    expect(await smallTargets(page)).toEqual([]);
    await fitsTheScreen(page);
  }
  for (const name of [
    /^Likes/,
    /^Comments/,
    /^New followers/,
    /^Others can open my profile/,
    /^Others can comment/,
    /^Autoplay next/,
  ]) {
    await turn(page, name);
  }
  await expect
    .poll(() => preferences(owl))
    .toEqual({
      notifications: { likes: false, comments: false, follows: false },
      privacy: { publicProfile: false, allowComments: false },
      playback: { autoplay: true, volume: 0.8 },
    });
  await callAction(fan, 'addLike', { like: { trackId } });
  const mine = (await get(owl, 'getDatabase')).json.data as {
    notifications: { type: string; trackTitle: string | null }[];
  };
  expect(mine.notifications.filter(({ type }) => type === 'like')).toEqual([]);
  const comment = await post(fan, 'addComment', { trackId, content: 'Hm' });
  expect([comment.status, comment.json.success]).toEqual([403, false]);

  const other = await phoneOf(browser, stage, fan);
  await other.page.goto('/profile/row23_owl');
  await expect(other.page.getByRole('heading', { name: 'Profil nicht gefunden' })).toBeVisible();
  expect((await get(fan, 'getTracks', { user: owl.id })).status).toBe(404);
  expect((await get(fan, 'getTracks', { likedBy: owl.username })).status).toBe(404);
  await turn(page, /^Others can open my profile/);
  await expect.poll(async () => (await get(fan, 'getUser', { userId: owl.id })).json.success).toBe(true);
  await other.page.reload();
  await expect(other.page.getByRole('heading', { name: 'Row23_owl', level: 1 })).toBeVisible();
  for (const path of [`/player/${trackId}`, `/comment-track?trackId=${trackId}`]) {
    await other.page.goto(path);
    await expect(other.page.getByRole('heading', { name: 'Heard by row 23' })).toBeVisible();
    await expect(other.page.getByText('Comments are off for this recording'), path).toBeVisible();
    await expect(other.page.getByRole('textbox', { name: 'Your comment' }), path).toHaveCount(0);
  }
  await page.reload();
  await page.getByRole('button', { name: 'Settings' }).click();
  await expect(page.getByRole('switch', { name: /^Likes/ })).toHaveAttribute('aria-checked', 'false');
  expect(errors).toEqual([]);
});

test('a switch turned offline stays turned and is sent later (row 23)', async ({ browser }) => {
  const owl = await member(stage, 'Row23_train');
  const { context, page } = await phoneOf(browser, stage, owl);
  await page.goto('/account');
  await page.getByRole('button', { name: 'Settings' }).click();
  await expect(page.getByRole('switch', { name: /^New followers/ })).toBeVisible();
  await context.setOffline(true);
  await turn(page, /^New followers/);
  await expect(page.getByRole('switch', { name: /^New followers/ })).toHaveAttribute('aria-checked', 'false');
  await expect(page.getByText('Saved on this phone, will send when you’re online').last()).toBeVisible();
  await context.setOffline(false);
  await expect
    .poll(() => preferences(owl), { timeout: 20_000 })
    .toMatchObject({ notifications: { follows: false } });
});

const volumeOf = (page: Page) =>
  page.evaluate(
    () =>
      (window as unknown as { made: HTMLAudioElement[] }).made.find(({ paused }) => !paused)?.volume ?? null,
  );

/** Seeks the playing track almost to its end, as its seek bar would. */
const nearlyOver = (page: Page) =>
  page.evaluate(() => {
    const playing = (window as unknown as { made: HTMLAudioElement[] }).made.find(({ paused }) => !paused);
    if (playing) playing.currentTime = playing.duration - 0.4;
  });

test('a changed setting applies to the playing track at once, after a reload and on another device (row 23)', async ({
  browser,
}) => {
  const owl = await member(stage, 'Row23_ear');
  await publishTracks(stage.server, ['Second by row 23', 'First by row 23']);
  const { page, errors } = await phoneOf(browser, stage, owl);
  await watchSound(page);
  await page.goto('/');
  await playCard(page, 'First by row 23');
  const first = (await sounds(page)).source;
  await page.getByRole('link', { name: 'Profile' }).first().click();
  await page.getByRole('link', { name: 'Settings and account' }).click();
  await page.getByRole('button', { name: 'Settings' }).click();
  await turn(page, /^Autoplay next/);
  const slider = page.getByRole('slider', { name: 'Starting volume' });
  await slider.focus();
  for (let step = 0; step < 10; step++) await page.keyboard.press('ArrowLeft');
  await expect.poll(() => volumeOf(page)).toBeCloseTo(0.3);
  await expect.poll(() => preferences(owl)).toMatchObject({ playback: { autoplay: true, volume: 0.3 } });
  await nearlyOver(page);
  await expect.poll(async () => (await sounding(page))[0]?.source ?? first).not.toBe(first);
  await page.reload();
  await page.goto('/');
  await playCard(page, 'First by row 23');
  await sounds(page);
  expect(await volumeOf(page)).toBeCloseTo(0.3);
  await nearlyOver(page);
  await expect.poll(async () => (await sounding(page))[0]?.source ?? first).not.toBe(first);
  expect(errors).toEqual([]);

  // This device has no own volume, so the account's applies from the first playback of the second visit.
  const other = await phoneOf(browser, stage, owl);
  await watchSound(other.page);
  await other.page.goto('/');
  await playCard(other.page, 'First by row 23');
  await expect.poll(() => volumeOf(other.page)).toBeCloseTo(0.3);
});
