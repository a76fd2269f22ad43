// On the real server: a browser's session before, during and after a registered account.
import { expect, type Page, test } from 'playwright/test';
import { CODE, likedBy, meOf, PASSWORD, register, signInAs } from '../accountSteps.ts';
import { seriousOn } from '../axe.ts';
import { ownStage, phone } from '../journey.ts';
import { fitsTheScreen, member, phoneOf, smallTargets } from '../profileSteps.ts';
import { publishTrack } from '../published.ts';

const stage = ownStage();
const OTHER = 'Other-Light-43';

async function isSound(page: Page): Promise<void> {
  expect(await seriousOn(page)).toEqual([]);
  expect(await smallTargets(page)).toEqual([]);
  await fitsTheScreen(page);
}

test('a first visit likes and comments as an anonymous account (row 53)', async ({ browser }) => {
  const track = await publishTrack(stage, 'First visit');
  const { context, page } = await phone(browser, stage.server);
  await page.goto(`/player/${track.id}`);
  expect(await meOf(context, stage.server.url)).toBeNull();
  await page.locator('[data-reaction=like]').click();
  await expect.poll(() => likedBy(context, stage.server.url)).toEqual([track.id]);
  await page.goto(`/comment-track?trackId=${track.id}`);
  await page.getByRole('textbox', { name: 'Your comment' }).fill('Schön');
  await page.getByRole('textbox', { name: 'Your comment' }).press('Enter');
  await expect(page.locator('[data-comment] [lang=de]')).toHaveText('Du');
  expect(await meOf(context, stage.server.url)).toMatchObject({
    isGuest: true,
    username: expect.stringMatching(/^anon_/),
  });
});

test('signing in on a second browser shows the same account, and signing out leaves a visitor (row 53)', async ({
  browser,
}) => {
  const first = await phone(browser, stage.server);
  await register(first.page, 'Zweimal');
  const me = await meOf(first.context, stage.server.url);
  const { context, page } = await phone(browser, stage.server);
  await page.goto('/profile');
  await page.getByRole('link', { name: 'Settings and account' }).click();
  await isSound(page);
  await page.getByRole('link', { name: /^Sign in/ }).click();
  await page.getByLabel('Username').fill('zweimal');
  await page.getByLabel('Password', { exact: true }).fill('Wrong-Light-44');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('alert')).toContainText('Wrong name or password.');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await isSound(page);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('heading', { name: 'Zweimal', level: 1 })).toBeVisible();
  expect(await meOf(context, stage.server.url)).toEqual(me);

  await page.getByRole('link', { name: 'Settings and account' }).click();
  await expect(page.getByText('Signed in as Zweimal')).toBeVisible();
  await isSound(page);
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByText('You don’t have an account yet.')).toBeVisible();
  expect(await meOf(context, stage.server.url)).toBeNull();
  expect(await page.evaluate(() => JSON.stringify({ ...localStorage }))).not.toContain('Zweimal');
  expect(await meOf(first.context, stage.server.url)).toEqual(me);
});

test('a guest who signs in decides what happens to their like (row 53)', async ({ browser }) => {
  await member(stage, 'Erwartet');
  for (const [answer, expected] of [
    ['Leave it behind', 0],
    ['Keep what I did as a guest', 1],
  ] as const) {
    const track = await publishTrack(stage, `Liked before ${answer}`);
    const { context, page } = await phone(browser, stage.server);
    await page.goto(`/player/${track.id}`);
    await page.locator('[data-reaction=like]').click();
    await expect.poll(() => likedBy(context, stage.server.url)).toEqual([track.id]);
    await signInAs(page, 'Erwartet');
    await page.getByRole('button', { name: answer }).click();
    await expect(page.getByRole('heading', { name: 'Erwartet', level: 1 })).toBeVisible();
    expect(await likedBy(context, stage.server.url)).toHaveLength(expected);
    await context.close();
  }
});

test('changing the password ends the other browser’s session and keeps this one (row 53)', async ({
  browser,
}) => {
  const owner = await member(stage, 'Gewechselt');
  const here = await phoneOf(browser, stage, owner);
  const there = await phone(browser, stage.server);
  await signInAs(there.page, 'Gewechselt');
  await expect(there.page.getByRole('heading', { name: 'Gewechselt', level: 1 })).toBeVisible();
  const { page } = here;
  await page.goto('/account');
  await page.getByRole('link', { name: /^Change password/ }).click();
  await page.getByLabel('Current password', { exact: true }).fill('Wrong-Light-44');
  await page.getByLabel('New password', { exact: true }).fill(OTHER);
  await page.getByLabel('New password again', { exact: true }).fill(OTHER);
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByRole('alert')).toHaveText('Wrong password.');
  await page.getByLabel('Current password', { exact: true }).fill(PASSWORD);
  await isSound(page);
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByText('Password changed.')).toBeVisible();
  expect(await meOf(here.context, stage.server.url)).toMatchObject({ username: 'Gewechselt' });
  expect(await meOf(there.context, stage.server.url)).toBeNull();
});

test('a recovery code resets the password once and issues the next one (row 53)', async ({ browser }) => {
  const first = await phone(browser, stage.server);
  const code = await register(first.page, 'Vergessen');
  const { page } = await phone(browser, stage.server);
  const recover = async (page: Page, typed: string) => {
    await page.goto('/login');
    await page.getByRole('link', { name: 'Password forgotten?' }).click();
    await page.getByLabel('Username').fill('Vergessen');
    await page.getByLabel('Recovery code').fill(typed);
    await page.getByLabel('New password', { exact: true }).fill(OTHER);
    await page.getByLabel('New password again', { exact: true }).fill(OTHER);
    await isSound(page);
    await page.getByRole('button', { name: 'Set new password' }).click();
  };
  await recover(page, code.toLowerCase().replaceAll('-', ' '));
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible();
  const next = (await page.locator('code').textContent()) ?? '';
  expect(next).toMatch(CODE);
  expect(next).not.toBe(code);
  expect(await meOf(first.context, stage.server.url)).toBeNull();
  await recover(first.page, code);
  await expect(first.page.getByRole('alert')).toContainText('Wrong name or code');
  await signInAs(first.page, 'Vergessen', OTHER);
  await expect(first.page.getByRole('heading', { name: 'Vergessen', level: 1 })).toBeVisible();
});
