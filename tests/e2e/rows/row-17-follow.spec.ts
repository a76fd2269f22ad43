// On the real server: a follow changes the feed at once, and recordings of the followed account are news.
import { expect, test } from 'playwright/test';
import type { callAction } from '../../support/server/publish.ts';
import { get, post } from '../../support/server/wire.ts';
import { ownStage } from '../journey.ts';
import { live, member, phoneOf } from '../profileSteps.ts';

const stage = ownStage();

test('refuses to follow oneself or unknown users and accepts both names of a user (row 17)', async () => {
  const fan = await member(stage, 'Row17_fan');
  const self = await post(fan, 'addFollow', { follow: { targetUserId: fan.id } });
  expect([self.status, self.json.field, self.json.issue]).toEqual([422, 'followingId', 'oneself']);
  const unknown = await post(fan, 'addFollow', { follow: { followingId: 'nobody' } });
  expect([unknown.status, unknown.json.code]).toEqual([404, 'not_found']);
});

test('after a follow from the profile, an approved recording appears under Following and in News (row 17)', async ({
  browser,
}) => {
  const voice = await member(stage, 'Row17_voice');
  const fan = await member(stage, 'Row17_ear');
  const { page, errors } = await phoneOf(browser, stage, fan);
  await page.goto('/profile/row17_voice');
  await page.getByRole('button', { name: 'Follow Row17_voice, 0 followers' }).click();
  const following = page.getByRole('button', { name: 'Following Row17_voice, 1 follower' });
  await expect(following).toHaveAttribute('aria-pressed', 'true');
  await expect
    .poll(async () => (await get(fan, 'getUser', { userId: voice.id })).json.data)
    .toMatchObject({ isFollowed: true, followersCount: 1 });
  await page.reload();
  await expect(following).toBeVisible();

  await page.getByRole('link', { name: 'Home' }).click();
  await live(stage, voice, 'First night of row 17');
  const section = page.getByRole('region', { name: 'Following' });
  await expect(section.getByRole('link', { name: 'First night of row 17' })).toBeVisible();
  const { notifications } = await callGet(fan);
  expect(notifications.map(({ type, trackTitle }) => [type, trackTitle])).toContainEqual([
    'followed_user_upload',
    'First night of row 17',
  ]);
  await page.getByRole('link', { name: /^News/ }).first().click();
  await expect(
    page
      .locator('main')
      .getByText(/First night of row 17/)
      .first(),
  ).toBeVisible();
  await page.getByRole('link', { name: 'Home' }).click();

  await section.getByRole('link', { name: 'Row17_voice' }).first().click();
  await page.getByRole('button', { name: /^Following Row17_voice/ }).click();
  await expect(page.getByRole('button', { name: 'Follow Row17_voice, 0 followers' })).toBeVisible();
  await page.getByRole('link', { name: 'Home' }).click();
  await expect(page.getByRole('region', { name: 'Following' })).toHaveCount(0);
  expect(errors).toEqual([]);
});

test('a follow without a network waits and is sent once (row 17)', async ({ browser }) => {
  const voice = await member(stage, 'Row17_far');
  const fan = await member(stage, 'Row17_train');
  const { context, page } = await phoneOf(browser, stage, fan);
  await page.goto('/profile/row17_far');
  await expect(page.getByRole('button', { name: /^Follow Row17_far/ })).toBeVisible();
  await context.setOffline(true);
  await page.getByRole('button', { name: /^Follow Row17_far/ }).click();
  await expect(page.getByRole('button', { name: 'Following Row17_far, 1 follower' })).toBeVisible();
  await context.setOffline(false);
  await expect
    .poll(async () => (await get(fan, 'getUser', { userId: voice.id })).json.data, { timeout: 20_000 })
    .toMatchObject({ isFollowed: true, followersCount: 1 });
});

const callGet = async (client: Parameters<typeof callAction>[0]) =>
  (await get(client, 'getDatabase')).json.data as {
    notifications: { type: string; trackTitle: string | null }[];
  };
