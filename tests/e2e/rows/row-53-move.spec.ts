// Two browsers: an account moved by its phrase shows the same data, and the first browser can end that session.
import { expect, type Page, test } from 'playwright/test';
import { callAction } from '../../support/server/publish.ts';
import { ownStage, phone } from '../journey.ts';
import { live, member, moderator, phoneOf } from '../profileSteps.ts';

const stage = ownStage();

/** The six words on the screen, and the link in the QR code. */
async function showPhrase(page: Page): Promise<string> {
  await page.goto('/account/devices');
  await page.getByRole('button', { name: 'Show phrase and code' }).click();
  const words = page.locator('[data-phrase] li');
  await expect(words).toHaveCount(6);
  await expect(page.getByRole('img', { name: /^Code that opens/ })).toBeVisible();
  return (await words.allTextContents()).join(' ');
}

const names = async (page: Page, tab: string) => {
  await page.goto('/profile');
  await page.getByRole('tab', { name: tab }).click();
  const links = page.getByRole('tabpanel').getByRole('article');
  await expect(links.first()).toBeVisible();
  return (await links.allTextContents()).toSorted();
};

test('moving by phrase shows the same tracks, likes and follows and ends the first session (row 53)', async ({
  browser,
}) => {
  const voice = await member(stage, 'Row53_voice');
  const owner = await member(stage, 'Row53_owner');
  const liked = await live(stage, voice, 'Liked by the owner');
  await live(stage, owner, 'Of the owner');
  await callAction(owner, 'addLike', { like: { trackId: liked } });
  await callAction(owner, 'addFollow', { follow: { followingId: voice.id } });

  const first = await phoneOf(browser, stage, owner);
  const second = await phone(browser, stage.server);
  const phrase = await showPhrase(first.page);
  await second.page.goto(`/move#${phrase.replaceAll(' ', '-')}`);
  await expect(second.page).toHaveURL(/\/move$/);
  await second.page.getByRole('button', { name: 'Bring it here' }).click();
  await expect(second.page.getByRole('heading', { name: 'Welcome back, Row53_owner.' })).toBeVisible();
  await expect(first.page.getByText('Done. Your account is now on the other phone too.')).toBeVisible({
    timeout: 15_000,
  });

  for (const tab of ['Uploads', 'Liked']) {
    expect(await names(second.page, tab)).toEqual(await names(first.page, tab));
  }
  await second.page.goto('/profile/row53_voice');
  await expect(second.page.getByRole('button', { name: /^Following Row53_voice/ })).toBeVisible();

  // A used phrase no longer works.
  const third = await phone(browser, stage.server);
  await third.page.goto('/move');
  await third.page.getByLabel('The six words').fill(phrase);
  await third.page.getByRole('button', { name: 'Bring it here' }).click();
  await expect(third.page.getByRole('alert')).toContainText('This phrase is wrong or expired.');
  await third.context.close();

  await first.page.goto('/account/devices');
  await expect(first.page.getByText('This device')).toHaveCount(1);
  await first.page
    .getByRole('button', { name: /^Sign out on Chrome/ })
    .last()
    .click();
  await expect(first.page.getByText(/^Signed out on Chrome/)).toBeVisible();
  // Its event stream ends, or its next request is refused: it shows so without a reload.
  await expect(second.page.getByText('You were signed out here from another device.')).toBeVisible({
    timeout: 20_000,
  });
  await second.page.goto('/profile');
  await expect(second.page.getByText('You haven’t done anything here yet.')).toBeVisible();
  await expect(first.page.locator('[data-device]')).toHaveCount(1);
  expect(first.errors).toEqual([]);
});

test('a guest can move to another browser (row 53)', async ({ browser }) => {
  const voice = await member(stage, 'Row53_other');
  const track = await live(stage, voice, 'Liked by a guest');
  const first = await phone(browser, stage.server);
  await first.page.goto('/');
  await first.page.evaluate(async (trackId) => {
    await fetch('/upload.php?action=addLike', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ like: { trackId } }),
    });
  }, track);
  const phrase = await showPhrase(first.page);
  const second = await phone(browser, stage.server);
  await second.page.goto('/move');
  await second.page.getByLabel('The six words').fill(phrase.toUpperCase());
  await second.page.getByRole('button', { name: 'Bring it here' }).click();
  await expect(second.page.getByRole('heading', { name: 'Welcome back.' })).toBeVisible();
  expect((await names(second.page, 'Liked')).join()).toContain('Liked by a guest');
});

test('an account due for deletion is hidden from others until its owner cancels (row 53)', async ({
  browser,
}) => {
  const owner = await member(stage, 'Row53_leaves');
  const id = await live(stage, owner, 'Almost gone');
  const watcher = await moderator(stage);
  expect(watcher.cookie).not.toBe('');
  const own = await phoneOf(browser, stage, owner);
  const other = await phone(browser, stage.server);
  await own.page.goto('/account/data');
  await own.page.getByRole('button', { name: 'Delete my account' }).click();
  await own.page.getByLabel('Your password').fill('Candle-light-42');
  await own.page.getByRole('button', { name: /^Delete on/ }).click();
  await expect(own.page.getByRole('button', { name: 'Keep my account' })).toBeVisible();
  await other.page.goto(`/player/${id}`);
  await expect(other.page.getByRole('heading', { level: 1 })).not.toHaveText('Almost gone');
  await own.page.goto('/');
  await own.page.getByRole('link', { name: 'Keep it' }).click();
  await own.page.getByRole('button', { name: 'Keep my account' }).click();
  await expect(own.page.getByText('Your account stays. Others see you again.')).toBeVisible();
  await other.page.reload();
  await expect(other.page.getByRole('heading', { name: 'Almost gone', level: 1 })).toBeVisible();
});
